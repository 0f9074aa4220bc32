"""What a menu asks at one keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.engine.moves import Move
from rulekit.program.program import CellValue
from rulekit.report.table import log_lines
from rulekit.report.words import Namer
from rulekit.tools.commands.play import ReadyGame


def has_secrets(table: ReadyGame) -> bool:
    """Return whether players see different things."""
    return log_lines.has_secrets(table.engine)


def question(namer: Namer, moves: Sequence[Move], cells: Sequence[CellValue] | None = None) -> str:
    """Return what is asked: the game's own questions, else, when no action begins, `play card: suit?`; nothing: an empty text."""
    own = namer.question(moves, cells)
    if own:
        return own
    if any(m.actions for m in moves):
        return ""
    picks = [p for m in moves for p in m.parts if p.pick is not None]
    if not picks or picks[0].pick is None:
        return ""
    deed = picks[0].address.partition(".")[0]
    return namer.say("asked", deed=namer.word(deed), choice=namer.within(deed, picks[0].pick.name))
