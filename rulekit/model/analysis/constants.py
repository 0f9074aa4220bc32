"""Plain arithmetic on constant values. Raises `Impossible` where play would stop, `Unknown` where more has to be known."""

from __future__ import annotations

from rulekit.model.expressions import Value
from rulekit.model.faults import BY_ZERO, LARGEST_NUMBER, NONE_VALUE, Impossible, Unknown, too_large


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
    """Return two values; `and` and `or` are folded before."""
    match op:
        case "is":
            return left == right
        case "is not":
            return left != right
        case "in" | "not in":
            if not isinstance(right, tuple):
                raise Impossible(NONE_VALUE)
            return (left in right) == (op == "in")
        case "and":
            return left and right
        case "or":
            return left or right
    if not isinstance(left, int) or not isinstance(right, int):
        raise Impossible(NONE_VALUE)
    if op in ("<", "<=", ">", ">="):
        return _order(op, left, right)
    result = _number(op, left, right)
    if abs(result) > LARGEST_NUMBER:
        raise Impossible(too_large(result))
    return result


def _numbers(values: list[Value]) -> list[int]:
    numbers = [v for v in values if isinstance(v, int)]
    if len(numbers) < len(values):
        raise Impossible(NONE_VALUE)
    return numbers


def aggregate(function: str, values: list[Value]) -> Value:
    """count, sum, min, max, any, every, list, distinct, first of a list of values."""
    match function:
        case "count":
            return len(values)
        case "sum":
            return sum(_numbers(values))
        case "min" | "max" if len(values) > 1:
            return (min if function == "min" else max)(_numbers(values))
        case "min" | "max":
            return values[0] if values else None
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


def builtin(function: str, args: list[Value], players: int) -> Value:
    """Standard functions that need no state."""
    head = args[0]
    match function:
        case "next" if isinstance(head, int):
            return (head + 1) % players
        case "previous" | "seat" if isinstance(head, int):
            return (head - 1) % players
        case "clockwise" if isinstance(head, int):
            return tuple((head + i) % players for i in range(players))
        case "reversed" if isinstance(head, tuple):
            return tuple(reversed(head))
        case "top" if len(args) == 1 and head is None:
            return None
        case "top" | "bottom" if isinstance(head, tuple) and len(args) == 1:
            return None if not head else head[0] if function == "top" else head[-1]
        case "top" | "bottom" if isinstance(head, tuple) and isinstance(args[1], int):
            taken = min(max(0, args[1]), len(head))
            return head[:taken] if function == "top" else head[len(head) - taken :]
        case "next" | "previous" | "seat" | "clockwise" | "reversed" | "top" | "bottom":
            raise Impossible(NONE_VALUE)
        case "min" | "max" if len(args) > 1:
            return aggregate(function, args)
        case "count" if head is None:
            return 0
        case "count" | "sum" | "min" | "max" | "any" | "every" | "list" | "distinct" | "first" if isinstance(head, tuple):
            return aggregate(function, list(head))
    raise Unknown


def span_of(low: Value, high: Value, longest: int) -> Value:
    """Return the numbers from one to another, unless there are too many."""
    if not isinstance(low, int) or not isinstance(high, int):
        raise Impossible(NONE_VALUE)
    if high - low >= longest:
        raise Unknown
    return tuple(range(low, high + 1))


def item_at(items: Value, position: Value) -> Value:
    """Return the element at a position from 1, or none."""
    if isinstance(position, int) and position < 1:
        return None
    if not isinstance(items, tuple) or not isinstance(position, int):
        raise Impossible(NONE_VALUE)
    return items[position - 1] if position <= len(items) else None
