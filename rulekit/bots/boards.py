"""Boards: a game on which bots try things, on either engine. Both give the same menus, the same games and the same keys.

A board is at one position; `count` is how many moves its menu has, 0 when the game is over, -1 where it cannot go on.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any, Protocol

from attrs import define, field

from rulekit.bots.known import Eyes, Known
from rulekit.engine.chance import GOLDEN, mix
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.machine import CAUGHT, Found
from rulekit.engine.score import total, winners
from rulekit.model.expressions import ScoreOf
from rulekit.program.program import ME, SEED, Cells, CellValue

Position = tuple[Cells, list[Found]]
Standing = tuple[int, tuple[int, ...]]  # the winners as bits, the totals


class Board(Protocol):
    """What a bot needs."""

    players: int

    @property
    def count(self) -> int: ...

    @property
    def decider(self) -> int: ...

    def prepare(self, known: Known) -> None:
        """Make ready to deal positions that the player who knows this cannot tell apart."""

    def deal(self, chance: Random) -> int:
        """Go to such a position, all as likely as each other; its count."""

    def take(self, move: int) -> int:
        """Make a move; the count after it."""

    def keys(self) -> list[Hashable]:
        """The moves of the menu, to be compared with moves of other positions."""

    def keep(self) -> Any:
        """The position, to come back to."""

    def back(self, position: Any) -> int:
        """Come back."""

    def roll(self, stream: int, longest: int) -> Standing | None:
        """Play on at random to the end, or so many decisions, and tell how it stands; None if it cannot go on."""

    def standing(self) -> Standing | None:
        """Who wins and what the score sheet says, as it would be now."""


def draw(number: int, count: int) -> int:
    """A number below count, from 64 random bits."""
    return ((number >> 32) * count) >> 32


def below(chance: Random, count: int) -> int:
    """A number below count."""
    return int(chance.random() * count)


def dealt(known: Known, chance: Random) -> tuple[list[list[int]], list[CellValue], int]:
    """What is hidden, guessed: unseen pieces of each sort in the order of their cells, values of markers, a seed."""
    orders = []
    for group in known.unseen:
        order = list(group.pieces)
        chance.shuffle(order)
        orders.append(order)
    values = [among[below(chance, len(among))] for _, among in known.markers]
    return orders, values, chance.getrandbits(64)


def through_secrets(board: Board, known: Known, chance: Random) -> int:
    """Let those who choose before the player choose at random, and the player as before; the count."""
    if known.mine is None:
        return board.count
    left = list(known.mine)
    while board.count > 0:
        if board.decider != known.player:
            board.take(below(chance, board.count))
        elif left:
            move = left.pop(0)
            if move >= board.count:
                return -1
            board.take(move)
        else:
            return board.count
    return -1


@define
class ReferenceBoard:
    """On the reference engine."""

    engine: Engine
    eyes: Eyes
    players: int = field(init=False)
    cells: Cells = field(factory=list)
    menu: list[Found] = field(factory=list)
    count: int = 0
    known: Known | None = None

    def __attrs_post_init__(self) -> None:
        self.players = self.engine.program.layout.players

    @property
    def decider(self) -> int:
        """Who has to decide."""
        return self.cells[ME]  # type: ignore[no-any-return]

    def prepare(self, known: Known) -> None:
        """See `Board`."""
        self.known = known

    def deal(self, chance: Random) -> int:
        """See `Board`."""
        known = self.known
        assert known is not None
        orders, values, seed = dealt(known, chance)
        cells = list(known.cells)
        pairs = ((group.pieces, order) for group, order in zip(known.unseen, orders, strict=True))
        self.eyes.rename(cells, {a: b for pieces, order in pairs for a, b in zip(pieces, order, strict=True)})
        for (cell, _), value in zip(known.markers, values, strict=True):
            self.eyes.write(cells, cell, value)
        cells[SEED] = seed
        self._settle(cells)
        return through_secrets(self, known, chance)

    def _settle(self, cells: Cells) -> int:
        self.cells = cells
        try:
            self.menu = self.engine.machine.settle(cells)
            self.count = len(self.menu)
        except Fault:
            self.menu, self.count = [], -1
        return self.count

    def take(self, move: int) -> int:
        """See `Board`."""
        return self._settle(self.menu[move][1].copy())

    def keys(self) -> list[Hashable]:
        """See `Board`."""
        return [path for path, _, _ in self.menu]

    def keep(self) -> Position:
        """See `Board`."""
        return self.cells.copy(), self.menu

    def back(self, position: Position) -> int:
        """See `Board`."""
        cells, self.menu = position
        self.cells, self.count = cells.copy(), len(self.menu)
        return self.count

    def roll(self, stream: int, longest: int) -> Standing | None:
        """See `Board`."""
        made = 0
        while self.count > 0 and made < longest:
            made += 1
            self.take(draw(mix(stream + made * GOLDEN), self.count))
        return None if self.count < 0 else self.standing()

    def standing(self) -> Standing | None:
        """See `Board`."""
        code = self.engine.code
        try:
            totals = tuple(total(code, self.cells, p) for p in range(self.players))
            return sum(1 << p for p in winners(code, self.cells)), totals
        except (Fault, *CAUGHT):
            return None


def scored(engine: Engine) -> int:
    """What a point is worth to the winner: 1, -1 if the fewest win, 0 if the winner does not depend on the score."""
    for line in engine.program.winner:
        if isinstance(line.value, ScoreOf) and line.value.line is None and line.name in ("most", "fewest"):
            return 1 if line.name == "most" else -1
    return 0
