"""The pieces on some spots of a board as bits, one for each spot: `list(guest_on[chair] for chair where stand in chair.touches
and guest_on[chair] is not empty)`. How many there are, and how they look, is asked of all spots together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen
from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.native.llvm.builder import I1, I32, I64, number
from rulekit.native.lookahead.pending_effects import One
from rulekit.native.shortcuts.candidate_masks import count_of, is_zero
from rulekit.native.shortcuts.sieved_lists import conjuncts, sieved_bits
from rulekit.native.shortcuts.spots import MOST_SPOTS, Look, held_bits, look_bits, look_of
from rulekit.native.state.layout import Family
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader


@frozen
class Crowd:
    """Spots of a family: the bits of those that belong to it. All of them hold a piece."""

    family: Family
    bits: ir.Value


def truth(read: Reader, e: exprs.Collect) -> ir.Value | None:
    """`any` or `every` over the pieces of a crowd; None: it is no such thing."""
    tests = [*conjuncts(e.where), *(conjuncts(e.value) if e.function == "any" else ())]
    found = _among(read, e, tests, () if e.function == "any" else tuple(conjuncts(e.value)))
    if found is None:
        return None
    passed, kept = found
    fn, b = read.fn, read.fn.builder
    return fn.negate(is_zero(fn, passed)) if e.function == "any" else is_zero(fn, b.and_(passed, b.not_(kept)))


def count(read: Reader, e: exprs.Collect) -> ir.Value | None:
    """Return how many pieces of a crowd pass; None: it is no such thing."""
    found = _among(read, e, list(conjuncts(e.where)), ())
    return None if found is None else count_of(read.fn, found[0])


def size(read: Reader, source: prog.Expr) -> ir.Value | None:
    """Return how many pieces a crowd has; None: it is none."""
    found = _crowd(read, source)
    return None if found is None else count_of(read.fn, found.bits)


def _among(
    read: Reader, e: exprs.Collect, tests: list[prog.Expr], more: tuple[prog.Expr, ...]
) -> tuple[ir.Value, ir.Value] | None:
    """Return the pieces of a crowd that pass some tests, and all pieces that pass others."""
    if len(e.binders) != 1 or not _is_crowd(read, e.binders[0].source):
        return None
    looks = [look for t in (*tests, *more) if (look := look_of(read, t, e.binders[0].index)) is not None]
    crowd = _crowd(read, e.binders[0].source) if len(looks) == len(tests) + len(more) else None
    if crowd is None:
        return None
    b, passed = read.fn.builder, crowd.bits
    kept: ir.Value = ir.Constant(I64, -1)
    for n, look in enumerate(looks):
        bits = _later(read, crowd.family, look_bits(read.fn, crowd.family, look), look)
        passed, kept = (b.and_(passed, bits), kept) if n < len(tests) else (passed, b.and_(kept, bits))
    return passed, kept


def _is_crowd(read: Reader, source: prog.Expr) -> bool:
    """Return whether a list consists of the pieces on some spots of a family."""
    if not {"board_bits", "spots"} <= read.fn.unit.shortcuts:
        return False
    body = source
    if isinstance(source, exprs.Apply):
        if any(is_list(a.type) for a in source.args):
            return False
        body = read.fn.unit.define_of(source.define)[1].body
    match body:
        case exprs.Collect(
            function="list", value=exprs.Contents(place=place, indices=(exprs.Bound(index=at),)) as spot,
            binders=(exprs.Binding(index=index, source=exprs.Const(value=tuple() as values)),), where=where,
        ) if at == index and place != "box":  # fmt: skip
            layout = read.family(place).layout
            if not read.family(place).is_spot or len(layout.dims) != 1 or layout.size > MOST_SPOTS:
                return False
            every = tuple(range(layout.dims[0].low, layout.dims[0].low + layout.dims[0].size))
            return values == every and any(_is_held(t, spot) for t in conjuncts(where))
    return False


def _is_held(test: prog.Expr, spot: exprs.Contents) -> bool:
    match test:
        case exprs.Unary(op="not", of=exprs.IsEmpty(of=of)):
            return bool(of == spot)
        case exprs.Binary(op="is not", left=left, right=exprs.Const(value=None)):
            return bool(left == spot)
    return False


def _crowd(read: Reader, source: prog.Expr) -> Crowd | None:
    from rulekit.native.expressions.definitions import inside

    if not _is_crowd(read, source):
        return None
    if isinstance(source, exprs.Apply):
        define = read.fn.unit.define_of(source.define)[1]
        read, source = inside(read, define, source.args), define.body
    assert isinstance(source, exprs.Collect) and isinstance(source.value, exprs.Contents)
    spot = source.value
    family, binder = read.family(spot.place), source.binders[0]
    asked = sieved_bits(read, binder, [t for t in conjuncts(source.where) if not _is_held(t, spot)])
    if asked is None:
        return None
    held = held_bits(read.fn, family, number(0), family.layout.size)
    return Crowd(family, read.fn.builder.and_(asked, _later(read, family, held, None)))


def _later(read: Reader, family: Family, bits: ir.Value, look: Look | None) -> ir.Value:
    """Return the same when pieces would have been moved."""
    fn, b = read.fn, read.fn.builder

    def bit(test: ir.Value, cell: ir.Value) -> ir.Value:
        at = fn.sub(cell, family.layout.base)
        fits = fn.both(test, fn.below(at, family.layout.size))
        return b.shl(b.zext(fits, I64), b.zext(b.and_(at, ir.Constant(I32, MOST_SPOTS - 1)), I64))

    for move in read.moved:
        if isinstance(move, One) and move.family.layout.sort == family.layout.sort:
            there = fn.negate(fn.is_none(move.piece))
            bits = b.and_(bits, b.not_(bit(there, move.home())))
            if move.family == family:
                good = ir.Constant(I1, 1) if look is None else look.of(fn, move.piece)
                bits = b.and_(bits, b.not_(bit(there, move.cell())))
                bits = b.or_(bits, bit(fn.both(there, good), move.cell()))
    return bits
