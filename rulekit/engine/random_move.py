"""One move at random, made choice by choice, without listing the menu first.

At every choice of a move each way is equally likely; a way that turns out to be forbidden is given up and another one tried.
So a move is found exactly if the menu has one, at a fraction of its cost. (Whole moves are not equally likely: a choice of
three kinds gives a third to each kind, however many moves it has.)
"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.engine.compiling.compiler import DECISION
from rulekit.engine.machine import CAUGHT, MOST_CHOICES_OF_A_MOVE, Found, Machine, Path, bind, told
from rulekit.program import program as prog
from rulekit.program.program import ME, PC, Cells, CellValue, as_number, as_several

Draw = Callable[[int, list[CellValue]], int]  # at a node, of some ways (see `_ways`), which one


def random_move(machine: Machine, state: Cells, draw: Draw) -> Found | None:
    """Return a move of the decider, as the menu would have it; None if there is none."""
    with machine.searching():
        try:
            return _onward(machine, state.copy(), state[PC], (), False, state[ME], draw)
        except CAUGHT as problem:
            raise machine.fault(problem, state[PC]) from None


def _onward(machine: Machine, state: Cells, pc: int, path: Path, acted: bool, me: int, draw: Draw) -> Found | None:
    while True:
        pc = machine.to_choice(state, pc, me)
        if pc < 0:
            return None
        if machine.code.kinds[pc] != DECISION or state[ME] != me:
            break
        node = machine.nodes[pc]
        if type(node) is not prog.Start:
            if len(path) > MOST_CHOICES_OF_A_MOVE:
                raise machine.exceeded(pc)
            return _some_way(machine, state, pc, path, acted, me, draw)
        path, acted, pc = (*path, (pc, told(state, node))), True, node.next
    machine.spend(pc)
    if not machine.offered(state, pc, me):
        return None
    state[PC] = pc
    return path, state, acted


def _some_way(machine: Machine, state: Cells, pc: int, path: Path, acted: bool, me: int, draw: Draw) -> Found | None:
    node = machine.nodes[pc]
    ways = _ways(machine, state, pc, node)
    slots = [p.slot for p in node.picks] if type(node) is prog.Choose else ()
    after = machine.code.after[pc]
    while ways:
        which = draw(pc, ways) if len(ways) > 1 else 0
        way, ways[which] = ways[which], ways[-1]
        ways.pop()
        machine.visit(pc)
        value, following = (way, after) if slots else led(way)
        branch = state.copy() if ways else state
        bind(branch, slots, value)
        found = _onward(machine, branch, following, (*path, (pc, value)), acted, me, draw)
        if found is not None:
            return found
    return None


def led(way: CellValue) -> tuple[CellValue, int]:
    """Return the value and where it leads, of a way that is a pair."""
    value, following = as_several(way)
    return value, as_number(following)


def _ways(machine: Machine, state: Cells, pc: int, node: prog.AnyNode) -> list[CellValue]:
    """Return what can be chosen: values, or pairs of a value and where it leads."""
    if type(node) is prog.Choose:
        return list(machine.code.options[pc](state))  # type: ignore[misc]
    return [(value, following) for value, following, _ in machine.choices(pc, node, state, machine.code.options)]
