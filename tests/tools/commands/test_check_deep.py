"""`rulekit check --deep`: changes that nobody would notice are warned of, with what was searched."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.tools.running import GAMES, ROOT, run
from tests.tools.test_error_pages import shell

PAGE = (ROOT / "docs" / "errors" / "RK587.md").read_text(encoding="utf-8")


def block(title: str) -> str:
    """The commands under a heading of the page."""
    found = re.search(rf"^## {title}\n+(?:<!-- fixture: made by tests -->\n)?```sh\n(.*?)^```$", PAGE, re.M | re.S)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(("title", "warned"), [("Wrong", True), ("Right", False)])
def test_the_page_of_the_code(title: str, warned: bool, tmp_path: Path) -> None:
    done: subprocess.CompletedProcess[str] = shell(block(title), tmp_path)
    assert done.returncode == 0
    assert ("warning[RK587]" in done.stdout) == warned
    assert ("every position for 2 players was visited" in done.stdout) == warned


SHORT = """cafe en
variant short of nim "Short"

replace action take
  choose n in 1..4, matches in 1..min(heap[n], 3)
  set heap[n] to heap[n] - matches
"""
MISERE = """cafe en
variant misere of nim "Misere"

with last_match = other
"""


def test_each_change_of_a_stack_is_tried_with_the_others_in_place(tmp_path: Path) -> None:
    (tmp_path / "short.cafe").write_text(SHORT, encoding="utf-8")
    (tmp_path / "misere.cafe").write_text(MISERE, encoding="utf-8")
    done = run("check", "--deep", str(GAMES / "nim.cafe"), "--with", "short.cafe", "--with", "misere.cafe", cwd=tmp_path)
    assert done.status == 0, done.out
    assert "short.cafe: shows in play, with 2 players after 0 moves" in done.out
    assert "misere.cafe: shows in play, with 2 players after" in done.out
    done = run("check", "--deep", "--lang", "de", str(GAMES / "nim.cafe"), "--with", "misere.cafe", cwd=tmp_path)
    assert "misere.cafe: zeigt sich im Spiel, mit 2 Spielern nach" in done.out


def test_nothing_on_a_game_is_said(tmp_path: Path) -> None:
    done = run("check", "--deep", str(GAMES / "nim.cafe"))
    assert done.status == 0
    assert "nothing is put on it" in done.out


SAME = """cafe en
variant same of crazy_eights "Same"

replace play_card.follow
  only if fits(card) and 1 < 2 because "play {called}, a {upcard.rank} or an eight"
"""


def test_random_games_are_counted_where_not_everything_can_be_visited(tmp_path: Path) -> None:
    (tmp_path / "same.cafe").write_text(SAME, encoding="utf-8")
    done = run("check", "--deep", "--seconds", "4", str(GAMES / "crazy-eights.cafe"), "--with", "same.cafe", cwd=tmp_path)
    assert done.status == 0, done.out
    assert re.search(r"warning\[RK587\]: nothing was found that this changes in play, in \d+ random games", done.out), done.out
