"""Constant lists sieved before the game: of `chair where stand in chair.touches and …` only the chairs of each stand are gone
through, since which ones these are never changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rulekit.model import expr as x
from rulekit.model.walk import everything
from rulekit.native.columns import attribute_values
from rulekit.native.values import Seq, constant_list
from rulekit.program import program as g
from rulekit.program.constant import Unknown, binary, unary
from rulekit.program.present import is_list

if TYPE_CHECKING:
    from rulekit.native.reader import Reader

MOST_VALUES = 64
MOST_TESTS = 4_096


def sieved(read: Reader, binder: x.Binding, where: Any) -> tuple[Seq, Any] | None:
    """The list of a binder without what constant tests in `where` leave out, and the other tests; None: there are none."""
    source = binder.source
    if where is None or not isinstance(source, x.Const) or not 1 < len(source.value) <= MOST_VALUES:
        return None
    tests = list(_conjuncts(where))
    for other in _others(read, tests, binder.index):
        constant = [t for t in tests if _names(t) <= {binder.index, other} and _is_constant(read, t)]
        low, high = (0, 0) if other is None else read.ranges.bounds[other]
        if not constant or (high - low + 1) * len(source.value) * len(constant) > MOST_TESTS:
            continue
        try:
            values = range(low, high + 1)
            lists = [_kept(read, source.value, constant, {other: v}, binder.index) for v in values]
        except (Unknown, TypeError, IndexError):
            continue
        return _chosen(read, source.type, lists, low, other), _joined([t for t in tests if t not in constant])
    return None


def _conjuncts(where: Any) -> Iterator[Any]:
    if isinstance(where, x.Binary) and where.op == "and":
        yield from _conjuncts(where.left)
        yield from _conjuncts(where.right)
    else:
        yield where


def _joined(tests: list[Any]) -> Any:
    found: Any = tests[0] if tests else None
    for test in tests[1:]:
        found = x.Binary(test.type, "and", found, test)
    return found


def _names(test: Any) -> set[Any]:
    return {e.index for e in everything(test) if isinstance(e, x.Bound)}


def _others(read: Reader, tests: list[Any], own: int) -> list[int | None]:
    """Another variable on which constant tests may depend: one with few values, or none."""
    found = {n for t in tests for n in _names(t) if n != own and n in read.ranges.bounds and not isinstance(read.bound[n], Seq)}
    return [*sorted(n for n in found if n is not None and _width(read.ranges.bounds[n]) <= MOST_VALUES), None]


def _width(interval: tuple[int, int]) -> int:
    return interval[1] - interval[0] + 1


def _is_constant(read: Reader, test: Any) -> bool:
    """Whether a test asks for nothing but constants and variables."""
    kinds = {k.name for k in read.fn.unit.program.layout.kinds}
    plain = (x.Const, x.Bound, x.Unary, x.Binary)
    parts = list(everything(test))
    known = [isinstance(e, x.AttrOf) and e.owner in kinds and not is_list(e.of.type) for e in parts]
    return all(k or isinstance(e, plain) for k, e in zip(known, parts, strict=True))


def _kept(read: Reader, values: Any, tests: list[Any], names: Mapping[Any, Any], own: int) -> tuple[Any, ...]:
    layout = read.fn.unit.program.layout
    return tuple(v for v in values if all(_value(layout, t, {**names, own: v}) for t in tests))


def _value(layout: g.Layout, e: Any, names: Mapping[Any, Any]) -> Any:
    match e:
        case x.Const(value=value):
            return value
        case x.Bound(index=index):
            return names[index]
        case x.AttrOf(of=of, owner=owner, attr=attr):
            return attribute_values(layout, owner, attr)[1][_value(layout, of, names)]
        case x.Unary(op=op, of=of):
            return unary(op, _value(layout, of, names))
        case x.Binary(op=op, left=left, right=right):
            return binary(op, _value(layout, left, names), _value(layout, right, names))
    raise Unknown


def _chosen(read: Reader, kind: Any, lists: list[tuple[Any, ...]], low: int, other: int | None) -> Seq:
    """The list for the value that the other variable has; there is none for none."""
    fn = read.fn
    if other is None:
        return constant_list(fn, (lists[0],), kind, fn.sub(0, 0))
    at = fn.sub(read.bound[other], low)
    return constant_list(fn, (*lists, ()), kind, fn.select(fn.below(at, len(lists)), at, len(lists)))
