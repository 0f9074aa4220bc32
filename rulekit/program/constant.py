"""Plain arithmetic on constant values: what folding knows. Gives `Unknown` where play would stop."""

from __future__ import annotations

from typing import Any

from rulekit.model.expr import Value
from rulekit.model.faults import BY_ZERO, LIMIT, NONE_VALUE, Impossible, Unknown, too_large


def unary(op: str, value: Value) -> Value:
    """`-x`, `not x`."""
    if op == "not":
        return not value
    if not isinstance(value, int):
        raise Unknown
    return -value


def _order(op: str, left: int, right: int) -> bool:
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op]


def _number(op: str, left: int, right: int) -> int:
    if op in ("div", "mod") and right == 0:
        raise Impossible(BY_ZERO)
    if op == "+":
        return left + right
    if op == "-":
        return left - right
    if op == "*":
        return left * right
    return left // right if op == "div" else left % right


def binary(op: str, left: Value, right: Value) -> Value:
    """Two values; `and` and `or` are folded before."""
    match op:
        case "is":
            return left == right
        case "is not":
            return left != right
        case "in":
            return left in right
        case "not in":
            return left not in right
        case "and":
            return left and right
        case "or":
            return left or right
    if left is None or right is None:
        raise Impossible(NONE_VALUE)
    if op in ("<", "<=", ">", ">="):
        return _order(op, left, right)
    result = _number(op, left, right)
    if abs(result) > LIMIT:
        raise Impossible(too_large(result))
    return result


def aggregate(function: str, values: list[Value]) -> Value:
    """count, sum, min, max, any, every, list, distinct, first of a list of values."""
    match function:
        case "count":
            return len(values)
        case "sum":
            return sum(values)
        case "min":
            return min(values, default=None)
        case "max":
            return max(values, default=None)
        case "any":
            return any(values)
        case "every":
            return all(values)
        case "list":
            return tuple(values)
        case "distinct":
            return tuple(dict.fromkeys(values))
        case "first":
            return values[0] if values else None
    raise Unknown


def builtin(function: str, args: list[Any], players: int) -> Value:
    """Standard functions that need no state."""
    head = args[0]
    match function:
        case "next":
            return (head + 1) % players
        case "previous":
            return (head - 1) % players
        case "clockwise":
            return tuple((head + i) % players for i in range(players))
        case "seat":
            return (head - 1) % players
        case "reversed":
            return tuple(reversed(head))
        case "top":
            return tuple(head[: max(0, args[1])]) if len(args) > 1 else (head[0] if head else None)
        case "bottom":
            count = max(0, args[1]) if len(args) > 1 else 1
            tail = tuple(head[len(head) - min(count, len(head)) :])
            return tail if len(args) > 1 else (tail[0] if tail else None)
        case "min" | "max" if len(args) > 1:
            return aggregate(function, args)
        case "count" if head is None:
            return 0
        case "count" | "sum" | "min" | "max" | "any" | "every" | "list" | "distinct" | "first" if isinstance(head, tuple):
            return aggregate(function, list(head))
    raise Unknown
