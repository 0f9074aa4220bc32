"""Lines of a board as bits: `any(line in lines(board, 4) where every(piece in line where …))` looks at every spot once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.native.expressions.lists import TheLine, straight_runs
from rulekit.native.expressions.never_fails import is_sure
from rulekit.native.llvm.builder import I1, I64, Fn, number
from rulekit.native.llvm.module import as_word
from rulekit.native.shortcuts.spots import MOST_SPOTS, look_bits, run_of
from rulekit.native.state.layout import Family
from rulekit.program import program as prog

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader


def holds_on_lines(read: Reader, e: exprs.Collect) -> ir.Value | None:
    """The truth of `any` or `every` over the lines of a board, if the test looks at each spot by itself; else None."""
    if len(e.binders) != 1 or e.where is not None or not isinstance(e.binders[0].source, exprs.Lines):
        return None
    if "board_lines" not in read.fn.unit.shortcuts:
        return None
    source = e.binders[0].source
    family = read.family(source.place)
    if not family.is_spot or family.layout.size > MOST_SPOTS or not isinstance(source.length, exprs.Const):
        return None
    found = _spot_test(read.bind(e.binders[0].index, TheLine(), source), e.value)
    if found is None:
        return None
    inner, test = found
    runs = straight_runs(family.layout, as_word(source.length.value))
    return _on_bits(read.fn, e.function, test.function, runs, _bits(inner, test, family))


def _spot_test(read: Reader, value: prog.Expr) -> tuple[Reader, exprs.Collect] | None:
    """The test of one spot inside a test of a line, seen through definitions."""
    from rulekit.native.expressions.definitions import inside

    while isinstance(value, exprs.Apply):
        _, define = read.fn.unit.define_of(value.define)
        if not all(isinstance(a, exprs.Bound | exprs.Const | exprs.Me | exprs.Active) for a in value.args):
            return None
        read, value = inside(read, define, value.args), define.body
    if not isinstance(value, exprs.Collect) or value.function not in ("any", "every"):
        return None
    if len(value.binders) != 1 or value.where is not None or not isinstance(value.binders[0].source, exprs.Bound):
        return None
    if not isinstance(read.bound.get(value.binders[0].source.index), TheLine):
        return None
    if any(isinstance(b, exprs.Bound) and isinstance(read.bound.get(b.index), TheLine) for b in _below(value.value)):
        return None
    return (read, value) if is_sure(read, value.value) else None


def _below(e: prog.Expr) -> Iterator[prog.Expr]:
    from rulekit.model.model_walk import everything

    return everything(e)


def _bits(read: Reader, test: exprs.Collect, family: Family) -> ir.Value:
    """For each spot whether the test holds there."""
    fn, b = read.fn, read.fn.builder
    run = run_of(read, test.value, test.binders[0].index)
    if run is not None:
        return look_bits(fn, family, run)
    bits = fn.variable(0, I64)
    with fn.loop(number(family.layout.size)) as loop:
        piece = fn.load(fn.word(fn.add(loop.at, family.word)))
        good = read.bind(test.binders[0].index, piece, test.binders[0].source).truth(test.value)
        bit = b.shl(b.zext(good, I64), b.zext(loop.at, I64))
        b.store(b.or_(fn.load(bits, I64), bit), bits)
    return fn.load(bits, I64)


def _on_bits(fn: Fn, outer: str, inner: str, runs: list[list[int]], bits: ir.Value) -> ir.Value:
    """Whether any (or every) run has every (or any) bit: all runs of one direction are looked at together, by shifting."""
    b = fn.builder
    good: ir.Value = ir.Constant(I1, int(outer != "any"))
    for step, starts in _directions(runs).items():
        together = bits
        for k in range(1, len(runs[0])):
            shifted = b.lshr(bits, ir.Constant(I64, k * step))
            together = b.and_(together, shifted) if inner == "every" else b.or_(together, shifted)
        mask = ir.Constant(I64, sum(1 << start for start in starts))
        common = b.and_(together, mask)
        if outer == "any":
            good = fn.either(good, b.icmp_unsigned("!=", common, ir.Constant(I64, 0)))
        else:
            good = fn.both(good, b.icmp_unsigned("==", common, mask))
    return good


def _directions(runs: list[list[int]]) -> dict[int, list[int]]:
    """Where runs begin, by the way from one member to the next."""
    found: dict[int, list[int]] = {}
    for run in runs:
        found.setdefault(run[1] - run[0] if len(run) > 1 else 1, []).append(run[0])
    return found
