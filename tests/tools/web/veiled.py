"""States that look the same to somebody who looks at a table (a seat, or `OPEN`): what they do not see is exchanged."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

from attrs import evolve

from rulekit.engine.engine import Engine
from rulekit.engine.moves import Move, Part
from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.engine.runtime.constant_tables import owner_of
from rulekit.engine.state import State
from rulekit.engine.view import OPEN, may_see
from rulekit.model.types import OptionalType, PieceType
from rulekit.program.program import FROZEN, Cells

Other = dict[int, int]


def unseen(engine: Engine, state: State, looker: int) -> set[int]:
    """Pieces that lie where the looker does not see them, and of which nothing else tells (open markers, running rules)."""
    layout, cells = engine.program.layout, state.cells
    low, high = layout.data
    seen = {n for cell in cells[high:] for n in pieces_in(cell) if isinstance(n, int)} | set(pieces_in(cells[layout.box]))
    for marker in layout.markers:
        if isinstance(marker.type.of if isinstance(marker.type, OptionalType) else marker.type, PieceType):
            seen |= {n for cell in cells[marker.base : marker.base + marker.size] for n in pieces_in(cell)}
    for place in layout.places:
        for offset in range(place.size):
            if may_see(place.sight, owner_of(place.dims, offset), looker):
                cell = place.base + offset
                seen |= {*pieces_in(cells[cell]), *(pieces_in(cells[FROZEN][cell - low]) if cells[FROZEN] else ())}
    return {piece for piece in range(len(engine.code.tables.sort_of)) if piece not in seen}


def exchange(engine: Engine, pieces: set[int], dice: random.Random) -> Other:
    """Other pieces of the same sort for some pieces."""
    groups: dict[int, list[int]] = defaultdict(list)
    for piece in sorted(pieces):
        groups[engine.code.tables.sort_of[piece]].append(piece)
    other: Other = {}
    for group in groups.values():
        other |= dict(zip(group, dice.sample(group, len(group)), strict=True))
    return other


def renamed(engine: Engine, state: State, other: Other) -> State:
    """The state with other pieces in their places."""
    low, cells = engine.program.layout.data[0], Cells(state.cells)
    frozen = list(cells[FROZEN]) if cells[FROZEN] is not None else None
    for cell, shape in engine.code.tables.shape.items():
        cells[cell] = _put(cells[cell], other, shape)
        if frozen is not None:
            frozen[cell - low] = _put(frozen[cell - low], other, shape)
    cells[FROZEN] = None if frozen is None else tuple(frozen)
    return State(tuple(cells))


def _put(value: Any, other: Other, shape: str) -> Any:
    if not isinstance(value, tuple):
        return other.get(value, value)
    pieces = tuple(other.get(p, p) for p in value)
    return tuple(sorted(pieces)) if shape in ("bag", "hand") else pieces


def renamed_move(move: Move, other: Other) -> Move:
    """The move with other pieces chosen."""
    return evolve(move, parts=tuple(_part(part, other) for part in move.parts))


def _part(part: Part, other: Other) -> Part:
    if part.pick is None or "Piece" not in repr(part.pick.type):
        return part
    value = part.pick.value
    return evolve(part, pick=evolve(part.pick, value=_put(value, other, "row")))


def with_other_values(engine: Engine, state: State, looker: int, dice: random.Random) -> State:
    """The state with other values in the markers that the looker does not see."""
    cells = Cells(state.cells)
    for marker in engine.program.layout.markers:
        hidden = [n for n in range(marker.size) if not may_see(marker.sight, owner_of(marker.dims, n), looker)]
        values = [cells[marker.base + n] for n in hidden]
        for n, value in zip(hidden, dice.sample(values, len(values)), strict=True):
            cells[marker.base + n] = value
    return State(tuple(cells))


def lookers(engine: Engine) -> tuple[int, ...]:
    """Everybody who can look."""
    return (OPEN, *range(engine.program.layout.players))
