"""What parts only a mixture of two games counts as none: here a higher price and a higher rebate come to the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from rulekit.compare.compare import compare
from rulekit.compare.result import NONE, OBSERVABLE, CompareOptions, Comparison
from rulekit.pipeline import check_game
from rulekit.tools.cli import main

GAME = """cafe en
game shop "Shop"
  players 2

tally coins[player] bank 20

option price "What does a day cost?" = 2 among 1..5
option rebate "What is given back?" = 1 among 0..4
option days "How many days?" = 3 among 2..4

setup
  for each p in players
    p gains 8 coins

marker day: 0..20 = 0

play
  turns from starter until day >= 2 * days
    do work

action work
  choose hard in 0..1
  pay price - rebate coins
  if hard is 1
    gain 1 coins
  set day to day + 1

score p
  coins: coins[p]

winner p
  most score(p)
"""


def changed(**options: int) -> str:
    """The game with other answers."""
    text = GAME
    for name, value in options.items():
        line = next(line for line in text.splitlines() if line.startswith(f"option {name}"))
        question, _, answer = line.partition("= ")
        text = text.replace(line, f"{question}= {value} {answer.partition(' ')[2]}")
    return text


def found(**options: int) -> Comparison:
    """What comes of comparing it with one that answers otherwise."""
    one, two = (check_game(text, "shop.cafe").value for text in (GAME, changed(**options)))
    assert one is not None and two is not None
    value = compare(one, two, CompareOptions(players=(2,), effort=400, seconds=1_000)).value
    assert value is not None
    return value


def test_differences_that_cancel_each_other_are_no_difference_in_play() -> None:
    assert found(price=3, rebate=2).verdict == NONE


def test_only_plays_that_part_the_two_games_themselves_count() -> None:
    """Longer days can be seen; the price and the rebate only where the other one stays as it was."""
    comparison = found(price=3, rebate=2, days=4)
    names = {n: comparison.rules.differences[n].name for n in range(3)}
    assert {tuple(names[n] for n in w.blame): w.parts_both for w in comparison.witnesses} == {
        ("days",): True, ("price",): False, ("rebate",): False,
    }  # fmt: skip
    assert comparison.verdict == OBSERVABLE
    assert [w.blame for w in comparison.parting] == [comparison.witnesses[0].blame]


def test_a_verdict_is_never_given_for_a_mixture() -> None:
    comparison = found(price=3, rebate=2, days=4)
    mixtures = tuple(w for w in comparison.witnesses if not w.parts_both)
    assert all(w.observable for w in mixtures)
    assert evolve(comparison, witnesses=mixtures).verdict == NONE


def test_the_report_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("one", GAME), ("two", changed(price=3, rebate=2, days=4))):
        (tmp_path / f"{name}.cafe").write_text(text)
    assert main(["compare", str(tmp_path / "one.cafe"), str(tmp_path / "two.cafe"), "--players", "2", "--effort", "400"]) == 1
    said = capsys.readouterr().out
    assert "It shows in play: 1 play found, for 1 of 3 differences that could matter.\n" in said
    assert "2 more show a difference alone, with all else as in one of the games; the two themselves do not part there.\n" in said
    assert said.count("with all else as in one of the games\n") == 2
    assert said.count("(with all else as in one of the games)") == 2
