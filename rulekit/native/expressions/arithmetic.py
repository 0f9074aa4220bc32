"""Arithmetic: checked where a result could leave the range of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.faults import LARGEST_NUMBER
from rulekit.program import program as prog

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader


def arithmetic(read: Reader, e: exprs.Binary) -> ir.Value:
    """Return a sum, difference, product, quotient or rest, which must stay within the range of numbers."""
    fn = read.fn
    left, right = read.needed(e.left, read.word(e.left)), read.needed(e.right, read.word(e.right))
    if e.op in ("div", "mod"):
        return _divide(read, e, left, right)
    interval = read.ranges.of(e)
    if interval is not None and interval[0] >= -LARGEST_NUMBER and interval[1] <= LARGEST_NUMBER:
        return {"+": fn.add, "-": fn.sub, "*": fn.mul}[e.op](left, right)
    make = {"+": fn.builder.sadd_with_overflow, "-": fn.builder.ssub_with_overflow, "*": fn.builder.smul_with_overflow}
    pair = make[e.op](left, right)
    found = fn.builder.extract_value(pair, 0)
    outside = fn.either(fn.builder.extract_value(pair, 1), fn.is_none(found))
    fn.trouble(outside)
    return fn.select(outside, 0, found)


def _divide(read: Reader, e: exprs.Binary, left: ir.Value, right: ir.Value) -> ir.Value:
    """Rounded down, as the reference engine does."""
    fn = read.fn
    known = read.ranges.of(e.right)
    if known is None or known[0] <= 0 <= known[1] or not read.is_present(e.right):
        zero = fn.is_("==", right, 0)
        fn.trouble(zero)
        right = fn.select(zero, 1, right)
    quotient, rest = fn.builder.sdiv(left, right), fn.builder.srem(left, right)
    other_sign = fn.is_("<", fn.builder.xor(rest, right), 0)
    down = fn.both(fn.is_("!=", rest, 0), other_sign)
    if e.op == "div":
        return fn.sub(quotient, fn.wide(down))
    return fn.select(down, fn.add(rest, right), rest)


def within(read: Reader, of: prog.Expr, low: int, high: int) -> ir.Value:
    """Return a value that must lie between two numbers."""
    known, word = read.ranges.of(of), read.word(of)
    if not (known and low <= known[0] and known[1] <= high):
        read.fn.trouble(read.fn.either(read.fn.is_("<", word, low), read.fn.is_(">", word, high)))
    return word
