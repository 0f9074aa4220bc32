"""Do both engines play the same game? They are led side by side through random games and compared at every decision.

Comes in: a program with its reference engine and its machine code. Goes out: how many decisions were compared, and for each
game in which the engines part the first difference, as data. Where the reference engine meets a fault, the native one must
have handed the game over (`STOPPED`), so that a fault is always told by the same engine; games that are handed over without
one are counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from attrs import frozen

from rulekit.engine.chance import game_seed
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.limits import MOST_DECISIONS
from rulekit.model.expressions import Value
from rulekit.model.types import NumberType
from rulekit.native.engine import Native, NativeTable
from rulekit.native.state.context_words import CAPPED, FINISHED, TROUBLED
from rulekit.play.choices import Choices, choices_of
from rulekit.play.tables import ReferenceTable, Table
from rulekit.program import program as prog
from rulekit.program.analysis.liveness import live_cells
from rulekit.program.program import ACTIVE, COUNTER, ME, PC, SEED, Cells, Family

HEADS = ((PC, "node"), (ME, "me"), (ACTIVE, "active"), (SEED, "seed"), (COUNTER, "numbers of chance"))
SHEETS = 8  # score sheets are compared at every so-manieth decision, and at the end
CARRIED = 16  # a position is carried over from the reference engine at every so-manieth decision
HANDED, FAULT = "handed over", "fault"
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
    longest: int = MOST_DECISIONS

    @property
    def program(self) -> prog.Program:
        """What both play."""
        return self.engine.program


def agreement(pair: Pair, seed: int, indices: Iterable[int], seconds: float | None = None, enough: int = 3) -> Agreement:
    """Play games of a series on both engines; stop after so many seconds, or when enough of them differ."""
    until = None if seconds is None else time.monotonic() + seconds
    found, both = Agreement(), _both(pair)
    for index in indices:
        found += both.game(seed, index)
        if len(found.differences) >= enough or (until is not None and time.monotonic() > until):
            break
    return found


def differences_at(pair: Pair, cells: Cells) -> Iterator[Parted]:
    """Yield what differs at a position of the reference engine that is carried over, and in the menu that it leads to."""
    both = _both(pair)
    if both.settled(0, cells[PC], lambda table: table.set_cells(cells)) is None:
        yield from both.at_decision(0)


class _Parting(Exception):
    def __init__(self, parted: Parted, decision: int, node: int) -> None:
        super().__init__(parted[0])
        self.parted, self.decision, self.node = parted, decision, node


@frozen
class _Both:
    """A program at a table of the reference engine and two of the native one: one to play at, one to carry positions to."""

    pair: Pair
    reference: ReferenceTable
    table: NativeTable
    other: NativeTable
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
        own, reference, decision = game_seed(seed, index), self.reference, 0
        draw, node = Choices(choices_of(own)), self.pair.program.entry
        stopped = self.settled(decision, node, lambda table: table.start(own))
        while stopped is None:
            for parted in self.at_decision(decision):
                raise _Parting(parted, decision, reference.cells[PC])
            if not reference.count:
                return self._ended(seed, index, decision)
            if decision >= self.pair.longest:
                return self._whole(seed, index, decision, (CAPPED, decision, 0, reference.cells[COUNTER]))
            taken, decision = draw(reference.count), decision + 1
            node = reference.menu[taken][1][PC]
            stopped = self.settled(decision, node, lambda table, move=taken: table.take(move))  # type: ignore[misc]
        return Agreement(1, decision, handed=1) if stopped == HANDED else self._whole(seed, index, decision, None)

    def settled(self, decision: int, node: int, go: Callable[[Table], int]) -> str | None:
        """Let both run to the next menu: None; or how they stopped, by a fault or because the game was handed over."""
        expected, count = go(self.reference), go(self.table)
        fault = self.reference.fault
        if count < 0:
            return HANDED if fault is None else FAULT
        if expected < 0:
            raise _Parting((FAULT, _said(fault), f"{count} moves"), decision, node)
        return None

    def _ended(self, seed: int, index: int, decision: int) -> Agreement:
        found, used = self.reference.outcome(), self.reference.cells[COUNTER]
        if found is None:
            return self._whole(seed, index, decision, None)
        winners = sum(1 << p for p in found.winners)
        return self._whole(seed, index, decision, (FINISHED, decision, winners, used, *found.totals))

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
    def at_decision(self, decision: int) -> Iterator[Parted]:
        """Yield what differs where both stand."""
        yield from self._position(self.table)
        yield from self._menu(self.table)
        if not self.reference.count or decision % SHEETS == 0:
            yield from self._scores()
        if decision % CARRIED == 0:
            yield from self._carried()

    def _position(self, table: Table) -> Iterator[Parted]:
        cells, state = self.reference.cells, table.state().cells
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

    def _menu(self, table: NativeTable) -> Iterator[Parted]:
        paths, found = self.reference.keys(), [move.path for move in table.moves()]
        if len(paths) != len(found):
            yield "how many moves", len(paths), len(found)
        for n, (one, two) in enumerate(zip(paths, found, strict=False)):
            if one != two:
                yield f"move {n}", one, two
        actions = self.reference.actions()
        if actions != table.actions():
            yield "the actions that moves begin", actions, table.actions()

    def _scores(self) -> Iterator[Parted]:
        expected, found = self.reference.outcome(), self.table.outcome()
        if expected is None:
            if found is not None:
                yield "outcome", _said(self.reference.fault), found
            return
        if found not in (None, expected):
            yield "outcome", expected, found
        for player in range(self.pair.program.layout.players):
            yield from self._sheet(player)

    def _sheet(self, player: int) -> Iterator[Parted]:
        expected, found = self.reference.sheet(player), self.table.sheet(player)
        if expected is None or found is None:
            return
        for line, one, two in zip(self.pair.program.score, expected, found, strict=True):
            if isinstance(line.value.type, NumberType) and one != two:
                yield f"score.{line.name} of player {player}", one, two

    def _carried(self) -> Iterator[Parted]:
        if self.other.set_cells(self.reference.cells) < 0:
            yield "a position carried over", f"{self.reference.count} moves", HANDED
            return
        for what, one, two in (*self._position(self.other), *self._menu(self.other)):
            yield f"carried over: {what}", one, two


def _both(pair: Pair) -> _Both:
    return _Both(pair, ReferenceTable(pair.engine), pair.native.table(), pair.native.table(), live_cells(pair.program))


def _said(fault: Fault | None) -> str:
    assert fault is not None
    return f"{fault.code} (at {fault.rule.address})"


def _name_of(program: prog.Program, cell: int) -> str:
    """Return a cell of the game in words."""
    layout = program.layout
    families: list[Family] = [*layout.places, *layout.tallies, *layout.markers]
    for family in families:
        if family.base <= cell < family.base + family.size:
            return f"{family.name}, member {cell - family.base}"
    return f"cell {cell}"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:300]}…"
