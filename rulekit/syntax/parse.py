"""Text comes in, the tree of the file goes out, with every mistake in the text.

A sound file is parsed in one go. Otherwise each declaration is parsed by itself: one mistake in one of them hides none in
another, and the sound ones still make a tree for later passes. What is said about a mistake is `explain`'s business.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from rulekit.diagnostics import Checked, Diagnostic
from rulekit.syntax import ast, layout
from rulekit.syntax.building.builder import Builder
from rulekit.syntax.building.parts import Beyond, Lines
from rulekit.syntax.keywords import Vocabulary, languages, vocabulary
from rulekit.syntax.lalr_machine import Machine, table_of
from rulekit.syntax.mistakes.stopped_parse import Trouble
from rulekit.syntax.source import empty_file, meant_language, no_first_line, unknown_language

MOST_REPORTS = 100
LONGEST_STACK = 1500
"""More unfinished parts than that are nested too deeply, whatever follows."""
ENDS_OPEN = ("=", ",", "+", "-", "*")
_COLON = re.compile(r"[ \t]*:")
_BLANK = re.compile(r"(?:[ \t]*(?:#[^\n]*)?(?:\r?\n|$))*")
_FIRST = re.compile(r"(\w+)[ \t]+(\w+)[ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)
_COMMENTS = re.compile(f"{layout.STRING_OR_REST.pattern}|(?P<comment>{layout.COMMENT.pattern})")


@frozen
class Head:
    """The first line: its language (perhaps a guess, or unknown), where the rest begins, and what is wrong with it."""

    language: str | None
    rest: int
    diagnostics: tuple[Diagnostic, ...]


def parse(text: str, path: str) -> Checked[ast.File]:
    """Parse a file."""
    whole = text.rstrip() + "\n"
    lines = Lines(whole, path)
    head = _head(lines)
    if head.language is None:
        return Checked(None, head.diagnostics)
    found: list[Diagnostic] = []
    items = _whole(lines, head, found)
    if items is None:
        found.clear()
        items = _by_declaration(lines, head, found)
    places = sorted(found, key=lambda d: d.span.start)[:MOST_REPORTS]
    comments = tuple(
        ast.Comment(lines.span(m.start(), m.end()), m.group()[1:].strip())
        for m in _COMMENTS.finditer(lines.text)
        if m.lastgroup == "comment"
    )
    file = ast.File(lines.span(0, len(text)), head.language, items, comments)
    return Checked(file, head.diagnostics + tuple(places))


# ---- the first line ------------------------------------------------------------------------------
@lru_cache(8)
def language_of(text: str) -> str | None:
    """Return the language of a file's keywords, by its first line or else by its first word; None if neither tells."""
    return _head(Lines(text.rstrip() + "\n", "")).language


def _head(lines: Lines) -> Head:
    blank = _BLANK.match(lines.text)
    start = blank.end() if blank else 0
    if start >= len(lines.text):
        return Head(None, start, (empty_file(lines.span(0, 0)),))
    end = lines.text.find("\n", start)
    found = _FIRST.match(lines.text, start)
    if found is None or found.group(1).lower() not in ("cafe", "café", "caffe", "caffè"):
        guess = _guess(lines.text, start)
        return Head(guess, start, (no_first_line(lines.span(start, end), guess),))
    language = found.group(2)
    if language not in languages():
        wrong = unknown_language(lines.span(found.start(2), found.end(2)), language, languages())
        return Head(meant_language(language, languages()), end, (wrong,))
    fine = found.group(1) == "cafe"
    return Head(language, end, () if fine else (no_first_line(lines.span(start, end), language),))


def _guess(text: str, start: int) -> str | None:
    """Guess the language of a file without a first line: the one in which the first word begins a declaration."""
    for language in languages():
        if _declares(text, start, vocabulary(language), table_of(language).states[table_of(language).starts["items"]]):
            return language
    return None


# ---- one run of the machine ----------------------------------------------------------------------
def _run(lines: Lines, start: int, end: int, language: str, symbol: str, found: list[Diagnostic]) -> Any | Trouble:
    words = vocabulary(language)

    def inner(start: int, end: int, quiet: bool = False) -> Any:
        if len(found) > MOST_REPORTS:
            return None
        value = _run(lines, start, end, language, "expression", [] if quiet else found)
        if isinstance(value, Trouble):
            if not quiet:
                found.append(_explained(value))
            return None
        return value

    builder = Builder(lines, words, inner, found)
    machine = Machine(table_of(language), symbol, builder.reduce)
    reader = layout.Reader(lines.text, start, end, words, machine.row)
    inside = symbol == "expression"
    lexeme = layout.Lexeme(layout.END, "", start, start)
    try:
        for lexeme in reader:
            if not machine.feed(lexeme):
                return _trouble("unexpected", lexeme, machine, reader, lines, inside)
            if len(machine.states) > LONGEST_STACK:
                return _trouble("deep", lexeme, machine, reader, lines, inside)
    except layout.LayoutError as error:
        here = layout.Lexeme(error.kind, lines.text[error.start : error.end], error.start, error.end)
        return _trouble(error.kind, here, machine, reader, lines, inside)
    except Beyond as error:
        return _trouble(
            error.kind, layout.Lexeme(error.kind, error.limit, error.start, error.end), machine, reader, lines, inside
        )
    return machine.values[-1].value


def _trouble(kind: str, lexeme: layout.Lexeme, machine: Machine, reader: layout.Reader, lines: Lines, inside: bool) -> Trouble:
    expected = frozenset(machine.expected()) if kind not in ("deep", "many") else frozenset()
    return Trouble(
        kind, lexeme.start, lexeme.end, lexeme, expected, tuple(reader.line), tuple(reader.before),
        tuple(reader.brackets), tuple(reader.levels), lines, reader.words, inside,
    )  # fmt: skip


def _explained(trouble: Trouble) -> Diagnostic:
    from rulekit.syntax.mistakes.explain import explain

    return explain(trouble)


def _whole(lines: Lines, head: Head, found: list[Diagnostic]) -> tuple[ast.Item, ...] | None:
    assert head.language is not None
    value = _run(lines, head.rest, len(lines.text), head.language, "items", found)
    return None if isinstance(value, Trouble) else value


# ---- declaration by declaration ------------------------------------------------------------------
def _by_declaration(lines: Lines, head: Head, found: list[Diagnostic]) -> tuple[ast.Item, ...]:
    assert head.language is not None
    items: list[ast.Item] = []
    for start, end in _chunks(lines, head):
        value = _run(lines, start, end, head.language, "items", found)
        if isinstance(value, Trouble):
            found.append(_explained(value))
        else:
            items.extend(value)
        if len(found) > MOST_REPORTS:
            break
    if not found:
        value = _run(lines, head.rest, len(lines.text), head.language, "items", [])
        assert isinstance(value, Trouble)
        found.append(_explained(value))
    return tuple(items)


def _chunks(lines: Lines, head: Head) -> list[tuple[int, int]]:
    """Cut the text where a declaration seems to begin."""
    assert head.language is not None
    words, text = vocabulary(head.language), lines.text
    row = table_of(head.language).states[table_of(head.language).starts["items"]]
    cuts, depth, last = [head.rest], 0, ""
    starts = [start for start in lines.starts if start >= head.rest]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        goes_on = depth > 0 or last in ENDS_OPEN
        if start > head.rest and (_declares(text, start, words, row) or (not goes_on and _seems_to(text, start, words, row))):
            cuts.append(start)
            depth, last = 0, ""
        depth, last = _brackets(text, start, end, depth, last)
    return list(zip(cuts, [*cuts[1:], len(text)], strict=True))


def _brackets(text: str, start: int, end: int, depth: int, last: str) -> tuple[int, str]:
    """Count the brackets that are open after a line, and give its last lexeme."""
    while start < end:
        found = layout.SCAN.match(text, start, end)
        found = found or layout.STRING_OR_REST.match(text, start, end)
        if found is not None and found.lastgroup not in ("blank", "newline"):
            last = found.group()
            depth += (last in layout.OPENING) - (last in layout.CLOSING)
        start = found.end() if found else start + 1
    return depth, last


def _declares(text: str, at: int, words: Vocabulary, row: Mapping[str, int]) -> bool:
    """Return whether a keyword that begins a declaration stands here."""
    return any(keyword.terminal in row for keyword in layout.keywords_at(text, at, words))


def _seems_to(text: str, at: int, words: Vocabulary, row: Mapping[str, int]) -> bool:
    """Whether an unknown word here looks like the beginning of a declaration, not like a line that lost its indentation."""
    found = layout.NAME.match(text, at)
    if found is None or layout.begins_joining(text, at, words):
        return False
    known = words.by_first.get(found.group(), ())
    if _COLON.match(text, found.end()):
        return any(keyword.spelling == found.group() and keyword.terminal in row for keyword in known)
    return not any(layout.keywords_at(text, at, words))


# ---- comments ------------------------------------------------------------------------------------
