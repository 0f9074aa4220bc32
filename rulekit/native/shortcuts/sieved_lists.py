"""Constant lists sieved before the game: of `chair where stand in chair.touches and …` only the chairs of each stand are gone
through, since which ones these are never changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import frozen
from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.analysis.constants import binary, unary
from rulekit.model.expressions import Value
from rulekit.model.faults import Unknown
from rulekit.model.model_walk import everything
from rulekit.model.types import Type
from rulekit.native.expressions.lists import Seq, as_plain, constant_list
from rulekit.native.expressions.never_fails import is_sure
from rulekit.native.llvm.builder import I64, number
from rulekit.native.state.columns import attribute_values
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader

MOST_VALUES = 64
MOST_TESTS = 4_096
Names = Mapping[int | None, Value]  # what variables are


def sieved(read: Reader, binder: exprs.Binding, where: prog.Expr | None) -> tuple[Seq, prog.Expr | None] | None:
    """The list of a binder without what constant tests in `where` leave out, and the other tests; None: there are none."""
    tests = list(conjuncts(where))
    found = _sieve(read, binder, tests)
    if found is None:
        return None
    return _chosen(read, binder.source.type, found), _joined([t for t in tests if t not in found.tests])


def sieved_bits(read: Reader, binder: exprs.Binding, tests: list[prog.Expr]) -> ir.Value | None:
    """Which elements of a constant list with at most 64 pass, as bits, if all tests are constant."""
    assert isinstance(binder.source, exprs.Const) and isinstance(binder.source.value, tuple)
    fn, values = read.fn, binder.source.value
    if not tests:
        return ir.Constant(I64, (1 << len(values)) - 1)
    found = _sieve(read, binder, tests)
    if found is None or len(found.tests) < len(tests):
        return None
    masks = [sum(1 << n for n, v in enumerate(values) if v in kept) for kept in found.lists]
    return fn.load(fn.offset(fn.table(masks, I64), _which(read, found), I64), I64)


@frozen
class _Sieve:
    """Constant tests, and the lists that they leave for each value from `low` on of another variable (or without one), the last
    for none."""

    tests: list[prog.Expr]
    lists: list[tuple[Value, ...]]
    low: int
    other: int | None


def _sieve(read: Reader, binder: exprs.Binding, tests: list[prog.Expr]) -> _Sieve | None:
    source = binder.source
    if "sieved_lists" not in read.fn.unit.shortcuts or not tests:
        return None
    if not isinstance(source, exprs.Const) or not isinstance(source.value, tuple):
        return None
    if not 1 < len(source.value) <= MOST_VALUES:
        return None
    for other in _others(read, tests, binder.index):
        constant = []
        for test in tests:
            if _names(test) <= {binder.index, other} and _is_constant(read, test):
                constant.append(test)
            elif not is_sure(read, test):
                break  # what stands behind it may not be asked before it
        low, high = (0, 0) if other is None else read.ranges.bounds[other]
        if not constant or (high - low + 1) * len(source.value) * len(constant) > MOST_TESTS:
            continue
        try:
            values = range(low, high + 1)
            lists = [_kept(read, source.value, constant, {other: v}, binder.index) for v in values]
            none = () if other in read.present else _kept(read, source.value, constant, {other: None}, binder.index)
        except (Unknown, TypeError, IndexError):
            continue
        return _Sieve(constant, [*lists, none], low, other)
    return None


def conjuncts(where: prog.Expr | None) -> Iterator[prog.Expr]:
    """The tests that all have to hold (none: no test)."""
    if isinstance(where, exprs.Binary) and where.op == "and":
        yield from conjuncts(where.left)
        yield from conjuncts(where.right)
    elif where is not None:
        yield where


def _joined(tests: list[prog.Expr]) -> prog.Expr | None:
    if not tests:
        return None
    found = tests[0]
    for test in tests[1:]:
        found = exprs.Binary(test.type, "and", found, test)
    return found


def _names(test: prog.Expr) -> set[int]:
    return {e.index for e in everything(test) if isinstance(e, exprs.Bound)}


def _others(read: Reader, tests: list[prog.Expr], own: int) -> list[int | None]:
    """Another variable on which constant tests may depend: one with few values, or none."""
    found = {n for t in tests for n in _names(t) if n != own and n in read.ranges.bounds and not isinstance(read.bound[n], Seq)}
    return [*sorted(n for n in found if n is not None and _width(read.ranges.bounds[n]) <= MOST_VALUES), None]


def _width(interval: tuple[int, int]) -> int:
    return interval[1] - interval[0] + 1


def _is_constant(read: Reader, test: prog.Expr) -> bool:
    """Whether a test asks for nothing but constants and variables."""
    kinds = {k.name for k in read.fn.unit.program.layout.kinds}
    plain = (exprs.Const, exprs.Bound, exprs.Unary, exprs.Binary)
    parts = list(everything(test))
    known = [isinstance(e, exprs.AttrOf) and e.owner in kinds and not is_list(e.of.type) for e in parts]
    return all(k or isinstance(e, plain) for k, e in zip(known, parts, strict=True))


def _kept(read: Reader, values: tuple[Value, ...], tests: list[prog.Expr], names: Names, own: int) -> tuple[Value, ...]:
    layout = read.fn.unit.program.layout
    return tuple(v for v in values if all(_value(layout, t, {**names, own: v}) for t in tests))


def _value(layout: prog.Layout, e: prog.Expr, names: Names) -> Value:
    match e:
        case exprs.Const(value=value):
            return value
        case exprs.Bound(index=index):
            return names[index]
        case exprs.AttrOf(of=of, owner=owner, attr=attr):
            at = _value(layout, of, names)
            if not isinstance(at, int):
                raise Unknown
            return attribute_values(layout, owner, attr)[1][at]
        case exprs.Unary(op=op, of=of):
            return unary(op, _value(layout, of, names))
        case exprs.Binary(op=op, left=left, right=right):
            return binary(op, _value(layout, left, names), _value(layout, right, names))
    raise Unknown


def _chosen(read: Reader, kind: Type, sieve: _Sieve) -> Seq:
    """The list for the value that the other variable has."""
    return constant_list(read.fn, tuple(sieve.lists), kind, _which(read, sieve))


def _which(read: Reader, sieve: _Sieve) -> ir.Value:
    """The number of the list."""
    fn = read.fn
    if sieve.other is None:
        return number(0)
    at = fn.sub(as_plain(read.bound[sieve.other]), sieve.low)
    last = len(sieve.lists) - 1
    return fn.select(fn.below(at, last), at, last)
