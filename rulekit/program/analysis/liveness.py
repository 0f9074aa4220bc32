"""Liveness: which cells of the frame a node or one after it may still read as they are now (backwards over the flow).

What is not live does not make two states different; a piece that a live cell names is told apart from others like it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model.model_walk import everything, expressions
from rulekit.model.types import Type, sort_of
from rulekit.program import program as prog
from rulekit.program.nodes import AnyNode

Slots = frozenset[int]


def live_cells(program: prog.Program) -> tuple[Slots, ...]:
    """For every node the cells of the frame that are live there."""
    nodes = program.nodes
    live = [frozenset(_read(node)) - frozenset(_chosen(node)) for node in nodes]
    before: list[list[tuple[int, Slots]]] = [[] for _ in nodes]  # who comes before a node, and what it writes on the way
    for number, node in enumerate(nodes):
        for following in prog.successors(node):
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


def live_names(program: prog.Program) -> tuple[frozenset[tuple[int, str]], ...]:
    """For every node the live cells that name pieces, with the sort of those pieces."""
    sorts = _piece_cells(program.nodes)
    return tuple(frozenset((slot, sorts[slot]) for slot in cells if slot in sorts) for cells in live_cells(program))


def _tried(node: AnyNode, program: prog.Program) -> Iterator[prog.Trial]:
    for outer in expressions(node):
        yield from (program.trials[e.trial] for e in everything(outer) if isinstance(e, prog.Try))


def _read(node: AnyNode) -> Iterator[int]:
    for outer in expressions(node):
        yield from (e.slot for e in everything(outer) if isinstance(e, prog.Cell))
    match node:
        case prog.ForNext(list=items, at=at):
            yield from (items, at)
        case prog.CountNext(counter=counter):
            yield counter
        case prog.Start(told=told):
            yield from (slot for slot, _, _ in told)
        case prog.TurnNext(coming=coming, first=first):
            yield from (coming, first)


def _chosen(node: AnyNode) -> tuple[int, ...]:
    return tuple(p.slot for p in node.picks) if isinstance(node, prog.Choose | prog.Random) else ()


def _written(node: AnyNode) -> tuple[int, ...]:
    match node:
        case prog.Let(slot=slot):
            return (slot,)
        case prog.ForNext(targets=targets):
            return targets
    return _chosen(node)


def _piece_cells(nodes: tuple[AnyNode, ...]) -> dict[int, str]:
    """Return the cells that name pieces, with their sort."""
    found: dict[int, str] = {}
    for node in nodes:
        if isinstance(node, prog.Let):
            found |= _named(node.slot, node.value.type)
        elif isinstance(node, prog.Choose | prog.Random):
            for pick in node.picks:
                found |= _named(pick.slot, pick.type)
    for node in nodes:
        if isinstance(node, prog.ForNext) and node.list in found:
            found |= dict.fromkeys(node.targets, found[node.list])
    return found


def _named(slot: int, kind: Type) -> dict[int, str]:
    sort = sort_of(kind)
    return {} if sort is None else {slot: sort}
