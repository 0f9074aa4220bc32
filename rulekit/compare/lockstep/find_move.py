"""A move that is wanted, by its key in common terms: found without listing the whole menu."""

from __future__ import annotations

from attrs import define

from rulekit.compare.lockstep.counterparts import ComparedGame, Key
from rulekit.engine.compiling.compiler import DECISION
from rulekit.engine.machine import CAUGHT, MOST_CHOICES_OF_A_MOVE, Path, bind, told
from rulekit.program import program as prog
from rulekit.program.program import ME, PC, Cells


def find_move(table: ComparedGame, cells: Cells, key: Key) -> Cells | None:
    """Return where a move leads that has this key; None if it is not offered."""
    machine = table.engine.machine
    finder = _Finder(table, cells, key)
    with machine.searching():
        try:
            return finder.onward(cells.copy(), cells[PC], (), cells[ME])
        except CAUGHT:
            return None


@define
class _Finder:
    table: ComparedGame
    before: Cells
    key: Key

    def onward(self, state: Cells, pc: int, path: Path, me: int) -> Cells | None:
        """Go on along the ways that fit."""
        machine = self.table.engine.machine
        while True:
            pc = machine.to_choice(state, pc, me)
            if pc < 0:
                return None
            if machine.code.kinds[pc] != DECISION or state[ME] != me:
                break
            node = machine.nodes[pc]
            if type(node) is not prog.Start:
                return None if len(path) > MOST_CHOICES_OF_A_MOVE else self._ways(state, pc, node, path, me)
            path, pc = (*path, (pc, told(state, node))), node.next
            if not self._fits(path):
                return None
        if self.table.key(self.before, path) != self.key or not machine.offered(state, pc, me):
            return None
        state[PC] = pc
        return state

    def _ways(self, state: Cells, pc: int, node: prog.AnyNode, path: Path, me: int) -> Cells | None:
        machine = self.table.engine.machine
        for value, following, slots in machine.choices(pc, node, state, machine.code.options):
            machine.visit(pc)
            longer = (*path, (pc, value))
            if not self._fits(longer):
                continue
            branch = state.copy()
            bind(branch, slots, value)
            found = self.onward(branch, following, longer, me)
            if found is not None:
                return found
        return None

    def _fits(self, path: Path) -> bool:
        """Return whether what was chosen so far is a beginning of what is wanted."""
        done = [p for p in self.table.key(self.before, path) if p[0] in ("does", "takes")]
        wanted = [p for p in self.key if p[0] in ("does", "takes")]
        return done == wanted[: len(done)]
