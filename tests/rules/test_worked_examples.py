"""Every worked example of every game: it holds, and the rules it sets going are those that were read against the rulebook."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.engine.play import Table
from tests.report.snapshots import TextSnapshot
from tests.rules.telling import FILES, own, refusals, results, text, told_example, told_refusal, written

EXAMPLES = [pytest.param(t, name, id=f"{t.name}-{name}") for t in FILES for name in written(t)]
REFUSING = [pytest.param(t, name, id=f"{t.name}-{name}") for t in FILES for name, refuses in written(t).items() if refuses]


@pytest.mark.parametrize("table", FILES, ids=lambda t: t.name)
def test_every_example_holds(table: Table) -> None:
    """The examples of a game hold under its readings and variants too, unless these replace them."""
    assert [(n, r.problem) for n, r in results(table).items() if not r.ok] == []
    assert own(table) == sorted(written(table))


@pytest.mark.parametrize(("table", "name"), EXAMPLES)
def test_example(table: Table, name: str, snapshot: SnapshotAssertion) -> None:
    assert text(told_example(table, results(table)[name])) == snapshot(extension_class=TextSnapshot)


@pytest.mark.parametrize("table", FILES, ids=lambda t: t.name)
def test_three_moves_are_refused_for_a_reason(table: Table) -> None:
    found = [(name, len(refusals(table, name))) for name in own(table)]
    assert sum(count for _, count in found) >= 3
    assert {name for name, count in found if count} <= {name for name, refuses in written(table).items() if refuses}


@pytest.mark.parametrize(("table", "name"), REFUSING)
def test_refused(table: Table, name: str, snapshot: SnapshotAssertion) -> None:
    for n, part in enumerate(refusals(table, name), 1):
        assert text(told_refusal(table, results(table)[name], part)) == snapshot(name=str(n), extension_class=TextSnapshot)
