"""The reader and machine here and Lark's own contextual lexer and parser see the same words in every bundled file."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulekit.syntax.keywords import grammar_text, languages, vocabulary
from rulekit.syntax.lalr_machine import Machine, lark_parser, table_of
from rulekit.syntax.layout import SCAN, Reader
from rulekit.syntax.printing.translate import translate

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "rules").glob("*.cafe"), *(ROOT / "examples").rglob("*.cafe")])
LARGE = 12_000  # bytes; a larger file is read in one language only, unless the profile is deep
DEEP = os.environ.get("RULEKIT_PROFILE", "quick") == "deep"
CASES = [
    pytest.param(path, language, id=f"{language}-{path.stem}")
    for number, path in enumerate(FILES)
    for at, language in enumerate(languages())
    if DEEP or path.stat().st_size < LARGE or at == number % 4
]


@cache
def lark(language: str) -> Any:
    return lark_parser(grammar_text(language), strict=True)


def by_lark(text: str, language: str) -> list[str]:
    run = lark(language).parse_interactive(text, start="items")
    kinds = [token.type for token in run.iter_parse()]
    run.feed_eof()
    return kinds


def joined(text: str, language: str) -> str:
    """The text with continued lines on one line: how lines go on is told by the reader here, not by the grammar."""
    machine = Machine(table_of(language), "items", lambda rule, children, position: None)
    kept = ""
    for lexeme in Reader(text, 0, len(text), vocabulary(language), machine.row):
        machine.feed(lexeme)
        if lexeme.kind == "_NL":
            line_end = SCAN.match(text, lexeme.start)
            assert line_end is not None
            kept += "\n" + line_end.group().rsplit("\n", 1)[1]
        elif lexeme.kind not in ("_INDENT", "_DEDENT"):
            kept += ("" if not kept or kept[-1] in " \n" or lexeme.start == lexeme.end else " ") + text[lexeme.start : lexeme.end]
    return kept.rstrip() + "\n"


def by_us(text: str, language: str) -> list[str]:
    machine = Machine(table_of(language), "items", lambda rule, children, position: None)
    kinds = []
    for lexeme in Reader(text, 0, len(text), vocabulary(language), machine.row):
        assert machine.feed(lexeme), lexeme
        kinds.append(lexeme.kind)
    return kinds


@pytest.mark.parametrize(("path", "language"), CASES)
def test_the_same_words_in_the_same_order(path: Path, language: str) -> None:
    text = translate(path.read_text(encoding="utf-8"), language).value
    assert text is not None
    rest = text.rstrip()[text.index("cafe ") + 7 :] + "\n"
    ours, theirs = by_us(rest, language), by_lark(joined(rest, language), language)
    assert [k for k in ours if k != "$END"] == [k for k in theirs if k != "$END"]
