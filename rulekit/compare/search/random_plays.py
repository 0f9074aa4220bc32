"""Random plays of two games, with many weightings of the actions, until they part."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random

from rulekit.compare.lockstep.counterparts import Key
from rulekit.compare.lockstep.lockstep import Pair, deed_of
from rulekit.compare.search.plays import SHORT, Budget, Play, Searched
from rulekit.engine.chance import game_seed

MOST_DECISIONS = 5_000  # in one random play


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


def one_play(pair: Pair, budget: Budget, favoured: Collection[str], number: int, longest: int = MOST_DECISIONS) -> Play | None:
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
