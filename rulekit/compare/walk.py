"""Walking any part of a model without knowing its class: fields, and rebuilding with changed parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import attrs

from rulekit.records import Record


def _all_names(cls: Any) -> tuple[str, ...]:
    return tuple(a.name for a in attrs.fields(cls))


_names: Callable[[Any], tuple[str, ...]] = cache(_all_names)


def fields(record: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a record, with their names."""
    for name in _names(type(record)):
        yield name, getattr(record, name)


def rebuilt(part: Any, change: Callable[[Any], Any], own: Callable[[Any], dict[str, Any]] = lambda part: {}) -> Any:
    """The same part with every part in it changed; `own` gives fields of the record itself that become something else."""
    if isinstance(part, tuple):
        items = [change(item) for item in part]
        return part if all(new is old for new, old in zip(items, part, strict=True)) else tuple(items)
    if not isinstance(part, Record):
        return part
    changed = {}
    for name, old in fields(part):
        new = change(old)
        if new is not old:
            changed[name] = new
    changed |= own(part)
    return evolved(part, changed) if changed else part


def evolved(record: Any, changed: dict[str, Any]) -> Any:
    """A record with other values in some fields."""
    return attrs.evolve(record, **changed)
