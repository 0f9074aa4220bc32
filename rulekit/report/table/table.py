"""The table as a player sees it: places, tallies and markers of a view, common things first, then player by player.

Comes in: a view and a namer, and how wide the screen is. Goes out: rich Texts, one a line; their `plain` is the text
without colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from attrs import frozen
from rich.text import Text

from rulekit.engine.view import SeenNumber, SeenPlace, View
from rulekit.model.analysis.game_index import all_expressions
from rulekit.model.expressions import PieceAt
from rulekit.model.model_walk import everything
from rulekit.report.line_wrap import fold
from rulekit.report.table.arranged import NOWHERE_ELSE, Arranged, Elsewhere
from rulekit.report.table.looks import SEATS, Painter, painter
from rulekit.report.text import width
from rulekit.report.words import Namer

MOST_PIECES_SHOWN = 12


@frozen
class Scenery:
    """What is drawn already as its file lays it out: lines of the middle (None) and of players; None: they did not fit.

    `elsewhere`: what is not said again; `without`: what is not even said where lines did not fit.
    """

    lines: Mapping[int | None, Sequence[Text] | None] = MappingProxyType({})
    elsewhere: Elsewhere = NOWHERE_ELSE
    without: frozenset[tuple[str, str]] = frozenset()


NO_SCENERY = Scenery()


def table_lines(
    namer: Namer,
    view: View,
    coloured: bool = False,
    wide: int | None = None,
    brief: bool = False,
    scenery: Scenery = NO_SCENERY,
) -> list[Text]:
    """Return the whole table; without colours what only they tell is said; no line is wider than the screen, if there is one.

    `brief`: without numbers and markers that say nothing, because they are 0, none or no for everybody. `scenery`: what is drawn
    as its file lays it out; nothing of it is said again.
    """
    arranged = Arranged(namer, view, Elsewhere(scenery.without))
    idle = arranged.idle() if brief else frozenset[str]()
    rest = Arranged(namer, view, scenery.elsewhere)
    table = _Table(namer, view, arranged, painter(namer, coloured), counted_from(namer), wide, idle, scenery, rest)
    lines = table.lines()
    return [part for line in lines for part in (fold(line, wide) if wide else [line])]


def counted_from(namer: Namer) -> frozenset[str]:
    """Return the places whose rows the rules speak of: there every piece is shown by itself."""
    parts = (part for _, part in all_expressions(namer.model))
    return frozenset(node.place for part in parts for node in everything(part) if isinstance(node, PieceAt))


def _look(drawn: Text) -> tuple[str, str]:
    return drawn.plain, str(drawn.style)


def pieces_line(namer: Namer, drawn: list[Text], unordered: bool, most: int, between: str = ", ") -> Text:
    """Return pieces, alike ones counted: in a bag or hand all, else those that follow each other; at most so many groups."""
    line = Text()
    if unordered:
        first = {key: n for n, key in reversed(list(enumerate(map(_look, drawn))))}
        drawn = sorted(drawn, key=lambda d: first[_look(d)])
    alike = [list(same) for _, same in groupby(drawn, _look)]
    groups = [(same[0], len(same)) for same in alike]
    for number, (text, count) in enumerate(groups[:most]):
        line.append(between if number else "")
        if count > 1:
            line.append(f"{count}×")
        line.append_text(text)
    rest = sum(count for _, count in groups[most:])
    return line.append(namer.say("more", what="", count=rest), "dim") if rest else line


@frozen
class _Table:
    namer: Namer
    view: View
    arranged: Arranged
    painter: Painter
    counted_from: frozenset[str]
    wide: int | None
    idle: frozenset[str]  # numbers and markers that are left out
    scenery: Scenery
    rest: Arranged

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
        """Yield what belongs to a player, or (None) to nobody."""
        drawn = self.scenery.lines.get(seat, ())
        yield from drawn or ()
        arranged = self.arranged if drawn is None else self.rest
        for name, places in arranged.places(seat):
            yield from self._family(name, places)
        for name, bank, numbers in arranged.numbers(seat):
            if bank or name not in self.idle:
                yield self._numbers(name, bank, numbers)

    # ---- places ----------------------------------------------------------------------------------
    def _family(self, name: str, places: list[SeenPlace]) -> Iterator[Text]:
        grid = list(self._grid(name, places)) if self.arranged.is_grid(name, places) else []
        if grid and (not self.wide or max(width(line.plain) for line in grid[1:]) <= self.wide):
            yield from grid
            return
        line = Text(f"  {self.namer.place(name)}  ", "")
        line.stylize("dim")
        if len(places) > 1 and not any(p.count for p in places):
            yield line.append(self.namer.say("all_empty"), "dim")
            return
        skip = self.arranged.player_dim(name)
        filled = [p for p in places if p.count or len(places) <= MOST_PIECES_SHOWN]
        for number, place in enumerate(filled):
            self._go_on(line, number, self.namer.index_words(name, place.indices, skip))
            line.append_text(self._contents(place))
        yield line

    def _go_on(self, line: Text, number: int, inside: list[str]) -> None:
        """Begin with one of a family; an index that is a number is told by a colon from the number of what is there."""
        told = ", ".join(inside)
        line.append("  ·  " if number else "", "dim")
        if told:
            line.append(self.namer.say("labelled", name=told, text="") if told[-1].isdecimal() else f"{told} ", "italic")

    def _contents(self, place: SeenPlace) -> Text:
        if place.pieces is None:
            sort = next((p.sort for p in self.namer.layout.places if p.name == place.place), "")
            return Text(self.namer.counted(sort, place.count), "dim")
        if not place.count:
            return Text("–", "dim")
        if place.place == "box":
            return Text(str(place.count), "dim")
        mine = self.view.player is not None and self.arranged.owner(place.place, place.indices) == self.view.player
        told = self.arranged.kinds(place)
        drawn = [self.painter.piece(p, told) for p in place.pieces]
        most = len(drawn) if mine else MOST_PIECES_SHOWN
        if place.place in self.counted_from and len(drawn) <= most:
            return Text(", ").join(drawn)
        return pieces_line(self.namer, drawn, self.arranged.shape(place.place) in ("bag", "hand"), most)

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
        line = Text(f"  {self.arranged.number_name(name, bank)}  ", "")
        line.stylize("dim")
        if self.arranged.are_truths(name, numbers):
            held = [", ".join(self.arranged.inside(number)) for number in numbers if number.value]
            return line.append("  ·  ".join(held)) if held else line.append("–", "dim")
        for n, number in enumerate(numbers):
            self._go_on(line, n, self.arranged.inside(number))
            line.append_text(self._number(number))
        return line

    def _number(self, number: SeenNumber) -> Text:
        text, kind = self.arranged.number_text(number), self.arranged.type_of(number)
        if number.hidden or (kind is not None and number.value is None):
            return Text(text, "dim")
        return Text(text) if kind is None else Text(text, self.painter.value_style(kind, number.value))
