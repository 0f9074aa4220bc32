"""Traces read back: what is none, and what is one of another version or of other rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from rulekit.engine.engine import Engine, Refused
from rulekit.engine.trace import Recording, record, replay, trace_from_json
from rulekit.pipeline import check_game
from rulekit.program.lower import lower

GAME = Path(__file__).parents[2] / "examples" / "games" / "nim.cafe"


@pytest.fixture(scope="module")
def played() -> Recording:
    model = check_game(GAME.read_text(encoding="utf-8"), "nim.cafe").value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    recording = record(Engine(program), 5)
    for _ in range(3):
        following = recording.play(recording.engine.moves(recording.state)[0])
        assert not isinstance(following, Refused)
        recording = following
    return recording


def test_a_trace_survives_json_and_replays(played: Recording) -> None:
    again = trace_from_json(played.trace.to_json())
    assert again.value == played.trace
    replayed = replay(played.engine, again.value)
    assert replayed.value is not None
    assert replayed.value.state == played.state


def test_another_version_is_told(played: Recording) -> None:
    text = played.trace.to_json().replace("rulekit trace 2", "rulekit trace 0")
    assert [d.code for d in trace_from_json(text).diagnostics] == ["RK554"]


def test_a_trace_of_before_is_played_whatever_its_words_were(played: Recording) -> None:
    """Its fingerprint is not asked for; a step that is not possible is still told."""
    text = played.trace.to_json().replace("rulekit trace 2", "rulekit trace 1").replace(played.trace.digest, "0" * 16)
    old = trace_from_json(text).value
    assert old is not None
    replayed = replay(played.engine, old)
    assert replayed.value is not None and replayed.value.state == played.state
    assert replayed.value.trace.digest == played.engine.program.digest
    wrong = evolve(old, steps=(evolve(old.steps[0], move=["take", {"n": 9}]), *old.steps[1:]))
    assert [d.code for d in replay(played.engine, wrong).diagnostics] == ["RK553"]


def test_other_words_are_not_other_rules() -> None:
    text = (GAME.parent / "crazy-eights.cafe").read_text(encoding="utf-8")
    models = [check_game(t, "game.cafe").value for t in (text, text.replace('because "', 'because "no: '))]
    programs = [lower(model, 3).value for model in models if model is not None]
    assert len({program.nodes for program in programs if program is not None}) == 2
    assert len({program.digest for program in programs if program is not None}) == 1


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "something else"}', "not json", '{"format": "rulekit trace 1"}'])
def test_something_else_is_no_trace(text: str) -> None:
    assert [d.code for d in trace_from_json(text).diagnostics] == ["RK551"]


def test_other_rules_are_told(played: Recording) -> None:
    other = evolve(played.trace, digest="0" * 16)
    assert [d.code for d in replay(played.engine, other).diagnostics] == ["RK552"]


def test_a_step_that_is_not_possible_is_told(played: Recording) -> None:
    first, *rest = played.trace.steps
    wrong = evolve(played.trace, steps=(evolve(first, move=["take", {"n": 9}, {"matches": 9}]), *rest))
    assert [d.code for d in replay(played.engine, wrong).diagnostics] == ["RK553"]
