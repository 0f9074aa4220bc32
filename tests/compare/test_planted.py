"""The planted differences: each is one edit that can be made, and gives a game that can be played."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from bench.planted import CLASSES, EXPECTED, Judged, Planted, edited, original, planted, rate, summary
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from tests.compare.equal_pairs import LARGE

ALL = planted()
DEEP = os.environ.get("RULEKIT_PROFILE", "quick") == "deep"
CHECKED = ALL if DEEP else ALL[::3]  # all of them are compared by `make planted`, which stops at an edit that is no game
BY_GAME = {path: [one for one in ALL if one.path == path] for path in LARGE}


def test_there_are_enough_of_every_class_in_every_game() -> None:
    assert len(ALL) >= 48 and len({one.id for one in ALL}) == len(ALL)
    assert {one.path for one in ALL} == set(LARGE)
    assert all(len(some) >= 10 for some in BY_GAME.values())
    for some in BY_GAME.values():
        assert {one.sort for one in some} == set(CLASSES)
    assert {one.expected for one in ALL} == set(EXPECTED)


def test_what_is_latent_or_none_has_a_reason() -> None:
    assert [one.id for one in ALL if one.expected != "observable" and not one.why] == []
    assert [one.id for one in ALL if not one.means] == []


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_a_planted_difference_can_be_made(one: Planted) -> None:
    """It stands in the file once."""
    text = original(one)
    assert text.count(one.find) == 1
    assert edited(one) != text and edited(one).count(one.replace) >= 1


@pytest.mark.parametrize("one", CHECKED, ids=lambda one: one.id)
def test_a_planted_difference_can_be_played(one: Planted) -> None:
    """Nothing is said about the edited game, and there is a program for so many players."""
    checked = check_game(edited(one), one.path)
    assert checked.diagnostics == () and checked.value is not None
    assert lower(checked.value, one.players).value is not None


# ---- the figures ---------------------------------------------------------------------------------
def judged(number: int, expected: str, verdict: str, sort: str = "number") -> Judged:
    """A verdict on an edit that does not matter here."""
    one = Planted(f"p{number}", "nim", sort, 2, "a", "b", "nothing", expected)
    return Judged(one, verdict, "", 1.5)


def test_the_summary_counts_right_verdicts_and_names_false_alarms() -> None:
    found, missed, alarm = ("observable", "observable"), ("observable", "none", "order"), ("none", "observable", "order")
    done = [judged(n, *one) for n, one in enumerate((found, missed, alarm))]
    assert [" ".join(one.split()) for one in summary(done)] == [
        "number 1 of 1 100 % 1.5 s",
        "order 0 of 2 0 % 3.0 s",
        "expected observable 1 of 2 50 % 3.0 s",
        "expected none 0 of 1 0 % 1.5 s",
        "all 1 of 3 33 % 4.5 s",
        "false alarms: p2",
    ]


def test_a_rate_is_rounded_down() -> None:
    done = [judged(n, "none", "none" if n else "latent") for n in range(3)]
    assert rate(done).split() == ["2", "of", "3", "66", "%"]
    assert Counter(one.right for one in done) == {True: 2, False: 1}
