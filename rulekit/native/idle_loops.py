"""Loops whose passes leave the game as it was: counted, and stopped, as the reference engine does."""

from __future__ import annotations

from llvmlite import ir

from rulekit.engine.runtime.operations import RELAXED
from rulekit.native.llvm.builder import I32, Fn, number
from rulekit.native.llvm.module import Unit
from rulekit.native.state.layout import HEAD, NONE
from rulekit.program import program as prog

MOST_PASSES = 48  # twice as many are still less than the reference engine lets pass
SPREAD, FACTOR = 0x1E3779B1, 0x05EBCA6B


def relaxed(fn: Fn, seen: int, count: int) -> None:
    """In play: compare at every so many passes, which is enough to notice a loop that the reference engine would stop."""
    passed = fn.add(fn.load(fn.word(count)), 1)
    fn.store(passed, fn.word(count))
    with fn.when(fn.negate(fn.below(passed, MOST_PASSES)), likely=False):
        fn.call(compare_function(fn.unit), seen, count)


def compare_function(unit: Unit) -> ir.Function:
    """Compare with the mark before; trouble if nothing has changed. At the first pass there is no mark yet."""

    def write(fn: Fn) -> None:
        seen, count = fn.word(fn.args[2]), fn.word(fn.args[3])
        first = fn.is_("<", fn.load(count), 0)
        fn.store(0, count)
        with fn.when(first):
            fn.store(NONE, seen)
            fn.builder.ret_void()
        mark = fn.call(mark_function(unit))
        fn.trouble(fn.is_("==", mark, fn.load(seen)))
        fn.store(mark, seen)
        fn.builder.ret_void()

    return unit.function("compare", ir.VoidType(), [I32, I32], write)


def idle_function(unit: Unit) -> ir.Function:
    """In a search: whether a loop has gone round too often without changing anything; the words hold its mark and count."""
    players = unit.program.layout.players

    def write(fn: Fn) -> None:
        seen, count = fn.word(fn.args[2]), fn.word(fn.args[3])
        passed = fn.load(count)
        with fn.when(fn.below(passed, RELAXED)):
            fn.store(fn.add(passed, 1), count)
            fn.builder.ret(number(0))
        mark = fn.call(mark_function(unit))
        same = fn.is_("==", mark, fn.load(seen))
        fn.store(mark, seen)
        unknown = fn.is_none(passed)
        with fn.when(fn.either(fn.either(unknown, fn.is_(">=", passed, 0)), fn.negate(same))):
            fn.store(fn.select(fn.both(same, fn.negate(unknown)), -1, 0), count)
            fn.builder.ret(number(0))
        fn.store(fn.sub(passed, 1), count)
        times = fn.sub(0, passed)
        with fn.when(fn.is_("<=", times, players)):
            fn.builder.ret(number(0))
        fn.builder.ret(number(1))

    return unit.function("idle", I32, [I32, I32], write)


def mark_function(unit: Unit) -> ir.Function:
    """Return a number made from all cells of the game itself and the counter of chance."""
    low, high = unit.program.layout.data
    wide = {c for f in unit.shape.families.values() if not f.is_spot for c in range(f.layout.base, f.layout.base + f.layout.size)}
    singles = sum(1 for c in range(low, high) if c not in wide)

    def write(fn: Fn) -> None:
        b = fn.builder
        mark = fn.variable(fn.load(fn.word(prog.COUNTER)))

        def stir(word: ir.Value, place: ir.Value) -> None:
            mixed = b.mul(b.xor(word, b.mul(place, number(SPREAD))), number(FACTOR))
            fn.store(fn.add(fn.load(mark), b.xor(mixed, b.lshr(mixed, number(15)))), mark)

        with fn.loop(number(singles)) as loop:
            stir(fn.load(fn.word(fn.add(loop.at, HEAD))), loop.at)
        for family in unit.shape.families.values():
            if family.is_spot:
                continue
            with fn.loop(number(family.layout.size)) as members:
                first = fn.add(fn.mul(members.at, family.stride), family.word)
                here = fn.word(first)
                with fn.loop(fn.add(fn.load(here), 1)) as loop:
                    stir(fn.load(fn.offset(here, loop.at)), fn.add(first, loop.at))
        found = fn.load(mark)
        fn.builder.ret(fn.select(fn.is_("==", found, NONE), 0, found))

    return unit.function("mark", I32, [], write)
