"""What cannot be worked out, told with the same code and words before the game and while it is played: code, message, hint."""

from __future__ import annotations

from rulekit.wording import Sentence, sentence

LARGEST_NUMBER = 2**31 - 1

Why = tuple[str, Sentence, Sentence | None]

NONE_VALUE: Why = (
    "RK521",
    sentence("a value is needed here, but there is `none`"),
    sentence("test it with `is none` or `is empty` before"),
)
NO_ENTRY: Why = (
    "RK522",
    sentence("the table has no entry for this key"),
    sentence("a hole `-` or a key outside the table was asked for"),
)
BY_ZERO: Why = ("RK523", sentence("a division by zero"), sentence("test the divisor first, or divide by `max(1, …)`"))
TOO_LARGE = "RK524"


class Unknown(Exception):
    """The value cannot be known before the game, or asking for it would stop the game."""


class Impossible(Unknown):
    """There is no value: working it out would stop the game."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


def too_large(number: int) -> Why:
    """Return a number beyond 32 bits."""
    return (
        TOO_LARGE,
        sentence("the number {number} is too large", number=number),
        sentence("numbers go up to {limit}", limit=LARGEST_NUMBER),
    )
