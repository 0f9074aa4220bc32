"""What came of a game that was played, whoever played it and on whichever engine."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from rulekit.engine.chance import game_seed
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.state import State, first_cells
from rulekit.program.program import Cells

STUCK = "RK541"
ENDS = ("over", "stuck", "fault", "capped")
Following = Callable[[Cells], Cells | None]  # cells where the game goes on; None at its end


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


def played(engine: Engine, seed: int, index: int, longest: int, following: Callable[[int], Following]) -> GameResult:
    """Play the index-th game of a series on the reference engine; `following` makes what decides, for a game's own seed."""
    own = game_seed(seed, index)
    cells, go_on, decisions = first_cells(engine.program, own), following(own), 0
    try:
        while (after := go_on(cells)) is not None:
            if decisions >= longest:
                return GameResult(index, own, decisions, "capped")
            decisions += 1
            cells = after
        outcome = engine.outcome(State(tuple(cells)))
    except Fault as fault:
        return GameResult(index, own, decisions, "stuck" if fault.code == STUCK else "fault", fault=fault.sentence)
    return GameResult(index, own, decisions, "over", outcome.totals, outcome.winners)
