"""Plain text for a terminal: nothing a rule file says can steer the terminal, widths are counted as they are shown.

Comes in: any text. Goes out: text without control characters, and colours where they are wanted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import groupby

from attrs import frozen

from rulekit.model.expressions import UNLIMITED
from rulekit.wording import Sentence, numbered

_STEERING = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})
_JOINERS = frozenset("\u200d\ufe0f\ufe0e")
_CODES = (
    ("error", "1;31"),
    ("warning", "1;33"),
    ("note", "1;36"),
    ("strong", "1"),
    ("faint", "2"),
    ("good", "32"),
    ("bad", "31"),
)


def is_endless(number: object) -> bool:
    """Return whether a number stands for no limit; also that of a bank without one that has given some of it away.

    >>> is_endless(UNLIMITED), is_endless(UNLIMITED - 3), is_endless(1_000_000), is_endless(None)
    (True, True, False, False)
    """
    return isinstance(number, int) and UNLIMITED // 2 < number <= UNLIMITED


def clean(text: str) -> str:
    """Replace what a terminal would obey instead of showing; tabs become blanks.

    >>> clean("a\\x1b[31mb\\tc")
    'a�[31mb c'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(c) for c in text)


def _shown(char: str) -> str:
    if char == "\t":
        return " "
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in _STEERING and char not in _JOINERS else char


def plain(text: str) -> str:
    """Small letters without accents: what people type and what is meant are compared so.

    >>> plain("Échanger")
    'echanger'
    """
    if text.isascii():
        return text.lower()
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def in_plural(word: str) -> str:
    """Return an English noun in the plural.

    >>> [in_plural(word) for word in ("cup", "box", "party", "tray", "spaces")]
    ['cups', 'boxes', 'parties', 'trays', 'spaces']
    """
    if word.endswith("s"):
        return word if not word.endswith("ss") else f"{word}es"
    if word.endswith(("x", "ch", "sh", "z")):
        return f"{word}es"
    return f"{word[:-1]}ies" if re.search("[^aeiou]y$", word) else f"{word}s"


def width(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(_columns(c) for c in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char) or char in _JOINERS:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


@frozen
class Paint:
    """Colours by what they mean; without colours the text stays as it is."""

    on: bool = False

    def __call__(self, style: str, text: str) -> str:
        code = dict(_CODES).get(style)
        return f"\x1b[{code}m{text}\x1b[0m" if self.on and code and text else text


def counted_alike(texts: Sequence[str]) -> list[str]:
    """Texts, those that follow each other alike only once.

    >>> counted_alike(["Ada", "Ada", "Bob"])
    ['2×Ada', 'Bob']
    """
    runs = [(text, sum(1 for _ in same)) for text, same in groupby(texts)]
    return [f"{count}×{text}" if count > 1 else text for text, count in runs]


def of_players(count: int) -> Sentence:
    """Say how many players there are."""
    return numbered(count, "{count} player", "{count} players")


def random_games(count: int) -> Sentence:
    """Say how many random games there are."""
    return numbered(count, "{count} random game", "{count} random games")


def amount(games: int, decisions: int) -> Sentence:
    """Return how much was searched: in random games, or without any.

    >>> print(amount(3, 700), amount(0, 37), sep="; ")
    3 random games; 37 decisions
    """
    return random_games(games) if games else numbered(decisions, "{count} decision", "{count} decisions")
