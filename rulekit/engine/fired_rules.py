"""Which rules a move sets going, and which of them changed something. It reads the play up to the next menu that is asked."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulekit.engine.compiling.compiler import DECISION, HORIZON
from rulekit.engine.engine import Engine
from rulekit.engine.machine import CAUGHT, Path
from rulekit.engine.moves import Move
from rulekit.engine.state import State
from rulekit.model.rules import Citation
from rulekit.program import program as prog
from rulekit.program.analysis.reads_and_writes import changes
from rulekit.program.program import PC, Cells, as_number


@frozen
class Fired:
    """A rule that a move set going."""

    address: str
    cites: tuple[Citation, ...]


def why(engine: Engine, state: State, move: Move) -> tuple[Fired, ...]:
    """Return the rules that the move set going, in order, up to the next menu that is asked (each once)."""
    program = engine.program
    cells = next((c for path, c, _ in engine.menu(state) if path == move.path), None)
    rules = list(_chosen(program, move.path))
    if cells is not None:
        rules += [rule for rule, _ in _passed(engine, Cells(cells))]
    return _fired(program, rules)


def who_changed(engine: Engine, cells: Cells, names: frozenset[str]) -> tuple[Fired, ...]:
    """Return the rules that, from here to the next menu, changed what has one of these names (see `program.touch`)."""
    program = engine.program
    passed = _passed(engine, Cells(cells))
    return _fired(program, [rule for rule, node in passed if node is not None and changes(program, node) & names])


def _chosen(program: prog.Program, path: Path) -> Iterator[int]:
    """Yield the rules of a path's choices; an offer that is declined sets nothing going."""
    for number, value in path:
        node = program.nodes[number]
        if not isinstance(node, prog.Offer) or value:
            yield node.rule
        if isinstance(node, prog.Fork):
            yield node.rules[as_number(value)]


def _passed(engine: Engine, cells: Cells) -> Iterator[tuple[int, prog.AnyNode | None]]:
    """Yield the rules from here to the next menu that is asked, with their nodes; menus of one are gone through, as in play.

    A condition that does not hold sets nothing going.
    """
    code, program, pc = engine.code, engine.program, cells[PC]
    try:
        while True:
            while pc >= 0 and code.kinds[pc] <= HORIZON:
                node = program.nodes[pc]
                pc = code.fine[pc](cells)  # type: ignore[misc]
                if not isinstance(node, prog.Test) or pc != node.no:
                    yield node.rule, node
            if pc < 0 or code.kinds[pc] != DECISION:
                return
            cells[PC] = pc
            menu = engine.machine.menu(cells)
            if len(menu) != 1 or menu[0][2]:
                return
            path, cells, _ = menu[0]
            yield from ((rule, None) for rule in _chosen(program, path))
            pc = cells[PC]
    except CAUGHT as problem:
        raise engine.machine.fault(problem, pc) from None


def _fired(program: prog.Program, rules: list[int]) -> tuple[Fired, ...]:
    found = [program.rules[n] for n in dict.fromkeys(rules)]
    return tuple(Fired(rule.address, rule.cites) for rule in found if rule.address)
