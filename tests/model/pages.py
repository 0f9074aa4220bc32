"""Reading the pages of errors: their programs, cut into files."""

from __future__ import annotations

import re
from pathlib import Path

from rulekit.diagnostics import Checked
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game

PAGES = Path(__file__).parents[2] / "docs" / "errors"
_BLOCK = re.compile(r"^## (?P<title>\w+)\n+```cafe\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def programs(page: Path) -> dict[str, str]:
    """The programs of a page by the heading above them."""
    return {found["title"]: found["text"] for found in _BLOCK.finditer(page.read_text(encoding="utf-8"))}


def run(text: str) -> Checked[GameModel]:
    """Check a program; lines `--- name.cafe` divide it into a game and its changes."""
    game, *rest = re.split(r"^--- (\S+)\n", text, flags=re.MULTILINE)
    changes = tuple((rest[n + 1], rest[n]) for n in range(0, len(rest), 2))
    return check_game(game, "game.cafe", changes)


def codes(text: str) -> list[str]:
    """The codes of all findings, in order."""
    return [d.code for d in run(text).diagnostics]
