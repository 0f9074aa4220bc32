"""The phrases of printed rules in one language: a key and its values come in, a piece of a sentence goes out.

They stand in the tables `rulebook` of the catalogues in `sentences`; a language that has none is written in English.
Articles need the gender of a noun, which no rule file tells: it is guessed from the ending.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from attrs import frozen

from rulekit.report.rulebook.parts import END, STRONG
from rulekit.report.sentences import ENGLISH, catalogue, languages
from rulekit.report.text import plain

VOWELS = "aeiouœ"


class Plural(str):
    """A noun phrase that takes the verb in the plural."""


@frozen
class Phrases:
    """The phrases of one language: `say("pay_you", what="2 coins")`."""

    language: str
    forms: Mapping[str, Any]
    articles: Mapping[str, Any]
    genders: Mapping[str, Any]
    joins: tuple[tuple[str, str], ...]
    verbs: Mapping[str, str]

    def __call__(self, key: str, /, **values: object) -> str:
        """Return a phrase with its values in it."""
        return str(self.forms[key]).format(**values)

    def has(self, key: str) -> bool:
        """Return whether there is such a phrase."""
        return key in self.forms

    # ---- nouns -----------------------------------------------------------------------------------
    def noun(self, article: str, word: str, many: bool = False) -> str:
        """Return a noun with an article or another small word: the, a, your, this, each, no."""
        form = self.articles[article]
        if not isinstance(form, str):
            form = next(form[key] for key in (*self._keys(word, many), "c") if key in form)
        text = form.format(word)
        return Plural(text) if many else text

    def _keys(self, word: str, many: bool) -> Iterable[str]:
        """Return the forms that would fit, the most special one first: by sound, number (`p`) and gender."""
        gender, head = self.gender(word), plain(_head(word))
        sound = "v" if head[:1] in VOWELS else "s" if re.match(self.genders.get("impure", "$^"), head) else ""
        if many:
            yield from (f"p{gender}", f"p{sound}", "p")
        if sound:
            yield from (f"{sound}{gender}", sound)
        yield gender

    def gender(self, word: str) -> str:
        """`m` or `f` where a language has genders, else `c`."""
        if not self.genders:
            return "c"
        first, _, rest = word.partition(" ")
        head = _head(rest if rest and first in self.genders["skipped"] else word)
        if head.endswith("s") and self.ends_many(word):
            head = head[:-1]
        for gender in ("m", "f"):
            if head in self.genders[f"{gender}_words"]:
                return gender
        endings = sorted((e, g) for g in ("m", "f") for e in self.genders[f"{g}_endings"])
        fitting = [(len(e), g) for e, g in endings if head.endswith(e)]
        return max(fitting)[1] if fitting else "m"

    def ends_many(self, word: str) -> bool:
        """Return whether a noun ends like a plural and is not known to be a singular."""
        head = _head(word)
        if head in self.genders.get("many_words", ()):
            return True
        known = (*self.genders.get("m_words", ()), *self.genders.get("f_words", ()))
        return len(head) > 2 and head.endswith(tuple(self.genders.get("many_endings", ()))) and head not in known

    def listed(self, words: Iterable[str]) -> str:
        """`a, b and c`."""
        items = list(words)
        if len(items) < 2:
            return "".join(items)
        return self("and", a=", ".join(items[:-1]), b=items[-1])

    # ---- sentences -------------------------------------------------------------------------------
    def sentence(self, text: str) -> str:
        """Return a text with a capital letter and the small words of the language joined as they should be."""
        joined = self.joined(text)
        first = re.search(rf"[^{STRONG}“«\s]", joined)
        if first is None:
            return joined
        at = first.start()
        return joined[:at] + joined[at].upper() + joined[at + 1 :]

    def joined(self, text: str) -> str:
        """`de le` becomes `du`."""
        for pattern, new in self.joins:
            text = re.sub(pattern, new, text)
        return text


def _head(word: str) -> str:
    """Return the first word of a noun phrase, in small letters."""
    return re.split(r"[\s/'’]", word.strip(STRONG + END).lower(), maxsplit=1)[0]


def written(language: str) -> bool:
    """Return whether rulebooks can be written in a language."""
    return language in languages() and "rulebook" in catalogue(language)


@cache
def phrases(language: str = ENGLISH) -> Phrases:
    """Return the phrases of a language, else the English ones."""
    name = language if written(language) else ENGLISH
    table = catalogue(name)
    small = table["rulebook_words"]
    return Phrases(
        name,
        MappingProxyType(table["rulebook"]),
        MappingProxyType(small["articles"]),
        MappingProxyType(small.get("genders", {})),
        tuple((str(a), str(b)) for a, b in small["joins"]),
        MappingProxyType(small["verbs"]),
    )
