"""Nobody waits behind all that somebody else has asked for."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from typing import Any

import pytest

from rulekit.tools.web.server.refused import Refused, answered, too_much
from rulekit.tools.web.workers.crew import Crew, Failed, Reply, Worker
from rulekit.tools.web.workers.turns import ASKING, Turns
from rulekit.tools.web.workers.worker import _written
from rulekit.tools.web.workers.worker_cache import WorkerCache


class Slow(Worker):
    """A worker whose jobs end when they are told to."""

    def __init__(self, each: int = 200) -> None:
        Worker.__init__(self, 0, each)
        self.begun: list[str] = []
        self.steps = asyncio.Semaphore(0)

    async def _talk(self, job: dict[str, Any]) -> Reply:
        self.begun.append(job["who"])
        await self.steps.acquire()
        return Reply({})


def asked(worker: Worker, who: str) -> asyncio.Task[Reply]:
    """A job asked for from an address."""
    context = copy_context()
    context.run(ASKING.set, who)
    return asyncio.create_task(worker.ask({"who": who}, 1e9), context=context)


def in_loop(use: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    return asyncio.run(use())


async def settled() -> None:
    """Let everything run that can run."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_those_who_ask_take_turns() -> None:
    async def use() -> list[str]:
        worker = Slow()
        jobs = [asked(worker, "flood") for _ in range(50)]
        await settled()
        jobs += [asked(worker, "ada"), asked(worker, "bob"), asked(worker, "ada")]
        await settled()
        for _ in jobs:
            worker.steps.release()
        await asyncio.gather(*jobs)
        return worker.begun

    begun = in_loop(use)
    assert len(begun) == 53 and begun[:7] == ["flood", "ada", "flood", "bob", "ada", "flood", "flood"]


def test_one_address_has_only_its_share() -> None:
    async def use() -> tuple[int, bool]:
        worker = Slow(each=5)
        jobs = [asked(worker, "flood") for _ in range(9)]
        await settled()
        ada = asked(worker, "ada")
        for _ in range(10):
            worker.steps.release()
        done = await asyncio.gather(*jobs, return_exceptions=True)
        return sum(isinstance(d, Failed) and d.why == "busy" for d in done), (await ada) == Reply({})

    assert in_loop(use) == (4, True)


def test_who_gives_up_does_not_hold_the_others_up() -> None:
    async def use() -> bool:
        turns = Turns()
        await turns.take("a")
        gone, late = asyncio.create_task(turns.take("b")), asyncio.create_task(turns.take("c"))
        await settled()
        gone.cancel()
        await settled()
        turns.give()
        await late
        turns.give()
        return turns.busy

    assert in_loop(use) is False


def test_one_worker_is_kept_free_of_large_jobs() -> None:
    async def use() -> tuple[list[str], list[str]]:
        workers = (Slow(), Slow())
        crew = Crew(workers)
        jobs = [asyncio.create_task(crew.any({"who": f"large {n}"}, 1e9, large=True)) for n in range(3)]
        await settled()
        jobs += [asyncio.create_task(crew.any({"who": "small"}, 1e9))]
        await settled()
        for worker in workers:
            for _ in jobs:
                worker.steps.release()
        await asyncio.gather(*jobs)
        return workers[0].begun, workers[1].begun

    assert in_loop(use) == (["small"], ["large 0", "large 1", "large 2"])


# ---- a fault of one request ----------------------------------------------------------------------
def test_a_fault_of_rulekit_ends_one_job_and_no_worker(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(_written(WorkerCache(), {"job": "nothing of the kind"}))
    assert answer == {"broken": True, "raw": 0} and "Traceback" in capsys.readouterr().err
    with pytest.raises(Refused) as found:
        answered(answer)
    assert (found.value.status, found.value.code) == (500, "fault")


def test_an_answer_that_cannot_be_written_ends_no_worker(capsys: pytest.CaptureFixture[str]) -> None:
    job = {"job": "check", "rules": {"text": 'cafe en\ngame \ud800 "x"\n'}}
    assert json.loads(_written(WorkerCache(), job))["broken"] and "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("why", ["slow", "died"])
def test_rules_that_come_with_rulekit_are_not_blamed(why: str) -> None:
    assert (too_much(Failed(why), own=False).status, too_much(Failed(why), own=True).status) == (503, 422)


@pytest.mark.parametrize(("number", "why"), [(signal.SIGKILL, "ended"), (signal.SIGSEGV, "died")])
def test_rules_are_not_blamed_for_workers_that_somebody_else_ends(number: int, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both workers that are tried end; only what a rule can do is told as its doing."""

    async def start(worker: Worker) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        code = f"import os; input(); os.kill(os.getpid(), {int(number)})"
        return await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdin=pipe, stdout=pipe)

    monkeypatch.setattr(Worker, "_start", start)

    async def use() -> str:
        with pytest.raises(Failed) as found:
            await Worker().ask({}, 60.0)
        return found.value.why

    assert asyncio.run(use()) == why
    assert too_much(Failed(why), own=True).code == ("busy" if why == "ended" else "limit")
