"""The little words of texts (`the`, `le`, `sul`, `den`): `little_words.toml` comes in, the words that a language has go out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from attrs import frozen

from rulekit.bundle import bundled

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
    table = _table().get(language, {})
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
def _table() -> Mapping[str, dict[str, Any]]:
    return MappingProxyType(tomllib.loads((bundled("grammar") / "little_words.toml").read_text(encoding="utf-8")))
