"""A worked example that fails, in words: what is really there, what was done before, and what can be done instead.

Comes in: the result of an example and a namer. Goes out: lines of text. The author sees everything, so nothing is hidden here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from rulekit.engine.best_reason import Answer
from rulekit.engine.engine import Engine
from rulekit.engine.moves import Move
from rulekit.engine.said import Shown
from rulekit.engine.state import State
from rulekit.model import expressions as exprs
from rulekit.model.types import TruthType
from rulekit.program.program import ME
from rulekit.report.rules.expressions import local_names, notation, show
from rulekit.report.rules.reasons import reason_lines, shown_value
from rulekit.report.table.log_lines import before_anybody_moves, retold
from rulekit.report.text import clean
from rulekit.report.wording import spelled
from rulekit.report.words import Namer
from rulekit.study.examples.run_examples import Done, Problem, Result

MOST_MOVES = 8  # told of a menu
MOST_DONE = 6  # moves that went before


def failure_lines(namer: Namer, result: Result) -> Iterator[str]:
    """Yield what was expected, what is so, what went before, and what is open or what decided."""
    problem, engine, state, namer = result.problem, result.engine, result.state, evolve(namer, aside=True)
    assert problem is not None
    if problem.text:
        yield namer.say("failed_expected", what=spelled(clean(problem.text), namer.model.language))
    if engine is None or state is None:
        return
    yield from (_there(namer, shown, state) for shown in problem.values)
    if problem.answer is not None:
        first, *rest = reason_lines(namer, _without_truths(problem.answer), state.cells)
        yield namer.say("failed_refused", reason=first)
        yield from (f"        {line}" for line in rest)
    about_move = problem.answer is not None or bool(problem.open)
    yield from _before(namer, engine, result, result.done if about_move else result.done[:-1])
    if problem.open:
        yield _open(namer, problem, state)
    elif result.done and not about_move:
        yield _decided(namer, problem, result.done[-1])


def _without_truths(answer: Answer) -> Answer:
    """Return an answer without the values that say no more than that a condition does not hold."""
    best, *others = answer.reasons
    values = tuple(shown for shown in best.refusal.values if not isinstance(shown.type, TruthType) or shown.fault)
    return evolve(answer, reasons=(evolve(best, refusal=evolve(best.refusal, values=values)), *others))


def _there(namer: Namer, shown: Shown, state: State) -> str:
    """Return what is there: a place with what lies in it, a value, or that something holds or not."""
    as_written = notation(namer.model.language, str, lambda owner, name: name)
    what = show(shown.expr, namer.layout, local_names(namer.model, namer.layout), namer.players, as_written)
    if isinstance(shown.type, TruthType) and not shown.fault and not isinstance(shown.expr, exprs.MarkerOf | exprs.AttrOf):
        return namer.say("failed_holds", what=what) if shown.value else namer.say("failed_holds_not", what=what)
    if isinstance(shown.expr, exprs.Contents) and not shown.fault and shown.value in (None, ()):
        return namer.say("failed_actual", what=what, value=namer.say("empty"))
    return namer.say("failed_actual", what=what, value=shown_value(namer, shown, state.cells))


def _before(namer: Namer, engine: Engine, result: Result, done: Sequence[Done]) -> Iterator[str]:
    """Yield what became of the position before the first decision, then the last moves, with what each changed."""
    began = before_anybody_moves(namer, engine, result.entry) if result.entry else ""
    if began:
        yield namer.say("failed_entry", changes=began)
    if len(done) > MOST_DONE:
        yield namer.say("failed_earlier", count=len(done) - MOST_DONE)
    for one in done[-MOST_DONE:]:
        line = retold(namer, engine, one.before, one.move)
        said = namer.say("failed_move", what=line.head(namer))
        yield namer.say("failed_move_changes", what=line.head(namer), changes=line.changes) if line.changes else said


def _open(namer: Namer, problem: Problem, state: State) -> str:
    """Return the moves that fit what is written; if none does, what can be done."""
    told = _moves(namer, problem.open, state)
    if problem.answer is None:
        return namer.say("failed_fit", moves=told)
    return namer.say("failed_open", who=namer.player(state.cells[ME]), moves=told)


def _moves(namer: Namer, moves: Sequence[Move], state: State) -> str:
    told = namer.say("then").join(namer.moves(moves, state.cells)[:MOST_MOVES])
    return namer.say("more_changes", what=told, count=len(moves) - MOST_MOVES) if len(moves) > MOST_MOVES else told


def _decided(namer: Namer, problem: Problem, last: Done) -> str:
    """Return the last move, with those of its rules that changed what the condition looks at."""
    move = namer.move(last.move, last.before.cells)
    rules = ", ".join(clean(f.address) + (f" ({namer.citations(f.cites)})" if f.cites else "") for f in problem.decided)
    return namer.say("failed_decided_rules", move=move, rules=rules) if rules else namer.say("failed_decided", move=move)
