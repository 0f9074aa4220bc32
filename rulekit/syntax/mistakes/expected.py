"""What could stand at a place, in plain words: terminals come in, a sentence's end goes out. No internal name is ever shown."""

from __future__ import annotations

from functools import cache

from rulekit.syntax.keywords import Vocabulary, vocabulary
from rulekit.syntax.layout import END, MARKS, OPERATORS
from rulekit.syntax.parse_tables import table_of
from rulekit.wording import either, sentence

MOST = 5
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
    if len(left & BETWEEN) > MOST:
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
    out = (out + operators)[: MOST + 1]
    if not out:
        return None
    if len(out) > MOST:
        out = [*out[: MOST - 1], sentence("something else")]
    return either(out)


def _plain(terminal: str, words: Vocabulary) -> str:
    if terminal in PLAIN:
        return PLAIN[terminal]
    if terminal in MARK_OF:
        return MARK_OF[terminal]
    return f"`{words.spellings[terminal][0]}`"
