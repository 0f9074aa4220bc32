"""Some changes of every bundled game, always the same: they are noticed, or listed with a reason. `make mutate` tries all."""

from __future__ import annotations

import re

import pytest

from rulekit.tools.cli import main
from rulekit.tools.commands.mutate import name_of
from rulekit.tools.io.library import bundled_files, head_of
from rulekit.tools.io.loading import load, make_spec
from tests.tools.running import ROOT

PAGE = ROOT / "docs" / "unnoticed.md"
FILES = sorted(bundled_files())
LARGE = sorted(name for name, path in bundled_files().items() if not head_of(path.read_text(encoding="utf-8")).of)


@pytest.mark.parametrize("name", LARGE)
def test_some_changes_are_noticed_or_listed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["mutate", name, "--own", "--limit", "2", "--seed", "1", "--jobs", "1", "--listed", str(PAGE)]
    assert main(words) == 0, capsys.readouterr().out


def test_every_game_has_its_heading() -> None:
    headings = re.findall(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == sorted(name_of(load(make_spec(name))) for name in FILES)
