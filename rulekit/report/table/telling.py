"""A move in words, for the player who made it and for those who may not know all of it.

Comes in: the states before and after, the move, who listens (a player, `OPEN`, or None: somebody who may know everything).
Goes out: one short text.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from rulekit.engine.engine import Engine
from rulekit.engine.moves import Move, Part, Pick
from rulekit.engine.runtime.constant_tables import owner_of
from rulekit.engine.state import State
from rulekit.engine.view import may_see
from rulekit.model.types import ListType, PieceType, Type
from rulekit.program.nodes import AnyNode, ForNext, Freeze, Start, successors
from rulekit.program.program import FROZEN, ME
from rulekit.report.words import Namer

Said = Callable[[Namer, Engine, State, Move], str]


def has_secrets(engine: Engine) -> bool:
    """Return whether players see different things."""
    if "secrets" not in engine.memory:
        layout = engine.program.layout
        sights = {p.sight for p in layout.places} | {m.sight for m in layout.markers}
        frozen = any(isinstance(node, Freeze) for node in engine.program.nodes)
        engine.memory["secrets"] = bool(sights & {"private", "others"}) or frozen
    return bool(engine.memory["secrets"])


def said_move(namer: Namer, engine: Engine, before: State, move: Move) -> str:
    """Return a move in the words of the menu it was chosen from."""
    offered = engine.moves(before)
    return namer.moves(offered, before.cells)[offered.index(move)]


def move_for(
    namer: Namer, engine: Engine, before: State, move: Move, after: State, listener: int | None, said: Said = said_move
) -> str:
    """Return a move in the words of the menu, with only what the listener may know of another player's choices."""
    if listener is None or listener == before.cells[ME] or not has_secrets(engine):
        return said(namer, engine, before, move)
    closed = after.cells[FROZEN] is not None or before.cells[FROZEN] is not None
    hidden = closed or any(m.sight != "open" for m in engine.program.layout.markers)
    seen = [p for p in move.parts if _is_open(engine, after, p, listener, closed, hidden)]
    pieces = [_piece(p.pick) for p in move.parts if p not in seen and p.pick is not None and not closed]
    unseen = [namer.word(sort, count) for sort, count in filter(None, pieces)]
    if not seen:
        return namer.say("moves_what", what=" ".join(unseen)) if unseen else namer.say("moves")
    told = namer.move(evolve(move, parts=tuple(seen)), before.cells)
    return " ".join((told, *(word for word in unseen if word not in told)))


def _is_open(engine: Engine, after: State, part: Part, listener: int, closed: bool, hidden: bool) -> bool:
    """Return whether the listener may know of this part of a move."""
    if part.pick is None:
        return not hidden or (part.what == "start" and not (closed and _secret_deeds(engine)))
    if _piece(part.pick) is None:
        return not hidden
    pieces = part.pick.value if isinstance(part.pick.value, tuple) else (part.pick.value,)
    return not closed and all(p is None or _sees(engine, after, p, listener) for p in pieces)


def _secret_deeds(engine: Engine) -> bool:
    """Return whether a secret choice can decide which actions are begun: then their names would tell of it."""
    if "secret deeds" not in engine.memory:
        nodes = engine.program.nodes
        begin = [_first(nodes, node.next) for node in nodes if isinstance(node, Freeze) and node.on]
        engine.memory["secret deeds"] = any(_ways(nodes, head) for head in begin)
    return bool(engine.memory["secret deeds"])


def _first(nodes: tuple[AnyNode, ...], number: int) -> int:
    """Return where a secret choice goes from player to player."""
    while not isinstance(node := nodes[number], ForNext):
        (number,) = successors(node)
    return number


def _ways(nodes: tuple[AnyNode, ...], head: int) -> bool:
    """Return whether, from the beginning or from an action, more than one thing can come next: an action, or the end."""
    waiting, seen = [successors(nodes[head])[0]], set[int]()
    while waiting:
        coming, near, found = [waiting.pop()], set[int](), set[str]()
        while coming:
            if (number := coming.pop()) in near:
                continue
            near.add(number)
            node = nodes[number]
            if isinstance(node, Start) and number not in seen:
                seen.add(number)
                waiting.append(node.next)
            found |= {node.action} if isinstance(node, Start) else {""} if number == head else set()
            coming += () if isinstance(node, Start) or number == head else successors(node)
        if len(found) > 1:
            return True
    return False


def _piece(pick: Pick) -> tuple[str, int] | None:
    """Return the sort and number of the pieces chosen; None: no pieces are chosen."""
    kind: Type = pick.type.of if isinstance(pick.type, ListType) else pick.type
    if not isinstance(kind, PieceType):
        return None
    return kind.sort, len(pick.value) if isinstance(pick.value, tuple) else 1


def _sees(engine: Engine, state: State, piece: int, listener: int) -> bool:
    cell = engine.code.space["find"](list(state.cells), piece)
    place = next((p for p in engine.program.layout.places if p.base <= cell < p.base + p.size), None)
    return place is None or may_see(place.sight, owner_of(place.dims, cell - place.base), listener)
