"""What can be chosen at a choice: loops over all candidates, of alike pieces one, of sets each once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from llvmlite import ir

from rulekit.engine.runtime.alike_pieces import named_cells
from rulekit.engine.runtime.operations import MOST_SET
from rulekit.model import expressions as exprs
from rulekit.model.types import PieceType
from rulekit.native.expressions import comprehensions
from rulekit.native.expressions.lists import Memory, Seq
from rulekit.native.expressions.reader import Reader
from rulekit.native.llvm.builder import I1, I64, Fn, Loop, number
from rulekit.native.lookahead import trail
from rulekit.native.shortcuts import piece_sets
from rulekit.program import program as prog
from rulekit.program.analysis.liveness import live_names

if TYPE_CHECKING:
    from rulekit.native.flow import Flow


def candidates(flow: Flow, number_: int, node: prog.Choose | prog.Random, body: Callable[[], None], at: int = 0) -> None:
    """Loops over all candidates, each bound to its slots; the lists they are taken from stay in memory as long."""
    fn, read = flow.fn, flow.read
    if at == len(node.picks):
        if node.where is None:
            body()
            return
        with fn.when(read.truth(node.where)):
            body()
        return
    pick, mark = node.picks[at], fn.load(flow.top)

    def bound() -> None:
        if fn.ever_memory:  # what the last candidate has used is free again
            fn.give_back(fn.load(flow.top))
        candidates(flow, number_, node, body, at + 1)

    def chosen(word: ir.Value) -> None:
        fn.store(word, fn.word(fn.unit.shape.word[pick.slot]))
        bound()

    telling = _telling(read, number_, node, at)
    if pick.several:
        _subsets(flow, pick, telling, bound)
    else:
        source = read.seq(pick.source)
        flow.hold()
        if telling is None:
            source.each_word(fn, lambda word, loop: chosen(word))
        else:
            telling.once(flow, source, pick.source, chosen)
    flow.drop(mark)


def keep_slots(fn: Fn, node: prog.Choose | prog.Random) -> None:
    """Remember the slots of a choice before candidates are bound to them, where changes are remembered."""
    for pick in node.picks if fn.trailing else ():
        room = fn.unit.shape.room.get(pick.slot, 0)
        trail.keep_all(fn, fn.word(fn.unit.shape.word[pick.slot]), 1 + room)


class _Telling:
    """What tells pieces of a sort apart at a pick."""

    def __init__(self, read: Reader, sort: prog.SortLayout, named: list[tuple[int, int]], earlier: list[int]) -> None:
        self.read, self.sort, self.named, self.earlier = read, sort, named, earlier
        classes: dict[int, int] = {}
        self.classes = [classes.setdefault(a, len(classes)) for a in sort.alike]
        self.changing = read.fn.unit.tables.cells[read.fn.unit.program.layout.sorts.index(sort)]

    def is_named(self, piece: ir.Value) -> ir.Value:
        """Return whether a cell that the decider knows names the piece."""
        fn = self.read.fn
        found: ir.Value = ir.Constant(I1, 0)
        for cell, players in self.named:
            test = self._holds(cell, piece)
            if players != (1 << fn.unit.program.layout.players) - 1:
                bit = fn.builder.lshr(number(players), fn.load(fn.word(prog.ME)))
                test = fn.both(test, fn.builder.trunc(bit, I1))
            found = fn.either(found, test)
        for cell in self.earlier:
            found = fn.either(found, self._holds(cell, piece))
        return found

    def _holds(self, cell: int, piece: ir.Value) -> ir.Value:
        fn, shape = self.read.fn, self.read.fn.unit.shape
        word = fn.word(shape.word[cell])
        if cell not in shape.room:
            return fn.is_("==", fn.load(word), piece)
        found = fn.variable(0)
        with (
            fn.loop(fn.most(fn.load(word), 0)) as loop,
            fn.when(fn.is_("==", fn.load(fn.offset(word, fn.add(loop.at, 1))), piece)),
        ):
            fn.store(1, found)
        return fn.truth(fn.load(found))

    def look(self, piece: ir.Value) -> ir.Value:
        """Return a number that is equal for pieces with the same constant attributes."""
        fn = self.read.fn
        at = fn.sub(piece, self.sort.first)
        inside = fn.below(at, max(1, self.sort.count))
        return fn.entry_of(fn.table(self.classes or [0]), fn.select(inside, at, 0))

    def keys(self, items: Memory, room: ir.Value) -> None:
        """A number for each piece of a list; pieces with equal numbers need not be told apart, but for changing attributes."""
        fn, unit = self.read.fn, self.read.fn.unit
        loose = fn.table([int(c in unit.tables.unordered) for c in range(unit.program.layout.size)])
        count = len(set(self.classes)) or 1
        with fn.loop(items.count) as loop:
            piece = items.at(fn, loop.at)
            fn.trouble(fn.is_none(piece))
            home = self.read.home(piece)
            alike = fn.both(fn.truth(fn.entry_of(loose, home)), fn.negate(self.is_named(piece)))
            key = fn.add(fn.mul(home, count), self.look(piece))
            fn.store(fn.select(alike, key, fn.sub(-1, loop.at)), fn.offset(room, loop.at))

    def same(self, items: Memory, keys: ir.Value, one: ir.Value, two: ir.Value) -> ir.Value:
        """Return whether two pieces of a list (their numbers) need not be told apart."""
        fn, unit = self.read.fn, self.read.fn.unit
        found = fn.is_("==", fn.load(fn.offset(keys, one)), fn.load(fn.offset(keys, two)))
        for base in self.changing:
            word = unit.shape.word[base + self.sort.first]
            held = [fn.load(fn.word(fn.add(fn.sub(items.at(fn, p), self.sort.first), word))) for p in (one, two)]
            found = fn.both(found, fn.is_("==", *held))
        return found

    def once(self, flow: Flow, source: Seq, e: prog.Expr, body: Callable[[ir.Value], None]) -> None:
        """A loop over pieces, of alike ones the first."""
        fn = self.read.fn
        place = self._one_place(e)
        if place is not None and not place:
            source.each_word(fn, lambda piece, loop: body(piece))
        elif place and not self.changing and len(set(self.classes)) <= 64:
            met = fn.variable(0, I64)

            def first(piece: ir.Value, loop: Loop) -> None:
                bit = fn.builder.shl(ir.Constant(I64, 1), fn.builder.zext(self.look(piece), I64))
                before = fn.load(met, I64)
                again = fn.builder.icmp_unsigned("!=", fn.builder.and_(before, bit), ir.Constant(I64, 0))
                if self.named or self.earlier:
                    named = self.is_named(piece)
                    fn.builder.store(fn.builder.select(named, before, fn.builder.or_(before, bit)), met)
                    again = fn.both(again, fn.negate(named))
                else:
                    fn.builder.store(fn.builder.or_(before, bit), met)
                with fn.when(fn.negate(again)):
                    body(piece)

            source.each_word(fn, first)
        else:
            items = comprehensions.listed(self.read, source, e)
            keys = comprehensions.room(self.read, fn.unit.sizes.of(e))
            self.keys(items, keys)
            flow.hold()
            with fn.loop(items.count) as loop:
                with fn.loop(loop.at) as before, fn.when(self.same(items, keys, loop.at, before.at)):
                    fn.go(loop.again)
                body(items.at(fn, loop.at))

    def _one_place(self, e: prog.Expr) -> bool | None:
        """Return whether all pieces lie in one place without order (False: with order, None: perhaps in several places)."""
        unit = self.read.fn.unit
        if not isinstance(e, exprs.Contents) or e.place == "box":
            return True if isinstance(e, exprs.Contents) else None
        family = unit.shape.families[e.place]
        if len(e.indices) < len(family.layout.dims) or family.is_spot:
            return None
        return family.layout.base in unit.tables.unordered


def _telling(read: Reader, number_: int, node: prog.Choose | prog.Random, at: int) -> _Telling | None:
    """Return what tells pieces apart at a pick; None: they are no pieces, or no two are alike."""
    program = read.fn.unit.program
    kind = node.picks[at].type
    if not isinstance(kind, PieceType):
        return None
    sort = next(s for s in program.layout.sorts if s.name == kind.sort)
    if len(set(sort.alike)) == sort.count:
        return None
    slots = {slot for slot, s in _live(read.fn)[number_] if s == kind.sort}
    by_player = named_cells(program.layout, kind.sort, slots)
    cells = dict.fromkeys(c for cells in by_player for c in cells)
    named = [(c, sum(1 << p for p, seen in enumerate(by_player) if c in seen)) for c in cells]
    return _Telling(read, sort, named, [p.slot for p in node.picks[:at] if p.type == kind])


def _live(fn: Fn) -> tuple[frozenset[tuple[int, str]], ...]:
    if fn.unit.live is None:
        fn.unit.live = live_names(fn.unit.program)
    return fn.unit.live


def _subsets(flow: Flow, pick: prog.PickSpec, telling: _Telling | None, body: Callable[[], None]) -> None:
    """Sets by size, then by position; a set of alike pieces once: with a piece all alike ones before it are in it."""
    fn, read = flow.fn, flow.read
    items = comprehensions.listed(read, read.seq(pick.source), pick.source, copy=True)
    fn.trouble(fn.is_(">", items.count, MOST_SET))
    count = fn.least(items.count, MOST_SET)
    low = number(1) if pick.low is None else fn.present(read.word(pick.low))
    high = count if pick.high is None else fn.present(read.word(pick.high))
    before = None if telling is None else _alike_before(fn, telling, Memory(items.pointer, count, items.step))
    flow.hold()
    sizes = fn.loop(fn.add(fn.least(high, count), 1), fn.most(low, 0))
    with sizes as size:
        _sized(fn, items, count, size.at, before, pick.slot, body)


def _alike_before(fn: Fn, telling: _Telling, items: Memory) -> ir.Value:
    """For each piece of a list the number of the last alike one before it, or -1."""
    before, keys = fn.variable(count=MOST_SET), fn.variable(count=MOST_SET)
    telling.keys(items, keys)
    with fn.loop(items.count) as loop:
        fn.store(-1, fn.offset(before, loop.at))
        with fn.loop(loop.at) as other, fn.when(telling.same(items, keys, loop.at, other.at)):
            fn.store(other.at, fn.offset(before, loop.at))
    return before


def _sized(
    fn: Fn, items: Memory, count: ir.Value, size: ir.Value, before: ir.Value | None, slot: int, body: Callable[[], None]
) -> None:
    """All sets of a size. The bits of what is left out, position 1 the highest, count upwards with as many bits as before."""
    b, target = fn.builder, fn.word(fn.unit.shape.word[slot])
    every = fn.sub(b.shl(number(1), count), 1)
    out = fn.variable(fn.sub(b.shl(number(1), fn.sub(count, size)), 1))
    head, again, leave = fn.block(), fn.block(), fn.block()
    fn.go(head)
    fn.at(head)
    chosen = b.xor(fn.load(out), every)

    def is_in(position: ir.Value) -> ir.Value:
        return b.trunc(b.lshr(chosen, fn.sub(fn.sub(count, 1), position)), I1)

    taken, pieces = fn.variable(0), fn.variable(0, I64)
    with fn.loop(count) as loop:
        if before is not None:
            alike = fn.load(fn.offset(before, loop.at))
            missing = fn.both(fn.is_(">=", alike, 0), fn.negate(is_in(fn.most(alike, 0))))
            with fn.when(fn.both(is_in(loop.at), missing)):
                fn.go(again)
        piece = items.at(fn, loop.at)
        fn.store(piece, fn.offset(target, fn.add(fn.load(taken), 1)))  # left out: the next one takes its place
        fn.store(fn.add(fn.load(taken), fn.wide(is_in(loop.at))), taken)
        if slot in fn.sets:
            more = b.select(is_in(loop.at), piece_sets.bit(fn, piece), ir.Constant(I64, 0))
            fn.store(b.or_(fn.load(pieces, I64), more), pieces)
    fn.store(fn.load(taken), target)
    if slot in fn.sets:
        fn.store(fn.load(pieces, I64), fn.sets[slot])
    body()
    fn.go(again)
    fn.at(again)
    now = fn.load(out)
    lowest = b.and_(now, fn.sub(0, now))
    with fn.when(fn.is_("==", lowest, 0)):
        fn.go(leave)
    ripple = fn.add(now, lowest)
    ones = b.lshr(b.lshr(b.xor(ripple, now), b.cttz(now, ir.Constant(I1, 1))), number(2))
    fn.store(b.or_(ripple, ones), out)
    fn.fork(fn.is_(">", fn.load(out), every), leave, head)
    fn.at(leave)
