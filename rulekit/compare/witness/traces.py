"""A witness as plain traces of both games: what chance gave it, put into the draws that a recorded game has.

In a comparison outcomes go by looks; a trace has numbers. The play is made again with a chance that notes them.
"""

from __future__ import annotations

from attrs import define, field, frozen

from rulekit.compare.lockstep.chance import moved
from rulekit.compare.lockstep.counterparts import Key
from rulekit.compare.result import Witness
from rulekit.compare.witness.retelling import Telling, retelling, start_of
from rulekit.engine.chance import Chance
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.moves import move_of, move_tokens
from rulekit.engine.state import State
from rulekit.engine.trace import Step
from rulekit.program.program import Cells, CellValue


@frozen
class Traced:
    """One side of a witness: the draws of the set-up, and the steps."""

    draws: tuple[int, ...]
    steps: tuple[Step, ...]


@define
class _Noting:
    """A chance that notes each outcome as the number a seeded one would have drawn."""

    chance: Chance
    noted: list[int] = field(factory=list)

    def take(self) -> tuple[int, ...]:
        """Return what was noted since the last time."""
        taken = tuple(self.noted)
        self.noted.clear()
        return taken

    def _note(self, number: int, count: int) -> int:
        if count > 1:
            self.noted.append(number)
        return number

    def draw(self, cells: Cells, count: int) -> int:
        return self._note(self.chance.draw(cells, count), count)

    def pick(self, cells: Cells, pieces: tuple[int, ...]) -> int:
        return self._note(self.chance.pick(cells, pieces), len(pieces))

    def some(self, cells: Cells, values: list[CellValue], pieces: bool) -> int:
        return self._note(self.chance.some(cells, values, pieces), len(values))

    def shuffled(self, cells: Cells, pieces: tuple[int, ...]) -> tuple[int, ...]:
        after = self.chance.shuffled(cells, pieces)
        self.noted += exchanges(pieces, after)
        return after


def exchanges(before: tuple[int, ...], after: tuple[int, ...]) -> list[int]:
    """Return the draws of a shuffle that brings pieces into an order.

    >>> exchanges((7, 8, 9), (9, 7, 8))
    [1, 0]
    """
    order, found = list(before), []
    for i in range(len(order), 1, -1):
        j = order.index(after[i - 1])
        order[i - 1], order[j] = order[j], order[i - 1]
        found.append(j)
    return found


def traced(witness: Witness) -> tuple[Traced, Traced] | None:
    """Return a witness as two traces; None where the games were not played move by move."""
    play, told = witness.play, retelling(witness)
    begin = start_of(witness.pair, play)
    one, two = _side(told.one, begin.a, play.keys), _side(told.two, begin.b, play.keys)
    return None if one is None or two is None else (one, two)


def _side(side: Telling, cells: Cells, keys: tuple[Key, ...]) -> Traced | None:
    if len(side.made) != len(keys):
        return None
    program, noting = side.table.program, _Noting(side.table.chance)
    engine, steps = Engine(program, chance=noting), []
    settle = engine.machine.settle
    try:
        menu = settle(cells)
        draws = noting.take()
        for made, key in zip(side.made, keys, strict=True):
            after = next((after for path, after, _ in menu if move_of(program, path) == made.move), None)
            if after is None:
                return None
            cells = list(after)
            moved(key, cells)
            menu = settle(cells)
            steps.append(Step(made.player, move_tokens(program, made.move), noting.take()))
    except Fault:
        return None
    return Traced(draws, tuple(steps)) if _alike(engine, State(tuple(cells)), side.last) else None


def _alike(engine: Engine, one: State, two: State) -> bool:
    begin, end = engine.program.layout.data
    return one.cells[begin:end] == two.cells[begin:end]
