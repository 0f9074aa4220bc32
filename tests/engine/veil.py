"""What a player must not learn: the same state with other pieces where the player sees none, and what is shown of it."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

from rulekit.engine import best_reason
from rulekit.engine.best_reason import Reason
from rulekit.engine.engine import Engine
from rulekit.engine.explain import Refusal, Wanted, explore
from rulekit.engine.faults import Fault
from rulekit.engine.moves import Part
from rulekit.engine.state import State
from rulekit.model.types import ListType, OptionalType, PieceType, Type
from rulekit.program.program import FROZEN, Cells
from tests.engine.play import held


def unseen_pieces(engine: Engine, state: State, player: int) -> list[int]:
    """Pieces that lie where the player does not look, and of which nothing else tells (markers, locals of running rules)."""
    tables, layout = engine.code.tables, engine.program.layout
    cells = state.cells
    frozen = cells[FROZEN]
    low, high = layout.data
    seen = {n for cell in cells[high:] for n in _numbers(cell)}
    for marker in layout.markers:
        if isinstance(_plain(marker.type), PieceType):
            seen |= {n for cell in cells[marker.base : marker.base + marker.size] for n in held(cell)}
    for cell, sight in tables.sight.items():
        if sight[player]:
            seen |= set(held(cells[cell])) | set(held(frozen[cell - low]) if frozen is not None else ())
    return [piece for piece in range(len(tables.sort_of)) if piece not in seen]


def _numbers(value: Any) -> set[int]:
    if isinstance(value, tuple):
        return {n for v in value for n in _numbers(v)}
    return {value} if isinstance(value, int) else set()


def _plain(kind: Type) -> Type:
    return kind.of if isinstance(kind, OptionalType) else kind


def exchanged(engine: Engine, state: State, player: int, seed: int) -> State:
    """The same state with unseen pieces of each sort exchanged among themselves."""
    tables, low = engine.code.tables, engine.program.layout.data[0]
    groups: dict[int, list[int]] = defaultdict(list)
    for piece in unseen_pieces(engine, state, player):
        groups[tables.sort_of[piece]].append(piece)
    other: dict[int, int] = {}
    dice = random.Random(seed)
    for pieces in groups.values():
        other |= dict(zip(pieces, dice.sample(pieces, len(pieces)), strict=True))
    cells = Cells(state.cells)
    frozen = list(cells[FROZEN]) if cells[FROZEN] is not None else None
    for cell, shape in tables.shape.items():
        cells[cell] = _put(cells[cell], other, shape)
        if frozen is not None:
            frozen[cell - low] = _put(frozen[cell - low], other, shape)
    cells[FROZEN] = None if frozen is None else tuple(frozen)
    return State(tuple(cells))


def _put(value: Any, other: dict[int, int], shape: str) -> Any:
    if not isinstance(value, tuple):
        return other.get(value, value)
    pieces = tuple(other.get(p, p) for p in value)
    return tuple(sorted(pieces)) if shape in ("bag", "hand") else pieces


# ---- what is shown -------------------------------------------------------------------------------
def shown_value(engine: Engine, state: State, player: int, kind: Type, value: Any) -> Any:
    """A value as the player may know it: an unseen piece only by where it lies."""
    match kind:
        case _ if value is None:
            return None
        case OptionalType(of=of):
            return shown_value(engine, state, player, of, value)
        case ListType(of=of):
            return [shown_value(engine, state, player, of, v) for v in value]
        case PieceType():
            home = engine.code.space["find"](Cells(state.cells), value)
            if engine.code.tables.sight[home][player]:
                return value
            ordered = engine.code.tables.shape[home] not in ("bag", "hand")
            return ("unseen", home, held(state.cells[home]).index(value) if ordered else 0)
    return value


def _part(engine: Engine, state: State, player: int, part: Part) -> Any:
    pick = part.pick and (part.pick.name, shown_value(engine, state, player, part.pick.type, part.pick.value))
    return (part.what, part.address, part.action, part.bullet, pick)


def shown_moves(engine: Engine, state: State, player: int) -> Any:
    """What is offered, as shown to the player who decides; or what keeps the game from going on."""
    try:
        return [[_part(engine, state, player, p) for p in move.parts] for move in engine.moves(state)]
    except Fault as fault:
        return (fault.code, fault.rule.address)


def shown_refusals(engine: Engine, state: State, player: int) -> Any:
    """For every action what is offered and what is refused, and why, as shown to the player who decides."""
    found: list[tuple[object, ...]] = []
    for deed, role in engine.program.deeds:
        if role == "action":
            try:
                offered, refusals = explore(engine, state, Wanted(deed), player)
            except Fault as fault:
                found.append((deed, fault.code, fault.rule.address))
                continue
            parts = [[_part(engine, state, player, p) for p in move.parts] for move in offered]
            best = [(_refusal(engine, state, player, r.refusal), len(r.same), len(r.ways)) for r in _reasons(engine, state, deed)]
            found.append((deed, parts, [_refusal(engine, state, player, r) for r in refusals], best))
    return found


def _reasons(engine: Engine, state: State, deed: str) -> tuple[Reason, ...]:
    return best_reason.answer(engine, state, Wanted(deed)).reasons


def _refusal(engine: Engine, state: State, player: int, refusal: Refusal) -> Any:
    reason = [shown_value(engine, state, player, v.type, v.value) for v in (refusal.reason.values if refusal.reason else ())]
    values = [shown_value(engine, state, player, v.type, v.value) for v in refusal.values]
    return (refusal.how, refusal.address, reason, values, [_part(engine, state, player, p) for p in refusal.parts], refusal.late)
