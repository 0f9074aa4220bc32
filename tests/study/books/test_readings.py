"""What a reading's book says of each rule and option: stated, arguable, a slip, or nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from rulekit.model.model import ARGUABLE, SILENT, SLIP, STATED, GameModel
from rulekit.pipeline import check_game
from rulekit.study.books.books import make_index, read_book
from rulekit.study.books.cover import pointers, titles, unread
from rulekit.study.books.readings import said_in
from tests.readings import BOOK, READING
from tests.study.books.test_added_sources import READING as TEAHOUSE_READING
from tests.study.teahouse import GAME, checked
from tests.tools.running import ROOT

GATTO = ROOT / "rules" / "cafe-del-gatto.cafe"


def gatto(*readings: str) -> GameModel:
    """Café del Gatto with readings."""
    paths = [READING if name == "de" else GATTO.with_name(f"cafe-del-gatto.{name}.cafe") for name in readings]
    checked = check_game(GATTO.read_text(), str(GATTO), tuple((path.read_text(), str(path)) for path in paths))
    assert checked.value is not None, checked.diagnostics
    return checked.value


def strengths(model: GameModel, reading: str) -> dict[str, str]:
    """How strongly a reading's book says something, by address; what is said several times as strongly as it is said once."""
    found: dict[str, str] = {}
    order = (STATED, ARGUABLE, SLIP, SILENT)
    for said in said_in(model, reading):
        before = found.get(said.part.address, SILENT)
        found[said.part.address] = min(before, said.strength, key=order.index)
    return found


def test_a_game_knows_which_books_its_readings_read() -> None:
    assert gatto("fr").readings == (("fr", ("fr",)),)
    assert gatto("de").readings == (("de", ("de",)),)
    assert gatto().readings == ()


@pytest.mark.parametrize(
    ("address", "strength"),
    [
        ("start_coins", STATED),  # answered
        ("must_act", ARGUABLE),
        ("sugar_rounding", SLIP),
        ("tip", SILENT),  # the base cites paragraph 3 of its own two books
        ("buy.price", SILENT),
        ("drink.cappuccino", SILENT),
        ("winner.2", SILENT),
        ("sugar_for_coins", SILENT),
    ],
)
def test_a_third_reading_is_silent_where_only_other_books_speak(address: str, strength: str) -> None:
    assert strengths(gatto("de"), "de")[address] == strength


def test_a_third_book_with_three_headings_and_one_answer_is_nearly_all_silent() -> None:
    counts = Counter(said.strength for said in said_in(gatto("de"), "de"))
    assert (counts[STATED], counts[ARGUABLE], counts[SLIP]) == (1, 1, 1)
    assert counts[SILENT] > 100


@pytest.mark.parametrize(
    ("reading", "address", "strength"),
    [
        ("en", "must_act", ARGUABLE),
        ("fr", "must_act", STATED),
        ("en", "menu_row", SLIP),
        ("fr", "interlude_starter", STATED),  # once stated, once a slip: what is stated counts
        ("fr", "drink.cappuccino", STATED),
        ("en", "drink.cappuccino", STATED),  # replaced by the reading
        ("fr", "coin_reserve", STATED),  # the base cites both of its books at once
        ("en", "pass.duty", SILENT),
        ("fr", "buy.price", STATED),
    ],
)
def test_readings_of_the_books_of_the_game(reading: str, address: str, strength: str) -> None:
    assert strengths(gatto(reading), reading)[address] == strength


def test_an_option_is_told_once_with_all_its_answers() -> None:
    options = [said for said in said_in(gatto("fr"), "fr") if said.part.address == "interlude_starter"]
    assert len(options) == 1
    assert [answer.strength for answer in options[0].answers] == [STATED, SLIP]


def test_what_no_book_says_is_no_silence_of_one() -> None:
    """An assumption is told as such; an option has an answer in force, so that of it is always told who gave it."""
    found = strengths(checked(GAME, TEAHOUSE_READING), "de")
    assert "bag.2" not in found
    assert found == {**dict.fromkeys(found, SILENT), "cups": STATED}
    assert "thirst" in found


def test_paragraphs_that_are_only_arguable_have_been_read_too() -> None:
    model = gatto("de")
    index = make_index(BOOK.read_text(), "de", "Erfundene Anleitung, nie gedruckt", titles(model, "de").values())
    assert {(cite.section, cite.place) for _, cite in pointers(model, "de")} == {("prep", "2"), ("turn", "1"), ("end", "2")}
    found = [(section, passage.place) for section, passage in unread(model, "de", index, read_book(BOOK.read_text(), index))]
    assert found == [
        ("prep", "1"), ("prep", "3"), ("turn", "2"), ("turn", "b1"), ("turn", "b2"), ("turn", "b3"), ("end", "1"),
    ]  # fmt: skip
