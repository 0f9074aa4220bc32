"""Changes of numbers as code: tallies, markers and attributes that change."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.faults import LARGEST_NUMBER
from rulekit.native.expressions import comprehensions
from rulekit.native.llvm.builder import number
from rulekit.native.lookahead import trail
from rulekit.program import program as prog

if TYPE_CHECKING:
    from rulekit.native.flow import Flow


def change(flow: Flow, node: prog.SetMarker | prog.SetAttr | prog.Gain | prog.Pay, number_: int) -> None:
    """Set a marker or attribute, gain or pay."""
    fn, read, layout, words = flow.fn, flow.read, flow.fn.unit.program.layout, flow.fn.unit.shape.word
    match node:
        case prog.SetMarker(marker=name, indices=indices, value=value):
            marker = next(k for k in layout.markers if k.name == name)
            held = _settable(flow, value, marker.low, marker.high, marker.optional)
            member = _member(flow, marker.dims, indices)
            fn.set(held, fn.word(fn.add(member, words[marker.base])))
        case prog.SetAttr(sort=sort, attr=attr, piece=piece, value=value):
            found = next(s for s in layout.sorts if s.name == sort)
            column = next(a for a in found.attrs if a.name == attr)
            held = _settable(flow, value, column.low, column.high, False)
            at = fn.sub(read.word(piece), found.first)
            inside = fn.below(at, max(1, found.count))
            fn.trouble(fn.negate(inside))
            fn.set(held, fn.word(fn.add(fn.select(inside, at, 0), words[column.base or 0])))
        case prog.Gain(count=count, tally=name, indices=indices):
            wanted, mine, bank = amount_of(flow, count), *tally_of(flow, name, read.word(exprs.Me(count.type)), indices)
            if bank is None:
                _add(flow, mine, wanted)
                return
            given = fn.least(wanted, fn.load(bank))
            fn.set(fn.sub(fn.load(bank), given), bank)
            fn.set(fn.add(fn.load(mine), given), mine)
        case prog.Pay(count=count, tally=name, indices=indices, to=to):
            wanted, mine, bank = amount_of(flow, count), *tally_of(flow, name, read.word(exprs.Me(count.type)), indices)
            payee = None if to is None else tally_of(flow, name, fn.seat(read.word(to)), indices)[0]
            flow.fail(fn.is_("<", fn.load(mine), wanted), number_)
            fn.set(fn.sub(fn.load(mine), wanted), mine)
            paid = payee if payee is not None else bank
            if paid is not None:
                _add(flow, paid, wanted)
        case _:
            assert_never(node)


def _add(flow: Flow, target: ir.Value, more: ir.Value) -> None:
    if flow.fn.trailing:
        trail.keep(flow.fn, target)
    comprehensions.add(flow.fn, target, more)


def amount_of(flow: Flow, count: prog.Expr) -> ir.Value:
    """Return a number to gain or pay."""
    fn, known, word = flow.fn, flow.read.ranges.of(count), flow.read.word(count)
    if known is None or known[0] < 0 or not flow.read.is_present(count):
        fn.trouble(fn.is_("<", word, 0))
        return fn.most(word, 0)
    return word


def _member(flow: Flow, dims: tuple[prog.DimSize, ...], indices: tuple[prog.Expr, ...]) -> ir.Value:
    member, inside = flow.read.member(dims, indices)
    if inside is not None:
        flow.fn.trouble(flow.fn.negate(inside))
    return member


def tally_of(flow: Flow, name: str, player: ir.Value, indices: tuple[prog.Expr, ...]) -> tuple[ir.Value, ir.Value | None]:
    """Return the addresses of a player's tally and of its bank."""
    fn, words = flow.fn, flow.fn.unit.shape.word
    tally = next(t for t in fn.unit.program.layout.tallies if t.name == name)
    width = tally.size // tally.dims[0].size
    offset = _member(flow, tally.dims[1:], indices) if indices else number(0)
    mine = fn.word(fn.add(fn.add(fn.mul(player, width), offset), words[tally.base]))
    return mine, None if tally.bank is None else fn.word(fn.add(offset, words[tally.bank]))


def _settable(flow: Flow, value: prog.Expr, low: int | None, high: int | None, optional: bool) -> ir.Value:
    fn, word, known = flow.fn, flow.read.word(value), flow.read.ranges.of(value)
    least, most = (-LARGEST_NUMBER if low is None else low), (LARGEST_NUMBER if high is None else high)
    if known is not None and least <= known[0] and known[1] <= most and flow.read.is_present(value):
        return word
    outside = fn.either(fn.is_("<", word, least), fn.is_(">", word, most))
    none = fn.is_none(word)
    if low is None or high is None:
        fn.trouble(none) if not optional else None
    else:
        fn.trouble(fn.both(outside, fn.negate(none)) if optional else outside)
    return word
