"""Games played decision by decision, so that more can be seen than their results: menus, actions, standings, rules at work.

Comes in: a program, machine code for it if there is any, a series of seeds. Goes out: courses and what was seen. The choices
are those of `simulate`: game number n here is game number n there. What the native engine decides, the watcher follows on the
reference engine, node by node, without searching again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from attrs import define, field, frozen

from rulekit.engine.chance import game_seed, mix
from rulekit.engine.compiling.compiler import DECISION, HORIZON
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.machine import CAUGHT, Found, Path, bind
from rulekit.engine.score import Outcome
from rulekit.engine.state import State, first_cells
from rulekit.model.types import NumberType
from rulekit.native.engine import Native, Table, Trouble
from rulekit.native.state.layout import unpack
from rulekit.native.state.noted_paths import path_of
from rulekit.program import program as prog
from rulekit.program.program import ACTIVE, COUNTER, ME, PC, Cells
from rulekit.study.measures.one_game import Course, Turn
from rulekit.study.series.simulate import CHOICES, LONGEST, Draws


class Board(Protocol):
    """A game in play on one of the engines."""

    def start(self, seed: int) -> int:
        """Begin; how many moves the first menu has (0: the game is over)."""

    def take(self, move: int) -> int:
        """Make a move; how many moves the next menu has."""

    def active(self) -> int:
        """Whose turn it is."""

    def actions(self) -> list[int]:
        """For each move the first action it begins: 0 for none, else 1 + the number of the deed."""

    def path(self, move: int) -> Path:
        """The choices of a move."""

    def cells(self) -> Cells:
        """The position."""

    def outcome(self) -> Outcome | None:
        """How it would end now; None if that cannot be said."""

    def sheet(self, player: int) -> tuple[int | None, ...]:
        """The lines of a player's score sheet."""


@define
class NativeBoard:
    """A table of the native engine; paths only if its code knows them."""

    table: Table

    def start(self, seed: int) -> int:
        return self.table.start(seed)

    def take(self, move: int) -> int:
        return self.table.take(move)

    def active(self) -> int:
        return self.table.words[ACTIVE]

    def actions(self) -> list[int]:
        return self.table.actions()

    def path(self, move: int) -> Path:
        native = self.table.native
        return path_of(native.program, native.shape, native.facts, self.table.context, move)

    def cells(self) -> Cells:
        native = self.table.native
        return list(unpack(native.program, native.shape, self.table.words))

    def outcome(self) -> Outcome | None:
        try:
            return self.table.outcome()
        except Trouble:
            return None

    def sheet(self, player: int) -> tuple[int | None, ...]:
        return self.table.sheet(player)


@define
class ReferenceBoard:
    """The same on the reference engine."""

    engine: Engine
    now: Cells = field(factory=list)
    menu: list[Found] = field(factory=list)
    numbers: dict[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.numbers = {name: n for n, (name, _) in enumerate(self.engine.program.deeds, 1)}

    def start(self, seed: int) -> int:
        return self._settle(first_cells(self.engine.program, seed))

    def take(self, move: int) -> int:
        return self._settle(list(self.menu[move][1]))

    def _settle(self, cells: Cells) -> int:
        self.now = cells
        self.menu = self.engine.machine.settle(cells)
        return len(self.menu)

    def active(self) -> int:
        return int(self.now[ACTIVE])

    def actions(self) -> list[int]:
        return [self._first(path) for path, _, _ in self.menu]

    def _first(self, path: Path) -> int:
        nodes = (self.engine.program.nodes[at] for at, _ in path)
        return next((self.numbers.get(node.action, 0) for node in nodes if isinstance(node, prog.Start)), 0)

    def path(self, move: int) -> Path:
        return self.menu[move][0]

    def cells(self) -> Cells:
        return list(self.now)

    def outcome(self) -> Outcome | None:
        try:
            return self.engine.outcome(State(tuple(self.now)))
        except Fault:
            return None

    def sheet(self, player: int) -> tuple[int | None, ...]:
        lines = zip(self.engine.program.score, self.engine.code.score, strict=True)
        return tuple(f(self.now, player) if isinstance(line.value.type, NumberType) else 0 for line, f in lines)


def board_of(engine: Engine, native: Native | None) -> Board:
    """A board on the native engine if there is code for it, else on the reference engine."""
    return ReferenceBoard(engine) if native is None else NativeBoard(native.table())


# ---- the rules at work ---------------------------------------------------------------------------
@frozen
class Ending:
    """Where the end of a game became certain: the node, and where it went from there."""

    node: int
    following: int


@define
class Watcher:
    """Follows a game on the reference engine and notes the nodes that did something."""

    engine: Engine
    fired: set[int] = field(factory=set)  # rules
    ending: Ending | None = None
    now: Cells = field(factory=list)
    _last: frozenset[int] = field(init=False)  # nodes after which no decision can come

    def __attrs_post_init__(self) -> None:
        self._last = ending_nodes(self.engine.program)

    def start(self, seed: int, there: Cells) -> None:
        """Follow the set-up."""
        self.fired, self.ending = set(), None
        self.now = first_cells(self.engine.program, seed)
        self._run(there)

    def take(self, path: Path, there: Cells) -> None:
        """Follow a move and all that comes of it, up to the next menu."""
        self._walk(path)
        self._run(there)

    def _walk(self, path: Path) -> None:
        nodes, pc = self.engine.program.nodes, self.now[PC]
        for at, value in path:
            while pc != at:
                pc = self._step(pc)
            node = nodes[at]
            if not isinstance(node, prog.Offer) or value:
                self.fired.add(node.rule)
            match node:
                case prog.Fork(bullets=bullets, rules=rules):
                    self.fired.add(rules[value])
                    pc = bullets[value]
                case prog.Offer(accept=accept, decline=decline):
                    pc = accept if value else decline
                case prog.Choose(picks=picks, next=following):
                    bind(self.now, [p.slot for p in picks], value)
                    pc = following
                case _:
                    pc = prog.successors(node)[0]
            self._note(at, pc)
        self.now[PC] = pc

    def _step(self, pc: int) -> int:
        node = self.engine.program.nodes[pc]
        following: int = self.engine.code.fine[pc](self.now)  # type: ignore[misc]
        if not isinstance(node, prog.Test) or following != node.no:
            self.fired.add(node.rule)
        self._note(pc, following)
        return following

    def _note(self, pc: int, following: int) -> None:
        if following in self._last and pc not in self._last:
            self.ending = Ending(pc, following)

    def _run(self, there: Cells) -> None:
        """Go on to the position that the board has; menus of one on the way are gone through."""
        kinds, low, high = self.engine.code.kinds, *self.engine.program.layout.data
        while True:
            pc = self.now[PC]
            while pc >= 0 and kinds[pc] <= HORIZON:
                pc = self._step(pc)
            self.now[PC] = pc
            here = all(self.now[c] == there[c] for c in (PC, ME, ACTIVE, COUNTER)) and self.now[low:high] == there[low:high]
            if pc < 0 or here or kinds[pc] != DECISION:
                return
            menu = self.engine.machine.menu(self.now)
            if len(menu) != 1:
                return
            self._walk(menu[0][0])


def ending_nodes(program: prog.Program) -> frozenset[int]:
    """The nodes from which no decision can be reached any more."""
    before: dict[int, list[int]] = {}
    for number, node in enumerate(program.nodes):
        for following in prog.successors(node):
            before.setdefault(following, []).append(number)
    todo = [n for n, node in enumerate(program.nodes) if isinstance(node, prog.DECISIONS)]
    seen = set(todo)
    while todo:
        for number in before.get(todo.pop(), ()):
            if number not in seen:
                seen.add(number)
                todo.append(number)
    return frozenset(range(len(program.nodes))) - seen


# ---- whole games ---------------------------------------------------------------------------------
@frozen
class Seen:
    """A finished game as it was seen. `offered` and `taken`: actions by decision; `lines`: score sheets by seat;
    `fired`: rules that did something (None: not watched)."""

    course: Course
    offered: tuple[frozenset[int], ...]
    taken: tuple[int, ...]
    lines: tuple[tuple[int | None, ...], ...]
    fired: frozenset[int] | None = None
    ending: Ending | None = None


def see_games(
    board: Board, seed: int, indices: Iterable[int], longest: int = LONGEST, watcher: Watcher | None = None
) -> Iterator[Seen]:
    """Play these games of a series and tell what was seen; with a watcher the rules at work too.

    A game that meets a fault or does not end gives nothing: the series counts it.
    """
    for index in indices:
        try:
            seen = _see(board, watcher, game_seed(seed, index), longest)
        except (Trouble, Fault, *CAUGHT):
            continue
        if seen is not None:
            yield seen


def _see(board: Board, watcher: Watcher | None, seed: int, longest: int) -> Seen | None:
    draw = Draws(mix(seed ^ CHOICES))
    count = board.start(seed)
    if watcher is not None:
        watcher.start(seed, board.cells())
    notes = _Notes(board.outcome)
    while count:
        if len(notes.taken) >= longest:
            return None
        move, actions = draw(count), board.actions()
        path = board.path(move) if watcher is not None else ()
        notes.decide(board.active(), count, frozenset(actions), actions[move])
        count = board.take(move)
        if watcher is not None:
            watcher.take(path, board.cells())
        notes.after(board.active() if count else None)
    return notes.seen(board, watcher)


@define
class _Notes:
    """What is noted while a game goes on. A turn is a run of decisions with the same active player."""

    standing: Callable[[], Outcome | None]
    turns: list[Turn] = field(factory=list)
    offered: list[frozenset[int]] = field(factory=list)
    taken: list[int] = field(factory=list)
    seat: int = 0
    menus: list[int] = field(factory=list)

    def decide(self, seat: int, menu: int, offered: frozenset[int], taken: int) -> None:
        """A decision is made."""
        self.seat = seat
        self.menus.append(menu)
        self.offered.append(offered)
        self.taken.append(taken)

    def after(self, active: int | None) -> None:
        """What came of it: whose turn it is now (None: the game is over)."""
        if active != self.seat:
            self.turns.append(Turn(self.seat, tuple(self.menus), self.standing()))
            self.menus.clear()

    def seen(self, board: Board, watcher: Watcher | None) -> Seen | None:
        """The whole game."""
        outcome = board.outcome()
        if outcome is None:
            return None
        lines = tuple(board.sheet(p) for p in range(len(outcome.totals)))
        watched = (frozenset(watcher.fired), watcher.ending) if watcher is not None else (None, None)
        return Seen(Course(tuple(self.turns), outcome), tuple(self.offered), tuple(self.taken), lines, *watched)
