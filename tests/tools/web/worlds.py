"""A web table in this process: no socket, no worker, no disk. Whatever is asked is done before the next question comes."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from attrs import define, field, frozen

from rulekit.tools.web.server.app import make_app
from rulekit.tools.web.server.guard import Guard
from rulekit.tools.web.server.pages import Pages
from rulekit.tools.web.tables.store import Store, migrate
from rulekit.tools.web.tables.table_service import TableService
from rulekit.tools.web.workers.crew import Reply
from rulekit.tools.web.workers.jobs import Answer
from rulekit.tools.web.workers.worker import respond
from rulekit.tools.web.workers.worker_cache import WorkerCache

Data = dict[str, Any]
Respond = Callable[[WorkerCache, Data], Answer]
KNOWN = WorkerCache()  # rules and engines that were made once; seated_games are each world's own


def new_cache() -> WorkerCache:
    """A cache that knows the rules already."""
    return WorkerCache(games=KNOWN.games, engines=KNOWN.engines)


class Prompt(Store):
    """A store in memory that answers at once."""

    def open(self) -> None:
        """Begin with nothing."""
        self.file = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        migrate(self.file)

    def close(self) -> None:
        """Forget everything."""
        self.file.close()

    async def run(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """Do something at once."""
        return work(self.file)


@define(eq=False)
class Near:
    """A crew of this process: one cache, and how a job is answered there."""

    respond: Respond = respond
    cache: WorkerCache = field(factory=new_cache)

    async def ask(self, key: int, job: Data, seconds: float) -> Reply:
        """Do a job, written down and read as if it came from elsewhere."""
        answer = self.respond(self.cache, json.loads(json.dumps(job, ensure_ascii=False).encode()))
        return Reply(json.loads(json.dumps(answer.data)), tuple(answer.raw))

    async def any(self, job: Data, seconds: float, large: bool = False) -> Reply:
        """Do a job."""
        return await self.ask(0, job, seconds)

    def end(self) -> None:
        """Nothing has to be ended."""


@frozen
class Told:
    """An answer."""

    status: int
    body: bytes

    @property
    def data(self) -> Any:
        """What it says."""
        return json.loads(self.body)


@define(eq=False)
class Stream:
    """Events that somebody listens to; `fetch` gives what came since."""

    task: asyncio.Task[None]
    came: list[bytes]
    gone: asyncio.Event

    def fetch(self) -> bytes:
        """What came; signs of life do not count."""
        found = [part for part in self.came if not part.startswith(b":")]
        self.came.clear()
        return b"".join(found)


@define(eq=False)
class World:
    """A service and its door."""

    respond: Respond = respond
    service: TableService = field(init=False)
    crew: Near = field(init=False)
    _door: Any = field(init=False)
    _dice: random.Random = field(factory=lambda: random.Random(1))  # new chance, the same in all worlds

    def __attrs_post_init__(self) -> None:
        self.crew = crew = Near(self.respond)
        crews = (crew,) * 5
        self.service = TableService(Prompt(Path()), *crews, pause=0, open_seeds=True)  # type: ignore[arg-type]
        self.service.store.open()
        self._door = Guard(make_app(self.service, Pages()), frozenset(), 0)

    def close(self) -> None:
        """Forget everything."""
        self.service.store.close()

    async def ask(self, method: str, path: str, data: Any = None) -> Told:
        """Ask something and wait until nothing goes on any more."""
        with patch("secrets.randbits", self._dice.getrandbits):
            told = await knock(self._door, method, path, data)
        await self.settle()
        return told

    async def listen(self, path: str) -> Stream:
        """Listen to events until `leave`."""
        stream = listen(self._door, path)
        await self.settle()
        return stream

    async def leave(self, stream: Stream) -> None:
        """Listen no more."""
        stream.gone.set()
        await stream.task
        await self.settle()

    async def settle(self) -> None:
        """Wait until bots have moved and everybody was told."""
        quiet = 0
        while quiet < 8:
            await asyncio.sleep(0)
            quiet = 0 if self.service._tasks else quiet + 1


async def knock(door: Any, method: str, path: str, data: Any = None) -> Told:
    """Ask an application something."""
    status, parts = 0, list[bytes]()

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)
        parts.append(message.get("body", b""))

    with suppress(Exception):  # it was answered with 500 before
        await door(_scope(method, path), _receive(b"" if data is None else json.dumps(data).encode()), send)
    return Told(status, b"".join(parts))


def listen(door: Any, path: str, pause: Callable[[], Awaitable[None]] | None = None) -> Stream:
    """Listen to events of an application until `gone`; `pause`: how long it takes to read one."""
    came, gone = list[bytes](), asyncio.Event()

    async def send(message: Any) -> None:
        came.append(message.get("body", b""))
        if pause is not None:
            await pause()

    return Stream(asyncio.create_task(door(_scope("GET", path), _receive(b"", gone), send)), came, gone)


def _scope(method: str, path: str) -> Data:
    path, _, query = path.partition("?")
    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    return {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": path, "headers": headers,
            "raw_path": path.encode(), "query_string": query.encode(), "client": ("127.0.0.1", 1), "server": ("localhost", 80),
            "scheme": "http", "root_path": ""}  # fmt: skip


def _receive(body: bytes, gone: asyncio.Event | None = None) -> Callable[[], Any]:
    given = False

    async def receive() -> Data:
        nonlocal given
        if given:
            await (gone or asyncio.Event()).wait()
            return {"type": "http.disconnect"}
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive
