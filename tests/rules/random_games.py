"""Random games of every bundled game, variant and reading at every table: they end by the rules and lose nothing.

`python -m tests.rules.random_games --games 20000` plays more of them than the tests do.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

from attrs import frozen

from rulekit.engine.chance import game_seed
from rulekit.engine.faults import Fault
from rulekit.engine.state import first_cells
from rulekit.limits import MOST_DECISIONS
from rulekit.play.random_games import strolls
from tests.engine.play import Table, bundled_engine, conserved
from tests.rules.telling import GAMES

SEED = 2026
LOOKS = 64  # pieces are counted after every so many moves, and at the end


@frozen
class Ended:
    """How a game ended: over, capped, or with a fault's code; after how many moves."""

    how: str
    moves: int


def random_game(table: Table, index: int) -> Ended:
    """Play the index-th game; what is lost on the way fails at once."""
    engine = bundled_engine(table)
    seed = game_seed(SEED, index)
    look, following = conserved(engine), strolls(engine, seed)
    cells, moves = first_cells(engine.program, seed), 0
    try:
        while (after := following(cells)) is not None:
            cells, moves = after, moves + 1
            if moves % LOOKS == 0:
                look(cells)
            if moves >= MOST_DECISIONS:
                return Ended("capped", moves)
    except Fault as fault:
        return Ended(f"{fault.code} {fault.message}", moves)
    look(cells)
    return Ended("over", moves)


def random_games(table: Table, games: range) -> Counter[str]:
    """How so many games ended."""
    return Counter(random_game(table, index).how for index in games)


def main() -> Iterator[str]:
    """Play many games of each and tell how they ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    for table in GAMES:
        yield f"{table}: {dict(random_games(table, range(parser.parse_args().games)))}"


if __name__ == "__main__":
    for line in main():
        print(line, flush=True)
