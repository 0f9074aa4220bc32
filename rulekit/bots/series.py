"""Series of games that bots play, seed by seed.

Comes in: an engine (and its native code), a bot for each seat, a seed. Goes out: how each game went. The index-th game has its
own seed (`game_seed`) and its own stream of choices, so that a game does not depend on how the work was cut up; with random
bots it is the game that `random_game` plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.bots.bots import Bots
from rulekit.bots.forms import Form
from rulekit.engine.chance import GOLDEN, game_seed, mix
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.state import State, first_cells
from rulekit.program.program import ME

if TYPE_CHECKING:
    from rulekit.native.engine import Native

LONGEST = 10_000
CHOICES = 0x5DEECE66D1CE4E5B
STUCK = "RK541"


@frozen
class Played:
    """One game. `end`: over, stuck, fault, capped; of the last three there are no scores."""

    index: int
    seed: int
    decisions: int
    end: str
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    fault: str = ""


def games(
    engine: Engine,
    forms: Sequence[Form],
    count: int,
    seed: int = 0,
    first: int = 0,
    longest: int = LONGEST,
    native: Native | None = None,
) -> Iterator[Played]:
    """Games number `first` to `first + count - 1` of a series; `forms`: the bot of each seat."""
    bots = Bots(engine, native)
    for index in range(first, first + count):
        yield game(bots, forms, seed, index, longest)


def game(bots: Bots, forms: Sequence[Form], seed: int, index: int, longest: int = LONGEST) -> Played:
    """Play the index-th game of a series."""
    engine, own = bots.engine, game_seed(seed, index)
    stream, decisions = mix(own ^ CHOICES), 0
    cells = first_cells(engine.program, own)
    try:
        while menu := engine.machine.settle(cells):
            if decisions >= longest:
                return Played(index, own, decisions, "capped")
            decisions += 1
            move = bots.choose(forms[cells[ME]], State(tuple(cells)), len(menu), mix(stream + decisions * GOLDEN))
            cells = menu[move][1]
        outcome = engine.outcome(State(tuple(cells)))
    except Fault as fault:
        return Played(index, own, decisions, "stuck" if fault.code == STUCK else "fault", fault=fault.sentence)
    return Played(index, own, decisions, "over", outcome.totals, outcome.winners)
