"""Playing games in tests: bundled and generated ones, at random, with what must hold after every step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from rulekit.engine.compiling.compiler import DECISION, HORIZON
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.moves import Move
from rulekit.engine.state import State
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.program.program import PC, Cells, as_number, as_pieces
from rulekit.tools.io.library import head_of

ROOT = Path(__file__).parents[2]


@frozen
class Table:
    """A bundled game at a table: its file, its changes, the number of players."""

    name: str
    path: Path
    changes: tuple[Path, ...]
    players: int

    def __str__(self) -> str:
        return f"{self.name}-{self.players}"


OVERLAID = {
    "cafe-del-gatto": ("cafe-del-gatto.en", "cafe-del-gatto.fr"),
    "cafe-international": ("bar-and-pastry",),
    "espresso-doppio": ("espresso-master", "espresso-solo"),
}


def source(path: Path) -> tuple[str, str]:
    """A file's text and name."""
    return path.read_text(encoding="utf-8"), path.name


@cache
def bundled_model(path: Path, changes: tuple[Path, ...]) -> GameModel:
    """A bundled game, checked."""
    checked = check_game(*source(path), tuple(map(source, changes)))
    assert checked.value is not None and checked.ok, checked.diagnostics
    return checked.value


def _counts(path: Path, changes: tuple[Path, ...]) -> range:
    """The numbers of players, by the last head that tells them; for a file that is no game 0, so that its own tests fail."""
    told = [head_of(*source(file)).players for file in (path, *changes)]
    low, high = next((players for players in reversed(told) if players is not None), (0, 0))
    return range(low, high + 1)


def _tables() -> Iterator[Table]:
    files = [*sorted(ROOT.glob("rules/*.cafe")), *sorted(ROOT.glob("examples/games/*.cafe"))]
    added = {name for names in OVERLAID.values() for name in names}
    for path in files:
        if path.stem in added:
            continue
        for over in ((), *((n,) for n in OVERLAID.get(path.stem, ()))):
            changes = tuple(path.with_name(f"{name}.cafe") for name in over)
            for players in _counts(path, changes):
                yield Table("+".join((path.stem, *over)), path, changes, players)


TABLES = tuple(_tables())


@cache
def bundled_engine(table: Table) -> Engine:
    """An engine for a bundled game."""
    program = lower(bundled_model(table.path, table.changes), table.players)
    assert program.value is not None, program.diagnostics
    return Engine(program.value)


def engine_of(text: str, most: bool = True) -> Engine:
    """An engine for a text that must be a game, for the most players or the least."""
    checked = check_game(text, "made.cafe")
    assert checked.value is not None and checked.ok, (text, checked.diagnostics)
    program = lower(checked.value, checked.value.players[most])
    assert program.value is not None, (text, program.diagnostics)
    return Engine(program.value)


# ---- random play ---------------------------------------------------------------------------------
@frozen
class Stop:
    """A state on the way, with the moves offered there and the one that was taken to leave it."""

    state: State
    moves: tuple[Move, ...]
    taken: Move | None


@frozen
class Run:
    """A game to be played at random for so many moves. `strict`: the rules must not be at fault; `first`: moves to skip."""

    engine: Engine
    seed: int
    most: int
    strict: bool = True
    first: int = 0

    def stops(self) -> Iterator[Stop]:
        """The states on the way; the last one is the end of the game if it comes soon enough."""
        dice = random.Random(self.seed)
        try:
            state = self.engine.start(self.seed)
            for number in range(self.first + self.most):
                moves = self.engine.moves(state)
                taken = moves[int(dice.random() * len(moves))] if moves else None
                if number >= self.first:
                    yield Stop(state, moves, taken)
                if taken is None:
                    return
                after = self.after(state, taken)
                if after is None:
                    return
                state = after
        except Fault:
            if self.strict:
                raise

    def after(self, state: State, move: Move) -> State | None:
        """The state after an offered move; None where the rules are at fault and may be."""
        try:
            after = self.engine.apply(state, move)
        except Fault:
            if self.strict:
                raise
            return None
        assert isinstance(after, State), f"an offered move is refused: {move}"
        return after


def fine_advance(engine: Engine, cells: Cells, look: Callable[[Cells], None]) -> int:
    """Run node by node to the next decision or end, looking at the cells after each; a dead end is returned, below 0."""
    code, pc = engine.code, cells[PC]
    while code.kinds[pc] <= HORIZON:
        pc = code.fine[pc](cells)  # type: ignore[misc]
        if pc < 0:
            return pc
        look(cells)
    cells[PC] = pc
    return pc


def fine_settle(engine: Engine, cells: Cells, look: Callable[[Cells], None]) -> None:
    """What `Machine.settle` does, one node at a time."""
    while fine_advance(engine, cells, look) >= 0 and engine.code.kinds[cells[PC]] == DECISION:
        menu = engine.machine.menu(cells)
        if len(menu) != 1 or menu[0][2]:
            return
        cells[:] = menu[0][1]


# ---- what must hold ------------------------------------------------------------------------------
def held(value: Any) -> tuple[int, ...]:
    """The pieces in a cell, be it a spot or not."""
    return () if value is None else value if isinstance(value, tuple) else (value,)


def conserved(engine: Engine) -> Callable[[Cells], None]:
    """A look that fails unless every piece is in exactly one place of its sort and no bank has lost anything."""
    tables, layout = engine.code.tables, engine.program.layout
    everything = sorted(range(len(tables.sort_of)))
    unordered = [c for c, shape in tables.shape.items() if shape in ("bag", "hand")]
    banks = [
        (tally.bank + n, range(tally.base + n, tally.base + tally.size, tally.banks), tally.start[n])
        for tally in layout.tallies
        if tally.bank is not None
        for n in range(tally.banks)
    ]

    def look(cells: Cells) -> None:
        lying = [(piece, cell) for cell in tables.shape for piece in held(cells[cell])]
        assert sorted(piece for piece, _ in lying) == everything
        assert all(cell in tables.homes[tables.sort_of[piece]] for piece, cell in lying)
        assert all(list(as_pieces(cells[cell])) == sorted(as_pieces(cells[cell])) for cell in unordered)
        for bank, mine, total in banks:
            left = as_number(cells[bank])
            assert left >= 0 and left + sum(as_number(cells[c]) for c in mine) == total
        assert all(as_number(cells[c]) >= 0 for t in layout.tallies for c in range(t.base, t.base + t.size))

    return look
