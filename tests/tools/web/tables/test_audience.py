"""Who may listen: players always, those who watch as far as there is room."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from rulekit.tools.web.server.refused import Refused
from rulekit.tools.web.tables import audience
from rulekit.tools.web.tables.audience import AT_SEAT, AT_TABLE, AT_TABLE_FROM_ONE
from rulekit.tools.web.tables.table import Link, Listener
from rulekit.tools.web.tables.table_service import TableService
from tests.tools.web.serving import example, sit
from tests.tools.web.tables.test_table_service import a_table, in_house


async def watch(service: TableService, link: Link, held: AsyncExitStack, count: int, address: str) -> int:
    """So many more watch; how many were let in."""
    for number in range(count):
        try:
            await held.enter_async_context(service.listening(link, "en", address))
        except Refused as refused:
            assert (refused.status, refused.code) == (503, "full")
            return number
    return count


async def sit_down(service: TableService, link: Link, held: AsyncExitStack) -> Listener:
    """A player listens, and is told the position."""
    listener = await held.enter_async_context(service.listening(link, "en", "player"))
    assert await listener.news.get()
    return listener


def test_those_who_watch_take_no_room_from_those_who_play(tmp_path: Path) -> None:
    async def use(service: TableService) -> int:
        table = await a_table(service)
        watching = await service.find(table.row.watch)
        async with AsyncExitStack() as held:
            for number in range(AT_TABLE):
                assert await watch(service, watching, held, 1, f"1.1.1.{number}") == 1
            assert await watch(service, watching, held, 1, "2.2.2.2") == 0
            for seat in (0, 1):
                for _ in range(3):
                    await sit_down(service, await service.find(table.row.seats[seat].link), held)
            assert await watch(service, watching, held, 1, "2.2.2.2") == 0
        async with AsyncExitStack() as held:
            return await watch(service, watching, held, 1, "2.2.2.2")  # they have gone

    assert in_house(tmp_path / "t", use) == 1


def test_one_address_does_not_take_all_the_room(tmp_path: Path) -> None:
    async def use(service: TableService) -> tuple[int, int]:
        table = await a_table(service)
        link = await service.find(table.row.watch)
        async with AsyncExitStack() as held:
            return await watch(service, link, held, AT_TABLE, "1.1.1.1"), await watch(service, link, held, 5, "2.2.2.2")

    assert in_house(tmp_path / "t", use) == (AT_TABLE_FROM_ONE, 5)


def test_all_tables_together_have_room_for_so_many_and_for_all_who_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "IN_ALL", 5)
    monkeypatch.setattr(audience, "IN_ALL_FROM_ONE", 3)

    async def use(service: TableService) -> tuple[int, int, int]:
        tables = [await a_table(service) for _ in range(3)]
        links = [await service.find(table.row.watch) for table in tables]
        async with AsyncExitStack() as held:
            told = (
                await watch(service, links[0], held, 2, "1.1.1.1"), await watch(service, links[1], held, 9, "1.1.1.1"),
                await watch(service, links[2], held, 9, "2.2.2.2"),
            )  # fmt: skip
            await sit_down(service, await service.find(tables[2].row.seats[0].link), held)
        assert not service.audience.watching
        return told

    assert in_house(tmp_path / "t", use) == (2, 1, 2)


def test_the_last_window_of_a_seat_is_let_in_and_the_first_makes_room(tmp_path: Path) -> None:
    async def use(service: TableService) -> list[bytes]:
        table = await a_table(service)
        own, other = [await service.find(seat.link) for seat in table.row.seats]
        async with AsyncExitStack() as held:
            beside = await sit_down(service, other, held)
            windows = [await sit_down(service, own, held) for _ in range(AT_SEAT + 2)]
            await asyncio.gather(*service._tasks)
            ended = [await one.news.get() for one in windows[:2]]
            assert all(one.news.empty() or one.news.get_nowait() for one in (*windows[2:], beside))
            return ended

    assert in_house(tmp_path / "t", use) == [b"", b""]


def test_a_player_hears_of_a_move_at_a_table_full_of_people_who_watch(client: httpx.Client) -> None:
    """The whole way, as a browser would do it."""
    (luna, cosmo), watching = sit(client, example("tic-tac-toe"), [{}, {}])
    told, heard = asyncio.run(_crowd(str(client.base_url), watching.link, cosmo.link, luna.link))
    assert told == [200] * AT_TABLE_FROM_ONE + [503] and heard


async def _crowd(address: str, watch: str, seat: str, other: str) -> tuple[list[int], bool]:
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=address, timeout=None, limits=limits) as client, AsyncExitStack() as held:

        async def hear(link: str) -> httpx.Response:
            return await held.enter_async_context(client.stream("GET", f"/api/at/{link}/events"))

        answers = [await hear(watch) for _ in range(AT_TABLE_FROM_ONE + 1)]
        lines = (await hear(seat)).aiter_lines()
        while not (await anext(lines)).startswith("data: "):
            pass
        assert (await client.post(f"/api/at/{other}/move", json={"at": 0, "move": 0})).status_code == 200
        while '"at":1' not in await anext(lines):
            pass
        return [answer.status_code for answer in answers], True
