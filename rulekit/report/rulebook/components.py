"""What is in the box, and the tables of the rules as tables: pieces with their numbers, kinds with attributes, tables.

Assumed values carry their sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

from attrs import evolve, frozen

from rulekit.engine.view import SeenPiece
from rulekit.model import expressions as exprs
from rulekit.model.analysis.folding import Folder, folder_of
from rulekit.model.expressions import Expr
from rulekit.model.model import Dim, GameModel, Kind, PieceRow, Sort, Table, TableEntry, Tally
from rulekit.model.types import ListType, NumberType, Type
from rulekit.report.rulebook.assumed import SIGN, is_assumed, sign
from rulekit.report.rulebook.parts import Block, Gallery, Grid, Shown
from rulekit.report.rulebook.reader import capital
from rulekit.report.sentences import Sentences
from rulekit.report.words import Namer

MOST_COMBINATIONS = 96  # combinations of one row that are still shown one by one


def _folders(model: GameModel) -> Iterator[Folder]:
    """Yield what works numbers out, for each number of players."""
    options = {option.name: option.value for option in model.options}
    for players in range(model.players[0], model.players[1] + 1):
        yield folder_of(model, players, options)


def most(model: GameModel, number: Expr) -> int | None:
    """Return the largest value of a number over all numbers of players: so many have to be in the box."""
    found = [exprs.number_of(folder.fold(number)) for folder in _folders(model)]
    return max((n for n in found if n is not None), default=None)


@frozen
class Components:
    """Prints the things of a game in one language."""

    model: GameModel
    namer: Namer
    say: Sentences

    # ---- the list ----------------------------------------------------------------------------------
    def sort(self, sort: Sort, shown: bool) -> str:
        """`36 tiles°`: how many pieces there are; the sign if how they are made up is assumed and not `shown` in a table."""
        rows = [most(self.model, row.copies) for row in sort.rows]
        count = most(self.model, sort.total) if sort.total is not None else None
        if count is None and None not in rows:
            count = sum((n or 0) * self._width(row) for n, row in zip(rows, sort.rows, strict=True))
        mark = SIGN if not shown and any(is_assumed(row.cites) for row in sort.rows) else sign(sort.total_cites)
        text = self.namer.counted(sort.name, count) if count is not None else self.namer.word(sort.name, 2)
        return f"{text}{mark}"

    def _width(self, row: PieceRow) -> int:
        return prod(len(list(self._values(values))) for values in row.values if values is not None)

    def tally(self, tally: Tally) -> str | None:
        """`45 coins`; None: nothing of it is in the box."""
        if tally.bank is None:
            return None
        count = most(self.model, tally.bank)
        mark = sign(tally.cites)
        if count is None or count == exprs.UNLIMITED:
            return f"{self.namer.word(tally.name, 2)}{mark}"
        return f"{self.namer.counted(tally.name, count)}{mark}"

    # ---- pieces ------------------------------------------------------------------------------------
    def pieces(self, sort: Sort) -> Block | None:
        """Return the pieces of a sort: a table, one row for each value of a kind; else pictures."""
        pivot = self._pivot(sort) if len(sort.attributes) == 2 else None
        return pivot or self.gallery(sort)

    def gallery(self, sort: Sort) -> Gallery | None:
        """Return the pieces of a sort, each as it looks."""
        shown = tuple(piece for row in sort.rows for piece in self._row(sort, row))
        alike = len(shown) > 1 and len({piece.count for piece in shown}) == 1
        return Gallery(tuple(evolve(piece, count="") for piece in shown) if alike else shown) if shown else None

    def _row(self, sort: Sort, row: PieceRow) -> Iterator[Shown]:
        fixed = [(a.name, values) for a, values in zip(sort.attributes, row.values, strict=True) if values is not None]
        columns = [list(self._values(values)) for _, values in fixed]
        if prod(map(len, columns)) > MOST_COMBINATIONS:
            return
        for combination in product(*columns):
            piece = SeenPiece(sort.name, tuple((name, v) for (name, _), v in zip(fixed, combination, strict=True)))
            yield Shown(f"{self._copies(row)} ×{sign(row.cites)}", self.namer.seen(piece), piece)

    def _copies(self, row: PieceRow) -> str:
        known = {exprs.number_of(folder.fold(row.copies)) for folder in _folders(self.model)}
        low, high = (f([n for n in known if n is not None], default=0) for f in (min, max))
        return str(low) if low == high else f"{low}–{high}"

    def _values(self, values: tuple[Expr, ...]) -> Iterator[Any]:
        for value in values:
            match value:
                case exprs.Const(value=known):
                    yield known
                case exprs.Players():
                    yield from range(self.namer.layout.players)
                case exprs.Range(low=exprs.Const(value=int() as low), high=exprs.Const(value=int() as high)):
                    yield from range(low, min(high, low + MOST_COMBINATIONS) + 1)
                case exprs.Items(items=items):
                    yield tuple(i.value for i in items if isinstance(i, exprs.Const))

    def _pivot(self, sort: Sort) -> Grid | None:
        """Return a table with the first attribute down, how many copies across, the second attribute in the cells."""
        first, second = sort.attributes
        if any(values is None for row in sort.rows for values in row.values) or len(sort.rows) < 2:
            return None
        across = list(dict.fromkeys(self._copied(row) for row in sort.rows))
        cells: dict[tuple[Any, str], list[str]] = {}
        for row in sort.rows:
            down, inside = (list(self._values(values or ())) for values in row.values)
            for key in down:
                told = (f"{self.namer.attribute(sort.name, second.name, v)}{sign(row.cites)}" for v in inside)
                cells.setdefault((key, self._copied(row)), []).extend(told)
        rows = list(dict.fromkeys(key for key, _ in cells))
        head = (capital(self.namer.within(sort.name, first.name)), *across)
        return Grid(head, tuple(
            (self.namer.attribute(sort.name, first.name, key), *(", ".join(cells.get((key, a), ("–",))) for a in across))
            for key in rows))  # fmt: skip

    def _copied(self, row: PieceRow) -> str:
        each = isinstance(row.copies, exprs.Builtin) and row.copies.args == (exprs.Players(row.copies.args[0].type),)
        return self.say("one_per_player") if each else self.say("copies_of_each", n=self._copies(row))

    # ---- kinds and tables --------------------------------------------------------------------------
    def kind(self, kind: Kind) -> Grid:
        """Return a kind with its attributes."""
        head = (self.namer.word(kind.name), *(self.namer.within(kind.name, a.name) for a in kind.attributes))
        marks = [sign(row.cites) for row in kind.rows] or [""] * len(kind.values)
        rows = tuple(
            (self.namer.within(kind.name, value), *(self._value(a.domain.type, a.values[n], marks[n]) for a in kind.attributes))
            for n, value in enumerate(kind.values)
        )
        return Grid(tuple(map(capital, head)), rows)

    def values(self, kind: Kind) -> str:
        """Return the values of a kind that has no attributes, in a line."""
        return ", ".join(self.namer.within(kind.name, value) for value in kind.values) + sign(kind.cites) + "."

    def _value(self, kind: Type, value: Expr, mark: str) -> str:
        folded = next(_folders(self.model)).fold(value)
        if not isinstance(folded, exprs.Const):
            return "–"
        if isinstance(kind, ListType) and isinstance(folded.value, tuple):
            return ", ".join(f"{self.namer.value(kind.of, v)}{mark}" for v in folded.value) or "–"
        return f"{self.namer.value(kind, folded.value)}{mark}"

    def table(self, table: Table) -> Grid:
        """Return a table of the rules; one with two indices is as wide as the second has values."""
        if len(table.dims) != 2:
            rows = tuple((*(self._key(low, high) for low, high in e.keys), self._entry(table, e)) for e in table.entries)
            return Grid((*(self._index(d, table) for d in table.dims), capital(self.namer.word(table.name))), rows)
        across = list(dict.fromkeys(self._key(*e.keys[1]) for e in table.entries))
        down = list(dict.fromkeys(self._key(*e.keys[0]) for e in table.entries))
        cells = {(self._key(*e.keys[0]), self._key(*e.keys[1])): self._entry(table, e) for e in table.entries}
        corner = self._index(table.dims[1 if isinstance(table.dims[1].domain.type, NumberType) else 0], table)
        return Grid((corner, *across), tuple((d, *(cells.get((d, a), "–") for a in across)) for d in down))

    def _index(self, dim: Dim, table: Table) -> str:
        return capital(self.namer.within(table.name, dim.name)) if dim.name else ""

    def _key(self, low: Expr, high: Expr) -> str:
        first = self._value(low.type, low, "")
        if low == high:
            return first
        endless = isinstance(high, exprs.Const) and high.value == exprs.UNLIMITED
        return f"{first}+" if endless else f"{first}–{self._value(high.type, high, '')}"

    def _entry(self, table: Table, entry: TableEntry) -> str:
        return "–" if entry.value is None else self._value(table.domain.type, entry.value, sign(entry.cites))
