"""The trail of a search: what was changed, so that it can be taken back. A search works on the state itself, without copies.

An entry has three words: of a single word its number and what it was; of a place -1 - 2 * cell (a piece was taken) or
-2 - 2 * cell (put), the number of the element from 0, and the piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llvmlite import ir

from rulekit.native.llvm.builder import I32, I64, TRAIL, Fn, number

if TYPE_CHECKING:
    from rulekit.native.llvm.module import Unit

ENTRY = 3
TRAIL_WORDS = 30_000  # words


def keep(fn: Fn, pointer: ir.Value) -> None:
    """Remember a word of the state before it is changed."""
    b = fn.builder
    apart = b.sub(b.ptrtoint(pointer, I64), b.ptrtoint(fn.state, I64))
    _note(fn, b.trunc(b.lshr(apart, ir.Constant(I64, 2)), I32), fn.load(pointer), number(0))


def keep_all(fn: Fn, pointer: ir.Value, words: int) -> None:
    """Remember several words."""
    if words == 1:
        keep(fn, pointer)
        return
    with fn.loop(number(words)) as loop:
        keep(fn, fn.offset(pointer, loop.at))


def took(fn: Fn, cell: ir.Value, index: ir.Value, piece: ir.Value) -> None:
    """Remember that a piece was taken from a place."""
    _note(fn, fn.sub(-1, fn.mul(cell, 2)), index, piece)


def put(fn: Fn, cell: ir.Value, index: ir.Value) -> None:
    """Remember that a piece was put into a place."""
    _note(fn, fn.sub(-2, fn.mul(cell, 2)), index, number(0))


def _note(fn: Fn, *words: ir.Value) -> None:
    top = fn.load(fn.note(TRAIL))
    full = fn.is_(">", top, TRAIL_WORDS - ENTRY)
    fn.trouble(full)
    top = fn.select(full, 0, top)
    here = fn.offset(fn.context, fn.add(top, fn.unit.trail_at))
    for n, word in enumerate(words):
        fn.store(word, fn.offset(here, n))
    fn.store(fn.add(top, ENTRY), fn.note(TRAIL))


def undo_function(unit: Unit) -> ir.Function:
    """Take back everything down to a mark."""

    def write(fn: Fn) -> None:
        from rulekit.native.state.places import close_gap, open_gap

        mark, top = fn.args[2], fn.variable(fn.load(fn.note(TRAIL)))
        with fn.while_(lambda: fn.is_(">", fn.load(top), mark)):
            fn.store(fn.sub(fn.load(top), ENTRY), top)
            here = fn.offset(fn.context, fn.add(fn.load(top), unit.trail_at))
            what, index, piece = (fn.load(fn.offset(here, n)) for n in range(ENTRY))
            single, place, after = fn.block(), fn.block(), fn.block()
            fn.fork(fn.is_(">=", what, 0), single, place)
            fn.at(single)
            fn.store(index, fn.word(what))
            fn.go(after)
            fn.at(place)
            code = fn.sub(-1, what)
            cell = fn.builder.ashr(code, number(1))
            base = fn.word(fn.entry_of(fn.table(unit.shape.word), cell))
            added, taken = fn.block(), fn.block()
            fn.fork(fn.is_("==", fn.builder.and_(code, number(1)), 0), taken, added)
            fn.at(taken)
            open_gap(fn, base, index)
            fn.store(piece, fn.offset(base, fn.add(index, 1)))
            fn.go(after)
            fn.at(added)
            close_gap(fn, base, index)
            fn.go(after)
            fn.at(after)
        fn.store(mark, fn.note(TRAIL))
        fn.builder.ret_void()

    return unit.function("undo", ir.VoidType(), [I32], write)
