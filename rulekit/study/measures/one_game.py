"""What is measured of one game: who leads when, how the lead changes hands, when the game is decided.

Comes in: a course, the standings after every turn. Goes out: numbers. The definitions and their sources are in
docs/measures.md; nothing here knows how the game was played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import erfc, exp, pi, sqrt

from attrs import frozen

from rulekit.engine.score import Outcome

TENTHS = 10


@frozen
class Turn:
    """One turn: the seat whose turn it was, the sizes of the menus asked in it, and how it would have ended after it
    (None: the score sheet could not be added up)."""

    seat: int
    menus: tuple[int, ...]
    standing: Outcome | None


@frozen
class Course:
    """A finished game, turn by turn; the last standing is the result."""

    turns: tuple[Turn, ...]
    outcome: Outcome

    @property
    def standings(self) -> tuple[Outcome, ...]:
        """The standings that are known, the result last."""
        before = tuple(t.standing for t in self.turns[:-1] if t.standing is not None)
        return (*before, self.outcome)


@frozen
class Story:
    """What one course tells; None: it cannot be told of this game.

    `changes`: how often the lead changed hands, `pace`: changes by turn; `behind`: part of the turns before the last in which
    the winner was behind; `drama`: how badly, 0 to 1; `worst`: by how many points at most; `decided`: after which part of the
    game the winner had more than any other ever got; `settled`: after which part the winner led to the end.
    """

    changes: int | None = None
    pace: float | None = None
    behind: float | None = None
    drama: float | None = None
    worst: int | None = None
    decided: float | None = None
    settled: float | None = None


def story(course: Course, upward: int) -> Story:
    """Return all numbers of a course; none where nobody led alone before the end.

    `upward`: 1 if most points win, -1 if fewest do, 0 if neither can be said.
    """
    standings, winners = course.standings, course.outcome.winners
    players = len(course.outcome.totals)
    if players < 2 or not any(len(s.winners) == 1 for s in standings[:-1]):
        return Story()
    changes = lead_changes(standings)
    pace = changes / len(standings)
    if not winners or len(winners) == players:
        return Story(changes, pace)
    gaps = _gaps(standings, winners, upward) if upward else None
    return Story(
        changes, pace, behind(standings), None if gaps is None else drama(gaps, _widest(standings)),
        None if gaps is None else max(gaps, default=0), decided(standings, upward) if upward else None, settled(standings),
    )  # fmt: skip


def lead_changes(standings: Sequence[Outcome]) -> int:
    """Return how often somebody led alone who was not the last one to lead alone; a tie in between changes nothing.

    >>> lead_changes([Outcome((1, 0), (0,)), Outcome((1, 1), (0, 1)), Outcome((1, 2), (1,))])
    1
    """
    leaders = [s.winners[0] for s in standings if len(s.winners) == 1]
    return sum(a != b for a, b in pairwise(leaders))


def behind(standings: Sequence[Outcome]) -> float | None:
    """In which part of the turns before the last the winner was behind (of several winners: the mean)."""
    winners, before = standings[-1].winners, standings[:-1]
    if not before:
        return None
    times = sum(1 for s in before if s.winners for w in winners if w not in s.winners)
    return times / (len(winners) * len(before))


def _gaps(standings: Sequence[Outcome], winners: Sequence[int], upward: int) -> list[int]:
    """By how many points a winner was behind, for every turn before the last in which it was."""
    found = ((max(upward * t for t in s.totals) - upward * s.totals[w], w in s.winners) for s in standings[:-1] for w in winners)
    return [gap for gap, leads in found if gap > 0 and not leads]


def _widest(standings: Sequence[Outcome]) -> int:
    return max(max(s.totals) - min(s.totals) for s in standings)


def drama(gaps: Sequence[int], widest: int) -> float:
    """Return the mean of the square roots of how far the winner was behind, as parts of the widest distance of the game.

    >>> drama([4, 1], 16)
    0.375
    """
    return sum(sqrt(gap / widest) for gap in gaps) / len(gaps) if gaps else 0.0


def decided(standings: Sequence[Outcome], upward: int) -> float:
    """Return the part of the turns after which a winner had more than any other player ever got; 1 if that never was."""
    winners = standings[-1].winners
    most = max(upward * t for s in standings for p, t in enumerate(s.totals) if p not in winners)
    first = (n for n, s in enumerate(standings, 1) if any(upward * s.totals[w] > most for w in winners))
    return next(first, len(standings)) / len(standings)


def settled(standings: Sequence[Outcome]) -> float:
    """Return the part of the turns after which the winners led until the end."""
    last = max((n for n, s in enumerate(standings, 1) if s.winners != standings[-1].winners), default=0)
    return (last + 1) / len(standings)


def tenths(standings: Sequence[Outcome]) -> Iterator[Outcome]:
    """Return the standings after each tenth of the turns; short games give some of them twice."""
    return (standings[max(0, -(-n * len(standings) // TENTHS) - 1)] for n in range(1, TENTHS + 1))


# ---- chance --------------------------------------------------------------------------------------
@frozen
class Evenness:
    """A chi-square test: the statistic, degrees of freedom, and how probable one so large is by chance alone."""

    statistic: float
    freedom: int
    p: float


def even_test(counts: Sequence[int]) -> Evenness | None:
    """Return whether counts could come from equal chances; None where fewer than five of each are to be expected."""
    total = sum(counts)
    if len(counts) < 2 or total < 5 * len(counts):
        return None
    expected = total / len(counts)
    statistic = sum((c - expected) ** 2 for c in counts) / expected
    return Evenness(statistic, len(counts) - 1, chi_square_tail(statistic, len(counts) - 1))


def chi_square_tail(x: float, freedom: int) -> float:
    """Return how probable a chi-square of at least x is.

    >>> round(chi_square_tail(3.841, 1), 3), round(chi_square_tail(5.991, 2), 3), round(chi_square_tail(7.815, 3), 3)
    (0.05, 0.05, 0.05)
    """
    half = x / 2
    if freedom % 2:
        tail, term, at = erfc(sqrt(half)), 2 * sqrt(half / pi) * exp(-half), 1.5
        steps = (freedom - 1) // 2
    else:
        tail, term, at, steps = 0.0, exp(-half), 1.0, freedom // 2
    for _ in range(steps):
        tail, term, at = tail + term, term * half / at, at + 1
    return min(1.0, tail)
