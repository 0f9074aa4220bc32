"""The smallest set of rule differences that makes a play part, and the differences that nothing needed."""

from __future__ import annotations

from rulekit.compare.result import Comparison
from tests.compare.games import HEAD, MARKET, changed, compared

BOLD = """
option x "How much is x?" = 1 among 1..2
option y "How much is y?" = 1 among 1..2
option z "How much is z?" = 1 among 1..2
marker days: 0..3 = 0
tally coins[player]
play
  turns from starter until days is 3
    one of
      - do rest
      - do dare
action rest
  set days to days + 1
action dare
  only if {} because "too much"
  set days to days + 1
  gain 1 coins
score p
  coins: coins[p]
  nothing: 0 * (x + y + z)
"""


def bold(test: str, *twos: str) -> str:
    """The game where an action is open as long as a sum is small; some of the numbers are 2."""
    text = HEAD + BOLD.format(test)
    return changed(text, *((f'{name}?" = 1', f'{name}?" = 2') for name in twos))


def blamed(found: Comparison) -> list[set[str]]:
    """What each witness is put down to."""
    return [{found.rules.differences[n].name for n in w.blame} for w in found.witnesses]


def test_of_two_differences_one_makes_the_witness() -> None:
    found = compared(bold("x < 2"), bold("x < 2", "x", "y"))
    assert blamed(found) == [{"x"}]
    assert [d.name for d in found.unneeded] == ["y"]


def test_of_two_differences_each_makes_its_own() -> None:
    found = compared(bold("x < 2 and y < 2"), bold("x < 2 and y < 2", "x", "y"))
    assert sorted(map(sorted, blamed(found))) == [["x"], ["y"]]
    assert found.unneeded == ()


def test_two_differences_that_only_together_make_it() -> None:
    """1 + 1 and 1 + 2 are less than 4, 2 + 2 is not."""
    found = compared(bold("x + y < 4"), bold("x + y < 4", "x", "y"))
    assert blamed(found)[0] == {"x", "y"} and found.witnesses[0].between == "both"
    assert found.unneeded == ()


def test_the_third_that_is_not_needed_is_left_out() -> None:
    found = compared(bold("x + z < 4"), bold("x + z < 4", "x", "y", "z"))
    assert blamed(found)[0] == {"x", "z"}
    assert [d.name for d in found.unneeded] == ["y"]


def test_three_that_only_together_make_it() -> None:
    found = compared(bold("x + y + z < 6"), bold("x + y + z < 6", "x", "y", "z"))
    assert blamed(found)[0] == {"x", "y", "z"}


def test_differences_that_nothing_needs_are_told() -> None:
    """Nothing asks who is rich, and the bank is never empty: two of three could change play, and do not."""
    two = changed(MARKET, ("coins[p] > 4 ", "coins[p] > 5 "), ("bank 20", "bank 200"), ("until days is 4", "until days is 3"))
    found = compared(MARKET, two)
    assert {frozenset(names) for names in blamed(found) if names} >= {frozenset(("play",))}
    assert "rich" in {d.name for d in found.unneeded}
    assert "play" not in {d.name for d in found.unneeded}


def test_what_a_blamed_rule_needs_is_not_unneeded() -> None:
    """A bullet brings its action along."""
    steal = "action steal\n  pay 1 coins\n  set days to days + 1\n\n"
    two = changed(MARKET, ("      - do rest\n", "      - do rest\n      - do steal\n"), ("action rest ", f"{steal}action rest "))
    found = compared(MARKET, two)
    assert blamed(found) == [{"play"}] and found.unneeded == ()


def test_equal_games_blame_nothing() -> None:
    found = compared(bold("x < 2"), bold("2 > x"))
    assert (found.verdict, found.witnesses, found.unneeded) == ("none", (), ())
