"""A glance ahead: can a path be completed, as far as that can be told without touching the state?

The flow is followed from an effect on. What effects would change is only noted: slots with other values, pieces that would
have been moved. Where that is not enough to go on (choices, loops, lists of pieces that would have changed), the glance gives
up, and the search has to tell. Most moves of most games are told by a glance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define, evolve, frozen
from llvmlite import ir

from rulekit.engine.compiling.compiler import HORIZON
from rulekit.model import expressions as exprs
from rulekit.model.types import TRUTH
from rulekit.native.expressions import comprehensions
from rulekit.native.expressions.lists import Numbers, Seq
from rulekit.native.expressions.reader import Reader
from rulekit.native.expressions.visibility import reads_hidden, sees
from rulekit.native.llvm.builder import I1, LEFT, Fn, Operand, number
from rulekit.native.lookahead.pending_effects import UNKNOWN, All, Dependent, One
from rulekit.native.lookahead.readable_after import Names, are_inside, is_readable
from rulekit.native.piece_effects import may_reveal, origins_of
from rulekit.native.state.layout import Family
from rulekit.native.tallies_and_markers import amount_of, tally_of
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list
from rulekit.program.analysis.visibility import Always, Belongs, HiddenReads

if TYPE_CHECKING:
    from rulekit.native.flow import Flow

MOST_NODES_FOLLOWED = 24  # nodes that are followed
MOST_TESTS = 4
STEPS = (prog.Let, prog.NextTurn, prog.Require, prog.Pay, prog.Gain, prog.SetMarker, prog.Move, prog.Draw)  # that are followed


@frozen
class Ways:
    """Where a glance goes on: it can be completed, it cannot, a search has to tell."""

    yes: ir.Block
    no: ir.Block
    unsure: ir.Block

    @classmethod
    def new(cls, fn: Fn) -> Ways:
        """Three new blocks."""
        return cls(fn.block(), fn.block(), fn.block())


def glance_for_all(flow: Flow, node: int, me: ir.Value, slots: set[int], count: ir.Value, ways: Ways) -> bool:
    """The same for all values of some slots (so many), if it does not depend on them: goes on at one of three blocks. False: it
    does."""
    fn = flow.fn
    if not helps(fn.unit.program, node):
        return False
    here, first = fn.builder.block, len(fn.function.blocks)
    start = fn.block()
    fn.at(start)
    read = evolve(flow.read, cells=dict.fromkeys(slots, UNKNOWN))
    try:
        _Glance(flow, me, ways, read, count).follow(node, read, frozenset(), 0, 0)
    except Dependent:
        for block in fn.function.blocks[first:]:
            if not block.is_terminated:
                ir.IRBuilder(block).unreachable()
        fn.at(here)
        return False
    fn.at(here)
    fn.go(start)
    return True


def glance(flow: Flow, node: int, me: ir.Value, search: Callable[[], ir.Value]) -> ir.Value:
    """Whether a path that ends at an effect can be completed; `search` writes the search for where a glance is not enough."""
    fn = flow.fn
    if not helps(fn.unit.program, node):
        return search()
    ways, after = Ways.new(fn), fn.block()
    _Glance(flow, me, ways, flow.read).follow(node, flow.read, frozenset(), 0, 0)
    found = []
    arms: tuple[tuple[ir.Block, Callable[[], ir.Value]], ...] = (
        (ways.yes, lambda: ir.Constant(I1, 1)), (ways.no, lambda: ir.Constant(I1, 0)), (ways.unsure, search),
    )  # fmt: skip
    for block, make in arms:
        fn.at(block)
        value = make()
        found.append((value, fn.builder.block))
        fn.go(after)
    fn.at(after)
    phi = fn.builder.phi(I1)
    for value, block in found:
        phi.add_incoming(value, block)
    return phi


def helps(program: prog.Program, node: int) -> bool:
    """Return whether the first step can be followed at all."""
    return isinstance(
        program.nodes[node], prog.Let | prog.Test | prog.Pay | prog.Gain | prog.SetMarker | prog.Move | prog.Draw | prog.NextTurn
    )


@define
class _Glance:
    flow: Flow
    me: ir.Value
    ways: Ways
    start: Reader  # before anything has changed
    count: Operand = 1  # moves that are told together
    offers: int = 0  # that were declined on the way

    @property
    def fn(self) -> Fn:
        return self.flow.fn

    def follow(self, node: int, read: Reader, changed: Names, steps: int, tests: int) -> None:
        """Write what follows from a node on; ends in one of the three blocks."""
        fn, unit = self.fn, self.fn.unit
        while True:
            steps += 1
            found, kind = unit.program.nodes[node], unit.plan.kinds[node]
            if unit.program.safe[node] or (kind >= HORIZON and not isinstance(found, prog.DECISIONS)):
                self._yes()
                return
            if steps > MOST_NODES_FOLLOWED or not self._look(found, read, changed):
                fn.go(self.ways.unsure)
                return
            if isinstance(found, prog.ForNext) and isinstance(read.cells.get(found.list), Seq):  # the list is empty
                node = found.exit
                continue
            if isinstance(found, prog.Test):
                self._test(found, read, changed, steps, tests)
                return
            if isinstance(found, prog.Offer):
                ways = evolve(self.ways, no=self.ways.unsure)
                evolve(self, ways=ways, offers=self.offers + 1).follow(found.decline, read, changed, steps, tests)
                return
            gone = self._step(found, read, changed)
            if gone is None or not isinstance(found, STEPS):
                fn.go(self.ways.unsure)
                return
            read, changed = gone
            node = found.next

    def _yes(self) -> None:
        """It can be completed; what a search would have tried for it counts."""
        self.fn.spend(LEFT, self.fn.mul(self.count, 1 + self.offers))
        self.fn.go(self.ways.yes)

    def _no(self) -> None:
        self.fn.spend(LEFT, self.count)
        self.fn.go(self.ways.no)

    def _look(self, node: prog.AnyNode, read: Reader, changed: Names) -> bool:
        """Return what the decider does not see is a horizon; False: that cannot be told."""
        conditions = HiddenReads(self.fn.unit.program).of(node)
        parts = [c.player for c in conditions if isinstance(c, Belongs)]
        if not all(isinstance(c, Always | Belongs) for c in conditions) or not all(is_readable(p, read, changed) for p in parts):
            return False
        if conditions:
            hidden = reads_hidden(read, node, self.me)
            assert hidden is not None
            with self.fn.when(hidden):
                self._yes()
        return True

    def _test(self, node: prog.Test, read: Reader, changed: Names, steps: int, tests: int) -> None:
        fn = self.fn
        if tests >= MOST_TESTS or not is_readable(node.test, read, changed):
            fn.go(self.ways.unsure)
            return
        then, other = fn.block(), fn.block()
        fn.fork(read.truth(node.test), then, other)
        for block, following in ((then, node.yes), (other, node.no)):
            fn.at(block)
            self.follow(following, read, changed, steps, tests + 1)

    def _step(self, node: prog.AnyNode, read: Reader, changed: Names) -> tuple[Reader, Names] | None:
        """Return what is different after a node; None: that cannot be told."""
        fn, shape = self.fn, self.fn.unit.shape
        match node:
            case prog.Let(slot=slot, value=value) if slot in shape.room:
                return self._empty(slot, value, read, changed)
            case prog.Let(slot=slot, value=value) | prog.NextTurn(slot=slot, player=value):
                if slot == prog.ME or not is_readable(value, read, changed):
                    return None
                return evolve(read, cells={**read.cells, slot: read.word(value)}), changed
            case prog.Require(test=test):
                if not is_readable(test, read, changed):
                    return None
                with fn.when(fn.negate(read.truth(test))):
                    self._no()
                return read, changed
            case prog.Pay() | prog.Gain():
                return self._count(node, read, changed)
            case prog.SetMarker():
                return self._set_marker(node, read, changed)
            case prog.Move():
                return self._move(node, read, changed)
            case prog.Draw():
                return self._draw(node, read, changed)
        return None

    def _empty(self, slot: int, value: prog.Expr, read: Reader, changed: Names) -> tuple[Reader, Names] | None:
        """Follow a list if it turns out to be empty."""
        fn = self.fn
        if isinstance(value, prog.Cell) and isinstance(read.cells.get(value.slot), Seq):
            return evolve(read, cells={**read.cells, slot: read.cells[value.slot]}), changed
        if not isinstance(value, exprs.Collect) or value.function != "list" or not is_readable(value, read, changed):
            return None
        some = comprehensions.holds(read, exprs.Collect(TRUTH, "any", exprs.Const(TRUTH, True), value.binders, value.where))
        with fn.when(some):
            fn.go(self.ways.unsure)
        return evolve(read, cells={**read.cells, slot: Numbers(number(1), number(0))}), changed

    def _set_marker(self, node: prog.SetMarker, read: Reader, changed: Names) -> tuple[Reader, Names] | None:
        fn = self.fn
        marker = next(k for k in fn.unit.program.layout.markers if k.name == node.marker)
        if not is_readable(node.value, read, changed) or not are_inside(marker.dims, node.indices, read, changed):
            return None
        word = read.word(node.value)
        outside: ir.Value = ir.Constant(I1, 0)
        if marker.low is not None and marker.high is not None:
            outside = fn.negate(fn.both(fn.is_("<=", marker.low, word), fn.is_("<=", word, marker.high)))
        none = fn.is_none(word)
        outside = fn.both(outside, fn.negate(none)) if marker.optional else fn.either(outside, none)
        with fn.when(outside):
            fn.go(self.ways.unsure)
        if marker.dims:
            return read, changed | {node.marker}
        return evolve(read, markers={**read.markers, node.marker: word}), changed - {node.marker}

    def _count(self, node: prog.Pay | prog.Gain, read: Reader, changed: Names) -> tuple[Reader, Names] | None:
        fn, flow = self.fn, self.flow
        tally = next(t for t in fn.unit.program.layout.tallies if t.name == node.tally)
        again = node.tally in changed  # a second gain cannot fail; a payment would have to know how much there is
        if (again and (isinstance(node, prog.Pay) or tally.bank is None)) or not is_readable(node.count, read, changed):
            return None
        if not are_inside(tally.dims[1:], node.indices, read, changed) or (isinstance(node, prog.Pay) and node.to is not None):
            return None
        inner = evolve(flow, reading=read)
        wanted, (mine, bank) = (
            amount_of(inner, node.count),
            tally_of(inner, node.tally, read.word(exprs.Me(node.count.type)), node.indices),
        )
        if isinstance(node, prog.Pay):
            with fn.when(fn.is_("<", fn.load(mine), wanted)):
                self._no()
        elif bank is None:
            comprehensions.add(fn, fn.variable(fn.load(mine)), wanted)
        return read, changed | {node.tally}

    def _move(self, node: prog.Move, read: Reader, changed: Names) -> tuple[Reader, Names] | None:
        fn = self.fn
        if node.to.place == "box":
            return None
        target = read.family(node.to.place)
        origin = self._origin(node.what, read, changed)
        origins = origins_of(fn, node.what.type) if origin is None else [origin.place]
        if not are_inside(target.layout.dims, node.to.indices, read, changed):
            return None

        def cell() -> ir.Value:
            return fn.add(read.member(target.layout.dims, node.to.indices)[0], target.layout.base)

        if is_list(node.what.type):
            return self._move_all(node, read, changed, cell)
        if any(isinstance(m, One) or m.source.layout.sort == target.layout.sort for m in read.moved):
            return None  # where the piece lies then is not known
        if not is_readable(node.what, read, changed):
            return None
        piece = read.word(node.what)
        if target.is_spot:
            taken = fn.negate(fn.is_none(read.word(exprs.Contents(node.what.type, node.to.place, node.to.indices))))
            with fn.when(fn.both(taken, fn.negate(fn.is_none(piece)))):
                self._no()

        def home() -> ir.Value:
            if origin is None:
                return read.home(piece)
            family = read.family(origin.place)
            return fn.add(self.start.member(family.layout.dims, origin.indices)[0], family.layout.base)

        if may_reveal(fn, origins, node.to.place):
            self._seen(fn.negate(fn.is_none(piece)), home(), target, cell)
        return evolve(read, moved=(*read.moved, One(piece, target, cell, home))), changed | {*origins, node.to.place}

    def _origin(self, what: prog.Expr, read: Reader, changed: Names) -> exprs.Contents | exprs.PieceAt | None:
        """Where a piece lies, if that is known without looking: its slot was filled from there while this menu is listed."""
        origin = self.flow.origins.get(what.slot) if isinstance(what, prog.Cell) and what.slot not in read.cells else None
        if origin is None or origin.place in ("box", *changed):
            return None
        dims = read.family(origin.place).layout.dims
        full = len(origin.indices) == len(dims)
        return origin if full and are_inside(dims, origin.indices, self.start, frozenset()) else None

    def _seen(self, comes: ir.Value, home: ir.Value, family: Family, cell: Callable[[], ir.Value]) -> None:
        """Pieces that come into the decider's sight are a horizon."""
        fn = self.fn
        hidden = fn.both(comes, fn.negate(sees(fn, home, self.me)))
        if family.layout.sight != "open":
            hidden = fn.both(hidden, sees(fn, cell(), self.me))
        with fn.when(hidden):
            self._yes()

    def _move_all(
        self, node: prog.Move, read: Reader, changed: Names, cell: Callable[[], ir.Value]
    ) -> tuple[Reader, Names] | None:
        """Return all pieces of one place to another."""
        fn, what = self.fn, node.what
        if not isinstance(what, exprs.Contents) or what.place == "box" or read.family(node.to.place).is_spot:
            return None
        source = read.family(what.place)
        whole = not source.is_spot and len(what.indices) == len(source.layout.dims)
        if not whole or not are_inside(source.layout.dims, what.indices, read, changed):
            return None

        def home() -> ir.Value:
            return fn.add(read.member(source.layout.dims, what.indices)[0], source.layout.base)

        target = read.family(node.to.place)
        moved = All(source, home, target, cell, read.count(what.place, what.indices))
        if may_reveal(fn, [what.place], node.to.place):
            self._seen(fn.is_(">", moved.count, 0), home(), target, cell)
        return evolve(read, moved=(*read.moved, moved)), changed | {what.place, node.to.place}

    def _draw(self, node: prog.Draw, read: Reader, changed: Names) -> tuple[Reader, Names] | None:
        """A draw by chance, or of a piece that comes into sight, is a horizon if anything is drawn; else nothing happens."""
        fn, shape = self.fn, self.fn.unit.shape
        if node.to.place == "box" or node.source.place == "box" or not is_readable(node.count, read, changed):
            return None
        source, target = read.family(node.source.place), read.family(node.to.place)
        inside = are_inside(source.layout.dims, node.source.indices, read, changed)
        if not inside or not are_inside(target.layout.dims, node.to.indices, read, changed) or target.is_spot or source.is_spot:
            return None
        held = read.count(node.source.place, node.source.indices)
        behind = number(0)
        for cell in dict.fromkeys(source.layout.refill):
            origin = shape.members[cell]
            if len(set(source.layout.refill)) > 1 or origin.is_spot:
                return None
            behind = read.count_at(origin, number(cell - origin.layout.base))
        count = read.needed(node.count, read.word(node.count))
        comes = fn.both(fn.is_(">", count, 0), fn.is_(">", fn.add(held, behind), 0))
        far = comes if source.layout.shape == "bag" else None
        if far is None and source.layout.refill:
            far = fn.both(comes, fn.is_("<", held, count))
        if may_reveal(fn, [node.source.place], node.to.place):
            start = fn.add(read.member(source.layout.dims, node.source.indices)[0], source.layout.base)
            end = fn.add(read.member(target.layout.dims, node.to.indices)[0], target.layout.base)
            shown = fn.both(sees(fn, end, self.me), fn.negate(sees(fn, start, self.me)))
            far = fn.both(comes, shown) if far is None else fn.either(far, fn.both(comes, shown))
        if far is None:
            return None
        with fn.when(far):
            self._yes()
        with fn.when(comes):
            fn.go(self.ways.unsure)
        return read, changed
