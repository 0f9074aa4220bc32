"""A scene as data for a page that draws it. Every part has a `kind`; ids of places are those of the state's cells.

scene    {middle: grid or null, areas: [{seat, grid}]}
grid     {kind, name, word, rows, columns, whole, lies, look, cells, lines: [[id, id]]}
             cells: {at: [row, column, rows, columns], part, seat: of the player towards whom it lies, or null}
words    {kind, text, look, heading, name?, word?}         a text, a heading, a value (of a marker, which has a name)
number   {kind, name, word, text, look, bank, owner}       a tally, a bank, a marker; bank null: worked out
place    {kind, id, place, word, label, shape, lies, look, printed, count, pieces, position, named,
          owner}                                           owner: the seat of the player whose it is, or null
pieces   {kind, pieces}; picture {kind, cells: [pieces or null]}
table    {kind, name, word, head, rows, looks}                      looks: of the first word of each row
look     {text, icon, colour, shape}
piece    {icon, text, colour, label, shape, tilted, face: grid or null}
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field

from rulekit.engine.view import SeenPiece
from rulekit.report.scene.make_scene import SceneMaker
from rulekit.report.scene.scene import Drawn, Grid, Number, Part, Picture, Pieces, Scene, Spot, Table, Words
from rulekit.report.table.arranged import player_dim_skipped
from rulekit.report.table.board import Data, Drawer, cell_number


@define
class SceneDrawer:
    """Draws the scenes of one game in one language."""

    maker: SceneMaker
    drawer: Drawer
    _pieces: dict[SeenPiece, Data] = field(factory=dict)
    _faces: Mapping[SeenPiece, Grid] = field(factory=dict)  # those of the scene that is drawn, which ask for the table
    _places: dict[tuple[str, tuple[int, ...], int | None, bool, str], Data] = field(factory=dict)

    def data(self, scene: Scene) -> Data:
        """Return a scene as plain data."""
        self._faces = scene.faces
        areas = [{"seat": seat, "grid": self.part(area)} for seat, area in scene.areas]
        return {"middle": None if scene.middle is None else self.part(scene.middle), "areas": areas}

    def part(self, part: Part) -> Data:
        """Return a part as plain data."""
        match part:
            case Grid():
                return self._grid(part)
            case Words(text=text, look=look, heading=heading, seen=seen):
                named = {} if seen is None else {"name": seen.name, "word": self.maker.looks.heading(seen.name).text}
                return {"kind": "words", "text": text, "look": _look(look), "heading": heading} | named
            case Number():
                return self._number(part)
            case Spot():
                return self._place(part)
            case Pieces(pieces=pieces):
                return {"kind": "pieces", "pieces": list(map(self._piece, pieces))}
            case Picture(cells=cells):
                return {"kind": "picture", "cells": [None if cell is None else list(map(self._piece, cell)) for cell in cells]}
            case Table(name=name, head=head, rows=rows, looks=looks):
                word = self.drawer.namer.word(name)
                told = {"head": list(head), "rows": list(map(list, rows)), "looks": list(map(_look, looks))}
                return {"kind": "table", "name": name, "word": word} | told

    def _grid(self, grid: Grid) -> Data:
        cells = [{"at": [c.row, c.column, c.rows, c.columns], "part": self.part(c.part), "seat": c.seat} for c in grid.cells]
        ids = [[cell_number(self.drawer.namer, seen) for seen in pair] for pair in grid.lines]
        word = self.drawer.namer.word(grid.name) if grid.name else ""
        return {
            "kind": "grid", "name": grid.name, "word": word, "rows": grid.rows, "columns": grid.columns, "whole": grid.whole,
            "lies": grid.lies, "look": _look(grid.look), "cells": cells, "lines": ids,
        }  # fmt: skip

    def _number(self, number: Number) -> Data:
        bank = None if number.seen is None else number.seen.bank
        word = self.maker.looks.heading(number.name).text
        return {
            "kind": "number", "name": number.name, "word": word, "text": number.text, "look": _look(number.look), "bank": bank,
            "owner": number.owner,
        }  # fmt: skip

    def _place(self, spot: Spot) -> Data:
        seen = spot.seen
        key = (seen.place, seen.indices, spot.position, spot.named, spot.lies)
        known = self._places.get(key)
        if known is None:
            known = self._places[key] = self._bare_place(spot)
        pieces = None if seen.pieces is None else list(map(self._piece, seen.pieces))
        return known | {"count": seen.count, "pieces": pieces}

    def _bare_place(self, spot: Spot) -> Data:
        """Return a place without what lies there."""
        seen, namer = spot.seen, self.drawer.namer
        printed = None if spot.printed is None else [{"text": word.text, "look": _look(word.look)} for word in spot.printed]
        return {
            "kind": "place", "id": cell_number(namer, seen), "place": seen.place, "word": namer.place(seen.place),
            "label": ", ".join(player_dim_skipped(namer, seen)), "shape": self.maker.looks.shape(seen.place), "lies": spot.lies,
            "look": _look(spot.look), "printed": printed, "position": spot.position, "named": spot.named,
            "owner": None if (at := namer.player_dim(seen.place)) is None else seen.indices[at],
        }  # fmt: skip

    def _piece(self, piece: SeenPiece) -> Data:
        known = self._pieces.get(piece)
        if known is None:
            face = self.maker.face(piece)
            shape = self.maker.looks.piece_shape(piece)
            tilted = self.maker.looks.is_tilted(piece)
            more = {"shape": shape, "tilted": tilted, "face": None if face is None else self.part(face)}
            known = self._pieces[piece] = self.drawer.piece(piece) | more | {"text": self._written(piece)}
        now = self._faces.get(piece)
        return known if now is None else known | {"face": self.part(now)}

    def _written(self, piece: SeenPiece) -> str:
        """Return what is written on a piece: not whose it is, where its colour tells that."""
        painter = self.drawer.painter
        return painter.drawn(piece, painter.players_shown(piece)).text


def _look(look: Drawn) -> Data:
    return {"text": look.text, "icon": look.icon, "colour": look.colour, "shape": look.shape}
