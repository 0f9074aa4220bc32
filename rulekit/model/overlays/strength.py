"""How strongly a book says what a reading answers: stated, arguable, or a slip.

What is stated is in force. What is only arguable, and what would be a slip of the pen, is kept with the reading and told by
`compare` and `cover`, but changes no play: whoever wants it in force sets the option.
"""

from __future__ import annotations

from attrs import frozen

from rulekit.model.model import ARGUABLE, SLIP, STATED
from rulekit.syntax import ast


@frozen
class Answered:
    """What a reading answers to an option."""

    reading: str
    change: ast.With

    @property
    def strength(self) -> str:
        """How strongly its book says so."""
        return strength_of(self.change)


def strength_of(change: ast.With) -> str:
    """Return how strongly an answer is said; of two marks the weaker one counts."""
    if any(isinstance(cite, ast.Slip) for cite in change.cites):
        return SLIP
    return ARGUABLE if any(isinstance(cite, ast.Arguable) for cite in change.cites) else STATED
