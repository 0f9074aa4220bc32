"""A worked example that fails says what is there, what went before, and what can be done: in the words of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.tools.cli import main
from tests.engine.play import ROOT

EIGHTS = (ROOT / "examples/games/crazy-eights.cafe").read_text(encoding="utf-8")
GIVEN = """
example odd "Odd"
  players ada, bob
  given
    upcard is card(5, hearts)
    called is hearts
    hand[ada] is [card(9, hearts), card(5, clubs)]
    hand[bob] is [card(2, spades), card(7, spades)]
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(lines: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What is said below the quoted line."""
    Path("odd.cafe").write_text(EIGHTS + GIVEN + lines, encoding="utf-8")
    assert main(["test", "odd.cafe", "--only", "odd"]) == 1
    said = [line.strip() for line in capsys.readouterr().out.splitlines()[:-1]]
    first = next(n for n, line in enumerate(said) if line.startswith(("expected", "actual", "these fit")))
    return said[first:]


@pytest.mark.parametrize(
    ("condition", "actual"),
    [
        ("hand[ada] is [card(9, hearts)]", ["hand[ada] is 5 of clubs, 9 of hearts"]),
        ("upcard is card(5, clubs)", ["upcard is 5 of hearts"]),
        ("card(7, clubs) in hand[ada]", ["hand[ada] is 5 of clubs, 9 of hearts"]),
        ("hand[ada] is empty", ["hand[ada] is 5 of clubs, 9 of hearts"]),
        ("played is not empty", ["played is empty"]),
        ("every(c in hand[ada] where c.suit is hearts)", ["hand[ada] is 5 of clubs, 9 of hearts"]),
        ("all_have_passed or called is clubs", ["passes is 0", "called is hearts"]),
        ("somebody_is_out", ["hand[ada] is 5 of clubs, 9 of hearts", "hand[bob] is 2 of spades, 7 of spades"]),
        ("not (called is hearts and passes is 0)", ["called is hearts", "passes is 0"]),
        ("not (called is hearts or passes is 1)", ["called is hearts"]),
    ],
)
def test_what_is_there_is_said(condition: str, actual: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Definitions are opened, pieces are named, and nothing is said to be yes or no."""
    assert told(f"  then {condition}\n", capsys)[1:] == [f"actual:   {line}" for line in actual]


def test_a_card_cannot_be_drawn_for_a_reason_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """After three cards a player plays or passes; that most cards cannot be played is not why no fourth one can be drawn."""
    said = told("  when\n" + "    ada does draw_card\n" * 4, capsys)
    assert said[0] == "actual:   refused: that cannot be done now"
    assert [line.partition(" (")[0] for line in said[1:4]] == ["before:   ada draws a card"] * 3
    assert said[1].startswith("before:   ada draws a card (the ")
    assert said[4] == "open:     ada: play the 5 of clubs; play the 9 of hearts; pass" and len(said) == 5


def test_a_move_that_was_made_for_the_player_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    said = told("  when ada does play_card(card(5, clubs))\n  when ada does pass\n", capsys)
    assert said[0] == "actual:   refused: it is not this player's turn"
    assert said[1].startswith("before:   ada plays the 5 of clubs (") and said[2].startswith("open:     bob: ")


def test_moves_that_fit_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert told("  when ada does play_card\n", capsys) == ["these fit: play the 5 of clubs; play the 9 of hearts"]
    assert told("  then ada cannot play_card(card(9))\n", capsys)[1:] == ["these fit: play the 9 of hearts"]


def test_a_refused_move_has_its_reason_and_no_yes_or_no(capsys: pytest.CaptureFixture[str]) -> None:
    said = told("  when ada does play_card(card(5, clubs))\n  when bob does play_card(card(2, spades))\n", capsys)
    assert said[:2] == ["actual:   refused: play clubs, another 5 or an eight", "rule play_card.follow"]
    assert not any(" no" in line or "suit:" in line for line in said)


FRENCH = """cafe fr
jeu petit "Petit"
  joueurs 2

repère n: 0..9 = 6

déroulement
  tours depuis premier
    faire a

action a
  mettre n vers n + 1

décompte j
  points: n

exemple faux "Un exemple faux"
  joueurs ada, bob
  alors décompte(ada) est 7
"""


def test_a_french_file_is_answered_with_french_keywords(capsys: pytest.CaptureFixture[str]) -> None:
    Path("petit.cafe").write_text(FRENCH, encoding="utf-8")
    assert main(["test", "petit.cafe"]) == 1
    said = capsys.readouterr().out
    assert "attendu :   décompte(ada) est 7\n" in said and "en fait :   décompte(ada) est 6\n" in said
    Path("petit.cafe").write_text(FRENCH.replace("faire a", "faire b"), encoding="utf-8")
    assert main(["test", "petit.cafe"]) == 1
    assert capsys.readouterr().out.endswith("0 réussis, 0 manqués\n")
