"""Events: what one viewer is told of what happened, with the values that things had at that moment.

An event has an outside (what was done, by whom, from where to where, how many), which everybody is told, and an inside (which
pieces, which values), which is empty for those who do not see it.
"""

from __future__ import annotations

from attrs import field, frozen

from rulekit.engine.moves import Part
from rulekit.engine.said import Said
from rulekit.engine.view import Inside as Inside
from rulekit.engine.view import SeenPiece
from rulekit.model.rules import Citation
from rulekit.program.program import CellValue


@frozen
class Where:
    """One place, tally or marker of a family."""

    name: str
    indices: tuple[int, ...] = ()


@frozen
class Choice:
    """A choice as it was told: its name, and what was chosen; of hidden pieces only their sort and number (`pieces`)."""

    name: str
    value: Inside
    sort: str = ""
    pieces: int = 0


@frozen
class Chosen:
    """The choices of a move that a viewer knows, as its parts (with the cells they were made in), and those he does not."""

    parts: tuple[Part, ...]
    unseen: tuple[Choice, ...]
    cells: tuple[CellValue, ...]


@frozen
class Event:
    """One thing that happened.

    `kind`: chosen, moved, drawn, dealt, shuffled, gained, paid, set, revealed, announced, done (with a secret part), turn passed,
    game over. `player` is who did it, None where that is not known; `to` who was paid, shown or told something, None: all.
    `where` is what was changed or shown, `source` and `target` where pieces came from and went to, `count` how many.
    `pieces` and `value` are the inside, `was` the value before; `seen` is no if this viewer does not see it.
    """

    kind: str
    player: int | None = None
    address: str = ""
    cites: tuple[Citation, ...] = ()
    where: Where | None = None
    source: Where | None = None
    target: Where | None = None
    count: int = 0
    to: int | None = None
    sort: str = ""
    pieces: tuple[SeenPiece, ...] = ()
    value: Inside = None
    was: Inside = None
    seen: bool = True
    said: Said | None = None
    choices: tuple[tuple[str, str, Choice | None], ...] = ()  # of a move: what each part is, its address, what was chosen
    move: Chosen | None = field(default=None, eq=False, repr=False)
