"""What cannot be worked out, told with the same code and words before the game and while it is played: code, message, hint."""

from __future__ import annotations

LIMIT = 2**31 - 1

Why = tuple[str, str, str | None]

NONE_VALUE: Why = ("RK521", "a value is needed here, but there is `none`", "test it with `is none` or `is empty` before")
NO_ENTRY: Why = ("RK522", "the table has no entry for this key", "a hole `-` or a key outside the table was asked for")
BY_ZERO: Why = ("RK523", "a division by zero", "test the divisor first, or divide by `max(1, …)`")
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
    return TOO_LARGE, f"the number {number} is too large", f"numbers go up to {LIMIT}"
