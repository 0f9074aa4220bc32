"""Chance: SplitMix64, counted, with its seed and counter in the state; outcomes can be logged or forced.

The k-th number (k from 1) is mix(seed + k * GOLDEN); r(n) = ((x >> 32) * n) >> 32; no number is used when n = 1.
"""

from __future__ import annotations

from typing import Protocol

from rulekit.engine.faults import ChanceNeeded
from rulekit.engine.runtime.draws import drawn, next_given
from rulekit.program.program import COUNTER, FORCED, LOG, SEED, Cells, CellValue

GOLDEN = 0x9E3779B97F4A7C15
MASK = 0xFFFFFFFFFFFFFFFF


class Chance(Protocol):
    """Where outcomes come from: `draw` a number below a count, `pick` a position in a bag or among `some` values, bring a pile
    in `shuffled` order."""

    def draw(self, cells: Cells, count: int) -> int: ...

    def pick(self, cells: Cells, pieces: tuple[int, ...]) -> int: ...

    def some(self, cells: Cells, values: list[CellValue], pieces: bool) -> int: ...

    def shuffled(self, cells: Cells, pieces: tuple[int, ...]) -> tuple[int, ...]: ...


def mix(z: int) -> int:
    """SplitMix64's finisher."""
    z &= MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def game_seed(seed: int, index: int) -> int:
    """Return the seed of the index-th game (from 0) of a series: it does not depend on how work was cut up."""
    return mix(mix(seed) + (index + 1) * GOLDEN)


def draw(cells: Cells, count: int) -> int:
    """r(count): the next random number below count."""
    if count == 1:
        return 0
    forced = cells[FORCED]
    cells[COUNTER] = k = cells[COUNTER] + 1
    if forced is None:
        outcome: int = ((mix(cells[SEED] + k * GOLDEN) >> 32) * count) >> 32
    elif not forced:
        raise ChanceNeeded(count)
    else:
        outcome, cells[FORCED] = next_given(forced)
        if not 0 <= outcome < count:
            raise ValueError(outcome)
    if cells[LOG] is not None:
        cells[LOG] = drawn(cells[LOG], outcome)
    return outcome


def shuffled(cells: Cells, pieces: tuple[int, ...]) -> tuple[int, ...]:
    """For i from the number of pieces down to 2, exchange position i with 1 + r(i)."""
    order = list(pieces)
    if cells[FORCED] is None and cells[LOG] is None:
        return _fast(cells, order)
    for i in range(len(order), 1, -1):
        j = draw(cells, i)
        order[i - 1], order[j] = order[j], order[i - 1]
    return tuple(order)


def _fast(cells: Cells, order: list[int]) -> tuple[int, ...]:
    k = cells[COUNTER]
    z = cells[SEED] + k * GOLDEN
    for i in range(len(order), 1, -1):
        z += GOLDEN
        x = z & MASK
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
        j = (((x ^ (x >> 31)) >> 32) * i) >> 32
        order[i - 1], order[j] = order[j], order[i - 1]
    cells[COUNTER] = k + max(0, len(order) - 1)
    return tuple(order)


class Seeded:
    """The chance of the specification: the seed and the counter in the state decide."""

    draw = staticmethod(draw)
    shuffled = staticmethod(shuffled)

    def some(self, cells: Cells, values: list[CellValue], pieces: bool) -> int:
        """Return one of the values of a random choice."""
        return draw(cells, len(values))

    def pick(self, cells: Cells, pieces: tuple[int, ...]) -> int:
        """Return a piece of a bag: each is equally likely."""
        return draw(cells, len(pieces))
