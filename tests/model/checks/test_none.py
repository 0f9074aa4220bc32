"""Nobody calculates with `none`: tests around a rule exclude it, other rules bring it back."""

from __future__ import annotations

import pytest

from tests.model.checks.programs import COINS, found, game
from tests.model.pages import run

HEAD = "\nmarker last: 1..3 or none\n"


def _take(*lines: str, rest: str = "") -> list[str]:
    block = "".join(f"  {line}\n" for line in ("choose n in 1..3", *lines, "set last to if n is 3 then none else n"))
    return found(COINS, HEAD, f"\naction take\n{block}", rest)


@pytest.mark.parametrize(
    "lines",
    [
        ('only if last is none or n > last because "no"', "gain n coins"),
        ('only if last is not none because "no"', "gain last + n coins"),
        ('only if last is not none and last < n because "no"', "gain n coins"),
        ('only if not (last is none) because "no"', "gain last coins"),
        ("gain n + (if last is none then 0 else last) coins",),
        ("if last is not none", "  gain last coins"),
        ("if last is none", "  gain n coins", "else", "  gain last coins"),
        ("if last is 2", "  gain last + 1 coins"),
        ("set last to n", "gain last coins"),
        ("if last is none", "  set last to 1", "gain last coins"),
        ("if last is not none", "  do more"),
        ("if known", "  gain last coins"),
        ("gain (if known then value else 0) coins",),
        ('only if last is n because "no"', "gain last coins"),
        ("repeat until last is not none", "  set last to n", "gain last coins"),
    ],
)
def test_excluded_none_is_fine(lines: tuple[str, ...]) -> None:
    """By `if`, `and`, `or`, `only if`, definitions, a value that was set, and around a step."""
    text = "\n".join(lines)
    rest = "\nstep more\n  gain last coins\n" if "do more" in text else ""
    rest += "\ndefine known = last is not none\n" if "known" in text else ""
    rest += "\ndefine value = last + 1\n" if "value" in text else ""
    assert _take(*lines, rest=rest) == []


@pytest.mark.parametrize(
    "lines",
    [
        ('only if n > last because "no"', "gain n coins"),
        ("gain last coins",),
        ("gain n + last coins",),
        ('only if last is none because "no"', "gain last + n coins"),
        ('only if last is none and last < n because "no"', "gain n coins"),
        ("if last is not none", "  set last to none", "  gain last coins"),
        ("if last is not none", "  do lose", "  gain last coins"),
        ("if last is none", "  gain 1 coins", "gain last coins"),
        ("gain value coins",),
        ("let before = last", "gain before + 1 coins"),
        ("do more",),
    ],
)
def test_none_that_is_not_excluded(lines: tuple[str, ...]) -> None:
    """One error for each rule."""
    text = "\n".join(lines)
    rest = "\nstep more\n  gain last coins\n" if "do more" in text else ""
    rest += "\nstep lose\n  set last to none\n" if "do lose" in text else ""
    rest += "\ndefine value = last + 1\n" if "value" in text else ""
    assert set(_take(*lines, rest=rest)) == {"RK420"}


@pytest.mark.parametrize(
    ("test", "rest"),
    [
        ("sure(last is not none)", "\ndefine sure(t: truth) = t\n"),
        ("surely", "\ndefine surely = known and 1 > 0\ndefine known = not unknown\ndefine unknown = last is none\n"),
        ("both", "\ndefine both = one(last in [1, 2]) and 1 > 0\ndefine one(t: truth) = 2 > 1 and t\n"),
    ],
)
def test_definitions_tell_what_their_parts_and_what_they_are_told_tell(test: str, rest: str) -> None:
    assert _take(f"if {test}", "  gain last coins", rest=rest) == []
    assert set(_take(f"if not {test}", "  gain last coins", rest=rest)) == {"RK420"}


def test_parameters_declared_or_none() -> None:
    """The definition itself has to exclude it."""
    good = "\ndefine worth(n: 1..9 or none) = if n is none then 0 else n + 1\n\nscore p\n  last: worth(last)\n"
    bad = "\ndefine worth(n: 1..9 or none) = n + 1\n\nscore p\n  last: worth(last)\n"
    assert _take("gain n coins", rest=good) == []
    assert set(_take("gain n coins", rest=bad)) == {"RK420"}


def test_score_lines_are_checked_and_placed() -> None:
    """The finding points at the line of the score."""

    text = game(
        COINS, HEAD, "\naction take\n  gain 1 coins\n  set last to 1\n", "\nscore p\n  coins: coins[p]\n  bonus: last + 1\n"
    )
    (finding,) = run(text).diagnostics
    assert text[finding.span.start :].startswith("bonus")


CARD = """
piece card in deck
  bonus: 1..9 or none
  | copies | bonus |
  | 3      | none  |
  | 2      | 4     |

place deck: pile of card
"""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("gain sum(c.bonus + 1 for c in deck where c.bonus is not none) coins", set()),
        ("gain sum(c.bonus + 1 for c in deck) coins", {"RK420"}),
        ("gain count(c in deck where c.bonus is not none and c.bonus > 2) coins", set()),
        ("gain count(c in deck where c.bonus > 2) coins", {"RK420"}),
    ],
)
def test_attributes_declared_or_none(line: str, expected: set[str]) -> None:
    """Pieces with and without a bonus; `where` excludes the latter."""
    assert set(found(COINS, CARD, f"\naction take\n  {line}\n")) == expected


def test_loops_and_parameters() -> None:
    """`for each … where`; a parameter told something that may be `none`."""
    assert _take("for each p in players where last is not none", "  p gains last coins") == []
    assert set(_take("for each p in players", "  p gains last coins")) == {"RK420"}
    give = "\nstep give(much: 1..9 or none)\n  {}\n"
    assert set(_take("do give(last)", rest=give.format("gain much coins"))) == {"RK420"}
    assert _take("do give(last)", rest=give.format("if much is not none\n    gain much coins")) == []
