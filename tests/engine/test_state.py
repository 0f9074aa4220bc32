"""States as data: JSON and back, and what is no state of this game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.engine.engine import Engine
from rulekit.engine.state import from_json
from rulekit.pipeline import check_game
from rulekit.program.lower import lower

GAME = Path(__file__).parents[2] / "examples" / "games" / "crazy-eights.cafe"


@pytest.fixture(scope="module")
def engine() -> Engine:
    model = check_game(GAME.read_text(encoding="utf-8"), "crazy-eights.cafe").value
    assert model is not None
    program = lower(model, 3).value
    assert program is not None
    return Engine(program)


def test_a_state_survives_json(engine: Engine) -> None:
    state = engine.start(4)
    again = from_json(engine.program, json.loads(json.dumps(state.to_json())))
    assert again.value == state
    assert engine.moves(again.value) == engine.moves(state)


@pytest.mark.parametrize("wrong", [None, {}, [], [1, 2, 3], "state", [[0]]])
def test_something_else_is_told_to_be_no_state(engine: Engine, wrong: object) -> None:
    assert [d.code for d in from_json(engine.program, wrong).diagnostics] == ["RK550"]


@pytest.mark.parametrize("pc", [-1, 10**6, None, "0"])
def test_a_state_that_stands_nowhere_is_refused(engine: Engine, pc: int | str | None) -> None:
    data = engine.start(4).to_json()
    data[0] = pc
    assert [d.code for d in from_json(engine.program, data).diagnostics] == ["RK550"]
