"""Getting ready before somebody waits: workers that know the bundled games, and machine code for bots that look ahead.

Code is made in the background, once for the same rules and number of players. Until it is there bots look ahead on the
reference engine, which finds the same moves, only later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from attrs import define, field

from rulekit.tools.web.workers.crew import Crew, Data, Failed
from rulekit.tools.web.workers.sources import games

LONG = 60.0  # seconds that machine code may take to make: nobody waits for it
MOST_MADE = 10_000  # rules that are remembered as made


@define(eq=False)
class Readiness:
    """What the workers of one server are ready for."""

    table_crews: tuple[Crew, ...]  # who play the bundled games
    makers: Crew  # who make machine code
    made: set[tuple[str, int]] = field(factory=set)  # rules and players whose code was made, or cannot be
    making: dict[tuple[str, int], asyncio.Task[None]] = field(factory=dict)
    begun: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Somebody looks at the games: get ready for them, once."""
        if self.begun is None:
            self.begun = asyncio.create_task(self._begin())

    async def _begin(self) -> None:
        names = [path.removesuffix(".cafe") for path in games()]
        workers = [worker for crew in self.table_crews for worker in crew.workers]
        making = _one_by_one(self.makers.any, "know", names, code=True)
        await asyncio.gather(making, *(_one_by_one(worker.ask, "know", names) for worker in workers))

    def end(self) -> None:
        """Make nothing more."""
        for task in (*self.making.values(), *([self.begun] if self.begun else ())):
            task.cancel()

    def code_of(self, rules: str, players: int) -> bool:
        """Return whether machine code was made for rules, or never will be."""
        return (rules, players) in self.made

    def make(self, rules: str, players: int, source: Data | Callable[[], Awaitable[Data]]) -> None:
        """Begin to make machine code, if nobody did."""
        key = (rules, players)
        if key not in self.made and key not in self.making:
            self.making[key] = asyncio.create_task(self._make(key, source))

    async def _make(self, key: tuple[str, int], source: Data | Callable[[], Awaitable[Data]]) -> None:
        try:
            with suppress(Failed):
                texts = await source() if callable(source) else source
                await self.makers.any({"job": "code", "rules": key[0], "players": key[1], "source": texts}, LONG)
            if len(self.made) > MOST_MADE:
                self.made.clear()
            self.made.add(key)
        finally:
            self.making.pop(key, None)


async def _one_by_one(ask: Callable[[Data, float], Awaitable[object]], job: str, names: list[str], **more: bool) -> None:
    """Ask for one game after another, so that others have their turn in between; it is no matter if one cannot be done."""
    for name in names:
        with suppress(Failed):
            await ask({"job": job, "rules": {"game": name}} | more, LONG)
