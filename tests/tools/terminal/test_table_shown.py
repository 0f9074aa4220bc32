"""The table at a terminal, or in a pipe as wide as one: what the game is about, the table, what its signs stand for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.report.text import width
from tests.tools.running import GAMES, at_terminal, run

MOVE = re.compile(r" +[a-z]{1,2}  [A-Z]")
ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
BUNDLED = ("cafe-del-gatto", "cafe-international", "bon-appetit", "espresso-doppio")
TIC = str(GAMES / "tic-tac-toe.cafe")


def plain_text(out: str) -> str:
    """What was shown, without colours."""
    return ESCAPES.sub("", out).replace("\r", "")


def shown(game: str, *more: str, columns: str = "80", moves: str = "") -> list[str]:
    """The lines of a game whose moves are piped in."""
    ran = run("play", game, "--seed", "3", "--moves", "-", *more, stdin=moves, COLUMNS=columns)
    assert ran.status == 0, ran.err
    return ran.out.splitlines()


@pytest.mark.parametrize("columns", ["60", "80", "120"])
@pytest.mark.parametrize("game", BUNDLED)
def test_a_pipe_is_as_wide_as_columns_say(game: str, columns: str) -> None:
    lines = shown(game, columns=columns)
    assert max(map(width, lines)) <= int(columns)


def test_without_columns_a_line_of_a_pipe_stays_one_line() -> None:
    lines = shown("cafe-international", columns="")
    assert max(map(width, lines)) > 100


def test_whole_columns_go_below_others_where_the_table_is_too_wide() -> None:
    """The tokens stay beside the machine, which stays a machine; the card and the bank come below; cups keep their columns."""
    lines = shown("cafe-del-gatto", columns="80")
    (machine,) = [line for line in lines if "milk  coffee" in line]
    row = lines[lines.index(machine) + 1]
    assert "espresso macchiato" in row and "[" in row
    assert any("menu price" in line for line in lines[lines.index(machine) :])
    assert any("espresso espresso macchiato doppio" in line for line in lines)


def test_layouts_beside_each_other_have_room_between_them() -> None:
    lines = shown("cafe-del-gatto", columns="120")
    (row,) = [line for line in lines if line.startswith("  espresso macchiato") and "[" in line]
    assert row.startswith("  espresso macchiato   2 2 4 5 7 8      3  [")


def test_it_begins_with_what_the_game_is_about_and_who_wins() -> None:
    assert shown(TIC)[1].startswith("The first to have 3 in a row")
    assert any("Trois" in line or "gagne" in line for line in shown(str(GAMES / "nim.cafe"), "--lang", "fr")[1:3])


@pytest.mark.parametrize(
    ("game", "signs"),
    [
        ("cafe-del-gatto", "signs: ❄ cold · ☁ foamy · ♨ hot · c coffee · m milk · ▒ face down"),
        ("bon-appetit", "signs: 🧀 cheese · ▒ face down"),
        ("espresso-doppio", "signs: ⌣ saucer · ☕ cup · 🥄 spoon · ○ white · ◐ caramel · ● brown · ▒ face down"),
    ],
)
def test_signs_are_explained(game: str, signs: str) -> None:
    """Only those on the table: in Bon Appétit! no cat has come yet."""
    assert [line for line in shown(game, columns="200") if line.startswith("signs")] == [signs]


def test_signs_are_explained_in_the_language_of_the_reader() -> None:
    lines = shown("cafe-del-gatto", "--lang", "de", columns="200")
    assert any(line.startswith("Zeichen: ") and "▒ verdeckt" in line for line in lines)


def test_a_table_without_signs_explains_none() -> None:
    assert not any(line.startswith("signs") for line in shown(TIC))


def test_the_table_is_shown_once_if_nothing_was_played() -> None:
    assert sum("column across" in line for line in shown(TIC)) == 1
    assert sum("column across" in line for line in shown(TIC, moves="a\n")) == 2


def test_a_person_is_told_of_the_signs_once_and_in_the_help(tmp_path: Path) -> None:
    ran = at_terminal(["play", "bon-appetit", "--seed", "3"], ["a", "", "a", "", "h", "q"], tmp_path)
    assert ran.out.count("signs: ") == 3, ran.out  # once for each of two people, and in the help
    assert ran.out.count("Cheese lures mice") == 2


def test_a_game_that_was_not_put_into_a_language_says_so_and_speaks_its_own(tmp_path: Path) -> None:
    """What rulekit says at the keyboard stays in the language that is asked for."""
    ran = at_terminal(["play", "espresso-doppio", "--lang", "it", "--seed", "3"], ["h", "esci"], tmp_path)
    assert ran.out.count("Questo gioco non è ancora stato tradotto in italiano; parla inglese.") == 2  # and in the help
    assert "2 giocatori" in ran.out and "salvare la partita" in ran.out and "On which space?" in ran.out
    assert "lay – " not in ran.out and "signs: " in ran.out
    lines = shown("espresso-doppio", "--lang", "it", moves="a\n")
    assert lines[1].startswith("Questo gioco non è ancora") and not any("lay – " in line for line in lines)
    assert "non è ancora" not in "".join(shown("espresso-doppio", "--lang", "fr"))


def moves_in(text: str) -> list[str]:
    """The moves of a menu."""
    return [line for line in text.splitlines() if MOVE.match(line)]


@pytest.mark.parametrize(("game", "count"), [("cafe-international", 9), ("espresso-doppio", 15)])
def test_the_table_and_the_prompt_are_on_one_screen_and_all_moves_are_one_key_away(game: str, count: int, tmp_path: Path) -> None:
    """A terminal of 24 lines has no room for twenty moves below a table; `t` shows the table alone."""
    ran = at_terminal(["play", game, "--seed", "3"], ["", "*", "t", "q"], tmp_path, LINES="24", COLUMNS="80")
    first, more, everything, table, _ = plain_text(ran.out).split("Ada> ")
    seen = first.splitlines()[-23:]  # and the prompt
    assert "* all moves" in seen[-1] and "" in seen  # a line is left empty before the table
    assert 5 <= len(moves_in(first)) < count and moves_in(more) != moves_in(first)
    assert len(moves_in(everything)) == count and "* all moves" not in everything
    assert (
        moves_in(table) == []
        and [line for line in table.splitlines()[1:] if line] == seen[seen.index("") + 1 :][: len(table.splitlines()) - 2]
    )


def test_a_number_before_what_lies_there_is_told_from_it() -> None:
    """Four heaps without a layout: the numbers of heaps and of matches."""
    nim = str(GAMES / "nim.cafe")
    assert "  heap  1: 1  ·  2: 3  ·  3: 5  ·  4: 7" in shown(nim)
    assert "  tas  1 : 1  ·  2 : 3  ·  3 : 5  ·  4 : 7" in shown(nim, "--lang", "fr")


def test_what_was_taken_back_is_said(tmp_path: Path) -> None:
    ran = at_terminal(["play", TIC, "--seed", "1"], ["b", "u", "q"], tmp_path)
    assert "taken back: Ada puts a mark on column 1, row 2" in ran.out


def test_an_example_that_is_no_bundled_game_is_found() -> None:
    ran = run("play", "tic-tac-toe")
    assert ran.status != 0 and "tic-tac-toe.cafe" in ran.err
    assert "tic-tac-toe.cafe" in run("play", "tic_tac_to").err
    assert "did you mean `bon-appetit`" in run("play", "bon-apetit").err
