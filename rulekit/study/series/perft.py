"""Counting: how many different ways a game can go for its first N decisions.

Comes in: an engine and a depth. Goes out: for every depth the number of paths, and of those that ended there. Every outcome of
chance counts as a way of its own (forced one after another), or chance is fixed by a seed. What follows a position is
counted once and remembered for all that go on alike. Moves are not named, only counted.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.faults import ChanceNeeded
from rulekit.engine.machine import Found
from rulekit.engine.state import first_cells
from rulekit.program.program import FORCED, Cells
from rulekit.study.series.equal_positions import Key, alike_key, exact_key

MOST_OUTCOMES = 20_000
MOST_ALIKE = 1_000_000
MOST_KEPT = 1_000_000
Counts = tuple[tuple[int, ...], tuple[int, ...]]  # by depth from here: paths of so many decisions, and those that end there


class TooMuchChance(Exception):
    """There are too many outcomes of chance to try them all."""


@frozen
class Ply:
    """After `depth` decisions: how many paths there are, and how many games end there (None: not looked at).

    Chance counts before a decision and before the end: a last throw of a die makes six ends of one path.
    """

    depth: int
    paths: int
    finished: int | None


def perft(engine: Engine, depth: int, seed: int | None = None) -> tuple[Ply, ...]:
    """Count the paths of 1 to `depth` decisions; without a seed all outcomes of chance are tried.

    At the last depth it is not looked whether games are finished there.
    """
    cells = first_cells(engine.program, seed or 0)
    if seed is None:
        cells[FORCED] = ()
    key = alike_key(engine) if seed is None else exact_key(engine)
    paths, ended = _Counter(engine, key).count(cells, depth)
    return tuple(Ply(n, paths[n], ended[n] if n < depth else None) for n in range(1, depth + 1))


@define
class _Counter:
    engine: Engine
    key: Callable[[Cells], Key]
    kept: dict[tuple[int, Key], Counts] = field(factory=dict)

    def count(self, cells: Cells, left: int) -> Counts:
        """Paths of 0 … `left` decisions from here; `cells` may stand before chance or forced moves."""
        if left == 0:
            return (1,), (0,)
        key = (left, self.key(cells))
        known = self.kept.get(key)
        if known is None:
            known = self._count(cells, left)
            if len(self.kept) < MOST_KEPT:
                self.kept[key] = known
        return known

    def _count(self, cells: Cells, left: int) -> Counts:
        paths, ended = [1] + [0] * left, [0] * (left + 1)
        for menu in self.menus(cells):
            if not menu:
                ended[0] += 1
            for _, after, _ in menu if left > 1 else ():
                below, over = self.count(after, left - 1)
                for n in range(1, left):
                    paths[n + 1] += below[n]
                    ended[n] += over[n - 1]
            paths[1] += len(menu)
        return tuple(paths), tuple(ended)

    def menus(self, cells: Cells) -> list[list[Found]]:
        """Return the menus that may come next, one for each outcome of chance on the way."""
        settle = self.engine.machine.settle
        if cells[FORCED] is None:
            return [settle(cells.copy())]
        found: list[list[Found]] = []
        waiting: list[tuple[tuple[int, ...], int]] = [((), 1)]  # outcomes to try, and how many there are of their like
        while waiting:
            forced, likes = waiting.pop()
            trial = cells.copy()
            trial[FORCED] = forced
            try:
                found.append(settle(trial))
            except ChanceNeeded as needed:
                likes *= needed.count
                waiting.extend(((*forced, n), likes) for n in reversed(range(needed.count)))
            if len(found) + len(waiting) > MOST_OUTCOMES or likes > MOST_ALIKE:
                raise TooMuchChance
        return found
