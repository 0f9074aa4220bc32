"""A move told afterwards: what was done, and what came of it, to somebody who may know everything.

Comes in: a position, a move, what chance gave. Goes out: one line, in the words of a log; a log passes over what a menu offered
and nobody took, here every move is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulekit.engine.engine import Engine
from rulekit.engine.events.log import log_from
from rulekit.engine.faults import Fault
from rulekit.engine.machine import Path
from rulekit.engine.moves import Move
from rulekit.engine.state import State
from rulekit.report.table.log_lines import LogLine, log_lines
from rulekit.report.told.moves import MoveTeller
from rulekit.report.words import Namer


def retold(namer: Namer, engine: Engine, before: State, move: Move, draws: tuple[int, ...] | None = None) -> LogLine:
    """Return a move as a line; `draws`: what chance gave, if that does not stand in the position."""
    lines = _lines(namer, engine, before, move.path, draws)
    head = next((line for line in lines[:1] if namer.speaks and line.player is not None), None)
    told = head or _by_itself(namer, engine, before, move)
    return evolve(told, player=engine.decider(before), changes=_joined(namer, lines))


def before_anybody_moves(namer: Namer, engine: Engine, position: State) -> str:
    """Return what happens from a position to the first decision after it."""
    return _joined(namer, _lines(namer, engine, position, (), None))


def _lines(namer: Namer, engine: Engine, before: State, path: Path, draws: tuple[int, ...] | None) -> tuple[LogLine, ...]:
    log = log_from(engine, before, (None,))
    log.rest(0)
    try:
        log.follow(before, path, draws)
    except Fault:
        return ()
    return log_lines(namer, log, None)


def _joined(namer: Namer, lines: Sequence[LogLine]) -> str:
    return namer.say("log_between").join(line.changes for line in lines if line.changes)


def _by_itself(namer: Namer, engine: Engine, before: State, move: Move) -> LogLine:
    """Return a move that no log tells: something is declined, or said by the words of the menu."""
    left = MoveTeller(namer, before.cells, of=True).declined(move)
    if left:
        return LogLine(0, None, left, "", True)
    menu = engine.moves(before)
    text = namer.moves(menu, before.cells)[menu.index(move)] if move in menu else namer.move(move, before.cells)
    return LogLine(0, None, text, "")
