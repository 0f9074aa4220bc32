"""Menus: a function for each choice that goes through its candidates, and notes each path to an effect that can be completed.

Paths are noted in records (`records.py`): one for each, or one for all candidates of a choice that end alike.
"""

from __future__ import annotations

from llvmlite import ir

from rulekit.engine.compiling.compiler import DECISION, DONE, EFFECT, HORIZON, OVER, PURE, READS_HIDDEN
from rulekit.engine.machine import LOOKAHEAD_BUDGET, MOST_CHOICES_OF_A_MOVE, MOST_MOVES, MOST_VISITS
from rulekit.model import expressions as exprs
from rulekit.model.model_walk import everything
from rulekit.native.expressions.visibility import reads_hidden
from rulekit.native.flow import Flow
from rulekit.native.llvm.builder import I32, I64, LEFT, MOVES, NOTHING, PATH, RECORDS, SEARCHING, SERIAL, VISITS, Fn, number
from rulekit.native.llvm.module import Unit, Unlowered
from rulekit.native.lookahead.pure_lookahead import Ways, glance_for_all
from rulekit.native.lookahead.search import can_be_tested, completable, tested
from rulekit.native.menus import records
from rulekit.native.menus.candidates import candidates
from rulekit.native.menus.records import slot_words
from rulekit.native.shortcuts import candidate_masks as masks
from rulekit.native.shortcuts import piece_sets
from rulekit.native.shortcuts.inlining import tries
from rulekit.native.state.noted_paths import MOST_PATH
from rulekit.program import program as prog


def walk_function(unit: Unit, node: int) -> ir.Function:
    """Note all moves from a choice on; arguments: who decides, the first action begun (0: none), how long the path is."""
    return unit.function(f"walk{node}", NOTHING, [I32, I32, I32], lambda fn: _Walk(fn, node, *fn.args[2:]).write())


class _Walk:
    def __init__(self, fn: Fn, node: int, me: ir.Value, begun: ir.Value, depth: ir.Value) -> None:
        self.fn, self.number, self.unit = fn, node, fn.unit
        self.me, self.begun, self.depth = me, begun, depth
        self.action = fn.variable(self.begun)
        self.deep = fn.variable(self.depth)  # with the actions that were begun since
        self.back = fn.variable(0)  # which bullet is being looked at
        self.after, self.leave = fn.block("after"), fn.block("leave")
        self.own = [(w, n, fn.variable(count=n)) for w, n in slot_words(self.unit.shape, self.unit.plan.kept[node])]
        self.base = fn.load(fn.note(PATH)) if self.unit.paths else None
        self.flow = Flow(fn, self._dead, self._arrive)
        self.returns: list[ir.Block] = []  # where to go on after each bullet

    def write(self) -> None:
        """All of it."""
        fn, node, flow = self.fn, self.unit.program.nodes[self.number], self.flow
        leave = self.leave
        too_deep = fn.is_(">", self.depth, MOST_CHOICES_OF_A_MOVE)
        fn.trouble(too_deep)
        saved = self._saved()
        with fn.when(too_deep):
            fn.go(leave)
        self._keep_sets(node)
        try:
            self._ways(node)
        except Unlowered as refused:
            refused.address = refused.address or self.unit.program.rules[node.rule].address
            raise
        flow.finish()
        fn.at(self.after)
        for word, count, kept in (*saved, *self.own):
            records.copy(fn, fn.word(word), kept, count)
        if fn.ever_memory:
            fn.give_back(fn.load(flow.top))
        switch = fn.builder.switch(fn.load(self.back), leave)
        for n, block in enumerate(self.returns):
            switch.add_case(number(n), block)
        fn.at(leave)
        fn.builder.ret_void()

    def _saved(self) -> list[tuple[int, int, ir.Value]]:
        """Slots that a way may change and that are needed as they are: where they are, their words, where these are kept."""
        fn = self.fn
        saved = [(w, n, fn.variable(count=n)) for w, n in slot_words(self.unit.shape, self.unit.plan.restored[self.number])]
        for word, count, kept in saved:
            records.copy(fn, kept, fn.word(word), count)
        return saved

    def _keep_sets(self, node: prog.AnyNode) -> None:
        """Slots that are asked for as sets: their bits are kept from here on."""
        fn, own = self.fn, {p.slot for p in node.picks} if isinstance(node, prog.Choose) else set()
        for slot, is_older in self.unit.plan.sets[self.number].items():
            if slot not in fn.sets:
                bits = piece_sets.listed_bits(fn, slot) if is_older and slot not in own else ir.Constant(I64, 0)
                fn.sets[slot] = fn.variable(bits, I64)

    def _ways(self, node: prog.AnyNode) -> None:
        """Go through all candidates or bullets."""
        fn, flow, leave = self.fn, self.flow, self.leave
        if masks.is_masked(node, self.unit):
            self._masked(node, masks.passing(flow, self.number, node))
        elif isinstance(node, prog.Choose):
            for pick in node.picks:
                if (
                    isinstance(pick.source, exprs.Contents)
                    and not pick.several
                    and not self.unit.plan.behind[self.number][pick.slot]
                ):
                    flow.origins[pick.slot] = pick.source
            following = self._prelude(node, node.next)
            candidates(flow, self.number, node, lambda: self._try(following, 0, node))
            fn.go(leave)
        else:
            assert isinstance(node, prog.Fork | prog.Offer)
            ways = node.bullets if isinstance(node, prog.Fork) else (node.decline, node.accept)
            for n, way in enumerate(ways):
                self._try(way, n, node)
            fn.go(leave)

    def _masked(self, node: prog.Choose, passed: ir.Value) -> None:
        """A choice from a fixed list: what is the same for all candidates is done once."""
        fn, flow, unit = self.fn, self.flow, self.unit
        with fn.when(masks.is_zero(fn, passed)):
            fn.go(self.leave)
        self._count(masks.count_of(fn, passed))
        slots, following = {p.slot for p in node.picks}, self._prelude(node, masks.tests_of(unit.program, node)[1])
        kind = unit.plan.kinds[following]
        if kind in (HORIZON, OVER, DONE) or (kind == EFFECT and unit.program.safe[following]):
            self._note_each(node, passed, following)
            return
        if kind == EFFECT and can_be_tested(unit, following):
            able = masks.bits_of(flow, node, lambda inner: tested(inner, following), passed)
            fn.spend(LEFT, fn.sub(masks.count_of(fn, passed), masks.count_of(fn, able)))
            with fn.when(masks.is_zero(fn, able)):
                fn.go(self.leave)
            self._note_each(node, able, following)
            return
        if kind == EFFECT and not unit.paths:
            self._glance(node, passed, following, slots)
        masks.each_passing(flow, node, passed, lambda: self._enter(following, 0, node))
        fn.go(self.leave)

    def _glance(self, node: prog.Choose, passed: ir.Value, following: int, slots: set[int]) -> None:
        """All candidates are told by one glance, if that does not depend on which it is; goes on where it was not enough."""
        fn, ways = self.fn, Ways.new(self.fn)
        if not glance_for_all(self.flow, following, self.me, slots, masks.count_of(fn, passed), ways):
            for block in (ways.yes, ways.no, ways.unsure):
                ir.IRBuilder(block).unreachable()
            return
        fn.at(ways.yes)
        self._note_each(node, passed, following)
        fn.at(ways.no)
        fn.spend(LEFT, masks.count_of(fn, passed))
        fn.go(self.leave)
        fn.at(ways.unsure)

    def _prelude(self, node: prog.Choose, following: int) -> int:
        """Values that do not depend on the choice are worked out before it; the node that follows them."""
        unit, slots = self.unit, {p.slot for p in node.picks}
        while True:
            found = unit.program.nodes[following]
            if unit.plan.kinds[following] != PURE or not isinstance(found, prog.Let) or following in unit.heads:
                return following
            if found.slot in {*unit.plan.restored[self.number], *slots}:
                return following
            if unit.plan.behind[self.number][found.slot] > 1 or self.number in unit.plan.looping:
                return following
            if any(isinstance(e, prog.Cell) and e.slot in slots for e in everything(found.value)):
                return following
            if tries(unit.program, found.value):
                return following
            self.flow.let(found.slot, found.value)
            if isinstance(found.value, exprs.PieceAt):
                self.flow.origins[found.slot] = found.value
            following = found.next

    def _note_each(self, node: prog.Choose, passed: ir.Value, following: int) -> None:
        """Every candidate is a move."""
        fn = self.fn
        fn.store(self.begun, self.action)
        if self.unit.paths:

            def record() -> None:
                self._note(node, 0)
                self._record(following)

            masks.each_passing(self.flow, node, passed, record)
        else:
            records.note(fn, following, self.begun, self.number, passed)
        fn.go(self.leave)

    def _try(self, entry: int, way: int, node: prog.AnyNode) -> None:
        """Count one way and go into it."""
        self._count(number(1))
        self._enter(entry, way, node)

    def _count(self, ways: ir.Value) -> None:
        """Count ways that are looked at; too many are trouble."""
        fn = self.fn
        fn.spend(VISITS, fn.mul(ways, self.unit.plan.steps[self.number]))
        with fn.when(fn.is_("<", fn.load(fn.note(VISITS)), 0), likely=False):
            fn.go(self.leave)

    def _enter(self, entry: int, way: int, node: prog.AnyNode) -> None:
        """Go into one way; what comes after it goes on here."""
        fn = self.fn
        fn.store(self.begun, self.action)
        fn.store(self.depth, self.deep)
        fn.store(len(self.returns), self.back)
        for word, count, kept in self.own:
            records.copy(fn, kept, fn.word(word), count)
        if self.unit.paths:
            self._note(node, way)
        back = fn.block("back")
        self.returns.append(back)
        self.flow.go(entry)
        fn.at(back)

    def _note(self, node: prog.AnyNode, way: int) -> None:
        """Write the choice down: node, words, values."""
        fn, base = self.fn, self.base
        assert base is not None
        at = fn.variable(fn.add(base, 2))
        if isinstance(node, prog.Choose):
            for pick in node.picks:
                slot = fn.word(self.unit.shape.word[pick.slot])
                if pick.several:
                    with fn.loop(fn.add(fn.load(slot), 1)) as loop:
                        self._push(at, fn.load(fn.offset(slot, loop.at)))
                else:
                    self._push(at, fn.load(slot))
        else:
            self._push(at, number(way))
        self._head(base, self.number, at)

    def _push(self, at: ir.Value, word: ir.Value) -> None:
        fn = self.fn
        full = fn.is_(">=", fn.load(at), MOST_PATH)
        fn.trouble(full)
        here = fn.select(full, MOST_PATH - 1, fn.load(at))
        fn.store(word, fn.offset(fn.context, fn.add(here, self.unit.path_at)))
        fn.store(fn.add(here, 1), at)

    def _head(self, base: ir.Value, node: int, at: ir.Value) -> None:
        fn = self.fn
        safe = fn.least(base, MOST_PATH - 2)
        fn.store(node, fn.offset(fn.context, fn.add(safe, self.unit.path_at)))
        count = fn.sub(fn.load(at), fn.add(base, 2))
        fn.store(count, fn.offset(fn.context, fn.add(safe, self.unit.path_at + 1)))
        fn.store(fn.load(at), fn.note(PATH))

    # ---- between a choice and the next, or an effect ---------------------------------------------
    def _dead(self, node: int) -> None:
        self.fn.go(self.after)

    def _arrive(self, flow: Flow, node: int) -> None:
        fn, kind = self.fn, self.unit.plan.kinds[node]
        found = self.unit.program.nodes[node]
        if node in self.unit.heads:
            fn.spend(VISITS, self.unit.plan.steps[self.number])
            with fn.when(fn.is_("<", fn.load(fn.note(VISITS)), 0), likely=False):
                fn.go(self.after)
        if kind == PURE:
            flow.write(node)
        elif kind == READS_HIDDEN:
            test = reads_hidden(flow.read, found, self.me)
            assert test is not None
            with fn.when(test):
                self._record(node)
                fn.go(self.after)
            flow.write(node)
        elif kind == DECISION:
            if self.number in self.unit.plan.moving:
                with fn.when(fn.is_("!=", fn.load(fn.word(prog.ME)), self.me)):
                    self._record(node)
                    fn.go(self.after)
            self._decision(flow, node, found)
        else:
            self._offer(node, kind)

    def _decision(self, flow: Flow, node: int, found: prog.AnyNode) -> None:
        fn = self.fn
        if isinstance(found, prog.Start):
            action = 1 + [name for name, _ in self.unit.program.deeds].index(found.action)
            so_far = fn.load(self.action)
            fn.store(fn.select(fn.is_("==", so_far, 0), action, so_far), self.action)
            fn.store(fn.add(fn.load(self.deep), 1), self.deep)
            if self.unit.paths:
                base = fn.load(fn.note(PATH))
                at = fn.variable(fn.add(base, 2))
                for slot, _, _ in found.told:
                    word = fn.word(self.unit.shape.word[slot])
                    if slot in self.unit.shape.room:
                        with fn.loop(fn.add(fn.most(fn.load(word), 0), 1)) as loop:
                            self._push(at, fn.load(fn.offset(word, loop.at)))
                    else:
                        self._push(at, fn.load(word))
                self._head(base, node, at)
            flow.go(found.next)
            return
        fn.call(walk_function(self.unit, node), self.me, fn.load(self.action), fn.add(fn.load(self.deep), 1))
        fn.go(self.after)

    def _offer(self, node: int, kind: int) -> None:
        """Note the path that ends here, if it can be completed."""
        fn, program = self.fn, self.unit.program
        if kind >= HORIZON or kind != EFFECT or program.safe[node]:
            self._record(node)
        else:
            with fn.when(completable(self.flow, node, self.me)):
                self._record(node)
                fn.go(self.after)
            fn.spend(LEFT)
        fn.go(self.after)

    def _record(self, node: int) -> None:
        records.note(self.fn, node, self.fn.load(self.action))


def list_menu(fn: Fn, node: int) -> ir.Value:
    """Note all moves of the decider at a choice where play stops; how many there are."""
    unit = fn.unit
    fn.store(LOOKAHEAD_BUDGET - MOST_MOVES, fn.note(LEFT))
    fn.store(MOST_VISITS, fn.note(VISITS))
    for word in (MOVES, RECORDS, PATH):
        fn.store(0, fn.note(word))
    fn.store(fn.add(fn.load(fn.note(SERIAL)), 1), fn.note(SERIAL))
    fn.store(1, fn.note(SEARCHING))
    single = isinstance(unit.program.nodes[node], prog.Start)
    fn.call((start_function if single else walk_function)(unit, node), fn.load(fn.word(prog.ME)), 0, 0)
    fn.store(0, fn.note(SEARCHING))
    return fn.load(fn.note(MOVES))


def start_function(unit: Unit, node: int) -> ir.Function:
    """Return a menu that begins with the beginning of an action: one way only."""

    def write(fn: Fn) -> None:
        _Single(fn, node, *fn.args[2:]).write()

    return unit.function(f"walk{node}", NOTHING, [I32, I32, I32], write)


class _Single(_Walk):
    def write(self) -> None:
        fn, leave, saved = self.fn, self.leave, self._saved()
        self._decision(self.flow, self.number, self.unit.program.nodes[self.number])
        self.flow.finish()
        fn.at(self.after)
        for word, count, kept in saved:
            records.copy(fn, fn.word(word), kept, count)
        fn.go(leave)
        fn.at(leave)
        fn.builder.ret_void()
