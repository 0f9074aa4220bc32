"""A shorter play that parts two games in the same way: moves are left out, other short games are played."""

from __future__ import annotations

from collections.abc import Collection

from attrs import evolve

from rulekit.compare.lockstep.lockstep import Pair
from rulekit.compare.search.plays import OF_CHANCE, SHORTEST, Budget, Play, follow
from rulekit.compare.search.random_plays import one_play
from rulekit.program.program import COUNTER

SHORT_ENOUGH = 8  # moves: a play that is the shortest with its chance is short enough


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
