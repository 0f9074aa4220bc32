"""People in the middle of games while things go wrong: workers are killed, the disk is full for a while, the clock is set back,
somebody reads events slowly, another server writes the same file.

`python -m tests.fuzz.trouble_fuzz --requests 5000 --seed 1`. No answer may have a status of 500 or more but 503, nor one that
blames rules for a worker that was killed. Afterwards all that was answered stands in the file, every game goes on at both
servers, and nothing is left over: nobody who listens, no task, no job.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from attrs import define, field

from rulekit.tools.web.server.app import make_app
from rulekit.tools.web.server.guard import Guard
from rulekit.tools.web.server.pages import Pages
from rulekit.tools.web.tables.store import Store
from rulekit.tools.web.tables.table_service import TableService
from rulekit.tools.web.workers.crew import make_crew
from tests.tools.web.killing import TABLES, Answered, Played, Seats, look_at_file, replay_all
from tests.tools.web.worlds import Stream, Told, knock, listen

PAGES = ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1073741823")
TRIGGER = (
    "CREATE TEMP TRIGGER full BEFORE INSERT ON main.events BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END",
    "DROP TRIGGER full",
)
CLOCKS = ("tables.table_service", "tables.table", "server.guard")
EVERY = 7  # requests something goes wrong
RATE = 10_000.0  # requests a second: so high that only a clock that goes wrong refuses one


@define(eq=False)
class Server:
    """A service of its own with real workers on a file that it may share."""

    service: TableService
    door: Any

    @classmethod
    def on(cls, data: Path) -> Server:
        """Open one."""
        bundled, strangers, minds, studies, readers = (make_crew(1) for _ in range(5))
        service = TableService(Store(data), bundled, strangers, minds, studies, readers, pause=0)
        service.store.open()
        return cls(service, Guard(make_app(service, Pages()), frozenset(), RATE))

    def crews(self) -> list[Any]:
        """All crews."""
        return [self.service.bundled, self.service.readers, self.service.strangers, self.service.minds, self.service.studies]

    def close(self) -> None:
        """Close it."""
        for crew in self.crews():
            crew.end()
        self.service.store.close()

    def left_over(self) -> list[str]:
        """What should be gone when nobody asks any more."""
        found = [f"{len(t.listeners)} listen at table {n}" for n, t in self.service.tables.items() if t.listeners]
        found += [f"{len(self.service._tasks)} tasks"] if self.service._tasks else []
        workers = [worker for crew in self.crews() for worker in crew.workers]
        return found + [f"{worker.waiting} jobs wait" for worker in workers if worker.waiting]


@define(eq=False)
class Trouble:
    """People, servers, and what goes wrong."""

    servers: list[Server]
    played: Played
    dice: random.Random
    statuses: Counter[int] = field(factory=Counter)
    troubles: Counter[str] = field(factory=Counter)
    streams: list[Stream] = field(factory=list)
    clock: float = 0.0
    asked: int = 0
    flying: set[int] = field(factory=set)  # requests that are not answered yet
    met: set[int] = field(factory=set)  # those that may have met the last worker that was killed

    # ---- asking ----------------------------------------------------------------------------------
    async def ask(self, method: str, path: str, data: Any = None, server: Server | None = None) -> Told:
        """Ask one of the servers."""
        number = self.asked = self.asked + 1
        self.flying.add(number)
        told = await knock((server or self.dice.choice(self.servers)).door, method, path, data)
        self.flying.discard(number)
        self.statuses[told.status] += 1
        if self.statuses.total() % EVERY == 0:
            await self._go_wrong()
        blamed = told.status == 422 and told.data["error"]["code"] == "limit"
        if (not 200 <= told.status < 500 and told.status != 503) or told.status in (408, 429) or blamed:
            self.played.wrong.append(f"{method} {path} {str(data)[:80]}: {told.status} {told.body[:300]!r}")
        return told

    async def sit(self, number: int) -> None:
        """Set a table up."""
        rules, seats = TABLES[number % len(TABLES)]
        told = await self.ask("POST", "/api/tables", {"rules": rules, "players": len(seats), "seats": seats})
        if told.status == 201:
            links = [None if s.get("bot") else link["link"] for s, link in zip(seats, told.data["seats"], strict=True)]
            self.played.tables.append(Seats(told.data["watch"], links))

    async def visit(self, requests: int) -> None:
        """Somebody plays here and there."""
        for number in range(requests):
            if not self.played.tables or self.dice.random() < 0.03:
                await self.sit(number)
            else:
                await self._turn(self.dice.choice(self.played.tables), self.dice.choice(self.servers))

    async def _turn(self, table: Seats, server: Server) -> None:
        seen = await self.ask("GET", f"/api/at/{table.watch}", server=server)
        seat = seen.data.get("decider")
        link = None if seat is None else table.links[seat]
        if link is None:
            return
        roll, at = self.dice.random(), seen.data["at"]
        if roll < 0.1:
            name = f"N{self.dice.randrange(10**6)}"
            self._note(table, await self.ask("POST", f"/api/at/{link}/name", {"name": name}, server), "name", seat, name)
        elif roll < 0.2:
            for other in filter(None, table.links):
                told = await self.ask("POST", f"/api/at/{other}/undo", {"at": at, "agree": self.dice.random() < 0.9}, server)
                if told.status == 200 and told.data["at"] == at + 1:
                    self._note(table, told, "undo", seat)
                    return
        elif roll < 0.4:
            about = self.dice.choice((None, "1", "12:0", "\ud800", ["3", "4"]))
            await self.ask("POST", f"/api/at/{link}/why", {"at": at, "lang": "en", "about": about}, server)
            await self.ask("GET", f"/api/at/{link}?step={self.dice.randrange(9)}&lang=fr", None, server)
        else:
            menu = (await self.ask("GET", f"/api/at/{link}", None, server)).data
            move = self.dice.randrange(max(1, len(menu.get("menu", ()))))
            told = await self.ask("POST", f"/api/at/{link}/move", {"at": menu.get("at", 0), "move": move}, server)
            self._note(table, told, "move", seat, menu["menu"][move]["text"] if told.status == 200 else "")

    def _note(self, table: Seats, told: Told, kind: str, seat: int, text: str = "") -> None:
        if told.status == 200:
            table.answered.append(Answered(told.data["at"] - 1, kind, seat, text))

    # ---- what goes wrong -------------------------------------------------------------------------
    async def _go_wrong(self) -> None:
        """Something goes wrong."""
        trouble = self.dice.choice((self._kill, self._kill, self._full, self._clock, self._slow_reader))
        self.troubles[trouble.__name__.strip("_")] += 1
        await trouble()

    async def _kill(self) -> None:
        """End a worker, whatever it is at; no request meets two."""
        if self.met & self.flying:
            return
        self.met = set(self.flying)
        workers = [w for server in self.servers for crew in server.crews() for w in crew.workers]
        running = [w.process.pid for w in workers if w.process is not None and w.process.returncode is None]
        if running:
            with suppress(ProcessLookupError):
                os.kill(self.dice.choice(running), signal.SIGKILL)

    async def _full(self) -> None:
        """Nothing can be kept for a while."""
        store = self.dice.choice(self.servers).service.store
        for setting in self.dice.choice((PAGES, TRIGGER)):
            with suppress(sqlite3.Error):
                await store.run(lambda c, setting=setting: c.execute(setting))  # type: ignore[misc]
            await asyncio.sleep(self.dice.choice((0, 0.02, 0.1)))

    async def _clock(self) -> None:
        """The clock is set back, or on."""
        self.clock += self.dice.choice((-10_000, -60, 3_000))

    async def _slow_reader(self) -> None:
        """Somebody listens and reads nothing for a while, or goes."""
        if len(self.streams) > 4:
            stream = self.streams.pop(0)
            stream.gone.set()
            await stream.task
        elif self.played.tables:
            table = self.dice.choice(self.played.tables)
            server = self.dice.choice(self.servers)
            slow = lambda: asyncio.sleep(self.dice.uniform(0, 0.5))  # noqa: E731
            self.streams.append(listen(server.door, f"/api/at/{table.watch}/events?lang=en", slow))

    async def end(self) -> None:
        """Everybody goes home."""
        for stream in self.streams:
            stream.gone.set()
            await stream.task
        for server in self.servers:
            while server.service._tasks:
                await asyncio.sleep(0.01)

    # ---- afterwards ------------------------------------------------------------------------------
    async def afterwards(self) -> None:
        """Every game goes on, at both servers, from where the file says it stands."""
        for server in self.servers:
            server.service.tables.clear()  # the other one has written meanwhile
        for table in self.played.tables:
            seen = [(await self.ask("GET", f"/api/at/{table.watch}", None, server)) for server in self.servers]
            if any(told.status != 200 for told in seen) or len({_shown(told) for told in seen}) > 1:
                self.played.wrong.append(f"two servers tell of one table: {[told.body[:2000] for told in seen]}")
                continue
            seat = seen[0].data["decider"]
            if seat is not None and table.links[seat] is not None:
                move = {"at": seen[0].data["at"], "move": 0}
                told = await self.ask("POST", f"/api/at/{table.links[seat]}/move", move, self.servers[0])
                if told.status != 200:
                    self.played.wrong.append(f"a table does not go on: {told.status} {told.body[:300]!r}")
                self._note(table, told, "move", seat)


def _shown(told: Told) -> bytes:
    """A position without who is here."""
    return told.body.partition(b'"title"')[2]


@contextmanager
def _clocks(clock: SimpleNamespace) -> Iterator[None]:
    with ExitStack() as stack:
        for name in CLOCKS:
            stack.enter_context(patch(f"rulekit.tools.web.{name}.time", clock))
        yield


async def trouble(data: Path, requests: int, seed: int, people: int = 4) -> Trouble:
    """Play while things go wrong."""
    dice = random.Random(seed)
    made = Trouble([Server.on(data), Server.on(data)], Played(dice), dice)
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + made.clock, time=time.time)
    with _clocks(clock):
        await asyncio.gather(*(made.visit(requests // people) for _ in range(people)))
        await made.end()
        await made.afterwards()
        await made.end()
    made.played.wrong += [left for server in made.servers for left in server.left_over()]
    for server in made.servers:
        server.close()
    look_at_file(data, made.played)
    replay_all(data, made.played)
    return made


def main() -> int:
    """Ask, and say what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = asyncio.run(trouble(Path(folder) / "tables.sqlite", asked.requests, asked.seed))
    for line in made.played.wrong[:20]:
        print(line)
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(made.statuses.items()))
    troubles = ", ".join(f"{count} {what}" for what, count in made.troubles.most_common())
    print(f"trouble: {made.statuses.total()} requests, {made.played.moves()} moves, {len(made.played.wrong)} wrong;", statuses)
    print(troubles)
    return 1 if made.played.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
