"""The native engine against OpenSpiel, on one core in one run: `python -m bench.open_spiel [--seconds 2]` (extra `bench`).

OpenSpiel's wheel has no function that only plays at random in C++. The fastest way to its rollouts is its own evaluator, asked
through a search of one simulation: `MCTSBot(…, RandomRolloutEvaluator(n), max_simulations=1).mcts_search(start)` does nothing
but play n games in C++ from the start, moves equally likely, and their mean return. Python is entered once for all of them.
The lean Python loop asks OpenSpiel nothing that it need not; the other one asks what OpenSpiel's own `example.py` asks for every
node, and lets NumPy choose at chance nodes as that does, but prints nothing. The aim is held against the lean one.
Crazy eights has other rules there (a player may not pass at once, so games are longer): decisions are compared besides games.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from attrs import frozen

from bench.figures import Figure, native_for, show
from bench.run import TIC_TAC_TOE
from rulekit.native.engine import Native

MISSING = "OpenSpiel is not installed: pip install 'rulekit[bench]'"
CONNECT_FOUR, CRAZY_EIGHTS = "examples/games/connect-four.cafe", "examples/games/crazy-eights.cafe"
ROUNDS = 5
FAR = 0.05  # the mean returns of two honest players differ by less: thousands of games are played


@frozen
class Pair:
    """A game here and there; `in_cpp`: it can be played by OpenSpiel's rollouts, and is the same game."""

    name: str
    rules: str
    players: int
    theirs: dict[str, Any]
    in_cpp: bool


PAIRS = (
    Pair("tic_tac_toe", TIC_TAC_TOE, 2, {}, True),
    Pair("connect_four", CONNECT_FOUR, 2, {}, True),
    Pair("crazy_eights", CRAZY_EIGHTS, 4, {"players": 4, "max_draw_cards": 3, "reshuffle": True}, False),
)


@frozen
class Sample:
    """Games that were played: how many, seconds of the processor, decisions of players, sum of the first player's returns."""

    games: int
    seconds: float
    decisions: int = 0
    returns: float = 0.0

    @property
    def speed(self) -> float:
        return self.games / self.seconds


def ours(native: Native, seed: int, games: int) -> Sample:
    """A batch of the native engine; the return is 1 for a win, -1 if others win."""
    began = time.process_time()
    rows = native.batch(seed, 0, games)
    spent = time.process_time() - began
    decisions, returns = 0, 0
    for index in range(games):
        _, length, winners, *_ = rows[index]
        decisions += length
        returns += (1 if winners & 1 else -1) if winners else 0
    return Sample(games, spent, decisions, returns)


def in_cpp(spiel: Any, game: Any, seed: int, games: int) -> Sample:
    """Whole games by OpenSpiel's rollouts."""
    evaluator = spiel.RandomRolloutEvaluator(games, seed)
    bot, start = spiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, seed, False), game.new_initial_state()
    began = time.process_time()
    root = bot.mcts_search(start)
    return Sample(games, time.process_time() - began, returns=root.total_reward * games)


def in_python(game: Any, seed: int, games: int) -> Sample:
    """Whole games by a loop in Python."""
    dice, decisions, returns = random.Random(seed), 0, 0.0
    began = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, weights)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
                decisions += 1
        returns += state.returns()[0]
    return Sample(games, time.process_time() - began, decisions, returns)


def as_example(game: Any, seed: int, games: int) -> Sample:
    """Whole games by the loop of OpenSpiel's example, without what it prints."""
    import numpy

    dice, chance = random.Random(seed), numpy.random.RandomState(seed)
    began = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choice(outcomes, p=weights))
            elif not state.is_simultaneous_node():
                state.apply_action(dice.choice(state.legal_actions(state.current_player())))
        state.returns()
    return Sample(games, time.process_time() - began)


def best(play: Callable[[int, int], Sample], seconds: float) -> list[Sample]:
    """Several samples of about the same length, seeds 0, 1, …; before them one that finds out how many games that is."""
    games, sample = 20, play(99, 20)
    while sample.seconds < seconds / 50:
        games *= 4
        sample = play(99, games)
    size = max(20, int(sample.speed * seconds / ROUNDS))
    return [play(seed, size) for seed in range(ROUNDS)]


def measure(spiel: Any, pair: Pair, seconds: float) -> list[Figure]:
    """One game, here and there."""
    native, game = native_for(pair.rules, pair.players), spiel.load_game(pair.name, pair.theirs)
    mine = best(lambda seed, games: ours(native, seed, games), seconds)
    loop = best(lambda seed, games: in_python(game, seed, games), seconds)
    example = best(lambda seed, games: as_example(game, seed, games), seconds)
    figures = [Figure(f"{pair.name}: native", _speed(mine), "games/s")]
    if pair.in_cpp:
        rollouts = best(lambda seed, games: in_cpp(spiel, game, seed, games), seconds)
        _same_game(pair, mine, rollouts)
        figures.append(_ratio("OpenSpiel C++ rollouts", mine, rollouts, 2))
    figures.append(_ratio("OpenSpiel lean Python loop", mine, loop, 20))
    figures.append(_ratio("OpenSpiel Python loop as in its example", mine, example, None))
    shorter = _length(mine) / _length(loop)
    figures.append(Figure("  decisions a game, native", _length(mine), "", shorter, "those in OpenSpiel"))
    if not pair.in_cpp:
        ratio = shorter * _speed(mine) / _speed(loop)
        there = _speed(loop) * _length(loop)
        figures.append(Figure("  decisions, lean Python loop", there, "a second", ratio, "native is faster", 20))
    return figures


def _ratio(peer: str, mine: list[Sample], theirs: list[Sample], aim: float | None) -> Figure:
    return Figure(f"  {peer}", _speed(theirs), "games/s", _speed(mine) / _speed(theirs), "native is faster", aim)


def _speed(samples: list[Sample]) -> float:
    return max(sample.speed for sample in samples)


def _length(samples: list[Sample]) -> float:
    return sum(s.decisions for s in samples) / sum(s.games for s in samples)


def _same_game(pair: Pair, mine: list[Sample], theirs: list[Sample]) -> None:
    """End if the first player does not win equally often on both sides."""
    here, there = (sum(s.returns for s in samples) / sum(s.games for s in samples) for samples in (mine, theirs))
    if abs(here - there) > FAR:
        sys.exit(f"{pair.name} is not the same game: the first player's mean return is {here:.3f} here, {there:.3f} there")


def main() -> None:
    """Measure all games and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each line")
    told = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        sys.exit(MISSING)
    for pair in PAIRS:
        show(measure(pyspiel, pair, told.seconds))


if __name__ == "__main__":
    main()
