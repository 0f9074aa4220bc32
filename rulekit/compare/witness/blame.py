"""The smallest set of rule differences that makes a play part.

Comes in: the rules, the play, and the ways to pair the first game with a mixed one. Goes out: numbers of differences: with
these alone taken from the second game, the same moves lead to the same parting. Single ones are tried first, then pairs, then
what is left after leaving out one after the other. Empty: no set of them does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import combinations
from time import monotonic

from rulekit.compare.lockstep.lockstep import Pair
from rulekit.compare.rules.differences import Rules
from rulekit.compare.search.plays import Play, follow
from rulekit.model.analysis.references import PartialModel

MOST_PAIRS = 45
ALWAYS_TRIED = 45  # so many single ones are tried even when time is up
MakePairs = Callable[[PartialModel], list[Pair]]


def smallest(rules: Rules, numbers: Collection[int], play: Play, pairs: MakePairs, until: float) -> frozenset[int]:
    """Return the smallest set found."""
    usable = sorted(n for n in numbers if rules.differences[n].apart)
    if len(numbers) == 1:
        return frozenset(numbers)

    exactly = _parts(rules, usable, play, pairs, True)

    def makes(some: Collection[int]) -> bool:
        return _parts(rules, some, play, pairs, exactly)

    for at, one in enumerate(usable):
        if (at < ALWAYS_TRIED or monotonic() < until) and makes((one,)):
            return frozenset((one,))
    couples = list(combinations(usable, 2))
    for couple in couples if len(couples) <= MOST_PAIRS else ():
        if monotonic() < until and makes(couple):
            return frozenset(couple)
    kept = usable
    if not makes(kept):
        return frozenset()
    for one in usable:
        fewer = [n for n in kept if n != one]
        if monotonic() < until and makes(fewer):
            kept = fewer
    return frozenset(kept)


def _parts(rules: Rules, some: Collection[int], play: Play, pairs: MakePairs, exactly: bool) -> bool:
    """Return whether these differences alone lead to the same parting, or (not `exactly`) to one of the same kind."""
    return any(_parts_pair(pair, play, exactly) for pair in pairs(rules.mixed(some)))


def _parts_pair(pair: Pair, play: Play, exactly: bool) -> bool:
    found = follow(pair, play, play.keys, whole=True)
    if found is None or found[1].parting is None:
        return False
    if exactly:
        return len(found[0]) == len(play.keys) and found[1].parting == play.parting
    return len(found[0]) == len(play.keys) and found[1].parting.sign == play.parting.sign
