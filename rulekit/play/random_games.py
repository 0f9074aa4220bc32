"""Random play on the reference engine.

Comes in: an engine, a number of games, a seed. Goes out: results. The index-th game has its own seed (`game_seed`), and the
choices come from a second stream of it, so that a game does not depend on how the work was cut up. Games that do not
end well (stuck, at fault, too long) are results too. `series` plays the same games on either engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from rulekit.engine.compiling.compiler import DECISION
from rulekit.engine.engine import Engine
from rulekit.engine.random_move import random_move
from rulekit.limits import MOST_DECISIONS
from rulekit.play.choices import Choices, choices_of
from rulekit.play.results import Following, GameResult, played
from rulekit.program.program import Cells, CellValue


def random_games(
    engine: Engine, count: int, seed: int = 0, longest: int = MOST_DECISIONS, first: int = 0
) -> Iterator[GameResult]:
    """Games number `first` to `first + count - 1` of a series."""
    for index in range(first, first + count):
        yield random_game(engine, seed, index, longest)


def random_game(engine: Engine, seed: int, index: int, longest: int = MOST_DECISIONS, strolling: bool = False) -> GameResult:
    """Play the index-th game of a series at random.

    Every move is equally likely; strolling: every way at each choice of a move is (see `engine.stroll`), which is much faster.
    """
    return played(engine, seed, index, longest, partial(strolls if strolling else picks, engine))


def picks(engine: Engine, seed: int) -> Following:
    """Go on with any move; every move is equally likely."""
    settle, draw = engine.machine.settle, Choices(choices_of(seed))

    def following(cells: Cells) -> Cells | None:
        menu = settle(cells)
        return menu[draw(len(menu))][1] if menu else None

    return following


def strolls(engine: Engine, seed: int) -> Following:
    """Go on with any move; every way at each choice is equally likely."""
    machine, fraction = engine.machine, Random(seed).random

    def draw(pc: int, ways: list[CellValue]) -> int:
        return int(fraction() * len(ways))

    def following(cells: Cells) -> Cells | None:
        pc = machine.advance(cells)
        if pc >= 0 and machine.code.kinds[pc] != DECISION:
            return None
        found = random_move(machine, cells, draw) if pc >= 0 else None
        if found is None:
            raise machine.stuck(pc if pc >= 0 else -2 - pc)
        return found[1]

    return following
