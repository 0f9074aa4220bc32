"""The words of the language: `keywords.toml` comes in, one vocabulary a language goes out.

Every keyword has a terminal of the grammar and a spelling in each language (perhaps two: `gain`, `gains`); every standard name
has a canonical (English) and a local spelling. Which words are reserved where is the parser's business.
The little words of texts (`the`, `le`, `sul`, `den`) come from `little_words.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

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
def shape_words(what: str, language: str) -> Mapping[str, str]:
    """Give the words of the column `shape` (`what`: shapes) or `lies` in a language, with what they are in English."""
    words, column = table()[what], languages().index(language)
    assert isinstance(words, dict)
    return MappingProxyType({row[column]: name for name, row in words.items()})


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


# ---- little words of texts -----------------------------------------------------------------------
Forms = Mapping[str, str]


@frozen
class LittleWords:
    """The little words of one language: their forms, those told of somebody, and how words begin that need others."""

    language: str
    genders: tuple[str, ...]
    vowels: str
    hard: re.Pattern[str] | None
    alternative: str
    """What joins a list of which one is meant: `or`."""
    forms: Mapping[str, Forms]
    of_somebody: Mapping[str, Forms]
    unseen: Mapping[str, str]
    """What stands for a little word before a piece that the reader does not see: `a` for `the`."""
    log: Mapping[str, str]
    """What rulekit itself says things with: `the`, `a`, `your`, `of`, and `whose` a thing is."""
    joined: Mapping[str, str]
    """Words that are written as one with the article behind them: `nel` for `in il`."""

    def __contains__(self, word: str) -> bool:
        return word in self.forms or word == self.alternative


@cache
def little_words(language: str) -> LittleWords:
    """Give the little words of a language; a language without a table has none."""
    table = _little_words().get(language, {})
    words = table.get("words", {})
    forms = {word: {k: v for k, v in some.items() if k != "of"} for word, some in words.items()}
    others = {word: some["of"] for word, some in words.items() if "of" in some}
    hard = re.compile(table["hard"], re.IGNORECASE) if "hard" in table else None
    genders, vowels, alternative = tuple(table.get("genders", ())), table.get("vowels", ""), table.get("or", "")
    return LittleWords(
        language,
        genders,
        vowels,
        hard,
        alternative,
        forms,
        others,
        table.get("unseen", {}),
        table.get("log", {}),
        table.get("joined", {}),
    )


@cache
def _little_words() -> Mapping[str, dict[str, Any]]:
    return MappingProxyType(tomllib.loads((bundled("grammar") / "little_words.toml").read_text(encoding="utf-8")))
