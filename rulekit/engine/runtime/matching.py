"""Descriptions and pictures in play: does a piece look like this, does a line show that."""

from __future__ import annotations

from rulekit.engine.runtime.constant_tables import Function, Tables
from rulekit.program.program import Cells, CellValue, Description, Held, Layout, Picture

Compared = tuple[Held, tuple[Description, ...] | None, Description]  # what lies there, what shall, and what all shall be like
MOST_KNOWN = 50_000


def matching_functions(layout: Layout, tables: Tables) -> dict[str, Function]:
    """Return the functions that compare pieces with descriptions, bound to a layout."""
    names = tuple(s.name for s in layout.sorts)
    constant, changing, sort_of = tables.attr, tables.changing, tables.sort_of
    known: dict[Compared, bool] = {}  # what was compared before; only where pieces never change

    def attribute(state: Cells, piece: int, name: str) -> CellValue:
        sort = names[sort_of[piece]]
        if (sort, name) in changing:
            return state[changing[sort, name] + piece]
        return constant[sort, name][piece]

    def match(state: Cells, piece: int | None, description: Description | None) -> bool:
        if piece is None or description is None:
            return piece is None and description is None
        return all(attribute(state, piece, name) == value for name, value in description)

    def exactly(state: Cells, pieces: Held, items: tuple[Description | int | None, ...], ordered: bool) -> bool:
        held = () if pieces is None else pieces if isinstance(pieces, tuple) else (pieces,)
        if len(held) != len(items):
            return False
        fits = [[match(state, p, i) if isinstance(i, tuple) else p == i for p in held] for i in items]
        if ordered:
            return all(row[n] for n, row in enumerate(fits))
        return assignable(fits)

    def shows(state: Cells, line: tuple[Held, ...], picture: Picture, like: Description = ()) -> bool:
        return all(_cell(state, held, wanted, like) for held, wanted in zip(line, picture, strict=True))

    def _cell(state: Cells, held: Held, wanted: tuple[Description, ...] | None, like: Description) -> bool:
        if changing:
            return _look(state, held, wanted, like)
        key = (held, wanted, like)
        found = known.get(key)
        if found is None:
            if len(known) >= MOST_KNOWN:
                known.clear()
            found = known[key] = _look(state, held, wanted, like)
        return found

    def _look(state: Cells, held: Held, wanted: tuple[Description, ...] | None, like: Description) -> bool:
        pieces = () if held is None else held if isinstance(held, tuple) else (held,)
        if wanted is None:
            return not pieces
        return assignable([[match(state, p, d) and match(state, p, like) for p in pieces] for d in wanted])

    return {"attribute": attribute, "match": match, "exactly": exactly, "shows": shows}


def assignable(fits: list[list[bool]]) -> bool:
    """Return whether every row can have a column of its own (augmenting paths)."""
    taken: dict[int, int] = {}

    def place(row: int, tried: set[int]) -> bool:
        for column, fit in enumerate(fits[row]):
            if fit and column not in tried:
                tried.add(column)
                if column not in taken or place(taken[column], tried):
                    taken[column] = row
                    return True
        return False

    return all(place(row, set()) for row in range(len(fits)))
