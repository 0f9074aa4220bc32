"""Ranges of the frame's cells, from everything that writes them; and a record of what could not be proven."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import reduce

from attrs import evolve, frozen

from rulekit.model import expressions as exprs
from rulekit.model.analysis.numbers import Interval, join
from rulekit.model.expressions import Expr
from rulekit.model.faults import LARGEST_NUMBER
from rulekit.model.model_walk import children, everything, expressions
from rulekit.model.types import NumberType
from rulekit.program import program as prog
from rulekit.program.analysis.expression_ranges import Ranges
from rulekit.program.nodes import AnyNode

Writer = tuple[str, Expr, int, int]  # how a cell is written, from what; in a loop over several variables which one, of how many


def prove_cells(nodes: tuple[AnyNode, ...], layout: prog.Layout, trials: tuple[prog.Trial, ...]) -> dict[int, tuple[int, int]]:
    """Bounds of cells all of whose writers are proven; what is told in a trial is not."""
    writers: dict[int, list[Writer]] = defaultdict(list)
    lists: dict[int, Expr] = {}
    for node in nodes:
        if isinstance(node, prog.Let):
            writers[node.slot].append(("value", node.value, 0, 1))
            lists[node.slot] = node.value
        elif isinstance(node, prog.Choose | prog.Random):
            for pick in node.picks:
                writers[pick.slot].append(("several" if pick.several else "element", pick.source, 0, 1))
    for node in nodes:
        if isinstance(node, prog.ForNext):
            for place, target in enumerate(node.targets):
                writers[target].append(("loop", lists[node.list], place, len(node.targets)))
    closed = {slot for trial in trials for _, slot in trial.args}
    known = {prog.ME: (0, layout.players - 1), prog.ACTIVE: (0, layout.players - 1)}
    for _ in range(6):
        ranges = Ranges(layout, known)
        found = {
            slot: reduce(join, (_one(ranges, *w) for w in ws))
            for slot, ws in writers.items()
            if slot not in closed and slot not in known
        }
        fresh = {slot: interval for slot, interval in found.items() if interval is not None}
        if not fresh:
            break
        known |= fresh
    return known


def _one(ranges: Ranges, how: str, source: Expr, place: int, count: int) -> Interval:
    if how == "value":
        return ranges.of(source)
    if how == "element":
        return ranges.element(source)
    if how == "loop":
        if isinstance(source, exprs.Collect):
            return ranges.element(source.binders[place].source) if len(source.binders) == count else None
        if isinstance(source, exprs.Const) and isinstance(source.value, tuple) and count > 1:
            return ranges.element(
                exprs.Const(source.type, tuple(item[place] for item in source.value if isinstance(item, tuple)))
            )
        return ranges.element(source)
    return None


def prove_params(defines: tuple[prog.DefineCode, ...], outside: list[Expr], ranges: Ranges) -> tuple[prog.DefineCode, ...]:
    """Bounds of the definitions' parameters, from all their uses; declared ones hold anyway."""
    for _ in range(4):
        found: dict[tuple[str, int], Interval] = {}
        for expr in outside:
            _uses(expr, ranges, found)
        for define in defines:
            _uses(define.body, evolve(ranges, bounds=define.bounds), found)
        proven = tuple(evolve(d, params=tuple(_narrow(d, n, found) for n in range(len(d.params)))) for d in defines)
        if proven == defines:
            break
        defines = proven
    return defines


def _narrow(define: prog.DefineCode, at: int, found: dict[tuple[str, int], Interval]) -> tuple[int, int | None, int | None]:
    index, low, high = define.params[at]
    used = found.get((define.name, at))
    return (index, low, high) if low is not None or used is None else (index, *used)


def _uses(expr: Expr, ranges: Ranges, found: dict[tuple[str, int], Interval]) -> None:
    """Note the ranges of all arguments in an expression; inside a comprehension its variables have the list's range."""
    if isinstance(expr, exprs.Collect):
        for binder in expr.binders:
            _uses(binder.source, ranges, found)
            interval = ranges.element(binder.source)
            kept = {k: v for k, v in ranges.bounds.items() if k != binder.index}
            ranges = evolve(ranges, bounds=kept if interval is None else {**kept, binder.index: interval})
        for part in (expr.value, expr.where):
            if part is not None:
                _uses(part, ranges, found)
        return
    if isinstance(expr, exprs.Apply):
        for at, arg in enumerate(expr.args):
            key = (expr.define, at)
            found[key] = join(found[key], ranges.of(arg)) if key in found else ranges.of(arg)
    for child in children(expr):
        _uses(child, ranges, found)


def unproven(program: prog.Program) -> tuple[prog.Unproven, ...]:
    """What could not be proven, by the rule or definition it stands in: play checks it; a second engine has to, or refuse."""
    doubts = _Doubts(program, Ranges(program.layout, {s: (a, b) for s, a, b in program.bounds}))
    found: dict[tuple[str, str], None] = {}
    for node in program.nodes:
        address = program.rules[node.rule].address
        for why in doubts.of_node(node):
            found[address, why] = None
    for define in program.defines:
        inside = evolve(doubts, ranges=evolve(doubts.ranges, bounds=define.bounds))
        for why in inside.of_exprs(define.body):
            found[f"define {define.name}", why] = None
    for where, lines in (("score", program.score), ("winner", program.winner)):
        for line in lines:
            for why in doubts.of_exprs(line.value):
                found[f"{where}.{line.name}", why] = None
    for marker in program.layout.markers:
        if isinstance(marker.type, NumberType) and marker.low is None:
            found[f"marker {marker.name}", "a number without declared bounds"] = None
    for tally in program.layout.tallies:
        if tally.bank is None:
            found[f"tally {tally.name}", "a tally without a bank has no bound"] = None
    return tuple(prog.Unproven(what, why) for what, why in found)


@frozen
class _Doubts:
    program: prog.Program
    ranges: Ranges

    def of_node(self, node: AnyNode) -> Iterator[str]:
        """Yield what a node leaves open."""
        for outer in expressions(node):
            yield from self.of_exprs(outer)
        layout = self.program.layout
        match node:
            case prog.SetMarker(marker=name, indices=indices, value=value):
                marker = next(k for k in layout.markers if k.name == name)
                yield from self._fits(value, marker.low, marker.high, f"`{name}`")
                yield from self._inside(marker.dims, indices, f"`{name}`")
            case prog.SetAttr(sort=sort, attr=name, value=value):
                attr = next(a for s in layout.sorts if s.name == sort for a in s.attrs if a.name == name)
                yield from self._fits(value, attr.low, attr.high, f"`{name}`")
            case prog.Move(to=to) | prog.Draw(to=to) if to.place != "box":
                place = next(p for p in layout.places if p.name == to.place)
                yield from self._inside(place.dims, to.indices, f"`{to.place}`")

    def of_exprs(self, outer: Expr) -> Iterator[str]:
        """Yield what an expression and all below it leave open."""
        for expr in everything(outer):
            why = _doubt(expr, self.ranges)
            if why:
                yield why
            if isinstance(expr, exprs.Contents | exprs.PieceAt | exprs.TallyOf | exprs.MarkerOf):
                yield from self._index(expr)

    def _index(self, expr: exprs.Contents | exprs.PieceAt | exprs.TallyOf | exprs.MarkerOf) -> Iterator[str]:
        layout = self.program.layout
        families: tuple[prog.Family, ...] = (*layout.places, *layout.tallies, *layout.markers)
        name = getattr(expr, "place", None) or getattr(expr, "tally", None) or getattr(expr, "marker", "")
        family = next((f for f in families if f.name == name), None)
        if family is not None and not any(isinstance(e, exprs.Bound) for i in expr.indices for e in everything(i)):
            yield from self._inside(family.dims, expr.indices, f"`{name}`")

    def _fits(self, value: Expr, low: int | None, high: int | None, what: str) -> Iterator[str]:
        interval = self.ranges.of(value)
        if low is not None and high is not None and not (interval and low <= interval[0] and interval[1] <= high):
            yield f"{what} may be set outside {low}..{high}"

    def _inside(self, dims: tuple[prog.DimSize, ...], indices: tuple[Expr, ...], what: str) -> Iterator[str]:
        for dim, index in zip(dims, indices, strict=False):
            interval = self.ranges.of(index)
            if not (interval and dim.low <= interval[0] and interval[1] < dim.low + dim.size):
                yield f"an index of {what} may lie outside `{dim.name}`"


def _doubt(expr: Expr, ranges: Ranges) -> str | None:
    if isinstance(expr, exprs.Binary) and expr.op in ("+", "-", "*"):
        interval = ranges.of(expr)
        if interval is None or interval[0] < -LARGEST_NUMBER or interval[1] > LARGEST_NUMBER:
            return f"`{expr.op}` may leave the range of numbers"
    if isinstance(expr, prog.Within):
        interval = ranges.of(expr.of)
        if interval is None or interval[0] < expr.low or interval[1] > expr.high:
            return f"an argument may lie outside {expr.low}..{expr.high}"
    return None
