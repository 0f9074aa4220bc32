"""Chance that one of the games asks more often makes no play by itself; where that was not settled, the play says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from rulekit.report.comparison.rules import Speaker
from rulekit.report.comparison.witness import witness_told
from rulekit.report.words import make_namer
from tests.compare.games import compared
from tests.tools.running import run

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
MORE = "  shuffle deck\n" * 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  shuffle deck\n", MORE, "No difference in play was found"),
        ("c.shade is red", "c.shade is blue", "It shows in play"),
        ("  shuffle deck\n", "  set n to 0\n", "It shows in play"),
    ],
)
def test_a_shuffle_more_is_no_difference_in_play(old: str, new: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "one.cafe").write_text(CARDS, encoding="utf-8")
    (tmp_path / "two.cafe").write_text(CARDS.replace(old, new), encoding="utf-8")
    done = run("compare", "one.cafe", "two.cafe", "--effort", "500", cwd=tmp_path)
    assert said in done.out and "luck" not in done.out, done.err


@pytest.mark.parametrize("lucky", [True, False])
def test_what_may_be_luck_is_said(lucky: bool) -> None:
    """Only where chance could be held together in too many ways to try them all."""
    found = compared(CARDS, CARDS.replace("c.shade is red", "c.shade is blue"))
    model, layout = found.rules.a, found.witnesses[0].pair.a.program.layout
    one, two = (Speaker(label, make_namer(model, layout), {}, lambda cite: ()) for label in ("one", "two"))
    told = witness_told(found, 1, evolve(found.witnesses[0], lucky=lucky), one, two)
    assert ("this may be luck" in told.how) == lucky
