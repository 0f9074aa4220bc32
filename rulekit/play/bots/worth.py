"""What an outcome (who would win, and the totals) is worth to a player."""

from __future__ import annotations

from math import exp

from attrs import define

from rulekit.engine.score import Outcome

WINNING = 0.7  # what winning is worth, the rest is for points
WON = 1_000_000  # points that a game won is worth more than any sheet


@define
class Rewards:
    """For a game with so many players in which a point has this `sign` (see `scored`). Points are measured against the distance
    of the first two in the outcomes seen so far."""

    players: int
    sign: int
    apart: float = 1.0
    seen: int = 1

    def of(self, outcome: Outcome) -> list[float]:
        """Return the worth for each player, from 0 to 1: winning, and how far ahead of the best other."""
        wins = self._wins(outcome.winners)
        if not self.sign or self.players == 1:
            return wins
        margins = self._margins(outcome.totals)
        self.apart += max(margins)
        self.seen += 1
        scale = self.apart / self.seen
        return [WINNING * w + (1 - WINNING) / (1 + exp(-_within(m / scale))) for w, m in zip(wins, margins, strict=True)]

    def margin(self, outcome: Outcome, player: int, is_over: bool) -> float:
        """Return how far ahead a player is on the score sheet; without one, and at the end, by winning."""
        ahead = float(self._margins(outcome.totals)[player]) if self.sign else 0.0
        if self.sign and not is_over:
            return ahead
        wins = self._wins(outcome.winners)
        return ahead + WON * (wins[player] - max((w for p, w in enumerate(wins) if p != player), default=0.0))

    def _wins(self, winners: tuple[int, ...]) -> list[float]:
        if not winners:
            return [1 / self.players] * self.players
        share = 1 / len(winners)
        return [share if p in winners else 0.0 for p in range(self.players)]

    def _margins(self, totals: tuple[int, ...]) -> list[int]:
        own = [self.sign * t for t in totals]
        return [t - max((o for q, o in enumerate(own) if q != p), default=0) for p, t in enumerate(own)]


def _within(number: float) -> float:
    return max(-30.0, min(30.0, number))
