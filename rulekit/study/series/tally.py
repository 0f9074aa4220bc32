"""Many games put together as they come: whole numbers only, so that any way to cut up the work gives the same to the last bit.

Comes in: games by column. Goes out: a `Simulation`. Memory does not grow with the number of games: sums and counts, and how
often each number came for the medians; where more than `MOST_DIFFERENT` numbers came, neighbours are counted together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from math import sqrt

from attrs import Factory, asdict, define, frozen

from rulekit.native.engine import seats_of
from rulekit.play.columns import OVER, GameColumns
from rulekit.play.results import ENDS
from rulekit.program.program import Program
from rulekit.study.measures.intervals import Estimate, Z

MOST_DIFFERENT = 65_536
MOST_FAULTS = 1_000


@frozen
class Spread:
    """Of some numbers: how many, mean, standard deviation, least, median, greatest."""

    count: int
    mean: float
    deviation: float
    least: float
    median: float
    greatest: float


@frozen
class Seat:
    """What came of one seat: wins alone, shared wins, scores."""

    seat: int
    wins: int
    shared: int
    score: Spread | None


@frozen
class Simulation:
    """Many games together. `ends` counts every way to end, `faults` the faults by what they say."""

    game: str
    players: int
    seed: int
    games: int
    ends: tuple[tuple[str, int], ...]
    faults: tuple[tuple[str, int], ...]
    length: Spread | None
    seats: tuple[Seat, ...]
    shared: int
    nobody: int

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return asdict(self) | {"ends": dict(self.ends), "faults": dict(self.faults)}


@define
class Numbers:
    """Whole numbers: count, sum, sum of squares, ends, and how often each came, in steps of 2 ** `shift`."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    greatest: int = 0
    shift: int = 0
    often: Counter[int] = Factory(Counter)

    def add(self, numbers: Iterable[int]) -> None:
        """Count some more."""
        found = Counter(numbers)
        if found:
            self.merge(Numbers(
                sum(found.values()), sum(n * k for n, k in found.items()), sum(n * n * k for n, k in found.items()),
                min(found), max(found), 0, found,
            ))  # fmt: skip

    def merge(self, other: Numbers) -> None:
        """Count what another has counted."""
        if not other.count:
            return
        self.least = min(self.least, other.least) if self.count else other.least
        self.greatest = max(self.greatest, other.greatest) if self.count else other.greatest
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        shift = max(self.shift, other.shift)
        both = _coarser(self.often, shift - self.shift)
        both.update(_coarser(other.often, shift - other.shift))
        while len(both) > MOST_DIFFERENT:
            shift, both = shift + 1, _coarser(both, 1)
        self.shift, self.often = shift, both

    @property
    def deviation(self) -> float:
        """The standard deviation; of one number it is zero."""
        n = self.count
        return sqrt((n * self.squares - self.total**2) / (n * (n - 1))) if n > 1 else 0.0

    @property
    def median(self) -> float:
        """The number in the middle, or between the two in the middle; exact unless numbers were counted together."""
        low, high = (self._at(rank) for rank in ((self.count - 1) // 2, self.count // 2))
        return low if self.count % 2 else (low + high) / 2

    def _at(self, rank: int) -> int:
        for number in sorted(self.often):
            rank -= self.often[number]
            if rank < 0:
                return (number << self.shift) + (1 << self.shift >> 1)
        raise IndexError(rank)

    def spread(self) -> Spread | None:
        """Mean and spread; of no numbers there is none."""
        if not self.count:
            return None
        return Spread(self.count, self.total / self.count, self.deviation, self.least, self.median, self.greatest)

    def estimate(self, unit: int = 1) -> Estimate | None:
        """Return the mean with its interval, counted in units of so many; of no numbers there is none."""
        if not self.count:
            return None
        half = Z * self.deviation / unit / sqrt(self.count) if self.count > 1 else None
        return Estimate(self.count, self.total / (self.count * unit), half)


def _coarser(often: Counter[int], steps: int) -> Counter[int]:
    if not steps:
        return often
    made: Counter[int] = Counter()
    for number, count in often.items():
        made[number >> steps] += count
    return made


@define
class Tally:
    """Games so far. Winners alone and together by seat, and how many games were shared or won by nobody."""

    players: int
    games: int = 0
    ends: Counter[str] = Factory(Counter)
    faults: Counter[str] = Factory(Counter)
    lengths: Numbers = Factory(Numbers)
    totals: tuple[Numbers, ...] = Factory(lambda self: tuple(Numbers() for _ in range(self.players)), takes_self=True)
    alone: Counter[int] = Factory(Counter)
    together: Counter[int] = Factory(Counter)
    shared: int = 0
    nobody: int = 0

    def add(self, played: GameColumns) -> None:
        """Count some more games."""
        self.games += len(played)
        self.ends.update({ENDS[end]: count for end, count in Counter(played.ends).items()})
        self._say(Counter(played.faults.values()))
        decisions, winners, *totals = over_columns(played)
        self.lengths.add(decisions)
        for numbers, column in zip(self.totals, totals, strict=True):
            numbers.add(column)
        for won, count in Counter(winners).items():
            self._win(seats_of(won), count)

    def merge(self, other: Tally) -> None:
        """Count what another has counted."""
        self.games += other.games
        for name in ("ends", "alone", "together"):
            getattr(self, name).update(getattr(other, name))
        self._say(other.faults)
        self.lengths.merge(other.lengths)
        for ours, theirs in zip(self.totals, other.totals, strict=True):
            ours.merge(theirs)
        self.shared += other.shared
        self.nobody += other.nobody

    def _win(self, seats: Sequence[int], count: int) -> None:
        for seat in seats:
            (self.alone if len(seats) == 1 else self.together)[seat] += count
        self.shared += count * (len(seats) > 1)
        self.nobody += count * (not seats)

    def _say(self, faults: Mapping[str, int]) -> None:
        """Count faults by what they say; of too many sentences the first in order are kept, whatever came first."""
        self.faults.update(faults)
        if len(self.faults) > MOST_FAULTS:
            self.faults = Counter({said: self.faults[said] for said in sorted(self.faults)[:MOST_FAULTS]})

    def simulation(self, program: Program, seed: int) -> Simulation:
        """Return all of it as data."""
        seats = (
            Seat(seat, self.alone[seat], self.together[seat], self.totals[seat].spread() if program.score else None)
            for seat in range(self.players)
        )
        return Simulation(
            game=program.game, players=self.players, seed=seed, games=self.games, ends=tuple((e, self.ends[e]) for e in ENDS),
            faults=tuple(sorted(self.faults.items())), length=self.lengths.spread(), seats=tuple(seats),
            shared=self.shared, nobody=self.nobody,
        )  # fmt: skip


def over_columns(played: GameColumns) -> list[Iterable[int]]:
    """Decisions, winners and totals of the games that are over."""
    columns: list[Iterable[int]] = [played.decisions, played.winners, *played.totals]
    if played.all_over:
        return columns
    over = [end == OVER for end in played.ends]
    return [compress(column, over) for column in columns]
