"""Pieces in play: taking, putting, drawing, dealing. Families are known, so each has code of its own."""

from __future__ import annotations

from llvmlite import ir

from rulekit.native.expressions.lists import Memory, contents
from rulekit.native.llvm.builder import I1, I8, I32, I64, POINTER, Fn, Loop, Operand, number
from rulekit.native.llvm.module import Unit
from rulekit.native.lookahead import trail
from rulekit.native.state.chance import draw_number, shuffle
from rulekit.native.state.layout import NONE, Family

MOST_DRAWN = 20_000
MANY_PIECES = 24  # pieces in a place, from which on a gap is closed by moving memory


def base(fn: Fn, family: Family, member: ir.Value) -> ir.Value:
    """Return the address of a place."""
    return fn.offset(fn.word(family.word), fn.mul(member, family.stride))


def put(fn: Fn, family: Family, member: ir.Value, piece: ir.Value, under: bool) -> None:
    """Put a piece into a place."""
    cell = fn.add(member, family.layout.base)
    fn.set(cell, fn.word(fn.add(piece, fn.unit.shape.where)))
    here = base(fn, family, member)
    if family.is_spot:
        fn.set(piece, here)
        return
    at = fn.variable(0 if under and not family.is_sorted else fn.load(here))
    if family.is_sorted:
        stop = fn.block()
        with fn.while_(lambda: fn.is_(">", fn.load(at), 0)):
            with fn.when(fn.is_("<", fn.load(fn.offset(here, fn.load(at))), piece)):
                fn.go(stop)
            fn.store(fn.sub(fn.load(at), 1), at)
        fn.go(stop)
        fn.at(stop)
    if fn.trailing:
        trail.put(fn, cell, fn.load(at))
    if family.is_sorted or under:
        open_gap(fn, here, fn.load(at), long=family.layout.capacity > MANY_PIECES)
    else:
        fn.store(fn.add(fn.load(at), 1), here)
    fn.store(piece, fn.offset(here, fn.add(fn.load(at), 1)))


def open_gap(fn: Fn, here: ir.Value, at: ir.Value, wide: Operand = 1, long: bool = False) -> None:
    """Make room for an element numbered from 0 (or several) in a stored list; it and the later ones move down."""
    count = fn.load(here)
    fn.store(fn.add(count, wide), here)
    if long:
        _shift(fn, here, at, fn.add(at, wide), fn.sub(count, at))
        return
    with fn.loop(fn.sub(count, at)) as loop:
        last = fn.sub(count, loop.at)
        fn.store(fn.load(fn.offset(here, last)), fn.offset(here, fn.add(last, wide)))


def close_gap(fn: Fn, here: ir.Value, at: ir.Value, long: bool = False) -> None:
    """Take the element numbered from 0 out of a stored list; the later ones move up."""
    count = fn.sub(fn.load(here), 1)
    fn.store(count, here)
    if long:
        _shift(fn, here, fn.add(at, 1), at, fn.sub(count, at))
        return
    with fn.loop(count, at) as loop:
        fn.store(fn.load(fn.offset(here, fn.add(loop.at, 2))), fn.offset(here, fn.add(loop.at, 1)))


def _shift(fn: Fn, here: ir.Value, old: ir.Value, new: ir.Value, count: ir.Value) -> None:
    """Move so many elements of a stored list from one number on to another."""
    b = fn.builder
    length = b.shl(b.zext(count, I64), ir.Constant(I64, 2))
    source, target = (fn.offset(here, fn.add(at, 1)) for at in (old, new))
    b.call(fn.unit.memmove, [target, source, length, ir.Constant(I1, 0)])


def _put_all(fn: Fn, pieces: Memory, family: Family, member: ir.Value, under: bool) -> None:
    """Put pieces that lie nowhere into a place, one after another."""
    if not under or family.is_sorted:
        pieces.each_word(fn, lambda piece, loop: put(fn, family, member, piece, under))
        return
    here, cell = base(fn, family, member), fn.add(member, family.layout.base)
    open_gap(fn, here, number(0), pieces.count, long=True)

    def place(piece: ir.Value, loop: Loop) -> None:
        fn.store(cell, fn.word(fn.add(piece, fn.unit.shape.where)))
        fn.store(piece, fn.offset(here, fn.sub(pieces.count, loop.at)))

    pieces.each_word(fn, place)


def take_function(unit: Unit, trailing: bool) -> ir.Function:
    """Take a piece from wherever it lies."""
    cells = range(unit.program.layout.size)
    families = [unit.shape.family_of(c) for c in cells]
    spots = [int(f is not None and f.is_spot) for f in families]

    def write(fn: Fn) -> None:
        fn.trailing = trailing
        piece = fn.args[2]
        home = fn.load(fn.word(fn.add(piece, unit.shape.where)))
        here = fn.word(fn.entry_of(fn.table(unit.shape.word), home))
        with fn.when(fn.truth(fn.entry_of(fn.table(spots, I8), home, I8))):
            fn.set(NONE, here)
            fn.builder.ret_void()
        at = fn.variable(fn.load(here))
        leave = fn.block()
        with fn.while_(lambda: fn.is_(">", fn.load(at), 0)):
            with fn.when(fn.is_("==", fn.load(fn.offset(here, fn.load(at))), piece)):
                fn.go(leave)
            fn.store(fn.sub(fn.load(at), 1), at)
        fn.trouble()
        fn.builder.ret_void()
        fn.at(leave)
        index = fn.sub(fn.load(at), 1)
        if trailing:
            trail.took(fn, home, index, piece)
        close_gap(fn, here, index)
        fn.builder.ret_void()

    return unit.function("take_back" if trailing else "take", ir.VoidType(), [I32], write)


def move(fn: Fn, pieces: Memory, family: Family, member: ir.Value, under: bool) -> None:
    """Pieces, one after another, to a place. The list must not be that of a place."""
    if not fn.trailing and not family.is_spot and not isinstance(pieces.count, ir.Constant):
        together, slow, after = fn.block(), fn.block(), fn.block()
        cell = fn.add(member, family.layout.base)
        gone = fn.choose(
            fn.is_(">", pieces.count, 2),
            lambda: fn.truth(fn.call(leave_function(fn.unit), pieces.pointer, pieces.count, pieces.step, cell)),
            lambda: ir.Constant(ir.IntType(1), 0),
        )
        fn.fork(gone, together, slow)
        fn.at(together)
        _put_all(fn, pieces, family, member, under)
        fn.go(after)
        fn.at(slow)
        _one_by_one(fn, pieces, family, member, under)
        fn.go(after)
        fn.at(after)
        return
    _one_by_one(fn, pieces, family, member, under)


def move_run(fn: Fn, pieces: Memory, source: ir.Value, family: Family, member: ir.Value, under: bool) -> None:
    """Pieces that lie one after another in a place (its address) to another one."""
    b = fn.builder
    _put_all(fn, pieces, family, member, under)
    first = pieces.pointer if pieces.step == 1 else fn.offset(pieces.pointer, fn.sub(1, pieces.count))
    rest = fn.offset(first, pieces.count)
    end = fn.offset(source, fn.add(fn.load(source), 1))
    length = b.sub(b.ptrtoint(end, I64), b.ptrtoint(rest, I64))
    b.call(fn.unit.memmove, [first, rest, length, ir.Constant(I1, 0)])
    fn.store(fn.sub(fn.load(source), pieces.count), source)


def leave_function(unit: Unit) -> ir.Function:
    """Take several pieces that lie in one place from there at once, if they do and it is not where they go (a cell)."""
    total = unit.pieces
    families = [unit.shape.family_of(c) for c in range(unit.program.layout.size)]
    spots = [int(f is not None and f.is_spot) for f in families]

    def write(fn: Fn) -> None:
        pointer, count, step, target = fn.args[2:]
        where = fn.unit.shape.where

        def place(at: ir.Value) -> ir.Value:
            piece = fn.load(fn.offset(pointer, fn.mul(at, step)))
            return fn.word(fn.add(fn.select(fn.below(piece, total), piece, 0), where))

        home = fn.load(place(number(0)))
        odd = fn.either(fn.is_("==", home, target), fn.truth(fn.entry_of(fn.table(spots, I8), home, I8)))
        with fn.when(odd):
            fn.builder.ret(number(0))
        with fn.loop(count) as loop:
            here, piece = place(loop.at), fn.load(fn.offset(pointer, fn.mul(loop.at, step)))
            with fn.when(fn.either(fn.negate(fn.below(piece, total)), fn.is_("!=", fn.load(here), home))):
                with fn.loop(loop.at) as back:
                    fn.store(home, place(back.at))
                fn.builder.ret(number(0))
            fn.store(-1, here)
        base_ = fn.word(fn.entry_of(fn.table(unit.shape.word), home))
        kept = fn.variable(0)
        with fn.loop(fn.load(base_)) as loop:
            piece = fn.load(fn.offset(base_, fn.add(loop.at, 1)))
            with fn.when(fn.is_("==", fn.load(fn.word(fn.add(piece, where))), home)):
                fn.store(fn.add(fn.load(kept), 1), kept)
                fn.store(piece, fn.offset(base_, fn.load(kept)))
        fn.store(fn.load(kept), base_)
        fn.builder.ret(number(1))

    return unit.function("leave", I32, [POINTER, I32, I32, I32], write)


def _one_by_one(fn: Fn, pieces: Memory, family: Family, member: ir.Value, under: bool) -> None:
    take, total = take_function(fn.unit, fn.trailing), fn.unit.pieces

    def one(piece: ir.Value, loop: Loop) -> None:
        there = fn.below(piece, total)
        fn.trouble(fn.negate(there))
        with fn.when(there):
            fn.call(take, piece)
            put(fn, family, member, piece, under)

    pieces.each_word(fn, one)


def position_function(unit: Unit) -> ir.Function:
    """Return the position of a piece in its place, from 1."""
    cells = range(unit.program.layout.size)
    families = [unit.shape.family_of(c) for c in cells]
    kinds = [0 if f is None else 2 if f.is_spot else 1 if f.is_reversed else 0 for f in families]

    def write(fn: Fn) -> None:
        piece = fn.args[2]
        home = fn.load(fn.word(fn.add(piece, unit.shape.where)))
        here = fn.word(fn.entry_of(fn.table(unit.shape.word), home))
        kind = fn.entry_of(fn.table(kinds, I8), home, I8)
        with fn.when(fn.is_("==", kind, 2)):
            fn.builder.ret(number(1))
        count = fn.load(here)
        with fn.loop(count) as loop, fn.when(fn.is_("==", fn.load(fn.offset(here, fn.add(loop.at, 1))), piece)):
            fn.builder.ret(fn.select(fn.truth(kind), fn.sub(count, loop.at), fn.add(loop.at, 1)))
        fn.trouble()
        fn.builder.ret(number(1))

    return unit.function("position", I32, [I32], write)


# ---- drawing -------------------------------------------------------------------------------------
def origin(fn: Fn, family: Family, member: ir.Value) -> tuple[Family, ir.Value]:
    """Return where a place is refilled from: family and member."""
    cells = family.layout.refill
    found = fn.unit.shape.members[cells[0]]
    if len(set(cells)) == 1:
        return found, number(cells[0] - found.layout.base)
    return found, fn.entry_of(fn.table([c - found.layout.base for c in cells]), member)


def size(fn: Fn, family: Family, member: ir.Value) -> ir.Value:
    """Return how many pieces lie in a place."""
    if family.is_spot:
        return fn.wide(fn.negate(fn.is_none(fn.load(base(fn, family, member)))))
    return fn.load(base(fn, family, member))


def stocked(fn: Fn, family: Family, member: ir.Value) -> ir.Value:
    """Return whether a draw gives anything."""
    here = fn.is_(">", size(fn, family, member), 0)
    if not family.layout.refill:
        return here
    return fn.either(here, fn.is_(">", size(fn, *origin(fn, family, member)), 0))


def draw_one_function(unit: Unit, family: Family, trailing: bool) -> ir.Function:
    """Take the next piece of a place, refilling it if it is empty; none if there is none."""

    def write(fn: Fn) -> None:
        fn.trailing = trailing
        member = fn.args[2]
        here = base(fn, family, member)
        if family.is_spot:
            held = fn.load(here)
            fn.set(NONE, here)
            fn.builder.ret(held)
            return
        if family.layout.refill and not trailing:
            with fn.when(fn.is_("==", fn.load(here), 0)):
                _refill(fn, family, member)
        count = fn.load(here)
        with fn.when(fn.is_("==", count, 0)):
            fn.builder.ret(number(NONE))
        if family.layout.shape == "bag" and not trailing:
            at = draw_number(fn, count)
        else:
            at = fn.sub(count, 1) if family.is_reversed else number(0)
        piece = fn.load(fn.offset(here, fn.add(at, 1)))
        if trailing:
            trail.took(fn, fn.add(member, family.layout.base), at, piece)
        if family.is_reversed:
            fn.store(at, here)
        else:
            close_gap(fn, here, at, family.layout.capacity > MANY_PIECES)
        fn.builder.ret(piece)

    return unit.function(f"{'draw_back' if trailing else 'draw'}_{family.layout.base}", I32, [I32], write)


def _refill(fn: Fn, family: Family, member: ir.Value) -> None:
    """All pieces of another place come here: into a bag in order, else shuffled."""
    source, which = origin(fn, family, member)
    if source.is_spot:
        held = fn.load(base(fn, source, which))
        with fn.when(fn.negate(fn.is_none(held))):
            put(fn, family, member, held, False)
            fn.store(NONE, base(fn, source, which))
        return
    items = contents(fn, source, which)
    if family.is_sorted:
        items.each_word(fn, lambda piece, loop: put(fn, family, member, piece, False))
    else:
        # position 1 of the other place becomes position 1 here before the shuffle
        (items if not family.is_reversed else items.reversed(fn)).each_word(
            fn, lambda piece, loop: put(fn, family, member, piece, False)
        )
    fn.store(0, base(fn, source, which))
    if not family.is_sorted:
        shuffle(fn, contents(fn, family, member))


def draw(fn: Fn, count: ir.Value, source: Family, member: ir.Value, target: Family, to: ir.Value, under: bool) -> None:
    """Draw so many pieces from one place to another."""
    one = draw_one_function(fn.unit, source, fn.trailing)
    with fn.loop(fn.least(count, MOST_DRAWN + 1)) as loop:
        fn.trouble(fn.is_("==", loop.at, MOST_DRAWN))
        piece = fn.call(one, member)
        with fn.when(fn.is_none(piece)):
            fn.go(loop.leave)
        put(fn, target, to, piece, under)


def deal(fn: Fn, count: ir.Value, source: Family, member: ir.Value, target: Family) -> None:
    """Deal so many pieces in turn."""
    one, players = draw_one_function(fn.unit, source, fn.trailing), fn.unit.program.layout.players
    with fn.loop(fn.least(count, MOST_DRAWN + 1)) as loop:
        fn.trouble(fn.is_("==", loop.at, MOST_DRAWN))
        piece = fn.call(one, member)
        with fn.when(fn.is_none(piece)):
            fn.go(loop.leave)
        put(fn, target, fn.builder.srem(loop.at, number(players)), piece, False)


def crowded(fn: Fn, count: ir.Value, source: Family, member: ir.Value, target: Family) -> ir.Value:
    """Return whether dealing so many pieces to spots would put one on a taken spot."""
    players = fn.unit.program.layout.players
    held = size(fn, source, member)
    if source.layout.refill:
        held = fn.add(held, size(fn, *origin(fn, source, member)))
    coming = fn.least(held, fn.most(count, 0))
    found = fn.variable(fn.wide(fn.is_(">", coming, players)))
    with fn.loop(fn.least(coming, players)) as loop, fn.when(fn.negate(fn.is_none(fn.load(base(fn, target, loop.at))))):
        fn.store(1, found)
    return fn.truth(fn.load(found))
