"""The functions that are called from outside: run to the next decision, play games to their end, tell the score."""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import ir

from rulekit.engine.chance import GOLDEN
from rulekit.engine.compiling.compiler import DECISION, EFFECT, OVER
from rulekit.engine.machine import MOST_FORCED
from rulekit.native.expressions import scores
from rulekit.native.flow import Flow
from rulekit.native.llvm.builder import (
    DECISIONS,
    DEPTH,
    I32,
    I64,
    LONGEST,
    MOVES,
    POINTER,
    RECORDS,
    SCRATCH,
    SEARCHING,
    STEPS,
    TOP,
    TRAIL,
    TROUBLE,
    Fn,
    number,
)
from rulekit.native.llvm.module import Unit
from rulekit.native.lookahead.search import loop_heads
from rulekit.native.menus.records import resume_function, stride
from rulekit.native.menus.walk import list_menu
from rulekit.native.program_facts import make_plan
from rulekit.native.shortcuts import SHORTCUTS
from rulekit.native.state import chance
from rulekit.native.state.context_words import ACTION, CAPPED, FINISHED, ROW, TROUBLED, UPTO
from rulekit.native.state.layout import SEED_HIGH
from rulekit.program import program as prog

MOST_STEPS = 2_000_000
CHOICES = 0x5DEECE66D1CE4E5B


def write_unit(program: prog.Program, paths: bool, shortcuts: frozenset[str] = SHORTCUTS) -> Unit:
    """All code of a program."""
    unit = Unit(program, paths, shortcuts)
    unit.plan, unit.heads = make_plan(program, shortcuts), loop_heads(program)
    unit.stride = stride(unit)
    ends = (n for n in unit.plan.ends if unit.plan.kinds[n] == EFFECT and not program.safe[n])
    unit.searched = {*ends, *(t.entry for t in program.trials)}
    _settle(unit)
    _outcome(unit)
    _sheet(unit)
    _take(unit)
    _batch(unit)
    unit.finish()
    return unit


def _steps(unit: Unit) -> int:
    return max(1_000, MOST_STEPS // max(1, len(unit.program.nodes)))


def advance_function(unit: Unit) -> ir.Function:
    """Run to the next decision and list its menu: how many moves it has; 0: the game is over, -1: trouble."""

    def write(fn: Fn) -> None:
        fn.store(_steps(unit), fn.note(STEPS))
        pc = fn.load(fn.word(prog.PC))

        def lost(node: int = 0) -> None:
            fn.trouble()
            fn.builder.ret(number(-1))

        def arrive(flow: Flow, node: int) -> None:
            if node in unit.plan.forced:
                _go_on(flow, node)
            if unit.plan.kinds[node] >= DECISION:
                _stop(fn, node)
                return
            if node in unit.heads:
                fn.spend(STEPS)
                with fn.when(fn.is_("<", fn.load(fn.note(STEPS)), 0), likely=False):
                    lost()
            flow.write(node)

        flow = Flow(fn, lost, arrive)
        start = fn.builder.block
        overs = (n for n, kind in enumerate(unit.plan.kinds) if kind == OVER)
        entries = sorted({unit.program.entry, *unit.plan.ends, *unit.plan.stops, *overs})
        for node in entries:
            flow.block(node)
        flow.finish()
        other = fn.block()
        fn.at(other)
        lost()
        fn.at(start)
        switch = fn.builder.switch(pc, other)
        for node in entries:
            switch.add_case(number(node), flow.blocks[node])

    return unit.function("advance", I32, [], write)


def _stop(fn: Fn, node: int) -> None:
    """Play stops: the menu is listed, or the game is over."""
    unit = fn.unit
    fn.store(node, fn.word(prog.PC))
    _leave_in_trouble(fn)
    if unit.plan.kinds[node] == OVER:
        fn.store(0, fn.note(MOVES))
        fn.builder.ret(number(0))
        return
    fn.store(_steps(unit), fn.note(STEPS))
    count = list_menu(fn, node) if unit.plan.kinds[node] == DECISION else number(0)
    fn.trouble(fn.is_("==", count, 0))
    _leave_in_trouble(fn)
    fn.builder.ret(count)


def _go_on(flow: Flow, node: int) -> None:
    """A menu that has one move for certain is not listed while whole games are played: the move counts, and play goes on."""
    fn = flow.fn
    made = fn.load(fn.note(DECISIONS))
    fine = fn.is_("==", fn.load(fn.note(TROUBLE)), 0)
    with fn.when(fn.both(fine, fn.is_("<", made, fn.load(fn.note(LONGEST))))):
        fn.store(fn.add(made, 1), fn.note(DECISIONS))
        found = fn.unit.program.nodes[node]
        assert isinstance(found, prog.Start)
        flow.go(found.next)


def _settle(unit: Unit) -> ir.Function:
    """Run to the next menu that has to be asked: how many moves it has; 0: the game is over, -1: trouble."""

    def write(fn: Fn) -> None:
        fn.store(SCRATCH, fn.note(TOP))
        fn.store(0, fn.note(SEARCHING))
        fn.store(0, fn.note(TRAIL))
        fn.store(0, fn.note(DEPTH))
        with fn.loop(number(MOST_FORCED)):
            count = fn.call(advance_function(unit))
            with fn.when(fn.is_("<=", count, 0)):
                fn.builder.ret(count)
            action = fn.load(fn.offset(fn.context, unit.moves_at + ACTION))
            with fn.when(fn.either(fn.is_(">", count, 1), fn.is_("!=", action, 0))):
                fn.builder.ret(count)
            fn.call(resume_function(unit), 0)
        fn.trouble()
        fn.builder.ret(number(-1))

    return unit.function("settle", I32, [], write, inner=False)


def _leave_in_trouble(fn: Fn) -> None:
    with fn.when(fn.is_("!=", fn.load(fn.note(TROUBLE)), 0), likely=False):
        fn.builder.ret(number(-1))


def _take(unit: Unit) -> ir.Function:
    """Make a noted move and run to the next menu."""

    def write(fn: Fn) -> None:
        fn.call(resume_function(unit), fn.args[2])
        fn.builder.ret(fn.call(_settle(unit)))

    return unit.function("take_move", I32, [I32], write, inner=False)


def _outcome(unit: Unit) -> ir.Function:
    """Totals of all players and the winners (bits), as they would be now."""

    def write(fn: Fn) -> None:
        for player in range(unit.program.layout.players):
            fn.store(fn.call(scores.total_function(unit), player), fn.offset(fn.args[2], player))
        fn.builder.ret(fn.call(scores.winners_function(unit)))

    return unit.function("outcome", I32, [POINTER], write, inner=False)


def _sheet(unit: Unit) -> ir.Function:
    """The lines of a player's score sheet."""

    def write(fn: Fn) -> None:
        for at in range(len(unit.program.score)):
            fn.store(fn.call(scores.line_function(unit, "score", at), fn.args[2]), fn.offset(fn.args[3], at))
        fn.builder.ret(number(0))

    return unit.function("sheet", I32, [I32, POINTER], write, inner=False)


def _play(unit: Unit) -> ir.Function:
    """Play on at random to the end: stream of choices, most decisions, weights by seat and action (or null), the row to fill."""

    def write(fn: Fn) -> None:
        stream, longest, weights, out = fn.args[2:]
        b = fn.builder
        decisions = fn.note(DECISIONS)
        fn.store(0, decisions)
        fn.store(longest, fn.note(LONGEST))
        count, end = fn.variable(), fn.variable(FINISHED)
        leave = fn.block()
        uniform = b.icmp_unsigned("==", b.ptrtoint(weights, I64), ir.Constant(I64, 0))

        def is_asked() -> ir.Value:
            fn.store(fn.call(_settle(unit)), count)
            return fn.is_(">", fn.load(count), 0)

        with fn.while_(is_asked):
            with fn.when(fn.is_(">=", fn.load(decisions), longest), likely=False):
                fn.store(CAPPED, end)
                fn.go(leave)
            fn.store(fn.add(fn.load(decisions), 1), decisions)
            steps = b.mul(b.zext(fn.load(decisions), I64), ir.Constant(I64, GOLDEN))
            mixed = chance.mix(fn, b.add(stream, steps))
            which = fn.choose(
                uniform,
                lambda: chance.scaled(fn, mixed, fn.load(count)),
                lambda: fn.call(_weighted(unit), weights, mixed, fn.load(count)),
            )
            fn.call(resume_function(unit), which)
        with fn.when(fn.is_("<", fn.load(count), 0), likely=False):
            fn.store(TROUBLED, end)
        fn.go(leave)
        fn.at(leave)
        fn.store(0, fn.offset(out, 2))
        with fn.when(fn.is_("==", fn.load(end), FINISHED)):
            fn.store(fn.call(_outcome(unit), fn.offset(out, ROW)), fn.offset(out, 2))
            with fn.when(fn.is_("!=", fn.load(fn.note(TROUBLE)), 0), likely=False):
                fn.store(TROUBLED, end)
        fn.store(fn.load(end), out)
        fn.store(fn.load(decisions), fn.offset(out, 1))
        fn.store(fn.load(fn.word(prog.COUNTER)), fn.offset(out, 3))
        for word in (TROUBLE, DECISIONS, LONGEST):
            fn.store(0, fn.note(word))
        fn.builder.ret(fn.load(end))

    return unit.function("play", I32, [I64, I32, POINTER, POINTER], write, inner=False)


def _weighted(unit: Unit) -> ir.Function:
    """One of the noted moves, each as likely as the weight of its first action for this player."""
    columns = 1 + len(unit.program.deeds)

    def write(fn: Fn) -> None:
        weights, mixed, count = fn.args[2:]
        row = fn.offset(weights, fn.mul(fn.load(fn.word(prog.ME)), columns))
        records = fn.load(fn.note(RECORDS))

        def each(body: Callable[[ir.Value, ir.Value, ir.Value], None]) -> None:
            """A loop over records: the weight of each of its moves, how many there are before it, how many in it."""
            before = fn.variable(0)
            with fn.loop(records) as loop:
                here = fn.offset(fn.context, fn.add(fn.mul(loop.at, unit.stride), unit.moves_at))
                weight = fn.load(fn.offset(row, fn.load(fn.offset(here, ACTION))))
                first, upto = fn.load(before), fn.load(fn.offset(here, UPTO))
                fn.store(upto, before)
                body(weight, first, fn.sub(upto, first))

        total = fn.variable(0)
        each(lambda weight, first, many: fn.store(fn.add(fn.load(total), fn.mul(weight, many)), total))
        with fn.when(fn.is_("<=", fn.load(total), 0)):
            fn.builder.ret(chance.scaled(fn, mixed, count))
        left = fn.variable(chance.scaled(fn, mixed, fn.load(total)))

        def pick(weight: ir.Value, first: ir.Value, many: ir.Value) -> None:
            less = fn.sub(fn.load(left), fn.mul(weight, many))
            with fn.when(fn.is_("<", less, 0)):
                fn.builder.ret(fn.add(first, fn.builder.sdiv(fn.load(left), weight)))
            fn.store(less, left)

        each(pick)
        fn.builder.ret(fn.sub(count, 1))

    return unit.function("weighted", I32, [POINTER, I64, I32], write)


def _batch(unit: Unit) -> ir.Function:
    """Play many games from a first state: seed, first game, how many, most decisions, weights, rows."""
    row = ROW + unit.program.layout.players

    def write(fn: Fn) -> None:
        seed, first, count, longest, weights, start, out = fn.args[2:]
        b = fn.builder
        mixed = chance.mix(fn, seed)
        with fn.loop(count) as loop:
            index = b.add(first, b.zext(fn.add(loop.at, 1), I64))
            own = chance.mix(fn, b.add(mixed, b.mul(index, ir.Constant(I64, GOLDEN))))
            fn.copy(fn.state, start, unit.shape.size)
            fn.store(b.trunc(own, I32), fn.word(prog.SEED))
            fn.store(b.trunc(b.lshr(own, ir.Constant(I64, 32)), I32), fn.word(SEED_HIGH))
            stream = chance.mix(fn, b.xor(own, ir.Constant(I64, CHOICES)))
            fn.call(_play(unit), stream, longest, weights, fn.offset(out, fn.mul(loop.at, row)))
        fn.builder.ret_void()

    return unit.function("batch", ir.VoidType(), [I64, I64, I32, I32, POINTER, POINTER, POINTER], write, inner=False)
