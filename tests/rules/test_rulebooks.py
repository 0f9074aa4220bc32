"""The printed rulebooks of the bundled games in each of their languages, read line by line and kept; all of it is told."""

from __future__ import annotations

import re

import pytest
from syrupy.assertion import SnapshotAssertion

from rulekit.report.rulebook.book import BookOptions, make_book
from tests.report.books import model_of, rules, without_figures, written
from tests.report.snapshots import TextSnapshot

BOOKS = [
    ("cafe-del-gatto", "en"), ("cafe-del-gatto", "fr"), ("cafe-international", "en"), ("cafe-international", "it"),
    ("bon-appetit", "en"), ("bon-appetit", "fr"), ("espresso-doppio", "en"), ("espresso-doppio", "fr"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_a_rulebook(game: str, language: str, snapshot: SnapshotAssertion) -> None:
    assert written(model_of(rules(game)), language) == snapshot(extension_class=TextSnapshot)


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_everything_is_told_and_translated(game: str, language: str) -> None:
    book = make_book(model_of(rules(game)), language, BookOptions())
    assert (book.is_told, book.untold, book.untranslated) == (True, (), ())
    assert book.sections[-1].card


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_nothing_of_the_notation_is_in_a_rulebook(game: str, language: str) -> None:
    text = without_figures(written(model_of(rules(game)), language))
    assert not re.search(r"[{}\[\]_]\w|\bNone\b|\w_\w", re.sub(r"^_.*_$", "", text, flags=re.MULTILINE))
