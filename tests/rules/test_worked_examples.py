"""Every worked example of every game: it holds, and the rules it sets going are those that were read against the rulebook."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rulekit.study.examples import Judged, Result
from tests.engine.play import Table
from tests.report.snapshots import TextSnapshot
from tests.rules.telling import FILES, own, refusals, results, text, told_example, told_refusal

EXAMPLES = [pytest.param(t, name, id=f"{t.name}-{name}") for t in FILES for name in own(t)]
REFUSED = [pytest.param(t, *found, id=f"{t.name}-{name}") for t in FILES for name, found in refusals(t).items()]


@pytest.mark.parametrize("table", FILES, ids=lambda t: t.name)
def test_every_example_holds(table: Table) -> None:
    """The examples of a game hold under its readings and variants too, unless these replace them."""
    assert [(n, r.problem) for n, r in results(table).items() if not r.ok] == []


@pytest.mark.parametrize(("table", "name"), EXAMPLES)
def test_example(table: Table, name: str, snapshot: SnapshotAssertion) -> None:
    assert text(told_example(table, results(table)[name])) == snapshot(extension_class=TextSnapshot)


@pytest.mark.parametrize("table", FILES, ids=lambda t: t.name)
def test_three_moves_are_refused_for_a_reason(table: Table) -> None:
    assert len(refusals(table)) >= 3


@pytest.mark.parametrize(("table", "result", "part"), REFUSED)
def test_refused(table: Table, result: Result, part: Judged, snapshot: SnapshotAssertion) -> None:
    assert text(told_refusal(table, result, part)) == snapshot(extension_class=TextSnapshot)
