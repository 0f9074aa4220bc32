"""Every game at every table: its set-up, first turns and end from one seed, told in a text that was read before it was kept."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.engine.play import Table
from tests.report.snapshots import TextSnapshot
from tests.rules.telling import GAMES, played, text, told_end, told_first_turns, told_set_up


@pytest.mark.parametrize("table", GAMES, ids=str)
def test_set_up(table: Table, snapshot: SnapshotAssertion) -> None:
    assert text(told_set_up(table)) == snapshot(extension_class=TextSnapshot)


@pytest.mark.parametrize("table", GAMES, ids=str)
def test_first_turns(table: Table, snapshot: SnapshotAssertion) -> None:
    assert text(told_first_turns(table)) == snapshot(extension_class=TextSnapshot)


@pytest.mark.parametrize("table", GAMES, ids=str)
def test_end_and_receipts(table: Table, snapshot: SnapshotAssertion) -> None:
    assert played(table).end == "over"
    assert text(told_end(table)) == snapshot(extension_class=TextSnapshot)
