"""What is kept of tables: rules, seats and events, in one SQLite file. A write is on the disk before it is answered.

All work is done by one thread with one connection. Writes that wait together are committed together, so that many tables can
be served with few flushes. A table's events are only ever added: a move taken back is an event too.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from attrs import define, field, frozen

from rulekit.tools.web.tables.private_file import Shared, keep_private, make_private
from rulekit.wording import Sentence, sentence

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
MOST_AT_ONCE = 200
NOTED = 3600  # seconds within which it is not noted again that something is used

MIGRATIONS = (
    """
    CREATE TABLE rules (id TEXT PRIMARY KEY, source TEXT NOT NULL, made REAL NOT NULL DEFAULT (unixepoch()));
    CREATE TABLE tables (
        id INTEGER PRIMARY KEY, watch TEXT NOT NULL UNIQUE, rules TEXT NOT NULL REFERENCES rules(id),
        players INTEGER NOT NULL, seed INTEGER NOT NULL, draws TEXT NOT NULL, made REAL NOT NULL DEFAULT (unixepoch())
    );
    CREATE TABLE seats (
        "table" INTEGER NOT NULL REFERENCES tables(id), seat INTEGER NOT NULL, link TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL, bot TEXT, PRIMARY KEY ("table", seat)
    );
    CREATE TABLE events (
        "table" INTEGER NOT NULL REFERENCES tables(id), number INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY ("table", number)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE tables ADD COLUMN used REAL NOT NULL DEFAULT 0;
    ALTER TABLE rules ADD COLUMN used REAL NOT NULL DEFAULT 0;
    UPDATE tables SET used = unixepoch();
    UPDATE rules SET used = unixepoch();
    CREATE INDEX tables_used ON tables (used);
    CREATE INDEX tables_rules ON tables (rules);
    CREATE INDEX rules_used ON rules (used);
    CREATE TABLE numbers (last INTEGER NOT NULL);
    INSERT INTO numbers SELECT coalesce(max(id), 0) FROM tables;
    """,
)  # the n-th brings a file from version n - 1 to n
TABLES = frozenset({"rules", "tables", "seats", "events"})  # of the first version


@frozen
class SeatRow:
    """A seat: who sits there is whoever has the link, or a bot."""

    seat: int
    link: str
    name: str
    bot: str | None


@frozen
class TableRow:
    """A table as it is kept, with its rules, seats and events."""

    number: int
    watch: str
    rules: str
    source: dict[str, Any]
    players: int
    seed: int
    draws: tuple[int, ...]
    seats: tuple[SeatRow, ...]
    events: tuple[tuple[str, Any], ...]
    used: float  # when something happened last


class Unreadable(Exception):
    """The file is no store of this rulekit."""

    def __init__(self, said: Sentence) -> None:
        super().__init__(said)
        self.said = said


@define
class Store:
    """An open store."""

    path: Path
    _waiting: SimpleQueue[tuple[Work, asyncio.Future[Any]] | None] = field(factory=SimpleQueue)
    _thread: Thread = field(init=False)

    def open(self) -> None:
        """Open the file, bring it up to date, and begin to work."""
        connection = connect(self.path)
        self._thread = Thread(target=self._work, args=(connection,), name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish what waits and close."""
        self._waiting.put(None)
        self._thread.join()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something in a transaction; it is committed when this returns."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put((work, future))
        return await future

    def _work(self, connection: sqlite3.Connection) -> None:
        while True:
            job = self._waiting.get()
            batch = []
            while job is not None:
                batch.append(job)
                if self._waiting.empty() or len(batch) >= MOST_AT_ONCE:
                    break
                job = self._waiting.get()
            _commit(connection, batch)
            if job is None:
                connection.close()
                return

    # ---- what is asked ---------------------------------------------------------------------------
    async def keep_rules(self, name: str, source: dict[str, Any]) -> None:
        """Keep rules; the same twice is the same."""
        text = json.dumps(source, ensure_ascii=False, sort_keys=True)
        asked = "INSERT INTO rules (id, source, used) VALUES (?, ?, unixepoch()) ON CONFLICT DO UPDATE SET used = unixepoch()"
        await self.run(lambda c: c.execute(asked, (name, text)))

    async def rules(self, name: str) -> dict[str, Any] | None:
        """Rules that were kept."""

        def look(c: sqlite3.Connection) -> tuple[str] | None:
            _is_used(c, "rules", name)
            found: tuple[str] | None = c.execute("SELECT source FROM rules WHERE id = ?", (name,)).fetchone()
            return found

        row = await self.run(look)
        return None if row is None else json.loads(row[0])

    async def add_table(
        self, watch: str, rules: str, players: int, seed: int, draws: list[int], seats: tuple[SeatRow, ...],
        steps: Iterable[dict[str, Any]] = (),
    ) -> int:  # fmt: skip
        """Return a new table, perhaps with moves that were made already; its number."""

        def add(c: sqlite3.Connection) -> int:
            c.execute("UPDATE numbers SET last = last + 1")  # a number is given once only, also when its table is forgotten
            number = int(c.execute("SELECT last FROM numbers").fetchone()[0])
            c.execute(
                "INSERT INTO tables (id, watch, rules, players, seed, draws, used) VALUES (?, ?, ?, ?, ?, ?, unixepoch())",
                (number, watch, rules, players, seed, json.dumps(draws)),
            )
            rows = [(number, s.seat, s.link, s.name, s.bot) for s in seats]
            c.executemany('INSERT INTO seats ("table", seat, link, name, bot) VALUES (?, ?, ?, ?, ?)', rows)
            moves = [(number, n, "move", json.dumps(step, ensure_ascii=False)) for n, step in enumerate(steps)]
            c.executemany('INSERT INTO events ("table", number, kind, data) VALUES (?, ?, ?, ?)', moves)
            return number

        return await self.run(add)

    async def add_event(self, table: int, number: int, kind: str, data: Any) -> None:
        """One more event of a table; a number can be given once only."""
        row = (table, number, kind, json.dumps(data, ensure_ascii=False))

        def add(c: sqlite3.Connection) -> None:
            c.execute('INSERT INTO events ("table", number, kind, data) VALUES (?, ?, ?, ?)', row)
            _is_used(c, "tables", table)

        await self.run(add)

    async def find(self, link: str) -> tuple[int, int | None] | None:
        """Return the number of the table and the seat (None: to watch) that a link leads to."""

        def look(c: sqlite3.Connection) -> tuple[int, int | None] | None:
            seat = c.execute('SELECT "table", seat FROM seats WHERE link = ?', (link,)).fetchone()
            watch = c.execute("SELECT id FROM tables WHERE watch = ?", (link,)).fetchone() if seat is None else None
            return (seat[0], seat[1]) if seat else (watch[0], None) if watch else None

        return await self.run(look)

    async def table(self, number: int) -> TableRow | None:
        """Return all that is kept of a table; None if it was forgotten."""
        return await self.run(lambda c: read_table(c, number))

    async def counts(self) -> tuple[int, int, int]:
        """Return how many tables and rules there are, and how many bytes of the file they take."""
        return await self.run(count)


def count(c: sqlite3.Connection) -> tuple[int, int, int]:
    """Return how many tables and rules a file has, and how many of its bytes they take."""
    asked = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM rules), (page_count - freelist_count) * page_size"
    row = c.execute(f"{asked} FROM pragma_page_count, pragma_freelist_count, pragma_page_size").fetchone()
    return int(row[0]), int(row[1]), int(row[2])


def _is_used(c: sqlite3.Connection, what: str, name: int | str) -> None:
    """Note that a table or rules are used; once in a while is often enough."""
    c.execute(f"UPDATE {what} SET used = unixepoch() WHERE id = ? AND used < unixepoch() - ?", (name, NOTED))


def connect(path: Path) -> sqlite3.Connection:
    """Open a file, new or of any earlier version."""
    try:
        make_private(path)
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        _is_ours(connection)
        keep_private(path)
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
            connection.execute(f"PRAGMA {setting}")
        migrate(connection)
        return connection
    except (sqlite3.Error, OSError, Shared, Unreadable) as problem:
        raise Unreadable(sentence("`{path}` cannot be used: {problem}", path=path, problem=problem)) from None


def _is_ours(connection: sqlite3.Connection) -> None:
    """Refuse a file of something else before anything is changed in it."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version > len(MIGRATIONS):
        raise Unreadable(sentence("it was written by a newer rulekit"))
    if found != set() if version == 0 else not found >= TABLES:
        raise Unreadable(sentence("it is a file of something else"))


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file to the newest version, each step whole or not at all."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;")


def _commit(connection: sqlite3.Connection, batch: list[tuple[Work, asyncio.Future[Any]]]) -> None:
    """Do some work in one transaction; what fails is taken back by itself."""
    if not batch:
        return
    done: list[tuple[asyncio.Future[Any], Any, BaseException | None]] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for work, future in batch:
            connection.execute("SAVEPOINT one")
            try:
                done.append((future, work(connection), None))
            except Exception as problem:  # a border: it is raised again where the work was asked for
                connection.execute("ROLLBACK TO one")
                done.append((future, None, problem))
            connection.execute("RELEASE one")
        connection.execute("COMMIT")
    except sqlite3.Error as problem:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        done = [(future, None, problem) for _, future in batch]
    for future, value, error in done:
        future.get_loop().call_soon_threadsafe(_answer, future, value, error)


def _answer(future: asyncio.Future[Any], value: Any, problem: BaseException | None) -> None:
    if not future.done():
        if problem is None:
            future.set_result(value)
        else:
            future.set_exception(problem)


def read_table(c: sqlite3.Connection, number: int) -> TableRow | None:
    """Return all that a file has of a table."""
    asked = "SELECT watch, rules, source, players, seed, draws, tables.used FROM tables JOIN rules ON rules.id = rules"
    found = c.execute(f"{asked} WHERE tables.id = ?", (number,)).fetchone()
    if found is None:
        return None
    watch, rules, source, players, seed, draws, used = found
    seats = c.execute('SELECT seat, link, name, bot FROM seats WHERE "table" = ? ORDER BY seat', (number,)).fetchall()
    events = c.execute('SELECT kind, data FROM events WHERE "table" = ? ORDER BY number', (number,)).fetchall()
    return TableRow(
        number, watch, rules, json.loads(source), players, seed, tuple(json.loads(draws)),
        tuple(SeatRow(*s) for s in seats), tuple((kind, json.loads(data)) for kind, data in events), used,
    )  # fmt: skip
