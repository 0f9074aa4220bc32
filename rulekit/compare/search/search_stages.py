"""One search for a play where two games part: the ladder from every short play to random ones, for all numbers of players.

Comes in: two games for any number of players, actions to lean to, a budget. Goes out: a play as short as could be found;
`done` says what was looked at for each number of players.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from time import monotonic

from attrs import define, field

from rulekit.compare.lockstep.lockstep import Pair, Pairs
from rulekit.compare.rules.canonical import mentioned
from rulekit.compare.search.every_play import every_play
from rulekit.compare.search.plays import SHORT, Budget, Play, Searched, follow
from rulekit.compare.search.random_plays import random_plays
from rulekit.compare.search.shortening import is_without_chance, shortened
from rulekit.compare.search.unlisted_moves import UnlistedPlays
from rulekit.model.model import GameModel
from rulekit.model.model_walk import closure

SHORT_PLAYS_EFFORT, SHORTENING_EFFORT = 600, 1_500
PROOF_TIMES_EFFORT = 16  # times the effort: looks for a proof that nothing differs
SHORTEST_OF_ALL_EFFORT = 4_000  # looks for the shortest play of all, where chance plays no part
LONG_PLAY = 5  # moves of a random play, above which other numbers of players are looked at for a shorter one
SHORTENING_SECONDS = 5.0  # seconds that shrinking may always take


@define
class SearchLadder:
    """One search: the games, the actions to lean to, the moment it ends, the looks it may take."""

    pairs: Pairs
    liked: frozenset[str]
    until: float
    effort: int
    done: dict[int, Searched] = field(factory=dict)
    late: bool = False

    def run(self, players: Collection[int], same: bool) -> tuple[Play, Pair] | None:
        """Return a play that was found, as short as could be."""
        short = min(SHORT_PLAYS_EFFORT, self.effort)
        found = self._breadth(list(players)[:1], short)
        for n in players:
            self.done.setdefault(n, Searched(n))
        if found is None and same:
            found = self._breadth(players, PROOF_TIMES_EFFORT * self.effort, every=True)
        if found is None:
            found = self.at_random(players, self.effort // 8 if same else self.effort)
        if found is None and not same:
            found = self._breadth(players, PROOF_TIMES_EFFORT * self.effort, every=True)
        if found is None:
            latent = [s.latent for s in self.done.values() if s.latent is not None]
            return None if not latent else (latent[0], self._pair(latent[0].players))
        if len(found.keys) > LONG_PLAY:
            shorter = self._breadth([n for n in players if not self.done[n].looks], short)
            found = shorter if shorter is not None and len(shorter.keys) < len(found.keys) else found
        budget = Budget(min(SHORTENING_EFFORT, self.effort // 4), max(self.until, monotonic() + SHORTENING_SECONDS))
        pair = self._pair(found.players)
        if found.how == SHORT and is_without_chance(pair, found):
            every = every_play(pair, Budget(SHORTEST_OF_ALL_EFFORT, budget.until), fixed=False)
            found = every.shown or found
        play = shortened(pair, found, budget, self.liked, self.done[found.players].games - 1)
        again = follow(pair, play, play.keys, whole=True)
        told = again is not None and again[1].parting is not None and again[1].parting.sign == play.parting.sign
        return (play, pair) if told else None

    def _pair(self, players: int) -> Pair:
        pair = self.pairs.get(players)
        assert pair is not None
        return pair

    def _breadth(self, players: Collection[int], looks: int, every: bool = False) -> Play | None:
        """Return every play in order of length; `every`: only where every outcome of chance can be tried."""
        for n in players:
            before = self.done.get(n)
            if before is not None and before.looks and (before.everything or not before.open):
                continue
            budget = Budget(looks, self.until)
            now = every_play(self._pair(n), budget, fixed=not every)
            self.late = self.late or budget.late
            self.done[n] = _added(before, now) if before is not None else now
            if now.shown is not None:
                return now.shown
        return None

    def at_random(self, players: Collection[int], effort: int) -> Play | None:
        """Random plays, with full menus and light ones in turn, a little more each time."""
        least = min(500, self.effort)
        slice_, light = max(least, effort // 8), {n: UnlistedPlays(self._pair(n), self.liked) for n in players}
        while slice_ <= max(least, effort):
            if monotonic() >= self.until:
                self.late = True
                return None
            for n in players:
                if self.done[n].everything:
                    continue
                more = self._full(n, slice_ if not light[n].alone else slice_ // 8)
                if more.shown is None and not self._pair(n).loose:
                    self.done[n] = _added(self.done[n], more)
                    more = self._light(light[n], n, slice_ * (4 if light[n].alone else 1))
                self.done[n] = _added(self.done[n], more)
                if more.shown is not None:
                    return more.shown
            slice_ *= 2
        return None

    def _full(self, players: int, looks: int) -> Searched:
        budget = Budget(looks, self.until)
        more = random_plays(self._pair(players), budget, self.liked, self.done[players].games)
        self.late = self.late or budget.late
        return more

    def _light(self, plays: UnlistedPlays, players: int, looks: int) -> Searched:
        budget = Budget(looks, self.until)
        more = plays.series(budget, self.done[players].light)
        self.late = self.late or budget.late
        return more


def _added(one: Searched, two: Searched) -> Searched:
    return Searched(
        one.players, one.games + two.games, one.looks + two.looks, one.everything or two.everything, one.open and two.open,
        two.shown, one.latent or two.latent, one.light + two.light,
    )  # fmt: skip


def favoured_actions(model: GameModel, names: Collection[str]) -> frozenset[str]:
    """Return the actions in which one of these names matters: directly, or through steps, definitions and tables.

    If it is nearly all of them, there is nothing to lean to.
    """
    parts = (*model.deeds, *model.defines, *model.tables, *model.places, *model.tallies, *model.sorts, *model.kinds)
    users = defaultdict[str, list[str]](list)
    for part in parts:
        for name in mentioned(part):
            users[name].append(part.name)
    reached = closure((name.partition(".")[0] for name in names), users.__getitem__)
    actions = {deed.name for deed in model.deeds if deed.role == "action"}
    return frozenset(actions & reached) if actions - reached else frozenset()
