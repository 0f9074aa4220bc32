"""Where chance is asked more often in one of the games, the play says that part of it may be luck."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.commands import run

CARDS = """cafe en
game toy "Toy"
  players 2

kind shade: red, blue

piece card in deck
  shade
  | copies | shade |
  | 9      | each  |

place deck: deck of card
place kept[player]: pile of card
marker n: 0..4 = 0

setup
  shuffle deck

play
  turns from starter until n is 4
    set n to n + 1
    do take

action take
  draw 1 from deck to kept[me]

score p
  reds: count(c in kept[p] where c.shade is red)
"""
WARNING = "chance was asked more often on one side"


@pytest.mark.parametrize(
    ("old", "new", "lucky"),
    [("  shuffle deck\n", "  shuffle deck\n  shuffle deck\n", True), ("c.shade is red", "c.shade is blue", False)],
)
def test_other_luck_is_said(old: str, new: str, lucky: bool, tmp_path: Path) -> None:
    (tmp_path / "one.cafe").write_text(CARDS, encoding="utf-8")
    (tmp_path / "two.cafe").write_text(CARDS.replace(old, new), encoding="utf-8")
    done = run("compare", "one.cafe", "two.cafe", "--effort", "500", cwd=tmp_path)
    assert done.status == 1, done.err
    assert "It shows in play" in done.out
    assert (WARNING in done.out) == lucky
