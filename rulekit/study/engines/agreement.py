"""Do both engines play the same game? They are led side by side through random games and compared at every decision.

Comes in: a program with its reference engine and its machine code. Goes out: how many decisions were compared, and for each
game in which the engines part the first difference, as data. Where the reference engine meets a fault, the native one must
have handed the game over (`Trouble`), so that a fault is always told by the same engine; games that are handed over without
one are counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from attrs import frozen

from rulekit.engine.chance import game_seed, mix
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.machine import Found, Path
from rulekit.engine.score import Outcome
from rulekit.engine.state import State, first_cells
from rulekit.model.expressions import Value
from rulekit.model.types import NumberType
from rulekit.native.engine import Native, Table, Trouble
from rulekit.native.state.context_words import CAPPED, FINISHED, TROUBLED
from rulekit.program import program as prog
from rulekit.program.analysis.liveness import live_cells
from rulekit.program.program import ACTIVE, COUNTER, ME, PC, SEED, Cells, CellValue, Family
from rulekit.study.series.simulate import CHOICES, LONGEST, Draws

HEADS = ((PC, "node"), (ME, "me"), (ACTIVE, "active"), (SEED, "seed"), (COUNTER, "numbers of chance"))
SHEETS = 8  # score sheets are compared at every so-manieth decision, and at the end
CARRIED = 16  # a position is carried over from the reference engine at every so-manieth decision
HANDED = "handed over"
T = TypeVar("T")
Parted = tuple[str, object, object]  # what differs, as the reference engine has it, as the native one has it


@frozen
class Difference:
    """Where a game parts: after how many decisions, what differs, what each engine says, and the rule the play stands at."""

    game: str
    players: int
    options: tuple[tuple[str, Value], ...]
    seed: int
    index: int
    decision: int
    what: str
    reference: str
    native: str
    address: str

    def __str__(self) -> str:
        options = "".join(f", {name} = {value}" for name, value in self.options)
        return (
            f"{self.game}, {self.players} players{options}: game {self.index} of seed {self.seed}, decision {self.decision}"
            f" (at {self.address or 'no rule'}): {self.what}: reference {self.reference}, native {self.native}"
        )


@frozen
class Agreement:
    """What was compared: games, decisions, games at fault, games handed over without a fault; and where the engines part."""

    games: int = 0
    decisions: int = 0
    faults: int = 0
    handed: int = 0
    differences: tuple[Difference, ...] = ()

    def __add__(self, other: Agreement) -> Agreement:
        return Agreement(
            self.games + other.games, self.decisions + other.decisions, self.faults + other.faults,
            self.handed + other.handed, self.differences + other.differences,
        )  # fmt: skip


@frozen
class Pair:
    """One program on both engines. `native` was made with paths; `plain`, if there is one, without: it plays whole games."""

    engine: Engine
    native: Native
    plain: Native | None = None
    longest: int = LONGEST

    @property
    def program(self) -> prog.Program:
        """What both play."""
        return self.engine.program


def agreement(pair: Pair, seed: int, indices: Iterable[int], seconds: float | None = None, enough: int = 3) -> Agreement:
    """Play games of a series on both engines; stop after so many seconds, or when enough of them differ."""
    until = None if seconds is None else time.monotonic() + seconds
    found, both = Agreement(), _Both(pair, pair.native.table(), pair.native.table(), live_cells(pair.program))
    for index in indices:
        found += both.game(seed, index)
        if len(found.differences) >= enough or (until is not None and time.monotonic() > until):
            break
    return found


def differences_at(pair: Pair, cells: Cells) -> Iterator[Parted]:
    """What differs at a position of the reference engine that is carried over, and in the menu that it leads to."""
    both = _Both(pair, pair.native.table(), pair.native.table(), live_cells(pair.program))
    cells = list(cells)
    menu = both.settled(cells, 0, lambda: both.table.set_cells(tuple(cells)))
    if isinstance(menu, list):
        yield from both.at_decision(cells, menu, 0)


class _Parting(Exception):
    def __init__(self, parted: Parted, decision: int, node: int) -> None:
        super().__init__(parted[0])
        self.parted, self.decision, self.node = parted, decision, node


@frozen
class _Both:
    """A program at two tables of the native engine (one to play at, one to carry positions to) beside the reference engine."""

    pair: Pair
    table: Table
    other: Table
    live: tuple[frozenset[int], ...]

    # ---- one game --------------------------------------------------------------------------------
    def game(self, seed: int, index: int) -> Agreement:
        """Play the index-th game of a series decision by decision, then as a whole."""
        try:
            return self._game(seed, index)
        except _Parting as parting:
            (what, reference, native), program = parting.parted, self.pair.program
            address = program.rules[program.nodes[parting.node].rule].address
            difference = Difference(
                program.game, program.layout.players, program.options, seed, index, parting.decision, what,
                _short(reference), _short(native), address,
            )  # fmt: skip
            return Agreement(1, parting.decision, differences=(difference,))

    def _game(self, seed: int, index: int) -> Agreement:
        own = game_seed(seed, index)
        draw, cells, decision = Draws(mix(own ^ CHOICES)), first_cells(self.pair.program, own), 0
        menu = self.settled(cells, decision, lambda: self.table.start(own))
        while isinstance(menu, list):
            for parted in self.at_decision(cells, menu, decision):
                raise _Parting(parted, decision, cells[PC])
            if not menu:
                return self._ended(seed, index, cells, decision)
            if decision >= self.pair.longest:
                return self._whole(seed, index, decision, (CAPPED, decision, 0, cells[COUNTER]))
            taken = draw(len(menu))
            cells, decision = menu[taken][1], decision + 1
            menu = self.settled(cells, decision, lambda k=taken: self.table.take(k))  # type: ignore[misc]
        if menu is None:
            return Agreement(1, decision, handed=1)
        return self._whole(seed, index, decision, None)

    def settled(self, cells: Cells, decision: int, go: Callable[[], int]) -> list[Found] | Fault | None:
        """Both run to the next menu: the reference's menu, the fault that both met, or None if the game was handed over."""
        node = cells[PC]
        menu: list[Found] | Fault
        try:
            menu = self.pair.engine.machine.settle(cells)
        except Fault as fault:
            menu = fault
        try:
            count = go()
        except Trouble:
            return menu if isinstance(menu, Fault) else None
        if isinstance(menu, Fault):
            raise _Parting(("fault", f"{menu.code} (at {menu.rule.address})", f"{count} moves"), decision, node)
        return menu

    def _ended(self, seed: int, index: int, cells: Cells, decision: int) -> Agreement:
        found = _outcome(self.pair.engine, cells)
        if isinstance(found, Fault):
            return self._whole(seed, index, decision, None)
        winners = sum(1 << p for p in found.winners)
        return self._whole(seed, index, decision, (FINISHED, decision, winners, cells[COUNTER], *found.totals))

    def _whole(self, seed: int, index: int, decision: int, expected: tuple[int, ...] | None) -> Agreement:
        """Hold the game against what `batch` says of it; None: the reference engine met a fault."""
        compared = Agreement(1, decision, faults=int(expected is None))
        if self.pair.plain is None:
            return compared
        row = tuple(self.pair.plain.batch(seed, index, 1, self.pair.longest)[0])
        if row[0] == TROUBLED:
            return compared if expected is None else compared + Agreement(handed=1)
        if expected is None or row[: len(expected)] != expected:
            said = "a fault" if expected is None else expected
            raise _Parting(("the row of the whole game", said, row), decision, self.pair.program.play)
        return compared

    # ---- one decision ----------------------------------------------------------------------------
    def at_decision(self, cells: Cells, menu: list[Found], decision: int) -> Iterator[Parted]:
        """What differs where both stand."""
        yield from self._position(self.table, cells)
        yield from self._menu(self.table, menu)
        if not menu or decision % SHEETS == 0:
            yield from self._scores(cells)
        if decision % CARRIED == 0:
            yield from self._carried(cells, menu)

    def _position(self, table: Table, cells: Cells) -> Iterator[Parted]:
        state = table.state().cells
        for cell, name in HEADS:
            if state[cell] != cells[cell]:
                yield name, cells[cell], state[cell]
        low, high = self.pair.program.layout.data
        if state[low:high] != tuple(cells[low:high]):
            cell = next(c for c in range(low, high) if state[c] != cells[c])
            yield _name_of(self.pair.program, cell), cells[cell], state[cell]
        for cell in sorted(self.live[cells[PC]]):
            if state[cell] != cells[cell]:
                yield f"cell {cell} of the frame", cells[cell], state[cell]

    def _menu(self, table: Table, menu: list[Found]) -> Iterator[Parted]:
        paths, found = [path for path, _, _ in menu], [move.path for move in table.moves()]
        if len(paths) != len(found):
            yield "how many moves", len(paths), len(found)
        for n, (one, two) in enumerate(zip(paths, found, strict=False)):
            if one != two:
                yield f"move {n}", one, two
        numbers = {name: n for n, (name, _) in enumerate(self.pair.program.deeds, 1)}
        actions = [_first_action(self.pair.program, path, numbers) for path in paths]
        if actions != table.actions():
            yield "the actions that moves begin", actions, table.actions()

    def _scores(self, cells: Cells) -> Iterator[Parted]:
        expected = _outcome(self.pair.engine, cells)
        found = _or_handed(self.table.outcome)
        if isinstance(expected, Fault):
            if found != HANDED:
                yield "outcome", f"{expected.code} (at {expected.rule.address})", found
            return
        if found not in (HANDED, expected):
            yield "outcome", expected, found
        for player in range(self.pair.program.layout.players):
            yield from self._sheet(cells, player)

    def _sheet(self, cells: Cells, player: int) -> Iterator[Parted]:
        try:
            lines = self.pair.engine.receipt(State(tuple(cells)), player).lines
        except Fault:
            return
        found = _or_handed(lambda: self.table.sheet(player))
        for line, value in zip(lines, found, strict=True) if not isinstance(found, str) else ():
            if isinstance(line.type, NumberType) and line.value != value:
                yield f"{line.line} of player {player}", line.value, value

    def _carried(self, cells: Cells, menu: list[Found]) -> Iterator[Parted]:
        try:
            self.other.set_cells(tuple(cells))
        except Trouble:
            yield "a position carried over", f"{len(menu)} moves", HANDED
            return
        for what, one, two in (*self._position(self.other, cells), *self._menu(self.other, menu)):
            yield f"carried over: {what}", one, two


def _outcome(engine: Engine, cells: Cells) -> Outcome | Fault:
    try:
        return engine.outcome(State(tuple(cells)))
    except Fault as fault:
        return fault


def _or_handed(ask: Callable[[], T]) -> T | str:
    try:
        return ask()
    except Trouble:
        return HANDED


def _first_action(program: prog.Program, path: Path, numbers: dict[str, int]) -> int:
    """0, or the number of the first deed that a path begins, from 1."""
    nodes = (program.nodes[node] for node, _ in path)
    return next((numbers[node.action] for node in nodes if isinstance(node, prog.Start)), 0)


def _name_of(program: prog.Program, cell: int) -> str:
    """A cell of the game in words."""
    layout = program.layout
    families: list[Family] = [*layout.places, *layout.tallies, *layout.markers]
    for family in families:
        if family.base <= cell < family.base + family.size:
            return f"{family.name}, member {cell - family.base}"
    return f"cell {cell}"


def _short(value: CellValue) -> str:
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:300]}…"
