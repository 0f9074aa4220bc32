"""The reference engine: a program that can be played. States go in and come out; nothing is remembered in between."""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from rulekit.engine import score as sheet
from rulekit.engine.chance import Chance, Seeded
from rulekit.engine.compiling.compiler import DECISION, OVER, Code, Scoring, compile_program
from rulekit.engine.machine import CAUGHT, LOOKAHEAD_BUDGET, MOST_STEPS, Found, Machine
from rulekit.engine.moves import Move, move_of
from rulekit.engine.score import Outcome, Receipt
from rulekit.engine.state import State, first_cells
from rulekit.model.expressions import Expr
from rulekit.program.program import LOG, ME, PC, Cells, CellValue, Program


@frozen
class Refused:
    """A move that is not offered in this state."""

    move: Move


@define
class Engine:
    """Plays one program."""

    program: Program
    budget: int = LOOKAHEAD_BUDGET
    most_steps: int = MOST_STEPS
    chance: Chance = field(factory=Seeded)
    code: Code = field(init=False)
    machine: Machine = field(init=False)
    memory: dict[str, Any] = field(factory=dict, eq=False, repr=False)  # what others have worked out about the program
    _functions: dict[int, tuple[Scoring, Expr]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.code = compile_program(self.program, self.chance)
        self.machine = Machine(self.code, self.budget, self.most_steps)
        sheet.install(self.code)

    # ---- playing ---------------------------------------------------------------------------------
    def start(self, seed: int = 0, log: bool = False) -> State:
        """Return the state at the first decision; with `log` outcomes of chance are noted in the state."""
        cells = first_cells(self.program, seed)
        cells[LOG] = () if log else None
        return self.settled(cells)

    def settled(self, cells: Cells) -> State:
        """Run to the next menu that has to be asked, or the end."""
        self.machine.settle(cells)
        return State(tuple(cells))

    def menu(self, state: State) -> list[Found]:
        """Return the moves of a state with the cells each leads to."""
        if self.code.kinds[state.cells[PC]] != DECISION:
            return []
        return self.machine.menu(Cells(state.cells))

    def moves(self, state: State) -> tuple[Move, ...]:
        """Return all moves that the player to decide is offered, in order."""
        return tuple(move_of(self.program, path) for path, _, _ in self.menu(state))

    def apply(self, state: State, move: Move) -> State | Refused:
        """Return the state after a move, at the next decision; a move that is not offered is refused."""
        for path, cells, _ in self.menu(state):
            if path == move.path:
                return self.settled(cells)
        return Refused(move)

    def decider(self, state: State) -> int | None:
        """Return the seat that has to decide; None when the game is over."""
        return None if self.is_over(state) else state.cells[ME]

    def is_over(self, state: State) -> bool:
        """Return whether the game has ended."""
        return bool(self.code.kinds[state.cells[PC]] == OVER)

    # ---- scores ----------------------------------------------------------------------------------
    def outcome(self, state: State) -> Outcome:
        """Totals and winners as they would be now."""
        cells = Cells(state.cells)
        try:
            totals = tuple(sheet.total(self.code, cells, p) for p in range(self.program.layout.players))
            return Outcome(totals, sheet.winners(self.code, cells))
        except CAUGHT as problem:
            raise self.machine.fault(problem, cells[PC]) from None

    def receipt(self, state: State, player: int) -> Receipt:
        """Return a player's score sheet with the pieces each line was counted from."""
        try:
            return sheet.receipt(self.code, Cells(state.cells), player, self._for_player)
        except CAUGHT as problem:
            raise self.machine.fault(problem, state.cells[PC]) from None

    # ---- expressions -----------------------------------------------------------------------------
    def value(self, state: State, expr: Expr) -> CellValue:
        """Return the value of an expression of the program in a state."""
        try:
            return self._for_player(expr, Cells(state.cells), 0)
        except CAUGHT as problem:
            raise self.machine.fault(problem, state.cells[PC]) from None

    def _for_player(self, expr: Expr, cells: Cells, player: int) -> CellValue:
        if id(expr) not in self._functions:
            emitter = self.code.emitter
            text = emitter.expr(expr, emitter.env())
            self.code.space.update(emitter.constants)
            self._functions[id(expr)] = (eval(compile(f"lambda S, b0: {text}", "<expression>", "eval"), self.code.space), expr)
        return self._functions[id(expr)][0](cells, player)
