"""What one player may know of another's move, and what a menu asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from rulekit.engine.moves import Move, Part, Pick, move_tokens
from rulekit.engine.trace import Recording
from rulekit.model.types import ListType, PieceType
from rulekit.program.program import FROZEN, Freeze
from rulekit.report.words import Namer
from rulekit.tools.play import Table, said_move


def has_secrets(table: Table) -> bool:
    """Whether players see different things."""
    layout = table.engine.program.layout
    sights = {p.sight for p in layout.places} | {m.sight for m in layout.markers}
    return bool(sights & {"private", "others"}) or any(isinstance(node, Freeze) for node in table.engine.program.nodes)


def move_for(table: Table, before: Recording, after: Recording, viewer: int | None) -> str:
    """A move in the words of the menu, with only what the viewer may know of another player's choices."""
    player = table.engine.decider(before.state)
    if viewer is None or viewer == player or not has_secrets(table):
        return said_move(table, before, after)
    offered, wanted = table.engine.moves(before.state), after.trace.steps[-1].move
    move = next(m for m in offered if move_tokens(table.engine.program, m) == wanted)
    closed = after.state.cells[FROZEN] is not None or before.state.cells[FROZEN] is not None
    hidden = closed or any(m.sight != "open" for m in table.engine.program.layout.markers)
    seen = [p for p in move.parts if _is_open(table, after, p, viewer, closed, hidden)]
    pieces = [_piece(p.pick) for p in move.parts if p not in seen and p.pick is not None]
    unseen = [table.namer.word(sort, count) for sort, count in filter(None, pieces)]
    if not seen:
        return table.namer.say("moves_what", what=" ".join(unseen)) if unseen else table.namer.say("moves")
    said = table.namer.move(evolve(move, parts=tuple(seen)), before.state.cells)
    return " ".join((said, *(word for word in unseen if word not in said)))


def _is_open(table: Table, after: Recording, part: Part, viewer: int, closed: bool, hidden: bool) -> bool:
    """Whether the viewer may know of this part of a move."""
    if part.pick is None:
        return part.what == "start" or not hidden
    if _piece(part.pick) is None:
        return not hidden
    pieces = part.pick.value if isinstance(part.pick.value, tuple) else (part.pick.value,)
    return not closed and all(p is None or _sees(table, after, p, viewer) for p in pieces)


def _piece(pick: Pick) -> tuple[str, int] | None:
    """The sort and number of the pieces chosen; None: no pieces are chosen."""
    kind: Any = pick.type.of if isinstance(pick.type, ListType) else pick.type
    if not isinstance(kind, PieceType):
        return None
    return kind.sort, len(pick.value) if isinstance(pick.value, tuple) else 1


def _sees(table: Table, recording: Recording, piece: int, viewer: int) -> bool:
    code = table.engine.code
    cell = code.space["find"](list(recording.state.cells), piece)
    return bool(code.tables.sight[cell][viewer])


def question(namer: Namer, moves: Sequence[Move]) -> str:
    """What is asked when no action begins: `play card: suit?`; an empty text if the moves say it themselves."""
    if any(m.actions for m in moves):
        return ""
    picks = [p for m in moves for p in m.parts if p.pick is not None]
    if not picks or picks[0].pick is None:
        return ""
    deed = picks[0].address.partition(".")[0]
    return namer.say("asked", deed=namer.word(deed), choice=namer.within(deed, picks[0].pick.name))
