"""`rulekit cover`: reads rulebooks and their indices beside a game, and shows what its rules come from."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from attrs import evolve

from rulekit.model.model import GameModel
from rulekit.report.studies.cover import Unread, cover_data, cover_lines, proof_data, proof_lines, stray_finding
from rulekit.report.studies.readings import books_read
from rulekit.report.told.proof_sheet import proof_sheet
from rulekit.report.words import make_namer
from rulekit.study.books.books import Index, digest, index_from_toml, index_to_toml, make_index, read_book
from rulekit.study.books.cover import cover, strays, titles, unread
from rulekit.study.books.tellings import tellings
from rulekit.tools.io.files import read_bytes
from rulekit.tools.io.library import Wanted
from rulekit.tools.io.loading import Loaded, Spec, engine_of, heading, holding_together, language_of, load
from rulekit.tools.io.problems import FINE, Problem, Usage, problem
from rulekit.tools.terminal.terminal import say, say_json, show_findings, telling
from rulekit.wording import sentence

LARGEST_BOOK = 1_000_000
MOST_LINES = 50_000
LARGEST_INDEX = 500_000
MOST_INDICES = 500


def show_cover(spec: Spec, books: Iterable[str], as_json: bool, as_index: bool = False) -> int:
    """Return what cites nothing, what is assumed or ruled, and what of the given rulebooks is not read."""
    files = book_files(books)
    loaded = load(spec)
    if as_index:
        for source, path in files:
            say(index_to_toml(_index_of(loaded, source, path)))
        return FINE
    model = loaded.model
    with holding_together(loaded):
        read = [_read(loaded, source, path) for source, path in files]
        found, told, readings = cover(model), tellings(model), books_read(model)
        if as_json:
            say_json(cover_data(found, told, read, readings))
        else:
            for line in cover_lines(found, told, read, heading(loaded), telling(loaded.texts), readings):
                say(line)
    return FINE


def show_texts(spec: Spec, language: str | None, as_json: bool) -> int:
    """Print the proof sheet of a game in a language; none said: that of its file."""
    loaded = load(spec)
    spoken = language_of(loaded.model, language)
    engine = engine_of(loaded)
    with holding_together(loaded):
        sheet = list(proof_sheet(make_namer(loaded.model, engine.program.layout, spoken, (), engine)))
    if as_json:
        say_json(proof_data(sheet, spoken))
    else:
        for line in proof_lines(sheet, heading(loaded), spoken, telling(loaded.texts)):
            say(line)
    return FINE


def book_files(books: Iterable[str]) -> list[tuple[str, Path]]:
    """Return the files behind `--book source=file`."""
    found: dict[str, Path] = {}
    for text in books:
        source, sign, name = text.partition("=")
        if not sign or not source.strip() or not name.strip():
            raise Usage(sentence("--book wants source=file, not `{name}`", name=text))
        if source.strip() in found:
            raise Usage(sentence("--book: `{strip}` is given more than once", strip=source.strip()))
        found[source.strip()] = Path(name.strip())
    return list(found.items())


def _source_name(model: GameModel, source: str) -> str:
    known = dict(model.sources)
    if source not in known:
        its = ", ".join(f"`{s}`" for s in known) or "none"
        raise problem("RK590", "the game has no source `{source}`", hint="its sources: {its}", source=source, its=its)
    return known[source]


def _index_of(loaded: Loaded, source: str, path: Path) -> Index:
    """Return a new index of a text; what stands before the first heading is taken for furniture."""
    text, name = book_text(path), _source_name(loaded.model, source)
    index = make_index(text, source, name, titles(loaded.model, source).values())
    return evolve(index, furniture=frozenset(digest(block.text) for block in read_book(text, index).unknown))


def _read(loaded: Loaded, source: str, path: Path) -> Unread:
    model = loaded.model
    text, name = book_text(path), _source_name(model, source)
    index = index_beside(loaded.files, source, name) or make_index(text, source, name, titles(model, source).values())
    book = read_book(text, index)
    if not any(passage.block for passage in book.passages):
        raise problem(
            "RK591",
            "nothing of the rulebook `{source}` is in this text",
            str(path),
            hint="its headings are those in the `section` lines of the game; is it the right file?",
            source=source,
        )
    _show_strays(loaded, source, index)
    return Unread(source, str(path), unread(model, source, index, book), book.unknown)


def _show_strays(loaded: Loaded, source: str, index: Index) -> None:
    sys.stdout.flush()
    show_findings([stray_finding(source, stray) for stray in strays(loaded.model, source, index)], loaded.texts, sys.stderr)


def book_text(path: Path) -> str:
    """Return the text of a rulebook."""
    data = read_bytes(path, hint=None)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text or not text.strip():
        raise problem("RK591", "this is no text", str(path), hint="save the words of the rulebook as plain text (UTF-8)")
    if len(data) > LARGEST_BOOK or len(text.splitlines()) > MOST_LINES:
        hint = sentence(
            "at most {largest_book} MB and {most} lines are read",
            largest_book=LARGEST_BOOK // 1000000,
            most=MOST_LINES,
        )
        raise problem("RK591", "this is too long for a rulebook", str(path), hint)
    return text


def index_beside(files: Wanted, source: str, name: str) -> Index | None:
    """Return the index of a rulebook, if one lies in a folder `books` beside the game or a change of it."""
    broken: Problem | None = None
    for path in _indices(files):
        try:
            index = read_index(path)
        except Problem as found:
            broken = broken or found
        else:
            if (index.source, index.name) == (source, name):
                return index
    if broken is not None:  # it may be the one
        raise broken
    return None


def _indices(files: Wanted) -> Iterator[Path]:
    folders = dict.fromkeys(path.parent / "books" for path in (files.game, *files.changes))
    for folder in folders:
        with suppress(OSError):
            yield from sorted(islice(folder.glob("*.toml"), MOST_INDICES))


def read_index(path: Path) -> Index:
    """Return one index."""
    data = read_bytes(path, hint=None)
    if len(data) > LARGEST_INDEX:
        raise problem("RK592", "this is too long for an index of a rulebook", str(path))
    checked = index_from_toml(data.decode("utf-8", "replace"), str(path))
    if checked.value is None:
        raise Problem(checked.diagnostics)
    return checked.value
