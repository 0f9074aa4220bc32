"""Reading grows with a text and no faster: twice the text, twice the work, whatever shape it has.

Work is counted at 2 and 6 times a size, with budgets small enough to be used up at that size.
`make growth` reads the same shapes at the size that is allowed, where time counts that no line of Python shows.
"""

from __future__ import annotations

import pytest

from rulekit import suggestions
from rulekit.model import scope
from rulekit.model.analysis import folding
from rulekit.model.overlays import change_files
from rulekit.model.statements import blocks
from rulekit.program import graph
from rulekit.syntax import parse
from rulekit.syntax.building import builder
from tests.fuzz.shapes import CHANGES, SHAPES, large
from tests.fuzz.work import Texts, read, work

SIZE = 600
STEEPEST = 1.2  # what a character may cost more in a text three times as long: 1 is linear, 3 quadratic


@pytest.fixture(autouse=True)
def _small_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has a budget or a limit is linear beyond it; here that is so from the beginning."""
    monkeypatch.setattr(suggestions, "MOST_LETTERS", 1_000)
    monkeypatch.setattr(folding, "MOST_EFFORT", 3_000)
    monkeypatch.setattr(scope, "MOST_VALUES", 100)
    monkeypatch.setattr(blocks, "MOST_NAMES", 10)
    monkeypatch.setattr(builder, "MOST_CITATIONS", 10)
    few = {rule: tuple((cls, 10, what) for cls, _, what in limits) for rule, limits in builder.MOST_PARTS.items()}
    monkeypatch.setattr(builder, "MOST_PARTS", few)
    monkeypatch.setattr(parse, "MOST_REPORTS", 5)
    monkeypatch.setattr(change_files, "MOST_CHANGES", 20)
    monkeypatch.setattr(graph, "MOST_NODES", 200)
    monkeypatch.setattr(folding, "MOST_FOLDING", 200)


def assert_grows_no_faster(*sizes: Texts) -> None:
    """Longer texts cost no more for each of their characters; the first, which is short, only fills what is kept."""
    short, *measured = sizes
    read(short)
    less, more = (work(texts) / sum(map(len, texts)) for texts in measured)
    assert more < STEEPEST * less, (less, more)


@pytest.mark.parametrize("name", SHAPES)
def test_games(name: str) -> None:
    """A game of every shape."""
    assert_grows_no_faster(*((SHAPES[name](SIZE * times),) for times in (1, 2, 6)))


@pytest.mark.parametrize("name", CHANGES)
def test_changes(name: str) -> None:
    """A file of changes of every shape, for a game as large as it."""
    assert_grows_no_faster(*((large(SIZE * times), CHANGES[name](SIZE * times)) for times in (1, 2, 6)))
