"""Walking any part of a model without knowing its class: fields, and rebuilding with changed parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

import attrs

from rulekit.records import Record

Changes = dict[str, Any]  # fields of a record that become something else, by name
R = TypeVar("R", bound=Record)
T = TypeVar("T")


def _all_names(cls: Any) -> tuple[str, ...]:
    return tuple(a.name for a in attrs.fields(cls))


_names: Callable[[type], tuple[str, ...]] = cache(_all_names)


def fields(record: object) -> Iterator[tuple[str, Any]]:
    """The fields of a record, with their names."""
    for name in _names(type(record)):
        yield name, getattr(record, name)


def rebuilt(part: T, change: Callable[[Any], object], own: Callable[[Record], Changes] = lambda part: {}) -> T:
    """The same part with every part in it changed; `own` gives fields of the record itself that become something else."""
    if isinstance(part, tuple):
        items = [change(item) for item in part]
        return part if all(new is old for new, old in zip(items, part, strict=True)) else tuple(items)  # type: ignore[return-value]
    if not isinstance(part, Record):
        return part
    changed: Changes = {}
    for name, old in fields(part):
        new = change(old)
        if new is not old:
            changed[name] = new
    changed |= own(part)
    return evolved(part, changed) if changed else part


def evolved(record: R, changed: Changes) -> R:
    """A record with other values in some fields."""
    return attrs.evolve(record, **changed)  # type: ignore[misc]
