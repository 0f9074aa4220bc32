"""What recipes and decisions speak of exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT

FOLDERS = ("rulekit", "grammar", "rules", "sentences", "examples", "tests", "docs")
PAGES = [page for folder in ("recipes", "decisions") for page in sorted((ROOT / "docs" / folder).glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_paths_exist(page: Path) -> None:
    """Every path in backquotes is a file or folder of the repository; `<game>` stands for a name."""
    words = re.findall(r"`([\w./<>-]+)`", page.read_text(encoding="utf-8"))
    paths = [word for word in words if word.split("/")[0] in FOLDERS and "/" in word and "<" not in word]
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(
    "name", ["add-a-statement", "add-an-expression", "add-a-language", "add-a-check", "add-a-game", "add-a-command"]
)
def test_recipe_is_there(name: str) -> None:
    """The recipes exist and say what to tell the authors of games."""
    assert "CHANGELOG.md" in (ROOT / "docs" / "recipes" / f"{name}.md").read_text(encoding="utf-8")
