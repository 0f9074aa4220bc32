"""Nobody waits for machine code: it is made in the background, once, and bots look ahead without it until it is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from rulekit.tools.web.tables.bot_turns import one_move
from rulekit.tools.web.tables.readiness import Readiness
from rulekit.tools.web.tables.table_service import TableService
from rulekit.tools.web.workers.crew import Crew, Failed, Reply, Worker
from tests.tools.web.tables.test_table_service import a_table, in_house

Data = dict[str, Any]
SOURCE: Data = {"files": [], "set": []}


class Heard(Crew):
    """Notes what it is asked, and answers when it is let."""

    def __init__(self, answer: Callable[[Data], Data] = lambda job: {}) -> None:
        Crew.__init__(self, ())
        object.__setattr__(self, "jobs", [])
        object.__setattr__(self, "answer", answer)
        object.__setattr__(self, "go", asyncio.Event())

    jobs: list[Data]
    answer: Callable[[Data], Data]
    go: asyncio.Event

    async def any(self, job: Data, seconds: float, large: bool = False) -> Reply:
        self.jobs.append(job)
        await self.go.wait()
        return Reply(self.answer(job))


async def source() -> Data:
    return SOURCE


def run(use: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    return asyncio.run(use())


def test_code_is_made_once_however_often_it_is_wanted() -> None:
    async def use() -> None:
        makers = Heard()
        ready = Readiness((), makers)
        for _ in range(3):
            ready.make("r", 2, source)
            await asyncio.sleep(0)
        ready.make("r", 3, source)
        assert not ready.code_of("r", 2)
        makers.go.set()
        await asyncio.gather(*ready.making.values())
        assert ready.code_of("r", 2) and ready.code_of("r", 3) and not ready.making
        ready.make("r", 2, source)
        assert not ready.making
        assert [(job["job"], job["rules"], job["players"]) for job in makers.jobs] == [("code", "r", 2), ("code", "r", 3)]

    run(use)


def test_code_that_cannot_be_made_is_not_tried_again() -> None:
    async def use() -> None:
        def fail(job: Data) -> Data:
            raise Failed("slow")

        makers = Heard(fail)
        ready = Readiness((), makers)
        makers.go.set()
        ready.make("r", 2, source)
        await asyncio.gather(*ready.making.values())
        ready.make("r", 2, source)
        assert ready.code_of("r", 2) and len(makers.jobs) == 1

    run(use)


def test_every_worker_gets_to_know_every_bundled_game_once() -> None:
    async def use() -> None:
        asked: list[tuple[int, str]] = []

        class Learning(Worker):
            async def ask(self, job: Data, seconds: float) -> Reply:
                asked.append((id(self), job["rules"]["game"]))
                return Reply({})

        crews = tuple(Crew((Learning(), Learning())) for _ in range(2))
        makers = Heard()
        makers.go.set()
        ready = Readiness(crews, makers)
        ready.begin()
        ready.begin()
        assert ready.begun is not None
        await ready.begun
        games = {job["rules"]["game"] for job in makers.jobs}
        assert "cafe-del-gatto" in games and all(job["code"] for job in makers.jobs)
        assert len(asked) == 4 * len(games) and set(asked) == {(id(w), g) for crew in crews for w in crew.workers for g in games}

    run(use)


def test_a_bot_without_code_moves_all_the_same_and_the_next_one_has_it(tmp_path: Path) -> None:
    async def use(service: TableService) -> list[bool]:
        told: list[bool] = []
        ask = service.minds.ask

        async def thinking(key: int, job: Data, seconds: float) -> Reply:
            told.append(job["code"])
            reply = await ask(key, job, seconds)
            return Reply(reply.data | {"slow": not job["code"]})

        makers = Heard()
        object.__setattr__(service.minds, "ask", thinking)
        service.ready = Readiness((), makers)
        table = await a_table(service, "greedy", None)
        while table.thinking is not None:
            await asyncio.sleep(0)
        assert len(table.steps) == 1 and len(service.ready.making) == 1
        makers.go.set()
        await asyncio.gather(*service.ready.making.values())
        table.decider = 0
        await one_move(service, table)
        assert len(table.steps) == 2 and len(makers.jobs) == 1
        return told

    assert in_house(tmp_path / "t", use) == [False, True]
