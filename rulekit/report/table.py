"""The table as a player sees it: places, tallies and markers of a view, common things first, then player by player.

Comes in: a view and a namer, and how wide the screen is. Goes out: rich Texts, one a line; their `plain` is the text
without colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from attrs import frozen
from rich.text import Text

from rulekit.engine.view import SeenNumber, SeenPlace, View
from rulekit.model.checks.game import all_expressions
from rulekit.model.expr import UNLIMITED, PieceAt
from rulekit.model.types import KindType, PlayerType, TruthType
from rulekit.model.walk import everything
from rulekit.report.fold import fold
from rulekit.report.looks import SEATS, Painter, painter
from rulekit.report.text import width
from rulekit.report.words import Namer

LONGEST = 12
WIDEST = 14


def table_lines(namer: Namer, view: View, coloured: bool = False, wide: int | None = None) -> list[Text]:
    """The whole table; without colours what only they tell is said; no line is wider than the screen, if there is one."""
    lines = _Table(namer, view, painter(namer, coloured), _counted_from(namer), wide).lines()
    return [part for line in lines for part in (fold(line, wide) if wide else [line])]


def _counted_from(namer: Namer) -> frozenset[str]:
    """The places whose rows the rules speak of: there every piece is shown by itself."""
    parts = (part for _, part in all_expressions(namer.model))
    return frozenset(node.place for part in parts for node in everything(part) if isinstance(node, PieceAt))


def _look(drawn: Text) -> tuple[str, str]:
    return drawn.plain, str(drawn.style)


@frozen
class _Table:
    namer: Namer
    view: View
    painter: Painter
    counted_from: frozenset[str]
    wide: int | None = None

    def lines(self) -> Iterator[Text]:
        """Common things, then the players one by one."""
        yield from self._about(None)
        for seat in range(self.namer.layout.players):
            inner = list(self._about(seat))
            if inner:
                mark = " ◂" if seat == self.view.decider else ""
                yield Text(self.namer.player(seat) + mark, f"bold {SEATS[seat % len(SEATS)]}")
                yield from inner

    def _about(self, seat: int | None) -> Iterator[Text]:
        """What belongs to a player, or (None) to nobody."""
        for name, places in groupby(self.view.places, lambda p: p.place):
            mine = [p for p in places if self._owner(name, p.indices) == seat]
            if mine and (name != "box" or mine[0].count):
                yield from self._family(name, mine)
        numbers = [n for n in (*self.view.tallies, *self.view.markers) if self._owner_of_number(n) == seat]
        for (name, bank), group in groupby(numbers, lambda n: (n.name, n.bank)):
            yield self._numbers(name, bank, list(group))

    def _player_dim(self, name: str) -> int | None:
        return next((n for n, d in enumerate(self.namer.dims(name)) if isinstance(d.type, PlayerType)), None)

    def _owner(self, name: str, indices: tuple[int, ...]) -> int | None:
        at = self._player_dim(name)
        return None if at is None else indices[at]

    def _owner_of_number(self, number: SeenNumber) -> int | None:
        return None if number.bank else self._owner(number.name, number.indices)

    # ---- places ----------------------------------------------------------------------------------
    def _family(self, name: str, places: list[SeenPlace]) -> Iterator[Text]:
        grid = list(self._grid(name, places)) if self._is_grid(name, places) else []
        if grid and (not self.wide or max(width(line.plain) for line in grid[1:]) <= self.wide):
            yield from grid
            return
        line = Text(f"  {self.namer.place(name)}  ", "")
        line.stylize("dim")
        if len(places) > 1 and not any(p.count for p in places):
            yield line.append(self.namer.say("all_empty"), "dim")
            return
        skip = self._player_dim(name)
        filled = [p for p in places if p.count or len(places) <= LONGEST]
        for number, place in enumerate(filled):
            inside = self.namer.index_words(name, place.indices, skip)
            line.append("  ·  " if number else "", "dim").append(f"{', '.join(inside)} " if inside else "", "italic")
            line.append_text(self._contents(place))
        yield line

    def _contents(self, place: SeenPlace) -> Text:
        if place.pieces is None:
            sort = next((p.sort for p in self.namer.layout.places if p.name == place.place), "")
            return Text(self.namer.counted(sort, place.count), "dim")
        if not place.count:
            return Text("–", "dim")
        shape = next((p.shape for p in self.namer.layout.places if p.name == place.place), "bag")
        if place.place == "box":
            return Text(str(place.count), "dim")
        mine = self.view.player is not None and self._owner(place.place, place.indices) == self.view.player
        dims = zip(self.namer.dims(place.place), place.indices, strict=True)
        told = [(d.type, index) for d, index in dims if isinstance(d.type, KindType)]
        drawn = [self.painter.piece(p, told) for p in place.pieces]
        most = len(drawn) if mine else LONGEST
        if place.place in self.counted_from and len(drawn) <= most:
            return Text(", ").join(drawn)
        return self._pieces(drawn, shape in ("bag", "hand"), most)

    def _pieces(self, drawn: list[Text], unordered: bool, most: int) -> Text:
        """Pieces, alike ones counted: in a bag or hand all, else those that follow each other. The own are never cut."""
        line = Text()
        if unordered:
            first = {key: n for n, key in reversed(list(enumerate(map(_look, drawn))))}
            drawn = sorted(drawn, key=lambda d: first[_look(d)])
        alike = [list(same) for _, same in groupby(drawn, _look)]
        groups = [(same[0], len(same)) for same in alike]
        for number, (text, count) in enumerate(groups[:most]):
            line.append(", " if number else "")
            if count > 1:
                line.append(f"{count}×")
            line.append_text(text)
        rest = sum(count for _, count in groups[most:])
        return line.append(self.namer.say("more", what="", count=rest), "dim") if rest else line

    def _is_grid(self, name: str, places: list[SeenPlace]) -> bool:
        dims = self.namer.dims(name)
        layout = next((p for p in self.namer.layout.places if p.name == name), None)
        if layout is None or layout.shape != "spot" or len(dims) != 2 or self._player_dim(name) is not None:
            return False
        return all(1 < d.size <= WIDEST for d in dims) and all(p.pieces is not None for p in places)

    def _grid(self, name: str, places: list[SeenPlace]) -> Iterator[Text]:
        across, up = self.namer.dims(name)
        held = {p.indices: self.painter.piece(p.pieces[0]) if p.pieces else Text("·", "dim") for p in places}
        columns = [self.namer.value(across.type, across.low + n) for n in range(across.size)]
        rows = [self.namer.value(up.type, up.low + n) for n in range(up.size)]
        side = max(map(width, rows))
        wide = max(width(t) for t in (*columns, *(d.plain for d in held.values())))
        right, high = self.namer.within(name, across.name), self.namer.within(name, up.name)
        yield Text(f"  {self.namer.say('across', place=self.namer.place(name), across=right, up=high)}", "dim")
        for y in reversed(range(up.size)):
            line = Text(f"  {' ' * (side - width(rows[y]))}{rows[y]} ", "dim")
            for x in range(across.size):
                cell = held[across.low + x, up.low + y]
                line.append(" ").append_text(cell).append(" " * (wide - width(cell.plain)))
            yield line
        head = "".join(f" {c}{' ' * (wide - width(c))}" for c in columns)
        yield Text(f"  {' ' * side} {head}".rstrip(), "dim")

    # ---- numbers ---------------------------------------------------------------------------------
    def _numbers(self, name: str, bank: bool, numbers: list[SeenNumber]) -> Text:
        called = self.namer.word(name, 2)
        line = Text(f"  {self.namer.say('bank', what=called) if bank else called}  ", "")
        line.stylize("dim")
        skip = None if bank else self._player_dim(name)
        if self._are_truths(name, numbers, skip):
            held = [", ".join(self._inside(number, skip)) for number in numbers if number.value]
            return line.append("  ·  ".join(held)) if held else line.append("–", "dim")
        for n, number in enumerate(numbers):
            inside = self._inside(number, skip)
            line.append("  ·  " if n else "", "dim").append(f"{', '.join(inside)} " if inside else "", "italic")
            line.append_text(self._number(number))
        return line

    def _are_truths(self, name: str, numbers: list[SeenNumber], skip: int | None) -> bool:
        """Whether it is enough to list those that hold: several truths, all seen."""
        marker = next((m for m in self.namer.layout.markers if m.name == name), None)
        if marker is None or not isinstance(marker.type, TruthType) or any(n.hidden or n.value is None for n in numbers):
            return False
        return all(self._inside(number, skip) for number in numbers)

    def _inside(self, number: SeenNumber, skip: int | None) -> list[str]:
        if not number.bank:
            return self.namer.index_words(number.name, number.indices, skip)
        dims = self.namer.dims(number.name)[1:]
        return [self.namer.value(d.type, v) for d, v in zip(dims, number.indices, strict=False)]

    def _number(self, number: SeenNumber) -> Text:
        if number.hidden:
            return Text("?", "dim")
        marker: Any = next((m for m in self.namer.layout.markers if m.name == number.name), None)
        if marker is None:
            bank = [n for t in self.namer.layout.tallies if t.name == number.name for n in t.start]
            endless = number.bank and all(n == UNLIMITED for n in bank)
            return Text(self.namer.say("unlimited") if endless or number.value is None else str(number.value))
        if number.value is None:
            return Text(self.namer.value(marker.type, None), "dim")
        return Text(self.namer.value(marker.type, number.value), self.painter.value_style(marker.type, number.value))
