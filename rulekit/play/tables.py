"""Tables: a game in progress on either engine. Both give the same menus in the same order, the same games and outcomes.

A table is at one position; `count` is how many moves its menu has, 0 when the game is over, `STOPPED` where it cannot go on. Then
the reference engine says why (`ReferenceTable.fault`); the native one leaves that to it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Protocol

from attrs import define, field

from rulekit.engine.chance import GOLDEN, mix
from rulekit.engine.engine import Engine
from rulekit.engine.faults import STOPPED, Fault
from rulekit.engine.machine import CAUGHT, Found, Path
from rulekit.engine.score import Outcome
from rulekit.engine.state import State, first_cells
from rulekit.model.types import NumberType
from rulekit.play.choices import below
from rulekit.program.program import ACTIVE, ME, Cells, CellValue, Program, Start, as_number

if TYPE_CHECKING:
    from rulekit.native.engine import Native, NativeTable


class Table(Protocol):
    """A game in progress, for one thread."""

    count: int

    @property
    def decider(self) -> int:
        """The seat that has to decide."""

    @property
    def active(self) -> int:
        """The seat whose turn it is."""

    def start(self, seed: int) -> int:
        """Begin a game; the count."""

    def set_cells(self, cells: Sequence[CellValue]) -> int:
        """Go to a state, and on to its next menu; the count."""

    def take(self, move: int) -> int:
        """Make a move of the menu; the count after it."""

    def bookmark(self) -> Callable[[], int]:
        """Return what comes back to this position, as often as it is called, and gives the count."""

    def play_on(self, stream: int, longest: int) -> Outcome | None:
        """Play on at random to the end, or so many decisions: how it ends or stands then, None if it cannot go on. The position
        is used up."""

    def state(self) -> State:
        """Return the position."""

    def actions(self) -> list[int]:
        """For each move of the menu the first action it begins: 0 for none, else 1 + the number of the deed."""

    def path(self, move: int) -> Path:
        """Return the choices of a move."""

    def keys(self) -> list[Hashable]:
        """Return what tells the moves of the menu from each other, in any position."""

    def outcome(self) -> Outcome | None:
        """Totals and winners as they would be now; None if that cannot be said."""

    def sheet(self, player: int) -> tuple[int | None, ...] | None:
        """Return the lines of a player's score sheet, of which one that is a list is 0; None if that cannot be said."""


@define
class ReferenceTable:
    """On the reference engine. `fault`: why it could not go on, or say the outcome, when it was last asked to."""

    engine: Engine
    cells: Cells = field(factory=Cells)
    menu: list[Found] = field(factory=list)
    count: int = 0
    fault: Fault | None = None

    @property
    def decider(self) -> int:
        """The seat that has to decide."""
        return self.cells[ME]

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self.cells[ACTIVE]

    # ---- playing ---------------------------------------------------------------------------------
    def start(self, seed: int) -> int:
        """Begin a game."""
        return self._settle(first_cells(self.engine.program, seed))

    def set_cells(self, cells: Sequence[CellValue]) -> int:
        """Go to a state, and on to its next menu."""
        return self._settle(Cells(cells))

    def take(self, move: int) -> int:
        """Make a move of the menu."""
        if not 0 <= move < self.count:
            raise IndexError(move)
        return self._settle(self.menu[move][1].copy())

    def _settle(self, cells: Cells) -> int:
        self.cells, self.fault = cells, None
        try:
            self.menu = self.engine.machine.settle(cells)
            self.count = len(self.menu)
        except Fault as fault:
            self.menu, self.count, self.fault = [], STOPPED, fault
        return self.count

    def bookmark(self) -> Callable[[], int]:
        """Return what comes back to this position."""
        cells, menu = self.cells.copy(), self.menu

        def back() -> int:
            self.cells, self.menu, self.count, self.fault = cells.copy(), menu, len(menu), None
            return self.count

        return back

    def play_on(self, stream: int, longest: int) -> Outcome | None:
        """Play on at random."""
        made = 0
        while self.count > 0 and made < longest:
            made += 1
            self.take(below(mix(stream + made * GOLDEN), self.count))
        return None if self.count < 0 else self.outcome()

    # ---- the position ----------------------------------------------------------------------------
    def state(self) -> State:
        """Return the position."""
        return State(tuple(self.cells))

    def actions(self) -> list[int]:
        """For each move the first action it begins."""
        program = self.engine.program
        numbers = {name: n for n, (name, _) in enumerate(program.deeds, 1)}
        return [numbers.get(first_action(program, path) or "", 0) for path, _, _ in self.menu]

    def path(self, move: int) -> Path:
        """Return the choices of a move."""
        return self.menu[move][0]

    def keys(self) -> list[Hashable]:
        """Return what tells the moves from each other."""
        return [path for path, _, _ in self.menu]

    def outcome(self) -> Outcome | None:
        """Totals and winners as they would be now."""
        try:
            return self.engine.outcome(self.state())
        except Fault as fault:
            self.fault = fault
            return None

    def sheet(self, player: int) -> tuple[int | None, ...] | None:
        """Return the lines of a player's score sheet."""
        lines = zip(self.engine.program.score, self.engine.code.score, strict=True)
        try:
            found = (f(self.cells, player) if isinstance(line.value.type, NumberType) else 0 for line, f in lines)
            return tuple(None if value is None else as_number(value) for value in found)
        except CAUGHT:
            return None


def first_action(program: Program, path: Path) -> str | None:
    """Return the first action that a move begins."""
    nodes = (program.nodes[at] for at, _ in path)
    return next((node.action for node in nodes if isinstance(node, Start)), None)


def table_of(engine: Engine, native: Native | None) -> Table:
    """Return a table on the native engine if there is code for it, else on the reference engine."""
    return ReferenceTable(engine) if native is None else native.table()


@define
class HandoverTable:
    """A table that hands its game over where native code stops: the reference engine makes the same moves again and goes on from
    there. Where that stops too, its fault is raised."""

    engine: Engine
    native: NativeTable | None = None
    table: Table = field(init=False)
    _seed: int = 0
    _taken: list[int] = field(factory=list)
    _state: State | None = None

    def __attrs_post_init__(self) -> None:
        self.table = self.native or ReferenceTable(self.engine)

    @property
    def count(self) -> int:
        """How many moves there are now; 0: the game is over."""
        return self.table.count

    @property
    def decider(self) -> int:
        """The seat that has to decide."""
        return self.table.decider

    @property
    def state(self) -> State:
        """The position."""
        if self._state is None:
            self._state = self.table.state()
        return self._state

    def start(self, seed: int) -> None:
        """Begin another game."""
        self.table = self.native or ReferenceTable(self.engine)
        self._seed, self._taken, self._state = seed, [], None
        self._go_on(self.table.start(seed))

    def take(self, move: int) -> None:
        """Make a move of the menu."""
        count = self.table.take(move)
        self._taken.append(move)
        self._state = None
        self._go_on(count)

    def _go_on(self, count: int) -> None:
        if count < 0 and not isinstance(self.table, ReferenceTable):
            self.table = ReferenceTable(self.engine)
            self.table.start(self._seed)
            for move in self._taken:
                self.table.take(move)
        if isinstance(self.table, ReferenceTable) and self.table.fault is not None:
            raise self.table.fault
