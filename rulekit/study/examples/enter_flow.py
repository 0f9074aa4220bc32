"""Entering the flow in the middle, for worked examples: as if a player's turn began, or at a given address.

On the way from the beginning of `play`, loops are in their first pass (a loop over players stands at the player),
conditions, offers and bullets are not asked, and effects are not carried out.
"""

from __future__ import annotations

import itertools
from collections import deque

from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.machine import CAUGHT
from rulekit.engine.state import State
from rulekit.model.expressions import Expr
from rulekit.model.model_walk import closure
from rulekit.model.types import PLAYER, ListType
from rulekit.program import program as prog
from rulekit.program.program import ACTIVE, ME, PC, Cells, as_number, as_several, successors


def enter(engine: Engine, cells: Cells, player: int, deed: str, at: str | None) -> bool:
    """Put the position of the cells where the player's deed can be done; False: there is no such address."""
    program = engine.program
    if at is None and (deed, "step") in program.deeds:
        at = deed  # a step is entered through its first use
    target = _address(program, at) if at is not None else _turn_with(program, deed)
    if target is None and at is not None:
        return False
    cells[ACTIVE] = cells[ME] = 0  # what `me` is again after the loops on the way
    cells[PC] = program.play if target is None else target
    if target is not None:
        way = _way(program, target)
        cells[ACTIVE] = player
        _descend(engine, cells, way, player)
        if not any(isinstance(n := program.nodes[number], prog.Let) and n.slot == ME for number in way[:-1]):
            cells[ME] = player
    return True


def _address(program: prog.Program, address: str) -> int | None:
    nodes = [n for a, n in program.entries if a == address]
    reached = _reachable(program, program.play, frozenset())
    return next((n for n in nodes if n in reached), None)


def _turn_with(program: prog.Program, deed: str) -> int | None:
    """Return where a turn begins in the first `turns` or `rounds`, in the order of `play`, that contains the deed."""
    starts = {n for n, node in enumerate(program.nodes) if isinstance(node, prog.Start) and node.action == deed}
    starts |= {n for a, n in program.entries if a == deed}
    live = _reachable(program, program.play, frozenset())
    loops = {n: node for n, node in enumerate(program.nodes) if isinstance(node, prog.TurnNext) and n in live}
    for number, loop in sorted(loops.items(), reverse=True):
        if _reachable(program, loop.body, frozenset({number})) & starts:
            return loop.body
    return None


def _reachable(program: prog.Program, start: int, walls: frozenset[int]) -> set[int]:
    return closure([start], lambda node: {*successors(program.nodes[node])} - walls)


def _way(program: prog.Program, target: int) -> list[int]:
    """Return the shortest way through the flow from the beginning of `play`."""
    came: dict[int, int | None] = {program.play: None}
    todo = deque([program.play])
    while todo and target not in came:
        here = todo.popleft()
        for following in successors(program.nodes[here]):
            if following not in came:
                came[following] = here
                todo.append(following)
    way: list[int] = []
    step: int | None = target if target in came else None
    while step is not None:
        way.insert(0, step)
        step = came[step]
    return way


def _descend(engine: Engine, cells: Cells, way: list[int], player: int) -> None:
    nodes = engine.program.nodes
    types = {n.slot: n.value.type for n in nodes if isinstance(n, prog.Let)}
    for here, following in itertools.pairwise(way):
        node = nodes[here]
        match node:
            case prog.Let():
                try:
                    engine.code.fine[here](cells)  # type: ignore[misc]
                except CAUGHT:
                    cells[node.slot] = None
            case prog.ForNext(list=items, at=at, targets=targets, body=body) if following == body and cells[items]:
                _first_pass(cells, items, at, targets, player if types.get(items) == ListType(PLAYER) else None)
            case prog.CountNext(counter=counter, body=body) if following == body and cells[counter]:
                cells[counter] = as_number(cells[counter]) - 1
            case prog.TurnFirst(start=start, coming=coming, first=first):
                cells[coming], cells[first], cells[ACTIVE] = None, _first(engine, cells, start, player), player
    cells[ACTIVE] = player


def _first(engine: Engine, cells: Cells, start: Expr, player: int) -> int:
    """Over whom the turn passes when a round is complete: who began it, whoever's turn it is now."""
    try:
        first = engine.value(State(tuple(cells)), start)
    except Fault:
        first = None
    return player if first is None else as_number(first)


def _first_pass(cells: Cells, items: int, at: int, targets: tuple[int, ...], player: int | None) -> None:
    listed = as_several(cells[items])
    place = listed.index(player) if player is not None and player in listed else 0
    cells[at] = place + 1
    value = listed[place]
    for target, part in zip(targets, (value,) if len(targets) == 1 else as_several(value), strict=True):
        cells[target] = part
