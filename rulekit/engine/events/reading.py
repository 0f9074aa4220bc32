"""What an expression reads that a viewer does not see, at one moment of the play.

Comes in: an expression of the program, the cells, and the cells of the frame that hold what the viewer does not know. What is
doubtful counts as unseen.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.events.effects import Board
from rulekit.engine.machine import CAUGHT
from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.model.model_walk import everything
from rulekit.model.types import is_piece
from rulekit.program import program as prog
from rulekit.program.analysis.reads_and_writes import reads
from rulekit.program.analysis.visibility import Always, Belongs, Condition, HiddenReads, Hides, only_names
from rulekit.program.program import ME, Cells


@frozen
class Reads:
    """The cells of the frame that an expression reads, and when it looks at what somebody does not see."""

    slots: frozenset[int]
    conditions: tuple[Condition, ...]


@define
class Reader:
    """Looks at the expressions of one program, once at each."""

    engine: Engine
    board: Board
    hidden_reads: HiddenReads = field(init=False)
    _known: dict[int, tuple[Expr, Reads]] = field(factory=dict)  # by the identity of the expression

    def __attrs_post_init__(self) -> None:
        self.hidden_reads = HiddenReads(self.engine.program)

    def hidden(self, expr: Expr | None, cells: Cells, viewer: int | None, unknown: frozenset[int]) -> bool:
        """Return whether an expression may come out otherwise for all that a viewer knows."""
        if expr is None or viewer is None or isinstance(expr, exprs.Const):
            return False
        looked = self._reads(expr)
        return bool(looked.slots & unknown) or any(self._holds(c, cells, viewer) for c in looked.conditions)

    def _reads(self, expr: Expr) -> Reads:
        if id(expr) not in self._known:
            slots = frozenset(_slots(expr))
            found = () if _names_only(expr) else tuple(self._conditions(expr))
            self._known[id(expr)] = (expr, Reads(slots, found))
        return self._known[id(expr)][1]

    def _conditions(self, expr: Expr) -> Iterator[Condition]:
        yield from self.hidden_reads.conditions(expr)
        for part in everything(expr):
            match part:
                case prog.Cell(type=kind) if is_piece(kind):
                    yield Hides(part)
                case exprs.ScoreOf() | exprs.Winners() | exprs.Lines() if self._any_hidden(part):
                    yield Always()

    def _any_hidden(self, expr: Expr) -> bool:
        """Return whether an expression reads anything, here or in the score sheet, that not everybody sees."""
        layout = self.engine.program.layout
        closed = {f"place {p.name}" for p in layout.places if p.sight != "open"}
        closed |= {f"marker {m.name}" for m in layout.markers if m.sight != "open"}
        return bool(reads(self.engine.program, expr) & closed)

    def _holds(self, condition: Condition, cells: Cells, viewer: int) -> bool:
        try:
            match condition:
                case Hides(pieces=pieces):
                    held = pieces_in(self.engine._for_player(pieces, cells, 0))
                    return any(not self.board.spots[self.board.home(cells, p)].seen_by(viewer) for p in held)
                case Belongs(player=player, to=to):
                    return viewer < 0 or (self.engine._for_player(player, cells, 0) == viewer) == to
        except CAUGHT:
            return True
        return True


def _slots(expr: Expr) -> Iterator[int]:
    for part in everything(expr):
        if isinstance(part, prog.Cell):
            yield part.slot
        elif isinstance(part, exprs.Me):
            yield ME


def _names_only(expr: Expr) -> bool:
    """Return whether an expression picks pieces by where they lie, and nothing hidden decides which."""
    decides = (exprs.MarkerOf, exprs.IfElse, exprs.ScoreOf, exprs.Winners, prog.Try)
    return only_names(expr) and not any(isinstance(part, decides) for part in everything(expr))
