"""Comprehensions as loops, and lists that have to be put together in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import evolve
from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.native.expressions.lists import Memory, Seq
from rulekit.native.llvm.builder import POINTER, Fn, number
from rulekit.native.llvm.module import Unlowered
from rulekit.native.shortcuts import board_bits, piece_sets
from rulekit.native.shortcuts.board_lines import holds_on_lines
from rulekit.native.shortcuts.candidate_masks import is_zero
from rulekit.native.shortcuts.inlining import has_small_values, shared_values
from rulekit.native.shortcuts.sieved_lists import sieved
from rulekit.native.state.layout import NONE
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader

MOST_WORDS_UNROLLED = 24


def each(read: Reader, e: exprs.Collect, body: Callable[[Reader], None], at: int = 0) -> None:
    """Loops over all combinations of a comprehension that satisfy `where`."""
    if at == len(e.binders):
        if e.where is None:
            body(read)
            return
        with read.fn.when(read.truth(e.where)):
            body(read)
        return
    binder, fn = e.binders[at], read.fn
    sieve = sieved(read, binder, e.where)
    source, rest = (read.seq(binder.source), e) if sieve is None else (sieve[0], evolve(e, where=sieve[1]))
    absent = source.is_none(fn)
    if absent is not None:
        fn.trouble(absent)
    source.each(fn, lambda found, loop: each(read.bind(binder.index, found, binder.source), rest, body, at + 1))


def holds(read: Reader, e: exprs.Collect) -> ir.Value:
    """`any` and `every`: the first that decides ends the loop."""
    on_lines = holds_on_lines(read, e)
    if on_lines is not None:
        return on_lines
    on_spots = board_bits.truth(read, e)
    if on_spots is not None:
        return on_spots
    fn, wanted = read.fn, e.function == "any"
    shared = shared_values(e) if "piece_sets" in fn.unit.shortcuts else None
    if shared is not None and all(has_small_values(fn.unit.program, part) for part in shared):
        one, two = (piece_sets.mask_of(read, part) for part in shared)
        return fn.negate(is_zero(fn, fn.builder.and_(one, two)))
    found, leave = fn.variable(int(not wanted)), fn.block()

    def look(inner: Reader) -> None:
        test = inner.truth(e.value)
        with fn.when(test if wanted else fn.negate(test)):
            fn.store(int(wanted), found)
            fn.go(leave)

    each(read, e, look)
    fn.go(leave)
    fn.at(leave)
    return fn.truth(fn.load(found))


def word(read: Reader, e: exprs.Collect) -> ir.Value:
    """count, sum, min, max, first."""
    fn = read.fn
    on_spots = board_bits.count(read, e) if e.function == "count" else None
    if on_spots is not None:
        return on_spots
    if e.function in ("count", "sum"):
        total = fn.variable(0)

        def count(inner: Reader) -> None:
            more = number(1) if e.function == "count" else _number(inner, e.value)
            add(fn, total, more)

        each(read, e, count)
        return fn.load(total)
    found = fn.variable(NONE)
    if e.function == "first":
        leave = fn.block()

        def take(inner: Reader) -> None:
            fn.store(inner.word(e.value), found)
            fn.go(leave)
            fn.at(fn.block())

        each(read, e, take)
        fn.go(leave)
        fn.at(leave)
        return fn.load(found)
    each(read, e, lambda inner: extreme(fn, found, _number(inner, e.value), e.function))
    return fn.load(found)


def _number(read: Reader, e: prog.Expr) -> ir.Value:
    return read.needed(e, read.word(e))


def add(fn: Fn, total: ir.Value, more: ir.Value) -> None:
    """Add to a sum, which must stay within the range of numbers."""
    pair = fn.builder.sadd_with_overflow(fn.load(total), more)
    found = fn.builder.extract_value(pair, 0)
    fn.trouble(fn.either(fn.builder.extract_value(pair, 1), fn.is_none(found)))
    fn.store(found, total)


def extreme(fn: Fn, found: ir.Value, word: ir.Value, function: str) -> None:
    """Keep the least or the greatest."""
    so_far = fn.load(found)
    better = fn.is_("<" if function == "min" else ">", word, so_far)
    fn.store(fn.select(fn.either(fn.is_none(so_far), better), word, so_far), found)


# ---- lists in memory -----------------------------------------------------------------------------
def room(read: Reader, words: int) -> ir.Value:
    """Memory for a list: on the stack if it is short, else in the context."""
    fn = read.fn
    if words <= MOST_WORDS_UNROLLED:
        return fn.variable(count=words)
    return fn.memory(words)[0]


def gathered(read: Reader, e: exprs.Collect) -> Memory:
    """`list` and `distinct`, put together in memory."""
    fn, most = read.fn, read.fn.unit.sizes.of(e)
    if e.function not in ("list", "distinct"):
        raise Unlowered(f"`{e.function}` of lists")
    width = len(e.value.items) if isinstance(e.value, exprs.Items) else 1
    if is_list(e.value.type) and not isinstance(e.value, exprs.Items):
        raise Unlowered("a list of lists that is put together in play")
    made, count = room(read, most * width), fn.variable(0)

    def put(inner: Reader) -> None:
        words = [inner.word(i) for i in e.value.items] if isinstance(e.value, exprs.Items) else [inner.word(e.value)]
        append(fn, made, count, words, most, e.function == "distinct")

    each(read, e, put)
    return Memory(made, fn.load(count))


def append(fn: Fn, made: ir.Value, count: ir.Value, words: list[ir.Value], most: int, once: bool = False) -> None:
    """Add an element to a list in memory, if there is room (else trouble) and, for `once`, it is not there yet."""
    done = fn.block()
    if once:
        with fn.loop(fn.load(count)) as loop, fn.when(fn.is_("==", fn.load(fn.offset(made, loop.at)), words[0])):
            fn.go(done)
    full = fn.is_(">=", fn.load(count), most)
    fn.trouble(full)
    at = fn.select(full, 0, fn.load(count))
    for n, word in enumerate(words):
        fn.store(word, fn.offset(made, fn.add(fn.mul(at, len(words)), n)))
    fn.store(fn.add(at, 1), count)
    fn.go(done)
    fn.at(done)


def listed(read: Reader, source: Seq, e: prog.Expr, copy: bool = False) -> Memory:
    """Return a list in memory; `copy`: one of its own, that stays as it is when places change."""
    if isinstance(source, Memory) and not copy:
        return source
    fn, most = read.fn, read.fn.unit.sizes.of(e)
    made, count = room(read, most), fn.variable(0)
    source.each_word(fn, lambda element, loop: append(fn, made, count, [element], most))
    return Memory(made, fn.load(count))


def items(read: Reader, parts: tuple[prog.Expr, ...]) -> Memory:
    """Return a list that is written out."""
    fn = read.fn
    made = room(read, max(1, len(parts)))
    for n, part in enumerate(parts):
        fn.store(read.word(part), fn.offset(made, n))
    return Memory(made, number(len(parts)))


def one_of(read: Reader, e: prog.Expr, test: prog.Expr, yes: prog.Expr, no: prog.Expr) -> Memory:
    """Return one of two lists."""
    fn = read.fn
    pointer, count = fn.variable(kind=POINTER), fn.variable()
    then, other, after = fn.block(), fn.block(), fn.block()
    fn.fork(read.truth(test), then, other)
    for block, part in ((then, yes), (other, no)):
        fn.at(block)
        found = listed(read, read.seq(part), part)
        if found.step != 1:
            found = listed(read, found, part, copy=True)
        fn.store(found.pointer, pointer)
        fn.store(found.count, count)
        fn.go(after)
    fn.at(after)
    return Memory(fn.load(pointer, POINTER), fn.load(count), optional=True)
