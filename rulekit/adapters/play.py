"""One game after another, moves taken by their number in the menu: on the native engine where there is one, else the reference.

Both give the same menus in the same order. Where native code stops (`Trouble`) the reference engine plays the same moves
again and goes on from there, or says what is wrong with the rules (`Fault`).
"""

from __future__ import annotations

from attrs import define, field

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.engine.machine import Found
from rulekit.engine.moves import Move
from rulekit.engine.state import State, first_cells
from rulekit.native.engine import Native, Table, Trouble, native_of
from rulekit.program.program import ME, Cells, Program

LONGEST = 10_000
ENGINES = ("auto", "reference", "native")


@define
class Play:
    """A game that is being played. `count`: how many moves there are now (0: it is over)."""

    engine: Engine
    table: Table | None = None
    count: int = 0
    _seed: int = 0
    _taken: list[int] = field(factory=list)
    _cells: Cells | None = None  # None: the game is on the table
    _menu: list[Found] = field(factory=list)
    _state: State | None = None

    @property
    def state(self) -> State:
        """The position."""
        if self._state is None:
            self._state = self._at_table().state() if self._cells is None else State(tuple(self._cells))
        return self._state

    @property
    def decider(self) -> int:
        """The seat that has to decide."""
        return self._at_table().decider if self._cells is None else int(self._cells[ME])

    def _at_table(self) -> Table:
        assert self.table is not None
        return self.table

    def moves(self) -> tuple[Move, ...]:
        """The moves of the menu; the reference engine lists them."""
        return self.engine.moves(self.state)

    def start(self, seed: int) -> None:
        """Begin another game."""
        self._seed, self._taken, self._cells, self._menu, self._state = seed, [], None, [], None
        if self.table is None:
            self._settle(first_cells(self.engine.program, seed))
            return
        try:
            self.count = self.table.start(seed)
        except Trouble:
            self._again()

    def take(self, move: int) -> None:
        """Make a move of the menu."""
        if not 0 <= move < self.count:
            raise IndexError(move)
        self._taken.append(move)
        self._state = None
        if self._cells is not None:
            self._settle(self._menu[move][1])
            return
        try:
            self.count = self._at_table().take(move)
        except Trouble:
            self._again()

    def _again(self) -> None:
        """Play what was played once more, on the reference engine."""
        self._settle(first_cells(self.engine.program, self._seed))
        for move in self._taken:
            self._settle(self._menu[move][1])

    def _settle(self, cells: Cells) -> None:
        self._cells, self._menu, self._state, self.count = cells, [], None, 0
        self._menu = self.engine.machine.settle(cells)
        self.count = len(self._menu)


def make_play(program: Program, engine: str = "auto") -> Play | Diagnostic:
    """Something to play a program on; `auto` takes native code if it can be had, else the reference engine."""
    native = _native(program) if engine != "reference" else None
    if engine == "native" and isinstance(native, Diagnostic):
        return native
    return Play(Engine(program), native.table() if isinstance(native, Native) else None)


def _native(program: Program) -> Native | Diagnostic:
    return native_of(program)
