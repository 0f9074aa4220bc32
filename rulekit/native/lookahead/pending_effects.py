"""What would be after some effects, while a glance looks ahead: pieces that would have been moved, slots not known yet."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen
from llvmlite import ir

from rulekit.native.state.layout import Family


class Dependent(Exception):
    """A cell was read whose value is not known yet."""


class Unknown:
    """Stands for the value of a cell that is not known yet."""


UNKNOWN = Unknown()


@frozen
class One:
    """A piece that would have been moved to a place: the family and (worked out when they are asked for) the cell, and the cell
    where it lies now."""

    piece: ir.Value
    family: Family
    cell: Callable[[], ir.Value]
    home: Callable[[], ir.Value]


@frozen
class All:
    """All pieces of a place (so many) that would have been moved to another one."""

    source: Family
    home: Callable[[], ir.Value]
    family: Family
    cell: Callable[[], ir.Value]
    count: ir.Value
