"""Characters come in, lexemes go out: words by where they stand, and the beginning and end of blocks.

A word is a keyword only if the parser can go on with that keyword (`row` tells) and no colon follows; otherwise it is a name.
Inside brackets a line's end means nothing; neither does it after an operator or before `and`, `or`, `where`, `because`, `@`,
or another text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from rulekit.syntax.keywords import JOINING, Keyword, Vocabulary

NEWLINE, INDENT, DEDENT, END = "_NL", "_INDENT", "_DEDENT", "$END"
LAYOUT = frozenset({NEWLINE, INDENT, DEDENT, END})
OPENING = {"(": "LPAR", "[": "LSQB"}
CLOSING = {")": "RPAR", "]": "RSQB"}
MARKS = {
    "..": "_DOTS", "<=": "LE", ">=": "GE", "<": "LT", ">": "GT", "=": "EQUAL", "-": "HOLE", "+": "PLUS", "*": "STAR",
    ".": "DOT", ",": "COMMA", ":": "COLON", "|": "VBAR", "/": "SLASH", **OPENING, **CLOSING,
}  # fmt: skip
OPERATORS = {
    "PLUS": "+", "HOLE": "-", "STAR": "*", "DIV": "div", "MOD": "mod", "AND": "and", "OR": "or", "NOT": "not", "IS": "is",
    "ISNOT": "is not", "IN": "in", "NOTIN": "not in", "LT": "<", "LE": "<=", "GT": ">", "GE": ">=",
}  # fmt: skip
GOES_ON = frozenset(OPERATORS) | {"_DOTS", "CAN", "CANNOT", "EQUAL", "COMMA", "THEN", "ELSE"}
"""A line that ends in one of these goes on in the next."""

_WORD = r"[^\W\d]\w*"
_NAME = rf"(?:{_WORD}|`{_WORD}`)"
_PLACE = rf"(?:{_NAME}\.)?[bcx]?\d+(?!\w)"
NAME = re.compile(_NAME)
PLACE = re.compile(_PLACE)
POINTERS = re.compile(rf"@(?:{_PLACE}|{_NAME}[ \t]+{_PLACE}(?:[ \t]+{_NAME}[ \t]+{_PLACE})*)")
_BEGUN = r'"(?:\\.|[^"\\\n])*+'
STRING = re.compile(_BEGUN + '"')
STRING_OR_REST = re.compile(_BEGUN + '(?P<closed>")?')
"""A text, or what is left of its line where it is never closed: it is gone over once, however many quotes it holds."""
COMMENT = re.compile(r"#[^\n]*")
SCAN = re.compile(
    rf"""(?P<blank>[ \t]+)
    | (?P<newline>(?:[ \t]*(?:\#[^\n]*)?\r?\n)+[ \t]*)
    | (?P<word>{_NAME})
    | (?P<number>\d+)
    | (?P<string>{STRING.pattern})
    | (?P<mark>\.\.|<=|>=|[-+*<>=.,:()\[\]|/])""",
    re.VERBOSE,
)
_BLANKS = re.compile(r"[ \t]*")
_BOUNDARY = re.compile(r"(?!\w|[ \t]*:)")


class Lexeme:
    """A word or mark of the text, or a line's end, or the beginning or end of a block."""

    __slots__ = ("depth", "end", "kind", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int) -> None:
        self.kind, self.text, self.start, self.end, self.depth = kind, text, start, end, 0

    def __repr__(self) -> str:
        return f"{self.kind}({self.text!r})"


class LayoutError(Exception):
    """What cannot be cut into lexemes: `kind` is `character`, `tab`, `indentation`; never leaves this stage."""

    def __init__(self, kind: str, start: int, end: int, levels: tuple[int, ...] = ()) -> None:
        super().__init__(kind)
        self.kind, self.start, self.end, self.levels = kind, start, end, levels


class Reader:
    """Reads a stretch of a text, once. `brackets` are the positions of those still open, `line` and `before` the lexemes of the
    line being read and of the one before."""

    def __init__(self, text: str, start: int, end: int, words: Vocabulary, row: Callable[[], Mapping[str, int]]) -> None:
        self.text, self.at, self.end, self.words, self.row = text, start, end, words, row
        self.brackets: list[int] = []
        self.levels = [0]
        self.line: list[Lexeme] = []
        self.before: list[Lexeme] = []

    def __iter__(self) -> Iterator[Lexeme]:
        while self.at < self.end:
            found = SCAN.match(self.text, self.at, self.end)
            if found is None:
                yield self._solid(self._citation())
            elif found.lastgroup == "newline":
                yield from self._newline(found)
            elif found.lastgroup == "blank":
                self.at = found.end()
            else:
                yield self._solid(self._lexeme(found))
        while len(self.levels) > 1:
            self.levels.pop()
            yield Lexeme(DEDENT, "", self.end, self.end)
        yield Lexeme(END, "", self.end, self.end)

    def _solid(self, lexeme: Lexeme) -> Lexeme:
        self.at = lexeme.end
        self.line.append(lexeme)
        if lexeme.text in OPENING:
            self.brackets.append(lexeme.start)
        elif lexeme.text in CLOSING and self.brackets:
            self.brackets.pop()
        return lexeme

    def _lexeme(self, found: re.Match[str]) -> Lexeme:
        text = found.group()
        if found.lastgroup == "word":
            return keyword_at(self.text, found, self.words, self.row()) or Lexeme("NAME", text, found.start(), found.end())
        kind = MARKS[text] if found.lastgroup == "mark" else "NUMBER" if found.lastgroup == "number" else "STRING"
        return Lexeme(kind, text, found.start(), found.end())

    def _citation(self) -> Lexeme:
        if self.text[self.at] == "@":
            for keyword in self.words.by_first["@"]:
                end = ends_at(keyword, self.text, self.at)
                if end is not None:
                    return Lexeme(keyword.terminal, keyword.spelling, self.at, end)
            found = POINTERS.match(self.text, self.at, self.end)
            if found:
                return Lexeme("CITE", found.group(), found.start(), found.end())
        raise LayoutError("character", self.at, self.at + 1)

    def _newline(self, found: re.Match[str]) -> Iterator[Lexeme]:
        start, self.at = self.at, found.end()
        if self.brackets or self._goes_on():
            return
        first = not self.line
        yield Lexeme(NEWLINE, "", start, start)
        self.before, self.line = self.line or self.before, []
        indent = found.group().rsplit("\n", 1)[1] if self.at < self.end else ""
        if "\t" in indent:
            raise LayoutError("tab", self.at - len(indent), self.at)
        if not first or indent:
            yield from self._indentation(len(indent))

    def _goes_on(self) -> bool:
        last = self.line[-1] if self.line else None
        if last and last.kind in GOES_ON and len(self.line) > 1 and self.line[0].kind != "VBAR":
            return True
        return bool(self.line) and begins_joining(self.text, self.at, self.words, self.row())

    def _indentation(self, indent: int) -> Iterator[Lexeme]:
        here = self.at
        if indent > self.levels[-1]:
            self.levels.append(indent)
            yield Lexeme(INDENT, "", here - indent, here)
            return
        if indent not in self.levels:
            raise LayoutError("indentation", here - indent, here, tuple(self.levels))
        while indent < self.levels[-1]:
            self.levels.pop()
            yield Lexeme(DEDENT, "", here, here)


def keyword_at(text: str, found: re.Match[str], words: Vocabulary, row: Mapping[str, int]) -> Lexeme | None:
    """Find the longest keyword that begins with the word found and can stand here."""
    for keyword in words.by_first.get(found.group(), ()):
        if keyword.terminal in row:
            end = ends_at(keyword, text, found.start(), found.endpos)
            if end is not None:
                return Lexeme(keyword.terminal, keyword.spelling, found.start(), end)
    if found.group() == "cafe" and "CAFE" in row:
        return Lexeme("CAFE", "cafe", found.start(), found.end())
    return None


def ends_at(keyword: Keyword, text: str, start: int, stop: int = sys.maxsize) -> int | None:
    """Tell where a keyword that begins at `start` ends, None if it does not stand there; nothing counts from `stop` on."""
    at = start
    for i, part in enumerate(keyword.parts):
        if i:
            blanks = _BLANKS.match(text, at)
            assert blanks is not None
            if blanks.end() == at:
                return None
            at = blanks.end()
        if not text.startswith(part, at):
            return None
        at += len(part)
    return at if at <= stop and _BOUNDARY.match(text, at, stop) else None


def begins_joining(text: str, at: int, words: Vocabulary, row: Mapping[str, int] = MappingProxyType({"BECAUSE": 0})) -> bool:
    """Return whether a line that begins at `at` continues the line before; `because` does only where it can stand."""
    if text.startswith(("@", '"'), at):
        return True
    standing = (keyword.terminal for keyword in keywords_at(text, at, words))
    return any(terminal in JOINING and (terminal != "BECAUSE" or "BECAUSE" in row) for terminal in standing)


def keywords_at(text: str, at: int, words: Vocabulary) -> Iterator[Keyword]:
    """Yield the keywords that stand at a place, those with most words first."""
    found = NAME.match(text, at)
    for keyword in words.by_first.get(found.group(), ()) if found else ():
        if ends_at(keyword, text, at) is not None:
            yield keyword
