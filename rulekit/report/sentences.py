"""What rulekit itself says to players, in their language: a catalogue of sentences comes in, one sentence goes out.

The catalogues lie in the folder `sentences`, one file a language. English is there for every language that has none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from attrs import frozen

from rulekit.bundle import bundled
from rulekit.report.text import clean

ENGLISH = "en"


@frozen
class Sentences:
    """The sentences of one language: `say("wins", who="Ada")`."""

    language: str
    singular: frozenset[int]
    forms: Mapping[str, str | Mapping[str, str]]

    def __call__(self, key: str, /, **values: object) -> str:
        """Return a sentence with its values; of two forms the one that fits `count`."""
        form = self.forms[key]
        if not isinstance(form, str):
            form = form["one" if self.is_one(values["count"]) else "many"]
        return form.format(**{name: clean(str(value)) for name, value in values.items()})

    def is_one(self, count: object) -> bool:
        """Return whether a number takes the form for one: 0 does in French."""
        return count in self.singular


@cache
def languages() -> tuple[str, ...]:
    """Return the languages there are catalogues for."""
    return tuple(sorted(path.stem for path in bundled("sentences").glob("*.toml")))


@cache
def catalogue(language: str) -> Mapping[str, Any]:
    """Return all that stands in the file of a language."""
    return MappingProxyType(tomllib.loads((bundled("sentences") / f"{language}.toml").read_text(encoding="utf-8")))


@cache
def sentences(language: str = ENGLISH) -> Sentences:
    """Return the catalogue of a language, else the English one."""
    return _table(language, "sentences")


def language_name(of: str, language: str = ENGLISH) -> str:
    """Return what a language is called in another one."""
    names: Mapping[str, str] = catalogue(language if language in languages() else ENGLISH)["languages"]
    return names.get(of, of)


def _table(language: str, part: str) -> Sentences:
    name = language if language in languages() else ENGLISH
    table = catalogue(name)
    return Sentences(name, frozenset(table["singular"]), MappingProxyType(table[part]))


@cache
def finding_patterns(language: str) -> Mapping[str, str | Mapping[str, str]]:
    """Return how a language says what findings say: English patterns to its own; none where there is no such file."""
    path = bundled("sentences") / "findings" / f"{language}.toml"
    known = language in languages() and path.is_file()
    return MappingProxyType(tomllib.loads(path.read_text(encoding="utf-8")) if known else {})


@cache
def book_words(language: str = ENGLISH) -> Sentences:
    """Return what rulekit says in printed rulebooks, in a language, else in English."""
    return _table(language, "book")


@cache
def rule_words(language: str = ENGLISH) -> Sentences:
    """Return how rulebooks put rules that nobody has told, in a language, else in English."""
    return _table(language, "rulebook")


@cache
def error_pages(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the pages about codes in a language other than English, by code: title, text and why. A new one may lack them."""
    file = bundled("sentences") / "pages" / f"{language}.toml"
    return MappingProxyType(tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {})


@cache
def page_words(language: str = ENGLISH) -> Mapping[str, str]:
    """Return the words of the web pages themselves, in a language, else in English."""
    name = language if language in languages() else ENGLISH
    return MappingProxyType(catalogue(name)["page"])
