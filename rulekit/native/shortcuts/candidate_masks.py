"""A choice from fixed lists with requirements that follow at once: which candidates pass is worked out together, as bits.

Inside another choice the answer is kept in the context: it depends on the state, which stays as it is while a menu is listed,
and on the earlier choices that are read, and is used again until one of them is another; unless lists are among them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING, TypeGuard

from attrs import evolve
from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.expressions import Value
from rulekit.model.model_walk import everything
from rulekit.native.expressions.lists import word_of
from rulekit.native.llvm.builder import I1, I64, SERIAL, Fn, number
from rulekit.native.llvm.module import Unit
from rulekit.native.program_facts import ALWAYS
from rulekit.native.shortcuts.inlining import tries
from rulekit.program import program as prog

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader
    from rulekit.native.flow import Flow

MOST_CANDIDATES = 63  # candidates
MOST_KEYS = 6
MOST_WRITTEN = 16  # candidates whose tests are written one by one


def tests_of(program: prog.Program, node: prog.Choose) -> tuple[list[prog.Expr], int]:
    """Return the requirements that follow a choice at once, and the node after them."""
    tests, following = [] if node.where is None else [node.where], node.next
    while isinstance(required := program.nodes[following], prog.Require):
        tests.append(required.test)
        following = required.next
    return tests, following


def is_masked(node: prog.AnyNode, unit: Unit) -> TypeGuard[prog.Choose]:
    """Return whether candidates of a choice can be kept as bits."""
    if "candidate_masks" not in unit.shortcuts or not isinstance(node, prog.Choose):
        return False
    if any(p.several or not isinstance(p.source, exprs.Const) for p in node.picks):
        return False
    if not 1 < ways_of(node) <= MOST_CANDIDATES:
        return False
    tests, _ = tests_of(unit.program, node)
    return bool(tests) and not any(tries(unit.program, test) for test in tests)


def ways_of(node: prog.Choose) -> int:
    """Return how many candidates a choice from fixed lists has."""
    return prod(len(fixed_values(p)) for p in node.picks)


def fixed_values(pick: prog.PickSpec) -> tuple[Value, ...]:
    """Return the values of a pick from a fixed list."""
    assert isinstance(pick.source, exprs.Const) and isinstance(pick.source.value, tuple)
    return pick.source.value


def _keys_of(unit: Unit, node: prog.Choose) -> list[int]:
    """Return the slots that a menu may have written before and the requirements read."""
    tests, _ = tests_of(unit.program, node)
    read = {e.slot for test in tests for e in everything(test) if isinstance(e, prog.Cell)}
    return sorted(((read | ALWAYS) & unit.plan.written) - {p.slot for p in node.picks})


def passing(flow: Flow, number_: int, node: prog.Choose) -> ir.Value:
    """Return the candidates that pass all requirements, as bits."""
    fn, unit = flow.fn, flow.fn.unit
    keys = _keys_of(unit, node)
    if number_ not in unit.plan.nested or len(keys) > MOST_KEYS or any(slot in unit.shape.room for slot in keys):
        return passing_now(flow, node)
    memo = fn.offset(fn.context, unit.memo(3 + len(keys)))
    words = [(fn.load(fn.note(SERIAL)), fn.offset(memo, 0))]
    words += [(fn.load(fn.word(unit.shape.word[k])), fn.offset(memo, n + 1)) for n, k in enumerate(keys)]
    kept = fn.offset(memo, len(keys) + 1)
    known: ir.Value = ir.Constant(I1, 1)
    for now, then in words:
        known = fn.both(known, fn.is_("==", now, fn.load(then)))
    with fn.when(fn.negate(known)):
        store_bits(fn, passing_now(flow, node), kept)
        for now, then in words:
            fn.store(now, then)
    return load_bits(fn, kept)


def store_bits(fn: Fn, bits: ir.Value, pointer: ir.Value) -> None:
    """Keep bits in two words of the context."""
    fn.builder.store(bits, pointer, align=4)


def load_bits(fn: Fn, pointer: ir.Value) -> ir.Value:
    """Return the bits in two words of the context."""
    return fn.builder.load(pointer, typ=I64, align=4)


def count_of(fn: Fn, bits: ir.Value) -> ir.Value:
    """Return how many bits are set."""
    return fn.builder.trunc(fn.builder.ctpop(bits), number(0).type)


def is_zero(fn: Fn, bits: ir.Value) -> ir.Value:
    """Return whether no bit is set."""
    return fn.builder.icmp_unsigned("==", bits, ir.Constant(I64, 0))


def each_passing(flow: Flow, node: prog.Choose, passed: ir.Value, body: Callable[[], None]) -> None:
    """A loop over the candidates whose bits are set, each bound to its slots."""
    fn, b = flow.fn, flow.fn.builder
    bits = fn.variable(kind=I64)
    b.store(passed, bits)
    with fn.while_(lambda: fn.negate(is_zero(fn, fn.load(bits, I64)))):
        now = fn.load(bits, I64)
        b.store(without_lowest(fn, now), bits)
        bind(fn, node, lowest(fn, now))
        body()


def lowest(fn: Fn, bits: ir.Value) -> ir.Value:
    """Return the number of the lowest bit that is set."""
    return fn.builder.trunc(fn.builder.cttz(bits, ir.Constant(I1, 1)), number(0).type)


def without_lowest(fn: Fn, bits: ir.Value) -> ir.Value:
    """Return the same bits but the lowest."""
    return fn.builder.and_(bits, fn.builder.sub(bits, ir.Constant(I64, 1)))


def bind(fn: Fn, node: prog.Choose, at: ir.Value) -> None:
    """Put a candidate (its number) into the slots of the choice."""
    for n, pick in enumerate(node.picks):
        column = fn.table([row[n] for row in _rows(fn, node)])
        fn.store(fn.entry_of(column, at), fn.word(fn.unit.shape.word[pick.slot]))


def _rows(fn: Fn, node: prog.Choose) -> list[tuple[int, ...]]:
    """Return all candidates, the values of the first pick varying slowest."""
    return list(product(*([word_of(fn, v, p.type) for v in fixed_values(p)] for p in node.picks)))


def passing_now(flow: Flow, node: prog.Choose) -> ir.Value:
    """Return the candidates that pass all requirements in the state as it is."""
    tests, _ = tests_of(flow.fn.unit.program, node)
    return bits_of(flow, node, lambda inner: inner.fn.all_of(inner.read.truth(tests[0]), *_makers(inner.read, tests[1:])))


def bits_of(flow: Flow, node: prog.Choose, make: Callable[[Flow], ir.Value], among: ir.Value | None = None) -> ir.Value:
    """For which candidates of a choice (those whose bits are set) something holds."""
    fn, b, rows = flow.fn, flow.fn.builder, _rows(flow.fn, node)

    def good(inner: Flow, at: ir.Value) -> ir.Value:
        if among is None:
            return make(inner)
        return fn.all_of(b.trunc(b.lshr(among, at), I1), lambda: make(inner))

    if len(rows) <= MOST_WRITTEN and not fn.trailing:  # a search is long enough as it is
        bits: ir.Value = ir.Constant(I64, 0)
        for at, row in enumerate(rows):
            told = {p.slot: number(w) for p, w in zip(node.picks, row, strict=True)}
            fixed, inner = ir.Constant(I64, at), evolve(flow, reading=evolve(flow.read, cells={**flow.read.cells, **told}))
            bits = b.or_(bits, b.shl(b.zext(good(inner, fixed), I64), fixed))
        flow.free()
        return bits
    found = fn.variable(kind=I64)
    b.store(ir.Constant(I64, 0), found)
    with fn.loop(number(len(rows))) as loop:
        bind(fn, node, loop.at)
        place = b.zext(loop.at, I64)
        b.store(b.or_(fn.load(found, I64), b.shl(b.zext(good(flow, place), I64), place)), found)
    flow.free()
    return fn.load(found, I64)


def _makers(read: Reader, tests: list[prog.Expr]) -> list[Callable[[], ir.Value]]:
    """Return what writes tests."""
    return [partial(read.truth, test) for test in tests]
