"""Workers: processes that do the jobs, each one at a time, killed when a job takes too long.

Games that come with rulekit are played by one crew, rule files of strangers by another, so that a bad file can slow down
only its like; bots think in a third. A table's jobs always go to the same worker, which remembers its game.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections import Counter
from contextlib import suppress
from typing import Any

from attrs import define, field, frozen

from rulekit.tools.web.workers.turns import ASKING, Turns

Data = dict[str, Any]
LONGEST_LINE = 32 << 20
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
MOST_WAITING = 400  # jobs for one worker
MOST_EACH = 200  # of them that were asked for from one address
DYING = 2.0  # seconds that a process whose answers have ended may take to end itself
SECONDS_TO_WAIT = 25.0  # seconds that a job waits for its turn
MEGABYTES = 1536  # address space; machine code and its maker need room


class Failed(Exception):
    """A job that was not done. `why`: slow (killed), died, ended (by somebody else), busy."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@frozen
class Reply:
    """What a worker answered: data, and positions as they came."""

    data: Data
    raw: tuple[bytes, ...] = ()


@define(eq=False)
class Worker:
    """One process; started when it is needed."""

    megabytes: int = MEGABYTES
    each: int = MOST_EACH
    process: asyncio.subprocess.Process | None = None
    turns: Turns = field(factory=Turns)
    is_over: bool = False  # nothing is to be done any more
    askers: Counter[str] = field(factory=Counter)  # the addresses whose jobs wait or are worked on

    async def ask(self, job: Data, seconds: float) -> Reply:
        """Have a job done; the time counts from when it is begun."""
        asker = ASKING.get()
        if self.waiting >= MOST_WAITING or self.askers[asker] >= self.each:
            raise Failed("busy")
        self.askers[asker] += 1
        return await asyncio.shield(asyncio.create_task(self._in_turn(asker, job, seconds)))  # who asked may go; it is finished

    async def _in_turn(self, asker: str, job: Data, seconds: float) -> Reply:
        try:
            async with asyncio.timeout(SECONDS_TO_WAIT):
                await self.turns.take(asker)
            try:
                return await self._twice(job, seconds)
            finally:
                self.turns.give()
        except TimeoutError:
            raise Failed("busy") from None
        finally:
            self.askers = self.askers - Counter([asker])

    @property
    def waiting(self) -> int:
        """How many jobs wait or are worked on."""
        return self.askers.total()

    async def _twice(self, job: Data, seconds: float) -> Reply:
        """Try once more if a worker has ended: it may have been because of the job before."""
        try:
            return await self._ask(job, seconds)
        except Failed as failed:
            if failed.why not in ("died", "ended") or self.is_over:
                raise
            return await self._ask(job, seconds)

    def end(self) -> None:
        """End the process; no other one is started for what still waits."""
        self.is_over = True
        self.kill()

    async def _ask(self, job: Data, seconds: float) -> Reply:
        try:
            async with asyncio.timeout(seconds):
                return await self._talk(job)
        except TimeoutError:
            self.kill()
            raise Failed("slow") from None
        except (OSError, EOFError, ValueError, asyncio.IncompleteReadError):
            raise Failed(await self._death()) from None

    async def _death(self) -> str:
        """End what is left of the process; whether somebody outside had done it: no rule can send such a signal."""
        process = self.process
        code = None if process is None else process.returncode
        with suppress(TimeoutError):
            async with asyncio.timeout(DYING):
                code = await process.wait() if process is not None else None
        self.kill()
        return "ended" if code == -KILL else "died"

    async def _talk(self, job: Data) -> Reply:
        process = self.process
        if self.is_over:
            raise EOFError
        if process is None or process.returncode is not None:
            process = self.process = await self._start()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(job, ensure_ascii=False).encode() + b"\n")
        await process.stdin.drain()
        data = json.loads(await self._line(process.stdout))
        return Reply(data, tuple([await self._line(process.stdout) for _ in range(data.pop("raw"))]))

    async def _line(self, stream: asyncio.StreamReader) -> bytes:
        line = await stream.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        return line[:-1]

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "rulekit.tools.web.workers.worker", str(self.megabytes), str(os.getpid()),
            stdin=pipe, stdout=pipe, limit=LONGEST_LINE, start_new_session=True,
        )  # fmt: skip

    def kill(self) -> None:
        """End the process at once; the next job starts another."""
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, KILL)  # asyncio's own way would take the news of its end from asyncio
        self.process = None


@frozen
class Crew:
    """Several workers; `shared`: no address keeps all of them busy, since their jobs take long."""

    workers: tuple[Worker, ...]
    shared: bool = False

    async def ask(self, key: int, job: Data, seconds: float) -> Reply:
        """Have a job done by the worker that this key belongs to."""
        return await self.workers[key % len(self.workers)].ask(job, seconds)

    async def any(self, job: Data, seconds: float, large: bool = False) -> Reply:
        """Have a job done by the worker with least to do; one of them is kept free of large jobs."""
        able = self.workers[1:] if large and len(self.workers) > 1 else self.workers
        mine = tuple(w for w in able if w.askers[ASKING.get()])
        if self.shared and mine and len(mine) >= len(able) - 1:
            able = mine
        return await min(able, key=lambda w: w.waiting).ask(job, seconds)

    def end(self) -> None:
        """End all of them."""
        for worker in self.workers:
            worker.end()


def make_crew(count: int | None = None, megabytes: int = MEGABYTES, each: int = MOST_EACH, shared: bool = False) -> Crew:
    """As many workers as there are processors, if nothing is said."""
    return Crew(tuple(Worker(megabytes, each) for _ in range(count or max(2, os.cpu_count() or 1))), shared)
