"""The second encoding of Bon Appétit!, from the French rulebook alone: in order, cited, its examples hold, its games end."""

from __future__ import annotations

from functools import cache

import pytest

from rulekit.engine.engine import Engine
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.play.random_games import random_game
from rulekit.program.lower import lower
from rulekit.study.books.books import Index, index_from_toml
from rulekit.study.books.cover import cover, strays, unread
from rulekit.study.examples.run_examples import run_examples
from tests.engine.play import ROOT, source

FILE = ROOT / "examples/translations/bon-appetit.fr.cafe"
BOOK = ROOT / "rules/books/bon-appetit.fr.toml"


@cache
def game() -> GameModel:
    """The translation, checked without a finding."""
    checked = check_game(*source(FILE))
    assert checked.value is not None and checked.diagnostics == ()
    return checked.value


@cache
def book() -> Index:
    found = index_from_toml(BOOK.read_text(encoding="utf-8"), BOOK.name)
    assert found.value is not None, found.diagnostics
    return found.value


def test_it_is_french_and_in_order() -> None:
    assert FILE.read_text(encoding="utf-8").startswith("cafe fr\n")
    assert (game().name, game().players) == ("bon_appetit_fr", (2, 6))


def test_every_rule_has_a_source_and_every_paragraph_is_read() -> None:
    assert [part.address for part in cover(game()).uncited] == []
    assert game().sources == ((book().source, book().name),)
    assert [(s.part.address, s.cite) for s in strays(game(), "fr", book())] == []
    assert [(p.chapter.title, p.place) for _, p in unread(game(), "fr", book())] == []


def test_its_examples_hold() -> None:
    results = run_examples(game())
    assert [(r.example.name, r.problem) for r in results if not r.ok] == []
    assert {"exemple_1", "exemple_2", "exemple_3"} <= {r.example.name for r in results}


def test_the_set_up_is_shown_for_every_number_of_players() -> None:
    assert {len(e.seats) for e in game().examples} == {2, 3, 4, 5, 6}


@pytest.mark.parametrize("players", range(2, 7))
def test_its_games_end(players: int) -> None:
    program = lower(game(), players).value
    assert program is not None
    engine = Engine(program)
    assert {random_game(engine, 5, index, strolling=True).end for index in range(30)} == {"over"}
