"""What chance gives, noted as the draws that a recorded game has: in a comparison outcomes go by looks, a trace has numbers."""

from __future__ import annotations

from attrs import define, field

from rulekit.engine.chance import Chance
from rulekit.program.program import Cells, CellValue


@define
class Noting:
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
