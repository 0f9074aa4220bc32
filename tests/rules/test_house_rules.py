"""The invented house rules: each checks without a warning, its examples hold, and its games end at every table."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulekit.engine.engine import Engine
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.play.random_games import random_game
from rulekit.program.lower import lower
from rulekit.study.examples.run_examples import run_examples
from rulekit.tools.io.library import head_of
from tests.engine.play import ROOT, source

HOUSE_RULES = sorted((ROOT / "examples/house-rules").glob("*.cafe"))
BASES = {head_of(p.read_text(encoding="utf-8")).name: p for p in sorted((ROOT / "rules").glob("*.cafe"))}


@cache
def game_of(path: Path) -> GameModel:
    """The game with the house rule on it."""
    base = BASES[head_of(path.read_text(encoding="utf-8")).of]
    checked = check_game(*source(base), (source(path),))
    assert checked.value is not None and not checked.diagnostics, checked.diagnostics
    return checked.value


def test_every_game_has_a_house_rule() -> None:
    games = {name for name, path in BASES.items() if not head_of(path.read_text(encoding="utf-8")).of}
    assert {head_of(p.read_text(encoding="utf-8")).of for p in HOUSE_RULES} == games


@pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda p: p.stem)
def test_its_examples_and_those_of_the_game_hold(path: Path) -> None:
    results = run_examples(game_of(path))
    assert [(r.example.name, r.problem) for r in results if not r.ok] == []
    assert any(r.example.span.path == path.name for r in results)


@pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda p: p.stem)
def test_its_games_end(path: Path) -> None:
    model = game_of(path)
    for players in range(model.players[0], model.players[1] + 1):
        program = lower(model, players).value
        assert program is not None
        engine = Engine(program)
        assert {random_game(engine, 5, index, strolling=True).end for index in range(8)} == {"over"}
