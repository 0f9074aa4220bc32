"""Turns as code: who is active first, and who comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llvmlite import ir

from rulekit.native.llvm.builder import number
from rulekit.native.state.layout import NONE
from rulekit.program import program as prog

if TYPE_CHECKING:
    from rulekit.native.flow import Flow


def _active(flow: Flow, player: ir.Value, where: prog.Expr | None, leave: int) -> None:
    """The first player from this one on for whom `where` holds becomes active."""
    fn, players = flow.fn, flow.fn.unit.program.layout.players
    active = fn.word(prog.ACTIVE)
    if where is None:
        fn.set(player, active)
        return
    found = fn.block()
    with fn.loop(number(players)) as loop:
        fn.set(fn.builder.srem(fn.add(player, loop.at), number(players)), active)
        with fn.when(flow.read.truth(where)):
            fn.go(found)
    flow.free()
    flow.go(leave)
    fn.at(found)


def first_turn(flow: Flow, node: prog.TurnFirst) -> None:
    """Turns begin."""
    fn, words = flow.fn, flow.fn.unit.shape.word
    player = fn.seat(flow.read.word(node.start))
    fn.set(player, fn.word(words[node.first]))
    fn.set(NONE, fn.word(words[node.coming]))
    _active(flow, player, node.where, node.exit)


def next_turn(flow: Flow, node: prog.TurnNext) -> None:
    """A turn is over: another player becomes active, and after a round the loop is tested."""
    fn, words, players = flow.fn, flow.fn.unit.shape.word, flow.fn.unit.program.layout.players
    last, told = fn.load(fn.word(prog.ACTIVE)), fn.load(fn.word(words[node.coming]))
    after = fn.builder.srem(fn.add(last, 1), number(players))
    player = fn.seat(fn.select(fn.is_none(told), after, told))
    _active(flow, player, node.where, node.exit)
    flow.free()
    if not node.whole:
        flow.go(node.tested)
        return
    coming, first = fn.load(fn.word(prog.ACTIVE)), fn.load(fn.word(words[node.first]))
    extra = fn.both(fn.is_("==", told, last), fn.is_("==", coming, last))

    def way(player: ir.Value) -> ir.Value:
        return fn.builder.srem(fn.add(fn.sub(fn.sub(player, last), 1), 2 * players), number(players))

    passes = fn.both(fn.negate(extra), fn.is_("<=", way(first), way(coming)))
    fn.fork(passes, flow.block(node.tested), flow.block(node.body))
