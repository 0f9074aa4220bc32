"""Icons that are drawings: in a terminal they are words, in pictures and on pages they are drawn, and unknown ones are found."""

from __future__ import annotations

import pytest

from rulekit.drawings import drawings
from rulekit.engine.view import SeenPiece
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.table.board import Drawer
from rulekit.report.table.looks import painter
from rulekit.report.table.svg import drawer
from rulekit.report.words import Namer, make_namer
from tests.report.books import page
from tests.report.market import MARKET

APPLE = SeenPiece("crate", (("ware", 0), ("size", 2)))
LOOK = '  | crate | "{ware}" | "▣"      | "{size}" |\n  | apple | red      |          |          |\n'


def drawn_as(crate: str, apple: str) -> Namer:
    """The market with other looks."""
    assert LOOK in MARKET
    text = MARKET.replace(LOOK, f'  | crate | "{{ware}}" | {crate} | "{{size}}" |\n  | apple | red | {apple} | |\n')
    checked = check_game(text, "market.cafe")
    assert checked.value is not None and checked.ok, checked.diagnostics
    program = lower(checked.value, 2).value
    assert program is not None
    return make_namer(checked.value, program.layout, "en", ("ada", "bob"))


def test_a_drawing_of_a_value_is_a_word_in_text_and_a_path_in_pictures() -> None:
    namer = drawn_as('"{ware}"', '"shiny-apple"')
    assert painter(namer).piece(APPLE).plain == "apple 2"
    piece = Drawer(namer).piece(APPLE)
    assert (piece["drawing"], piece["icon"], piece["text"]) == ("shiny-apple", "apple", "2")
    picture = drawer(namer).picture(APPLE)
    assert drawings()["shiny-apple"] in picture and ">2</text>" in picture and ">apple</text>" not in picture
    assert drawer(namer).words(APPLE) == "apple 2"


def test_a_drawing_of_a_sort_is_nothing_in_text() -> None:
    namer = drawn_as('"wooden-crate"', '""')
    assert painter(namer, True).piece(APPLE).plain == "2"
    assert Drawer(namer).piece(APPLE)["drawing"] == "wooden-crate"
    assert drawings()["wooden-crate"] in drawer(namer).picture(APPLE)


def test_the_word_of_a_value_is_no_drawing() -> None:
    namer = drawn_as('"{ware}"', '""')
    assert Drawer(namer).piece(APPLE)["drawing"] == ""


def test_what_a_description_does_not_say_is_left_blank() -> None:
    namer = drawn_as('"{ware}"', '""')
    assert Drawer(namer).piece(SeenPiece("crate", (("size", 2),)))["icon"] == ""
    assert Drawer(namer).piece(SeenPiece("crate", (("ware", 0),)))["text"] == ""


@pytest.mark.parametrize(
    ("icon", "hint"),
    [("coffee-beens", "did you mean `coffee-beans`"), ("diamond", "did you mean `cut-diamond`"), ("zzzzzz", "a word goes into")],
)
def test_an_unknown_drawing_is_found_with_those_that_are_near(icon: str, hint: str) -> None:
    found = check_game(MARKET.replace('"▣"', f'"{icon}"'), "market.cafe").diagnostics
    (one,) = [d for d in found if d.code == "RK243"]
    assert hint in str(one.hint)


@pytest.mark.parametrize("icon", ["☕", "kg", "♀", "+2", "é", "d10"])
def test_signs_and_short_texts_are_no_names(icon: str) -> None:
    assert check_game(MARKET.replace('"▣"', f'"{icon}"'), "market.cafe").ok


def test_a_rulebook_names_those_who_made_its_drawings() -> None:
    drawn, plain = (page(drawn_as('"{ware}"', apple).model) for apple in ('"shiny-apple"', '"▣"'))
    assert "Lorc, Delapouite" in drawn and "Lorc" not in plain
