"""Which pieces are alike, so that only one of them is offered; and what tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from rulekit.engine.runtime.constant_tables import Function, Tables, owner_of, sees
from rulekit.model.types import OptionalType, PieceType
from rulekit.program import program as prog
from rulekit.program.program import Cells, CellValue, Pieces, Place

Mark = Callable[[int], CellValue]  # of a piece, equal for pieces that are alike
NOWHERE = Place(-1)


def named_cells(layout: prog.Layout, sort: str, frame: set[int]) -> tuple[tuple[int, ...], ...]:
    """For every player the cells that may name a piece of a sort: these of the frame, and markers that the player sees."""
    found = [sorted(frame) for _ in range(layout.players)]
    for marker in layout.markers:
        kind = marker.type.of if isinstance(marker.type, OptionalType) else marker.type
        if kind == PieceType(sort):
            for offset, player in product(range(marker.size), range(layout.players)):
                if sees(marker.sight, owner_of(marker.dims, offset), player):
                    found[player].append(marker.base + offset)
    return tuple(map(tuple, found))


def sameness(tables: Tables, find: Callable[[Cells, int], Place]) -> dict[str, Function]:
    """Alike pieces: the same constant attributes, the same changing ones, in one place without order, and none is named."""
    sort_of, alike, bases, unordered = tables.sort_of, tables.alike, tables.cells, tables.unordered

    def marks(state: Cells, cells: tuple[int, ...] = (), chosen: tuple[CellValue, ...] = ()) -> Mark:
        named = set(pieces_in(*(state[c] for c in cells), *chosen))
        here = NOWHERE  # most pieces that are compared lie in one place

        def mark(piece: int) -> CellValue:
            nonlocal here
            if here < 0 or type(held := state[here]) is not tuple or piece not in held:
                here = find(state, piece)
            home = here
            if home not in unordered or piece in named:
                return (home, -1, piece)
            sort = sort_of[piece]
            return (home, sort, alike[piece], *(state[base + piece] for base in bases[sort]))

        return mark

    def once(pieces: Pieces, mark: Mark) -> list[int]:
        seen: dict[CellValue, int] = {}
        for piece in pieces:
            seen.setdefault(mark(piece), piece)
        return list(seen.values())

    return {"marks": marks, "once": once}


def pieces_in(*values: CellValue) -> Iterator[int]:
    """Yield the pieces in values of cells: a piece, a list (perhaps of several at once) or none."""
    for value in values:
        if isinstance(value, tuple):
            yield from pieces_in(*value)
        elif isinstance(value, int):
            yield value
