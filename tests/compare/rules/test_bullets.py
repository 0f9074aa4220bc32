"""Bullets without an action are known by what they do, not by their number."""

from __future__ import annotations

import pytest

from rulekit.compare.witness.retelling import Telling, retelling
from rulekit.engine.state import State
from rulekit.program.program import ME, as_number
from tests.compare.games import HEAD, changed, compared

WAYS = (
    HEAD
    + """
tally coins[player] bank 90
tally sugar[player] bank 90
marker days: 0..3 = 0
play
  turns from starter until days is 3
    set days to days + 1
    one of
      - gain 1 coins
      - gain 2 sugar
      - do rest
step rest
  set days to 3
score p
  coins: coins[p]
  sugar: 3 * sugar[p]
"""
)
FIRST, SECOND, THIRD = "      - gain 1 coins\n", "      - gain 2 sugar\n", "      - do rest\n"
NEW = "      - gain 5 coins\n"


def brought(side: Telling) -> list[list[int]]:
    """What the player who decides has after each move that only this side offers: coins and sugar."""
    found = []
    for move in side.only:
        after = side.table.engine.apply(side.last, move)
        assert isinstance(after, State)
        found.append([as_number(after.cells[tally.base + side.last.cells[ME]]) for tally in side.table.program.layout.tallies])
    return found


def offered_alone(one: str, two: str) -> tuple[int, list[list[int]], list[list[int]]]:
    """After how many moves they part at the menu, and what the moves bring that only one of them offers."""
    (witness,) = compared(one, two).witnesses
    assert witness.play.parting.what == "moves"
    told = retelling(witness)
    return len(witness.play.keys), brought(told.one), brought(told.two)


@pytest.mark.parametrize("lines", [NEW + FIRST + SECOND, FIRST + NEW + SECOND, NEW + SECOND + FIRST])
def test_a_bullet_more_is_the_only_new_move_wherever_it_stands(lines: str) -> None:
    other = changed(WAYS, (FIRST + SECOND, lines))
    assert offered_alone(WAYS, other) == (0, [], [[5, 0]])
    assert offered_alone(other, WAYS) == (0, [[5, 0]], [])


def test_a_bullet_more_under_other_names_is_the_only_new_move() -> None:
    other = changed(WAYS, (FIRST, NEW + FIRST)).replace("sugar", "honey").replace("rest", "sleep").replace("days", "rounds")
    assert offered_alone(WAYS, other) == (0, [], [[5, 0]])


def test_a_bullet_that_does_something_else_is_still_the_same_choice() -> None:
    """Both games offer three ways; what the first of them brings shows in the score of the first player."""
    other = changed(WAYS, (FIRST + SECOND, SECOND + NEW))
    (witness,) = compared(WAYS, other).witnesses
    assert witness.play.parting.what == "result"


def test_a_bullet_that_changed_beside_one_that_is_new_leaves_the_others_alone() -> None:
    other = changed(WAYS, (FIRST, "      - gain 7 sugar\n" + NEW))
    assert offered_alone(WAYS, other) == (0, [], [[5, 0]])


def test_bullets_of_two_choices_do_not_get_mixed_up() -> None:
    twice = changed(WAYS, (THIRD, THIRD + "    one of\n" + FIRST + SECOND))
    assert compared(twice, twice).verdict == "none"
    other = twice.replace("    one of\n" + FIRST + SECOND + "step", "    one of\n" + NEW + SECOND + FIRST + "step")
    assert other != twice
    assert offered_alone(twice, other) == (1, [], [[6, 0]])


def test_two_bullets_that_do_the_same_are_one_move() -> None:
    """Which of them is taken makes no difference, neither here nor there."""
    assert compared(WAYS, changed(WAYS, (FIRST, FIRST * 2))).verdict == "none"


def test_what_follows_a_bullet_may_be_chosen() -> None:
    """The way itself is not told then: the choice is."""
    one = changed(WAYS, (FIRST, "      - choose n in 1..2\n        gain n coins\n"))
    two = changed(one, (SECOND, NEW + SECOND))
    assert offered_alone(one, two) == (0, [], [[5, 0]])
