"""What may be chosen, by brute force: a second opinion on menus, without merged code, safe nodes, early tests or streams.

It walks the flow one node at a time. A horizon ends a way well, a dead end badly; an option counts if some way ends well.
"""

from __future__ import annotations

from typing import Any

from attrs import define

from rulekit.engine.compiling.compiler import DECISION, DONE, OVER, PURE, READS_HIDDEN
from rulekit.engine.engine import Engine
from rulekit.engine.machine import Path, bind
from rulekit.program import program as prog
from rulekit.program.program import DECIDER, FORCED, LOG, ME, PC, Cells


class TooMany(Exception):
    """More ways than brute force can go."""


@define
class Brute:
    """Lists the menu of a state the slow way; `refused` are the paths that cannot be completed."""

    engine: Engine
    left: int = 20_000

    def menu(self, cells: Cells) -> tuple[list[tuple[Path, Cells]], list[Path]]:
        """Paths that can be completed, with the cells where they end, and paths that cannot."""
        found: list[tuple[Path, Cells]] = []
        refused: list[Path] = []
        start = cells.copy()
        start[DECIDER] = cells[ME]
        self._walk(start, cells[PC], (), found, refused)
        return found, refused

    def _walk(self, cells: Cells, pc: int, path: Path, found: list[tuple[Path, Cells]], refused: list[Path]) -> None:
        kinds, here = self.engine.code.kinds, pc
        while kinds[pc] in (PURE, READS_HIDDEN):
            here, pc = pc, self.engine.code.fine[pc](cells)  # type: ignore[misc]
            if pc < -1:
                refused.append(path)
                return
            if pc < 0:
                self._keep(cells, here, path, found)
                return
        if kinds[pc] == DECISION and cells[ME] == cells[DECIDER]:
            for value, following, slots in self._choices(pc, cells):
                branch = cells.copy()
                bind(branch, slots, value)
                self._walk(branch, following, (*path, (pc, value)), found, refused)
        elif self.completable(cells, pc, frozenset()):
            self._keep(cells, pc, path, found)
        else:
            refused.append(path)

    def _keep(self, cells: Cells, pc: int, path: Path, found: list[tuple[Path, Cells]]) -> None:
        cells[DECIDER], cells[PC] = -1, pc
        found.append((path, cells))

    def _choices(self, pc: int, cells: Cells) -> list[tuple[Any, int, tuple[int, ...]]]:
        self.left -= 1
        if self.left < 0:
            raise TooMany
        node = self.engine.program.nodes[pc]
        match node:
            case prog.Choose(picks=picks):
                return [(v, node.next, tuple(p.slot for p in picks)) for v in self.engine.code.plain[pc](cells)]  # type: ignore[misc]
            case prog.Fork(bullets=bullets):
                return [(n, following, ()) for n, following in enumerate(bullets)]
            case prog.Offer():
                return [(False, node.decline, ()), (True, node.accept, ())]
            case prog.Start():
                return [(None, node.next, ())]
        raise TypeError(node)

    def completable(self, cells: Cells, pc: int, above: frozenset[Any]) -> bool:
        """Whether some way from here reaches a horizon."""
        code = self.engine.code
        trial = cells.copy()
        trial[LOG] = trial[FORCED] = None
        while code.kinds[pc] not in (DECISION, OVER, DONE):
            pc = code.fine[pc](trial)  # type: ignore[misc]
            if pc < 0:
                return bool(pc == -1)
        if code.kinds[pc] != DECISION or trial[ME] != trial[DECIDER]:
            return True
        here = (pc, tuple(trial))
        if here in above:
            return False
        for value, following, slots in self._choices(pc, trial):
            branch = trial.copy()
            bind(branch, slots, value)
            if self.completable(branch, following, above | {here}):
                return True
        return False
