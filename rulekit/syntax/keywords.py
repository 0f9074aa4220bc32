"""The words of the language: `keywords.toml` comes in, one vocabulary a language goes out.

Every keyword has a terminal of the grammar and a spelling in each language (perhaps two: `gain`, `gains`); every standard name
has a canonical (English) and a local spelling. Which words are reserved where is the parser's business.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from attrs import frozen

from rulekit.bundle import bundled

JOINING = ("BECAUSE", "AND", "OR", "WHERE")
"""A line that begins with one of these continues the line before."""

WORD = re.compile(r"[^\W\d]\w*")


@frozen
class Keyword:
    """One spelling of a keyword, cut at its blanks (`next`, `turn`): any run of blanks may stand between the parts."""

    terminal: str
    spelling: str
    parts: tuple[str, ...]


@frozen
class Vocabulary:
    """The words of one language."""

    language: str
    spellings: Mapping[str, tuple[str, ...]]
    """Terminal to spellings."""
    by_first: Mapping[str, tuple[Keyword, ...]]
    """First letters of a keyword to the keywords that begin so, those with most words first."""
    canonical: Mapping[str, str]
    """Local spelling of a standard name to the canonical one."""
    local: Mapping[str, str]
    """Canonical spelling of a standard name to the local one."""
    foreign: Mapping[str, str]
    """Words that people try, from other languages for computers, and the terminal of the keyword they mean."""
    habits: Mapping[str, str]
    """Words that people try and for which there is no keyword, and the hint they get."""
    reserved: frozenset[str]
    """Every word that means something somewhere: a name of the author's that is spelt so may need backquotes."""


@cache
def table() -> Mapping[str, Mapping[str, list[str]] | list[str]]:
    """Read the table of words once."""
    return MappingProxyType(tomllib.loads((bundled("grammar") / "keywords.toml").read_text(encoding="utf-8")))


@cache
def languages() -> tuple[str, ...]:
    """Name the languages keywords can be written in."""
    return tuple(table()["languages"])


@cache
def vocabulary(language: str) -> Vocabulary:
    """Give the words of a language; the caller has made sure that there is such a column."""
    column = languages().index(language)
    keywords, names, others = table()["keywords"], table()["names"], table()["foreign"]
    assert isinstance(keywords, dict) and isinstance(names, dict) and isinstance(others, dict)
    spellings = {terminal: tuple(row[column].split("|")) for terminal, row in keywords.items()}
    canonical = {row[column]: name for name, row in names.items()}
    foreign = {word: terminal for terminal, row in others.items() for word in row[column].split("|")}
    tried = table()["habits"]
    assert isinstance(tried, dict)
    habits = {word: hint for hint, row in tried.items() for word in (*row[0].split("|"), *row[column].split("|"))}
    words = {word for some in spellings.values() for word in some}
    return Vocabulary(
        language,
        MappingProxyType(spellings),
        MappingProxyType(_by_first(spellings)),
        MappingProxyType(canonical),
        MappingProxyType({name: row[column] for name, row in names.items()}),
        MappingProxyType(foreign),
        MappingProxyType(habits),
        frozenset(words | {first for word in words for first in WORD.findall(word)[:1]} | set(canonical) | set(foreign)),
    )


def _by_first(spellings: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[Keyword, ...]]:
    found: dict[str, list[Keyword]] = {}
    for terminal, some in spellings.items():
        for spelling in some:
            first = WORD.match(spelling)
            key = first.group() if first else spelling[0]
            found.setdefault(key, []).append(Keyword(terminal, spelling, tuple(spelling.split(" "))))
    return {first: tuple(sorted(some, key=lambda k: (-len(k.parts), -len(k.spelling)))) for first, some in found.items()}


def grammar_text(language: str) -> str:
    """Compose the Lark grammar of a language: the rules, and a terminal for each keyword."""
    out = [(bundled("grammar") / "cafe.lark").read_text(encoding="utf-8")]
    for terminal, words in vocabulary(language).spellings.items():
        body = "|".join(_pattern(word) for word in sorted(words, key=len, reverse=True))
        weight = 2 + max(word.count(" ") for word in words)
        out.append(rf"{terminal}.{weight}: /({body})(?!\w|[ \t]*:)/")
    return "\n".join(out) + "\n"


def _pattern(word: str) -> str:
    return re.escape(word).replace("\\ ", "[ \\t]+").replace("/", "\\/")
