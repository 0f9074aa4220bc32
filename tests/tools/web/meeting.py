"""Several people at several tables of one world: who has which links, and all that each was told, with links named alike in every
world (`2.0`: seat 0 of the second table; `2.w`: to watch there)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from attrs import define, field, frozen

from rulekit.engine.view import OPEN
from tests.tools.web.worlds import Stream, Told, World

Data = dict[str, Any]
HOST = -1  # who sets tables up and hands the links out; nobody of interest
LINK = re.compile(rb"[\w-]{24}")


@frozen
class Request:
    """Something that somebody asks. `link`: the name of a link, or nothing; `then`: what is asked of it."""

    who: int
    method: str
    link: str = ""
    then: str = ""
    data: Any = None

    def path(self, links: dict[str, str]) -> str:
        """The address in a world."""
        return f"/api/at/{links[self.link]}{self.then}" if self.link else self.then


@frozen
class Seats:
    """A table: what is played, and who sits where (None: a bot)."""

    rules: Data
    holders: tuple[int | None, ...]
    opened: bool  # set up by the host; else made for somebody from another table or a comparison


@define(eq=False)
class Meeting:
    """People in a world."""

    world: World
    links: dict[str, str] = field(factory=dict)
    names: dict[bytes, bytes] = field(factory=dict)
    tables: list[Seats] = field(factory=list)
    heard: dict[int, list[tuple[int, str, bytes]]] = field(factory=lambda: defaultdict(list))
    streams: dict[tuple[int, str], Stream] = field(factory=dict)
    wrong: list[str] = field(factory=list)
    asked: int = 0

    # ---- asking ----------------------------------------------------------------------------------
    async def ask(self, request: Request) -> Told:
        """Ask, and note what everybody heard of it."""
        told = await self._asked(request)
        self._learn(request, told)
        self._note(request.who, request.link, f"{told.status}", told.body)
        for (who, link), stream in self.streams.items():
            self._note(who, link, "events", stream.fetch())
        if told.status >= 500 and told.status != 503:
            self.wrong.append(f"{request} was answered with {told.status}: {told.body[:300]!r}")
        self.asked += 1
        return told

    async def _asked(self, request: Request) -> Told:
        key = (request.who, request.link)
        if request.then.startswith("/events"):
            if key in self.streams:
                await self.world.leave(self.streams.pop(key))
            else:
                self.streams[key] = await self.world.listen(request.path(self.links))
            return Told(200, b"")
        return await self.world.ask(request.method, request.path(self.links), request.data)

    async def go(self) -> None:
        """Everybody leaves."""
        for stream in self.streams.values():
            await self.world.leave(stream)
        self.streams.clear()
        self.world.close()

    # ---- noting ----------------------------------------------------------------------------------
    def _note(self, who: int, link: str, what: str, body: bytes) -> None:
        """Keep what somebody was told, and see that it is not a link of somebody else."""
        named = LINK.sub(lambda found: self.names.get(found.group(), found.group()), body)
        mine = {name for name in self.links if self.holds(who, name)}
        foreign = {name.decode() for name in map(self.names.get, LINK.findall(body)) if name} - mine
        if foreign and who != HOST:
            self.wrong.append(f"{who} was told the links {sorted(foreign)}: {what} {named[:300]!r}")
        if body:
            self.heard[who].append((self.asked, f"{what} {link}", named))

    def holds(self, who: int, name: str) -> bool:
        """Whether somebody may have a link; everybody may watch."""
        table, _, seat = name.partition(".")
        return seat == "w" or self.tables[int(table)].holders[int(seat)] == who

    def own(self, who: int) -> list[str]:
        """The links that somebody has."""
        return [name for name in self.links if self.holds(who, name)]

    def lookers(self, who: int, table: int) -> tuple[int, ...]:
        """Whose eyes somebody has at a table."""
        return (OPEN, *(n for n, holder in enumerate(self.tables[table].holders) if holder == who))

    # ---- new tables ------------------------------------------------------------------------------
    def _learn(self, request: Request, told: Told) -> None:
        """Name the links of an answer."""
        if told.status not in (200, 201) or not told.body.startswith(b"{"):
            return
        for made in _tables(told.data):
            self.tables.append(self._seats(request, made))
            number = len(self.tables) - 1
            for name, link in [(str(s["seat"]), s["link"]) for s in made["seats"]] + [("w", made.get("watch"))]:
                if link is not None:
                    self.links[f"{number}.{name}"] = link
                    self.names[link.encode()] = f"{number}.{name}".encode()

    def _seats(self, request: Request, made: Data) -> Seats:
        if request.then == "/api/tables":
            return Seats(request.data["rules"], tuple(s["holder"] for s in request.data["seats"]), True)
        if request.then == "/api/compare":
            return Seats(request.data["first"], (request.who,) * len(made["seats"]), False)
        return Seats(request.data["rules"], self.tables[table_of(request.link)].holders, False)


def _tables(data: Any) -> Iterator[Data]:
    """The tables that an answer tells of."""
    if isinstance(data, dict):
        if isinstance(data.get("seats"), list) and data["seats"] and "link" in data["seats"][0]:
            yield data
        for value in data.values():
            yield from _tables(value)
    elif isinstance(data, list):
        for value in data:
            yield from _tables(value)


def table_of(link: str) -> int:
    """The number of the table that a named link leads to."""
    return int(link.partition(".")[0])
