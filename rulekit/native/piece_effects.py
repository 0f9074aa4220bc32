"""Pieces that are moved, drawn, dealt and shuffled, and choices by chance, as code."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.types import ListType, PieceType, Type
from rulekit.native.expressions import comprehensions
from rulekit.native.expressions.lists import Memory, contents
from rulekit.native.expressions.visibility import sees
from rulekit.native.llvm.builder import Fn, Loop, number
from rulekit.native.state import chance, places
from rulekit.native.state.layout import Family, bare
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list

if TYPE_CHECKING:
    from rulekit.native.flow import Flow


def place_of(flow: Flow, ref: prog.SlotRef) -> tuple[Family, ir.Value, ir.Value | None]:
    """The family and member that is meant, and (unless that is proven) whether there is one."""
    family = flow.read.family(ref.place)
    member, inside = flow.read.member(family.layout.dims, ref.indices)
    return family, member, inside


def _skip_unless(flow: Flow, inside: ir.Value | None, following: int) -> None:
    """Nothing happens at a place outside the declared indices."""
    if inside is not None:
        with flow.fn.when(flow.fn.negate(inside)):
            flow.free()
            flow.go(following)


def _reached(flow: Flow, inside: ir.Value | None, comes: Callable[[], ir.Value], node: prog.Move | prog.Draw, at: int) -> None:
    """A place outside the declared indices is a dead end if any piece comes, else nothing happens."""
    if inside is not None:
        with flow.fn.when(flow.fn.negate(inside)):
            flow.fail(comes(), at)
            flow.free()
            flow.go(node.next)


def _fail_if_taken(flow: Flow, family: Family, member: ir.Value, comes: ir.Value, count: ir.Value, number_: int) -> None:
    """A spot takes one piece, if it is empty."""
    if family.is_spot:
        fn = flow.fn
        taken = fn.negate(fn.is_none(fn.load(places.base(fn, family, member))))
        flow.fail(fn.both(comes, fn.either(taken, fn.is_(">", count, 1))), number_)


def move(flow: Flow, node: prog.Move, number_: int) -> None:
    """Pieces go to a place."""
    fn, read = flow.fn, flow.read
    kind = node.what.type
    run = None if fn.trailing or read.family(node.to.place).is_spot else _run(flow, node.what)
    if run is not None:
        _move_run(flow, node, number_, *run)
    if is_list(kind):
        pieces = comprehensions.listed(read, read.seq(node.what), node.what, copy=not isinstance(node.what, exprs.Collect))
    else:
        slot = fn.variable(read.word(node.what))
        pieces = Memory(slot, fn.wide(fn.negate(fn.is_none(fn.load(slot)))))
    family, member, inside = place_of(flow, node.to)
    comes = fn.is_(">", pieces.count, 0)
    _reached(flow, inside, lambda: comes, node, number_)
    _fail_if_taken(flow, family, member, comes, pieces.count, number_)
    if flow.horizon is not None and may_reveal(fn, origins_of(fn, kind), node.to.place):
        _stop_where_shown(flow, pieces, family, member)
    places.move(fn, pieces, family, member, node.under)


def origins_of(fn: Fn, kind: Type) -> list[str]:
    """The places from which pieces of a type may come."""
    inner = bare(kind)
    inner = bare(inner.of) if isinstance(inner, ListType) else inner
    sort = inner.sort if isinstance(inner, PieceType) else None
    return [p.name for p in fn.unit.program.layout.places if sort is None or p.sort == sort]


def _stop_where_shown(flow: Flow, pieces: Memory, family: Family, member: ir.Value) -> None:
    """Pieces that come into the decider's sight are a horizon."""
    fn = flow.fn
    who = fn.load(fn.word(prog.DECIDER))

    def look(piece: ir.Value, loop: Loop) -> None:
        fn.trouble(fn.is_none(piece))
        flow.stop(fn.negate(sees(fn, flow.read.home(piece), who)))

    with fn.when(sees(fn, fn.add(member, family.layout.base), who)):
        pieces.each_word(fn, look)


def _run(flow: Flow, what: prog.Expr) -> tuple[Family, ir.Value, Memory] | None:
    """The place in which pieces lie one after another, and these: all of them, or some from one end, or that reversed."""
    inner = what
    while isinstance(inner, exprs.Builtin) and inner.function in ("top", "bottom", "reversed") and is_list(inner.type):
        inner = inner.args[0]
    if not isinstance(inner, exprs.Contents) or inner.place == "box" or not flow.read.is_place(inner):
        return None
    family, member, inside = place_of(flow, prog.SlotRef(inner.place, inner.indices))
    pieces = flow.read.seq(what)
    return (family, member, pieces) if inside is None and isinstance(pieces, Memory) else None


def _move_run(flow: Flow, node: prog.Move, number_: int, source: Family, start: ir.Value, pieces: Memory) -> None:
    """Pieces that lie one after another in a place go to another place together; goes on where it is the same place."""
    fn = flow.fn
    family, member, inside = place_of(flow, node.to)
    _reached(flow, inside, lambda: fn.is_(">", pieces.count, 0), node, number_)
    cells = (fn.add(start, source.layout.base), fn.add(member, family.layout.base))
    with fn.when(fn.is_("!=", *cells)):
        places.move_run(fn, pieces, places.base(fn, source, start), family, member, node.under)
        flow.free()
        flow.go(node.next)


def draw(flow: Flow, node: prog.Draw, number_: int) -> None:
    """The next pieces of a place go to another."""
    fn, read = flow.fn, flow.read
    count = read.needed(node.count, read.word(node.count))
    source, start, there = place_of(flow, node.source)
    _skip_unless(flow, there, node.next)
    comes = fn.both(fn.is_(">", count, 0), places.stocked(fn, source, start))
    target, member, inside = place_of(flow, node.to)
    _reached(flow, inside, lambda: comes, node, number_)
    _fail_if_taken(flow, target, member, comes, count, number_)
    if flow.horizon is not None:
        _chance(flow, comes, count, source, start)
        if may_reveal(fn, [node.source.place], node.to.place):
            who = fn.load(fn.word(prog.DECIDER))
            shown = sees(fn, fn.add(member, target.layout.base), who)
            hidden = fn.negate(sees(fn, fn.add(start, source.layout.base), who))
            flow.stop(fn.both(comes, fn.both(shown, hidden)))
    places.draw(fn, count, source, start, target, member, node.under)


def _chance(flow: Flow, comes: ir.Value, count: ir.Value, source: Family, member: ir.Value) -> None:
    """A draw by chance is a horizon."""
    fn = flow.fn
    if source.layout.shape == "bag":
        flow.stop(comes)
    elif source.layout.refill:
        flow.stop(fn.both(comes, fn.is_("<", places.size(fn, source, member), count)))


def deal(flow: Flow, node: prog.Deal, number_: int) -> None:
    """The next pieces of a place go round to all players."""
    fn, read = flow.fn, flow.read
    source, member, there = place_of(flow, node.source)
    _skip_unless(flow, there, node.next)
    target = read.family(node.to)
    if node.count is None:
        count = places.size(fn, source, member)
    else:
        each = fn.least(read.needed(node.count, read.word(node.count)), places.MOST_DRAWN + 1)
        count = fn.mul(each, target.layout.size)
    if target.is_spot:
        flow.fail(places.crowded(fn, count, source, member, target), number_)
    if flow.horizon is not None:
        comes = fn.both(fn.is_(">", count, 0), places.stocked(fn, source, member))
        _chance(flow, comes, count, source, member)
        if may_reveal(fn, [node.source.place], node.to):
            who = fn.load(fn.word(prog.DECIDER))
            hidden = fn.negate(sees(fn, fn.add(member, source.layout.base), who))
            shown = [sees(fn, number(target.layout.base + n), who) for n in range(target.layout.size)]
            any_shown = shown[0]
            for other in shown[1:]:
                any_shown = fn.either(any_shown, other)
            flow.stop(fn.both(comes, fn.both(hidden, any_shown)))
    places.deal(fn, count, source, member, target)


def shuffle(flow: Flow, node: prog.Shuffle) -> None:
    """The pieces of a place in another order."""
    fn = flow.fn
    family, member, inside = place_of(flow, node.place)
    if family.is_spot or family.is_sorted:
        return
    _skip_unless(flow, inside, node.next)
    chance.shuffle(fn, contents(fn, family, member))


def random(flow: Flow, node: prog.Random, number_: int) -> None:
    """One of all candidates, each equally likely: they are counted, and then that one is looked up."""
    from rulekit.native.menus.candidates import candidates, keep_slots

    fn, mark = flow.fn, flow.fn.load(flow.top)
    keep_slots(fn, node)
    count = fn.variable(0)
    candidates(flow, number_, node, lambda: fn.store(fn.add(fn.load(count), 1), count))
    flow.fail(fn.is_("==", fn.load(count), 0), number_)
    if flow.horizon is not None:
        flow.horizon()
        fn.at(fn.block())
    wanted = fn.variable(chance.draw_number(fn, fn.load(count)))
    found = fn.block()

    def pick() -> None:
        with fn.when(fn.is_("==", fn.load(wanted), 0)):
            fn.go(found)
        fn.store(fn.sub(fn.load(wanted), 1), wanted)

    candidates(flow, number_, node, pick)
    fn.go(found)
    fn.at(found)
    flow.drop(mark)


def may_reveal(fn: Fn, origins: list[str], target: str) -> bool:
    """Whether a piece from one of these places may come into somebody's sight."""
    layouts = {p.name: p for p in fn.unit.program.layout.places}
    seen = target == "box" or layouts[target].sight != "hidden"
    return seen and any(o != "box" and layouts[o].sight != "open" for o in origins)
