"""What can still be read after effects that are only noted: expressions that ask for nothing that would have changed."""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model.model_walk import children
from rulekit.native.expressions.reader import Reader
from rulekit.native.shortcuts.inlining import is_short
from rulekit.program import program as prog

MOST_OPENED = 8  # definitions inside definitions
MOST_WRITTEN = 120  # expressions that a definition is written out to
Names = frozenset[str]  # of places, tallies and markers that would have changed


def are_inside(dims: tuple[prog.DimSize, ...], indices: tuple[prog.Expr, ...], read: Reader, changed: Names) -> bool:
    """Return whether indices are proven to be inside, and known."""
    for dim, index in zip(dims, indices, strict=True):
        known = read.ranges.of(index)
        if known is None or known[0] < dim.low or known[1] >= dim.low + dim.size or not is_readable(index, read, changed):
            return False
    return True


def is_readable(e: prog.Expr, read: Reader, changed: Names, depth: int = 0) -> bool:
    """Return whether an expression can be read after what would have changed."""
    match e:
        case prog.Try() | exprs.ScoreOf() | exprs.Winners() | exprs.Lines():
            return False
        case exprs.Builtin(function="position"):
            return False
        case exprs.TallyOf(tally=name) | exprs.BankOf(tally=name) | exprs.MarkerOf(marker=name) if name in changed:
            return False
        case exprs.PieceAt(place=name) if name in changed:
            return False
        case exprs.Builtin(function="count", args=(exprs.Contents() as held,)) | exprs.IsEmpty(of=exprs.Contents() as held):
            if held.place in changed and len(held.indices) < len(read.family(held.place).layout.dims):
                return False
            return all(is_readable(i, read, changed, depth) for i in held.indices)
        case exprs.Contents(place=name, indices=indices) if name in changed:
            family = read.family(name)
            if not family.is_spot or len(indices) < len(family.layout.dims):
                return False
        case exprs.Apply(define=name) if depth < MOST_OPENED and is_short(read.fn.unit.program, e, MOST_WRITTEN, loops=True):
            if not is_readable(read.fn.unit.define_of(name)[1].body, read, changed, depth + 1):
                return False
        case exprs.Apply():
            return False
    return all(is_readable(c, read, changed, depth) for c in children(e))
