"""Look-ahead: can a path be completed? The flow is run on, through all choices of the decider, and everything is taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeGuard

from llvmlite import ir

from rulekit.engine.compiling.compiler import DECISION, DONE
from rulekit.engine.machine import LOOKAHEAD_BUDGET, MOST_CHOICES_OF_A_MOVE
from rulekit.model import expressions as exprs
from rulekit.native.expressions.lists import Memory
from rulekit.native.flow import Flow
from rulekit.native.llvm.builder import DEPTH, I1, I32, LEFT, SEARCHING, STEPS, TOP, TRAIL, Fn, number
from rulekit.native.llvm.module import Unit, Unlowered
from rulekit.native.lookahead import trail
from rulekit.native.lookahead.pure_lookahead import glance
from rulekit.native.menus.candidates import candidates, keep_slots
from rulekit.native.piece_effects import place_of
from rulekit.native.shortcuts.candidate_masks import count_of, each_passing, is_masked, passing_now, tests_of, ways_of
from rulekit.native.state import places
from rulekit.native.tallies_and_markers import tally_of
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list
from rulekit.program.analysis.visibility import HiddenReads

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader

MOST_NESTED = 150  # fewer than the reference engine lets be open


def completable(flow: Flow, node: int, me: ir.Value) -> ir.Value:
    """Return whether some continuation from an effect reaches a horizon without a dead end."""
    fn, unit = flow.fn, flow.fn.unit
    if can_be_tested(unit, node):
        return tested(flow, node)
    return glance(flow, node, me, lambda: _tried(fn, node, me))


def can_be_tested(unit: Unit, node: int) -> bool:
    """Return whether it can be told without trying that an effect, and with it what follows, can be carried out."""
    found = unit.program.nodes[node]
    if not isinstance(found, prog.Draw | prog.Move | prog.Pay):
        return False
    if not unit.program.safe[found.next] or HiddenReads(unit.program).of(found):
        return False
    match found:
        case prog.Draw(count=exprs.Const(value=1), source=source):
            dims = unit.shape.families[source.place].layout.dims
            return all(_is_inside(unit.ranges.of(i), d) for i, d in zip(source.indices, dims, strict=True))
        case prog.Move(what=what):
            return not is_list(what.type)
    return isinstance(found, prog.Pay)


def _is_inside(known: tuple[int, int] | None, dim: prog.DimSize) -> bool:
    return known is not None and dim.low <= known[0] and known[1] < dim.low + dim.size


def tested(flow: Flow, node: int) -> ir.Value:
    """Return whether such an effect can be carried out."""
    fn, found = flow.fn, flow.fn.unit.program.nodes[node]
    match found:
        case prog.Pay(count=count, tally=name, indices=indices):
            mine, _ = tally_of(flow, name, flow.read.word(exprs.Me(count.type)), indices)
            return fn.is_(">=", fn.load(mine), flow.read.needed(count, flow.read.word(count)))
        case prog.Draw(source=source, to=to):
            origin, start, _ = place_of(flow, source)
            return fn.either(fn.negate(places.stocked(fn, origin, start)), _takes(flow, to))
        case prog.Move(what=what, to=to):
            return fn.either(fn.is_none(flow.read.word(what)), _takes(flow, to))
    raise Unlowered(type(found).__name__)


def _takes(flow: Flow, to: prog.SlotRef) -> ir.Value:
    """Return whether a place takes one more piece: it is there, and no spot that is taken."""
    fn = flow.fn
    target, member, inside = place_of(flow, to)
    free = fn.is_none(fn.load(places.base(fn, target, member))) if target.is_spot else ir.Constant(I1, 1)
    return free if inside is None else fn.both(inside, free)


def _tried(fn: Fn, node: int, me: ir.Value) -> ir.Value:
    before, top = fn.load(fn.word(prog.DECIDER)), fn.load(fn.note(TOP))
    fn.store(me, fn.word(prog.DECIDER))
    mark = fn.load(fn.note(TRAIL))
    found = fn.call(search_function(fn.unit, node), node, 0)
    fn.call(trail.undo_function(fn.unit), mark)
    fn.store(before, fn.word(prog.DECIDER))
    fn.give_back(top)
    return fn.truth(found)


def attempt(read: Reader, e: prog.Try) -> ir.Value:
    """`p can …`: a deed is tried on a copy."""
    from rulekit.native.expressions import comprehensions

    fn, unit, trial = read.fn, read.fn.unit, read.fn.unit.program.trials[e.trial]
    player = read.word(e.player)
    inside = fn.below(player, unit.program.layout.players)
    fn.trouble(fn.negate(inside))
    told = [comprehensions.listed(read, read.seq(a), a) if is_list(a.type) else read.word(a) for a in e.args]
    mark, top = fn.load(fn.note(TRAIL)), fn.load(fn.note(TOP))
    for word in (prog.ME, prog.DECIDER):
        trail.keep(fn, fn.word(word))
        fn.store(fn.select(inside, player, 0), fn.word(word))
    for (_, slot), value in zip(trial.args, told, strict=True):
        _tell(fn, slot, value)
    before = fn.load(fn.note(SEARCHING))
    with fn.when(fn.is_("==", before, 0)):
        fn.store(LOOKAHEAD_BUDGET, fn.note(LEFT))
    fn.store(1, fn.note(SEARCHING))
    found = fn.call(search_function(unit, trial.entry), trial.entry, 0)
    fn.store(before, fn.note(SEARCHING))
    fn.call(trail.undo_function(unit), mark)
    fn.give_back(top)
    return fn.truth(found)


def _tell(fn: Fn, slot: int, value: ir.Value | Memory) -> None:
    """Put an argument into its slot."""
    from rulekit.native.expressions import comprehensions

    shape = fn.unit.shape
    target = fn.word(shape.word[slot])
    trail.keep_all(fn, target, 1 + shape.room[slot] * shape.width[slot] if slot in shape.room else 1)
    if not isinstance(value, Memory):
        fn.store(value, target)
        return
    count = fn.variable(0)
    value.each_word(fn, lambda w, loop: comprehensions.append(fn, fn.offset(target, 1), count, [w], shape.room[slot]))
    fn.store(fn.load(count), target)


def search_function(unit: Unit, entry: int) -> ir.Function:
    """Search from a node on (its number), so many choices deep; the state is used up."""
    assert entry in unit.searched
    return unit.function("search", I32, [I32, I32], lambda fn: _Search(fn).write())


class _Search:
    def __init__(self, fn: Fn) -> None:
        self.fn, self.unit = fn, fn.unit
        fn.trailing = True
        self.pc, self.depth = fn.args[2:]
        self.deep = fn.variable(self.depth)  # with the actions that were begun since
        self.nested = fn.load(fn.note(DEPTH))
        self.flow = Flow(fn, self._dead, self._arrive, self._horizon)

    def write(self) -> None:
        fn = self.fn
        too_deep = fn.either(fn.is_(">", self.depth, MOST_CHOICES_OF_A_MOVE), fn.is_(">", self.nested, MOST_NESTED))
        fn.trouble(too_deep)
        with fn.when(fn.either(too_deep, fn.is_("<", fn.load(fn.note(LEFT)), 0)), likely=False):
            fn.builder.ret(number(0))
        fn.store(fn.add(self.nested, 1), fn.note(DEPTH))
        start = fn.builder.block
        done: set[int] = set()
        while done != self.unit.searched:  # choices inside ask for more entries
            for entry in sorted(self.unit.searched - done):
                self.flow.block(entry)
                done.add(entry)
            self.flow.finish()
        other = fn.block()
        fn.at(other)
        fn.trouble()
        self._return(0)
        fn.at(start)
        switch = fn.builder.switch(self.pc, other)
        for entry in sorted(done):
            switch.add_case(number(entry), self.flow.blocks[entry])

    def _return(self, result: int) -> None:
        fn = self.fn
        fn.spend(LEFT)
        fn.store(self.nested, fn.note(DEPTH))
        fn.builder.ret(number(result))

    def _dead(self, node: int) -> None:
        self._return(0)

    def _horizon(self) -> None:
        self._return(1)

    def _arrive(self, flow: Flow, node: int) -> None:
        fn, kind = self.fn, self.unit.plan.kinds[node]
        if self.unit.program.safe[node] or kind >= DONE or kind > DECISION:
            self._return(1)
        elif kind == DECISION:
            with fn.when(fn.is_("!=", fn.load(fn.word(prog.ME)), fn.load(fn.word(prog.DECIDER)))):
                self._return(1)
            self._choice(flow, node, self.unit.program.nodes[node])
        else:
            if node in self.unit.heads:
                fn.spend(STEPS)
                with fn.when(fn.is_("<", fn.load(fn.note(STEPS)), 0)):
                    self._return(0)
            flow.write(node)

    def _choice(self, flow: Flow, node: int, found: prog.AnyNode) -> None:
        fn, unit = self.fn, self.unit
        fn.spend(LEFT)
        if isinstance(found, prog.Start):
            deeper = fn.add(fn.load(self.deep), 1)
            fn.store(deeper, self.deep)
            nested = fn.add(fn.load(fn.note(DEPTH)), 1)
            fn.store(nested, fn.note(DEPTH))
            with fn.when(fn.either(fn.is_(">", deeper, MOST_CHOICES_OF_A_MOVE), fn.is_(">", nested, MOST_NESTED)), likely=False):
                fn.trouble()
                self._return(0)
            flow.go(found.next)
            return
        with fn.when(fn.is_("<", fn.load(fn.note(LEFT)), 0)):
            self._return(0)
        if isinstance(found, prog.Choose):
            keep_slots(fn, found)
        mark = fn.load(fn.note(TRAIL))

        def branch(following: int) -> None:
            unit.searched.add(following)
            good = fn.call(fn.function, following, fn.add(fn.load(self.deep), 1))
            with fn.when(fn.truth(good)):
                self._return(1)
            fn.call(trail.undo_function(unit), mark)

        if self._is_masked(found):
            self._masked(flow, found, branch)
        elif isinstance(found, prog.Choose):
            following = found.next
            candidates(flow, node, found, lambda: branch(following))
        else:
            assert isinstance(found, prog.Fork | prog.Offer)
            for way in found.bullets if isinstance(found, prog.Fork) else (found.decline, found.accept):
                branch(way)
        self._return(0)

    def _is_masked(self, node: prog.AnyNode) -> TypeGuard[prog.Choose]:
        """Whether the requirements of a choice can be tested together: none of them reads what the decider does not see."""
        if not is_masked(node, self.unit):
            return False
        hidden_reads, following = HiddenReads(self.unit.program), node.next
        while isinstance(required := self.unit.program.nodes[following], prog.Require):
            if hidden_reads.of(required):
                return False
            following = required.next
        return not hidden_reads.of(node)

    def _masked(self, flow: Flow, node: prog.Choose, branch: Callable[[int], None]) -> None:
        fn, count = self.fn, ways_of(node)
        passed = passing_now(flow, node)
        fn.spend(LEFT, fn.sub(count, count_of(fn, passed)))
        each_passing(flow, node, passed, lambda: branch(tests_of(self.unit.program, node)[1]))


def loop_heads(program: prog.Program) -> frozenset[int]:
    """Nodes to which the flow can come back: where an edge leads to a node that is still being looked at."""
    nodes, heads, state = program.nodes, set[int](), [0] * len(program.nodes)
    for root in range(len(nodes)):
        stack = [(root, iter(prog.successors(nodes[root])))] if not state[root] else []
        if stack:
            state[root] = 1
        while stack:
            here, following = stack[-1]
            step = next(following, None)
            if step is None:
                state[here] = 2
                stack.pop()
            elif state[step] == 1:
                heads.add(step)
            elif not state[step]:
                state[step] = 1
                stack.append((step, iter(prog.successors(nodes[step]))))
    return frozenset(heads)
