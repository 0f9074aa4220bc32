"""Which nodes are safe: from there no dead end can be met before a horizon, so nothing has to be searched.

The greatest fixpoint over the flow: all nodes are taken to be safe, and the unsafe ones are struck out.
"""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model.types import NumberType
from rulekit.program import program as prog
from rulekit.program.analysis.expression_ranges import Ranges


def safe_nodes(nodes: tuple[prog.AnyNode, ...], ranges: Ranges) -> tuple[bool, ...]:
    """For every node whether it is safe."""
    safe = [_may_be_safe(n, ranges) for n in nodes]
    before: list[list[int]] = [[] for _ in nodes]
    for i, node in enumerate(nodes):
        for following in prog.successors(node):
            before[following].append(i)
    todo = [i for i, ok in enumerate(safe) if not ok]
    while todo:
        for i in before[todo.pop()]:
            if safe[i] and not _still_safe(nodes[i], safe):
                safe[i] = False
                todo.append(i)
    return tuple(safe)


def can_fail(node: prog.AnyNode, ranges: Ranges) -> bool:
    """Return whether a node may be a dead end by itself."""
    match node:
        case prog.Require(test=test):
            return not (isinstance(test, exprs.Const) and test.value is True)
        case prog.Move(to=to) | prog.Draw(to=to):
            return _is_spot(ranges.layout, to.place) or not _is_inside(to, ranges)
        case prog.Deal(to=to):
            return _is_spot(ranges.layout, to)
        case prog.Choose() | prog.Random():
            return node.where is not None or not all(_surely_some(p) for p in node.picks)
    return bool(prog.does(node).dead_end)


def _is_spot(layout: prog.Layout, place: str) -> bool:
    return any(p.name == place and p.shape == "spot" for p in layout.places)


def _is_inside(to: prog.SlotRef, ranges: Ranges) -> bool:
    """Return whether numbers as indices are proven to be declared ones; players and kind values always are."""
    dims = next((p.dims for p in ranges.layout.places if p.name == to.place), ())
    for dim, index in zip(dims, to.indices, strict=True):
        known = (
            (dim.low, dim.low) if isinstance(index, exprs.Const) or not isinstance(index.type, NumberType) else ranges.of(index)
        )
        if known is None or known[0] < dim.low or known[1] >= dim.low + dim.size:
            return False
    return True


def _may_be_safe(node: prog.AnyNode, ranges: Ranges) -> bool:
    if isinstance(node, prog.Fork):
        return bool(node.bullets)
    return not can_fail(node, ranges)


def _surely_some(pick: prog.PickSpec) -> bool:
    least = exprs.number_of(pick.low)
    if pick.several and (least is None or least > 1):
        return False
    return isinstance(pick.source, exprs.Const) and bool(pick.source.value)


def _still_safe(node: prog.AnyNode, safe: list[bool]) -> bool:
    if isinstance(node, prog.Horizon | prog.End | prog.Done | prog.Shuffle | prog.Random):
        return True
    if isinstance(node, prog.Fork | prog.Offer):
        return any(safe[s] for s in prog.successors(node))
    return all(safe[s] for s in prog.successors(node))
