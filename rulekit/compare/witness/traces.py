"""A witness as plain traces of both games: its moves, and what chance gave, as the draws that a recorded game has."""

from __future__ import annotations

from attrs import frozen

from rulekit.compare.result import Witness
from rulekit.compare.witness.retelling import Telling, retelling
from rulekit.engine.moves import move_tokens
from rulekit.engine.trace import Step


@frozen
class Traced:
    """One side of a witness: the draws of the set-up, and the steps."""

    draws: tuple[int, ...]
    steps: tuple[Step, ...]


def traced(witness: Witness) -> tuple[Traced, Traced] | None:
    """Return a witness as two traces; None where the games were not played move by move."""
    told, moves = retelling(witness), len(witness.play.keys)
    return (_side(told.one), _side(told.two)) if len(told.one.made) == len(told.two.made) == moves else None


def _side(side: Telling) -> Traced:
    first, *later = side.draws
    made = zip(side.made, later, strict=True)
    return Traced(first, tuple(Step(one.player, move_tokens(side.table.program, one.move), draws) for one, draws in made))
