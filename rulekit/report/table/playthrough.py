"""Playthroughs: a trace rendered to read, decision by decision, with the outcome at the end.

Comes in: an engine, a trace and a namer. Goes out: lines of text, or what keeps the trace from being played.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.diagnostics import Checked
from rulekit.engine.engine import Engine
from rulekit.engine.events.log import Log, begin_log
from rulekit.engine.faults import ChanceNeeded, Fault
from rulekit.engine.moves import move_tokens
from rulekit.engine.state import State
from rulekit.engine.trace import Recording, Step, Trace, again, replay
from rulekit.report.table.log_lines import LogLine, log_lines
from rulekit.report.table.scores import outcome_lines, receipt_lines
from rulekit.report.words import Namer
from rulekit.study.series.seed_snapshots import Made


def moves_of(engine: Engine, trace: Trace, upto: int | None = None) -> Checked[tuple[tuple[Made, ...], Recording]]:
    """Play a trace again, keeping every state."""
    begin = replay(engine, trace, 0)
    if begin.value is None:
        return Checked(None, begin.diagnostics)
    played: list[Made] = []
    here: Recording = begin.value
    for number, step in enumerate(trace.steps[:upto]):
        following = _again_or_none(here, step)
        if following is None:
            return Checked(None, replay(engine, trace, number + 1).diagnostics)
        move = next(m for m in engine.moves(here.state) if move_tokens(engine.program, m) == step.move)
        played.append(Made(step.player, move, here.state, following.state))
        here = following
    return Checked((tuple(played), here))


def _again_or_none(here: Recording, step: Step) -> Recording | None:
    try:
        return again(here, step)
    except (ChanceNeeded, ValueError, Fault):
        return None


def playthrough_lines(
    namer: Namer, engine: Engine, trace: Trace, played: tuple[Made, ...], last: Recording, title: str = ""
) -> Iterator[str]:
    """Yield the whole game in text; its moves in the words of the menus."""
    yield namer.say("heading", game=title or namer.title(), count=trace.players, seed=trace.seed)
    for name, value in trace.options:
        option = next((o for o in namer.model.options if o.name == name), None)
        if option is not None and option.value != option.default:
            yield f"  {namer.say('labelled', name=namer.word(name), text=namer.answer(name, value))}"
    number = 0
    for line in log_lines(namer, _log(engine, trace, played), None):
        number += is_numbered(line)
        yield from told_line(namer, line, number)
    if engine.is_over(last.state):
        yield from ending_lines(namer, engine, last.state)
    else:
        decider = engine.decider(last.state)
        yield f"      {namer.say('unfinished', who=namer.player(decider or 0))}"


def _log(engine: Engine, trace: Trace, played: tuple[Made, ...]) -> Log:
    """Return what somebody who may know everything is told of a game."""
    log = begin_log(engine, trace.seed, trace.draws, (None,))
    for step, made in zip(trace.steps, played, strict=False):
        log.follow(made.before, made.move.path, step.draws, made.after)
    return log


def steps_of(namer: Namer, engine: Engine, trace: Trace, played: tuple[Made, ...]) -> list[int]:
    """Return how many decisions had been made with each numbered line; people count lines, not what was declined."""
    return [0, *(line.step for line in log_lines(namer, _log(engine, trace, played), None) if is_numbered(line))]


def is_numbered(line: LogLine) -> bool:
    """Return whether a line is counted: what nobody did belongs to the line before, in a language with sentences or without."""
    return line.player is not None


def told_line(namer: Namer, line: LogLine, number: int | None = None) -> Iterator[str]:
    """Yield a line of a log, with its number if it has one, and below it what came of the move."""
    begin = f"{number:>4}. " if number is not None else ""
    if line.player is not None:
        yield begin + line.head(namer)
    if line.changes:
        yield f"        {line.changes}"


def ending_lines(namer: Namer, engine: Engine, state: State) -> Iterator[str]:
    """Score sheets and winners."""
    if namer.model.score:
        for seat in range(namer.layout.players):
            yield from receipt_lines(namer, engine.receipt(state, seat), state.cells)
    yield from outcome_lines(namer, engine.outcome(state))
