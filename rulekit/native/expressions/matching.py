"""Descriptions and pictures: does a piece look like this, does a line show that."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.model_walk import described
from rulekit.model.types import DescriptionType
from rulekit.native.expressions import comprehensions
from rulekit.native.expressions.lists import Memory, as_plain, word_of
from rulekit.native.llvm.builder import I1, I8, I32, POINTER, Fn, Loop, number
from rulekit.native.llvm.module import Unit
from rulekit.native.state.layout import bare
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader

MOST_ROWS = 16
MOST_COLUMNS = 31
Fits = Callable[[ir.Value], ir.Value]  # a piece -> whether it fits


def fitting(read: Reader, description: prog.Expr) -> Fits:
    """Return a test for pieces, from a description that is evaluated once."""
    fn = read.fn
    match description:
        case exprs.Describe(fields=fields, sort=sort):
            parts = [(name, read.word(value)) for name, value in fields]
            return lambda piece: _all(fn, [fn.is_("==", read.attribute(piece, sort, name), w) for name, w in parts])
        case exprs.Const(value=tuple() as value):
            kind = bare(description.type)
            assert isinstance(kind, DescriptionType)
            owner, constant = kind.sort, [(name, number(word_of(fn, v, None))) for name, v in described(value)]
            return lambda piece: _all(fn, [fn.is_("==", read.attribute(piece, owner, name), w) for name, w in constant])
    which = read.word(description)
    return lambda piece: looks_like(fn, piece, which)


def _all(fn: Fn, tests: list[ir.Value]) -> ir.Value:
    found: ir.Value = ir.Constant(I1, 1)
    for test in tests:
        found = fn.both(found, test)
    return found


def looks_like(fn: Fn, piece: ir.Value, which: ir.Value) -> ir.Value:
    """Return whether a piece fits the description with a number; none fits only none."""
    pieces = fn.unit.pieces
    known = fn.both(fn.below(piece, pieces), fn.negate(fn.is_none(which)))
    at = fn.select(known, fn.add(fn.mul(which, pieces), piece), 0)
    bit = fn.is_("==", fn.entry_of(fn.unit.looks, at, I8), 1)
    neither = fn.both(fn.is_none(piece), fn.is_none(which))
    return fn.either(fn.both(known, bit), neither)


def matches(read: Reader, piece: ir.Value, description: prog.Expr) -> ir.Value:
    """`piece is description`."""
    fn = read.fn
    if isinstance(description, exprs.Const) and description.value is None:
        return fn.is_none(piece)
    fits = fitting(read, description)
    if isinstance(description, exprs.Describe | exprs.Const):
        return fn.both(fn.negate(fn.is_none(piece)), fits(piece))
    return fits(piece)


def any_match(read: Reader, description: prog.Expr, pieces: prog.Expr) -> ir.Value:
    """`description in pieces`."""
    fn = read.fn
    found, leave = fn.variable(0), fn.block()

    def look(piece: ir.Value, loop: Loop) -> None:
        with fn.when(matches(read, piece, description)):
            fn.store(1, found)
            fn.go(leave)

    read.seq(pieces).each_word(fn, look)
    fn.go(leave)
    fn.at(leave)
    return fn.truth(fn.load(found))


def exactly(read: Reader, pieces: prog.Expr, items: tuple[prog.Expr, ...], ordered: bool) -> ir.Value:
    """Return whether the pieces are exactly these."""
    fn = read.fn
    held = _held(read, pieces)
    tests = [_fits_item(read, item) for item in items]
    found = fn.variable(0)
    with fn.when(fn.is_("==", held.count, len(items))):
        if ordered:
            good = _all(fn, [fits(held.at(fn, number(n))) for n, fits in enumerate(tests)])
        else:
            good = assigned(fn, held, tests)
        fn.store(fn.wide(good), found)
    return fn.truth(fn.load(found))


def _fits_item(read: Reader, item: prog.Expr) -> Fits:
    if isinstance(bare(item.type), DescriptionType):
        return lambda piece: matches(read, piece, item)
    word = read.word(item)
    return lambda piece: read.fn.is_("==", piece, word)


def _held(read: Reader, pieces: prog.Expr) -> Memory:
    fn = read.fn
    if is_list(pieces.type):
        return comprehensions.listed(read, read.seq(pieces), pieces)
    slot = fn.variable(read.word(pieces))
    return Memory(slot, fn.wide(fn.negate(fn.is_none(fn.load(slot)))))


def assigned(fn: Fn, held: Memory, tests: list[Fits]) -> ir.Value:
    """Return whether every test can have a piece of its own."""
    rows = fn.variable(count=max(1, len(tests)))
    fn.trouble(fn.is_(">", held.count, MOST_COLUMNS))
    for n, fits in enumerate(tests):
        fn.store(_fitting_bits(fn, held, fits), fn.offset(rows, n))
    return fn.truth(fn.call(assignable_function(fn.unit), rows, len(tests), 0, 0))


def _fitting_bits(fn: Fn, held: Memory, fits: Fits) -> ir.Value:
    bits = fn.variable(0)

    def look(piece: ir.Value, loop: Loop) -> None:
        bit = fn.builder.shl(fn.wide(fits(piece)), fn.builder.and_(loop.at, number(31)))
        fn.store(fn.builder.or_(fn.load(bits), bit), bits)

    held.each_word(fn, look)
    return fn.load(bits)


def assignable_function(unit: Unit) -> ir.Function:
    """Return whether the rows from a number on can each have a column of their own, apart from those taken (bits)."""

    def write(fn: Fn) -> None:
        rows, count, at, taken = fn.args[2:]
        last = fn.is_(">=", at, count)
        with fn.when(last):
            fn.builder.ret(number(1))
        free = fn.variable(fn.builder.and_(fn.load(fn.offset(rows, at)), fn.builder.not_(taken)))
        with fn.while_(lambda: fn.is_("!=", fn.load(free), 0)):
            bit = fn.builder.and_(fn.load(free), fn.sub(0, fn.load(free)))
            fn.store(fn.builder.xor(fn.load(free), bit), free)
            rest = fn.call(fn.function, rows, count, fn.add(at, 1), fn.builder.or_(taken, bit))
            with fn.when(fn.truth(rest)):
                fn.builder.ret(number(1))
        fn.builder.ret(number(0))

    return unit.function("assignable", I32, [POINTER, I32, I32, I32], write)


def shows(read: Reader, args: tuple[prog.Expr, ...]) -> ir.Value:
    """Return whether a line shows a picture, cell by cell; every piece also like a description."""
    fn = read.fn
    line, picture = read.seq(args[0]), read.seq(args[1])
    like: Fits | None = fitting(read, args[2]) if len(args) > 2 else None
    found, leave = fn.variable(0), fn.block()
    fn.trouble(fn.is_("!=", line.length(fn), picture.length(fn)))
    with fn.loop(fn.least(line.length(fn), picture.length(fn))) as loop:
        wanted, held = picture.at(fn, loop.at), line.at(fn, loop.at)
        assert isinstance(wanted, Memory)
        if not isinstance(held, Memory):
            word = as_plain(held)
            held = Memory(fn.variable(word), fn.wide(fn.negate(fn.is_none(word))))
        with fn.when(fn.negate(_cell(fn, held, wanted, like))):
            fn.go(leave)
    fn.store(1, found)
    fn.go(leave)
    fn.at(leave)
    return fn.truth(fn.load(found))


def _cell(fn: Fn, held: Memory, wanted: Memory, like: Fits | None) -> ir.Value:
    count = wanted.length(fn)

    def filled() -> ir.Value:
        rows = fn.variable(count=MOST_ROWS)
        fn.trouble(fn.either(fn.is_(">", held.count, MOST_COLUMNS), fn.is_(">", count, MOST_ROWS)))
        with fn.loop(fn.least(count, MOST_ROWS)) as loop:
            which = wanted.at(fn, loop.at)

            def fits(piece: ir.Value) -> ir.Value:
                found = looks_like(fn, piece, which)
                return found if like is None else fn.both(found, like(piece))

            fn.store(_fitting_bits(fn, held, fits), fn.offset(rows, loop.at))
        return fn.truth(fn.call(assignable_function(fn.unit), rows, fn.least(count, MOST_ROWS), 0, 0))

    absent = wanted.is_none(fn)
    if absent is None:
        return filled()
    return fn.choose(absent, lambda: fn.is_("==", held.count, 0), filled)
