"""Many mutations at once, each tried in a process of its own that can be stopped.

A changed rule may make a game endless, or eat the machine. So nothing is tried in the process that asks: whoever takes longer
than allowed is ended, the mutation counts as noticed (it never ends), and another process takes over.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait

from attrs import define, field

from rulekit.study.mutate.trial import CHECKER, NEVER_ENDS, TOO_MUCH, Bench, Job, Verdict
from rulekit.study.processes.pool import Broken, Worker, end_all, start

SECONDS_OF_A_TRIAL = 60.0
BYTES_OF_MEMORY = 4 * 1024**3


# ---- in the other process ------------------------------------------------------------------------
def _serve(pipe: Connection, job: Job) -> None:
    """Try every mutation whose number comes in; the stage is told as it begins, then the verdict."""
    _limit_memory()
    bench = Bench(job)
    pipe.send(len(bench.mutations) if bench.model else 0)  # ready: the clock runs from here
    while True:
        pipe.send(bench.judge(pipe.recv(), pipe.send))


def _limit_memory() -> None:
    """Where the system lets a process limit itself."""
    try:
        import resource
    except ImportError:
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (BYTES_OF_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


# ---- in this process -----------------------------------------------------------------------------
@define(eq=False)
class _Worker(Worker):
    """A process with the number it is trying, the stage it is at, and since when."""

    ready: bool = False
    number: int | None = None
    stage: str = CHECKER
    since: float = field(factory=time.monotonic)

    def give(self, number: int) -> None:
        self.number, self.stage, self.since = number, CHECKER, time.monotonic()
        with suppress(OSError):  # it is gone: its silence will be noticed
            self.pipe.send(number)


def verdicts(job: Job, numbers: Iterable[int], jobs: int = 1, seconds: float = SECONDS_OF_A_TRIAL) -> Iterator[Verdict]:
    """Try mutations by number, several at once, as they come; none longer than so many seconds."""
    todo = deque(numbers)
    workers = [_start(job) for _ in range(min(jobs, len(todo)))]
    try:
        while workers:
            wait([worker.pipe for worker in workers], 0.25)
            for worker in list(workers):
                verdict, gone = _hear(worker, seconds)
                if verdict is not None:
                    yield verdict
                if gone:
                    worker.end()
                    workers.remove(worker)
                    if len(workers) < min(jobs, len(todo)):
                        workers.append(_start(job))
                elif worker.ready and worker.number is None and todo:
                    worker.give(todo.popleft())
                elif worker.ready and worker.number is None:
                    worker.end()
                    workers.remove(worker)
    finally:
        end_all(workers)


def _hear(worker: _Worker, seconds: float) -> tuple[Verdict | None, bool]:
    """Return what a process has to say: a verdict, if there is one, and whether it is gone."""
    try:
        while worker.pipe.poll():
            said = worker.pipe.recv()
            if isinstance(said, int):
                worker.ready = True
            elif isinstance(said, str):
                worker.stage = said
            elif isinstance(said, Verdict):
                worker.number = None
                return said, False
    except (EOFError, OSError):
        if worker.number is None:
            raise Broken from None
        return Verdict(worker.number, worker.stage, TOO_MUCH), True
    if worker.number is not None and time.monotonic() - worker.since > seconds:
        return Verdict(worker.number, worker.stage, NEVER_ENDS), True
    return None, False


def _start(job: Job) -> _Worker:
    started = start(_serve, job)
    return _Worker(started.process, started.pipe)
