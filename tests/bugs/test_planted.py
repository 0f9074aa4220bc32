"""The list of planted bugs fits the code: whether the suite finds them, `make bugs` tells."""

from __future__ import annotations

import ast
from collections import Counter

import pytest

from tests.bugs.plant import ROOT, Bug, bugs


@pytest.mark.parametrize("bug", bugs(), ids=lambda bug: bug.name)
def test_a_bug_can_be_planted(bug: Bug) -> None:
    text = (ROOT / bug.file).read_text(encoding="utf-8")
    assert text.count(bug.old) == 1 and bug.planted(text) != text
    ast.parse(bug.planted(text))


def test_there_are_twenty_from_all_rooms() -> None:
    rooms = Counter(bug.name.partition(":")[0] for bug in bugs())
    assert rooms.keys() == {"engine", "native", "compare", "checks", "web"} and min(rooms.values()) >= 4 and rooms.total() >= 20
