"""Looking for a play where two games part: every play in order of length, then random ones, then a shorter one.

Comes in: two games in lock-step and a number of looks to spend (a look: both games at one decision). Goes out: a `Play`, or what
was searched without finding one. The same budget gives the same answer; a limit of time can only end it earlier.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from random import Random
from time import monotonic

from attrs import define, evolve, field, frozen

from rulekit.compare.lockstep.chance import Outcomes, TooMuchChance, without_luck
from rulekit.compare.lockstep.counterparts import Key
from rulekit.compare.lockstep.lockstep import Look, Pair, Parting, Position, deed_of
from rulekit.engine.chance import game_seed
from rulekit.program.program import COUNTER, FORCED, Cells, CellValue
from rulekit.study.series.equal_positions import alike_key, exact_key

MOST_WAITING, MOST_KEPT = 20_000, 100_000  # positions in memory: a game with more is not looked at as a whole
MOST_DECISIONS_OF_A_PLAY = 5_000  # decisions in one random play
SHORT_ENOUGH = 8  # moves: a play that is the shortest with its chance is short enough
SHORTEST, OF_CHANCE, SHORT = "shortest", "shortest with this chance", "short, not proved shortest"


@define
class Budget:
    """Looks that may still be spent; `until`: a moment (of `monotonic`) after which there are none."""

    looks: int
    until: float = float("inf")
    spent: int = 0
    late: bool = False

    def spend(self) -> bool:
        """Return whether one more look is possible; it is counted."""
        self.late = self.late or monotonic() > self.until
        if self.spent >= self.looks or self.late:
            return False
        self.spent += 1
        return True

    def take(self, part: Budget) -> None:
        """Count what a part has spent."""
        self.spent += part.spent
        self.late = self.late or part.late

    def share(self, looks: int) -> Budget:
        """Return a part of what is left."""
        return Budget(min(looks, self.looks - self.spent), self.until)


@frozen
class Play:
    """Moves that both games allow, up to where they part. `forced`: outcomes of chance that were given, not drawn."""

    players: int
    seed: int
    keys: tuple[Key, ...]
    parting: Parting
    how: str
    forced: tuple[CellValue, ...] | None = None


@frozen
class Searched:
    """What a search did: plays at random, looks, whether it saw every position there is, and what it found."""

    players: int
    games: int = 0
    looks: int = 0
    everything: bool = False
    open: bool = True  # every outcome of chance can be tried; it is a matter of looks
    shown: Play | None = None
    latent: Play | None = None
    light: int = 0  # numbers of games without full menus that are used up

    @property
    def found(self) -> Play | None:
        """The best play it has."""
        return self.shown or self.latent


# ---- every play, in order of length --------------------------------------------------------------
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

    def _plain(self, cells: Cells) -> list[CellValue]:
        """Return cells without what chance counts, where every outcome is tried anyway."""
        return without_luck(cells) if self.alike else cells

    def _looks(self, position: Position) -> CellValue:
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


# ---- random plays --------------------------------------------------------------------------------
def random_plays(pair: Pair, budget: Budget, favoured: Collection[str], first: int = 0) -> Searched:
    """Play at random with many weightings of the actions, until an observable parting is met."""
    latent, games = None, 0
    while True:
        play = one_play(pair, budget, favoured, first + games)
        if play is not None and play.parting.observable:
            return Searched(pair.a.program.layout.players, games + 1, budget.spent, shown=play, latent=latent)
        latent = latent or play
        if budget.spent >= budget.looks or budget.late:  # the last game was cut off, and does not count
            return Searched(pair.a.program.layout.players, games, budget.spent, latent=latent)
        games += 1


def one_play(
    pair: Pair, budget: Budget, favoured: Collection[str], number: int, longest: int = MOST_DECISIONS_OF_A_PLAY
) -> Play | None:
    """Return the number-th random play: its parting, or something latent, or None."""
    draw, seed = Random(number), game_seed(1, number)
    weight = weighting(draw, favoured, number)
    position, keys, latent = pair.start(seed), list[Key](), None
    for _ in range(longest + 1):
        if not budget.spend():
            break
        look = pair.look(position)
        if look.parting is not None:
            play = Play(pair.a.program.layout.players, seed, tuple(keys), look.parting, SHORT)
            if look.parting.observable:
                return play
            latent = latent or play
        common = look.common()
        if look.over or not common:
            break
        key = draw.choices(common, [weight(k) for k in common])[0]
        keys.append(key)
        position = look.after(key)
    return latent


def weighting(draw: Random, favoured: Collection[str], number: int) -> Callable[[Key], float]:
    """Return how much a play likes each move: all alike; what differs more; every action at will; both."""
    style, liked = number % 4, dict[str, float]()
    lean = (1.0, 6.0, 1.0, 30.0)[style] if favoured else 1.0

    def weight(key: Key) -> float:
        deed = deed_of(key)
        if deed not in liked:
            liked[deed] = (lean if deed in favoured else 1.0) * (8.0 ** draw.uniform(-1, 1) if style > 1 else 1.0)
        return liked[deed]

    return weight


# ---- shorter plays -------------------------------------------------------------------------------
def follow(
    pair: Pair, play: Play, keys: tuple[Key, ...], budget: Budget | None = None, whole: bool = False
) -> tuple[tuple[Key, ...], Look] | None:
    """Play these moves with the same chance, up to the first parting of the same kind or (`whole`) the end.

    None if one of them is not possible.
    """
    position = pair.start(play.seed)
    if play.forced is not None:
        position.a[FORCED] = position.b[FORCED] = play.forced
    for number in range(len(keys) + 1):
        if budget is not None and not budget.spend():
            return None
        try:
            look = pair.look(position)
        except (Outcomes, TooMuchChance):
            return None
        met = look.parting is not None and look.parting.observable and look.parting.sign == play.parting.sign
        if number == len(keys) or (met and not whole):
            return keys[:number], look
        if keys[number] not in look.menu_a or keys[number] not in look.menu_b:
            return None
        position = look.after(keys[number])
    return None


def is_without_chance(pair: Pair, play: Play) -> bool:
    """Return whether nothing was drawn or shuffled up to the end of a play."""
    found = follow(pair, play, play.keys, whole=True)
    return found is not None and not found[1].a[COUNTER] and not found[1].b[COUNTER]


def shortened(pair: Pair, play: Play, budget: Budget, favoured: Collection[str], number: int) -> Play:
    """Return the same difference with fewer moves: leaving moves out, and playing other short games."""
    if play.how == SHORTEST or (play.how == OF_CHANCE and len(play.keys) <= SHORT_ENOUGH):
        return play
    best = play if play.how == OF_CHANCE else _thinned(pair, play, budget.share(budget.looks // 2))
    tries = 0
    while budget.spent < budget.looks and not budget.late and best.keys:
        again = one_play(pair, budget, favoured, number + 4 * tries, len(best.keys) - 1)
        tries += 1
        if again is not None and again.parting.observable == play.parting.observable and again.parting.sign == play.parting.sign:
            best = _thinned(pair, again, budget.share((budget.looks - budget.spent) // 2))
    return best


def _thinned(pair: Pair, play: Play, budget: Budget) -> Play:
    """Without stretches of moves that are not needed, longest first."""
    keys, size = play.keys, max(1, len(play.keys) // 2)
    while size:
        at = 0
        while at < len(keys):
            found = follow(pair, play, keys[:at] + keys[at + size :], budget)
            if found is not None and found[1].parting is not None and found[1].parting.sign == play.parting.sign:
                keys = found[0]
                play = evolve(play, keys=keys, parting=found[1].parting)
            else:
                at += size
            if budget.late or budget.spent >= budget.looks:
                return play
        size //= 2
    return play
