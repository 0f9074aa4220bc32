"""A move in words, for the player who made it and for those who may not know all of it.

Comes in: the states before and after, the move, who listens (a player, `OPEN`, or None: somebody who may know everything).
Goes out: one short text.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from rulekit.engine.engine import Engine
from rulekit.engine.moves import Move, Part, Pick
from rulekit.engine.state import State
from rulekit.engine.tables import owner_of
from rulekit.engine.view import may_see
from rulekit.model.types import ListType, PieceType, Type
from rulekit.program.program import FROZEN, ME, Freeze
from rulekit.report.words import Namer

Said = Callable[[Namer, Engine, State, Move], str]


def has_secrets(engine: Engine) -> bool:
    """Whether players see different things."""
    if "secrets" not in engine.memory:
        layout = engine.program.layout
        sights = {p.sight for p in layout.places} | {m.sight for m in layout.markers}
        frozen = any(isinstance(node, Freeze) for node in engine.program.nodes)
        engine.memory["secrets"] = bool(sights & {"private", "others"}) or frozen
    return bool(engine.memory["secrets"])


def said_move(namer: Namer, engine: Engine, before: State, move: Move) -> str:
    """A move in the words of the menu it was chosen from."""
    offered = engine.moves(before)
    return namer.moves(offered, before.cells)[offered.index(move)]


def move_for(
    namer: Namer, engine: Engine, before: State, move: Move, after: State, listener: int | None, said: Said = said_move
) -> str:
    """A move in the words of the menu, with only what the listener may know of another player's choices."""
    if listener is None or listener == before.cells[ME] or not has_secrets(engine):
        return said(namer, engine, before, move)
    closed = after.cells[FROZEN] is not None or before.cells[FROZEN] is not None
    hidden = closed or any(m.sight != "open" for m in engine.program.layout.markers)
    seen = [p for p in move.parts if _is_open(engine, after, p, listener, closed, hidden)]
    pieces = [_piece(p.pick) for p in move.parts if p not in seen and p.pick is not None]
    unseen = [namer.word(sort, count) for sort, count in filter(None, pieces)]
    if not seen:
        return namer.say("moves_what", what=" ".join(unseen)) if unseen else namer.say("moves")
    told = namer.move(evolve(move, parts=tuple(seen)), before.cells)
    return " ".join((told, *(word for word in unseen if word not in told)))


def _is_open(engine: Engine, after: State, part: Part, listener: int, closed: bool, hidden: bool) -> bool:
    """Whether the listener may know of this part of a move."""
    if part.pick is None:
        return part.what == "start" or not hidden
    if _piece(part.pick) is None:
        return not hidden
    pieces = part.pick.value if isinstance(part.pick.value, tuple) else (part.pick.value,)
    return not closed and all(p is None or _sees(engine, after, p, listener) for p in pieces)


def _piece(pick: Pick) -> tuple[str, int] | None:
    """The sort and number of the pieces chosen; None: no pieces are chosen."""
    kind: Type = pick.type.of if isinstance(pick.type, ListType) else pick.type
    if not isinstance(kind, PieceType):
        return None
    return kind.sort, len(pick.value) if isinstance(pick.value, tuple) else 1


def _sees(engine: Engine, state: State, piece: int, listener: int) -> bool:
    cell = engine.code.space["find"](list(state.cells), piece)
    place = next((p for p in engine.program.layout.places if p.base <= cell < p.base + p.size), None)
    return place is None or may_see(place.sight, owner_of(place.dims, cell - place.base), listener)
