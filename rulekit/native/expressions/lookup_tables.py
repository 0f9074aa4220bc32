"""Tables of the rules: an entry by its keys."""

from __future__ import annotations

from functools import reduce
from math import prod
from typing import TYPE_CHECKING

from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.expressions import Value
from rulekit.native.expressions.lists import Seq, constant_list
from rulekit.native.llvm.builder import number
from rulekit.native.llvm.module import Unlowered, as_word
from rulekit.native.state.layout import NONE
from rulekit.program import program as prog

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader

MOST_CELLS = 65_536


def entry_list(read: Reader, e: exprs.Lookup) -> Seq:
    """An entry that is a list."""
    table = _table(read, e)
    if table.ranges:
        raise Unlowered("a table of lists with open ends")
    at, low, sizes = _dense(read, table, e.keys)
    return constant_list(read.fn, tuple(_spread(table, low, sizes, None)), e.type, at)


def entry(read: Reader, e: exprs.Lookup) -> ir.Value:
    """An entry that is a word; that there is none is trouble."""
    fn, table = read.fn, _table(read, e)
    if not table.ranges:
        at, low, sizes = _dense(read, table, e.keys)
        values = _spread(table, low, sizes, NONE + 1)
        found = fn.entry_of(fn.table([as_word(v) for v in values]), at)
        if NONE + 1 in values:
            fn.trouble(fn.is_("==", found, NONE + 1))
        return found
    words = [fn.present(read.word(k)) for k in e.keys]
    found, leave = fn.variable(0), fn.block()

    def take(inside: ir.Value, value: Value) -> None:
        with fn.when(inside):
            fn.store(as_word(value), found)
            fn.go(leave)

    for least, most, value in table.ranges:
        lows, highs = (k if isinstance(k, tuple) else (k,) for k in (least, most))
        bounds = zip(words, lows, highs, strict=True)
        take(reduce(fn.both, (fn.both(fn.is_("<=", a, key), fn.is_("<=", key, b)) for key, a, b in bounds)), value)
    for keys, value in table.entries:
        take(reduce(fn.both, (fn.is_("==", key, as_word(wanted)) for key, wanted in zip(words, keys, strict=True))), value)
    fn.trouble()
    fn.go(leave)
    fn.at(leave)
    return fn.load(found)


def _table(read: Reader, e: exprs.Lookup) -> prog.TableLayout:
    return next(t for t in read.fn.unit.program.layout.tables if t.name == e.table)


def _dense(read: Reader, table: prog.TableLayout, keys: tuple[prog.Expr, ...]) -> tuple[ir.Value, list[int], list[int]]:
    """The place of an entry among all keys from the least to the greatest; outside is trouble."""
    fn = read.fn
    columns = list(zip(*(key for key, _ in table.entries), strict=True))
    low = [min(as_word(v) for v in column) for column in columns]
    sizes = [max(as_word(v) for v in column) - a + 1 for column, a in zip(columns, low, strict=True)]
    if prod(sizes) > MOST_CELLS:
        raise Unlowered(f"the table `{table.name}` is too wide")
    at = number(0)
    for key, a, size in zip(keys, low, sizes, strict=True):
        here, known = fn.sub(read.word(key), a), read.ranges.of(key)
        if known is None or known[0] < a or known[1] >= a + size or not read.is_present(key):
            outside = fn.negate(fn.below(here, size))
            fn.trouble(outside)
            here = fn.select(outside, 0, here)
        at = fn.add(fn.mul(at, size), here)
    return at, low, sizes


def _spread(table: prog.TableLayout, low: list[int], sizes: list[int], hole: Value) -> list[Value]:
    found = [hole] * prod(sizes)
    for keys, value in table.entries:
        at = 0
        for key, a, size in zip(keys, low, sizes, strict=True):
            at = at * size + as_word(key) - a
        found[at] = value
    return found
