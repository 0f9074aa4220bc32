"""Sentences as data: what a finding says is its English text, and knows from which pattern and which values it was made.

So a finding reads in the code as it does on the screen, and can still be said in another language: `report.wording` finds the
translation of the pattern in the folder `sentences/findings` and puts the same values in. What stands in backquotes in a pattern
is rule language, written with English keywords and shown with those of the file. Values stay as they are; a value may itself be
a sentence, or several names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Union

Value = Union[str, int, "tuple[str, ...]"]
NO_VALUES: Mapping[str, Value] = MappingProxyType({})


class Sentence(str):
    """An English text that can be said in other languages; `one` is its pattern for a single thing, if it has two."""

    __slots__ = ("one", "pattern", "values")
    pattern: str
    values: Mapping[str, Value]
    one: str | None

    def __new__(cls, pattern: str, values: Mapping[str, Value] = NO_VALUES, one: str | None = None) -> Sentence:
        """Make the English text."""
        form = one if one is not None and values["count"] == 1 else pattern
        made = super().__new__(cls, fill(form, {name: english(value) for name, value in values.items()}))
        made.pattern, made.values, made.one = pattern, values, one
        return made

    def __reduce__(self) -> tuple[type[Sentence], tuple[str, dict[str, Value], str | None]]:
        """Travel to another process with pattern and values."""
        return type(self), (self.pattern, dict(self.values), self.one)


class Keyword(str):
    """A word of the rule language in English, as a value: it is shown in the language of the file."""

    __slots__ = ()


def sentence(pattern: str, /, **values: object) -> Sentence:
    """Make a sentence; a pattern without values is taken as it stands, braces included."""
    return Sentence(pattern, {name: _plain(value) for name, value in values.items()})


def worded(text: str, values: Mapping[str, object]) -> Sentence:
    """Make a sentence of a pattern and those of the values that it names; what is a sentence already stays as it is."""
    if isinstance(text, Sentence):
        return text
    return Sentence(text, {name: _plain(value) for name, value in values.items() if f"{{{name}}}" in text})


def as_said(text: str) -> Sentence:
    """Take a text as it is, because it is in its reader's language already."""
    return sentence("{name}", name=text)


def numbered(count: int, one: str, many: str, /, **values: object) -> Sentence:
    """Make a sentence about `{count}` things, in the form that fits their number."""
    return Sentence(many, {"count": count, **{name: _plain(value) for name, value in values.items()}}, one)


def either(some: Sequence[str]) -> str:
    """Join alternatives: `a, b or c`."""
    return some[0] if len(some) == 1 else sentence("{some} or {last}", some=tuple(some[:-1]), last=some[-1])


def together(some: Sequence[str]) -> str:
    """Join what belongs together: `a, b and c`."""
    return some[0] if len(some) == 1 else sentence("{some} and {last}", some=tuple(some[:-1]), last=some[-1])


def quoted(names: Iterable[str]) -> tuple[str, ...]:
    """Put names in backquotes, as a value of a sentence."""
    return tuple(Keyword(f"`{name}`") if isinstance(name, Keyword) else f"`{name}`" for name in names)


def _plain(value: object) -> Value:
    """Return a value as it is kept: what is neither number, text nor several texts is written out."""
    if isinstance(value, str | int):
        return value
    return tuple(one if isinstance(one, str) else str(one) for one in value) if isinstance(value, tuple) else str(value)


def english(value: Value) -> str:
    """Write a value into an English text."""
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def fill(pattern: str, values: Mapping[str, str]) -> str:
    """Put values into a pattern."""
    return pattern.format_map(values) if values else pattern


def names_in(text: str) -> Iterator[str]:
    """Yield the names that a sentence was made with."""
    for value in text.values.values() if isinstance(text, Sentence) else ():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Sentence):
                yield from names_in(one)
            elif isinstance(one, str):
                yield one.strip("`")
