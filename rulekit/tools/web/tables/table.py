"""A table in memory: what is kept of it, who looks at it, and where a link leads. What happens there is `TableService`'s work."""

from __future__ import annotations

import asyncio
import secrets
import time
from datetime import UTC, datetime
from itertools import count

from attrs import define, evolve, field, frozen

from rulekit.engine.view import OPEN
from rulekit.tools.web.server.refused import Refused
from rulekit.tools.web.tables.seating import Seating
from rulekit.tools.web.tables.store import TableRow
from rulekit.wording import sentence

Data = dict[str, object]
DAY = 86_400.0
SECONDS_BOTS_GO_ON = 60.0  # seconds that bots go on while nobody looks


@define(eq=False)
class Listener:
    """Somebody who looks at a table and is told of every change; only the newest position counts (empty: the end)."""

    looker: int
    lang: str
    address: str = ""
    news: asyncio.Queue[bytes] = field(factory=lambda: asyncio.Queue(1))

    def tell(self, position: bytes) -> None:
        """Put a position in place of the one that was not fetched yet; nothing comes after the end."""
        ended = self.news.full() and not self.news.get_nowait()
        self.news.put_nowait(b"" if ended else position)


@define(eq=False)
class WebTable:
    """A table in memory. `at` counts events; `steps` are the moves that stand."""

    row: TableRow
    seating: Seating
    at: int
    steps: list[Data]
    trusted: bool
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    listeners: list[Listener] = field(factory=list)
    decider: int | None = None
    known: bool = False  # whether the decider is known yet
    thinking: asyncio.Task[None] | None = None
    turned: int = 0  # how often moves were taken back
    reading: int = field(factory=count().__next__)  # each reading of a table is one of its own: others may have written meanwhile
    used: float = field(factory=time.monotonic)
    last: float = 0.0  # when something happened here last, as a date
    keep: float = 0.0  # days for which it is kept after that; 0: for ever

    @classmethod
    def of(cls, row: TableRow, keep: float = 0.0) -> WebTable:
        """Return a table from all that happened there."""
        steps: list[Data] = []
        for kind, data in row.events:
            if kind == "move":
                steps.append(data)
            elif kind == "undo":
                del steps[data["to"] :]
        turned = sum(kind == "undo" for kind, _ in row.events)
        trusted, bare = row.source.get("trusted", False), evolve(row, source={}, events=())  # texts are large: not kept here
        return cls(bare, Seating.of(row), len(row.events), steps, trusted, turned=turned, last=row.used, keep=keep)

    @property
    def expires(self) -> str | None:
        """The day on which it is forgotten if nothing happens here."""
        return datetime.fromtimestamp(self.last + self.keep * DAY, UTC).date().isoformat() if self.keep else None

    @property
    def awake(self) -> bool:
        """Whether somebody looks, or did a moment ago."""
        return bool(self.listeners) or time.monotonic() - self.used < SECONDS_BOTS_GO_ON

    def job(self, kind: str, **more: object) -> Data:
        """Return a job about this table."""
        row = self.row
        about = {"table": row.number, "rules": row.rules, "players": row.players, "seed": row.seed, "draws": list(row.draws)}
        return about | {"job": kind, "reading": self.reading, "names": list(self.seating.names), "steps": len(self.steps)} | more


@frozen
class Link:
    """Where a link leads: a table, and the seat (None: to watch)."""

    table: WebTable
    seat: int | None

    @property
    def looker(self) -> int:
        """Whose eyes it gives."""
        return OPEN if self.seat is None else self.seat


def gone() -> Refused:
    """Return what to say when there is no table, or none any more."""
    return Refused(404, "link", sentence("this link leads nowhere"), sentence("ask whoever gave it to you for another one"))


def fresh(table: WebTable, at: int) -> None:
    """Refuse what was asked about an older position."""
    if at != table.at:
        raise Refused(409, "stale", sentence("somebody was faster: the table has changed"))


def new_link() -> str:
    """Return a word that nobody can guess."""
    return secrets.token_urlsafe(18)
