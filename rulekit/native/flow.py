"""Nodes of the flow become blocks of code. The same writer serves running, listing menus and searching: they differ only in
where a dead end, a horizon and the next node lead (`Way`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from attrs import define, field
from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.expression_walk import everything
from rulekit.model.types import ListType, OptionalType, PieceType
from rulekit.native import idle_loops
from rulekit.native.expressions import calls, comprehensions
from rulekit.native.expressions.lists import Memory
from rulekit.native.expressions.reader import Reader, reader
from rulekit.native.expressions.visibility import sees, veiled
from rulekit.native.llvm.builder import TOP, Fn, Loop, number
from rulekit.native.llvm.module import Unlowered, as_word
from rulekit.native.lookahead import trail
from rulekit.native.shortcuts import piece_sets
from rulekit.native.state import places
from rulekit.native.state.layout import NONE, Family
from rulekit.program import program as prog
from rulekit.program.analysis.expression_ranges import LIMIT
from rulekit.program.analysis.never_none import is_list


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
        """Where a node begins."""
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

    def _fail(self, test: ir.Value, node: int) -> None:
        with self.fn.when(test):
            self.free()
            self.dead(node)

    def _stop(self, test: ir.Value) -> None:
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
                test = veiled(self.read, node, self.fn.load(self.fn.word(prog.DECIDER)))
                if test is not None:
                    self._stop(test)
            following = self._write(node, number_)
        except Unlowered as refused:
            if not refused.address:
                refused.address = self.fn.unit.program.rules[node.rule].address
            raise
        if following is not None:
            self.free()
            self.go(following)

    def _write(self, node: prog.AnyNode, number_: int) -> int | None:
        fn, read = self.fn, self.read
        match node:
            case prog.Let(slot=slot, value=value):
                self.let(slot, value)
                return node.next
            case prog.Test(test=test, yes=yes, no=no):
                found = read.truth(test)
                self.free()
                fn.fork(found, self.block(yes), self.block(no))
                return None
            case prog.Require(test=test):
                self._fail(fn.negate(read.truth(test)), number_)
                return node.next
            case prog.ForNext():
                self._for_next(node)
                return None
            case prog.CountNext(counter=counter, body=body, exit=leave):
                place = fn.word(fn.unit.shape.word[counter])
                left = fn.present(fn.load(place))
                with fn.when(fn.is_("<=", left, 0)):
                    self.go(leave)
                fn.set(fn.sub(left, 1), place)
                self.go(body)
                return None
            case prog.Guard(seen=seen, count=count):
                words = fn.unit.shape.word
                if self.horizon is None:
                    idle_loops.relaxed(fn, words[seen], words[count])
                    return node.next
                for word in (words[seen], words[count]):
                    trail.keep(fn, fn.word(word))
                self._fail(fn.truth(fn.call(idle_loops.idle_function(fn.unit), words[seen], words[count])), number_)
                return node.next
            case prog.Horizon():
                if self.horizon is not None:
                    self.horizon()
                    return None
                return node.next
            case prog.Freeze(on=on):
                if on and fn.trailing:
                    raise Unlowered("`everyone secretly` inside a move that is looked through")
                if on:
                    assert fn.unit.shape.frozen is not None
                    fn.copy(fn.word(fn.unit.shape.frozen), fn.state, fn.unit.shape.frozen)
                fn.set(int(on), fn.word(prog.FROZEN))
                return node.next
            case prog.NextTurn(slot=slot, player=player):
                fn.set(read.word(player), fn.word(fn.unit.shape.word[slot]))
                return node.next
            case prog.TurnFirst():
                self._turn_first(node)
                return node.next
            case prog.TurnNext():
                self._turn_next(node)
                return None
            case prog.SetMarker() | prog.SetAttr() | prog.Gain() | prog.Pay():
                self._change(node, number_)
                return node.next
            case prog.Move():
                self._move(node, number_)
            case prog.Draw():
                self._draw(node, number_)
            case prog.Deal():
                self._deal(node, number_)
            case prog.Shuffle(place=ref):
                if self.horizon is not None:
                    self.horizon()
                    return None
                self._shuffle(node, ref)
            case prog.Random():
                self._random(node, number_)
            case prog.Choose() | prog.Start() | prog.Fork() | prog.Offer() | prog.End() | prog.Done():
                raise Unlowered(type(node).__name__)
            case _:
                assert_never(node)
        return node.next

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

    # ---- turns -----------------------------------------------------------------------------------
    def _active(self, player: ir.Value, where: prog.Expr | None, leave: int) -> None:
        """The first player from this one on for whom `where` holds becomes active."""
        fn, players = self.fn, self.fn.unit.program.layout.players
        active = fn.word(prog.ACTIVE)
        if where is None:
            fn.set(player, active)
            return
        found = fn.block()
        with fn.loop(number(players)) as loop:
            fn.set(fn.builder.srem(fn.add(player, loop.at), number(players)), active)
            with fn.when(self.read.truth(where)):
                fn.go(found)
        self.free()
        self.go(leave)
        fn.at(found)

    def _turn_first(self, node: prog.TurnFirst) -> None:
        fn, words = self.fn, self.fn.unit.shape.word
        player = fn.seat(self.read.word(node.start))
        fn.set(player, fn.word(words[node.first]))
        fn.set(NONE, fn.word(words[node.coming]))
        self._active(player, node.where, node.exit)

    def _turn_next(self, node: prog.TurnNext) -> None:
        fn, words, players = self.fn, self.fn.unit.shape.word, self.fn.unit.program.layout.players
        last, told = fn.load(fn.word(prog.ACTIVE)), fn.load(fn.word(words[node.coming]))
        after = fn.builder.srem(fn.add(last, 1), number(players))
        player = fn.seat(fn.select(fn.is_none(told), after, told))
        self._active(player, node.where, node.exit)
        self.free()
        if not node.whole:
            self.go(node.tested)
            return
        coming, first = fn.load(fn.word(prog.ACTIVE)), fn.load(fn.word(words[node.first]))
        extra = fn.both(fn.is_("==", told, last), fn.is_("==", coming, last))

        def way(player: ir.Value) -> ir.Value:
            return fn.builder.srem(fn.add(fn.sub(fn.sub(player, last), 1), 2 * players), number(players))

        passes = fn.both(fn.negate(extra), fn.is_("<=", way(first), way(coming)))
        fn.fork(passes, self.block(node.tested), self.block(node.body))

    # ---- tallies, markers, attributes ------------------------------------------------------------
    def _change(self, node: prog.SetMarker | prog.SetAttr | prog.Gain | prog.Pay, number_: int) -> None:
        fn, read, layout, words = self.fn, self.read, self.fn.unit.program.layout, self.fn.unit.shape.word
        match node:
            case prog.SetMarker(marker=name, indices=indices, value=value):
                marker = next(k for k in layout.markers if k.name == name)
                held = self._settable(value, marker.low, marker.high, marker.optional)
                member = self._member(marker.dims, indices)
                fn.set(held, fn.word(fn.add(member, words[marker.base])))
            case prog.SetAttr(sort=sort, attr=attr, piece=piece, value=value):
                found = next(s for s in layout.sorts if s.name == sort)
                column = next(a for a in found.attrs if a.name == attr)
                held = self._settable(value, column.low, column.high, False)
                at = fn.sub(read.word(piece), found.first)
                inside = fn.below(at, max(1, found.count))
                fn.trouble(fn.negate(inside))
                fn.set(held, fn.word(fn.add(fn.select(inside, at, 0), words[column.base or 0])))
            case prog.Gain(count=count, tally=name, indices=indices):
                wanted, mine, bank = self.amount(count), *self.tally(name, read.word(exprs.Me(count.type)), indices)
                if bank is None:
                    self._add(mine, wanted)
                    return
                given = fn.least(wanted, fn.load(bank))
                fn.set(fn.sub(fn.load(bank), given), bank)
                fn.set(fn.add(fn.load(mine), given), mine)
            case prog.Pay(count=count, tally=name, indices=indices, to=to):
                wanted, mine, bank = self.amount(count), *self.tally(name, read.word(exprs.Me(count.type)), indices)
                payee = None if to is None else self.tally(name, fn.seat(read.word(to)), indices)[0]
                self._fail(fn.is_("<", fn.load(mine), wanted), number_)
                fn.set(fn.sub(fn.load(mine), wanted), mine)
                paid = payee if payee is not None else bank
                if paid is not None:
                    self._add(paid, wanted)
            case _:
                assert_never(node)

    def _add(self, target: ir.Value, more: ir.Value) -> None:
        if self.fn.trailing:
            trail.keep(self.fn, target)
        comprehensions.add(self.fn, target, more)

    def amount(self, count: prog.Expr) -> ir.Value:
        """A number to gain or pay."""
        fn, known, word = self.fn, self.read.ranges.of(count), self.read.word(count)
        if known is None or known[0] < 0 or not self.read.is_present(count):
            fn.trouble(fn.is_("<", word, 0))
            return fn.most(word, 0)
        return word

    def _member(self, dims: tuple[prog.DimSize, ...], indices: tuple[prog.Expr, ...]) -> ir.Value:
        member, inside = self.read.member(dims, indices)
        if inside is not None:
            self.fn.trouble(self.fn.negate(inside))
        return member

    def tally(self, name: str, player: ir.Value, indices: tuple[prog.Expr, ...]) -> tuple[ir.Value, ir.Value | None]:
        """The addresses of a player's tally and of its bank."""
        fn, words = self.fn, self.fn.unit.shape.word
        tally = next(t for t in fn.unit.program.layout.tallies if t.name == name)
        width = tally.size // tally.dims[0].size
        offset = self._member(tally.dims[1:], indices) if indices else number(0)
        mine = fn.word(fn.add(fn.add(fn.mul(player, width), offset), words[tally.base]))
        return mine, None if tally.bank is None else fn.word(fn.add(offset, words[tally.bank]))

    def _settable(self, value: prog.Expr, low: int | None, high: int | None, optional: bool) -> ir.Value:
        fn, word, known = self.fn, self.read.word(value), self.read.ranges.of(value)
        least, most = (-LIMIT if low is None else low), (LIMIT if high is None else high)
        if known is not None and least <= known[0] and known[1] <= most and self.read.is_present(value):
            return word
        outside = fn.either(fn.is_("<", word, least), fn.is_(">", word, most))
        none = fn.is_none(word)
        if low is None or high is None:
            fn.trouble(none) if not optional else None
        else:
            fn.trouble(fn.both(outside, fn.negate(none)) if optional else outside)
        return word

    # ---- pieces ----------------------------------------------------------------------------------
    def place(self, ref: prog.SlotRef) -> tuple[Family, ir.Value, ir.Value | None]:
        family = self.read.family(ref.place)
        member, inside = self.read.member(family.layout.dims, ref.indices)
        return family, member, inside

    def _reached(self, inside: ir.Value | None, comes: Callable[[], ir.Value], node: prog.Move | prog.Draw, number_: int) -> None:
        """A place outside the declared indices is a dead end if any piece comes, else nothing happens."""
        if inside is None:
            return
        fn = self.fn
        with fn.when(fn.negate(inside)):
            self._fail(comes(), number_)
            self.free()
            self.go(node.next)

    def _move(self, node: prog.Move, number_: int) -> None:
        fn, read = self.fn, self.read
        kind = node.what.type
        run = None if fn.trailing or read.family(node.to.place).is_spot else self._run(node.what)
        if run is not None:
            self._move_run(node, number_, *run)
        if is_list(kind):
            pieces = comprehensions.listed(read, read.seq(node.what), node.what, copy=not isinstance(node.what, exprs.Collect))
        else:
            slot = fn.variable(read.word(node.what))
            pieces = Memory(slot, fn.wide(fn.negate(fn.is_none(fn.load(slot)))))
        family, member, inside = self.place(node.to)
        comes = fn.is_(">", pieces.count, 0)
        self._reached(inside, lambda: comes, node, number_)
        if family.is_spot:
            taken = fn.negate(fn.is_none(fn.load(places.base(fn, family, member))))
            self._fail(fn.both(comes, fn.either(taken, fn.is_(">", pieces.count, 1))), number_)
        inner = kind.of if isinstance(kind, ListType) else kind
        inner = inner.of if isinstance(inner, ListType | OptionalType) else inner
        sort = inner.sort if isinstance(inner, PieceType) else None
        origins = [p.name for p in fn.unit.program.layout.places if sort is None or p.sort == sort]
        if self.horizon is not None and self.may_reveal(origins, node.to.place):
            who = fn.load(fn.word(prog.DECIDER))
            with fn.when(sees(fn, fn.add(member, family.layout.base), who)):

                def look(piece: ir.Value, loop: Loop) -> None:
                    fn.trouble(fn.is_none(piece))
                    self._stop(fn.negate(sees(fn, self.read.home(piece), who)))

                pieces.each_word(fn, look)
        places.move(fn, pieces, family, member, node.under)

    def _run(self, what: prog.Expr) -> tuple[Family, ir.Value, Memory] | None:
        """The place in which pieces lie one after another, and these: all of them, or some from one end, or that reversed."""
        inner = what
        while isinstance(inner, exprs.Builtin) and inner.function in ("top", "bottom", "reversed") and is_list(inner.type):
            inner = inner.args[0]
        if not isinstance(inner, exprs.Contents) or inner.place == "box" or not calls.is_place(self.read, inner):
            return None
        family, member, inside = self.place(prog.SlotRef(inner.place, inner.indices))
        pieces = self.read.seq(what)
        return (family, member, pieces) if inside is None and isinstance(pieces, Memory) else None

    def _move_run(self, node: prog.Move, number_: int, source: Family, start: ir.Value, pieces: Memory) -> None:
        """Pieces that lie one after another in a place go to another place together; goes on where it is the same place."""
        fn = self.fn
        family, member, inside = self.place(node.to)
        self._reached(inside, lambda: fn.is_(">", pieces.count, 0), node, number_)
        cells = (fn.add(start, source.layout.base), fn.add(member, family.layout.base))
        with fn.when(fn.is_("!=", *cells)):
            places.move_run(fn, pieces, places.base(fn, source, start), family, member, node.under)
            self.free()
            self.go(node.next)

    def _draw(self, node: prog.Draw, number_: int) -> None:
        fn, read = self.fn, self.read
        count = read.needed(node.count, read.word(node.count))
        source, start, there = self.place(node.source)
        if there is not None:
            with fn.when(fn.negate(there)):
                self.free()
                self.go(node.next)
        comes = fn.both(fn.is_(">", count, 0), places.stocked(fn, source, start))
        target, member, inside = self.place(node.to)
        self._reached(inside, lambda: comes, node, number_)
        if target.is_spot:
            taken = fn.negate(fn.is_none(fn.load(places.base(fn, target, member))))
            self._fail(fn.both(comes, fn.either(taken, fn.is_(">", count, 1))), number_)
        if self.horizon is not None:
            self._chance(comes, count, source, start)
            if self.may_reveal([node.source.place], node.to.place):
                who = fn.load(fn.word(prog.DECIDER))
                shown = sees(fn, fn.add(member, target.layout.base), who)
                hidden = fn.negate(sees(fn, fn.add(start, source.layout.base), who))
                self._stop(fn.both(comes, fn.both(shown, hidden)))
        places.draw(fn, count, source, start, target, member, node.under)

    def _chance(self, comes: ir.Value, count: ir.Value, source: Family, member: ir.Value) -> None:
        fn = self.fn
        if source.layout.shape == "bag":
            self._stop(comes)
        elif source.layout.refill:
            self._stop(fn.both(comes, fn.is_("<", places.size(fn, source, member), count)))

    def _deal(self, node: prog.Deal, number_: int) -> None:
        fn, read = self.fn, self.read
        source, member, there = self.place(node.source)
        if there is not None:
            with fn.when(fn.negate(there)):
                self.free()
                self.go(node.next)
        target = read.family(node.to)
        if node.count is None:
            count = places.size(fn, source, member)
        else:
            each = fn.least(read.needed(node.count, read.word(node.count)), places.MOST_DRAWN + 1)
            count = fn.mul(each, target.layout.size)
        if target.is_spot:
            self._fail(places.crowded(fn, count, source, member, target), number_)
        if self.horizon is not None:
            comes = fn.both(fn.is_(">", count, 0), places.stocked(fn, source, member))
            self._chance(comes, count, source, member)
            if self.may_reveal([node.source.place], node.to):
                who = fn.load(fn.word(prog.DECIDER))
                hidden = fn.negate(sees(fn, fn.add(member, source.layout.base), who))
                shown = [sees(fn, number(target.layout.base + n), who) for n in range(target.layout.size)]
                any_shown = shown[0]
                for other in shown[1:]:
                    any_shown = fn.either(any_shown, other)
                self._stop(fn.both(comes, fn.both(hidden, any_shown)))
        places.deal(fn, count, source, member, target)

    def _shuffle(self, node: prog.Shuffle, place: prog.SlotRef) -> None:
        from rulekit.native.expressions.lists import contents

        fn = self.fn
        family, member, inside = self.place(place)
        if family.is_spot or family.is_sorted:
            return
        if inside is not None:
            with fn.when(fn.negate(inside)):
                self.free()
                self.go(node.next)
        places.shuffle(fn, contents(fn, family, member))

    def _random(self, node: prog.Random, number_: int) -> None:
        """One of all candidates, each equally likely: they are counted, and then that one is looked up."""
        from rulekit.native.menus.candidates import candidates, keep_slots

        fn, mark = self.fn, self.fn.load(self.top)
        keep_slots(fn, node)
        count = fn.variable(0)
        candidates(self, number_, node, lambda: fn.store(fn.add(fn.load(count), 1), count))
        self._fail(fn.is_("==", fn.load(count), 0), number_)
        if self.horizon is not None:
            self.horizon()
            fn.at(fn.block())
        wanted = fn.variable(places.draw_number(fn, fn.load(count)))
        found = fn.block()

        def pick() -> None:
            with fn.when(fn.is_("==", fn.load(wanted), 0)):
                fn.go(found)
            fn.store(fn.sub(fn.load(wanted), 1), wanted)

        candidates(self, number_, node, pick)
        fn.go(found)
        fn.at(found)
        self.drop(mark)

    def may_reveal(self, origins: list[str], target: str) -> bool:
        """Whether a piece from one of these places may come into somebody's sight."""
        layouts = {p.name: p for p in self.fn.unit.program.layout.places}
        seen = target == "box" or layouts[target].sight != "hidden"
        return seen and any(o != "box" and layouts[o].sight != "open" for o in origins)
