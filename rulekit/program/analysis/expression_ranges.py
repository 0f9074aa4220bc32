"""Proving ranges: the least and greatest value an expression of a program can have, as far as that is plain.

(None, None) means: not proven. Numbers of a game are 32-bit; what is not proven is checked in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve, frozen

from rulekit.model import expressions as exprs
from rulekit.model.expression_walk import everything
from rulekit.model.expressions import Expr, Value
from rulekit.model.types import KindType, ListType, NumberType, OptionalType, PlayerType
from rulekit.program.program import Cell, DefineCode, Layout, Within

LIMIT = 2**31 - 1
Interval = tuple[int, int] | None


@frozen
class Ranges:
    """What is known of cells of the frame and of bound variables."""

    layout: Layout
    cells: Mapping[int, tuple[int, int]]
    bounds: Mapping[int, tuple[int, int]] = {}
    defines: Mapping[str, Interval] = {}  # of definitions, whatever they are told

    def of(self, expr: Expr) -> Interval:
        """The interval of a number, player or kind value; None: not proven (or it may be none)."""
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
                inner = self.of(of)
                return (-inner[1], -inner[0]) if inner else None
            case exprs.Binary(op="+" | "-" | "*" | "div" | "mod"):
                return self._arithmetic(expr)
        return self._leaf(expr) or by_type

    def _leaf(self, expr: Expr) -> Interval:
        match expr:
            case exprs.TallyOf() | exprs.BankOf() if isinstance(expr.type, NumberType):
                return 0, LIMIT
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
                return _hull((*(value for _, value in table.entries), *(value for _, _, value in table.ranges)))
            case exprs.Builtin(function="sum", args=(exprs.AttrOf(of=exprs.Contents()) as each,)):
                one, pieces = self.of_attr(each), sum(s.count for s in self.layout.sorts if s.name == each.owner)
                return (min(0, one[0] * pieces), max(0, one[1] * pieces)) if one else None
            case exprs.Apply(define=name):
                return self.defines.get(name)
            case exprs.Builtin(function="min" | "max", args=args) if len(args) > 1:
                return self._extreme([self.of(a) for a in args], expr.function)
        return None

    def of_attr(self, expr: exprs.AttrOf) -> Interval:
        """The interval of a number that is an attribute, be it of one or of each of a list."""
        for sort in self.layout.sorts:
            if sort.name == expr.owner:
                attr = next(a for a in sort.attrs if a.name == expr.attr)
                if attr.low is not None and attr.high is not None:
                    return attr.low, attr.high
                return _hull(attr.values) if attr.base is None else None
        for kind in self.layout.kinds:
            if kind.name == expr.owner:
                return _hull(dict(kind.attrs)[expr.attr])
        return None

    def _extreme(self, parts: list[Interval], function: str) -> Interval:
        known = [p for p in parts if p is not None]
        if len(known) < len(parts):
            return None
        pick = min if function == "min" else max
        return pick(p[0] for p in known), pick(p[1] for p in known)

    def _arithmetic(self, expr: exprs.Binary) -> Interval:
        left, right = self.of(expr.left), self.of(expr.right)
        if left is None or right is None:
            return None
        match expr.op:
            case "+":
                return left[0] + right[0], left[1] + right[1]
            case "-":
                return left[0] - right[1], left[1] - right[0]
            case "*":
                corners = [a * b for a in left for b in right]
                return min(corners), max(corners)
            case "mod" if right[0] > 0:
                return 0, right[1] - 1
            case "div" if right[0] > 0:
                corners = [a // b for a in left for b in right]
                return min(corners), max(corners)
        return None

    def _by_type(self, expr: Expr) -> Interval:
        match expr.type:
            case PlayerType():
                return (0, self.layout.players - 1) if not _may_miss(expr) else None
            case KindType(kind=name):
                size = next(len(k.values) for k in self.layout.kinds if k.name == name)
                return (0, size - 1) if not _may_miss(expr) else None
        return None

    def element(self, source: Expr) -> Interval:
        """The interval of the elements of a list."""
        match source:
            case exprs.Const(value=tuple() as values):
                return _hull(values)
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
    """All that is known of a program's cells and definitions."""
    ranges, known = Ranges(layout, {s: (a, b) for s, a, b in bounds}), dict[str, Interval]()
    waiting = {d.name: d for d in defines}

    def settle(name: str) -> None:
        define = waiting.pop(name, None)
        if define is None:
            return
        for part in everything(define.body):
            if isinstance(part, exprs.Apply):
                settle(part.define)
        told = {i: (a, b) for i, a, b in define.params if a is not None and b is not None}
        known[name] = evolve(ranges, bounds=told, defines=known).of(define.body)

    for name in list(waiting):
        settle(name)
    return evolve(ranges, defines=known)


def _may_miss(expr: Expr) -> bool:
    """Whether an expression that is taken to be there may still be none in play."""
    if isinstance(expr.type, OptionalType):
        return True
    return isinstance(expr, exprs.MarkerOf | exprs.AttrOf | exprs.ItemAt | exprs.Collect | exprs.Builtin) and not (
        isinstance(expr, exprs.Builtin) and expr.function in ("next", "previous", "seat", "count", "sum")
    )


def _hull(values: tuple[Value, ...]) -> Interval:
    numbers = [v for v in values if isinstance(v, int) and not isinstance(v, bool)]
    return (min(numbers), max(numbers)) if numbers and len(numbers) == len(values) else None


def join(left: Interval, right: Interval) -> Interval:
    """The least interval around both."""
    if left is None or right is None:
        return None
    return min(left[0], right[0]), max(left[1], right[1])
