"""Many games on the reference engine, counted: what the series is held against."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.engine.engine import Engine
from rulekit.limits import MOST_DECISIONS
from rulekit.play.columns import from_results
from rulekit.play.random_games import random_games
from rulekit.play.results import GameResult
from rulekit.study.series.tally import Simulation, Tally


def simulate(engine: Engine, count: int, seed: int = 0, longest: int = MOST_DECISIONS) -> Simulation:
    """Play many games and put them together."""
    return summarise(engine, seed, random_games(engine, count, seed, longest))


def summarise(engine: Engine, seed: int, results: Iterable[GameResult]) -> Simulation:
    """Put games together, as they come."""
    players = engine.program.layout.players
    tally = Tally(players)
    for game in results:
        tally.add(from_results(seed, game.index, players, [game]))
    return tally.simulation(engine.program, seed)
