"""A text comes in, the same text in the keywords of another language goes out, word by word: layout, comments and strings stay.

Names of the author's get backquotes where the other language would take them for one of its own words. Expressions in the braces
of a string are translated too.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from rulekit.diagnostics import Checked
from rulekit.syntax import ast
from rulekit.syntax.keywords import Vocabulary, languages, vocabulary
from rulekit.syntax.lalr_machine import Machine, table_of
from rulekit.syntax.layout import NAME, Lexeme, Reader
from rulekit.syntax.parse import parse
from rulekit.syntax.printing.quoting import without_needless
from rulekit.syntax.source import unknown_language
from rulekit.syntax.tree.walking import below


def translate(text: str, to: str) -> Checked[str]:
    """Put a text into the keywords of another language; None if the text has mistakes."""
    checked = parse(text, "")
    if not checked.ok or checked.value is None:
        return Checked(None, checked.diagnostics)
    if to not in languages():
        return Checked(None, (unknown_language(checked.value.span, to, languages()),))
    whole = text if text.endswith("\n") else text + "\n"
    change = Change(vocabulary(checked.value.language), vocabulary(to), tuple(_in_texts(checked.value)))
    out = change.words(whole, "file")
    return Checked(out if text.endswith("\n") else out[:-1], checked.diagnostics)


class Change:
    """From one vocabulary to another."""

    def __init__(self, old: Vocabulary, new: Vocabulary, in_texts: tuple[tuple[int, int, str], ...] = ()) -> None:
        self.old, self.new = old, new
        self.in_texts = sorted(in_texts)

    def words(self, text: str, start: str) -> str:
        """Change the words of a sound text; every name that is a word of the new language gets backquotes."""
        machine = Machine(table_of(self.old.language), start, lambda rule, children, position: None)
        out, at = [], 0
        for lexeme in Reader(text, 0, len(text.rstrip()) + (start == "file"), self.old, machine.row):
            word = self._word(lexeme, machine)
            if word is not None:
                out += [text[at : lexeme.start], word]
                at = lexeme.end
            machine.feed(lexeme)
        return without_needless("".join([*out, text[at:]]), self.new.language, start)

    def _word(self, lexeme: Lexeme, machine: Machine) -> str | None:
        some = self.old.spellings.get(lexeme.kind)
        if some is not None:
            others = self.new.spellings[lexeme.kind]
            return others[min(some.index(lexeme.text), len(others) - 1)]
        if lexeme.kind == "NAME":
            return self.new.language if machine.values and _is_cafe(machine.values[-1]) else self._name(lexeme.text)
        if lexeme.kind == "CITE":
            return NAME.sub(self._pointer, lexeme.text)
        return self._text(lexeme) if lexeme.kind == "STRING" and "{" in lexeme.text else None

    def _name(self, text: str) -> str:
        if text.startswith("`"):
            return text
        name = self.old.canonical.get(text)
        if name is not None:
            return self.new.local[name]
        return f"`{text}`" if text in self.new.reserved else text

    def _pointer(self, found: re.Match[str]) -> str:
        text = found.group().strip("`")
        name = self.old.canonical.get(found.group())
        if name is not None:
            return self.new.local[name]
        return f"`{text}`" if text in self.new.canonical else text

    def _text(self, lexeme: Lexeme) -> str:
        """Change the expressions in a text, and the keywords beside them."""
        out, at = [], 0
        first = bisect_left(self.in_texts, (lexeme.start, 0, ""))
        for start, end, name in self.in_texts[first : bisect_left(self.in_texts, (lexeme.end, 0, ""))]:
            begin, stop = start - lexeme.start, end - lexeme.start
            inside = lexeme.text[begin:stop]
            out += [lexeme.text[at:begin], self.new.local[name] if name else self.words(inside, "expression")]
            at = stop
        return "".join([*out, lexeme.text[at:]])


def _in_texts(file: ast.File) -> Iterator[tuple[int, int, str]]:
    """Yield where expressions and (with their names) other words of the language stand in the texts of a file."""
    for text in below(file):
        for part in text.parts if isinstance(text, ast.Text) else ():
            match part:
                case ast.Beside(number=number, value=value, lead=lead):
                    yield from ((e.span.start, e.span.end, "") for e in (value, None if lead else number) if e is not None)
                case ast.Fitting(value=value, word=word):
                    yield value.span.start, value.span.end, ""
                    yield word.start, word.end, "fits"
                case ast.ByValue(value=value):
                    yield value.span.start, value.span.end, ""
                case str() | ast.ToAndOf() | ast.Maybe() | ast.NumberSign():
                    pass
                case _:
                    yield part.span.start, part.span.end, ""


def _is_cafe(value: object) -> bool:
    return isinstance(value, Lexeme) and value.kind == "CAFE"
