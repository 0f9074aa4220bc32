"""Frozen records that are quick to make: `attrs.frozen` without generated methods, compared and shown by one base class.

There are some 250 such classes, and generating methods for each would take a good part of the time of `rulekit check`.
Type checkers see `attrs.frozen` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import attrs

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"  # what can be written as JSON

if TYPE_CHECKING:
    from attrs import frozen as frozen
else:
    frozen = partial(attrs.frozen, eq=False, repr=False, slots=False)  # with slots each class is made twice


# what holds no records, as annotations are written
_PLAIN = frozenset(("str", "int", "bool", "str | None", "int | None", "tuple[str, ...]"))
K = TypeVar("K")
T = TypeVar("T")


def _names(cls: Any, wanted: Callable[[attrs.Attribute[object]], bool]) -> tuple[str, ...]:
    return tuple(a.name for a in attrs.fields(cls) if wanted(a))


def names_of_fields(*without: str) -> Callable[[type], tuple[str, ...]]:
    """Return what tells the names of the fields of a class but for some, found once for each class."""
    return cache(lambda cls: _names(cls, lambda a: a.name not in without))


def names_of_parts(*without: str) -> Callable[[type], tuple[str, ...]]:
    """Return what tells the names of the fields of a class in which there may be records, but for some."""
    return cache(lambda cls: _names(cls, lambda a: a.name not in without and str(a.type) not in _PLAIN))


_compared: Callable[[type], tuple[str, ...]] = cache(lambda cls: _names(cls, lambda a: bool(a.eq)))
_shown: Callable[[type], tuple[str, ...]] = cache(lambda cls: _names(cls, lambda a: bool(a.repr)))


class Record:
    """Equal to another of the same class with equal fields; fields declared `eq=False` do not count."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _compared(type(self)))

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in _compared(type(self)))))

    def __repr__(self) -> str:
        shown = ", ".join([f"{name}={getattr(self, name)!r}" for name in _shown(type(self))])
        return f"{type(self).__name__}({shown})"


def by_identity(work: Callable[[K], T], most: int = 5_000) -> Callable[[K], T]:
    """Return the same work, done once for the same thing; equal things are not looked for, since that may take as long.

    >>> count = by_identity(len)
    >>> word = "seven"
    >>> count(word), count(word)
    (5, 5)
    """
    known: dict[int, tuple[K, T]] = {}  # with the thing itself, so that its identity stays its own

    def once(thing: K) -> T:
        found = known.get(id(thing))
        if found is None:
            if len(known) >= most:
                known.clear()
            found = known[id(thing)] = (thing, work(thing))
        return found[1]

    return once
