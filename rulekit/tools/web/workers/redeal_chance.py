"""Chance that deals a game anew: it hears what chance gave at a table, then gives something else where nobody may tell.

Comes in: what was asked of chance at the table, and the pieces whose places are `bound` because a player sees them. Goes out:
other outcomes, written down as the chance of the specification does, so that any engine can play them again.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from attrs import define, field, frozen

from rulekit.engine.chance import Seeded
from rulekit.engine.engine import Engine
from rulekit.engine.runtime.draws import drawn
from rulekit.engine.view import describe
from rulekit.program.program import COUNTER, LOG, Cells, CellValue, as_number, as_pieces

MOST_FAILED_DEALS = 200  # deals that come no farther than the best one, until one is dealt that has nothing to do with it

Luck = dict[tuple[int, int], float]  # by shuffle of the set-up and piece: pieces lie in the order of these numbers


class Parted(Exception):
    """Chance was asked for something else than at the table."""


@frozen
class Event:
    """Something that chance was asked: the pieces it ordered or took one from (none: it gave a number), and what came of it."""

    what: str
    count: int
    pieces: tuple[int, ...] = ()


@define
class Dealer:
    """Chance that first listens to a game (`heard`), then deals another one to follow it (`script`): pieces that are `bound`
    come where they came at the table, all others at random."""

    dice: random.Random
    engine: Engine = field(init=False)
    heard: list[Event] = field(factory=list)
    script: list[Event] | None = None
    bound: frozenset[int] = frozenset()
    luck: Luck | None = None  # None: all is left to the dice
    _seeded: Seeded = field(factory=Seeded)

    def shuffled(self, cells: Cells, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Bring a pile in order."""
        if self.script is None or cells[LOG] is None:
            order = self._seeded.shuffled(cells, pieces)
            self._hear(cells, Event("shuffled", len(pieces), order))
            return order
        then, pool = self._expect("shuffled", len(pieces)).pieces, list(pieces)
        kept = [self._take(cells, pool, piece) if piece in self.bound else None for piece in then]
        self._mix(pool)
        found = tuple(pool.pop() if piece is None else piece for piece in kept)
        _note_order(cells, pieces, found)
        return found

    def _mix(self, pool: list[int]) -> None:
        """Bring pieces in random order."""
        if self.luck is None or self.script is None:
            self.dice.shuffle(pool)
            return
        luck, shuffle = self.luck, len(self.script)
        pool.sort()
        pool.sort(key=lambda piece: luck.setdefault((shuffle, piece), self.dice.random()))

    def pick(self, cells: Cells, pieces: tuple[int, ...]) -> int:
        """Take a piece of a bag."""
        return self._one(cells, list(pieces), True)

    def some(self, cells: Cells, values: list[CellValue], pieces: bool) -> int:
        """Choose one of some values."""
        return self._one(cells, values, pieces)

    def draw(self, cells: Cells, count: int) -> int:
        """Draw a number below a count."""
        return self._one(cells, list(range(count)), False)

    def _one(self, cells: Cells, values: list[CellValue], pieces: bool) -> int:
        if self.script is None or cells[LOG] is None:
            which = self._seeded.draw(cells, len(values))
            self._hear(cells, Event("one", len(values), (as_number(values[which]),) if pieces else ()))
            return which
        then = self._expect("one", len(values)).pieces
        if then and then[0] in self.bound:
            which = values.index(self._take(cells, list(as_pieces(tuple(values))), then[0]))
        else:
            free = [n for n, value in enumerate(values) if not pieces or value not in self.bound]
            which = self.dice.choice(free or range(len(values)))
        return _note(cells, which, len(values))

    def _hear(self, cells: Cells, event: Event) -> None:
        if cells[LOG] is not None:
            self.heard.append(event)

    def _expect(self, what: str, count: int) -> Event:
        if not self.script or (self.script[0].what, self.script[0].count) != (what, count):
            raise Parted
        return self.script.pop(0)

    def _take(self, cells: Cells, pool: list[int], piece: int) -> int:
        """Take a piece out of the pool, or one that looks the same."""
        looks = describe(self.engine, cells, piece)
        found = piece if piece in pool else next((p for p in pool if describe(self.engine, cells, p) == looks), None)
        if found is None:
            raise Parted
        pool.remove(found)
        return int(found)


def _note(cells: Cells, which: int, count: int) -> int:
    """Write an outcome down as the chance of the specification does."""
    if count > 1:
        cells[COUNTER] += 1
        cells[LOG] = drawn(cells[LOG], which)
    return which


def _note_order(cells: Cells, pieces: tuple[int, ...], order: tuple[int, ...]) -> None:
    """Write down the exchanges that bring pieces into an order."""
    now = list(pieces)
    for i in range(len(now), 1, -1):
        j = _note(cells, now.index(order[i - 1], 0, i), i)
        now[i - 1], now[j] = now[j], now[i - 1]


@define
class Climb:
    """Looks for a deal that goes far: from a random one, two pieces change places, and what comes no less far is kept. Mostly
    one of them is a piece of the player who could not go on as at the table. It begins anywhere and asks only how far a deal
    came, so it knows no more of the table than the player does."""

    dice: random.Random
    depth: int = 0  # how far the last deal came, and the pieces of the player to decide there
    own: tuple[int, ...] = ()
    last: Luck = field(factory=dict)
    best: Luck = field(factory=dict)
    farthest: int = 0
    near: tuple[int, ...] = ()
    failed: int = 0

    def reached(self, depth: int, own: Callable[[], tuple[int, ...]]) -> None:
        """The last deal came so far."""
        if depth > self.depth:
            self.depth, self.own = depth, own()

    def next(self) -> Luck:
        """Return the next deal."""
        self.failed = 0 if self.depth > self.farthest else self.failed + 1
        if self.depth >= self.farthest:
            self.best, self.farthest, self.near = self.last, self.depth, self.own
        if self.failed > MOST_FAILED_DEALS:
            self.best, self.farthest, self.failed = {}, 0, 0
        self.last, self.depth = dict(self.best), 0
        if len(self.last) > 1:
            self._exchange(sorted(self.last))
        return self.last

    def _exchange(self, keys: list[tuple[int, int]]) -> None:
        near = [key for key in keys if key[1] in self.near]
        one = self.dice.choice(near if near and self.dice.random() < 0.8 else keys)
        two = self.dice.choice([key for key in keys if key[0] == one[0]])
        self.last[one], self.last[two] = self.last[two], self.last[one]
