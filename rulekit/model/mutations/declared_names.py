"""What has to be known of a game to change one thing in its rules: its kinds, places, options and tables, as they are written.

Comes in: the trees of a game and its changes. Goes out: declarations by name, and what may stand in place of what.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulekit.model.names import value_names
from rulekit.model.overlays.addresses import Tabled, column_names
from rulekit.syntax import ast

BOX = "box"
ORDERED = ("deck", "pile", "row")


@frozen
class Alternative:
    """Something to stand in place of a node. `how`: instead, without, always, never; `part`: what these three speak of."""

    new: Any
    sort: str
    how: str = "instead"
    part: ast.Node | None = None


@frozen
class Known:
    """The declarations of a game and its changes; `answered`: the options whose default does not count any more."""

    kinds: dict[str, tuple[str, ...]]
    places: dict[str, ast.Place]
    options: dict[str, ast.Option]
    tables: dict[str, Tabled]
    answered: frozenset[str]
    most_players: int

    # ---- values ----
    def kind_of(self, name: str) -> tuple[str, ...]:
        """Return the values of the kind that has this one; none if no kind or several have it."""
        having = [values for values in self.kinds.values() if name in values]
        return having[0] if len(having) == 1 else ()

    def other_value(self, name: str) -> str | None:
        """Return another value of the same kind."""
        return _after(self.kind_of(name), name)

    # ---- places ----
    def other_place(self, expr: ast.Expr | None, target: bool = False, beside: object = None) -> ast.Expr | None:
        """Return the same with another place of the same sort and shape, as the target perhaps the box; None if there is none.

        It is not the place `beside`: pieces that go from a place to itself are another change.
        """
        name, taken = root(expr), root(beside)
        place = self.places.get(name.text) if name is not None else None
        if expr is None or name is None or place is None:
            return None
        like = (p.name.text for p in self.places.values() if p.sort.text == place.sort.text and p.dims == place.dims)
        other = _after(tuple(p for p in like if taken is None or p != taken.text), name.text)
        if other is not None:
            return _with_root(expr, ast.Ident(name.span, other))
        return ast.Ident(name.span, BOX, True) if target and isinstance(expr, ast.Ident) else None

    def has_order(self, expr: ast.Expr) -> bool:
        """Return whether it matters at which end of this place a piece is put."""
        name = root(expr)
        return name is not None and name.text in self.places and self.places[name.text].shape in ORDERED


def _after(values: tuple[str, ...], one: str) -> str | None:
    """Return the next of some values, the first after the last; none if it is the only one or not among them."""
    return values[(values.index(one) + 1) % len(values)] if one in values and len(values) > 1 else None


def root(expr: object) -> ast.Ident | None:
    """Return the name a place is written with, without its indices."""
    while isinstance(expr, ast.Index):
        expr = expr.of
    return expr if isinstance(expr, ast.Ident) else None


def _with_root(expr: ast.Expr, name: ast.Ident) -> ast.Expr:
    return ast.Index(expr.span, _with_root(expr.of, name), expr.indices) if isinstance(expr, ast.Index) else name


def known_of(files: tuple[ast.File, ...], settings: tuple[str, ...] = ()) -> Known:
    """Gather the declarations of all files; what a change replaces is known as the change has it."""
    all_ = [decl for file in files for decl in _declarations(file)]
    answers = {item.option.text for file in files for item in file.items if isinstance(item, ast.With)}
    return Known(
        kinds={d.name.text: tuple(value.text for value in value_names(d)) for d in all_ if isinstance(d, ast.Kind)},
        places={d.name.text: d for d in all_ if isinstance(d, ast.Place)},
        options={d.name.text: d for d in all_ if isinstance(d, ast.Option)},
        tables={d.name.text: d for d in all_ if isinstance(d, ast.Kind | ast.Piece | ast.Table)},
        answered=frozenset(answers | set(settings)),
        most_players=_most_players(files),
    )


def _most_players(files: tuple[ast.File, ...]) -> int:
    """For how many the game is; the last file that says so counts."""
    heads = (item.head for file in files for item in file.items if isinstance(item, ast.Game | ast.OverlayHead))
    return [0, *(line.high for head in heads for line in head if isinstance(line, ast.PlayersLine))][-1]


def _declarations(file: ast.File) -> Iterator[ast.Item]:
    for item in file.items:
        yield item.decl if isinstance(item, ast.Replace) else item


def range_of(table: Tabled, column: str) -> tuple[int, int] | None:
    """Return the numbers a column can hold, where its attribute says so."""
    for attribute in getattr(table, "attributes", ()):
        if attribute.name.text == column and attribute.type is not None:
            return number_range(attribute.type.plain)
    return number_range(table.type.plain) if isinstance(table, ast.Table) else None


def number_range(plain: ast.PlainType) -> tuple[int, int] | None:
    """Return both ends of a range of plain numbers."""
    if isinstance(plain, ast.RangeType) and isinstance(plain.low, ast.Number) and isinstance(plain.high, ast.Number):
        return plain.low.value, plain.high.value
    return None


def has_each(table: Tabled, column: str) -> bool:
    """Return whether a column lists all values of its type somewhere."""
    names = column_names(table)
    at = names.index(column) if column in names else -1
    return at >= 0 and any(len(row.cells) > at and isinstance(row.cells[at].special, ast.Each) for row in table.rows)
