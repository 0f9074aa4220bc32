"""Short codes for links, to be typed: they hold for some hours, until the seat is taken, and only in memory.

A code has eight of 31 letters and figures that nobody mixes up: whoever may guess ten a minute from each of a thousand addresses
for all the hours that a code holds hits one of a thousand codes about three times in a thousand. Links stay what counts.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from attrs import define, field, frozen

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no 0 and O, no 1, I and L
LENGTH = 8
LAST = 4 * 3600.0  # seconds that a code holds
MOST = 10_000  # codes at once
WRONG = 10  # codes that are none, in a minute from one address
MOST_ADDRESSES = 10_000  # that are remembered for it
MINUTE = 60.0


@frozen
class Code:
    """A code: the link it stands for, and until when."""

    text: str
    link: str
    until: float


@define
class Codes:
    """All codes of a server."""

    clock: Callable[[], float] = time.monotonic
    by_text: dict[str, Code] = field(factory=dict)
    by_link: dict[str, Code] = field(factory=dict)
    wrong: dict[str, list[float]] = field(factory=dict)  # by address: when codes were asked for that are none

    def of(self, link: str) -> str:
        """Return the code of a link, a new one if there is none that still holds."""
        known = self.by_link.get(link)
        if known is None or known.until <= self.clock():
            self.drop(link)
            while len(self.by_text) >= MOST:
                self.drop(next(iter(self.by_link)))
            text = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            known = self.by_text[text] = self.by_link[link] = Code(text, link, self.clock() + LAST)
        return shown(known.text)

    def link_of(self, typed: str) -> str | None:
        """Return the link that a code stands for."""
        known = self.by_text.get(read(typed))
        return known.link if known is not None and known.until > self.clock() else None

    def drop(self, link: str) -> None:
        """A link has no code any more: its seat is taken."""
        known = self.by_link.pop(link, None)
        if known is not None:
            self.by_text.pop(known.text, None)

    def may_ask(self, address: str) -> bool:
        """Return whether an address has not asked for too many codes that are none."""
        late = self.clock() - MINUTE
        return len([when for when in self.wrong.get(address, ()) if when > late]) < WRONG

    def was_wrong(self, address: str) -> None:
        """Note that an address has asked for a code that is none."""
        late = self.clock() - MINUTE
        self.wrong[address] = [*(when for when in self.wrong.pop(address, ()) if when > late), self.clock()]
        while len(self.wrong) > MOST_ADDRESSES:
            self.wrong.pop(next(iter(self.wrong)))


def shown(text: str) -> str:
    """Return a code as it is read aloud and typed.

    >>> shown("K7MQ3FXY")
    'K7MQ-3FXY'
    """
    return f"{text[:4]}-{text[4:]}"


def read(typed: str) -> str:
    """Return a code as it was meant.

    >>> read(" k7mq 3fxy")
    'K7MQ3FXY'
    """
    return "".join(c for c in typed.upper() if c.isascii() and c.isalnum())
