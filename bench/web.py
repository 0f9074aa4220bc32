"""The web table under load: many open tables with a move every two seconds each, from a process of its own.

`python -m bench.web --tables 500 --seconds 60`. Each table has two people: both listen to what happens, and they take turns.
A move is timed from sending it to its answer, and to the position that the other one is told. Afterwards the server is killed
and every move that was answered must be in its file.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from attrs import define, field

ROOT = Path(__file__).parents[1]
EVERY = 2.0  # seconds between two moves at a table
LARGEST = 16 << 20
TICKS = os.sysconf("SC_CLK_TCK")


@define
class Figures:
    """What was measured."""

    answers: list[float] = field(factory=list)
    told: list[float] = field(factory=list)
    accepted: dict[str, int] = field(factory=dict)  # by link to watch: events that were answered
    refused: int = 0
    late: int = 0  # moves that were due while the one before was still on its way
    opening: float = 0.0
    playing: float = 0.0
    used: dict[str, float] = field(factory=dict)  # processor seconds


@define(eq=False)
class Caller:
    """One connection that asks one thing after another."""

    host: str
    port: int
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> tuple[int, Any]:
        """The status and the answer."""
        return await self._ask(f"GET {path} HTTP/1.1\r\nhost: {self.host}\r\n\r\n".encode())

    async def post(self, path: str, data: Any) -> tuple[int, Any]:
        """The status and the answer."""
        body = json.dumps(data).encode()
        head = f"POST {path} HTTP/1.1\r\nhost: {self.host}\r\ncontent-type: application/json\r\n"
        return await self._ask(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)

    async def _ask(self, request: bytes) -> tuple[int, Any]:
        if self._streams is None or self._streams[0].at_eof():
            self._streams = await asyncio.open_connection(self.host, self.port, limit=LARGEST)
        reader, writer = self._streams
        writer.write(request)
        said = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", said)
        assert length is not None, said
        body = await reader.readexactly(int(length[1]))
        return int(said.split(b" ", 2)[1]), json.loads(body) if b"application/json" in said else body


@define(eq=False)
class Person:
    """Somebody who listens at a table."""

    link: str
    position: dict[str, Any] = field(factory=dict)
    heard: asyncio.Event = field(factory=asyncio.Event)

    async def listen(self, host: str, port: int) -> None:
        """Hear all positions."""
        reader, writer = await asyncio.open_connection(host, port, limit=LARGEST)
        writer.write(f"GET /api/at/{self.link}/events HTTP/1.1\r\nhost: {host}\r\n\r\n".encode())
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                part = await reader.readuntil(b"\n\n")
                begin = part.find(b"data: ")
                if begin >= 0:
                    self.position = json.loads(part[begin + 6 :])
                    self.heard.set()

    async def until(self, at: int) -> None:
        """Wait for a position that is not older."""
        while self.position.get("at", -1) < at:
            self.heard.clear()
            await self.heard.wait()


@define(eq=False)
class Load:
    """All tables. `few`: only some are opened at once; `go`: all are open, moves are made from now on."""

    host: str
    port: int
    game: str
    seconds: float
    figures: Figures = field(factory=Figures)
    ears: list[asyncio.Task[None]] = field(factory=list)
    few: asyncio.Semaphore = field(factory=lambda: asyncio.Semaphore(8))
    go: asyncio.Event = field(factory=asyncio.Event)
    opened: int = 0

    async def table(self, number: int) -> None:
        """Open a table, then move every two seconds."""
        caller, dice = Caller(self.host, self.port), random.Random(number)
        async with self.few:
            people, watch = await self._open(caller)
        self.opened += 1
        await self.go.wait()
        due = time.monotonic() + dice.random() * EVERY
        end = time.monotonic() + self.seconds
        while due < end:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            self.figures.late += time.monotonic() - due > EVERY
            if people[0].position["over"]:
                people, watch = await self._open(caller)
            await self._move(caller, people, watch, dice)
            due += EVERY

    async def _open(self, caller: Caller) -> tuple[list[Person], str]:
        status, made = await caller.post("/api/tables", {"rules": {"game": self.game}, "players": 2, "seats": [{}, {}]})
        assert status == 201, made
        people = [Person(seat["link"]) for seat in made["seats"]]
        self.ears += [asyncio.create_task(p.listen(self.host, self.port)) for p in people]
        for person in people:
            await person.until(0)
        return people, made["watch"]

    async def _move(self, caller: Caller, people: list[Person], watch: str, dice: random.Random) -> None:
        seat = people[0].position["decider"]
        mover, other = people[seat], people[1 - seat]
        at = mover.position["at"]
        began = time.monotonic()
        hearing = asyncio.create_task(other.until(at + 1))
        number = dice.randrange(len(mover.position["menu"]))
        status, _ = await caller.post(f"/api/at/{mover.link}/move", {"at": at, "move": number})
        if status != 200:
            self.figures.refused += 1
            hearing.cancel()
            return
        self.figures.answers.append(time.monotonic() - began)
        self.figures.accepted[watch] = at + 1
        await hearing
        self.figures.told.append(time.monotonic() - began)
        await mover.until(at + 1)


async def run(server: int, load: Load, tables: int) -> Figures:
    """Open the tables, play, measure."""
    began = time.monotonic()
    work = [asyncio.create_task(load.table(n)) for n in range(tables)]
    while load.opened < tables and not any(w.done() for w in work):
        await asyncio.sleep(0.1)
    load.figures.opening = time.monotonic() - began
    await asyncio.sleep(1)
    before = processor_time(server)
    load.go.set()
    began = time.monotonic()
    await asyncio.gather(*work)
    load.figures.playing = time.monotonic() - began
    load.figures.used = {name: used - before.get(name, 0.0) for name, used in processor_time(server).items()}
    for ear in load.ears:
        ear.cancel()
    return load.figures


def processor_time(server: int) -> dict[str, float]:
    """Seconds that the server, its workers and this process have used."""
    workers = [int(p) for p in Path(f"/proc/{server}/task/{server}/children").read_text().split()]
    return {"server": _used(server), "workers": sum(map(_used, workers)), "clients": _used(os.getpid())}


def _used(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / TICKS


def lost(path: Path, figures: Figures) -> int:
    """How many answered moves are not in the file."""
    with closing(sqlite3.connect(path)) as file:
        asked = 'SELECT watch, count(*) FROM tables JOIN events ON "table" = tables.id GROUP BY tables.id'
        kept = dict(file.execute(asked).fetchall())
    return sum(max(0, count - kept.get(watch, 0)) for watch, count in figures.accepted.items())


def share(values: list[float], part: float) -> float:
    """Milliseconds below which a part of the values lies."""
    ordered = sorted(values) or [0.0]
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def measure(game: str, tables: int, seconds: float) -> tuple[Figures, int]:
    """Start a server, load it, kill it; the figures and how many moves were lost."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite"
        command = [sys.executable, "-m", "rulekit.tools.cli", "serve", "--port", "0", "--no-browser", "--data", str(path)]
        flags = ["--rate", "0", "--connections", "0", "--pause", "0"]
        server = subprocess.Popen([*command, *flags], stdout=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True)
        assert server.stdout is not None
        found = re.search(r":(\d+)/", server.stdout.readline())
        assert found is not None
        try:
            figures = asyncio.run(run(server.pid, Load("127.0.0.1", int(found[1]), game, seconds), tables))
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()
        return figures, lost(path, figures)


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="cafe-del-gatto")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    figures, gone = measure(asked.game, asked.tables, asked.seconds)
    moves = len(figures.answers)
    print(f"{asked.game}: {asked.tables} tables opened in {figures.opening:.0f} s; {moves} moves in {figures.playing:.0f} s "
          f"({moves / figures.playing:.0f}/s), {figures.refused} refused, {figures.late} late, {gone} lost")  # fmt: skip
    for name, values in (("answer", figures.answers), ("told to the other", figures.told)):
        shares = ", ".join(f"{label} {share(values, part):.0f} ms" for label, part in (("p50", 0.5), ("p99", 0.99), ("most", 1)))
        print(f"  {name}: {shares}")
    used = ", ".join(f"{name} {1000 * seconds / max(1, moves):.1f} ms" for name, seconds in figures.used.items())
    print(f"  processor time a move: {used}")
    return 1 if gone or figures.refused else 0


if __name__ == "__main__":
    sys.exit(main())
