"""The store: files of earlier versions, damaged and foreign ones; writes that are kept together and fail alone."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from rulekit.tools.web.tables import store as module
from rulekit.tools.web.tables.store import MIGRATIONS, SeatRow, Store, Unreadable, connect
from rulekit.tools.web.tables.table import WebTable
from rulekit.tools.web.workers.worker_cache import WorkerCache
from tests.tools.web.table_rows import table_in

SEATS = (SeatRow(0, "one", "Ada", None), SeatRow(1, "two", "Bob", "random"))
FIRST = (Path(__file__).parents[1] / "version1.sql").read_text(encoding="utf-8")


def made(path: Path, script: str) -> Path:
    """A file that a script makes."""
    with closing(sqlite3.connect(path)) as file:
        file.executescript(script)
    return path


def shown(path: Path) -> list[str]:
    """All that is in a file."""
    with closing(sqlite3.connect(path)) as file:
        return [*file.iterdump(), str(file.execute("PRAGMA user_version").fetchone()[0])]


def with_store(path: Path, use: Callable[[Store], Coroutine[Any, Any, Any]]) -> Any:
    """Use a store and close it."""

    async def whole() -> Any:
        store = Store(path)
        store.open()
        try:
            return await use(store)
        finally:
            store.close()

    return asyncio.run(whole())


async def a_table(store: Store) -> int:
    """A table with two seats."""
    await store.keep_rules("r", {"files": [], "set": []})
    return await store.add_table("watch", "r", 2, 5, [1, 2], SEATS)


async def events_of(store: Store, number: int) -> tuple[tuple[str, Any], ...]:
    """What happened at a table that has to be there."""
    row = await store.table(number)
    assert row is not None
    return row.events


# ---- versions ------------------------------------------------------------------------------------
def test_a_file_of_the_first_version_is_brought_to_the_newest_and_its_game_goes_on(tmp_path: Path) -> None:
    path = made(tmp_path / "t", FIRST)
    with closing(connect(path)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        row = table_in(file, 1)
    table = WebTable.of(row)
    assert (table.at, len(table.steps), table.seating.names, table.seating.bot(1)) == (5, 2, ("Zoé", "Bob"), "random")
    job: Any = table.job("show", source=row.source, trace=table.steps)
    seated = WorkerCache().seated(job)
    assert len(seated.menu()) == 7


@pytest.mark.parametrize("version", range(len(MIGRATIONS)))
def test_every_version_ends_as_the_newest(version: int, tmp_path: Path) -> None:
    script = "".join(MIGRATIONS[:version]) + f"PRAGMA user_version = {version};"
    connect(made(tmp_path / "old", script)).close()
    connect(tmp_path / "new").close()
    assert shown(tmp_path / "old") == shown(tmp_path / "new")


def test_the_next_version_keeps_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MIGRATIONS", (*MIGRATIONS, "ALTER TABLE tables ADD COLUMN title TEXT NOT NULL DEFAULT '';"))
    with closing(connect(made(tmp_path / "t", FIRST))) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
        assert file.execute("SELECT watch, title FROM tables").fetchall() == [("watch-link", "")]
        assert len(table_in(file, 1).events) == 5


def test_a_step_that_fails_leaves_the_version_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t"
    connect(path).close()
    before = shown(path)
    broken = "CREATE TABLE more (x); INSERT INTO nowhere VALUES (1);"
    monkeypatch.setattr(module, "MIGRATIONS", (*MIGRATIONS, broken))
    with pytest.raises(Unreadable, match="nowhere"):
        connect(path)
    assert shown(path) == before


# ---- other files ---------------------------------------------------------------------------------
@pytest.mark.parametrize("version", [0, 1, 99])
def test_a_file_of_another_program_is_left_as_it_is(version: int, tmp_path: Path) -> None:
    path = made(tmp_path / "notes", f"CREATE TABLE notes (text); PRAGMA user_version = {version};")
    before = path.read_bytes()
    with pytest.raises(Unreadable, match="newer" if version == 99 else "something else"):
        connect(path)
    assert path.read_bytes() == before


def test_a_file_that_is_cut_off_or_no_store_at_all_is_told(tmp_path: Path) -> None:
    connect(tmp_path / "whole").close()
    (tmp_path / "cut").write_bytes((tmp_path / "whole").read_bytes()[:5000])
    (tmp_path / "noise").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "folder").mkdir()
    for name in ("cut", "noise", "folder", "whole/below"):
        with pytest.raises(Unreadable, match="cannot be used"):
            connect(tmp_path / name)


def test_a_damaged_page_fails_what_reads_it_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "t"

    async def fill(store: Store) -> None:
        table = await a_table(store)
        await asyncio.gather(*(store.add_event(table, n, "name", {"name": "x" * 900}) for n in range(200)))

    async def read(store: Store) -> tuple[Any, Any]:
        with pytest.raises(sqlite3.DatabaseError):
            await store.table(1)
        return await store.find("two"), await store.rules("r")

    with_store(path, fill)
    whole = bytearray(path.read_bytes())
    for page in range(len(whole) // 2, len(whole), 4096):
        whole[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(whole)
    assert with_store(path, read) == ((1, 1), {"files": [], "set": []})


# ---- writing -------------------------------------------------------------------------------------
def test_what_is_written_is_there_for_the_next(tmp_path: Path) -> None:
    async def write(store: Store) -> int:
        table = await a_table(store)
        await store.add_event(table, 0, "name", {"seat": 0, "name": "Zoé"})
        return table

    async def read(store: Store) -> Any:
        return await store.table(1), await store.find("two"), await store.find("watch"), await store.find("nobody")

    assert with_store(tmp_path / "t", write) == 1
    row, seat, watch, nowhere = with_store(tmp_path / "t", read)
    assert (row.draws, row.seats, row.events) == ((1, 2), SEATS, (("name", {"seat": 0, "name": "Zoé"}),))
    assert (seat, watch, nowhere) == ((1, 1), (1, None), None)


def test_writes_that_wait_together_are_committed_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    opened = connect

    def listening(path: Path) -> sqlite3.Connection:
        connection = opened(path)
        connection.set_trace_callback(said.append)
        return connection

    monkeypatch.setattr(module, "connect", listening)

    async def use(store: Store) -> None:
        table = await a_table(store)
        said.clear()
        free = Event()
        first = asyncio.create_task(store.run(lambda c: free.wait()))
        rest = [asyncio.create_task(store.add_event(table, n, "move", {})) for n in range(150)]
        await asyncio.sleep(0)  # all of them are waiting now
        free.set()
        await asyncio.gather(first, *rest)
        assert len(await events_of(store, table)) == 150

    with_store(tmp_path / "t", use)
    assert said.count("COMMIT") <= 4


def test_a_write_that_fails_takes_no_other_with_it(tmp_path: Path) -> None:
    async def use(store: Store) -> list[Any]:
        table = await a_table(store)
        numbers = (0, 1, 1, 2, 2, 3)
        work = [store.add_event(table, n, "move", {"n": n}) for n in numbers]
        told = await asyncio.gather(*work, store.add_event(99, 0, "move", {}), return_exceptions=True)
        assert [e[1]["n"] for e in await events_of(store, table)] == [0, 1, 2, 3]
        return told

    told = with_store(tmp_path / "t", use)
    assert [isinstance(t, sqlite3.IntegrityError) for t in told] == [False, False, True, False, True, False, True]


def test_half_a_table_is_never_kept(tmp_path: Path) -> None:
    async def use(store: Store) -> Any:
        await a_table(store)
        with pytest.raises(sqlite3.IntegrityError):
            await store.add_table("other", "r", 2, 5, [], (SeatRow(0, "new", "A", None), SeatRow(1, "one", "B", None)))
        return await store.find("other"), await store.find("new"), await store.counts()

    other, new, counts = with_store(tmp_path / "t", use)
    assert (other, new, counts[:2]) == (None, None, (1, 1))


def test_a_full_disk_is_told_and_what_was_kept_stands(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        table = await a_table(store)
        await store.add_event(table, 0, "move", {})
        await store.run(lambda c: c.execute("PRAGMA max_page_count = 12"))
        large = [store.add_event(table, n, "move", {"text": "x" * 40_000}) for n in range(1, 4)]
        told = await asyncio.gather(*large, return_exceptions=True)
        assert any(isinstance(t, sqlite3.OperationalError) for t in told)
        await store.run(lambda c: c.execute("PRAGMA max_page_count = 100000"))
        kept = len(await events_of(store, table))
        assert kept == 1 + sum(t is None for t in told)
        await store.add_event(table, kept + 5, "move", {})

    with_store(tmp_path / "t", use)
