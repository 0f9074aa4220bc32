"""Where a parse stopped, and all that is known about the place: what the explanations are made from."""

from __future__ import annotations

from functools import cache

from attrs import frozen

from rulekit.diagnostics import Span
from rulekit.syntax.building.parts import Lines
from rulekit.syntax.keywords import Keyword, Vocabulary, vocabulary
from rulekit.syntax.lalr_machine import table_of
from rulekit.syntax.layout import END, MARKS, OPERATORS, Lexeme, keywords_at
from rulekit.wording import either, sentence


@frozen
class Trouble:
    """`kind`: `unexpected` (a lexeme that cannot stand there), `character`, `tab`, `indentation`, `deep`, `many`."""

    kind: str
    start: int
    end: int
    lexeme: Lexeme
    expected: frozenset[str]
    line: tuple[Lexeme, ...]
    """The lexemes of the line so far, the unexpected one included."""
    before: tuple[Lexeme, ...]
    """Those of the line before."""
    brackets: tuple[int, ...]
    levels: tuple[int, ...]
    lines: Lines
    words: Vocabulary
    inside: bool
    """Whether this is an expression inside a string."""

    @property
    def span(self) -> Span:
        """The place itself."""
        return self.lines.span(self.start, max(self.end, self.start))

    @property
    def text(self) -> str:
        """What stands there."""
        return self.lines.text[self.start : self.end]

    @property
    def last(self) -> Lexeme | None:
        """The lexeme before the unexpected one, if it is on the same line."""
        line = [x for x in self.line if x is not self.lexeme]
        return line[-1] if line else None

    def at(self, lexeme: Lexeme) -> Span:
        """Give the place of a lexeme."""
        return self.lines.span(lexeme.start, lexeme.end)

    def spelling(self, terminal: str) -> str:
        """Spell a keyword in the file's language."""
        return self.words.spellings[terminal][0]

    def meant(self, word: str) -> str | None:
        """Name the terminal of the keyword a word spells, if it spells one."""
        for keyword in self.words.by_first.get(word, ()):
            if keyword.spelling == word:
                return keyword.terminal
        return None

    @property
    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self.lexeme.kind == END


# ---- what could stand there, in plain words; no internal name is ever shown ----------------------
MOST_EXPECTED = 5
VALUE = frozenset(["NUMBER", "STRING", "NAME", "YES", "NO", "NONE", "EMPTY", "ME", "UNLIMITED", "LPAR", "LSQB"])
BETWEEN = frozenset(OPERATORS) - {"NOT"} | {"CAN", "CANNOT", "_DOTS", "DOT"}
APART = frozenset(["ONLYIF", "NEXTTURN", "ENDGAME"])  # statements that cannot stand wherever others can
VERBS = frozenset(["CHOOSE", "MOVE", "DRAW", "GAIN", "PAY", "DO", "ONEOF", "MAY"])
CITATION = frozenset({"CITE", "ASSUMED", "RULING"})
TEXT_OPTIONAL = frozenset({"_NL", "COLON", "EQUAL"})  # where one of these can stand, a text could too, and need not
PLAIN = {
    "NAME": sentence("a name"),
    "NUMBER": sentence("a number"),
    "STRING": sentence("a text in quotes"),
    "_NL": sentence("the end of the line"),
    "_INDENT": sentence("an indented line"),
    "_DEDENT": sentence("the end of the block"),
    END: sentence("the end of the file"),
    "CAFE": "`cafe`",
}
MARK_OF = {terminal: f"`{mark}`" for mark, terminal in MARKS.items()}
FIRST = ("_NL", "_INDENT", "COLON", "EQUAL", "COMMA", "RPAR", "RSQB", "VBAR", "STRING", "NUMBER", "NAME")
"""Those worth naming first."""


@cache
def beginnings(language: str) -> frozenset[str]:
    """The keywords that begin a statement: those expected wherever one may stand, but for the words that are values."""
    rows = (frozenset(row) for row in table_of(language).states if "_compound" in row)
    return frozenset.intersection(*rows).intersection(vocabulary(language).spellings) - VALUE


def in_words(expected: frozenset[str], words: Vocabulary) -> str | None:
    """Say what was expected, at most a handful of things."""
    left: set[str] = set(expected)
    out: list[str] = []
    for group, name in ((beginnings(words.language) - VERBS - APART, sentence("a statement")), (VALUE, sentence("a value"))):
        if group <= left:
            out.append(name)
            left -= group | VALUE | VERBS | APART
    if "_DEDENT" in left and len(left) > 1:
        left.discard("_DEDENT")
    if len(left & BETWEEN) > MOST_EXPECTED:
        left -= BETWEEN
        operators = [sentence("an operator")]
    else:
        operators = []
    left -= CITATION
    if left & TEXT_OPTIONAL:
        left.discard("STRING")
    if out or len(left) > 1:
        left.discard("TELL")
    order = [t for t in FIRST if t in left] + sorted(left - set(FIRST))
    out += [_plain(t, words) for t in order]
    out = (out + operators)[: MOST_EXPECTED + 1]
    if not out:
        return None
    if len(out) > MOST_EXPECTED:
        out = [*out[: MOST_EXPECTED - 1], sentence("something else")]
    return either(out)


def _plain(terminal: str, words: Vocabulary) -> str:
    if terminal in PLAIN:
        return PLAIN[terminal]
    if terminal in MARK_OF:
        return MARK_OF[terminal]
    return f"`{words.spellings[terminal][0]}`"


def begun(t: Trouble, at: int) -> Keyword | None:
    """Return the keyword at a place that begins a statement."""
    begins = beginnings(t.words.language)
    return next((keyword for keyword in keywords_at(t.lines.text, at, t.words) if keyword.terminal in begins), None)
