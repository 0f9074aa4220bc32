"""The rulebook of a game as it is played: rules with their changes come in; the book, who draws it, and what its author may want
to hear go out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulekit.tools.io.loading import language_of
from rulekit.wording import Sentence, sentence

if TYPE_CHECKING:
    from rulekit.model.model import GameModel
    from rulekit.program.program import Layout
    from rulekit.report.rulebook.changes import Change
    from rulekit.report.rulebook.parts import Book
    from rulekit.report.table.svg import Drawer


@frozen
class Rules:
    """What is to be told: the rules, their layout for some number of players, the paths and texts of the changes."""

    model: GameModel
    layout: Layout
    changes: tuple[tuple[str, str], ...] = ()
    is_set: bool = False  # options were set
    unchanged: Callable[[], GameModel] | None = None  # the game without changes and settings


@frozen
class Told:
    """A book, who draws its pieces, and sentences to its author."""

    book: Book
    drawer: Drawer
    notes: tuple[Sentence, ...]


def told(rules: Rules, wanted: str | None, players: int | None = None) -> Told:
    """Return the rulebook; `players`: told for so many, else for any number."""
    from rulekit.report.rulebook.book import BookOptions, make_book
    from rulekit.report.table.svg import drawer
    from rulekit.report.words import make_namer

    model, left_out = _with_true_examples(rules)
    language, instead = _language(model, wanted)
    made = _changes(rules, language)  # a translation changes no rule
    base = rules.unchanged() if made and rules.unchanged else None
    book = make_book(model, language, BookOptions(players, base, made))
    return Told(book, drawer(make_namer(model, rules.layout, language)), (*left_out, *instead, *_for_the_author(book)))


def _language(model: GameModel, wanted: str | None) -> tuple[str, tuple[Sentence, ...]]:
    """Return the language of the book: one that the game is told in, or that rulekit has phrases for; else say so."""
    from rulekit.report.sentences import ENGLISH, languages

    told = {name for name, one in model.all_texts() if one.what == "tell" and not one.language}
    language = language_of(model, wanted)
    if language in told or (not told and language in languages()):
        return language, ()
    other = model.language if told else ENGLISH
    return other, (
        sentence("nobody tells these rules in `{language}` yet; the book is in `{other}`", language=language, other=other),
    )


def _for_the_author(book: Book) -> tuple[Sentence, ...]:
    """Say what no telling covers: it is in the book, but nobody has written it."""
    said = {
        sentence("nothing is told here, so all sentences are generated (`tell` below a rule tells it)"): not book.is_told,
        sentence("not told, so in generated sentences: {some}", some=tuple(book.untold)): book.is_told and book.untold,
        sentence(
            "not translated into `{language}`: {some}", language=book.language, some=tuple(book.untranslated)
        ): book.untranslated,
    }
    return tuple(text for text, holds in said.items() if holds)


def _with_true_examples(rules: Rules) -> tuple[GameModel, tuple[Sentence, ...]]:
    """Return the game; of a changed one only the examples that still hold, and a word on the others."""
    from rulekit.study.examples.other_results import with_other_results
    from rulekit.study.examples.run_examples import run_examples

    model = rules.model
    if rules.unchanged is None or not (rules.changes or rules.is_set):
        return model, ()
    results = run_examples(model)
    false = {r.example.name for r in results if not r.ok}
    other = with_other_results(rules.unchanged(), results)
    notes = []
    if false:
        names = ", ".join(sorted(false))
        notes.append(sentence("left out, since they no longer hold: {names} (`rulekit test` tells why)", names=names))
    if other:
        some = ", ".join(sorted(other))
        notes.append(
            sentence("left out, since the players score otherwise now: {some} (`replace example` tells it anew)", some=some)
        )
    return evolve(model, examples=tuple(e for e in model.examples if e.name not in false.union(other))), tuple(notes)


def _changes(rules: Rules, language: str) -> tuple[Change, ...]:
    """Return who made the changes, and why, as their files say; what `new` has written there says nothing."""
    from rulekit.report.rulebook.changes import Change
    from rulekit.report.wording import in_words
    from rulekit.report.words import title_in
    from rulekit.syntax import ast
    from rulekit.syntax.parse import parse
    from rulekit.tools.commands.new.house_rule import WHY

    found = []
    for path, text in rules.changes:
        file = parse(text, path).value
        for item in file.items if file else ():
            if isinstance(item, ast.OverlayHead):
                authors = tuple(name for line in item.head if isinstance(line, ast.By) for name in line.names)
                why = next((line.text for line in item.head if isinstance(line, ast.Why)), "")
                title = title_in(rules.model, language, item.name.text) or item.title or item.name.text
                spoken = file.language if file else ""
                found.append(Change(title, authors, "" if why == in_words(WHY, spoken) else why, spoken))
    return tuple(found)
