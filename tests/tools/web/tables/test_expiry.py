"""Old tables are forgotten, with all that was theirs and nothing else; it is told before."""

from __future__ import annotations

import sqlite3
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rulekit.tools.web.server.refused import Refused
from rulekit.tools.web.tables.expiry import MOST_AT_ONCE, forget_old
from rulekit.tools.web.tables.store import NOTED, Store
from rulekit.tools.web.tables.table import DAY, WebTable
from rulekit.tools.web.tables.table_service import TableService
from tests.tools.web.serving import example, serving, sit
from tests.tools.web.tables.test_store import a_table as kept_table
from tests.tools.web.tables.test_store import with_store
from tests.tools.web.tables.test_table_service import a_table, in_house


async def age(service: TableService, table: WebTable, days: float) -> None:
    """Let it be so many days since something happened at a table."""
    then = time.time() - days * DAY
    await service.store.run(lambda c: c.execute("UPDATE tables SET used = ? WHERE id = ?", (then, table.row.number)))


def use_tables(c: sqlite3.Connection, then: float) -> None:
    """Let something have happened at all tables just then."""
    c.execute("UPDATE tables SET used = ?", (then,))


def add_long_event(c: sqlite3.Connection, number: int) -> None:
    """Let something happen at a table that takes much room."""
    c.execute('INSERT INTO events VALUES (?, 7, "name", ?)', (number, "x" * 200_000))


async def rows(service: TableService) -> dict[str, int]:
    """How much is kept."""

    def look(c: sqlite3.Connection) -> dict[str, int]:
        return {what: c.execute(f"SELECT count(*) FROM {what}").fetchone()[0] for what in ("tables", "seats", "events", "rules")}

    return await service.store.run(look)


def test_a_table_where_nothing_happened_for_long_is_forgotten(tmp_path: Path) -> None:
    async def use(service: TableService) -> tuple[Any, ...]:
        old, new = await a_table(service), await a_table(service)
        for table in (old, new):
            link = await service.find(table.row.seats[0].link)
            await service.move(link, 0, 0)
        await age(service, old, 31)
        await age(service, new, 29)
        count = await forget_old(service, time.time())
        with pytest.raises(Refused, match="leads nowhere") as refused:
            await service.find(old.row.seats[0].link)
        seen = await service.find(new.row.seats[0].link)
        return count, refused.value.status, seen.table.at, await rows(service)

    kept = {"tables": 1, "seats": 2, "events": 1, "rules": 1}
    assert in_house(tmp_path / "t", use, keep=30) == (1, 404, 1, kept)


def test_whoever_listens_is_told_that_the_table_has_gone(tmp_path: Path) -> None:
    async def use(service: TableService) -> bytes:
        table = await a_table(service)
        async with service.listening(await service.find(table.row.watch), "en") as listener:
            await listener.news.get()
            await age(service, table, 31)
            await forget_old(service, time.time())
            return await listener.news.get()

    assert in_house(tmp_path / "t", use, keep=30) == b""


def test_rules_go_when_nobody_uses_them_any_more(tmp_path: Path) -> None:
    """Rules of a table stay as long as it; rules that were shared stay as long as somebody asks for them."""

    async def use(service: TableService) -> tuple[bool, ...]:
        played = await a_table(service)
        asked, forgotten = await service.keep_rules({"text": "asked"}), await service.keep_rules({"text": "forgotten"})
        await service.store.run(lambda c: c.execute("UPDATE rules SET used = 1"))
        await service.kept_rules(asked)
        await forget_old(service, time.time())
        return tuple([await service.store.rules(name) is not None for name in (played.row.rules, asked, forgotten)])

    assert in_house(tmp_path / "t", use, keep=30) == (True, True, False)


def test_many_are_forgotten_in_parts(tmp_path: Path) -> None:
    async def use(service: TableService) -> tuple[int, dict[str, int]]:
        for _ in range(MOST_AT_ONCE + 3):
            await a_table(service)
        await service.store.run(lambda c: c.execute("UPDATE tables SET used = 1"))
        await service.store.run(lambda c: c.execute("UPDATE rules SET used = 1"))
        return await forget_old(service, time.time()), await rows(service)

    assert in_house(tmp_path / "t", use, keep=30) == (MOST_AT_ONCE + 3, {"tables": 0, "seats": 0, "events": 0, "rules": 0})


def test_a_number_is_given_once_only(tmp_path: Path) -> None:
    """A worker that remembers a game by its number must not find another table's."""

    async def use(service: TableService) -> tuple[int, int]:
        first = await a_table(service)
        await age(service, first, 31)
        await forget_old(service, time.time())
        return first.row.number, (await a_table(service)).row.number

    assert in_house(tmp_path / "t", use, keep=30) == (1, 2)


def test_what_is_forgotten_makes_room(tmp_path: Path) -> None:
    async def use(service: TableService) -> None:
        for _ in range(3):
            table = await a_table(service)
            await service.store.run(partial(add_long_event, number=table.row.number))
            full = (await service.store.counts())[2]
            await age(service, table, 31)
            await forget_old(service, time.time())
            assert (await service.store.counts())[2] < full - 200_000
        assert (tmp_path / "t").stat().st_size < 400_000  # pages are used again

    in_house(tmp_path / "t", use, keep=30)


def test_every_event_counts_as_something_that_happened(tmp_path: Path) -> None:
    async def use(store: Store) -> list[bool]:
        table, fresh = await kept_table(store), []
        for number, ago in enumerate((2 * NOTED, 0.5 * NOTED)):
            then = time.time() - ago
            await store.run(partial(use_tables, then=then))
            await store.add_event(table, number, "name", {"seat": 0, "name": "Zoe"})
            row = await store.table(table)
            assert row is not None
            fresh.append(row.used > then)
        return fresh

    assert with_store(tmp_path / "t", use) == [True, False]  # noted once in a while, which is taken into account


def test_the_day_is_told(tmp_path: Path) -> None:
    async def use(service: TableService) -> tuple[str | None, str | None]:
        table = await a_table(service)
        table.last = datetime(2026, 1, 1, 12, tzinfo=UTC).timestamp()
        before = table.expires
        await service.move(await service.find(table.row.seats[0].link), 0, 0)
        assert table.last > time.time() - DAY
        table.keep = 0
        return before, table.expires

    assert in_house(tmp_path / "t", use, keep=30) == ("2026-01-31", None)


def test_a_server_forgets_by_itself_and_tells_when(tmp_path: Path) -> None:
    path = tmp_path / "t"
    with serving(path, "--keep", "0") as server, server.client() as client:
        (old, _), _ = sit(client, example("tic-tac-toe"), [{}, {}])
        (new, _), _ = sit(client, example("tic-tac-toe"), [{}, {}])
        assert new.see()["expires"] is None
    with sqlite3.connect(path) as file:
        file.execute("UPDATE tables SET used = 1 WHERE id = 1")
    with serving(path, "--keep", "30") as server, server.client() as client:
        while client.get(f"/api/at/{old.link}").status_code != 404:
            pass
        new.client = client
        soon = datetime.now(UTC).timestamp() + 29 * DAY
        assert datetime.fromisoformat(new.see()["expires"]).replace(tzinfo=UTC).timestamp() > soon - DAY
