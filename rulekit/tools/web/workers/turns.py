"""Whose turn it is at a worker: those who ask take turns, so that nobody waits behind all that somebody else has asked for.

Who asks is an address (`ASKING`), set where a request comes in; tasks that are begun for a request inherit it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextvars import ContextVar

from attrs import define, field

ASKING: ContextVar[str] = ContextVar("ASKING", default="")


@define(eq=False)
class Turns:
    """One thing at a time: first come, first served among the jobs of one asker, in rotation among askers."""

    busy: bool = False
    last: str | None = None  # who had the last turn: others come first
    waiting: dict[str, deque[asyncio.Future[None]]] = field(factory=dict)

    async def take(self, asker: str) -> None:
        """Wait for a turn; whoever is cancelled meanwhile does not hold the others up."""
        if not self.busy:
            self.busy, self.last = True, asker
            return
        turn = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(asker, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give()  # the turn came just then
            raise

    def give(self) -> None:
        """End a turn: the next asker's first job that still waits is begun."""
        while self.waiting:
            asker = next((one for one in self.waiting if one != self.last), self.last or "")
            jobs = self.waiting.pop(asker)
            turn = jobs.popleft()
            if jobs:
                self.waiting[asker] = jobs  # behind all others
            if not turn.done():
                self.last = asker
                turn.set_result(None)
                return
        self.busy = False
