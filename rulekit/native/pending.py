"""What would be after some effects, while a glance looks ahead: pieces that would have been moved, slots not known yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from rulekit.native.shape import Family


class Dependent(Exception):
    """A cell was read whose value is not known yet."""


UNKNOWN = object()


@frozen
class One:
    """A piece that would have been moved to a place: the family and (worked out when they are asked for) the cell, and the cell
    where it lies now."""

    piece: Any
    family: Family
    cell: Callable[[], Any]
    home: Callable[[], Any]


@frozen
class All:
    """All pieces of a place (so many) that would have been moved to another one."""

    source: Family
    home: Callable[[], Any]
    family: Family
    cell: Callable[[], Any]
    count: Any
