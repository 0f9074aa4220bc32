"""A text comes in, the same text in the keywords of another language goes out, word by word: layout, comments and strings stay.

Names of the author's get backquotes where the other language would take them for one of its own words. Expressions in the braces
of a string are translated too.
"""

from __future__ import annotations

import re

from rulekit.diagnostics import Checked
from rulekit.syntax.keywords import Vocabulary, languages, vocabulary
from rulekit.syntax.lalr_machine import Machine
from rulekit.syntax.layout import NAME, Lexeme, Reader
from rulekit.syntax.mistakes.simple_mistakes import unknown_language
from rulekit.syntax.parse import parse
from rulekit.syntax.parse_tables import table_of
from rulekit.syntax.printing.quoting import without_needless

_BRACES = re.compile(r"\\.|\{([^}]*)\}")


def translate(text: str, to: str) -> Checked[str]:
    """Put a text into the keywords of another language; None if the text has mistakes."""
    checked = parse(text, "")
    if not checked.ok or checked.value is None:
        return Checked(None, checked.diagnostics)
    if to not in languages():
        return Checked(None, (unknown_language(checked.value.span, to, languages()),))
    whole = text if text.endswith("\n") else text + "\n"
    change = Change(vocabulary(checked.value.language), vocabulary(to))
    out = change.words(whole, "file")
    return Checked(out if text.endswith("\n") else out[:-1], checked.diagnostics)


class Change:
    """From one vocabulary to another."""

    def __init__(self, old: Vocabulary, new: Vocabulary) -> None:
        self.old, self.new = old, new

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
        if lexeme.kind == "STRING" and "{" in lexeme.text:
            return _BRACES.sub(self._braces, lexeme.text) if self._has_expressions(machine) else None
        return None

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

    def _has_expressions(self, machine: Machine) -> bool:
        """Return whether a string here may hold expressions: it is a value, or a reason."""
        before = machine.values[-1] if machine.values else None
        return "LSQB" in machine.row() or (isinstance(before, Lexeme) and before.kind == "BECAUSE")

    def _braces(self, found: re.Match[str]) -> str:
        if found.group(1) is None:
            return found.group()
        return "{" + self.words(found.group(1), "expression") + "}"


def _is_cafe(value: object) -> bool:
    return isinstance(value, Lexeme) and value.kind == "CAFE"
