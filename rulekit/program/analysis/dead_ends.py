"""Which nodes are safe: from there no dead end can be met before a horizon, so nothing has to be searched.

The greatest fixpoint over the flow: all nodes are taken to be safe, and the unsafe ones are struck out.
"""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model.types import NumberType
from rulekit.program.analysis.expression_ranges import Ranges
from rulekit.program.program import (
    AnyNode,
    Choose,
    Deal,
    Done,
    Draw,
    End,
    Fork,
    Horizon,
    Layout,
    Move,
    Offer,
    PickSpec,
    Random,
    Require,
    Shuffle,
    SlotRef,
    does,
    successors,
)


def safe_nodes(nodes: tuple[AnyNode, ...], ranges: Ranges) -> tuple[bool, ...]:
    """For every node whether it is safe."""
    safe = [_may_be_safe(n, ranges) for n in nodes]
    before: list[list[int]] = [[] for _ in nodes]
    for i, node in enumerate(nodes):
        for following in successors(node):
            before[following].append(i)
    todo = [i for i, ok in enumerate(safe) if not ok]
    while todo:
        for i in before[todo.pop()]:
            if safe[i] and not _still_safe(nodes[i], safe):
                safe[i] = False
                todo.append(i)
    return tuple(safe)


def can_fail(node: AnyNode, ranges: Ranges) -> bool:
    """Return whether a node may be a dead end by itself."""
    match node:
        case Require(test=test):
            return not (isinstance(test, exprs.Const) and test.value is True)
        case Move(to=to) | Draw(to=to):
            return _is_spot(ranges.layout, to.place) or not _is_inside(to, ranges)
        case Deal(to=to):
            return _is_spot(ranges.layout, to)
        case Choose() | Random():
            return node.where is not None or not all(_surely_some(p) for p in node.picks)
    return bool(does(node).dead_end)


def _is_spot(layout: Layout, place: str) -> bool:
    return any(p.name == place and p.shape == "spot" for p in layout.places)


def _is_inside(to: SlotRef, ranges: Ranges) -> bool:
    """Return whether numbers as indices are proven to be declared ones; players and kind values always are."""
    dims = next((p.dims for p in ranges.layout.places if p.name == to.place), ())
    for dim, index in zip(dims, to.indices, strict=True):
        known = (
            (dim.low, dim.low) if isinstance(index, exprs.Const) or not isinstance(index.type, NumberType) else ranges.of(index)
        )
        if known is None or known[0] < dim.low or known[1] >= dim.low + dim.size:
            return False
    return True


def _may_be_safe(node: AnyNode, ranges: Ranges) -> bool:
    if isinstance(node, Fork):
        return bool(node.bullets)
    return not can_fail(node, ranges)


def _surely_some(pick: PickSpec) -> bool:
    least = exprs.number_of(pick.low)
    if pick.several and (least is None or least > 1):
        return False
    return isinstance(pick.source, exprs.Const) and bool(pick.source.value)


def _still_safe(node: AnyNode, safe: list[bool]) -> bool:
    if isinstance(node, Horizon | End | Done | Shuffle | Random):
        return True
    if isinstance(node, Fork | Offer):
        return any(safe[s] for s in successors(node))
    return all(safe[s] for s in successors(node))
