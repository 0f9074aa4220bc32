"""What can never be worked out is told before the game: a division by zero, a number that is too large."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Diagnostic
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from tests.model.checks.programs import game

REST = "play\n  end game\n"
OPTION = 'option share "How many share?" = 0 among 0..3\n'
CARDS = "piece card in deck\n  n: 1..3\n  | copies | n |\n  | {copies} | 1 |\nplace deck: deck of card\n"
DECLARED = {
    "bank": "tally coins[player] bank {e}\n",
    "bank by index": "kind ware: wood, clay\ntally goods[player, ware] bank {e}\n",
    "copies": CARDS.replace("{copies}", "{e}"),
    "total": CARDS.format(copies=3).replace("place", "  total {e}\nplace"),
    "index": "marker heap[n: 1..{e}]: 0..7 = 0\n",
    "bound": "marker day: 0..{e} = 0\n",
    "first value": "marker day: 0..9 = {e}\n",
    "table": "table price[n: 1..2]: number\n  | 1 | {e} |\n  | 2 | 3 |\ndefine dear = price[1]\n",
    "key": "table price[n: 1..2]: number\n  | 1..{e} | 4 |\n  | 2 | 3 |\ndefine dear = price[1]\n",
    "attribute": "kind ware\n  worth: number\n  | ware | worth |\n  | wood | {e} |\n",
    "by a definition": "define part = {e}\ntally coins[player] bank part\n",
}


def findings(text: str, players: str = "2..3") -> list[Diagnostic]:
    """What the checker says about what cannot be worked out."""
    return [d for d in check_game(game(text, players=players), "game.cafe").diagnostics if d.code in ("RK523", "RK524")]


def shown(text: str, finding: Diagnostic) -> str:
    """What a finding points at."""
    return game(text)[finding.span.start : finding.span.end]


@pytest.mark.parametrize("declared", DECLARED)
@pytest.mark.parametrize("division", ["6 div 0", "6 mod (3 - 3)"])
def test_a_constant_division_by_zero_is_told_where_it_stands(declared: str, division: str) -> None:
    text = DECLARED[declared].replace("{e}", f"({division})") + REST
    found = findings(text)
    assert [d.code for d in found] == ["RK523"] * len(found) and found and found[0].is_error
    assert shown(text, found[0]) in (division, f"({division})")


def test_a_division_by_an_option_that_is_zero_names_the_declaration() -> None:
    (found,) = findings(OPTION + "tally coins[player] bank 6 div share\n" + REST)
    assert "the bank of `coins`" in found.message and "division by zero" in found.message and found.is_error
    assert findings(OPTION.replace("= 0", "= 2") + "tally coins[player] bank 6 div share\n" + REST) == []


def test_a_division_that_fails_for_some_number_of_players_says_for_which() -> None:
    (found,) = findings("tally coins[player] bank 6 div (count(players) - 3)\n" + REST)
    assert "with 3 players" in found.message


def test_the_other_branch_of_a_condition_is_not_looked_at() -> None:
    bank = "tally coins[player] bank (if count(players) > 2 then 6 div (count(players) - 2) else 5)\n"
    assert findings(bank + REST) == []


@pytest.mark.parametrize(
    "rule",
    [
        "choose n in 1..(6 div 0)\n  set day to n",
        "choose up to (6 div 0) ns in 1..3\n  set day to count(ns)",
        "repeat 6 div 0 times\n    set day to 1",
        "set day to [1, 2, 3][6 div 0]",
        'only if day < 6 div 0 because "too late"\n  set day to 1',
        'only if day < 3 because "only {6 div 0} days"\n  set day to 1',
    ],
)
def test_a_constant_division_by_zero_in_a_rule_is_told(rule: str) -> None:
    text = f"marker day: 0..9 = 0\nplay\n  turns from starter until day > 3\n    do pass_day\naction pass_day\n  {rule}\n"
    found = findings(text)
    assert [d.code for d in found] == ["RK523"] and found[0].is_error
    assert shown(text, found[0]) in ("6 div 0", "(6 div 0)")


def test_a_rule_that_divides_by_an_option_is_a_warning_unless_a_test_stands_before_it() -> None:
    rule = "tally coins[player]\nplay\n  turns from starter until coins[starter] > 3\n    do take\naction take\n"
    (found,) = findings(OPTION + rule + "  gain 6 div share coins\n")
    assert not found.is_error and "division by zero" in found.message
    assert findings(OPTION + rule + "  if share > 0\n    gain 6 div share coins\n  gain 1 coins\n") == []
    assert findings(OPTION + rule + "  gain (if share is 0 then 1 else 6 div share) coins\n") == []


def test_a_number_that_is_too_large_is_told_too() -> None:
    (found,) = findings("tally coins[player] bank 99999 * 99999\n" + REST)
    assert found.code == "RK524" and "9999800001" in found.message


@pytest.mark.parametrize("declared", DECLARED)
def test_whatever_divides_by_an_option_is_told_for_the_value_in_force_and_when_another_is_tried(declared: str) -> None:
    declaration = DECLARED[declared].replace("{e}", "(6 div share)") + REST
    (found,) = findings(OPTION + declaration)
    assert found.code == "RK523" and "cannot be worked out: a division by zero" in found.message
    checked = check_game(game(OPTION.replace("= 0", "= 2") + declaration), "game.cafe")
    assert checked.value is not None
    refused = lower(checked.value, 2, {"share": 0})
    assert [d.code for d in refused.diagnostics] == ["RK523"]
    assert "cannot be worked out: a division by zero" in refused.diagnostics[0].message


@pytest.mark.parametrize(
    ("bank", "code"),
    [
        ("sum(6 div (n - 2) for n in 1..3)", "RK523"),
        ("max(list(n in 1..3 where 6 div (n - 2) > 1))", "RK523"),
        ("price[count(players) + 5]", "RK522"),
        ("price[2]", "RK522"),
        ("1 + first(n in 1..3 where n > 5)", "RK521"),
        ("price[1] * 2147483647", "RK524"),
    ],
)
def test_lowering_tells_what_the_checker_could_not_know(bank: str, code: str) -> None:
    table = "table price[n: 1..2]: number\n  | 1 | 4 |\n  | 2 | - |\n"
    checked = check_game(game(table + f"tally coins[player] bank {bank}\n" + REST), "game.cafe")
    assert checked.value is not None, checked.diagnostics
    assert [d.code for d in lower(checked.value, 2).diagnostics] == [code]
