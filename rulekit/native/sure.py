"""Expressions that cannot go wrong, whatever the state: they may be evaluated early, late, or not at all."""

from __future__ import annotations

from typing import Any

from rulekit.model import expr as x
from rulekit.model.walk import children
from rulekit.program import program as g
from rulekit.program.present import is_list
from rulekit.program.ranges import LIMIT, Ranges

PLAIN = (x.Const, g.Cell, x.Bound, x.Me, x.Active, x.IsEmpty, x.Items)


def is_sure(layout: g.Layout, ranges: Ranges, e: Any) -> bool:
    """Whether an expression has a value in every state, without a fault."""
    match e:
        case x.Const() | g.Cell() | x.Bound() | x.Me() | x.Active():
            return True
        case x.IsEmpty(of=of):
            return is_sure(layout, ranges, of)
        case x.Contents(place=place, indices=indices) if place != "box":
            dims = next(p.dims for p in layout.places if p.name == place)
            return len(indices) == len(dims) and all(is_sure(layout, ranges, i) for i in indices)
        case x.PieceAt(indices=indices, position=position):
            return ranges.of(position) is not None and all(is_sure(layout, ranges, i) for i in (*indices, position))
        case x.MarkerOf(indices=indices):
            return all(is_sure(layout, ranges, i) for i in indices)
        case x.TallyOf(indices=indices) if not is_list(e.type):
            return all(ranges.of(i) is not None and is_sure(layout, ranges, i) for i in indices)
        case x.AttrOf(of=of):
            return is_sure(layout, ranges, of)
        case x.Unary(op="not", of=of):
            return is_sure(layout, ranges, of)
        case x.IfElse() | x.Binary(op="and" | "or" | "is" | "is not"):
            return not is_list(e.type) and all(not is_list(c.type) and is_sure(layout, ranges, c) for c in children(e))
        case x.Binary(op="<" | "<=" | ">" | ">="):
            return all(ranges.of(c) is not None and is_sure(layout, ranges, c) for c in (e.left, e.right))
        case x.Binary(op="+" | "-" | "*"):
            interval = ranges.of(e)
            fits = interval is not None and interval[0] >= -LIMIT and interval[1] <= LIMIT
            return fits and all(ranges.of(c) is not None and is_sure(layout, ranges, c) for c in (e.left, e.right))
        case x.Builtin(function="count", args=(of,)):
            return is_sure(layout, ranges, of)
    return False
