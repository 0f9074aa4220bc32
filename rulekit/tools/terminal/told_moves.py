"""What a menu asks at one keyboard, and what one player may hear of another's move."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.engine.moves import Move, move_tokens
from rulekit.engine.trace import Recording
from rulekit.report.table import telling
from rulekit.report.words import Namer
from rulekit.tools.commands.play import ReadyGame


def has_secrets(table: ReadyGame) -> bool:
    """Return whether players see different things."""
    return telling.has_secrets(table.engine)


def move_for(table: ReadyGame, before: Recording, after: Recording, viewer: int | None) -> str:
    """Return a move in the words of the menu, with only what the viewer may know of another player's choices."""
    offered, wanted = table.engine.moves(before.state), after.trace.steps[-1].move
    move = next(m for m in offered if move_tokens(table.engine.program, m) == wanted)
    return telling.move_for(table.namer, table.engine, before.state, move, after.state, viewer)


def question(namer: Namer, moves: Sequence[Move]) -> str:
    """Return what is asked when no action begins: `play card: suit?`; an empty text if the moves say it themselves."""
    if any(m.actions for m in moves):
        return ""
    picks = [p for m in moves for p in m.parts if p.pick is not None]
    if not picks or picks[0].pick is None:
        return ""
    deed = picks[0].address.partition(".")[0]
    return namer.say("asked", deed=namer.word(deed), choice=namer.within(deed, picks[0].pick.name))
