"""The log of a game: its moves are played again, node by node, while listeners hear of every step.

Nothing of this is done while games are simulated or searched; whoever wants a log pays for it.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulekit.engine.chance import Seeded
from rulekit.engine.compiling.compiler import DECISION, HORIZON
from rulekit.engine.engine import Engine
from rulekit.engine.events.event import Event
from rulekit.engine.events.eyes import Eyes, Moment, Rules
from rulekit.engine.events.listener import Listener
from rulekit.engine.machine import CAUGHT, Path, bind
from rulekit.engine.moves import move_of, move_tokens
from rulekit.engine.state import State, first_cells
from rulekit.engine.trace import Recording
from rulekit.engine.view import OPEN
from rulekit.program import program as prog
from rulekit.program.program import FORCED, FROZEN, LOG, PC, Cells, as_number


@define
class Log:
    """What everybody at a table was told so far: the players, and those who only watch (`OPEN`)."""

    engine: Engine
    listeners: dict[int | None, Listener] = field(factory=dict)
    lengths: list[dict[int | None, int]] = field(
        factory=list
    )  # after the set-up and after each move: how many events each viewer has
    over: bool = False

    def events(self, viewer: int | None) -> tuple[Event, ...]:
        """Return what a viewer was told, in order: a player, `OPEN`, or None for somebody who may know everything."""
        return self.listeners[viewer].events()

    def follow(self, before: State, path: Path, draws: tuple[int, ...] | None = None, after: State | None = None) -> State:
        """Hear of a move; `draws`: what chance gave, `after`: the state it led to, if these are known."""
        cells = Cells(before.cells)
        cells[LOG], cells[FORCED] = None, cells[FORCED] if draws is None else draws
        return self._run(cells, path, after)

    def copy(self) -> Log:
        """Return the same log, to go on in another way."""
        return Log(self.engine, {viewer: one.copy() for viewer, one in self.listeners.items()}, list(self.lengths), self.over)

    def shown(self, first: int) -> bool:
        """Return whether, after so many moves, anybody was shown or told something that the table does not tell."""
        found = (event.kind for v in self.listeners for event in self.events(v)[self.lengths[first][v] :])
        return any(kind in ("revealed", "announced") for kind in found)

    def rest(self, moves: int) -> None:
        """Count the set-up, and so many moves, as told before this log began."""
        self.lengths += [dict.fromkeys(self.listeners, 0) for _ in range(moves + 1)]

    def hear(self, before: Recording, after: Recording) -> None:
        """Hear of the last move of a game that is recorded."""
        step, program = after.trace.steps[-1], self.engine.program
        paths = (path for path, _, _ in self.engine.menu(before.state))
        path = next(path for path in paths if move_tokens(program, move_of(program, path)) == step.move)
        self.follow(before.state, path, step.draws, after.state)

    def _run(self, cells: Cells, path: Path, after: State | None) -> State:
        run = _Run(self.engine, tuple(self.listeners.values()), cells, list(path))
        try:
            self.over = run.to_menu(after)
        except CAUGHT as problem:
            raise self.engine.machine.fault(problem, run.cells[PC]) from None
        run.cells[LOG], run.cells[FORCED] = None, None
        self.lengths.append({viewer: len(listener.told) for viewer, listener in self.listeners.items()})
        return State(tuple(run.cells))


def begin_log(
    engine: Engine, seed: int, draws: tuple[int, ...] | None = None, viewers: Iterable[int | None] | None = None
) -> Log:
    """Return the log of a game that has been set up."""
    log = log_from(engine, State(tuple(first_cells(engine.program, seed))), viewers)
    log.follow(State(tuple(first_cells(engine.program, seed))), (), draws)
    return log


def log_from(engine: Engine, state: State, viewers: Iterable[int | None] | None = None) -> Log:
    """Return an empty log that begins at a state: who listens knows where the play is, but nothing of what rules remember."""
    if not isinstance(engine.chance, Seeded):  # a chance of its own must not be asked twice
        engine = _seeded(engine)
    rules, layout = Rules.of(engine), engine.program.layout
    begun = state.cells[PC] != engine.program.entry
    unknown = frozenset(range(layout.data[1], layout.size)) if begun else frozenset[int]()
    lookers: Iterable[int | None] = (OPEN, *range(layout.players)) if viewers is None else viewers
    here, secret = frozenset({state.cells[PC]}), state.cells[FROZEN] is not None
    heard = {viewer: Listener(Eyes(rules, viewer), here, unknown, waiting=[] if secret else None) for viewer in lookers}
    return Log(engine, heard)


def _seeded(engine: Engine) -> Engine:
    """Return an engine for the same program with the chance of the specification, made once."""
    if "seeded" not in engine.memory:
        engine.memory["seeded"] = Engine(engine.program)
    other: Engine = engine.memory["seeded"]
    return other


def may_show(program: prog.Program) -> bool:
    """Return whether the rules ever reveal or announce anything."""
    return any(isinstance(node, prog.Reveal | prog.Announce) for node in program.nodes)


@define
class _Run:
    engine: Engine
    listeners: tuple[Listener, ...]
    cells: Cells
    path: list[tuple[int, prog.CellValue]]
    forced: bool = False

    def to_menu(self, after: State | None) -> bool:
        """Go to the next menu that is asked; whether the game is over then. Menus of one are gone through, as in play."""
        code = self.engine.code
        while True:
            pc = self.cells[PC]
            if code.kinds[pc] <= HORIZON:
                self._step(pc)
            elif code.kinds[pc] != DECISION:
                for listener in self.listeners:
                    listener.over()
                return True
            elif self.path:
                self._choose(*self.path.pop(0))
            elif self._is_asked(after):
                return False

    def _step(self, pc: int) -> None:
        node, board = self.engine.program.nodes[pc], self.listeners[0].eyes.rules.board
        named = board.named(node, self.cells)
        before = self.cells.copy()
        self.cells[PC] = following = self.engine.code.fine[pc](self.cells)  # type: ignore[misc]
        if following < 0:
            self.cells[PC] = pc
            raise self.engine.machine.stuck(-2 - following)
        now = Moment(pc, node, following, before, self.cells, board.effects(node, named, before, self.cells))
        for listener in self.listeners:
            listener.step(now)

    def _choose(self, number: int, value: prog.CellValue) -> None:
        node = self.engine.program.nodes[number]
        before = self.cells.copy()
        match node:
            case prog.Choose(picks=picks):
                bind(self.cells, [pick.slot for pick in picks], value)
                self.cells[PC] = node.next
            case prog.Fork(bullets=bullets):
                self.cells[PC] = bullets[as_number(value)]
            case prog.Offer(accept=accept, decline=decline):
                self.cells[PC] = accept if value else decline
            case prog.Start():
                self.cells[PC] = node.next
        for listener in self.listeners:
            listener.choose(number, value, before, self.forced)

    def _is_asked(self, after: State | None) -> bool:
        if after is not None and _same(after.cells, self.cells):
            return True
        menu = self.engine.machine.menu(self.cells)
        if len(menu) != 1 or menu[0][2]:
            return True
        self.path, self.forced = list(menu[0][0]), True
        return False


def _same(one: tuple[prog.CellValue, ...], two: Cells) -> bool:
    """Return whether two positions are the same, whatever was noted of chance."""
    return all(a == b for n, (a, b) in enumerate(zip(one, two, strict=True)) if n not in (LOG, FORCED))
