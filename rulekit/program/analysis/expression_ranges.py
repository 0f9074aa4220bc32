"""Proving ranges: the least and greatest value an expression of a program can have, as far as that is plain.

(None, None) means: not proven. Numbers of a game are 32-bit; what is not proven is checked in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve, field, frozen

from rulekit.model import expressions as exprs
from rulekit.model.analysis.numbers import Bounded, Interval, arithmetic, around, extreme, join
from rulekit.model.expressions import Expr
from rulekit.model.faults import LARGEST_NUMBER
from rulekit.model.model_walk import everything
from rulekit.model.types import KindType, ListType, NumberType, OptionalType, PlayerType
from rulekit.program.program import Cell, DefineCode, Layout, Within


@frozen
class Ranges:
    """What is known of cells of the frame and of bound variables."""

    layout: Layout
    cells: Mapping[int, Bounded]
    bounds: Mapping[int, Bounded] = {}
    defines: Mapping[str, Interval] = {}  # of definitions, whatever they are told
    _sums: dict[int, tuple[Expr, Interval]] = field(init=False, factory=dict, eq=False)  # by identity; the part is kept alive

    def of(self, expr: Expr) -> Interval:
        """Return the interval of a number, player or kind value; None: not proven (or it may be none)."""
        by_type = self._by_type(expr)
        match expr:
            case exprs.Const(value=bool()) | exprs.Const(value=None):
                return None
            case exprs.Const(value=int() as value):
                return value, value
            case Cell(slot=slot):
                return self.cells.get(slot, by_type)
            case exprs.Bound(index=index):
                return self.bounds.get(index, by_type)
            case Within(low=low, high=high):
                return low, high
            case exprs.IfElse(yes=yes, no=no):
                return join(self.of(yes), self.of(no))
            case exprs.Unary(op="-", of=of):
                return arithmetic("-", (0, 0), self.of(of))
            case exprs.Binary(op="+" | "-" | "*" | "div" | "mod"):
                return self._arithmetic(expr)
        return self._leaf(expr) or by_type

    def _leaf(self, expr: Expr) -> Interval:
        match expr:
            case exprs.TallyOf() | exprs.BankOf() if isinstance(expr.type, NumberType):
                return 0, LARGEST_NUMBER
            case exprs.MarkerOf(marker=name):
                marker = next(k for k in self.layout.markers if k.name == name)
                if marker.low is not None and marker.high is not None and not marker.optional:
                    return marker.low, marker.high
            case exprs.Builtin(function="count") | exprs.Collect(function="count"):
                return 0, 100_000
            case exprs.AttrOf() if isinstance(expr.type, NumberType):
                return self.of_attr(expr)
            case exprs.Lookup(table=name) if isinstance(expr.type, NumberType):
                table = next(t for t in self.layout.tables if t.name == name)
                return around((*(value for _, value in table.entries), *(value for _, _, value in table.ranges)))
            case exprs.Builtin(function="sum", args=(exprs.AttrOf(of=exprs.Contents()) as each,)):
                one, pieces = self.of_attr(each), sum(s.count for s in self.layout.sorts if s.name == each.owner)
                return (min(0, one[0] * pieces), max(0, one[1] * pieces)) if one else None
            case exprs.Apply(define=name):
                return self.defines.get(name)
            case exprs.Builtin(function="min" | "max", args=args) if len(args) > 1:
                return extreme(expr.function, [self.of(a) for a in args])
        return None

    def of_attr(self, expr: exprs.AttrOf) -> Interval:
        """Return the interval of a number that is an attribute, be it of one or of each of a list."""
        for sort in self.layout.sorts:
            if sort.name == expr.owner:
                attr = next(a for a in sort.attrs if a.name == expr.attr)
                if attr.low is not None and attr.high is not None:
                    return attr.low, attr.high
                return around(attr.values) if attr.base is None else None
        for kind in self.layout.kinds:
            if kind.name == expr.owner:
                return around(dict(kind.attrs)[expr.attr])
        return None

    def _arithmetic(self, expr: exprs.Binary) -> Interval:
        """Return what an operation gives, found once: every part of a long sum is asked for its range."""
        if id(expr) not in self._sums:
            self._sums[id(expr)] = expr, arithmetic(expr.op, self.of(expr.left), self.of(expr.right))
        return self._sums[id(expr)][1]

    def _by_type(self, expr: Expr) -> Interval:
        match expr.type:
            case PlayerType():
                return (0, self.layout.players - 1) if not _may_miss(expr) else None
            case KindType(kind=name):
                size = next(len(k.values) for k in self.layout.kinds if k.name == name)
                return (0, size - 1) if not _may_miss(expr) else None
        return None

    def element(self, source: Expr) -> Interval:
        """Return the interval of the elements of a list."""
        match source:
            case exprs.Const(value=tuple() as values):
                return around(values)
            case exprs.Range(low=low, high=high):
                a, b = self.of(low), self.of(high)
                return (a[0], b[1]) if a and b and a[0] <= b[1] else None
        if isinstance(source.type, ListType) and isinstance(source.type.of, PlayerType):
            return 0, self.layout.players - 1
        if isinstance(source.type, ListType) and isinstance(source.type.of, KindType):
            kind = source.type.of.kind
            return 0, next(len(k.values) for k in self.layout.kinds if k.name == kind) - 1
        return None


def ranges_of(layout: Layout, bounds: Iterable[tuple[int, int, int]], defines: Iterable[DefineCode]) -> Ranges:
    """Return all that is known of a program's cells and definitions."""
    ranges, known = Ranges(layout, {s: (a, b) for s, a, b in bounds}), dict[str, Interval]()
    waiting = {d.name: d for d in defines}

    def settle(name: str) -> None:
        define = waiting.pop(name, None)
        if define is None:
            return
        for part in everything(define.body):
            if isinstance(part, exprs.Apply):
                settle(part.define)
        known[name] = evolve(ranges, bounds=define.bounds, defines=known).of(define.body)

    for name in list(waiting):
        settle(name)
    return evolve(ranges, defines=known)


def _may_miss(expr: Expr) -> bool:
    """Return whether an expression that is taken to be there may still be none in play."""
    if isinstance(expr.type, OptionalType):
        return True
    return isinstance(expr, exprs.MarkerOf | exprs.AttrOf | exprs.ItemAt | exprs.Collect | exprs.Builtin) and not (
        isinstance(expr, exprs.Builtin) and expr.function in ("next", "previous", "seat", "count", "sum")
    )
