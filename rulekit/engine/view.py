"""Views: what one player may see. Derived from the sight of places and markers, never written by hand.

A view has no piece numbers and no seed; of what a player does not see it tells how many there are.
Two lookers are no players: `None` sees everything, `OPEN` only what is open to everybody.
"""

from __future__ import annotations

from attrs import frozen

from rulekit.engine.engine import Engine
from rulekit.engine.runtime.constant_tables import owner_of, sees
from rulekit.engine.state import State
from rulekit.model.expressions import Value
from rulekit.model.types import PieceType
from rulekit.program.layout import combinations
from rulekit.program.program import ACTIVE, FROZEN, ME, Cells, CellValue, Family, pieces_held

OPEN = -1  # somebody who only watches


@frozen
class SeenPiece:
    """A piece as it lies open: its sort and all its attributes."""

    sort: str
    attrs: tuple[tuple[str, Value], ...]


Inside = Value | SeenPiece | tuple["Inside", ...]  # a value; a piece as it looked then


@frozen
class SeenPlace:
    """A place: how many pieces it holds, and which, if the player sees them."""

    place: str
    indices: tuple[int, ...]
    count: int
    pieces: tuple[SeenPiece, ...] | None


@frozen
class SeenNumber:
    """A tally, a bank (`bank` True) or a marker; `hidden` if the player does not see it."""

    name: str
    indices: tuple[int, ...]
    value: CellValue | SeenPiece
    bank: bool = False
    hidden: bool = False


@frozen
class View:
    """All that a player (or `OPEN`, or None) may know of a state."""

    player: int | None
    active: int
    decider: int | None
    places: tuple[SeenPlace, ...]
    tallies: tuple[SeenNumber, ...]
    markers: tuple[SeenNumber, ...]


def view(engine: Engine, state: State, player: int | None) -> View:
    """Return what the player sees; other players' secret entries are shown as they were."""
    cells = Cells(state.cells)
    looker = _Looker(engine, cells, player)
    decider = None if engine.is_over(state) else cells[ME]
    return View(player, cells[ACTIVE], decider, looker.places(), looker.tallies(), looker.markers())


def seen_cells(engine: Engine, state: State, player: int | None) -> Cells:
    """Return the cells of a state, with what others do in secret as it was before: no view tells of it, either."""
    cells = Cells(state.cells)
    looker, layout = _Looker(engine, Cells(state.cells), player), engine.program.layout
    if cells[FROZEN] is None or player is None:
        return cells
    families: tuple[Family, ...] = (*layout.places, *layout.tallies, *layout.markers)
    for family in families:
        for spot in _spots(engine, family):
            cells[spot.cell] = looker._value(spot.cell, spot.owner)
    for bank, count in ((t.bank, t.banks) for t in layout.tallies if t.bank is not None):
        cells[bank : bank + count] = [looker._value(cell, None, False) for cell in range(bank, bank + count)]
    return cells


def may_see(sight: str, owner: int | None, looker: int | None) -> bool:
    """Return whether somebody (a player, `OPEN` or None) sees what has this sight and owner."""
    if looker is None or looker == OPEN:
        return looker is None or sight == "open"
    return sees(sight, owner, looker)


def describe(engine: Engine, cells: Cells, piece: int) -> SeenPiece:
    """Return a piece with all its attributes."""
    known: dict[int, SeenPiece] = engine.memory.setdefault("pieces", {})
    if piece in known:
        return known[piece]
    tables, layout = engine.code.tables, engine.program.layout
    sort = layout.sorts[tables.sort_of[piece]]
    attribute = engine.code.space["attribute"]
    seen = SeenPiece(sort.name, tuple((a.name, attribute(cells, piece, a.name)) for a in sort.attrs))
    if all(a.base is None for a in sort.attrs):  # it will always look so
        known[piece] = seen
    return seen


@frozen
class _Spot:
    """One of a family: its indices, its cell, whose it is."""

    indices: tuple[int, ...]
    cell: int
    owner: int | None


def _spots(engine: Engine, family: Family) -> tuple[_Spot, ...]:
    """Return all members of a family of places, tallies or markers."""
    known: dict[int, tuple[_Spot, ...]] = engine.memory.setdefault("spots", {})
    if family.base not in known:
        found = enumerate(combinations(family.dims))
        known[family.base] = tuple(_Spot(indices, family.base + n, owner_of(family.dims, n)) for n, indices in found)
    return known[family.base]


@frozen
class _Looker:
    engine: Engine
    cells: Cells
    player: int | None

    def _value(self, cell: int, owner: int | None, family: bool = True) -> CellValue:
        """Return a cell's value; while choices are secret, that of another player as it was before."""
        frozen_cells = self.cells[FROZEN]
        if frozen_cells is None or self.player is None or owner == self.player or (family and owner is None):
            return self.cells[cell]
        return frozen_cells[cell - self.engine.program.layout.data[0]]

    def places(self) -> tuple[SeenPlace, ...]:
        """Return all places, the box last."""
        layout = self.engine.program.layout
        found = []
        for place in layout.places:
            for spot in _spots(self.engine, place):
                held = self._value(spot.cell, spot.owner)
                found.append(self._place(place.name, spot.indices, held, may_see(place.sight, spot.owner, self.player)))
        found.append(self._place("box", (), self.cells[layout.box], True))
        return tuple(found)

    def _place(self, name: str, indices: tuple[int, ...], held: CellValue, seen: bool) -> SeenPlace:
        pieces = pieces_held(held)
        shown = tuple(describe(self.engine, self.cells, p) for p in pieces) if seen else None
        return SeenPlace(name, indices, len(pieces), shown)

    def tallies(self) -> tuple[SeenNumber, ...]:
        """Return all tallies and their banks: everybody knows them."""
        found = []
        for tally in self.engine.program.layout.tallies:
            for spot in _spots(self.engine, tally):
                found.append(SeenNumber(tally.name, spot.indices, self._value(spot.cell, spot.indices[0])))
            if tally.bank is not None:
                for offset, indices in enumerate(combinations(tally.dims[1:])):
                    found.append(SeenNumber(tally.name, indices, self._value(tally.bank + offset, None, False), bank=True))
        return tuple(found)

    def markers(self) -> tuple[SeenNumber, ...]:
        """Return all markers that the player sees; a piece in a marker is described."""
        found = []
        for marker in self.engine.program.layout.markers:
            for spot in _spots(self.engine, marker):
                value: CellValue | SeenPiece = self._value(spot.cell, spot.owner)
                hidden = not may_see(marker.sight, spot.owner, self.player)
                if isinstance(marker.type, PieceType) and isinstance(value, int):
                    value = describe(self.engine, self.cells, value)
                found.append(SeenNumber(marker.name, spot.indices, None if hidden else value, hidden=hidden))
        return tuple(found)
