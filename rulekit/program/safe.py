"""Which nodes are safe: from there no dead end can be met before a horizon, so nothing has to be searched.

The greatest fixpoint over the flow: all nodes are taken to be safe, and the unsafe ones are struck out.
"""

from __future__ import annotations

from typing import Any

from rulekit.model import expr as x
from rulekit.model.types import NumberType
from rulekit.program.program import (
    AnyNode,
    Choose,
    Deal,
    Done,
    Draw,
    End,
    Fork,
    Horizon,
    Move,
    Offer,
    Pay,
    Random,
    Require,
    Shuffle,
    successors,
)


def safe_nodes(nodes: tuple[AnyNode, ...], spots: frozenset[str]) -> tuple[bool, ...]:
    """For every node whether it is safe; `spots` are the families of spots."""
    safe = [_may_be_safe(n, spots) for n in nodes]
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


def can_fail(node: Any, spots: frozenset[str]) -> bool:
    """Whether a node may be a dead end by itself."""
    match node:
        case Require(test=test):
            return not (isinstance(test, x.Const) and test.value is True)
        case Pay():
            return True
        case Move(to=to) | Draw(to=to):
            return to.place in spots or any(isinstance(i.type, NumberType) and not isinstance(i, x.Const) for i in to.indices)
        case Deal(to=to):
            return to in spots
        case Choose() | Random():
            return node.where is not None or not all(_surely_some(p) for p in node.picks)
    return False


def _may_be_safe(node: Any, spots: frozenset[str]) -> bool:
    if isinstance(node, Fork):
        return bool(node.bullets)
    return not can_fail(node, spots)


def _surely_some(pick: Any) -> bool:
    if pick.several and not (isinstance(pick.low, x.Const) and pick.low.value <= 1):
        return False
    return isinstance(pick.source, x.Const) and bool(pick.source.value)


def _still_safe(node: Any, safe: list[bool]) -> bool:
    if isinstance(node, Horizon | End | Done | Shuffle | Random):
        return True
    if isinstance(node, Fork | Offer):
        return any(safe[s] for s in successors(node))
    return all(safe[s] for s in successors(node))
