"""Games played decision by decision, so that more can be seen than their results: menus, actions, standings, rules at work.

Comes in: a program, machine code for it if there is any, a series of seeds. Goes out: courses and what was seen. The choices
are those of `simulate`: game number n here is game number n there. What the native engine decides, the watcher follows on the
reference engine, node by node, without searching again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from attrs import define, field, frozen

from rulekit.engine.chance import game_seed
from rulekit.engine.compiling.compiler import DECISION, HORIZON
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.machine import CAUGHT, Path, bind
from rulekit.engine.score import Outcome
from rulekit.engine.state import first_cells
from rulekit.limits import MOST_DECISIONS
from rulekit.model.model_walk import closure
from rulekit.play.choices import Choices, choices_of
from rulekit.play.tables import Table
from rulekit.program import program as prog
from rulekit.program.program import ACTIVE, COUNTER, ME, PC, Cells, CellValue, as_number
from rulekit.study.measures.one_game import Course, Turn


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
    now: Cells = field(factory=Cells)
    _last: frozenset[int] = field(init=False)  # nodes after which no decision can come

    def __attrs_post_init__(self) -> None:
        self._last = ending_nodes(self.engine.program)

    def start(self, seed: int, there: tuple[CellValue, ...]) -> None:
        """Follow the set-up."""
        self.fired, self.ending = set(), None
        self.now = first_cells(self.engine.program, seed)
        self._run(there)

    def take(self, path: Path, there: tuple[CellValue, ...]) -> None:
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
                    bullet = as_number(value)
                    self.fired.add(rules[bullet])
                    pc = bullets[bullet]
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

    def _run(self, there: tuple[CellValue, ...]) -> None:
        """Go on to the position that the table has; menus of one on the way are gone through."""
        kinds, low, high = self.engine.code.kinds, *self.engine.program.layout.data
        data = list(there[low:high])
        while True:
            pc = self.now[PC]
            while pc >= 0 and kinds[pc] <= HORIZON:
                pc = self._step(pc)
            self.now[PC] = pc
            here = all(self.now[c] == there[c] for c in (PC, ME, ACTIVE, COUNTER)) and self.now[low:high] == data
            if pc < 0 or here or kinds[pc] != DECISION:
                return
            menu = self.engine.machine.menu(self.now)
            if len(menu) != 1:
                return
            self._walk(menu[0][0])


def ending_nodes(program: prog.Program) -> frozenset[int]:
    """Return the nodes from which no decision can be reached any more."""
    before = defaultdict[int, list[int]](list)
    for number, node in enumerate(program.nodes):
        for following in prog.successors(node):
            before[following].append(number)
    decisions = (n for n, node in enumerate(program.nodes) if isinstance(node, prog.DECISIONS))
    live = closure(decisions, before.__getitem__)
    return frozenset(range(len(program.nodes))) - live


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
    table: Table, seed: int, indices: Iterable[int], longest: int = MOST_DECISIONS, watcher: Watcher | None = None
) -> Iterator[Seen]:
    """Play these games of a series and tell what was seen; with a watcher the rules at work too.

    A game that meets a fault or does not end gives nothing: the series counts it.
    """
    for index in indices:
        try:
            seen = _see(table, watcher, game_seed(seed, index), longest)
        except (Fault, *CAUGHT):  # of the watcher, who plays on the reference engine
            continue
        if seen is not None:
            yield seen


def _see(table: Table, watcher: Watcher | None, seed: int, longest: int) -> Seen | None:
    draw = Choices(choices_of(seed))
    count = table.start(seed)
    if watcher is not None and count >= 0:
        watcher.start(seed, table.state().cells)
    notes = _Notes(table.outcome)
    while count > 0:
        if len(notes.taken) >= longest:
            return None
        move, actions = draw(count), table.actions()
        path = table.path(move) if watcher is not None else ()
        notes.decide(table.active, count, frozenset(actions), actions[move])
        count = table.take(move)
        if count < 0:
            return None
        if watcher is not None:
            watcher.take(path, table.state().cells)
        notes.after(table.active if count else None)
    return notes.seen(table, watcher) if count == 0 else None


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

    def seen(self, table: Table, watcher: Watcher | None) -> Seen | None:
        """Return the whole game."""
        outcome = table.outcome()
        sheets = [table.sheet(p) for p in range(len(outcome.totals))] if outcome is not None else []
        lines = tuple(sheet for sheet in sheets if sheet is not None)
        if outcome is None or len(lines) < len(sheets):
            return None
        watched = (frozenset(watcher.fired), watcher.ending) if watcher is not None else (None, None)
        return Seen(Course(tuple(self.turns), outcome), tuple(self.offered), tuple(self.taken), lines, *watched)
