"""A game that a seed alone decides: what the snapshots of a game show, and where a change of its rules can be seen.

Comes in: an engine and a seed. Goes out: every move with the states around it, and how it ended.
"""

from __future__ import annotations

from attrs import frozen

from rulekit.engine.engine import Engine
from rulekit.engine.moves import Move, move_of, move_tokens
from rulekit.engine.score import Outcome
from rulekit.engine.state import State, first_cells
from rulekit.play.choices import Choices, choices_of
from rulekit.play.tables import ReferenceTable

MOST_DECISIONS = 5_000
FIRST_MOVES_SHOWN = 12  # moves of the beginning that are shown


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
        """Return what the snapshots are rendered from, to compare with the same seed under other rules."""
        low, high = engine.program.layout.data
        faces = tuple((sort.name, a.name, a.values) for sort in engine.program.layout.sorts for a in sort.attrs)
        moves = tuple((m.player, repr(move_tokens(engine.program, m.move))) for m in self.made[:FIRST_MOVES_SHOWN])
        return faces, self.first.cells[low:high], moves, len(self.made), self.last.cells[low:high], self.end, self.outcome


def seeded_game(engine: Engine, seed: int = 1, longest: int = MOST_DECISIONS) -> SeededGame:
    """Play a game: the seed gives chance and the players' moves, each of a menu being equally likely."""
    draw, table, made = Choices(choices_of(seed)), ReferenceTable(engine), list[Made]()
    here = table.state() if table.start(seed) >= 0 else State(tuple(first_cells(engine.program, seed)))
    while table.count > 0 and len(made) < longest:
        move = draw(table.count)
        player, told = table.decider, move_of(engine.program, table.path(move))
        if table.take(move) >= 0:
            made.append(Made(player, told, here, table.state()))
            here = made[-1].after
    outcome = None if table.count else table.outcome()
    end = table.fault.code if table.fault is not None else "capped" if table.count else "over"
    return SeededGame(made[0].before if made else here, tuple(made), here, end, outcome)
