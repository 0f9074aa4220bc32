"""Passages of rulebooks that somebody hands over: from a citation to the paragraph it points to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.model.model import GameModel
from rulekit.model.rules import Citation
from rulekit.report.comparison.report_data import Passage
from rulekit.report.comparison.rules import Passages
from rulekit.report.text import clean
from rulekit.study.books.books import Book, make_index, read_book
from rulekit.study.books.cover import titles
from rulekit.tools.commands.cover import book_files, book_text, index_beside
from rulekit.tools.io.loading import Loaded
from rulekit.tools.io.problems import problem
from rulekit.wording import sentence

LONGEST_PASSAGE = 600  # letters of a passage that are shown
Books = dict[str, tuple[Book, dict[str, str]]]  # by source: the text, and the titles of its sections by their names


def read_books(books: Iterable[str], games: tuple[Loaded, ...]) -> Books:
    """Return the rulebooks behind `--book source=file`, each read by the index of a game that knows the source."""
    found: Books = {}
    for source, path in book_files(books):
        side = next((g for g in games if source in dict(g.model.sources)), None)
        if side is None:
            known = sorted({s for g in games for s, _ in g.model.sources})
            raise problem(
                "RK590",
                "neither game has a source `{source}`",
                hint="their sources: {what}",
                source=source,
                what=", ".join(known) or "none",
            )
        text, name = book_text(path), dict(side.model.sources)[source]
        index = index_beside(side.files, source, name) or make_index(text, source, name, titles(side.model, source).values())
        book = read_book(text, index)
        if not any(p.block for p in book.passages):
            hint = sentence("is it the right file?")
            raise problem("RK591", "nothing of the rulebook `{source}` is in this text", path=str(path), hint=hint, source=source)
        found[source] = book, dict(titles(side.model, source))
    return found


def passages_of(model: GameModel, books: Any) -> Passages:
    """For a citation of a game the paragraphs it points to, as far as they are at hand."""

    def passages(cite: Citation) -> tuple[Passage, ...]:
        if cite.how != "cited" or not cite.place:
            return ()
        return tuple(p for s in model.books(cite) if s in books for p in _passages(books[s], s, cite))

    return passages


def _passages(book: tuple[Book, dict[str, str]], source: str, cite: Citation) -> Iterable[Passage]:
    title = book[1].get(cite.section or "", "")
    for passage in book[0].passages:
        if passage.chapter.title == title and passage.place == cite.place and passage.block is not None:
            text = " ".join(passage.block.text.split())
            short = text[:LONGEST_PASSAGE] + ("…" if len(text) > LONGEST_PASSAGE else "")
            yield Passage(clean(f"{source} · {title} · {cite.place}"), clean(short))
