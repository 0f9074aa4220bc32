"""Menus at the keyboard: letters that mean one thing, and moves that are meant by what is typed."""

from __future__ import annotations

import pytest

from rulekit.report.sentences import languages, sentences
from rulekit.report.text import plain
from rulekit.tools.terminal.menu import Menu, letters, make_menu
from rulekit.tools.terminal.told_moves import question
from rulekit.tools.terminal.why_questions import answer
from tests.report.table.test_spoken_log import played

ROWS = ("take nothing", "take row 1", "take row 2", "take row 12 from the corner", "take the corner")


def menu(texts: tuple[str, ...], names: tuple[frozenset[str], ...] = ()) -> Menu:
    """A menu of texts alone."""
    return Menu(texts, letters(sentences(), len(texts), set()), names or (frozenset(),) * len(texts))


@pytest.mark.parametrize("language", languages())
def test_no_letter_is_a_command(language: str) -> None:
    say = sentences(language)
    typed = {word for key in ("typed_quit", "typed_undo", "typed_help") for word in plain(say(key)).split()}
    made = letters(say, 800, {"de", "al"})
    assert len(set(made)) == 800 and not set(made) & (typed | {"s", "t", "de", "al"})
    assert made[:3] == ("a", "b", "c") and made[21] == "aa" and "ab" in made


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("a", [0]),
        (" C ", [2]),
        ("1", [1]),
        ("12", [3]),
        ("3", []),
        ("#3", [2]),
        ("#9", []),
        ("#", []),
        ("Take row 2", [2]),
        ("row", [1, 2, 3]),
        ("row 1", [1]),
        ("corner", [3, 4]),
        ("the corner.", [3, 4]),
        ("take the corner", [4]),
        ("cor ro", [3]),
        ("othin", [0]),
        ("nonsense", []),
        ("", []),
    ],
)
def test_what_is_typed_means_a_move(typed: str, found: list[int]) -> None:
    """A number means the number in a sentence, never the place in the menu, unless it says so; words need not be whole."""
    assert menu(ROWS).meant(typed) == found


def test_where_no_move_has_a_number_a_number_counts_moves() -> None:
    plain_menu = menu(("tea", "coffee"))
    assert plain_menu.meant("2") == [1] and plain_menu.meant("3") == [] and plain_menu.is_letter("2")
    assert not menu(ROWS).is_letter("2")


def test_a_word_said_twice_is_typed_twice() -> None:
    both = menu(("column 2, row 1", "column 2, row 2"))
    assert both.meant("2 2") == [1] and both.meant("column 2, row 2") == [1] and both.meant("row 2") == [1]


def test_names_of_the_rule_file_are_understood() -> None:
    engine, _, namers = played(())
    state = engine.start(2)
    for language in ("en", "fr", "it"):
        made = make_menu(namers[language], engine.moves(state), state.cells)
        (found,) = made.meant("welcome south_west")
        assert "welcome" in engine.moves(state)[found].actions and made.meant("north_east") != [found]


def test_a_question_is_asked_about_a_move_by_its_letter_or_its_words() -> None:
    engine, _, namers = played(())
    state = engine.start(2)
    made = make_menu(namers["en"], engine.moves(state), state.cells)

    def asked(words: str, language: str = "en") -> list[str]:
        return answer(namers[language], engine, state, words, made)

    assert asked("b") == ["show the Earl Grey drinker to the north-east table: yes, 1 way", "    rule welcome"]
    assert asked("south-west table") == ["show the Earl Grey drinker to the south-west table: yes, 1 way", "    rule welcome"]
    for words in ("show the mint drinker to the north-east table", "the mint drinker to the north-east table"):
        assert asked(words)[0] == f"{words}: no, that is not among what can be chosen (guest: Earl Grey drinker)"
    assert asked("sing") == ["which action is meant? draw a guest, show, keep"]


def test_the_questions_of_the_choices_stand_above_the_menu() -> None:
    engine, _, namers = played(())
    state = engine.start(2)
    welcome = [move for move in engine.moves(state) if move.actions == ("welcome",)]
    assert question(namers["en"], welcome, state.cells) == "At which table?"  # both guests are alike
    assert question(namers["fr"], welcome, state.cells) == "À quelle table ?"
    assert question(namers["en"], engine.moves(state), state.cells) == ""


def test_a_move_that_is_not_there_is_no_other_one() -> None:
    """Column 2, row 2 and column 1, row 2 are taken: no square with the same numbers is meant instead."""
    left = menu(("put a mark on column 2, row 1", "put a mark on column 2, row 3"))
    for typed in ("column 2, row 2", "column 1, row 2", "1 2", "put a mark on col 1, row 2"):
        assert left.meant(typed) == []
    assert left.meant("2 1") == [0] and left.meant("col 2 row 3") == [1]


TILES = (
    "buy the coffee tile in row 1 (cold 4) for your cappuccino",
    "buy the coffee tile in row 2 (hot 1) for your cappuccino",
    "take 2 coins",
)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("buy coffee row 1 cappuccino", [0]),
        ("buy coffee ro 2 cappuccino", [1]),
        ("coffee hot 1", [1]),
        ("coffee 1", [0, 1]),
        ("buy row 3 cappuccino", []),
        ("buy row 4 cappuccino", []),
    ],
)
def test_a_number_behind_a_word_stands_behind_it_in_the_move(typed: str, found: list[int]) -> None:
    """`row 1` is not the 1 of a tile in row 2."""
    assert menu(TILES).meant(typed) == found
