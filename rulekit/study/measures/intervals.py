"""How sure a number is: means, paired differences and shares, each with its 95 % interval.

Comes in: numbers of games. Goes out: data. A mean has the normal interval (1.96 standard errors), a share of games Wilson's,
which stays honest near none and all. Few numbers make such intervals too narrow: nothing is clear below `LEAST_FOR_CLEAR`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from attrs import frozen

Z = 1.96
LEAST_FOR_CLEAR = 30


@frozen
class Estimate:
    """A mean of n numbers and half of its 95 % interval; one number alone has no interval."""

    n: int
    mean: float
    half: float | None

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - (self.half or 0.0)

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + (self.half or 0.0)

    @property
    def clear(self) -> bool:
        """Whether there are enough numbers, and zero lies outside of the interval."""
        return self.n >= LEAST_FOR_CLEAR and self.half is not None and abs(self.mean) > self.half

    def less(self, number: float) -> Estimate:
        """Return the same, counted from another zero."""
        return Estimate(self.n, self.mean - number, self.half)

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        ends = (None, None) if self.half is None else (self.low, self.high)
        return {"n": self.n, "mean": self.mean, "low": ends[0], "high": ends[1], "clear": self.clear}


@frozen
class Share:
    """So many of n games (a part of a game counts as that), with Wilson's 95 % interval of the share."""

    count: float
    n: int
    low: float
    high: float

    @property
    def mean(self) -> float:
        """The share itself; of no games it is zero."""
        return self.count / self.n if self.n else 0.0

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {"count": self.count, "n": self.n, "share": self.mean, "low": self.low, "high": self.high}


def estimate(numbers: Sequence[float]) -> Estimate | None:
    """Return the mean of numbers with its interval; of no numbers there is none.

    >>> estimate([1, 3]).mean, round(estimate([1, 3]).half, 9)
    (2.0, 1.96)
    """
    if not numbers:
        return None
    half = Z * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else None
    return Estimate(len(numbers), fmean(numbers), half)


def paired(before: Sequence[float], after: Sequence[float]) -> Estimate | None:
    """Return the mean of the differences, pair by pair.

    >>> paired([5, 8], [6, 11]).mean
    2.0
    """
    return estimate([b - a for a, b in zip(before, after, strict=True)])


def share(count: float, n: int) -> Share:
    """So many of n games with Wilson's interval; of no games everything is possible.

    >>> share(0, 0)
    Share(count=0, n=0, low=0.0, high=1.0)
    """
    if not n:
        return Share(count, n, 0.0, 1.0)
    part, z2 = count / n, Z * Z
    middle = (part + z2 / (2 * n)) / (1 + z2 / n)
    half = Z * sqrt(part * (1 - part) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return Share(count, n, 0.0 if count == 0 else max(0.0, middle - half), 1.0 if count == n else min(1.0, middle + half))


def part_of_win(winners: Sequence[int], seat: int) -> float:
    """Return what a seat has of the win of one game: a shared win counts in parts.

    >>> part_of_win((0, 2), 2)
    0.5
    """
    return 1 / len(winners) if seat in winners else 0.0
