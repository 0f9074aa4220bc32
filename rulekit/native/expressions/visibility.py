"""What players see, as code: places by their sight, and nodes that read what a player does not see."""

from __future__ import annotations

from llvmlite import ir

from rulekit.native.expressions.reader import Reader
from rulekit.native.llvm.builder import I1, Fn, Loop, number
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list
from rulekit.program.analysis.visibility import Always, Belongs, Condition, HiddenReads


def sees(fn: Fn, cell: ir.Value, player: ir.Value) -> ir.Value:
    """Return whether a player sees the place that is a cell."""
    sight = fn.unit.tables.sight
    masks = [sum(1 << p for p, seen in enumerate(sight.get(c, ())) if seen) for c in range(fn.unit.program.layout.size)]
    mask = fn.entry_of(fn.table(masks), cell)
    return fn.builder.trunc(fn.builder.lshr(mask, fn.builder.and_(player, number(31))), I1)


def reads_hidden(read: Reader, node: prog.AnyNode, player: ir.Value) -> ir.Value | None:
    """Return whether a node reads what a player does not see; None: never."""
    return _any(read, HiddenReads(read.fn.unit.program).of(node), player)


def shown_new(read: Reader, node: prog.Reveal, player: ir.Value) -> ir.Value | None:
    """Return whether a player is shown something new; None: never."""
    new = _any(read, HiddenReads(read.fn.unit.program).shown(node), player)
    return new if new is None or node.to is None else read.fn.both(read.fn.is_("==", read.word(node.to), player), new)


def _any(read: Reader, conditions: tuple[Condition, ...], player: ir.Value) -> ir.Value | None:
    fn = read.fn
    found = None
    for condition in conditions:
        if isinstance(condition, Always):
            return ir.Constant(I1, 1)
        if isinstance(condition, Belongs):
            test = fn.is_("==" if condition.to else "!=", read.word(condition.player), player)
        else:
            test = _hides(read, condition.pieces, player)
        found = test if found is None else fn.either(found, test)
    return found


def _hides(read: Reader, pieces: prog.Expr, player: ir.Value) -> ir.Value:
    fn, where = read.fn, read.fn.unit.shape.where
    total = fn.unit.pieces

    def hidden(piece: ir.Value) -> ir.Value:
        known = fn.below(piece, total)
        home = fn.load(fn.word(fn.add(fn.select(known, piece, 0), where)))
        return fn.both(known, fn.negate(sees(fn, home, player)))

    if not is_list(pieces.type):
        return hidden(read.word(pieces))
    found = fn.variable(0)

    def look(piece: ir.Value, loop: Loop) -> None:
        with fn.when(hidden(piece)):
            fn.store(1, found)

    read.seq(pieces).each_word(fn, look)
    return fn.truth(fn.load(found))
