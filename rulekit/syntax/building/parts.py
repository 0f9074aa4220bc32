"""What the builders share: values on their way to a node, places in the text, names and strings."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from attrs import frozen

from rulekit.diagnostics import Diagnostic, Severity, Span, finding
from rulekit.syntax import ast
from rulekit.syntax.keywords import Vocabulary
from rulekit.syntax.layout import Lexeme
from rulekit.wording import sentence

_NEWLINE = re.compile("\n")
LARGEST_NUMBER = 2**31
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
        self.starts = [0, *(found.end() for found in _NEWLINE.finditer(text))]

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

    def report(self, code: str, span: Span, message: str, hint: str, /, **values: object) -> None:
        """Note a mistake that is no reason to stop."""
        self.diagnostics.append(finding(code, span, message, hint, (), Severity.ERROR, **values))

    def ident(self, word: Lexeme) -> ast.Ident:
        """Make a name: own, or standard in its canonical spelling."""
        text, std = self.plain_name(word.text)
        if len(text) > LONGEST_NAME:
            self.report(
                "RK134",
                self.span(word.start, word.end),
                "this name is too long: {size} letters, at most {limit} are read",
                "choose a short one; a text that players see may be as long as you like",
                size=len(text),
                limit=LONGEST_NAME,
            )
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
        value = int(word.text) if len(word.text) < 20 else LARGEST_NUMBER + 1
        if value > LARGEST_NUMBER:
            self.report("RK133", self.span(word.start, word.end), "this number is too large", "numbers go up to 2147483648")
            return LARGEST_NUMBER
        return value

    def plain(self, word: Lexeme) -> str:
        """Read a string without expressions."""
        if "\\" not in word.text:
            return word.text[1:-1]
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
            hint = sentence("a backslash that is shown is written `\\\\`")
            self.report(
                "RK114", self.span(at, at + 2), "`\\{character}` means nothing inside a text", hint, character=text[at + 1]
            )
            return text[at + 1], at + 2
        return found, at + 2


# ---- builders that take each field of a node from the values -------------------------------------
Reading = Callable[[Parts, Values], object]
Builds = Callable[[Parts, Span, Values, Cites], ast.Node]


def makes(cls: Callable[..., ast.Node], *fields: int | Reading) -> Builds:
    """Return the builder of a class: of its fields, in order, which value each one is, or how it is read from them.

    The citations of the line belong to what can have some.
    """
    is_cited = isinstance(cls, type) and issubclass(cls, ast.Cited)

    def build(parts: Parts, span: Span, v: Values, cites: Cites) -> ast.Node:
        read = [v[field] if isinstance(field, int) else field(parts, v) for field in fields]
        return cls(span, *read, cites=cites) if is_cited else cls(span, *read)

    return build


def up(build: Builds) -> Callable[[Parts, Span, Values, Cites], Up]:
    """Return the same builder, with the citations for what stands around the node."""
    return lambda parts, span, v, cites: Up(build(parts, span, v, cites), cites)


def ident(at: int) -> Reading:
    """Read a name, if it is there."""
    return lambda parts, v: parts.ident(v[at]) if v[at] else None


def plain(at: int) -> Reading:
    """Read a string without expressions, if it is there."""
    return lambda parts, v: parts.plain(v[at]) if v[at] else None


def integer(at: int) -> Reading:
    """Read a number, if it is there."""
    return lambda parts, v: parts.integer(v[at]) if v[at] else None


def word(at: int, meant: Mapping[str, object]) -> Reading:
    """Read what a keyword means here."""
    return lambda parts, v: meant[v[at].kind]


def there(at: int) -> Reading:
    """Read whether something is there."""
    return lambda parts, v: v[at] is not None


def fixed(value: object) -> Reading:
    """Take something that is always the same."""
    return lambda parts, v: value


def perhaps(at: int) -> Reading:
    """Read several things in brackets or a block, which may be left out."""
    return lambda parts, v: v[at] or ()


def every(*classes: type[ast.Node]) -> Reading:
    """Read all nodes of some classes."""
    return lambda parts, v: nodes(v, *classes)


def first(cls: type[ast.Node]) -> Reading:
    """Read the first node of a class, if there is one."""
    return lambda parts, v: next((x for x in v if isinstance(x, cls)), None)


def names(parts: Parts, v: Values) -> tuple[ast.Ident, ...]:
    """Read all names."""
    return parts.idents(v)


def plains(parts: Parts, v: Values) -> tuple[str, ...]:
    """Read all strings behind a keyword."""
    return tuple(parts.plain(x) for x in v[1:])


tells = every(ast.Tell)


def nodes(values: Values, *classes: type[Any]) -> tuple[Any, ...]:
    """Keep the values of some classes."""
    return tuple(x for x in values if isinstance(x, classes))
