"""Random edits of good files: what people do by accident and fuzzers on purpose."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\.\.|<=|>=|\w+|[^\w\s]|\n[ ]*|[ \t]+')
NUMBERS = (
    "0",
    "1",
    "-1",
    "2",
    "7",
    "12",
    "13",
    "99",
    "4096",
    "4097",
    "10000",
    "100000",
    "2147483647",
    "2147483648",
    "99999999999999999999",
)
SPECIAL = (
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    "@",
    "\\",
    "`",
    "#",
    ",",
    ":",
    "=",
    "-",
    "..",
    "\n",
    "\t",
    "\r\n",
    "\0",
    "é",
    "\u2028",
    "\ufeff",
    '"',
    "none",
    "empty",
    "me",
    "each",
    "unlimited",
    "if",
    "else",
    "may",
    "repeat",
    "end game",
    "some",
    "at random",
    "secretly",
    "can",
)
Edit = Callable[[str, random.Random, Sequence[str]], str]


def _tokens(text: str) -> list[str]:
    return TOKEN.findall(text)


def _at(items: Sequence[object], dice: random.Random) -> int:
    return dice.randrange(len(items)) if items else 0


def delete_span(text: str, dice: random.Random, corpus: Sequence[str]) -> str:
    """Lose a few characters."""
    at = dice.randrange(len(text) + 1)
    return text[:at] + text[at + dice.choice((1, 1, 3, 20, 200)) :]


def insert_special(text: str, dice: random.Random, corpus: Sequence[str]) -> str:
    """Put something in."""
    at = dice.randrange(len(text) + 1)
    return text[:at] + dice.choice(SPECIAL) * dice.choice((1, 1, 1, 3, 300)) + text[at:]


def change_line(text: str, dice: random.Random, corpus: Sequence[str]) -> str:
    """Delete, double, swap or indent lines."""
    lines = text.split("\n")
    a, b = _at(lines, dice), _at(lines, dice)
    match dice.randrange(5):
        case 0:
            del lines[a]
        case 1:
            lines.insert(b, lines[a])
        case 2:
            lines[a], lines[b] = lines[b], lines[a]
        case 3:
            lines[a] = dice.choice(("", " ", "  ", "    ", "\t")) + lines[a].lstrip()
        case 4:
            lines[a:a] = [lines[a]] * dice.choice((2, 10, 1000))
    return "\n".join(lines)


def change_token(text: str, dice: random.Random, corpus: Sequence[str]) -> str:
    """Delete, double, swap or exchange words and marks."""
    tokens = _tokens(text) or [""]
    a, b = _at(tokens, dice), _at(tokens, dice)
    match dice.randrange(5):
        case 0:
            del tokens[a]
        case 1:
            tokens.insert(a, tokens[a])
        case 2:
            tokens[a], tokens[b] = tokens[b], tokens[a]
        case 3:
            tokens[a] = tokens[b]
        case 4:
            other = _tokens(dice.choice(corpus)) or [""]
            tokens[a] = other[_at(other, dice)]
    return "".join(tokens)


def change_number(text: str, dice: random.Random, corpus: Sequence[str]) -> str:
    """Put another number in the place of one."""
    found = list(re.finditer(r"\b\d+\b", text))
    if not found:
        return text
    which = found[_at(found, dice)]
    return text[: which.start()] + dice.choice(NUMBERS) + text[which.end() :]


def change_word(text: str, dice: random.Random, corpus: Sequence[str]) -> str:
    """Put one word of the file in the place of another: often still a game."""
    found = list(re.finditer(r"\b[a-z_]\w*\b", text))
    if not found:
        return text
    a, b = found[_at(found, dice)], found[_at(found, dice)]
    return text[: a.start()] + b.group() + text[a.end() :]


def rename(text: str, dice: random.Random, corpus: Sequence[str]) -> str:
    """Call something differently, everywhere."""
    words = re.findall(r"\b[a-z_]\w*\b", text)
    if not words:
        return text
    new = dice.choice((*words, "each", "x", "in", "é", "w" * 300))
    return re.sub(rf"\b{re.escape(words[_at(words, dice)])}\b", new, text)


def splice(text: str, dice: random.Random, corpus: Sequence[str]) -> str:
    """The beginning of one file and the end of another."""
    one, two = text.split("\n"), dice.choice(corpus).split("\n")
    return "\n".join(one[: _at(one, dice)] + two[_at(two, dice) :])


def borrow(text: str, dice: random.Random, corpus: Sequence[str]) -> str:
    """Take some lines of another file in."""
    lines, two = text.split("\n"), dice.choice(corpus).split("\n")
    at, start = _at(lines, dice), _at(two, dice)
    lines[at:at] = two[start : start + dice.choice((1, 2, 5, 20))]
    return "\n".join(lines)


EDITS: tuple[Edit, ...] = (
    delete_span,
    insert_special,
    change_line,
    change_token,
    change_number,
    change_number,
    change_word,
    change_word,
    change_word,
    rename,
    splice,
    borrow,
)


def edited(text: str, dice: random.Random, corpus: Sequence[str]) -> str:
    """A text with one to three edits."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        text = dice.choice(EDITS)(text, dice, corpus)
    return text
