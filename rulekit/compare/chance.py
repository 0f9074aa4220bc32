"""The same chance for two games: what one draws, the other draws too, though its pieces have other numbers.

Outcomes go by looks. Every piece of a bag or pile gets a number made from seed, event, look, and how many of its look stand
before it; the smallest is drawn, and a shuffled pile is sorted by them. Where one game has a piece more, all others keep
their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import factorial, prod
from typing import Any
from zlib import crc32

from attrs import define

from rulekit.engine import chance
from rulekit.engine.chance import GOLDEN, mix
from rulekit.engine.stop import ChanceNeeded
from rulekit.program.program import COUNTER, FORCED, SEED

SPREAD = 0xD1342543DE82EF95
MOST_ORDERS, MOST_PIECES = 20_000, 200


class TooMuchChance(Exception):
    """There are too many outcomes to try them all, or the two games do not ask chance for the same."""


class Outcomes(ChanceNeeded):
    """An outcome is to be given from outside: one of these."""

    def __init__(self, options: tuple[Any, ...]) -> None:
        super().__init__(len(options))
        self.options = options


@define
class Coupled:
    """Chance by looks; `looks` are those of the pieces by number. In a state that is forced, outcomes come from outside:
    then pieces of one look must also be alike to their own rules (`own`), since only one of them is tried."""

    looks: Sequence[int]
    own: Callable[[list[Any], int], Any] = lambda cells, piece: None

    def draw(self, cells: list[Any], count: int) -> int:
        """A number below count."""
        if cells[FORCED] is not None and count > 1:
            return int(self._forced(cells, tuple(range(count))))
        return chance.draw(cells, count)

    def some(self, cells: list[Any], values: list[Any], pieces: bool) -> int:
        """One of the values of a random choice: pieces by their looks, others by what they are."""
        if pieces or len(values) < 2:
            return self.pick(cells, tuple(values))
        if cells[FORCED] is not None:
            return int(self._forced(cells, tuple(range(len(values)))))
        numbers = self._numbers(cells, [crc32(repr(value).encode()) for value in values])
        return numbers.index(min(numbers))

    def pick(self, cells: list[Any], pieces: tuple[int, ...]) -> int:
        """The position of a piece in a bag."""
        looks = [self.looks[p] for p in pieces]
        if len(pieces) == 1:
            return 0
        if cells[FORCED] is not None:
            self._same_or_stop(cells, pieces)
            outcomes = tuple(sorted(set(looks)))
            return looks.index(outcomes[0] if len(outcomes) == 1 else self._forced(cells, outcomes))
        numbers = self._numbers(cells, looks)
        return numbers.index(min(numbers))

    def shuffled(self, cells: list[Any], pieces: tuple[int, ...]) -> tuple[int, ...]:
        """The pieces in another order."""
        if len(pieces) < 2:
            return pieces
        looks = [self.looks[p] for p in pieces]
        if cells[FORCED] is not None:
            self._same_or_stop(cells, pieces)
            return self._arranged(cells, pieces, looks)
        return tuple(p for _, p in sorted(zip(self._numbers(cells, looks), pieces, strict=True)))

    def _numbers(self, cells: list[Any], looks: list[int]) -> list[int]:
        cells[COUNTER] += 1
        base = mix(cells[SEED] + cells[COUNTER] * GOLDEN)
        seen: Counter[int] = Counter()
        numbers = []
        for look in looks:
            numbers.append(mix(base + (look + 1) * SPREAD + seen[look] * GOLDEN))
            seen[look] += 1
        return numbers

    def _same_or_stop(self, cells: list[Any], pieces: tuple[int, ...]) -> None:
        if len({(self.looks[p], self.own(cells, p)) for p in pieces}) > len({self.looks[p] for p in pieces}):
            raise TooMuchChance

    def _forced(self, cells: list[Any], outcomes: tuple[Any, ...]) -> Any:
        """The outcome given from outside; the other game must have had the same ones to choose from."""
        forced = cells[FORCED]
        if not forced:
            raise Outcomes(tuple((outcomes, one) for one in outcomes))
        cells[FORCED] = forced[1:]
        if forced[0][0] != outcomes:
            raise TooMuchChance
        return forced[0][1]

    def _arranged(self, cells: list[Any], pieces: tuple[int, ...], looks: list[int]) -> tuple[int, ...]:
        if len(set(looks)) == 1:
            return pieces
        forced = cells[FORCED]
        if not forced:
            raise Outcomes(arrangements(looks))
        cells[FORCED] = forced[1:]
        if sorted(forced[0]) != sorted(looks):
            raise TooMuchChance
        stacks: dict[int, list[int]] = {}
        for piece, look in zip(reversed(pieces), reversed(looks), strict=True):
            stacks.setdefault(look, []).append(piece)
        return tuple(stacks[look].pop() for look in forced[0])


def arrangements(looks: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """All orders of some pieces that can be told apart.

    >>> arrangements([1, 0, 1])
    ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    """
    left = Counter(looks)
    if len(looks) > MOST_PIECES or factorial(len(looks)) // prod(map(factorial, left.values())) > MOST_ORDERS:
        raise TooMuchChance
    return tuple(_orders(left, len(looks)))


def _orders(left: Counter[int], size: int) -> Iterator[tuple[int, ...]]:
    if not size:
        yield ()
        return
    for look in sorted(left):
        if left[look]:
            left[look] -= 1
            for rest in _orders(left, size - 1):
                yield (look, *rest)
            left[look] += 1
