"""Small wrong games from `bad.cafe`: exactly the codes written on their lines, on those lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.model.games import HEAD, findings

TEXT = (Path(__file__).parent / "bad.cafe").read_text()
PROGRAMS = dict(re.findall(r"^---- (.*?)\n(.*?)(?=^----|\Z)", TEXT, re.DOTALL | re.MULTILINE))


@pytest.mark.parametrize("name", PROGRAMS)
def test_findings_stand_where_expected(name: str) -> None:
    """Code and line of every finding."""
    lines = PROGRAMS[name].splitlines()
    first = len(HEAD.splitlines())
    expected = [(first + i, code) for i, line in enumerate(lines, 1) for code in re.findall(r"RK\d+", line.partition("#")[2])]
    assert [(d.span.line, d.code) for d in findings(PROGRAMS[name])] == expected
