"""A citation that names no source speaks of the books that its own file declares, never of one that another file adds."""

from __future__ import annotations

from rulekit.model.model import GameModel
from rulekit.report.comparison.report_data import Passage
from rulekit.serialize import model_from_json, model_to_json
from rulekit.study.books.books import Index, make_index, read_book
from rulekit.study.books.cover import pointers, strays, titles, unread
from rulekit.tools.io.passages import passages_of
from tests.report.books import namer_of
from tests.study.teahouse import GAME, checked

READING = """cafe en
reading de of teahouse "The German rules"
  source de "Teehaus, our own German rules"
  why "the German text alone"

section things
  de "Was man braucht"

section turn
  de "So wird gespielt"

with cups = 3                               @things.2
"""
SECOND = '  source de2 "Teehaus, the second printing"\n  why'
TWO_BOOKS = READING.replace("  why", SECOND).replace("@things.2", "@things.2 @turn.1")
VARIANT = READING.replace("reading", "variant")
BOOK = """# WAS MAN BRAUCHT

Grüner Tee, schwarzer Tee.

Drei Tassen.

# SO WIRD GESPIELT

Einer schenkt ein.
"""


def index_of(model: GameModel) -> Index:
    """The index of the German book, by its headings."""
    return make_index(BOOK, "de", "Teehaus, our own German rules", titles(model, "de").values())


def pointed(model: GameModel, source: str) -> set[tuple[str, str | None, str | None]]:
    """What points into a source: address, section, place."""
    return {(part.address, cite.section, cite.place) for part, cite in pointers(model, source)}


def test_bare_citations_of_the_game_do_not_speak_of_a_book_that_a_reading_adds() -> None:
    model = checked(GAME, READING)
    assert pointed(model, "de") == {("cups", "things", "2")}
    assert ("leaf.green", "things", "b1") in pointed(model, "en")
    assert ("cups", "things", "2") in pointed(model, "en")  # the game's own file says so


def test_a_third_book_with_three_passages_and_one_answer_is_mostly_unread() -> None:
    model = checked(GAME, READING)
    index = index_of(model)
    found = unread(model, "de", index, read_book(BOOK, index))
    assert [(section, passage.place) for section, passage in found] == [("things", "1"), ("turn", "1")]
    assert strays(model, "de", index) == ()  # the game does not point there, and so not astray


def test_a_rule_of_the_game_is_not_said_to_stand_in_the_added_book() -> None:
    model = checked(GAME, READING)
    leaf = next(kind for kind in model.kinds if kind.name == "leaf")
    namer = namer_of(model)
    assert namer.citation(leaf.rows[0].cites[0]) == "en · What you need · bullet 1"
    answer = model.answers[0].cites[0]
    assert namer.citation(answer) == "de · Was man braucht · ¶2"


def test_passages_of_an_added_book_are_not_shown_for_a_rule_of_the_game() -> None:
    model = checked(GAME, READING)
    book = read_book(BOOK, index_of(model))
    passages = passages_of(model, {"de": (book, titles(model, "de"))})
    option = next(option for option in model.options if option.name == "cups")
    assert passages(option.cites[0]) == ()
    assert passages(model.answers[0].cites[0]) == (Passage("de · Was man braucht · 2", "Drei Tassen."),)


def test_a_reading_of_two_printings_means_both_of_them_and_not_the_book_of_the_game() -> None:
    model = checked(GAME, TWO_BOOKS)
    assert [(c.source, c.section) for c in model.answers[0].cites] == [
        ("de", "things"), ("de2", "things"), ("de", "turn"), ("de2", "turn"),
    ]  # fmt: skip


def test_a_variant_with_a_book_of_its_own_cites_that_book() -> None:
    """One without a book speaks of those of the game."""
    own = checked(GAME, VARIANT)
    assert ("cups", "things", "2") in pointed(own, "de")
    assert [c.source for change in own.changes for c in change.cites] == ["de"]
    headless = "\n".join(line for line in VARIANT.splitlines() if "source" not in line and "  de " not in line)
    assert [c.source for change in checked(GAME, headless).changes for c in change.cites] == [None]


def test_a_model_that_was_written_keeps_which_books_were_added() -> None:
    model = checked(GAME, READING)
    read = model_from_json(model_to_json(model)).value
    assert read is not None and (whole := read.whole()) is not None
    assert pointed(whole, "de") == {("cups", "things", "2")}


def test_a_game_without_a_book_of_its_own_has_none_by_a_reading() -> None:
    bookless = GAME.replace('  source en "Teahouse, our own rules"\n', "")
    bookless = "\n".join(line for line in bookless.splitlines() if not line.startswith("  en "))
    assert pointed(checked(bookless, READING), "de") == {("cups", "things", "2")}
