"""Chance as code: SplitMix64 with the counter in the state, as the reference engine has it."""

from __future__ import annotations

from llvmlite import ir

from rulekit.engine.chance import GOLDEN
from rulekit.native.expressions.lists import Memory
from rulekit.native.llvm.builder import I32, I64, Fn, number
from rulekit.native.llvm.module import Unit
from rulekit.native.state.layout import SEED_HIGH
from rulekit.program import program as prog


def mix(fn: Fn, z: ir.Value) -> ir.Value:
    """SplitMix64's finisher."""
    b = fn.builder
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        z = b.mul(b.xor(z, b.lshr(z, ir.Constant(I64, shift))), ir.Constant(I64, factor))
    return b.xor(z, b.lshr(z, ir.Constant(I64, 31)))


def scaled(fn: Fn, z: ir.Value, count: ir.Value) -> ir.Value:
    """A mixed number as one below count."""
    b = fn.builder
    return b.trunc(b.lshr(b.mul(b.lshr(z, ir.Constant(I64, 32)), b.zext(count, I64)), ir.Constant(I64, 32)), I32)


def seed(fn: Fn) -> ir.Value:
    """The seed in the state."""
    b = fn.builder
    low, high = (b.zext(fn.load(fn.word(w)), I64) for w in (prog.SEED, SEED_HIGH))
    return b.or_(low, b.shl(high, ir.Constant(I64, 32)))


def draw_number(fn: Fn, count: ir.Value) -> ir.Value:
    """The next random number below count; none is used for 1."""
    return fn.call(draw_function(fn.unit), count)


def draw_function(unit: Unit) -> ir.Function:
    """The next random number, as a function."""

    def write(fn: Fn) -> None:
        with fn.when(fn.is_("==", fn.args[2], 1)):
            fn.builder.ret(number(0))
        k = fn.add(fn.load(fn.word(prog.COUNTER)), 1)
        fn.trouble(fn.is_("<", k, 0))
        fn.store(k, fn.word(prog.COUNTER))
        z = fn.builder.add(seed(fn), fn.builder.mul(fn.builder.zext(k, I64), ir.Constant(I64, GOLDEN)))
        fn.builder.ret(scaled(fn, mix(fn, z), fn.args[2]))

    return unit.function("draw", I32, [I32], write)


def shuffle(fn: Fn, items: Memory) -> None:
    """For i from the number of pieces down to 2, exchange position i with 1 + r(i)."""

    def place(index: ir.Value) -> ir.Value:
        return fn.offset(items.pointer, index if items.step == 1 else fn.sub(0, index))

    with fn.loop(fn.most(fn.sub(items.count, 1), 0)) as loop:
        i = fn.sub(items.count, loop.at)
        one, two = place(fn.sub(i, 1)), place(draw_number(fn, i))
        first, second = fn.load(one), fn.load(two)
        fn.store(second, one)
        fn.store(first, two)
