"""What a difference of rules does to the game: two sets of rules played on the same seeds by the same bots.

Comes in: two engines for the same number of players. Goes out: differences, game by game, with 95 % intervals. Both sides have
the same chance and the same stream of choices, but as soon as one of them offers other moves their games drift apart: pairing
lessens the noise only until then. Differences are B less A, over the games that both sides ended as they should.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from rulekit.engine.engine import Engine
from rulekit.limits import MOST_DECISIONS
from rulekit.play.random_games import random_games
from rulekit.play.results import ENDS, GameResult
from rulekit.study.measures.intervals import Estimate, Share, estimate, paired, part_of_win, share
from rulekit.wording import sentence

Number = Callable[[GameResult], float]


@frozen
class Measure:
    """One number of both sides. `unit`: decisions, points or share; `seat` counts from 0, None is the whole table."""

    name: str
    unit: str
    seat: int | None
    a: Estimate
    b: Estimate
    difference: Estimate

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        seat = {} if self.seat is None else {"seat": self.seat + 1}
        sides = {"a": self.a.to_dict(), "b": self.b.to_dict(), "difference": self.difference.to_dict()}
        return {"name": self.name, **seat, "unit": self.unit, **sides}


@frozen
class Mattered:
    """How often one difference alone changed the result: decisions, end, totals or winners."""

    name: str
    games: Share


@frozen
class Impact:
    """Both sides together. `pairs` games of `games` ended well on both; of those are the measures.

    Wins are shares of games, a shared win counting in parts; an even share is 1 / players.
    """

    players: int
    games: int
    seed: int
    pairs: int
    ends_a: tuple[tuple[str, int], ...]
    ends_b: tuple[tuple[str, int], ...]
    measures: tuple[Measure, ...]
    irregular: Estimate | None
    other_winner: Share
    other_result: Share
    mattered: tuple[Mattered, ...]
    chance: Share | None = None  # how often the first game has another winner on another seed: what chance alone does

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "players": self.players, "games": self.games, "seed": self.seed, "pairs": self.pairs, "even": 1 / self.players,
            "ends": {"a": dict(self.ends_a), "b": dict(self.ends_b)},
            "measures": [m.to_dict() for m in self.measures],
            "irregular": None if self.irregular is None else self.irregular.to_dict(),
            "other_winner": self.other_winner.to_dict(), "other_result": self.other_result.to_dict(),
            "other_winner_by_chance": None if self.chance is None else self.chance.to_dict(),
            "mattered": [{"name": m.name, **m.games.to_dict()} for m in self.mattered],
        }  # fmt: skip


def impact(
    a: Engine,
    b: Engine,
    games: int,
    seed: int = 0,
    alternatives: Sequence[tuple[str, Engine]] = (),
    longest: int = MOST_DECISIONS,
) -> Impact:
    """Play both sides, and A with each single difference, on the same seeds."""
    players = a.program.layout.players
    before, after = (list(random_games(side, games, seed, longest)) for side in (a, b))
    scored = bool(a.program.score) and bool(b.program.score)
    mattered = (
        Mattered(name, _other_results(before, list(random_games(engine, games, seed, longest)))) for name, engine in alternatives
    )
    elsewhere = list(zip(before, random_games(a, games, seed + 1, longest), strict=True))
    elsewhere = [(x, y) for x, y in elsewhere if x.end == y.end == "over"]
    by_chance = share(sum(x.winners != y.winners for x, y in elsewhere), len(elsewhere))
    return evolve(weigh(players, seed, before, after, scored, tuple(mattered)), chance=by_chance)


def weigh(
    players: int, seed: int, before: list[GameResult], after: list[GameResult], scored: bool, mattered: tuple[Mattered, ...] = ()
) -> Impact:
    """Put the games of both sides together, the same seed on the same place."""
    pairs = [(x, y) for x, y in zip(before, after, strict=True) if x.end == y.end == "over"]
    sides = [x for x, _ in pairs], [y for _, y in pairs]
    return Impact(
        players, len(before), seed, len(pairs), _ends(before), _ends(after), _measures(players, *sides, scored),
        paired([float(g.end != "over") for g in before], [float(g.end != "over") for g in after]),
        share(sum(x.winners != y.winners for x, y in pairs), len(pairs)), _other_results(before, after), mattered,
    )  # fmt: skip


def _other_results(before: list[GameResult], after: list[GameResult]) -> Share:
    return share(sum(_result(x) != _result(y) for x, y in zip(before, after, strict=True)), len(before))


def _result(game: GameResult) -> tuple[object, ...]:
    return game.end, game.decisions, game.totals, game.winners


def _ends(games: list[GameResult]) -> tuple[tuple[str, int], ...]:
    return tuple((end, sum(g.end == end for g in games)) for end in ENDS)


def _measures(players: int, before: list[GameResult], after: list[GameResult], scored: bool) -> tuple[Measure, ...]:
    asked: list[tuple[str, str, int | None, Number]] = [(sentence("decisions"), "decisions", None, lambda g: float(g.decisions))]
    if scored:
        asked.append((sentence("score"), "points", None, lambda g: sum(g.totals) / len(g.totals)))
        asked += [(sentence("score"), "points", seat, _total(seat)) for seat in range(players)] if players > 1 else []
        asked += (
            [(sentence("first to last"), "points", None, lambda g: float(max(g.totals) - min(g.totals)))] if players > 1 else []
        )
    asked += [(sentence("wins"), "share", seat, _win(seat)) for seat in range(players)]
    asked.append((sentence("ties"), "share", None, lambda g: float(len(g.winners) != 1)))
    made = (_measure(name, unit, seat, list(map(number, before)), list(map(number, after))) for name, unit, seat, number in asked)
    return tuple(m for m in made if m is not None)


def _measure(name: str, unit: str, seat: int | None, before: list[float], after: list[float]) -> Measure | None:
    a, b, difference = estimate(before), estimate(after), paired(before, after)
    return None if a is None or b is None or difference is None else Measure(name, unit, seat, a, b, difference)


def _total(seat: int) -> Number:
    return lambda g: float(g.totals[seat])


def _win(seat: int) -> Number:
    return lambda g: part_of_win(g.winners, seat)
