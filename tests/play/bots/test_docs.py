"""The page on bots: its commands print what it shows, and its Python runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, Session, sessions
from tests.docs.test_language_md import judge_session
from tests.play.bots.games import engine

PAGE = ROOT / "docs" / "bots.md"


@pytest.mark.parametrize("case", sessions(PAGE), ids=lambda case: case.where)
def test_commands_show_what_the_page_shows(case: Session, tmp_path: Path) -> None:
    judge_session(case, tmp_path)


def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    playing = engine("nim", 2)
    space = {"engine": playing, "state": playing.start(1)}
    exec(block.replace("MctsForm(400)", "MctsForm(40)").replace("count=10", "count=2"), space)
    assert capsys.readouterr().out.startswith("0 (")
    assert 0 <= int(space["move"]) < 16  # type: ignore[call-overload]
