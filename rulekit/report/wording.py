"""Sentences in the reader's language: a sentence as data comes in, its words go out.

Two languages take part: that of the reader, in which the sentence is said, and that of the rule file, whose keywords it shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from attrs import frozen

from rulekit.report.sentences import ENGLISH, finding_patterns, sentences
from rulekit.syntax.keywords import vocabulary
from rulekit.wording import Keyword, Sentence, Value, fill, sentence

CODE = re.compile(r"``.*?``|`[^`]*`")
FIXED = re.compile(r"\{[^{}]*\}|\"[^\"]*\"")
COMMANDS = ("rulekit", "pip", "make", "--", "cafe")
FIGURES = sentence("1,234.5")


def in_words(text: str, language: str = ENGLISH, keywords: str = ENGLISH) -> str:
    """Say a sentence in a language, with the keywords of another; what is no sentence stays as it is."""
    if language == keywords == ENGLISH:
        return str(text)
    if isinstance(text, Keyword):
        return spelled(text, keywords)
    if not isinstance(text, Sentence):
        return text
    values = {name: _value(value, language, keywords) for name, value in text.values.items()}
    return fill(in_code(_pattern(text, language), keywords), values)


@frozen
class Telling:
    """Says sentences and writes numbers as one language does, with the keywords of another."""

    language: str = ENGLISH
    keywords: str = ENGLISH

    def __call__(self, text: str) -> str:
        """Say a sentence."""
        return in_words(text, self.language, self.keywords)

    def figures(self, written: str) -> str:
        """Write numbers with the marks of the language.

        >>> Telling("de").figures("1,234.5 ± 0.3")
        '1.234,5 ± 0,3'
        """
        return written.translate(_marks(self.language))


@cache
def _marks(language: str) -> Mapping[int, str]:
    """Return what stands for the comma before thousands and for the point before tenths."""
    return {ord(mark): own for mark, own in zip(FIGURES, in_words(FIGURES, language), strict=True) if mark in ",."}


def _value(value: Value, language: str, keywords: str) -> str:
    if isinstance(value, tuple):
        return ", ".join(in_words(one, language, keywords) for one in value)
    return in_words(value, language, keywords) if isinstance(value, str) else str(value)


def _pattern(text: Sentence, language: str) -> str:
    """Return the pattern in a language, in the form that fits the number; the English one where there is no other."""
    form = finding_patterns(language).get(text.pattern)
    if form is None:
        return text.one if text.one is not None and text.values["count"] == 1 else text.pattern
    if isinstance(form, str):
        return form
    return form["one" if sentences(language).is_one(text.values["count"]) else "many"]


def in_code(pattern: str, keywords: str) -> str:
    """Spell the rule language that stands in backquotes in a pattern with the keywords of a language."""
    return pattern if keywords == ENGLISH else CODE.sub(lambda found: _snippet(found.group(), keywords), pattern)


def _snippet(code: str, keywords: str) -> str:
    if code.strip("` ").startswith(COMMANDS):
        return code
    parts, at = [], 0
    for fixed in FIXED.finditer(code):
        parts += [spelled(code[at : fixed.start()], keywords), fixed.group()]
        at = fixed.end()
    return "".join([*parts, spelled(code[at:], keywords)])


def spelled(code: str, keywords: str) -> str:
    """Spell English keywords and standard names as a language does."""
    words, first = _spellings(keywords)
    return _english_words().sub(
        lambda found: (words if found.start() > 1 or found.group() not in first else first)[found.group()], code
    )


@cache
def _spellings(language: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return how a language spells each word: inside a line, and those that are keywords at its beginning."""
    english, local = vocabulary(ENGLISH), vocabulary(language)
    first = {
        word: others[min(n, len(others) - 1)]
        for terminal, some in english.spellings.items()
        for others in (local.spellings[terminal],)
        for n, word in enumerate(some)
    }
    return first | dict(local.local), first


@cache
def _english_words() -> re.Pattern[str]:
    english = vocabulary(ENGLISH)
    words = {word for some in english.spellings.values() for word in some} | set(english.local)
    return re.compile(r"(?<![\w.@])(?:" + "|".join(re.escape(w) for w in sorted(words, key=len, reverse=True)) + r")(?!\w)")
