"""The numbers by which players choose: a stream of its own for each game, apart from that of chance.

The k-th choice of a game (k from 1) has the number mix(mix(seed ^ CHOICES) + k * GOLDEN), whoever plays and on whichever engine.
"""

from __future__ import annotations

from attrs import define

from rulekit.engine.chance import GOLDEN, mix

CHOICES = 0x5DEECE66D1CE4E5B


def below(number: int, count: int) -> int:
    """Return a number below count, from 64 random bits."""
    return ((number >> 32) * count) >> 32


def choices_of(seed: int) -> int:
    """Return the stream of the players' choices in the game with this seed."""
    return mix(seed ^ CHOICES)


def choice_number(seed: int, choice: int) -> int:
    """Return the random bits of a choice, counted from 1, in the game with this seed."""
    return mix(choices_of(seed) + choice * GOLDEN)


@define
class Choices:
    """Choices at random: one number of the stream is used for each, though none is needed where there is one way."""

    stream: int
    used: int = 0

    def __call__(self, count: int) -> int:
        self.used += 1
        return 0 if count == 1 else below(mix(self.stream + self.used * GOLDEN), count)
