"""How much counting one rule may take at the most: comprehensions inside comprehensions multiply.

A rule file may come from anybody; what would keep the machine busy for minutes is refused before it is played.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from rulekit.limits import LONGEST_LIST
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.model.model_walk import children, everything, expressions
from rulekit.model.types import ListType
from rulekit.program import nodes
from rulekit.program.analysis.expression_ranges import Ranges
from rulekit.program.nodes import AnyNode
from rulekit.program.program import DefineCode, Layout, Program
from rulekit.program.refused import Refused

MOST_STEPS = 20_000_000
MOST_WAYS = 200_000  # candidates of one choice
MOST_LINES = 1_000_000
USUAL_LENGTH = 16  # a list of which nothing is known


def refuse_too_much(program: Program) -> None:
    """Refuse a program with a rule that may count longer than the limit."""
    work = Work(program.layout, program.defines, Ranges(program.layout, {s: (a, b) for s, a, b in program.bounds}))
    for node in program.nodes:
        if work.of_node(node, program) > MOST_STEPS or any(work.lines(e) > MOST_LINES for e in _all(node)):
            rule = program.rules[node.rule]
            raise Refused(
                "RK511",
                rule.span,
                "`{address}` may take more than {most} steps of counting",
                "comprehensions inside one another multiply: count less, or count once and remember it in a marker",
                address=rule.address,
                most=MOST_STEPS,
            )


def _all(node: AnyNode) -> Iterator[Expr]:
    return (e for outer in expressions(node) for e in everything(outer))


@define
class Work:
    """Estimates, each at its widest."""

    layout: Layout
    defines: tuple[DefineCode, ...]
    ranges: Ranges
    _known: dict[str, int] = field(factory=dict)
    _lines: dict[str, int] = field(factory=dict)

    def of_node(self, node: AnyNode, program: Program) -> int:
        """Return the steps one visit of a node may take."""
        if isinstance(node, nodes.Choose | nodes.Random):
            ways, tests = 1, [node.where] if node.where is not None else []
            following = program.nodes[node.next]
            while isinstance(following, nodes.Require):
                tests.append(following.test)
                following = program.nodes[following.next]
            for pick in node.picks:
                ways *= LONGEST_LIST if pick.several else self.size(pick.source, self.ranges)
            return max(ways * (1 + sum(self.of(t, self.ranges) for t in tests)), ways * (MOST_STEPS // MOST_WAYS))
        names = ("value", "test", "what", "count", "player", "until", "where", "start")
        parts: list[Expr | int | None] = [getattr(node, name, None) for name in names]
        return sum(self.of(p, self.ranges) for p in parts if isinstance(p, exprs.Typed))

    def lines(self, e: Expr) -> int:
        """Return the cells of all straight runs that `lines` (also inside a definition) has to know."""
        if isinstance(e, exprs.Apply):
            define_ = next(d for d in self.defines if d.name == e.define)
            if e.define not in self._lines:
                self._lines[e.define] = 0
                self._lines[e.define] = max((self.lines(inner) for inner in everything(define_.body)), default=0)
            return self._lines[e.define]
        if not isinstance(e, exprs.Lines):
            return 0
        place = next(p for p in self.layout.places if p.name == e.place)
        longest = max(d.size for d in place.dims)
        length = exprs.number_of(e.length)
        return 4 * place.size * (longest * longest if length is None else length)

    def of(self, e: Expr, ranges: Ranges) -> int:
        """Return the steps an expression may take."""
        match e:
            case exprs.Collect():
                return self._collect(e, ranges)
            case exprs.Apply(define=name, args=args):
                return self._define(name) + sum(self.of(a, ranges) for a in args)
            case exprs.Lines() | exprs.Contents():
                return self.size(e, ranges)
        return min(10**12, 1 + sum(self.of(child, ranges) for child in children(e)))

    def _define(self, name: str) -> int:
        if name not in self._known:
            self._known[name] = 1
            define_ = next(d for d in self.defines if d.name == name)
            self._known[name] = min(10**12, self.of(define_.body, evolve(self.ranges, bounds=define_.bounds)))
        return self._known[name]

    def _collect(self, e: exprs.Collect, ranges: Ranges) -> int:
        ways, steps = 1, 0
        for binder in e.binders:
            steps += ways * self.of(binder.source, ranges)
            ways *= self.size(binder.source, ranges)
            interval = ranges.element(binder.source)
            if interval is not None:
                ranges = evolve(ranges, bounds={**ranges.bounds, binder.index: interval})
        inside = self.of(e.value, ranges) + (0 if e.where is None else self.of(e.where, ranges))
        return min(10**12, steps + ways * inside)

    def size(self, source: Expr, ranges: Ranges) -> int:
        """Return how long a list may be."""
        match source:
            case exprs.Const(value=tuple() as items):
                return len(items)
            case exprs.Range(low=low, high=high):
                a, b = ranges.of(low), ranges.of(high)
                return max(0, min(LONGEST_LIST, b[1] - a[0] + 1)) if a and b else LONGEST_LIST
            case exprs.Contents(place=name):
                place = next((p for p in self.layout.places if p.name == name), None)
                return 1 if place is None else min(place.capacity * place.size, _pieces(self.layout, place.sort)) or 1
            case exprs.Lines(place=name):
                place = next(p for p in self.layout.places if p.name == name)
                return 4 * place.size
            case exprs.AttrOf(of=of, owner=owner, attr=attr) if not isinstance(of.type, ListType):
                columns = [values for k in self.layout.kinds if k.name == owner for name, values in k.attrs if name == attr]
                return max((len(v) for values in columns for v in values if isinstance(v, tuple)), default=USUAL_LENGTH)
            case exprs.AttrOf(of=of) | exprs.Builtin(args=(of, *_)):
                return self.size(of, ranges)
            case exprs.Collect(binders=binders):
                ways = 1
                for binder in binders:
                    ways *= self.size(binder.source, ranges)
                return min(ways, LONGEST_LIST)
        return USUAL_LENGTH


def _pieces(layout: Layout, sort: str) -> int:
    return next((s.count for s in layout.sorts if s.name == sort), 1)
