"""A table as data for a page that draws it: zones, families of places, cells, pieces, numbers. No game is known here.

Comes in: a view and a namer. Goes out: plain dicts and lists, ready for JSON.

    zone    {seat, name, families, numbers}          seat None: what belongs to nobody
    family  {name, word, shape, grid, counted, cells}  shape: bag, deck, pile, row, hand, spot; grid: the board's sides or None
    cell    {id, label, notes, colour, count, pieces, at}   pieces None: not seen; at: column and row in a grid;
                                                     notes: {text, colour}, what the rules say of such a place
    piece   {icon, drawing, text, colour, label}     its id is the cell's with its position: `17:2`
    number  {name, bank, entries}                    entry: {label, text, colour}
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from rulekit.engine.view import SeenNumber, SeenPiece, SeenPlace, View
from rulekit.model.types import KindType, ListType, Type
from rulekit.program.program import CellValue, as_number
from rulekit.report.table.arranged import NOWHERE_ELSE, Arranged, Elsewhere, player_dim_skipped
from rulekit.report.table.looks import Painter, painter
from rulekit.report.table.table import counted_from
from rulekit.report.words import Namer

Data = dict[str, object]
MOST_NOTES = 8
MOST_PIECES = 20_000  # looks that are remembered


@define
class Drawer:
    """Draws the tables of one game in one language; how a piece looks and what a place is called is remembered."""

    namer: Namer
    painter: Painter = field(init=False)
    counted_from: frozenset[str] = field(init=False)
    pieces: dict[SeenPiece, Data] = field(factory=dict)
    cells: dict[tuple[str, tuple[int, ...], bool], Data] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.painter, self.counted_from = painter(self.namer), counted_from(self.namer)

    def board(self, view: View, elsewhere: Elsewhere = NOWHERE_ELSE) -> list[Data]:
        """Return all zones: common things first, then the players. `elsewhere`: what has its place in a scene."""
        drawing = _Board(self, self.namer, Arranged(self.namer, view, elsewhere))
        zones = [drawing.zone(seat) for seat in (None, *range(self.namer.layout.players))]
        return [z for z in zones if z["families"] or z["numbers"] or z["seat"] is not None]

    def piece(self, piece: SeenPiece) -> Data:
        """Return a piece that is seen."""
        known = self.pieces.get(piece)
        if known is None:
            drawn = self.painter.drawn(piece)
            label = self.namer.seen(piece)
            known = {"icon": drawn.icon, "drawing": drawn.drawing, "text": drawn.text, "colour": drawn.colour, "label": label}
            if len(self.pieces) >= MOST_PIECES:
                self.pieces.clear()
            self.pieces[piece] = known
        return known


@frozen
class _Board:
    drawer: Drawer
    namer: Namer
    arranged: Arranged

    def zone(self, seat: int | None) -> Data:
        families = [self._family(name, places) for name, places in self.arranged.places(seat)]
        numbers = [n for name, bank, group in self.arranged.numbers(seat) for n in self._numbers(name, bank, group)]
        name = "" if seat is None else self.namer.player(seat)
        return {"seat": seat, "name": name, "families": families, "numbers": numbers}

    # ---- places ----------------------------------------------------------------------------------
    def _family(self, name: str, places: list[SeenPlace]) -> Data:
        grid = self._sides(name) if self.arranged.is_grid(name, places) else None
        return {
            "name": name,
            "word": self.namer.place(name),
            "shape": self.arranged.shape(name),
            "grid": grid,
            "counted": name in self.drawer.counted_from,
            "cells": [self._cell(place, grid is not None) for place in places],
        }

    def _sides(self, name: str) -> Data:
        across, up = self.namer.dims(name)
        return {
            "across": self.namer.within(name, across.name),
            "up": self.namer.within(name, up.name),
            "columns": [self.namer.value(across.type, across.low + n) for n in range(across.size)],
            "rows": [self.namer.value(up.type, up.low + n) for n in range(up.size)],
        }

    def _cell(self, place: SeenPlace, in_grid: bool) -> Data:
        key = (place.place, place.indices, in_grid)
        known = self.drawer.cells.get(key)
        if known is None:
            known = self.drawer.cells[key] = self._bare_cell(place, in_grid)
        pieces = None if place.pieces is None else [self.drawer.piece(p) for p in place.pieces]
        return known | {"count": place.count, "pieces": pieces}

    def _bare_cell(self, place: SeenPlace, in_grid: bool) -> Data:
        """Return a place without what lies there."""
        dims, told = self.namer.dims(place.place), self.arranged.kinds(place)
        label = ", ".join(player_dim_skipped(self.namer, place))
        colours = (self.drawer.painter.value_style(kind, value) for kind, value in told)
        at = [i - d.low for d, i in zip(dims, place.indices, strict=True)] if in_grid else None
        colour = next((c for c in colours if c), "")
        notes = [self._note(kind, value) for kind, value in self._kind_values(told)]
        return {
            "notes": notes,
            "id": cell_number(self.namer, place),
            "label": label,
            "colour": colour,
            "count": 0,
            "pieces": None,
            "at": at,
        }

    def _kind_values(self, told: list[tuple[Type, CellValue]]) -> list[tuple[Type, CellValue]]:
        """Return what the kinds that a place stands for say themselves: the cells of a cup, the tables at a chair."""
        found: list[tuple[Type, CellValue]] = []
        for kind, value in told:
            name = kind.kind if isinstance(kind, KindType) else ""
            types = {a.name: a.domain.type for k in self.namer.model.kinds if k.name == name for a in k.attributes}
            for attr, values in next((k.attrs for k in self.namer.layout.kinds if k.name == name), ()):
                of = types.get(attr)
                listed = values[as_number(value)] if isinstance(of, ListType) and isinstance(of.of, KindType) else ()
                if isinstance(of, ListType) and isinstance(listed, tuple):
                    found += [(of.of, one) for one in listed]
        return found[:MOST_NOTES]

    def _note(self, kind: Type, value: CellValue) -> Data:
        return {"text": self.namer.value(kind, value), "colour": self.drawer.painter.value_style(kind, value)}

    # ---- numbers ---------------------------------------------------------------------------------
    def _numbers(self, name: str, bank: bool, numbers: list[SeenNumber]) -> Iterator[Data]:
        entries: list[Data] = []
        if self.arranged.are_truths(name, numbers):
            entries = [{"label": "", "text": ", ".join(self.arranged.inside(n)), "colour": ""} for n in numbers if n.value]
        else:
            entries = [self._entry(number) for number in numbers]
        if entries:
            yield {"name": self.arranged.number_name(name, bank), "bank": bank, "entries": entries}

    def _entry(self, number: SeenNumber) -> Data:
        kind = self.arranged.type_of(number)
        shown = kind is not None and not number.hidden and number.value is not None
        colour = self.drawer.painter.value_style(kind, number.value) if kind is not None and shown else ""
        return {"label": ", ".join(self.arranged.inside(number)), "text": self.arranged.number_text(number), "colour": colour}


def cell_number(namer: Namer, place: SeenPlace) -> int:
    """Return the number of the cell that a place has in the state."""
    if place.place == "box":
        return namer.layout.box
    layout = next(p for p in namer.layout.places if p.name == place.place)
    offset = 0
    for dim, index in zip(layout.dims, place.indices, strict=True):
        offset = offset * dim.size + index - dim.low
    return layout.base + offset
