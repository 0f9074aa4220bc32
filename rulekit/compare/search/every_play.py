"""Every play of two games in order of length, breadth first: the first that parts them is the shortest.

The same budget gives the same answer; a limit of time can only end it earlier.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from attrs import define, evolve, field

from rulekit.compare.lockstep.chance import Outcomes, TooMuchChance, without_luck
from rulekit.compare.lockstep.counterparts import Key
from rulekit.compare.lockstep.lockstep import Look, Pair, Position
from rulekit.compare.search.plays import OF_CHANCE, SHORTEST, Budget, Play, Searched
from rulekit.engine.chance import game_seed
from rulekit.program.program import FORCED, Cells, CellValue
from rulekit.study.series.equal_positions import alike_key, exact_key

MOST_WAITING, MOST_KEPT = 20_000, 100_000  # positions in memory: a game with more is not looked at as a whole


def every_play(pair: Pair, budget: Budget, fixed: bool = True) -> Searched:
    """Breadth first over all moves and all outcomes of chance; where these are too many (and it is `fixed`), with one seed."""
    part = budget.share((budget.looks - budget.spent) * 2 // 3 if fixed else budget.looks)
    done = Searched(pair.a.program.layout.players, open=False)
    with suppress(TooMuchChance):
        done = _Breadth(pair, part, alike=True).run(Position(*_forced(pair)))
    budget.take(part)
    if fixed and done.shown is None and not done.everything:
        part = budget.share(budget.looks)
        again = _Breadth(pair, part, alike=False).run(pair.start(game_seed(0, 0)))
        budget.take(part)
        done = evolve(again, latent=done.latent or again.latent, open=done.open)
    return evolve(done, looks=budget.spent)


def _forced(pair: Pair) -> tuple[Cells, Cells]:
    start = pair.start(0)
    start.a[FORCED] = start.b[FORCED] = ()
    return start.a, start.b


@define
class _Breadth:
    pair: Pair
    budget: Budget
    alike: bool
    latent: Play | None = None
    kept: set[CellValue] = field(factory=set)

    def run(self, start: Position) -> Searched:
        make = alike_key if self.alike else exact_key
        key_a, key_b = make(self.pair.a.engine), make(self.pair.b.engine)
        waiting: deque[tuple[Callable[[], Position], tuple[Key, ...], tuple[CellValue, ...]]] = deque([(lambda: start, (), ())])
        complete = True
        while waiting:
            reach, keys, outcomes = waiting.popleft()
            position = reach()  # only now: of most positions that wait the turn never comes
            before = (key_a(self._plain(position.a)), key_b(self._plain(position.b)))
            if before in self.kept:
                continue
            self.kept.add(before)
            for look, drawn in self._looks(position):
                if look is None:
                    complete = False
                    waiting.clear()
                    break
                if look.parting is not None:
                    play = self._play(keys, look, (*outcomes, *drawn))
                    if look.parting.observable:
                        return self._searched(False, play)
                    self.latent = self.latent or play
                complete = complete and not look.wrong
                mark = (key_a(self._plain(look.a)), key_b(self._plain(look.b)))
                if drawn == () or mark not in self.kept:
                    self.kept.add(mark)
                    waiting.extend((partial(look.after, k), (*keys, k), (*outcomes, *drawn)) for k in look.common())
                if len(waiting) > MOST_WAITING or len(self.kept) > MOST_KEPT:
                    complete = False
                    waiting.clear()
                    break
        return self._searched(complete and self.alike, None)

    def _searched(self, everything: bool, play: Play | None) -> Searched:
        players = self.pair.a.program.layout.players
        return Searched(players, 0, self.budget.spent, everything, shown=play, latent=self.latent)

    def _play(self, keys: tuple[Key, ...], look: Look, outcomes: tuple[CellValue, ...]) -> Play:
        assert look.parting is not None
        players = self.pair.a.program.layout.players
        if self.alike:
            return Play(players, 0, keys, look.parting, SHORTEST, outcomes)
        return Play(players, game_seed(0, 0), keys, look.parting, OF_CHANCE if keys else SHORTEST)

    def _plain(self, cells: Cells) -> Cells:
        """Return cells without what chance counts, where every outcome is tried anyway."""
        return without_luck(cells) if self.alike else cells

    def _looks(self, position: Position) -> Iterator[tuple[Look | None, tuple[CellValue, ...]]]:
        """Return a look for each outcome of chance on the way to the next decision; None if the budget is used up."""
        scripts: list[tuple[CellValue, ...]] = [()]
        while scripts:
            script = scripts.pop()
            if not self.budget.spend():
                yield None, ()
                return
            a, b = position.a.copy(), position.b.copy()
            if self.alike:
                a[FORCED] = b[FORCED] = script
            try:
                look = self.pair.look(Position(a, b))
            except Outcomes as needed:
                scripts.extend((*script, option) for option in reversed(needed.options))
                continue
            yield look, script
