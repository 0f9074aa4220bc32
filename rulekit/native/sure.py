"""Expressions that cannot go wrong, whatever the state: they may be evaluated early, late, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.model import expr as x
from rulekit.model.walk import children
from rulekit.program import program as g
from rulekit.program.present import is_list
from rulekit.program.ranges import LIMIT

if TYPE_CHECKING:
    from rulekit.native.reader import Reader


def is_sure(read: Reader, e: g.Expr) -> bool:
    """Whether an expression has a value in every state, without a fault."""
    layout, ranges = read.fn.unit.program.layout, read.ranges
    match e:
        case x.Const() | g.Cell() | x.Bound() | x.Me() | x.Active():
            return True
        case x.IsEmpty(of=of):
            return is_sure(read, of)
        case x.Contents(place=place, indices=indices) if place != "box":
            dims = next(p.dims for p in layout.places if p.name == place)
            return len(indices) == len(dims) and all(_is_index(read, i) for i in indices)
        case x.PieceAt(indices=indices, position=position):
            return read.is_present(position) and is_sure(read, position) and all(_is_index(read, i) for i in indices)
        case x.MarkerOf(indices=indices):
            return all(_is_index(read, i) for i in indices)
        case x.TallyOf(indices=indices) if not is_list(e.type):
            return all(ranges.of(i) is not None and read.is_present(i) and is_sure(read, i) for i in indices)
        case x.AttrOf(of=of):
            return is_sure(read, of)
        case x.Unary(op="not", of=of):
            return is_sure(read, of)
        case x.IfElse() | x.Binary(op="and" | "or" | "is" | "is not"):
            return not is_list(e.type) and all(not is_list(c.type) and is_sure(read, c) for c in children(e))
        case x.Binary(op="in" | "not in", left=left, right=x.Const(value=tuple())):
            return is_sure(read, left)
        case x.Binary(op="in" | "not in", left=left, right=x.AttrOf(of=of)) if not is_list(of.type):
            return is_sure(read, left) and is_sure(read, of) and read.is_present(of)
        case x.Binary(op="<" | "<=" | ">" | ">="):
            return all(read.is_present(c) and is_sure(read, c) for c in (e.left, e.right))
        case x.Binary(op="+" | "-" | "*"):
            interval = ranges.of(e)
            fits = interval is not None and interval[0] >= -LIMIT and interval[1] <= LIMIT
            return fits and all(read.is_present(c) and is_sure(read, c) for c in (e.left, e.right))
        case x.Builtin(function="count", args=(of,)):
            return is_sure(read, of)
    return False


def _is_index(read: Reader, e: g.Expr) -> bool:
    """Whether an expression is good as an index: of which numbers are expected, none is a fault."""
    return is_sure(read, e) and (read.ranges.of(e) is None or read.is_present(e))
