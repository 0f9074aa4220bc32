"""All tables that are being played: who may do what, what is kept, who is told. The rules themselves are the workers' work.

A move goes: the worker tries it, the store keeps it, then it is answered and everybody at the table is told. Each table does
one thing after another; a move that was chosen from an older position is refused (`Stale`).
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from attrs import define, evolve, field

from rulekit.report.sentences import ENGLISH
from rulekit.tools.web.server.refused import FORESEEN, NO_MOVE, Refused, answered, not_for, too_much
from rulekit.tools.web.tables.audience import Audience
from rulekit.tools.web.tables.bot_turns import take_turns
from rulekit.tools.web.tables.codes import Codes
from rulekit.tools.web.tables.player_names import clean_name, default_names, free_name
from rulekit.tools.web.tables.readiness import Readiness
from rulekit.tools.web.tables.store import SeatRow, Store
from rulekit.tools.web.tables.table import Link, Listener, WebTable, fresh, gone, new_link
from rulekit.tools.web.workers.crew import Crew, Failed, Reply
from rulekit.tools.web.workers.sources import own_texts, source_id
from rulekit.wording import sentence

T = TypeVar("T")
Data = dict[str, Any]
QUICK, LONG = 8.0, 30.0  # seconds for a job
PAUSE = 0.6  # between a move and a bot's, so that people can follow
MOST_MOVES = 10_000  # moves of a game, and changes at a table
LETTERS_TO_WAIT_FOR = 20_000  # characters of a text that others do not have to wait for
IDLE_SECONDS = 1800.0  # seconds after which a table that nobody looks at is forgotten here (not in the store)


@define(eq=False)
class TableService:
    """The tables of one server."""

    store: Store
    bundled: Crew
    strangers: Crew
    minds: Crew  # where bots think at tables of the bundled games
    studies: Crew  # where many games are played and rules compared, so that no table waits for it
    readers: Crew  # where texts of strangers are read
    pause: float = PAUSE
    keep: float = 0.0  # days after which a table where nothing happens is forgotten; 0: never
    open_seeds: bool = False  # whether the seed of a game among several people can be chosen
    most_tables: int = 100_000
    most_rules: int = 50_000
    most_bytes: int = 8 << 30  # of the file; then games only go on
    tables: dict[int, WebTable] = field(factory=dict)
    audience: Audience = field(factory=Audience)
    _links: dict[str, tuple[int, int | None]] = field(factory=dict)
    _tasks: set[asyncio.Task[object]] = field(factory=set)
    ready: Readiness = field(init=False)
    codes: Codes = field(factory=Codes)

    def __attrs_post_init__(self) -> None:
        self.ready = Readiness((self.bundled, self.minds), self.studies)

    # ---- rules -----------------------------------------------------------------------------------
    def crew(self, trusted: bool) -> Crew:
        """Return who plays such rules."""
        return self.bundled if trusted else self.strangers

    async def about_rules(self, job: Data, seconds: float = QUICK) -> Data:
        """Return a job about rules as a page asks for them."""
        return await self._any(self.readers if own_texts(job) else self.bundled, job, seconds)

    async def study(self, job: Data, seconds: float) -> Data:
        """Return a job of the workshop, which may take long."""
        return await self._any(self.studies, job, seconds)

    async def _any(self, crew: Crew, job: Data, seconds: float) -> Data:
        written = own_texts(job)
        try:
            return answered((await crew.any(job, seconds, sum(map(len, written)) > LETTERS_TO_WAIT_FOR)).data)
        except Failed as failed:
            raise too_much(failed, bool(written)) from None

    async def keep_rules(self, rules: Data) -> str:
        """Keep rules to be shared; they may have mistakes."""
        own: Data = {"files": [], "set": [], "asked": rules, "trusted": False}
        name = source_id(own)
        await self._room()
        await self._kept(self.store.keep_rules(name, own))
        return name

    async def kept_rules(self, name: str) -> Data:
        """Rules that were kept, as they were asked for."""
        source = await self._kept(self.store.rules(name))
        if source is None:
            raise Refused(404, "rules", sentence("there are no such rules here"))
        return dict(source["asked"])

    # ---- the store -------------------------------------------------------------------------------
    async def _kept(self, work: Coroutine[Any, Any, T]) -> T:
        """Ask the store for something; what it cannot do now is no mistake of whoever asked."""
        try:
            return await work
        except sqlite3.Error:
            raise Refused(503, "store", sentence("this cannot be kept now; try again in a moment")) from None

    async def _room(self) -> None:
        """Refuse more tables and rules when there are as many as there may be."""
        tables, rules, size = await self._kept(self.store.counts())
        if tables >= self.most_tables or rules >= self.most_rules or size >= self.most_bytes:
            raise Refused(503, "full", sentence("there are as many tables and rules here as this server takes"))

    async def add(self, table: WebTable, kind: str, data: Data) -> None:
        """Keep an event; if that fails, the table is read again from what is kept."""
        if table.at >= 2 * MOST_MOVES or (kind == "move" and len(table.steps) >= MOST_MOVES):
            raise Refused(409, "long", sentence("this game has become too long to be kept"))
        try:
            await self._kept(self.store.add_event(table.row.number, table.at, kind, data))
        except Refused:
            self._drop(table)
            raise
        table.at += 1
        table.last = time.time()

    def forget(self, numbers: Iterable[int]) -> None:
        """Some tables are not kept any more."""
        for table in [self.tables[n] for n in numbers if n in self.tables]:
            self._drop(table)
        self._links.clear()

    def _drop(self, table: WebTable) -> None:
        """Forget a table here: the next who asks gets it as it is kept; who listens has to ask again."""
        if self.tables.get(table.row.number) is table:
            del self.tables[table.row.number]
        for listener in table.listeners:
            listener.tell(b"")

    # ---- making tables ---------------------------------------------------------------------------
    async def open_table(
        self, rules: Data, players: int | None, seats: list[Data], seed: int | None, lang: str = ENGLISH
    ) -> WebTable:
        """Set a game up and keep it."""
        found = await self.about_rules({"job": "rules", "rules": rules})
        low, high = found["players"]
        count = players or (len(seats) if low <= len(seats) <= high else low)
        if not low <= count <= high:
            raise not_for(low, high, count)
        trusted = "text" not in rules
        number = secrets.randbits(62) if seed is None else seed
        rows = self._seats(seats, count, lang)
        if seed is not None and not self.open_seeds and sum(row.bot is None for row in rows) > 1:
            raise Refused(403, "seed", FORESEEN)
        source = found["source"] | {"asked": rules, "trusted": trusted}
        return await self._deal(found["id"], source, number, rows)

    async def once_more(self, table: WebTable) -> WebTable:
        """Set the game of a table up anew, for the same people and bots."""
        source = await self._kept(self.store.rules(table.row.rules)) or {}
        rows = tuple(evolve(seat, link=new_link()) for seat in table.seating.seats)
        return await self._deal(table.row.rules, source, secrets.randbits(62), rows)

    async def _deal(self, name: str, source: Data, seed: int, rows: tuple[SeatRow, ...]) -> WebTable:
        """Begin a game and keep it; if its bots look ahead, what they need for it is made."""
        texts = {k: source[k] for k in ("files", "set")}
        job = {"job": "begin", "rules": name, "source": texts, "players": len(rows), "seed": seed}
        begun = await self._begin(source["trusted"], job | {"bots": [r.bot for r in rows]})
        if begun.get("slow"):
            self.ready.make(name, len(rows), texts)
        return await self.add_table(name, source, seed, begun["draws"], rows)

    async def _begin(self, trusted: bool, job: Data) -> Data:
        try:
            return answered((await self.crew(trusted).any(job, QUICK)).data)
        except Failed as failed:
            raise too_much(failed, not trusted) from None

    async def add_table(
        self, name: str, source: Data, seed: int, draws: list[int], seats: tuple[SeatRow, ...], steps: Iterable[Data] = ()
    ) -> WebTable:
        """Keep a table, with the moves it begins with."""
        await self._room()
        await self._kept(self.store.keep_rules(name, source))
        made = await self._kept(self.store.add_table(new_link(), name, len(seats), seed, draws, seats, steps))
        table = await self._load(made)
        self.go_on(table)
        return table

    def _seats(self, seats: list[Data], count: int, lang: str) -> tuple[SeatRow, ...]:
        asked = [*seats[:count], *({} for _ in range(count - len(seats)))]
        bots = [s.get("bot") for s in asked]
        names = default_names([clean_name(s.get("name")) for s in asked], bots, lang)
        return tuple(SeatRow(n, new_link(), names[n], bots[n]) for n in range(count))

    # ---- finding tables --------------------------------------------------------------------------
    async def find(self, link: str) -> Link:
        """Return the table and seat of a link."""
        where = self._links.get(link) or await self._kept(self.store.find(link))
        if where is None:
            raise gone()
        self._links[link] = where
        table = self.tables.get(where[0]) or await self._load(where[0])
        if table.seating.bot(where[1]) is not None:  # a bot sits there, and nobody looks over its shoulder
            raise gone()
        table.used = time.monotonic()
        return Link(table, where[1])

    async def _load(self, number: int) -> WebTable:
        row = await self._kept(self.store.table(number))
        if row is None:
            raise gone()
        if number in self.tables:  # somebody else was faster
            return self.tables[number]
        table = self.tables[number] = WebTable.of(row, self.keep)
        self._forget()
        return table

    def _forget(self) -> None:
        """Let go of tables that nobody has looked at for long."""
        before = time.monotonic() - IDLE_SECONDS
        for number, table in list(self.tables.items()):
            if table.used < before and not table.listeners and table.thinking is None:
                del self.tables[number]
        if len(self._links) > 50_000:
            self._links.clear()

    # ---- asking the workers ----------------------------------------------------------------------
    async def ask(
        self, table: WebTable, job: Data, seconds: float = QUICK, crew: Crew | None = None, aside: Crew | None = None
    ) -> Reply:
        """A job about a table; if the worker does not have the game, it is played again first, which may take longer (`aside`:
        by others)."""
        crew, number = crew or self.crew(table.trusted), table.row.number
        try:
            reply = await crew.ask(number, job, seconds)
            if "missing" in reply.data:
                crew = aside or crew
                whole = job | {"source": await self.source_of(table), "trace": table.steps}
                answered((await crew.ask(number, whole | {"job": "show", "lookers": []}, LONG)).data)
                reply = await crew.ask(number, whole, seconds)
        except Failed as failed:
            raise too_much(failed, not table.trusted) from None
        answered(reply.data)
        return reply

    async def source_of(self, table: WebTable) -> Data:
        """Return the texts of a table's rules."""
        source = await self._kept(self.store.rules(table.row.rules)) or {}
        return {k: source[k] for k in ("files", "set")}

    # ---- looking ---------------------------------------------------------------------------------
    async def position(self, link: Link, lang: str, step: int | None = None) -> bytes:
        """Return what somebody sees now, or after so many moves."""
        table = link.table
        table.seating.came |= {link.looker}
        async with table.lock:
            if step is not None and step < len(table.steps):
                job = table.job("look", upto=step, looker=[link.looker, lang])
                reply = await self.ask(table, job, LONG, aside=self.minds if table.trusted else None)
            else:
                reply = await self.ask(table, table.job("show", lookers=[[link.looker, lang]]))
                self._learn(table, reply)
                self.go_on(table)
            return self._whole(table, link.looker, lang, reply.raw[0])

    def _learn(self, table: WebTable, reply: Reply) -> None:
        table.decider, table.known = reply.data["decider"], True

    async def know(self, table: WebTable) -> None:
        """Find out whose turn it is, if that is not known yet."""
        if not table.known:
            self._learn(table, await self.ask(table, table.job("show", lookers=[])))

    def _whole(self, table: WebTable, looker: int, lang: str, raw: bytes) -> bytes:
        """Return a position with what the workers do not know: who is here, and what is asked of them."""
        return table.seating.around(table, looker, lang)[:-1] + b"," + raw[1:]

    @asynccontextmanager
    async def listening(self, link: Link, lang: str, address: str = "") -> AsyncIterator[Listener]:
        """Somebody who is told the position, now and after every change."""
        table = link.table
        self.audience.admit(table, link.looker, address)
        listener = Listener(link.looker, lang, address)
        self.audience.enter(table, listener)
        try:
            self._look_in(table, listener)
            listener.tell(await self.position(link, lang))
            self.go_on(table)
            yield listener
        finally:
            self.audience.leave(table, listener)
            table.used = time.monotonic()
            self._look_in(table, listener)

    def _look_in(self, table: WebTable, who: Listener) -> None:
        """Somebody came or went: the others hear of it."""
        news = table.seating.look_in(frozenset(one.looker for one in table.listeners))
        if news and any(one is not who for one in table.listeners):
            self.later(self.tell_news(table))

    def later(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something that nobody waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def tell_news(self, table: WebTable) -> None:
        """Tell everybody who came, went, or what is the matter."""
        with suppress(Refused):
            async with table.lock:
                await self.tell_again(table)

    def _tell(self, table: WebTable, reply: Reply, lookers: list[list[object]]) -> None:
        """Give everybody the position that was made for them."""
        made = {(looker, lang): raw for (looker, lang), raw in zip(lookers, reply.raw, strict=True)}
        for listener in table.listeners:
            raw = made.get((listener.looker, listener.lang))
            if raw is not None:
                listener.tell(self._whole(table, listener.looker, listener.lang, raw))

    def lookers(self, table: WebTable) -> list[list[object]]:
        """Return who looks at a table, each with a language."""
        return [list(pair) for pair in dict.fromkeys((one.looker, one.lang) for one in table.listeners)]

    async def tell_again(self, table: WebTable) -> None:
        """Tell everybody where the game stands."""
        lookers = self.lookers(table)
        reply = await self.ask(table, table.job("show", lookers=lookers))
        self._learn(table, reply)
        self._tell(table, reply, lookers)

    # ---- playing ---------------------------------------------------------------------------------
    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever asked for it is gone: what is kept and what is known stay the same."""
        return await asyncio.shield(self.later(work))

    async def move(self, link: Link, at: int, number: int) -> int:
        """Make a move; the number of the event."""
        table = link.table
        async with table.lock:
            fresh(table, at)
            lookers = self.lookers(table)
            reply = await self.ask(table, table.job("move", by=link.looker, move=number, lookers=lookers))
            if "refused" in reply.data:
                raise Refused(409, "move", NO_MOVE[reply.data["refused"]])
            await self.keep_move(table, reply, lookers)
            now = table.at
        self.go_on(table)
        return now

    async def keep_move(self, table: WebTable, reply: Reply, lookers: list[list[object]]) -> None:
        """Keep a move that was tried, then tell of it."""
        step = reply.data["step"]
        await self.add(table, "move", step)
        table.steps.append(step)
        table.seating.undo, table.seating.trouble = None, ""
        table.seating.came |= {step["player"]}
        self._learn(table, reply)
        self._tell(table, reply, lookers)

    def go_on(self, table: WebTable) -> None:
        """Let bots play as long as it is theirs."""
        if table.thinking is None and any(s.bot for s in table.seating.seats):
            table.thinking = self.later(take_turns(self, table))

    async def told(self, link: Link, job: str, lang: str, **more: list[str]) -> Data:
        """Return what somebody wants to know of a table: a job of the workers, which learns who asks."""
        table = link.table
        async with table.lock:
            return (await self.ask(table, table.job(job, by=link.looker, lang=lang, **more), LONG)).data

    # ---- names -----------------------------------------------------------------------------------
    async def name(self, link: Link, name: str) -> int:
        """Call a player otherwise."""
        table, seat, wanted = link.table, link.seat, clean_name(name)
        if seat is None or not wanted:
            raise Refused(400, "name", sentence("a player needs a name"))
        async with table.lock:
            free_name(wanted, (n for s, n in enumerate(table.seating.names) if s != seat))
            await self.add(table, "name", {"seat": seat, "name": wanted})
            table.seating.call(seat, wanted)
            await self.tell_again(table)
            return table.at
