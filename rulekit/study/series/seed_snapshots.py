"""A game that a seed alone decides: what the snapshots of a game show, and where a change of its rules can be seen.

Comes in: an engine and a seed. Goes out: every move with the states around it, and how it ended.
"""

from __future__ import annotations

from attrs import frozen

from rulekit.engine.chance import mix
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.moves import Move, move_of, move_tokens
from rulekit.engine.score import Outcome
from rulekit.engine.state import State, first_cells
from rulekit.program.program import ME
from rulekit.study.series.simulate import CHOICES, Draws

LONGEST = 5_000
FIRST = 12  # moves of the beginning that are shown


@frozen
class Made:
    """A move that was made: by whom, in which state, and the state of the next decision."""

    player: int
    move: Move
    before: State
    after: State


@frozen
class SeededGame:
    """A game as it was played. `end`: over, capped, or a fault's code."""

    first: State
    made: tuple[Made, ...]
    last: State
    end: str
    outcome: Outcome | None

    def locked(self, engine: Engine) -> tuple[object, ...]:
        """What the snapshots are rendered from, to compare with the same seed under other rules."""
        low, high = engine.program.layout.data
        faces = tuple((sort.name, a.name, a.values) for sort in engine.program.layout.sorts for a in sort.attrs)
        moves = tuple((m.player, repr(move_tokens(engine.program, m.move))) for m in self.made[:FIRST])
        return faces, self.first.cells[low:high], moves, len(self.made), self.last.cells[low:high], self.end, self.outcome


def seeded_game(engine: Engine, seed: int = 1, longest: int = LONGEST) -> SeededGame:
    """Play a game: the seed gives chance and the players' moves, each of a menu being equally likely."""
    program, draw = engine.program, Draws(mix(seed ^ CHOICES))
    cells = first_cells(program, seed)
    made: list[Made] = []
    here, end, outcome = State(tuple(cells)), "over", None
    try:
        menu = engine.machine.settle(cells)
        here = State(tuple(cells))
        while menu and len(made) < longest:
            path, cells, _ = menu[draw(len(menu))]
            menu = engine.machine.settle(cells)
            after = State(tuple(cells))
            made.append(Made(here.cells[ME], move_of(program, path), here, after))
            here = after
        if menu:
            end = "capped"
        else:
            outcome = engine.outcome(here)
    except Fault as fault:
        end = fault.code
    return SeededGame(made[0].before if made else here, tuple(made), here, end, outcome)
