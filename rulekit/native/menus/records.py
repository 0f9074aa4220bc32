"""Moves of a menu, noted in the context: each record holds one move, or all candidates of a choice that end alike, as bits.

A record is `[upto, node, action, choice, bits, slots …]`: how many moves there are up to its last one; where the path ends; the
first action it begins (0: none); 1 + the number of the choice whose candidates the bits (two words) are (0: it is one move);
the slots that are needed where the path ends. With `paths` there follow `[length, path …]`.
"""

from __future__ import annotations

from llvmlite import ir

from rulekit.engine.machine import MOST_MOVES
from rulekit.native.llvm.builder import I32, I64, MOVES, NOTHING, PATH, RECORDS, Fn, Operand, number
from rulekit.native.llvm.module import Unit
from rulekit.native.shortcuts.candidate_masks import bind, count_of, load_bits, lowest, store_bits, without_lowest
from rulekit.native.state.context_words import ACTION, UPTO
from rulekit.native.state.layout import Shape
from rulekit.native.state.noted_paths import MOST_PATH
from rulekit.program import program as prog

NODE, CHOICE, BITS, SLOTS = 1, 3, 4, 6


def slot_words(shape: Shape, slots: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the words that slots take: where each begins, and how many."""
    return [(shape.word[s], 1 + shape.room[s] * shape.width[s] if s in shape.room else 1) for s in slots]


def stride(unit: Unit) -> int:
    """Return words of a record."""
    slots = max((sum(n for _, n in slot_words(unit.shape, s)) for s in unit.plan.ends.values()), default=0)
    return SLOTS + slots + (1 + MOST_PATH if unit.paths else 0)


def copy(fn: Fn, target: ir.Value, source: ir.Value, words: int) -> None:
    """Copy so many words."""
    if words == 1:
        fn.store(fn.load(source), target)
    else:
        fn.copy(target, source, words)


def note(fn: Fn, node: int, action: ir.Value, choice: int | None = None, bits: ir.Value | None = None) -> None:
    """Note a path that ends at a node; with a choice, one for each of its candidates whose bit is set."""
    unit = fn.unit
    upto = fn.add(fn.load(fn.note(MOVES)), 1 if bits is None else count_of(fn, bits))
    full = fn.is_(">", upto, MOST_MOVES)
    fn.trouble(full)
    at = fn.select(full, 0, fn.load(fn.note(RECORDS)))
    upto = fn.select(full, 1, upto)
    fn.store(fn.add(at, 1), fn.note(RECORDS))
    fn.store(upto, fn.note(MOVES))
    here = _record(fn, at)
    head: tuple[tuple[int, Operand], ...] = (
        (UPTO, upto), (NODE, node), (ACTION, action), (CHOICE, 0 if choice is None else 1 + choice),
    )  # fmt: skip
    for place, value in head:
        fn.store(value, fn.offset(here, place))
    if choice is not None and bits is not None:
        unit.bundled.add(choice)
        store_bits(fn, bits, fn.offset(here, BITS))
    offset = SLOTS
    for word, words in slot_words(unit.shape, unit.plan.ends[node]):
        copy(fn, fn.offset(here, offset), fn.word(word), words)
        offset += words
    if unit.paths:
        _note_path(fn, here)


def _note_path(fn: Fn, here: ir.Value) -> None:
    unit, length = fn.unit, fn.load(fn.note(PATH))
    there = fn.offset(here, unit.stride - 1 - MOST_PATH)
    fn.store(length, there)
    with fn.loop(length) as loop:
        word = fn.load(fn.offset(fn.context, fn.add(loop.at, unit.path_at)))
        fn.store(word, fn.offset(there, fn.add(loop.at, 1)))


def _record(fn: Fn, at: ir.Value) -> ir.Value:
    return fn.offset(fn.context, fn.add(fn.mul(at, fn.unit.stride), fn.unit.moves_at))


def resume_function(unit: Unit) -> ir.Function:
    """Put the slots of a noted move (its number) back into the state, and the flow at its node."""

    def write(fn: Fn) -> None:
        at = _find(fn, fn.args[2])
        record = _record(fn, at)
        node = fn.load(fn.offset(record, NODE))
        fn.store(node, fn.word(prog.PC))
        _restore(fn, node, record)
        before = fn.load(fn.offset(_record(fn, fn.most(fn.sub(at, 1), 0)), UPTO))
        _bind(fn, record, fn.sub(fn.args[2], fn.select(fn.is_("==", at, 0), 0, before)))
        fn.builder.ret_void()

    return unit.function("resume", NOTHING, [I32], write, late=True)


def _find(fn: Fn, move: ir.Value) -> ir.Value:
    """Return the record that a move stands in."""
    records, found = fn.load(fn.note(RECORDS)), fn.variable(0)
    with fn.when(fn.is_("==", records, fn.load(fn.note(MOVES)))):
        fn.store(move, found)
    last = fn.sub(records, 1)
    with fn.while_(
        lambda: fn.both(
            fn.is_("<", fn.load(found), last), fn.is_("<=", fn.load(fn.offset(_record(fn, fn.load(found)), UPTO)), move)
        )
    ):
        fn.store(fn.add(fn.load(found), 1), found)
    return fn.load(found)


def _restore(fn: Fn, node: ir.Value, record: ir.Value) -> None:
    unit, leave = fn.unit, fn.block()
    switch = fn.builder.switch(node, leave)
    for end, slots in unit.plan.ends.items():
        block = fn.block()
        switch.add_case(number(end), block)
        fn.at(block)
        at = SLOTS
        for word, words in slot_words(unit.shape, slots):
            copy(fn, fn.word(word), fn.offset(record, at), words)
            at += words
        fn.go(leave)
    fn.at(leave)


def _bind(fn: Fn, record: ir.Value, which: ir.Value) -> None:
    """Put a candidate of a choice, by its number among those whose bits are set, into the slots of the choice."""
    unit, b = fn.unit, fn.builder
    if not unit.bundled:
        return
    leave, many = fn.block(), fn.block()
    choice = fn.load(fn.offset(record, CHOICE))
    fn.fork(fn.is_("==", choice, 0), leave, many)
    fn.at(many)
    bits = fn.variable(kind=I64)
    b.store(load_bits(fn, fn.offset(record, BITS)), bits)
    with fn.loop(which):
        b.store(without_lowest(fn, fn.load(bits, I64)), bits)
    at = lowest(fn, fn.load(bits, I64))
    switch = b.switch(choice, leave)
    for number_ in sorted(unit.bundled):
        block = fn.block()
        switch.add_case(number(1 + number_), block)
        fn.at(block)
        choose = unit.program.nodes[number_]
        assert isinstance(choose, prog.Choose)
        bind(fn, choose, at)
        fn.go(leave)
    fn.at(leave)
