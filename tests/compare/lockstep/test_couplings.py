"""Chance that one of two games asks more often, or in another order: no difference if nobody can tell, one if somebody can."""

from __future__ import annotations

import os

import pytest

from rulekit.compare.lockstep.couplings import Settled, settled
from rulekit.compare.lockstep.lockstep import Pairs
from rulekit.compare.result import CompareOptions
from rulekit.compare.search.plays import Budget
from rulekit.compare.search.random_plays import random_plays
from tests.compare.equal_chance import MORE_CHANCE, lucky_pairs
from tests.compare.equal_pairs import LARGE, Pair
from tests.compare.games import HEAD, changed, compared, differences, game

DEEP = os.environ.get("RULEKIT_PROFILE", "quick") == "deep"
LUCKY = lucky_pairs()
LONG = ("cafe-del-gatto", "cafe-international", "reversi", "espresso-doppio shuffled_twice")
SMALL = [one for one in LUCKY if DEEP or not one.name.startswith(LONG)]

DICE = (
    HEAD
    + """
kind shade: red, blue
piece card in deck
  shade
  | copies | shade |
  | 9      | each  |
place deck: deck of card
place kept[player]: pile of card
marker n: 0..4 = 0
marker won[player]: 0..99 = 0
setup
  shuffle deck
play
  turns from starter until n is 4
    set n to n + 1
    do take
action take
  draw 1 from deck to kept[me]
  choose k in 1..6 at random
  set won[me] to won[me] + k
score p
  reds: count(c in kept[p] where c.shade is red) + won[p]
"""
)
ROLL, USE, SHUFFLE = "  choose k in 1..6 at random\n", "  set won[me] to won[me] + k\n", "  shuffle deck\n"
NOTHING = "  set n to 0\n"
ONE_MORE = "  choose z in 1..6 at random\n"


# ---- equal rules ---------------------------------------------------------------------------------
def test_there_are_games_for_every_rewriting() -> None:
    """Five that shuffle twice and more, and nearly every game with a number nobody looks at."""
    assert [sum(one.rewritings == (how.__name__,) for one in LUCKY) for how in MORE_CHANCE] == [6, 7, 8, 1]
    assert {one.name.split()[0] for one in LUCKY} >= {path.split("/")[1].removesuffix(".cafe") for path in LARGE}


@pytest.mark.parametrize("one", SMALL, ids=lambda one: one.name)
def test_more_chance_that_nobody_uses_is_no_difference(one: Pair) -> None:
    found = compared(one.text_a, one.text_b, CompareOptions(effort=200 if DEEP else 60, seconds=60, each=False))
    assert found.differences and found.verdict == "none"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (SHUFFLE, SHUFFLE * 2),
        (SHUFFLE, SHUFFLE * 4),
        (SHUFFLE, SHUFFLE + ONE_MORE),
        (ROLL, ONE_MORE + ROLL),
        (ROLL, ROLL + ONE_MORE),
        (ROLL, ONE_MORE + ONE_MORE.replace("z", "y") + ROLL),
        (ROLL, ONE_MORE.replace("1..6", "1..20") + ROLL),
        (ROLL, "  for each p in players\n  " + ONE_MORE + ROLL),
    ],
)
def test_chance_that_is_asked_more_often_is_no_difference(old: str, new: str) -> None:
    """In either direction, for the whole and for each difference by itself."""
    more = changed(DICE, (old, new))
    for one, two in ((DICE, more), (more, DICE)):
        found = compared(one, two, CompareOptions(effort=400, seconds=60))
        assert found.differences and found.verdict == "none"


def test_a_roll_more_is_one_difference_and_the_other_roll_keeps_its_name() -> None:
    (only,) = differences(DICE, changed(DICE, (ROLL, ONE_MORE + ROLL)))
    assert (only.how, only.one) == ("added", None)


def test_two_rolls_in_another_order_are_no_difference() -> None:
    """What was rolled first counts, or what was rolled then."""
    one = changed(DICE, (ROLL, ROLL + ONE_MORE))
    two = changed(DICE, (ROLL, ONE_MORE + ROLL))
    assert compared(one, two, CompareOptions(effort=400, seconds=60)).verdict == "none"


LATER = (
    HEAD
    + """
marker n: 0..4 = 0
marker face: 1..6 = 1
marker won[player]: 0..99 = 0
play
  turns from starter until n is 4
    set n to n + 1
{before}    one of
      - do go_left
      - do go_right
action go_left
{left}  set won[me] to won[me] + face
action go_right
{left}  set won[me] to won[me] + 7 - face
score p
  points: won[p]
"""
)


def test_chance_may_come_after_a_choice_instead_of_before_it() -> None:
    """The moves and the results are the same; only what lies on the table meanwhile is not."""
    roll = "{0}choose k in 1..6 at random\n{0}set face to k\n"
    one, two = LATER.format(before=roll.format("    "), left=""), LATER.format(before="", left=roll.format("  "))
    found = compared(one, two, CompareOptions(effort=400, seconds=60, each=False))
    assert [(w.play.parting.what, w.pair.coupling.moments) for w in found.witnesses] == [("position", False)]


# ---- real differences ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "edits",
    [
        [(SHUFFLE, NOTHING)],
        [("1..6", "1..8")],
        [(ROLL, ROLL + ONE_MORE), ("won[me] + k", "won[me] + k + z")],
        [(ROLL, ROLL + ONE_MORE), ("won[me] + k", "won[me] + max(k, z)")],
        [("won[me] + k", "won[me] + k + k")],
        [(ROLL, ""), ("won[me] + k", "won[me] + 3")],
        [("  draw 1 from deck", "  draw 1 from deck to box\n  draw 1 from deck"), ("count(c", "count(deck) + count(c")],
    ],
)
def test_chance_that_is_used_otherwise_is_a_difference(edits: list[tuple[str, str]]) -> None:
    other = changed(DICE, *edits)
    for one, two in ((DICE, other), (other, DICE)):
        found = compared(one, two, CompareOptions(effort=400, seconds=60))
        assert (found.verdict, found.witnesses[0].lucky) == ("observable", False)


def test_two_dice_are_not_one_die_twice() -> None:
    """The sums 3, 5, 7, 9, 11 come up with two only."""
    one = changed(DICE, ("won[me] + k", "won[me] + k + k"))
    two = changed(DICE, (ROLL, ROLL + ONE_MORE), ("won[me] + k", "won[me] + k + z"))
    assert compared(one, two, CompareOptions(effort=400, seconds=60)).verdict == "observable"


PEEP = (
    HEAD
    + """
kind shade: red, blue, green, white
piece card in deck
  shade
  | copies | shade |
  | 2      | each  |
place deck: deck of card
place kept: row of card
marker seen: shade or none = none
setup
  shuffle deck
  set seen to top(deck).shade
{}play
  turns from starter until kept is not empty
    do take
action take
  draw 1 from deck to kept
score p
  points: if first(kept).shade is seen then 1 else 0
"""
)


def test_a_pile_that_is_shuffled_again_after_a_look_at_it_is_another_pile() -> None:
    """Without it the top card is the one that was seen: whichever shuffle is taken for the only one, the games part."""
    found = compared(PEEP.format(""), PEEP.format("  shuffle deck\n"), CompareOptions(effort=400, seconds=60))
    assert found.verdict == "observable"


def test_a_real_difference_beside_a_roll_that_nobody_uses_is_blamed_alone() -> None:
    two = changed(DICE, (ROLL, ONE_MORE + ROLL), ("c.shade is red", "c.shade is blue"))
    found = compared(DICE, two, CompareOptions(effort=400, seconds=60))
    assert found.verdict == "observable"
    (score,) = [d.number for d in found.differences if d.what == "score"]
    assert {number for w in found.witnesses for number in w.blame} == {score}


# ---- too much to try -----------------------------------------------------------------------------
@pytest.mark.parametrize("late", [True, False])
def test_a_search_that_was_cut_off_does_not_make_a_play_luck(late: bool) -> None:
    """The first search finds a play with a shuffle more; the second one, without that shuffle, finds none."""
    pair = Pairs(game(DICE), game(changed(DICE, (SHUFFLE, SHUFFLE * 2)))).get(2)
    assert pair is not None
    play = random_plays(pair, Budget(400), ()).shown
    assert play is not None
    answers = iter([((play, pair), False), (None, late)])
    assert settled(lambda coupling: next(answers)) == (Settled((play, pair), True) if late else Settled(None))


def test_too_many_ways_to_try_are_said() -> None:
    """Any five of ten rolls might be those that count."""
    more = "".join(ONE_MORE.replace("z", f"z_{n}") for n in range(5))
    one = changed(DICE, (ROLL, ROLL + more), ("won[me] + k", "won[me] + max(k, z_0) + max(z_1, z_2) + max(z_3, z_4)"))
    two = changed(one, (more, more + more.replace("z", "y")), ("max(k, z_0)", "max(k, y_0)"), ("max(z_3, z_4)", "min(y_3, y_4)"))
    found = compared(one, two, CompareOptions(effort=400, seconds=60, each=False))
    assert [(w.observable, w.lucky) for w in found.witnesses] == [(True, True)]
