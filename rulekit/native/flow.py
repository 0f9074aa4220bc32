"""Nodes of the flow become blocks of code. The same writer serves running, listing menus and searching: they differ only in
where a dead end, a horizon and the next node lead (`Way`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from attrs import define, field
from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.model_walk import everything
from rulekit.native import idle_loops, piece_effects, tallies_and_markers, turns
from rulekit.native.expressions import comprehensions
from rulekit.native.expressions.reader import Reader, reader
from rulekit.native.expressions.visibility import reads_hidden, shown_new
from rulekit.native.llvm.builder import TOP, Fn
from rulekit.native.llvm.module import Unlowered, as_word
from rulekit.native.lookahead import trail
from rulekit.native.shortcuts import piece_sets
from rulekit.native.state.layout import NONE
from rulekit.program import program as prog


@define
class Flow:
    """Writes nodes into one function. `arrive` writes the block of a node: it decides what the node is to this function."""

    fn: Fn
    dead: Callable[[int], None]
    arrive: Callable[[Flow, int], None]
    horizon: Callable[[], None] | None = None  # None: there is no search
    reading: Reader | None = None
    top: ir.Value = field()  # where the mark is kept below which memory is in use
    # slots of pieces that were filled from a place just now: from where
    origins: dict[int, exprs.Contents | exprs.PieceAt] = field(factory=dict)
    blocks: dict[int, ir.Block] = field(factory=dict)
    todo: list[int] = field(factory=list)

    @top.default
    def _new_top(self) -> ir.Value:
        return self.fn.variable(self.fn.load(self.fn.note(TOP)))

    @property
    def read(self) -> Reader:
        return reader(self.fn) if self.reading is None else self.reading

    def block(self, node: int) -> ir.Block:
        """Return where a node begins."""
        if node not in self.blocks:
            self.blocks[node] = self.fn.block(f"node{node}")
            self.todo.append(node)
        return self.blocks[node]

    def go(self, node: int) -> None:
        self.fn.go(self.block(node))

    def finish(self) -> None:
        """Write all nodes that can be reached."""
        while self.todo:
            node = self.todo.pop()
            self.fn.at(self.blocks[node])
            self.arrive(self, node)

    def fail(self, test: ir.Value, node: int) -> None:
        with self.fn.when(test):
            self.free()
            self.dead(node)

    def stop(self, test: ir.Value) -> None:
        """A horizon, if this is a search."""
        if self.horizon is not None:
            with self.fn.when(test):
                self.free()
                self.horizon()

    def free(self) -> None:
        """Give back the memory that lists of this node have used."""
        if self.fn.uses_memory:
            self.fn.give_back(self.fn.load(self.top))

    def hold(self) -> None:
        """Lists that are in memory now stay there."""
        if self.fn.ever_memory:
            self.fn.store(self.fn.load(self.fn.note(TOP)), self.top)

    def drop(self, mark: ir.Value) -> None:
        """Lists that were held since then are not needed any more."""
        if self.fn.ever_memory:
            self.fn.store(mark, self.top)
            self.fn.give_back(mark)

    # ---- nodes -----------------------------------------------------------------------------------
    def write(self, number_: int) -> None:
        """The code of a node that is run."""
        node = self.fn.unit.program.nodes[number_]
        self.fn.uses_memory = False
        try:
            if self.horizon is not None:
                test = reads_hidden(self.read, node, self.fn.load(self.fn.word(prog.DECIDER)))
                if test is not None:
                    self.stop(test)
            following = self._write(node, number_)
        except Unlowered as refused:
            if not refused.address:
                refused.address = self.fn.unit.program.rules[node.rule].address
            raise
        if following is not None:
            self.free()
            self.go(following)

    def _write(self, node: prog.AnyNode, number_: int) -> int | None:
        """Return the node that follows; None: the code already says where it goes on."""
        match node:
            case prog.Let() | prog.NextTurn() | prog.Freeze() | prog.TurnFirst():
                self._set(node)
            case prog.Require(test=test):
                self.fail(self.fn.negate(self.read.truth(test)), number_)
            case prog.Guard():
                self._guard(node, number_)
            case prog.Test() | prog.ForNext() | prog.CountNext() | prog.TurnNext():
                self._branch(node)
                return None
            case prog.Horizon() | prog.Shuffle() if self.horizon is not None:
                self.horizon()
                return None
            case prog.Horizon() | prog.Announce():
                pass
            case prog.Reveal():
                self._reveal(node)
            case prog.SetMarker() | prog.SetAttr() | prog.Gain() | prog.Pay():
                tallies_and_markers.change(self, node, number_)
            case prog.Move():
                piece_effects.move(self, node, number_)
            case prog.Draw():
                piece_effects.draw(self, node, number_)
            case prog.Deal():
                piece_effects.deal(self, node, number_)
            case prog.Shuffle():
                piece_effects.shuffle(self, node)
            case prog.Random():
                piece_effects.random(self, node, number_)
            case prog.Choose() | prog.Start() | prog.Fork() | prog.Offer() | prog.End() | prog.Done():
                raise Unlowered(type(node).__name__)
            case _:
                assert_never(node)
        return node.next

    def _branch(self, node: prog.Test | prog.ForNext | prog.CountNext | prog.TurnNext) -> None:
        """A node with two ways."""
        match node:
            case prog.Test(test=test, yes=yes, no=no):
                found = self.read.truth(test)
                self.free()
                self.fn.fork(found, self.block(yes), self.block(no))
            case prog.ForNext():
                self._for_next(node)
            case prog.CountNext():
                self._count_next(node)
            case prog.TurnNext():
                turns.next_turn(self, node)
            case _:
                assert_never(node)

    def _set(self, node: prog.Let | prog.NextTurn | prog.Freeze | prog.TurnFirst) -> None:
        """A node that puts something into slots."""
        match node:
            case prog.Let(slot=slot, value=value):
                self.let(slot, value)
            case prog.NextTurn(slot=slot, player=player):
                self.fn.set(self.read.word(player), self.fn.word(self.fn.unit.shape.word[slot]))
            case prog.Freeze(on=on):
                self._freeze(on)
            case prog.TurnFirst():
                turns.first_turn(self, node)
            case _:
                assert_never(node)

    def _freeze(self, on: bool) -> None:
        fn = self.fn
        if on and fn.trailing:
            raise Unlowered("`everyone secretly` inside a move that is looked through")
        if on:
            assert fn.unit.shape.frozen is not None
            fn.copy(fn.word(fn.unit.shape.frozen), fn.state, fn.unit.shape.frozen)
        fn.set(int(on), fn.word(prog.FROZEN))

    def _reveal(self, node: prog.Reveal) -> None:
        """Nothing changes; for who is shown something new it is a horizon."""
        if self.horizon is not None:
            test = shown_new(self.read, node, self.fn.load(self.fn.word(prog.DECIDER)))
            if test is not None:
                self.stop(test)

    def _guard(self, node: prog.Guard, number_: int) -> None:
        """A loop that goes round without changing anything is stopped."""
        fn, seen, count = self.fn, *(self.fn.unit.shape.word[slot] for slot in (node.seen, node.count))
        if self.horizon is None:
            idle_loops.relaxed(fn, seen, count)
            return
        for word in (seen, count):
            trail.keep(fn, fn.word(word))
        self.fail(fn.truth(fn.call(idle_loops.idle_function(fn.unit), seen, count)), number_)

    def _count_next(self, node: prog.CountNext) -> None:
        fn = self.fn
        place = fn.word(fn.unit.shape.word[node.counter])
        left = fn.present(fn.load(place))
        with fn.when(fn.is_("<=", left, 0)):
            self.go(node.exit)
        fn.set(fn.sub(left, 1), place)
        self.go(node.body)

    def let(self, slot: int, value: prog.Expr) -> None:
        """Put a value into a slot of the frame."""
        fn, read, shape = self.fn, self.read, self.fn.unit.shape
        target = fn.word(shape.word[slot])
        if slot not in shape.room:
            word = read.word(value)
            fn.set(fn.seat(word) if slot in (prog.ME, prog.ACTIVE) and not read.is_present(value) else word, target)
            return
        if fn.trailing:
            trail.keep_all(fn, target, 1 + shape.room[slot] * shape.width[slot])
        if shape.width[slot] > 1:
            self._let_rows(slot, value)
            return
        bits = piece_sets.bits_of(read, value) if slot in fn.sets else None
        if bits is not None and slot in fn.unit.plan.unlisted:
            fn.store(bits, fn.sets[slot])
            return
        source = read.seq(value)
        if any(isinstance(e, prog.Cell) and e.slot == slot for e in everything(value)):
            source = comprehensions.listed(read, source, value, copy=True)
        count, most = fn.variable(0), shape.room[slot]
        absent = source.is_none(fn)
        source.each_word(fn, lambda w, loop: comprehensions.append(fn, fn.offset(target, 1), count, [w], most))
        fn.store(fn.load(count) if absent is None else fn.select(absent, NONE, fn.load(count)), target)
        if slot in fn.sets:
            fn.store(piece_sets.listed_bits(fn, slot) if bits is None else bits, fn.sets[slot])

    def _let_rows(self, slot: int, value: prog.Expr) -> None:
        """A list of which a loop takes several words at a time."""
        fn, shape = self.fn, self.fn.unit.shape
        target, width = fn.word(shape.word[slot]), shape.width[slot]
        if isinstance(value, exprs.Const) and isinstance(value.value, tuple):
            flat = [as_word(w) for row in value.value if isinstance(row, tuple) for w in row]
            fn.copy(fn.offset(target, 1), fn.table(flat), len(flat))
            fn.store(len(value.value), target)
            return
        if not isinstance(value, exprs.Collect) or not isinstance(value.value, exprs.Items):
            raise Unlowered("a loop over several variables of this list")
        found = comprehensions.gathered(self.read, value)
        with fn.loop(fn.mul(found.count, width)) as loop:
            fn.store(fn.load(fn.offset(found.pointer, loop.at)), fn.offset(target, fn.add(loop.at, 1)))
        fn.store(found.count, target)

    def _for_next(self, node: prog.ForNext) -> None:
        fn, shape = self.fn, self.fn.unit.shape
        items, at = fn.word(shape.word[node.list]), fn.word(shape.word[node.at])
        count, i = fn.present(fn.load(items)), fn.present(fn.load(at))
        with fn.when(fn.negate(fn.below(i, fn.most(count, 0)))):
            fn.set(NONE, items)
            fn.set(NONE, at)
            self.go(node.exit)
        fn.set(fn.add(i, 1), at)
        for n, target in enumerate(node.targets):
            if target in shape.room:
                raise Unlowered("a loop over lists")
            here = fn.add(fn.mul(i, len(node.targets)), n + 1)
            word = fn.load(fn.offset(items, here))
            fn.set(fn.seat(word) if target in (prog.ME, prog.ACTIVE) else word, fn.word(shape.word[target]))
        self.go(node.body)
