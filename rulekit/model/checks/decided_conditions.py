"""Conditions that are decided before the game: by numbers as written, and by declared ranges. Nothing else is looked at.

Options, numbers of players, definitions and tallies leave a condition open: a setting or another table may turn it.
"""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model.analysis.game_index import Names
from rulekit.model.model import Deed, Domain
from rulekit.model.types import NumberType

Interval = tuple[int, int]


def decided(game: Names, deed: Deed, test: exprs.Expr) -> bool | None:
    """Return whether a condition is always yes or always no; None if the game decides."""
    match test:
        case exprs.Const(value=bool() as value):
            return value
        case exprs.Unary(op="not"):
            inner = decided(game, deed, test.of)
            return None if inner is None else not inner
        case exprs.Binary(op="and" | "or" as op):
            both = decided(game, deed, test.left), decided(game, deed, test.right)
            strong = op == "or"
            return strong if strong in both else None if None in both else not strong
        case exprs.Binary():
            left, right = _interval(game, deed, test.left), _interval(game, deed, test.right)
            return None if left is None or right is None else _compared(test.op, left, right)
    return None


def _compared(op: str, left: Interval, right: Interval) -> bool | None:
    match op:
        case "<" | ">=":
            less = True if left[1] < right[0] else False if left[0] >= right[1] else None
            return less if op == "<" or less is None else not less
        case ">" | "<=":
            more = True if left[0] > right[1] else False if left[1] <= right[0] else None
            return more if op == ">" or more is None else not more
        case "is" | "is not":
            apart = left[1] < right[0] or right[1] < left[0]
            same = False if apart else True if left[0] == left[1] == right[0] == right[1] else None
            return same if op == "is" or same is None else not same
    return None


def _interval(game: Names, deed: Deed, e: exprs.Expr) -> Interval | None:
    """Between which numbers a value lies, by what is written or declared."""
    if not isinstance(e.type, NumberType):
        return None
    match e:
        case exprs.Const(value=int() as number):
            return number, number
        case exprs.MarkerOf() if e.marker in game.markers:
            return _declared(game.markers[e.marker].domain)
        case exprs.AttrOf() if e.owner in game.sorts or e.owner in game.kinds:
            owner = game.sorts.get(e.owner) or game.kinds[e.owner]
            return next((_declared(a.domain) for a in owner.attributes if a.name == e.attr), None)
        case exprs.Local():
            return next((_declared(p.domain) for p in deed.params if p.index == e.index), None)
    return None


def _declared(domain: Domain) -> Interval | None:
    low, high = domain.low, domain.high
    if domain.optional or not isinstance(low, exprs.Const) or not isinstance(high, exprs.Const):
        return None
    return (low.value, high.value) if isinstance(low.value, int) and isinstance(high.value, int) else None
