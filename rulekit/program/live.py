"""Which cells of the frame that name pieces may still be read at a node (liveness, backwards over the flow).

A piece that such a cell names is told apart from others like it: «another card than the first» must stay a choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.model.types import ListType, OptionalType, PieceType
from rulekit.model.walk import everything
from rulekit.program import program as g
from rulekit.program.positions import expressions


def live_names(nodes: tuple[Any, ...]) -> tuple[frozenset[tuple[int, str]], ...]:
    """For every node the cells, with the sort of the pieces they name, that it or a later node reads as they are now."""
    lists = {n.slot: sort for n in nodes if isinstance(n, g.Let) and (sort := _sort(n.value.type))}
    reads = [frozenset(_read(node, lists)) for node in nodes]
    writes = [frozenset(_written(node)) for node in nodes]
    before: list[list[int]] = [[] for _ in nodes]
    for number, node in enumerate(nodes):
        for following in g.successors(node):
            before[following].append(number)
    live = list(reads)
    todo = [number for number, names in enumerate(live) if names]
    while todo:
        here = todo.pop()
        for number in before[here]:
            more = live[number] | {name for name in live[here] if name[0] not in writes[number]}
            if more != live[number]:
                live[number] = more
                todo.append(number)
    return tuple(live)


def _read(node: Any, lists: dict[int, str]) -> Iterator[tuple[int, str]]:
    if isinstance(node, g.ForNext) and node.list in lists:
        yield node.list, lists[node.list]
    own = _written(node) if isinstance(node, g.Choose | g.Random) else ()
    for outer in expressions(node):
        for expr in everything(outer):
            if isinstance(expr, g.Cell) and expr.slot not in own and (sort := _sort(expr.type)):
                yield expr.slot, sort


def _written(node: Any) -> tuple[int, ...]:
    match node:
        case g.Let(slot=slot):
            return (slot,)
        case g.Choose(picks=picks) | g.Random(picks=picks):
            return tuple(p.slot for p in picks)
        case g.ForNext(targets=targets):
            return targets
    return ()


def _sort(kind: Any) -> str | None:
    while isinstance(kind, ListType | OptionalType):
        kind = kind.of
    return kind.sort if isinstance(kind, PieceType) else None
