"""The positions of worked examples, carried over to the native engine: the same cells, moves and scores as in the reference."""

from __future__ import annotations

import pytest

from rulekit.native.llvm.cache import Cache
from rulekit.program.program import Cells
from rulekit.study.examples.run_examples import Judged, Result, run_examples
from tests.native.agree_all import model_of
from tests.native.agreement import Pair, differences_at
from tests.native.cases import pair_of

FILES = ("bon-appetit", "connect-four", "crazy-eights")


def _group(file: str) -> list[Result]:
    """The most examples that share a program: machine code has to be made for each."""
    found: dict[str, list[Result]] = {}
    for result in run_examples(model_of(file)):
        assert result.ok and result.engine is not None
        found.setdefault(result.engine.program.digest, []).append(result)
    return max(found.values(), key=len)


@pytest.mark.parametrize("file", FILES)
def test_positions_of_examples(file: str, kept: Cache) -> None:
    """Where an example is judged, and where it ends."""
    group, looked = _group(file), 0
    assert group[0].engine is not None
    pair = pair_of(group[0].engine.program, plain=False, cache=kept)
    assert isinstance(pair, Pair), pair
    for result in group:
        states = [part.state for part in result.story if isinstance(part, Judged) and part.then.at is None]
        for state in (*states, *([result.state] if result.state else [])):
            assert list(differences_at(pair, Cells(state.cells))) == [], result.example.name
            looked += 1
    assert looked >= 3
