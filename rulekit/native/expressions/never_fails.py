"""Expressions that cannot go wrong, whatever the state: they may be evaluated early, late, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.model import expressions as exprs
from rulekit.model.faults import LARGEST_NUMBER
from rulekit.model.model_walk import children
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader


def is_sure(read: Reader, e: prog.Expr) -> bool:
    """Return whether an expression has a value in every state, without a fault."""
    layout, ranges = read.fn.unit.program.layout, read.ranges
    match e:
        case exprs.Const() | prog.Cell() | exprs.Bound() | exprs.Me() | exprs.Active():
            return True
        case exprs.IsEmpty(of=of):
            return is_sure(read, of)
        case exprs.Contents(place=place, indices=indices) if place != "box":
            dims = next(p.dims for p in layout.places if p.name == place)
            return len(indices) == len(dims) and all(_is_index(read, i) for i in indices)
        case exprs.PieceAt(indices=indices, position=position):
            return read.is_present(position) and is_sure(read, position) and all(_is_index(read, i) for i in indices)
        case exprs.MarkerOf(indices=indices):
            return all(_is_index(read, i) for i in indices)
        case exprs.TallyOf(indices=indices) if not is_list(e.type):
            return all(ranges.of(i) is not None and read.is_present(i) and is_sure(read, i) for i in indices)
        case exprs.AttrOf(of=of):
            return is_sure(read, of)
        case exprs.Unary(op="not", of=of):
            return is_sure(read, of)
        case exprs.IfElse() | exprs.Binary(op="and" | "or" | "is" | "is not"):
            return not is_list(e.type) and all(not is_list(c.type) and is_sure(read, c) for c in children(e))
        case exprs.Binary(op="in" | "not in", left=left, right=exprs.Const(value=tuple())):
            return is_sure(read, left)
        case exprs.Binary(op="in" | "not in", left=left, right=exprs.AttrOf(of=of)) if not is_list(of.type):
            return is_sure(read, left) and is_sure(read, of) and read.is_present(of)
        case exprs.Binary(op="<" | "<=" | ">" | ">="):
            return all(read.is_present(c) and is_sure(read, c) for c in (e.left, e.right))
        case exprs.Binary(op="+" | "-" | "*"):
            interval = ranges.of(e)
            fits = interval is not None and interval[0] >= -LARGEST_NUMBER and interval[1] <= LARGEST_NUMBER
            return fits and all(read.is_present(c) and is_sure(read, c) for c in (e.left, e.right))
        case exprs.Builtin(function="count", args=(of,)):
            return is_sure(read, of)
    return False


def _is_index(read: Reader, e: prog.Expr) -> bool:
    """Return whether an expression is good as an index: of which numbers are expected, none is a fault."""
    return is_sure(read, e) and (read.ranges.of(e) is None or read.is_present(e))
