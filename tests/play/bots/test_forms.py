"""Bots as they are written, and what is said of those that cannot be understood."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Diagnostic
from rulekit.play.bots.bot_notation import GreedyForm, MctsForm, RandomForm, WeightedForm, read_form

ACTIONS = ("serve", "buy", "take_income")


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("random", RandomForm()),
        (" Random ", RandomForm()),
        ("greedy", GreedyForm(8)),
        ("greedy:samples=3", GreedyForm(3)),
        ("weighted:serve=3,buy=0", WeightedForm((("serve", 3), ("buy", 0)))),
        ("weighted: take-income = 2", WeightedForm((("take_income", 2),))),
        ("mcts", MctsForm(400, None)),
        ("mcts:iterations=1_000", MctsForm(1000, None)),
        ("mcts:seconds=0.5", MctsForm(None, 0.5)),
    ],
)
def test_forms_are_read(text: str, form: object) -> None:
    assert read_form(text, ACTIONS) == form


@pytest.mark.parametrize(
    ("text", "code", "said", "hint"),
    [
        ("gredy", "RK610", "no bot called `gredy`", "did you mean `greedy`?"),
        ("alphazero", "RK610", "no bot called `alphazero`", "there is `random`, `weighted`, `greedy`, `mcts`"),
        ("", "RK610", "no bot called ``", "there is"),
        ("mcts:iterations", "RK611", "`iterations` is no setting", "name=number"),
        ("mcts:iterations=", "RK611", "`iterations=` is no setting", "name=number"),
        ("mcts:iterations=0", "RK611", "iterations=0 is not possible", "from 1 to"),
        ("mcts:iterations=1e3", "RK611", "iterations=1e3", "whole number"),
        ("mcts:iterations=٣", "RK611", "iterations=٣", "whole number"),
        ("mcts:iterations=_", "RK611", "iterations=_", "whole number"),
        ("mcts:iterations=99999999999", "RK611", "iterations=99999999999", "from 1 to"),
        ("mcts:seconds=0", "RK611", "seconds=0 is not possible", "above 0"),
        ("mcts:seconds=nan", "RK611", "seconds=nan", "above 0"),
        ("mcts:seconds=-1", "RK611", "seconds=-1", "above 0"),
        ("mcts:seconds=1,iterations=5", "RK611", "two settings", "either"),
        ("mcts:depth=5", "RK611", "`depth` is not one of its settings", "`iterations` and `seconds`"),
        ("greedy:samples=0", "RK611", "samples=0 is not possible", "from 1 to"),
        ("greedy:depth=2", "RK611", "`depth` is not one of its settings", "it has `samples`"),
        ("random:x=1", "RK611", "`x` is not one of its settings", "none"),
        ("weighted", "RK611", "no weights", "weighted:serve=3"),
        ("weighted:serve=-1", "RK611", "`-1` is no weight", "from 0 to"),
        ("weighted:serve=1,serve=2", "RK611", "`serve` is said twice", "leave one"),
        ("weighted:server=2", "RK612", "no action `server`", "did you mean `serve`?"),
        ("weighted:fly=2", "RK612", "no action `fly`", "the actions are `serve`, `buy`, `take_income`"),
    ],
)
def test_what_cannot_be_a_bot_is_told(text: str, code: str, said: str, hint: str) -> None:
    found = read_form(text, ACTIONS)
    assert isinstance(found, Diagnostic)
    assert (found.code, found.is_error) == (code, True)
    assert said in found.message and hint in (found.hint or "")
