"""Examples that still hold under changed rules, but end with other scores than the game gives: their stories may be untrue."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.engine.faults import Fault
from rulekit.model.expressions import ScoreOf, Winners
from rulekit.model.model import Example, GameModel, Then
from rulekit.model.model_walk import everything
from rulekit.study.examples.run_examples import Result, run_examples


def with_other_results(base: GameModel, results: Sequence[Result]) -> tuple[str, ...]:
    """Return the examples of the game that tell a story, ask for a score or for who wins, and come out otherwise now."""
    stories = {told.address for _, told in base.all_texts() if told.what == "tell"}
    asking = (e for e in base.examples if f"example.{e.name}" in stories and _asks_for_results(e))
    names = {example.name: example.span for example in asking}
    told = [result for result in results if result.ok and names.get(result.example.name) == result.example.span]
    before = {result.example.name: result for result in run_examples(base, [result.example.name for result in told])}
    return tuple(r.example.name for r in told if before[r.example.name].ok and _score(before[r.example.name]) != _score(r))


def _asks_for_results(example: Example) -> bool:
    conditions = [step.condition for step in example.steps if isinstance(step, Then)]
    return any(isinstance(e, ScoreOf | Winners) for condition in conditions for e in everything(condition))


def _score(result: Result) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return totals and winners at the end of an example; None: they cannot be worked out."""
    if result.engine is None or result.state is None:
        return None
    try:
        outcome = result.engine.outcome(result.state)
    except Fault:
        return None
    return outcome.totals, outcome.winners
