"""Liveness: which cells of the frame a node or one after it may still read as they are now (backwards over the flow).

What is not live does not make two states different; a piece that a live cell names is told apart from others like it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model.types import ListType, OptionalType, PieceType, Type
from rulekit.model.walk import everything
from rulekit.program import program as g
from rulekit.program.nodes import AnyNode
from rulekit.program.positions import expressions

Slots = frozenset[int]


def live_cells(program: g.Program) -> tuple[Slots, ...]:
    """For every node the cells of the frame that are live there."""
    nodes = program.nodes
    live = [frozenset(_read(node)) - frozenset(_chosen(node)) for node in nodes]
    before: list[list[tuple[int, Slots]]] = [[] for _ in nodes]  # who comes before a node, and what it writes on the way
    for number, node in enumerate(nodes):
        for following in g.successors(node):
            before[following].append((number, frozenset(_written(node))))
        for trial in _tried(node, program):
            before[trial.entry].append((number, frozenset(slot for _, slot in trial.args)))
    todo = [number for number, cells in enumerate(live) if cells]
    while todo:
        here = todo.pop()
        for number, written in before[here]:
            more = live[number] | (live[here] - written)
            if more != live[number]:
                live[number] = more
                todo.append(number)
    return tuple(live)


def live_names(program: g.Program) -> tuple[frozenset[tuple[int, str]], ...]:
    """For every node the live cells that name pieces, with the sort of those pieces."""
    sorts = _piece_cells(program.nodes)
    return tuple(frozenset((slot, sorts[slot]) for slot in cells if slot in sorts) for cells in live_cells(program))


def _tried(node: AnyNode, program: g.Program) -> Iterator[g.Trial]:
    for outer in expressions(node):
        yield from (program.trials[e.trial] for e in everything(outer) if isinstance(e, g.Try))


def _read(node: AnyNode) -> Iterator[int]:
    for outer in expressions(node):
        yield from (e.slot for e in everything(outer) if isinstance(e, g.Cell))
    match node:
        case g.ForNext(list=items, at=at):
            yield from (items, at)
        case g.CountNext(counter=counter):
            yield counter
        case g.Start(told=told):
            yield from (slot for slot, _, _ in told)
        case g.TurnNext(coming=coming, first=first):
            yield from (coming, first)


def _chosen(node: AnyNode) -> tuple[int, ...]:
    return tuple(p.slot for p in node.picks) if isinstance(node, g.Choose | g.Random) else ()


def _written(node: AnyNode) -> tuple[int, ...]:
    match node:
        case g.Let(slot=slot):
            return (slot,)
        case g.ForNext(targets=targets):
            return targets
    return _chosen(node)


def _piece_cells(nodes: tuple[AnyNode, ...]) -> dict[int, str]:
    """The cells that name pieces, with their sort."""
    found: dict[int, str] = {}
    for node in nodes:
        if isinstance(node, g.Let):
            found |= _named(node.slot, node.value.type)
        elif isinstance(node, g.Choose | g.Random):
            for pick in node.picks:
                found |= _named(pick.slot, pick.type)
    for node in nodes:
        if isinstance(node, g.ForNext) and node.list in found:
            found |= dict.fromkeys(node.targets, found[node.list])
    return found


def _named(slot: int, kind: Type) -> dict[int, str]:
    while isinstance(kind, ListType | OptionalType):
        kind = kind.of
    return {slot: kind.sort} if isinstance(kind, PieceType) else {}
