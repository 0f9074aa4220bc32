"""Comparisons: equal and ordered values, members of lists, what is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.expressions import Value
from rulekit.native.expressions import comprehensions
from rulekit.native.expressions.lists import Memory
from rulekit.native.llvm.builder import I1, I64, Loop
from rulekit.native.llvm.module import Unlowered
from rulekit.native.shortcuts import piece_sets
from rulekit.native.shortcuts.inlining import BITS_OF_VALUES
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader

SIGNS = {"is": "==", "is not": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def compare(read: Reader, e: exprs.Binary) -> ir.Value:
    """Return whether one value is, or is below or above, another."""
    fn = read.fn
    if is_list(e.left.type) or is_list(e.right.type):
        return _same_lists(read, e)
    left, right = read.word(e.left), read.word(e.right)
    if e.op not in ("is", "is not"):
        left, right = read.needed(e.left, left), read.needed(e.right, right)
    return fn.is_(SIGNS[e.op], left, right)


def _same_lists(read: Reader, e: exprs.Binary) -> ir.Value:
    fn = read.fn
    if e.op not in ("is", "is not") or not (is_list(e.left.type) and is_list(e.right.type)):
        none = next((o for o in (e.left, e.right) if isinstance(o, exprs.Const) and o.value is None), None)
        if none is None:
            raise Unlowered(f"`{e.op}` between lists")
        absent = read.seq(e.right if none is e.left else e.left).is_none(fn)
        absent = ir.Constant(ir.IntType(1), 0) if absent is None else absent
        return absent if e.op == "is" else fn.negate(absent)
    left, right = read.seq(e.left), read.seq(e.right)
    if any(s.is_none(fn) is not None and not isinstance(s, Memory) for s in (left, right)):
        raise Unlowered("lists that may be none are compared")
    one, two = comprehensions.listed(read, left, e.left), comprehensions.listed(read, right, e.right)
    same = fn.variable(fn.wide(fn.is_("==", one.count, two.count)))  # both may be none
    with fn.when(fn.truth(fn.load(same))), fn.loop(one.length(fn)) as loop:
        alike = fn.is_("==", one.at(fn, loop.at), two.at(fn, loop.at))
        with fn.when(fn.negate(alike)):
            fn.store(0, same)
            fn.go(loop.leave)
    found = fn.truth(fn.load(same))
    return found if e.op == "is" else fn.negate(found)


def contained(read: Reader, word: ir.Value, right: prog.Expr) -> ir.Value:
    """Return whether a value is in a list; of many lists that is told without a loop."""
    fn = read.fn
    match right:
        case exprs.Const(value=tuple() as values) if _is_small(values):
            return _in_mask(read, word, ir.Constant(I64, _mask(values)))
        case exprs.Range(low=low, high=high):
            a, b = fn.present(read.word(low)), fn.present(read.word(high))
            return fn.both(fn.is_("<=", a, word), fn.is_("<=", word, b))
        case prog.Cell() | exprs.Bound() if (bits := piece_sets.bits_of(read, right)) is not None:
            return _in_mask(read, word, bits)
    found, source = fn.variable(0), read.seq(right)
    absent = source.is_none(fn)
    if absent is not None:
        fn.trouble(absent)
    leave = fn.block()

    def look(element: ir.Value, loop: Loop) -> None:
        with fn.when(fn.is_("==", element, word)):
            fn.store(1, found)
            fn.go(leave)

    source.each_word(fn, look)
    fn.go(leave)
    fn.at(leave)
    return fn.truth(fn.load(found))


def _in_mask(read: Reader, word: ir.Value, mask: ir.Value) -> ir.Value:
    """Return whether the bit of a word is set."""
    fn, (known, at) = read.fn, piece_sets.place(read.fn, word)
    return fn.both(known, fn.builder.trunc(fn.builder.lshr(mask, at), I1))


def is_empty(read: Reader, of: prog.Expr) -> ir.Value:
    """Return whether there is nothing."""
    fn = read.fn
    if isinstance(of, exprs.Contents) and read.is_place(of):
        return fn.is_("==", read.count(of.place, of.indices), 0)
    if is_list(of.type):
        return fn.is_("==", read.seq(of).length(fn), 0)
    return fn.is_none(read.word(of))


def _is_small(values: Value) -> TypeGuard[tuple[int, ...]]:
    return isinstance(values, tuple) and all(isinstance(v, int) and 0 <= v < BITS_OF_VALUES for v in values)


def _mask(values: tuple[int, ...]) -> int:
    return sum(1 << v for v in {int(v) for v in values})
