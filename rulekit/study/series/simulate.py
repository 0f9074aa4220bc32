"""Random play on the reference engine, and what is told of many games: how they end, how long they are, who wins.

Comes in: an engine, a number of games, a seed. Goes out: data. The index-th game has its own seed (`game_seed`), and the
choices come from a second stream of it, so that a game does not depend on how the work was cut up. Games that do not
end well (stuck, at fault, too long) are results too. `tally` puts games together, `series` plays them on either engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from attrs import asdict, define, frozen

from rulekit.engine.chance import GOLDEN, game_seed, mix
from rulekit.engine.compiling.compiler import DECISION
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.random_move import stroll
from rulekit.engine.state import State, first_cells
from rulekit.program.program import Cells, CellValue

LONGEST = 10_000
CHOICES = 0x5DEECE66D1CE4E5B
STUCK = "RK541"
ENDS = ("over", "stuck", "fault", "capped")


@frozen
class GameResult:
    """One game. `end`: over, stuck, fault, capped; of the last three there are no scores."""

    index: int
    seed: int
    decisions: int
    end: str
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    fault: str = ""


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


def random_game(engine: Engine, seed: int, index: int, longest: int = LONGEST, strolling: bool = False) -> GameResult:
    """Play the index-th game of a series at random.

    Every move is equally likely; strolling: every way at each choice of a move is (see `engine.stroll`), which is much faster.
    """
    own = game_seed(seed, index)
    cells = first_cells(engine.program, own)
    following = (strolls if strolling else picks)(engine, own)
    decisions = 0
    try:
        while (after := following(cells)) is not None:
            if decisions >= longest:
                return GameResult(index, own, decisions, "capped")
            decisions += 1
            cells = after
        outcome = engine.outcome(State(tuple(cells)))
    except Fault as fault:
        return GameResult(index, own, decisions, "stuck" if fault.code == STUCK else "fault", fault=fault.sentence)
    return GameResult(index, own, decisions, "over", outcome.totals, outcome.winners)


Following = Callable[[Cells], Cells | None]  # cells where the game goes on; None at its end


def picks(engine: Engine, seed: int) -> Following:
    """Go on with any move; every move is equally likely."""
    settle, draw = engine.machine.settle, Draws(mix(seed ^ CHOICES))

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
        found = stroll(machine, cells, draw) if pc >= 0 else None
        if found is None:
            raise machine.stuck(pc if pc >= 0 else -2 - pc)
        return found[1]

    return following


@define
class Draws:
    """Numbers for the players' choices: one is used for each, though none is needed where there is one way."""

    stream: int
    used: int = 0

    def __call__(self, count: int) -> int:
        self.used += 1
        return 0 if count == 1 else ((mix(self.stream + self.used * GOLDEN) >> 32) * count) >> 32


def random_games(engine: Engine, count: int, seed: int = 0, longest: int = LONGEST, first: int = 0) -> Iterator[GameResult]:
    """Games number `first` to `first + count - 1` of a series."""
    for index in range(first, first + count):
        yield random_game(engine, seed, index, longest)
