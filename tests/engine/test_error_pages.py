"""Every page on a finding of play (RK5xx) shows a wrong program that leads to it and a right one that does not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulekit.diagnostics import errors
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.score import winners
from rulekit.engine.state import first_cells
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.study.examples.run_examples import run_examples
from tests.model.pages import PAGES, programs

SHOWN = sorted(p for p in PAGES.glob("RK5*.md") if "made by tests" not in p.read_text(encoding="utf-8"))


def codes_in_play(text: str) -> set[str]:
    """The codes that laying out, playing twenty random games and running the examples of a program lead to."""
    checked = check_game(text, "game.cafe")
    assert checked.value is not None, checked.diagnostics
    assert errors(checked.diagnostics) == (), "the checker must let it pass"
    found = {r.problem.code for r in run_examples(checked.value) if r.problem is not None}
    lowered = lower(checked.value, checked.value.players[0])
    if lowered.value is None:
        return found | {d.code for d in lowered.diagnostics}
    engine = Engine(lowered.value)
    for seed in range(20):
        try:
            _play(engine, seed)
        except Fault as fault:
            found.add(fault.code)
    return found


def _play(engine: Engine, seed: int) -> None:
    chance = random.Random(seed)
    cells = first_cells(engine.program, seed)
    for _ in range(500):
        menu = engine.machine.settle(cells)
        if not menu:
            winners(engine.code, cells)
            return
        cells = chance.choice(menu)[1]


@pytest.mark.parametrize("page", SHOWN, ids=lambda p: p.stem)
def test_wrong_program_leads_to_the_code_and_right_one_to_none(page: Path) -> None:
    shown = programs(page)
    assert codes_in_play(shown["Wrong"]) == {page.stem}
    assert codes_in_play(shown["Right"]) == set()
