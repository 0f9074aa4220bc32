"""A state of a game: plain data with its position in the flow. It can be copied, compared, hashed and written to JSON."""

from __future__ import annotations

from typing import TypeAlias, TypeGuard

from attrs import field, frozen

from rulekit.diagnostics import NOWHERE, Checked, finding
from rulekit.program.program import (
    ACTIVE,
    COUNTER,
    DECIDER,
    ME,
    PC,
    SEED,
    Cells,
    CellValue,
    KeptCells,
    Program,
    as_number,
    as_pieces,
)
from rulekit.records import Json
from rulekit.wording import sentence

Plain: TypeAlias = "int | list[Plain] | None"
MASK = 0xFFFFFFFFFFFFFFFF


@frozen
class State:
    """All cells of a game; never changed, only followed by other states."""

    cells: KeptCells = field(converter=KeptCells)

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self.cells[ACTIVE]

    def to_json(self) -> list[Json]:
        """Plain lists, numbers, truths and None."""
        return [_plain(value) for value in self.cells]


def _plain(value: CellValue) -> Json:
    """Return a value of a cell with lists for tuples."""
    return [_plain(v) for v in value] if isinstance(value, tuple) else value


def _frozen(value: list[Plain] | Plain) -> CellValue:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def from_json(program: Program, data: object) -> Checked[State]:
    """Return a state read back; it must have the shape of this program's states, with every piece in one place."""
    if not _is_plain(data, 0) or not isinstance(data, list) or len(data) != program.layout.size:
        hint = sentence("it was saved with other rules, options or another number of players")
        return Checked(None, (finding("RK550", NOWHERE, "this is no saved state of this game", hint),))
    cells = KeptCells(map(_frozen, data))
    if not _stands(program, cells) or not _conserved(program, cells):
        return Checked(None, (finding("RK550", NOWHERE, "this saved state cannot be one of this game"),))
    return Checked(State(cells))


def _is_plain(value: object, depth: int) -> TypeGuard[Plain]:
    if isinstance(value, list):
        return depth < 5 and all(_is_plain(v, depth + 1) for v in value)
    return value is None or isinstance(value, int)


def _stands(program: Program, cells: KeptCells) -> bool:
    """Return whether the fixed cells can be those of a state between two moves."""
    players = range(program.layout.players)
    numbers = all(type(cells[c]) is int for c in (PC, ME, ACTIVE, SEED, COUNTER, DECIDER))
    return numbers and 0 <= cells[PC] < len(program.nodes) and cells[ME] in players and cells[ACTIVE] in players


def _conserved(program: Program, cells: KeptCells) -> bool:
    """Return whether every piece lies in exactly one place, and every other cell holds one value."""
    layout = program.layout
    spots = {c for p in layout.places if p.shape == "spot" for c in range(p.base, p.base + p.size)}
    places = {layout.box} | {c for p in layout.places for c in range(p.base, p.base + p.size)}
    held: list[int] = []
    for cell in range(*layout.data):
        value = cells[cell]
        if cell in places and cell not in spots:
            if not isinstance(value, tuple) or not all(type(v) is int for v in value):
                return False
            held.extend(as_pieces(value))
        elif isinstance(value, tuple) or (cell in spots and value is not None and type(value) is not int):
            return False
        elif cell in spots and value is not None:
            held.append(as_number(value))
    return sorted(held) == list(range(sum(s.count for s in layout.sorts)))


def first_cells(program: Program, seed: int) -> Cells:
    """Return the cells before `setup`: every piece in its start place, everything in the banks."""
    layout = program.layout
    cells = Cells([None] * layout.size)
    cells[PC], cells[ME], cells[ACTIVE] = program.entry, 0, 0
    cells[SEED], cells[COUNTER], cells[DECIDER] = seed & MASK, 0, -1
    cells[layout.box] = ()
    for place in layout.places:
        if place.shape != "spot":
            cells[place.base : place.base + place.size] = [()] * place.size
    spots = {c for p in layout.places if p.shape == "spot" for c in range(p.base, p.base + p.size)}
    piles: dict[int, list[int]] = {}
    for sort in layout.sorts:
        for number, home in enumerate(sort.start):
            piece = sort.first + number
            if home in spots:
                cells[home] = piece
            else:
                piles.setdefault(home, []).append(piece)
        for attr in sort.attrs:
            if attr.base is not None:
                cells[attr.base : attr.base + sort.count] = attr.values
    for home, pieces in piles.items():
        cells[home] = tuple(pieces)
    for tally in layout.tallies:
        cells[tally.base : tally.base + tally.size] = [0] * tally.size
        if tally.bank is not None:
            cells[tally.bank : tally.bank + tally.banks] = tally.start
    for marker in layout.markers:
        cells[marker.base : marker.base + marker.size] = marker.start
    return cells
