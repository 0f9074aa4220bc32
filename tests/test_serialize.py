"""A model goes to JSON and comes back the same; anything else is refused with a finding."""

from __future__ import annotations

import json

import pytest

from rulekit.model.analysis.references import PartialModel
from rulekit.serialize import model_from_json, model_to_json
from tests.model.games import CHANGES, GAMES, model
from tests.model.test_resolve import changed


@pytest.mark.parametrize("name", GAMES)
def test_game_comes_back(name: str) -> None:
    """Every bundled game, with nested tuples and kinds of numbers exactly as they were."""
    back = model_from_json(model_to_json(model(name)))
    assert back.diagnostics == ()
    assert back.value is not None and back.value.whole() == model(name)
    assert repr(back.value.parts) == repr(model(name))


@pytest.mark.parametrize("name", CHANGES)
def test_changed_game_comes_back(name: str) -> None:
    """Every bundled reading and variant."""
    assert model_from_json(model_to_json(changed(name))).value == PartialModel(changed(name))


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"format": "other"}', '{"format": "rulekit model 1"}'])
def test_other_texts_are_refused(text: str) -> None:
    """No exception, one finding."""
    found = model_from_json(text)
    assert found.value is None
    assert [d.code for d in found.diagnostics] == ["RK290"]


@pytest.mark.parametrize("key", ["name", "players", "deeds", "places", "examples"])
@pytest.mark.parametrize("bad", [None, 3, "x", [3], {}, [[]], [{"is": "Nothing"}]])
def test_damaged_models_are_refused(key: str, bad: object) -> None:
    """A part of another shape."""
    whole = json.loads(model_to_json(model("nim")))
    whole["model"][key] = bad
    found = model_from_json(json.dumps(whole))
    assert (found.value is None) == bool(found.diagnostics)
    assert found.value is None or (key, bad) == ("name", "x")


def test_unknown_parts_are_refused() -> None:
    """Nothing is skipped silently."""
    whole = json.loads(model_to_json(model("nim")))
    whole["model"]["extra"] = 1
    assert [d.code for d in model_from_json(json.dumps(whole)).diagnostics] == ["RK290"]
