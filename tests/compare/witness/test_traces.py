"""A witness as traces: each side can be replayed by itself, and stands where the witness says."""

from __future__ import annotations

from random import Random

import pytest

from rulekit.compare.compare import compare
from rulekit.compare.result import CompareOptions
from rulekit.compare.witness.noting import exchanges
from rulekit.compare.witness.retelling import retelling, traced
from rulekit.engine.chance import shuffled
from rulekit.engine.engine import Engine
from rulekit.engine.trace import Trace, replay
from rulekit.model.model import GameModel
from rulekit.program.program import COUNTER, FIXED, FORCED, Cells
from rulekit.tools.io.loading import load, make_spec

PAIRS = (
    ("cafe-del-gatto+fr", "cafe-del-gatto+en"),
    ("bon-appetit", "examples/house-rules/cat-fight.cafe"),
    ("espresso-doppio", "examples/house-rules/impatient-guests.cafe"),
)


def model_of(name: str) -> GameModel:
    """A game by its name."""
    return load(make_spec(name)).model


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_both_sides_can_be_replayed(one: str, two: str) -> None:
    found = compare(model_of(one), model_of(two), CompareOptions((2,), 4000, 12.0, each=False))
    assert found.value is not None and found.value.witnesses
    for witness in found.value.witnesses:
        sides = traced(witness)
        assert sides is not None
        told = retelling(witness)
        for side, telling in zip(sides, (told.one, told.two), strict=True):
            program = telling.table.program
            trace = Trace(program.game, program.digest, 2, program.options, 7, side.draws, side.steps)
            again = replay(Engine(program), trace)
            assert again.value is not None, again.diagnostics
            begin, end = program.layout.data
            assert again.value.state.cells[begin:end] == telling.last.cells[begin:end]


def test_the_draws_of_a_shuffle_bring_the_same_order() -> None:
    chance = Random(5)
    for size in range(2, 12):
        before = tuple(range(size))
        after = tuple(chance.sample(before, size))
        cells = Cells([None] * FIXED)
        cells[COUNTER], cells[FORCED] = 0, tuple(exchanges(before, after))
        assert shuffled(cells, before) == after
