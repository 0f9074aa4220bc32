"""What the builders share: values on their way to a node, places in the text, names and strings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, Protocol

from attrs import frozen

from rulekit.diagnostics import Diagnostic, Span
from rulekit.syntax import ast
from rulekit.syntax.keywords import Vocabulary
from rulekit.syntax.layout import Lexeme
from rulekit.syntax.mistakes.simple_mistakes import bad_escape, name_too_long, number_too_large

LARGEST = 2**31
LONGEST_NAME = 100
ESCAPES = {"n": "\n"} | {sign: sign for sign in '"\\{}[]/#*:'}

Values = list[Any]
Cites = tuple[Any, ...]


class Many(list[Any]):
    """The values of a rule that leaves no trace."""


class Part:
    """A value with its extent (start below 0: nowhere), how deep it is and citations that look for an owner."""

    __slots__ = ("cites", "depth", "end", "start", "value")

    def __init__(self, value: Any, start: int, end: int, depth: int, cites: Sequence[Any]) -> None:
        self.value, self.start, self.end, self.depth, self.cites = value, start, end, depth, cites


@frozen
class Up:
    """A value whose citations belong to what stands around it."""

    value: Any
    cites: Cites


class Beyond(Exception):
    """A limit is passed: `kind` is `deep` or `many`, `limit` says how many of what may be; never leaves this stage."""

    def __init__(self, kind: str, start: int, end: int, limit: str = "") -> None:
        super().__init__()
        self.kind, self.start, self.end, self.limit = kind, start, end, limit


class Lines:
    """Where the lines of a text begin: offsets to spans."""

    def __init__(self, text: str, path: str) -> None:
        self.text, self.path = text, path
        self.starts = [0] + [i + 1 for i, c in enumerate(text) if c == "\n"]

    def span(self, start: int, end: int) -> Span:
        """Give the span between two offsets."""
        line = bisect_right(self.starts, start)
        return Span(self.path, start, end, line, start - self.starts[line - 1] + 1)


class Inner(Protocol):
    """Parses the expression between two offsets, reporting what is wrong with it (unless that is only a try)."""

    def __call__(self, start: int, end: int, quiet: bool = False) -> ast.Expr | None: ...


class Parts:
    """Names, numbers, strings and citations."""

    def __init__(self, lines: Lines, words: Vocabulary, inner: Inner, diagnostics: list[Diagnostic]) -> None:
        self.lines, self.words, self.inner, self.diagnostics = lines, words, inner, diagnostics
        self.span = lines.span

    def ident(self, word: Lexeme) -> ast.Ident:
        """Make a name: own, or standard in its canonical spelling."""
        text, std = self.plain_name(word.text)
        if len(text) > LONGEST_NAME:
            self.diagnostics.append(name_too_long(self.span(word.start, word.end), len(text), LONGEST_NAME))
            text = text[:LONGEST_NAME]
        return ast.Ident(self.span(word.start, word.end), text, std)

    def plain_name(self, text: str) -> tuple[str, bool]:
        """Take off backquotes, or translate a standard name."""
        if text.startswith("`"):
            return text[1:-1], False
        found = self.words.canonical.get(text)
        return (text, False) if found is None else (found, True)

    def idents(self, values: Values) -> tuple[ast.Ident, ...]:
        """Make all names among some values."""
        return tuple(self.ident(v) for v in values if type(v) is Lexeme and v.kind == "NAME")

    def integer(self, word: Lexeme) -> int:
        """Read a number, reporting one that is too large."""
        value = int(word.text) if len(word.text) < 20 else LARGEST + 1
        if value > LARGEST:
            self.diagnostics.append(number_too_large(self.span(word.start, word.end)))
            return LARGEST
        return value

    def plain(self, word: Lexeme) -> str:
        """Read a string without expressions."""
        out, at, text = [], word.start + 1, self.lines.text
        while at < word.end - 1:
            piece, at = self._character(text, at)
            out.append(piece)
        return "".join(out)

    def _character(self, text: str, at: int) -> tuple[str, int]:
        if text[at] != "\\":
            return text[at], at + 1
        found = ESCAPES.get(text[at + 1])
        if found is None:
            self.diagnostics.append(bad_escape(self.span(at, at + 2), text[at + 1]))
            return text[at + 1], at + 2
        return found, at + 2
