"""The service with workers that only pretend: how much is kept, what happens when nothing can be kept, who is let in."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulekit.tools.web.server.refused import Refused
from rulekit.tools.web.tables import table as tables
from rulekit.tools.web.tables import table_service as module
from rulekit.tools.web.tables.bot_turns import one_move
from rulekit.tools.web.tables.store import Store
from rulekit.tools.web.tables.table import WebTable
from rulekit.tools.web.tables.table_service import TableService
from rulekit.tools.web.workers.crew import Crew, Reply

FOUND = {"id": "r", "source": {"files": [], "set": []}, "players": [2, 2], "draws": []}


class Pretending(Crew):
    """Answers at once: any move is possible, and then it is the other player's turn."""

    def __init__(self) -> None:
        Crew.__init__(self, ())

    async def any(self, job: dict[str, Any], seconds: float, large: bool = False) -> Reply:
        return Reply(dict(FOUND))

    async def ask(self, key: int, job: dict[str, Any], seconds: float) -> Reply:
        step = {"player": job["steps"] % 2, "move": ["x"], "draws": []}
        after = job["steps"] + (job["job"] == "move")
        data = {"decider": after % 2, "step": step, "choice": 0, "possible": True}
        return Reply(data, tuple(b'{"zones":[]}' for _ in job.get("lookers", ())))


def in_house(path: Path, use: Callable[[TableService], Coroutine[Any, Any, Any]], **more: Any) -> Any:
    """Use a service."""

    async def whole() -> Any:
        store = Store(path)
        store.open()
        bundled, strangers, minds, studies, readers = (Pretending() for _ in range(5))
        service = TableService(store, bundled, strangers, minds, studies, readers, pause=0, **more)
        try:
            return await use(service)
        finally:
            store.close()

    return asyncio.run(whole())


async def a_table(service: TableService, *bots: str | None) -> WebTable:
    """A table of two."""
    return await service.open_table({"game": "x"}, 2, [{"bot": bot} for bot in bots], None)


async def refusal(work: Coroutine[Any, Any, Any]) -> tuple[int, str]:
    """How something is refused."""
    with pytest.raises(Refused) as found:
        await work
    return found.value.status, found.value.code


def test_there_are_only_so_many_tables(tmp_path: Path) -> None:
    async def use(service: TableService) -> tuple[int, str]:
        await a_table(service)
        await a_table(service)
        return await refusal(a_table(service))

    assert in_house(tmp_path / "t", use, most_tables=2) == (503, "full")


def test_only_so_many_rules_are_kept(tmp_path: Path) -> None:
    async def use(service: TableService) -> tuple[int, str]:
        for n in range(3):
            assert await service.kept_rules(await service.keep_rules({"text": str(n)})) == {"text": str(n)}
        return await refusal(service.keep_rules({"text": "one more"}))

    assert in_house(tmp_path / "t", use, most_rules=3) == (503, "full")


def test_a_full_file_takes_no_more_tables_but_games_go_on(tmp_path: Path) -> None:
    async def use(service: TableService) -> tuple[int, str]:
        table = await a_table(service)
        service.most_bytes = 1
        link = await service.find(table.row.seats[0].link)
        assert await service.move(link, 0, 0) == 1
        return await refusal(a_table(service))

    assert in_house(tmp_path / "t", use) == (503, "full")


def test_a_game_that_never_ends_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_MOVES", 5)

    async def use(service: TableService) -> tuple[int, str]:
        link = await service.find((await a_table(service)).row.seats[0].link)
        for n in range(5):
            assert await service.move(link, n, 0) == n + 1
        return await refusal(service.move(link, 5, 0))

    assert in_house(tmp_path / "t", use) == (409, "long")


def test_what_cannot_be_kept_is_refused_and_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*about: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    async def use(service: TableService) -> tuple[tuple[int, str], int, int]:
        seat = (await a_table(service)).row.seats[0].link
        assert await service.move(await service.find(seat), 0, 0) == 1
        async with service.listening(await service.find(seat), "en") as listener:
            await listener.news.get()
            with monkeypatch.context() as patch:
                patch.setattr(Store, "add_event", fail)
                told = await refusal(service.move(await service.find(seat), 1, 0))
            assert await listener.news.get() == b""  # has to ask again
        again = (await service.find(seat)).table
        return told, again.at, await service.move(await service.find(seat), 1, 0)

    assert in_house(tmp_path / "t", use) == ((503, "store"), 1, 2)


def test_another_server_on_the_same_file_tears_no_game(tmp_path: Path) -> None:
    async def use(service: TableService) -> tuple[tuple[int, str], int]:
        table = await a_table(service)
        link = await service.find(table.row.seats[0].link)
        await service.store.add_event(table.row.number, 0, "move", {"player": 0, "move": ["x"], "draws": []})
        told = await refusal(service.move(link, 0, 0))
        return told, (await service.find(table.row.seats[0].link)).table.at

    assert in_house(tmp_path / "t", use) == ((503, "store"), 1)


def test_bots_rest_when_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(monotonic=lambda: 0.0, time=time.time)
    for one in (tables, module):
        monkeypatch.setattr(one, "time", clock)

    async def use(service: TableService) -> None:
        table = await a_table(service, "random", "random")
        table.used = 0.0
        while not table.at:
            await asyncio.sleep(0)
        clock.monotonic = lambda: tables.SECONDS_BOTS_GO_ON  # a while later
        while table.thinking is not None:
            await asyncio.sleep(0)
        rested = table.at
        service.go_on(table)
        while table.thinking is not None:
            await asyncio.sleep(0)
        assert table.at == rested
        async with service.listening(await service.find(table.row.watch), "en"):
            while table.at == rested:
                await asyncio.sleep(0)

    in_house(tmp_path / "t", use)


def test_texts_of_rules_are_not_held_in_memory(tmp_path: Path) -> None:
    async def use(service: TableService) -> WebTable:
        return await a_table(service)

    assert in_house(tmp_path / "t", use).row.source == {}


def test_nobody_looks_over_a_bots_shoulder(tmp_path: Path) -> None:
    """Not even with the word that its seat has in the file."""

    async def use(service: TableService) -> tuple[object, ...]:
        table = await a_table(service, None, "random")
        person, bot = (seat.link for seat in table.row.seats)
        return (await service.find(person)).seat, await refusal(service.find(bot)), await refusal(service.find("no such word"))

    seat, bots, unknown = in_house(tmp_path / "tables", use)
    assert seat == 0 and bots == unknown


def test_a_bot_that_is_not_asked_any_more_does_nothing(tmp_path: Path) -> None:
    """A move was taken back while it waited for its turn."""

    async def use(service: TableService) -> int:
        table = await a_table(service, None, "random")
        table.decider, table.known = 0, True
        await one_move(service, table)
        return len(table.steps)

    assert in_house(tmp_path / "t", use) == 0
