"""A text whose doubtful names are all in backquotes comes in, one with only the backquotes it needs goes out."""

from __future__ import annotations

import re

from rulekit.syntax.keywords import Vocabulary, vocabulary
from rulekit.syntax.lalr_machine import Machine, table_of
from rulekit.syntax.layout import NAME, LayoutError, Lexeme, Reader, begins_joining, keyword_at

_COLON = re.compile(r"[ \t]*:")


def without_needless(text: str, language: str, start: str = "file") -> str:
    """Take away the backquotes that are not needed."""
    words = vocabulary(language)
    machine = Machine(table_of(language), start, lambda rule, children, position: None)
    reader = Reader(text, 0, len(text), words, machine.row)
    out, at = [], 0
    try:
        for lexeme in reader:
            if lexeme.text.startswith("`") and not _needed(text, lexeme, machine, words, reader):
                out += [text[at : lexeme.start], lexeme.text[1:-1]]
                at = lexeme.end
            if not machine.feed(lexeme):
                break
    except LayoutError:
        pass
    return "".join([*out, text[at:]])


def _needed(text: str, lexeme: Lexeme, machine: Machine, words: Vocabulary, reader: Reader) -> bool:
    name = lexeme.text[1:-1]
    if name in words.canonical or name in words.foreign:
        return True
    if _COLON.match(text, lexeme.end):
        return name in words.spellings["ELSE"]
    rest = text[lexeme.start :].partition("\n")[0].replace("`", "") + "\n"
    found = NAME.match(rest)
    assert found is not None
    if keyword_at(rest, found, words, machine.row()) is not None:
        return True
    return len(reader.line) == 1 and bool(reader.before) and begins_joining(rest, 0, words)
