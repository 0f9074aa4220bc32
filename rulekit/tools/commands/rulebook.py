"""`rulekit rulebook`: a printed rulebook from the checked rules, as Markdown or as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from rulekit.tools.command_line.flags import Rulebook
from rulekit.tools.io.files import write_text
from rulekit.tools.io.loading import Loaded, Spec, holding_together, language_of, load, program_of, unchanged
from rulekit.tools.io.problems import FINE, problem
from rulekit.tools.terminal.terminal import say, whisper
from rulekit.wording import sentence

if TYPE_CHECKING:
    from rulekit.model.model import GameModel
    from rulekit.report.rulebook.changes import Change
    from rulekit.report.rulebook.parts import Book

SUFFIXES = (".md", ".html")


def write_rulebook(spec: Spec, flags: Rulebook) -> int:
    """Write the rulebook of a game to a file, or as Markdown to the standard output."""
    suffix = _suffix(flags.out)
    text = rulebook_text(load(spec), flags, suffix)
    if flags.out is None:
        say(text.rstrip("\n"))
    else:
        write_text(Path(flags.out), text, replace=flags.force)
        say(sentence("{out} is written", out=flags.out))
    return FINE


def _suffix(out: str | None) -> str:
    suffix = Path(out).suffix.lower() if out is not None else ".md"
    if suffix not in SUFFIXES:
        raise problem(
            "RK571",
            "a rulebook cannot be written as `{out}`",
            hint="end the name in .md (Markdown) or .html (a page with pictures)",
            out=out,
        )
    return suffix


def rulebook_text(loaded: Loaded, flags: Rulebook, suffix: str) -> str:
    """Return the text of the rulebook; what is not told, or not translated, is said on the terminal."""
    from rulekit.report.rulebook import book as books
    from rulekit.report.rulebook.html import to_html
    from rulekit.report.rulebook.markdown import to_markdown
    from rulekit.report.table.svg import drawer
    from rulekit.report.words import make_namer

    model = _with_true_examples(loaded)
    language = _language(model, flags.lang)
    layout = program_of(loaded, flags.players).layout
    with holding_together(loaded):
        made = _changes(loaded, language)  # a translation changes no rule
        base = unchanged(loaded) if made else None
        book = books.make_book(model, language, books.BookOptions(flags.players, base, made))
        _for_the_author(book)
        draw = drawer(make_namer(model, layout, language))
        return to_html(book, draw) if suffix == ".html" else to_markdown(book, draw)


def _language(model: GameModel, wanted: str | None) -> str:
    """Return the language of the book: one that the game is told in, or that rulekit has phrases for; else say so."""
    from rulekit.report.sentences import ENGLISH, languages

    told = {name for name, one in model.all_texts() if one.what == "tell" and not one.language}
    language = language_of(model, wanted)
    if language in told or (not told and language in languages()):
        return language
    instead = model.language if told else ENGLISH
    whisper(sentence("nobody tells these rules in `{language}` yet; the book is in `{other}`", language=language, other=instead))
    return instead


def _for_the_author(book: Book) -> None:
    """Say what no telling covers: it is in the book, but nobody has written it."""
    said = {
        sentence("nothing is told here, so all sentences are generated (`tell` below a rule tells it)"): not book.is_told,
        sentence("not told, so in generated sentences: {some}", some=tuple(book.untold)): book.is_told and book.untold,
        sentence(
            "not translated into `{language}`: {some}", language=book.language, some=tuple(book.untranslated)
        ): book.untranslated,
    }
    for text in (text for text, holds in said.items() if holds):
        whisper(text)


def _with_true_examples(loaded: Loaded) -> GameModel:
    """Return the game; of a changed one only the examples that still hold, and a word on the others."""
    from rulekit.study.examples.other_results import with_other_results
    from rulekit.study.examples.run_examples import run_examples

    model = loaded.model
    if not loaded.files.changes and not loaded.spec.settings:
        return model
    with holding_together(loaded):
        results = run_examples(model)
        false = {r.example.name for r in results if not r.ok}
        other = with_other_results(unchanged(loaded), results)
    if false:
        names = ", ".join(sorted(false))
        whisper(sentence("left out, since they no longer hold: {names} (`rulekit test` tells why)", names=names))
    if other:
        s = ", ".join(sorted(other))
        whisper(sentence("left out, since the players score otherwise now: {some} (`replace example` tells it anew)", some=s))
    return evolve(model, examples=tuple(e for e in model.examples if e.name not in false.union(other)))


def _changes(loaded: Loaded, language: str) -> tuple[Change, ...]:
    """Return who made the changes, and why, as their files say; what `new` has written there says nothing."""
    from rulekit.report.rulebook.changes import Change
    from rulekit.report.wording import in_words
    from rulekit.report.words import title_in
    from rulekit.syntax import ast
    from rulekit.syntax.parse import parse
    from rulekit.tools.commands.new.house_rule import WHY

    found = []
    for path in loaded.files.changes:
        file = parse(loaded.texts[str(path)], str(path)).value
        for item in file.items if file else ():
            if isinstance(item, ast.OverlayHead):
                authors = tuple(name for line in item.head if isinstance(line, ast.By) for name in line.names)
                why = next((line.text for line in item.head if isinstance(line, ast.Why)), "")
                title = title_in(loaded.model, language, item.name.text) or item.title or item.name.text
                spoken = file.language if file else ""
                found.append(Change(title, authors, "" if why == in_words(WHY, spoken) else why, spoken))
    return tuple(found)
