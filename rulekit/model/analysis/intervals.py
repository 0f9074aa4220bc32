"""Arithmetic on intervals: between which numbers a result lies. None: not known."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.model.expressions import Value

Bounded = tuple[int, int]
Interval = Bounded | None


def arithmetic(op: str, left: Interval, right: Interval) -> Interval:
    """Return two numbers put together by `+ - * div mod`."""
    if left is None or right is None:
        return None
    match op:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            return around([a * b for a in left for b in right])
        case "mod" if right[0] > 0:
            return 0, right[1] - 1
        case "div" if right[0] > 0:
            return around([a // b for a in left for b in right])
    return None


def extreme(function: str, parts: list[Interval]) -> Interval:
    """Return the `min` or `max` of numbers."""
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    pick = min if function == "min" else max
    return pick(low for low, _ in known), pick(high for _, high in known)


def around(values: Iterable[Value]) -> Interval:
    """Return the least interval around values, if all are numbers."""
    each = list(values)
    numbers = [v for v in each if isinstance(v, int) and not isinstance(v, bool)]
    return (min(numbers), max(numbers)) if numbers and len(numbers) == len(each) else None


def join(left: Interval, right: Interval) -> Interval:
    """Return the least interval around both."""
    return None if left is None or right is None else (min(left[0], right[0]), max(left[1], right[1]))
