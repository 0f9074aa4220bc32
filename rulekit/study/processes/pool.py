"""Work for several processes: a function and its tasks come in, results go out.

Processes talk through pipes alone, so that there is nothing they could leave behind. They hear neither Ctrl-C nor a polite kill,
from their first moment on, as these are for the one who asks; and they end with that one, however it ends.
"""

from __future__ import annotations

import atexit
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from attrs import define, field

from rulekit.debugging import keep_traceback
from rulekit.study.processes.parent_watch import die_with

_SPAWN = get_context("spawn")
Task = TypeVar("Task")
Result = TypeVar("Result")


class Broken(MemoryError):
    """A process ended before its work was done: killed, or out of memory."""


# ---- one process ---------------------------------------------------------------------------------
@define(eq=False)
class Worker:
    """A process, and our end of the pipe to it."""

    process: BaseProcess
    pipe: Connection

    def hear(self) -> Any:
        """Return the next thing that it says."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            raise Broken from None

    def end(self) -> None:
        """End it, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        atexit.unregister(self.process.kill)


def start(serve: Callable[..., None], *args: object) -> Worker:
    """Start a process that does `serve(pipe, *args)`."""
    ours, theirs = _SPAWN.Pipe()
    process = _SPAWN.Process(target=_begin, args=(os.getpid(), serve, theirs, *args), daemon=True)
    with deaf_to_interrupts():
        process.start()
        atexit.register(process.kill)  # before `multiprocessing` asks it to end, which it would not hear
    theirs.close()
    return Worker(process, ours)


def _begin(parent: int, serve: Callable[..., None], pipe: Connection, *args: object) -> None:
    """In the other process: serve until nobody is there any more."""
    die_with(parent)
    with suppress(EOFError, OSError):
        serve(pipe, *args)


def end_all(workers: Iterable[Worker]) -> None:
    """End processes; nothing disturbs that."""
    with deaf_to_interrupts():
        for worker in workers:
            worker.end()


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Nothing is heard in here, and a process that is started in here never hears Ctrl-C or a polite kill."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # while that starts, it lets interrupts through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---- tasks that are all known --------------------------------------------------------------------
def results(function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int = 1) -> Iterator[Result]:
    """Do all tasks, in so many processes, in no fixed order. Each has every so-manieth task, so none has to ask for more.

    With one process nothing is started.
    """
    jobs = min(jobs, len(tasks))
    if jobs <= 1:
        yield from map(function, tasks)
        return
    left: dict[Worker, int] = {}
    try:
        for number in range(jobs):
            mine = tuple(tasks[number::jobs])
            left[start(_work, function, mine)] = len(mine)
        yield from _heard(dict(left))
    finally:
        end_all(left)


def _work(pipe: Connection, function: Callable[[Task], Result], tasks: Sequence[Task]) -> None:
    """In the other process: do the tasks, send what comes of them, or what went wrong."""
    for task in tasks:
        pipe.send(_outcome(function, task))


def _outcome(function: Callable[[Task], Result], task: Task) -> Result | Exception:
    try:
        return function(task)
    except Exception as error:  # a border: it is raised again in the process that asked
        keep_traceback()
        return error


def _given(outcome: Result | Exception) -> Result:
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def _heard(left: dict[Worker, int]) -> Iterator[Result]:
    """Yield what the processes send, until each has sent as much as it was given."""
    while left:
        for worker in _ready(left):
            made: Result | Exception = worker.hear()
            left[worker] -= 1
            if not left[worker]:
                del left[worker]
            yield _given(made)


def _ready(workers: Iterable[Worker]) -> list[Worker]:
    """Wait until some of them have something to say, or are gone."""
    by_pipe = {worker.pipe: worker for worker in workers}
    return [by_pipe[pipe] for pipe in wait(list(by_pipe)) if isinstance(pipe, Connection)]


# ---- one task after another ----------------------------------------------------------------------
@define(eq=False)
class Asked(Generic[Result]):
    """A task that was given to a pool."""

    pool: Pool[Any, Result]
    outcome: list[Result | Exception] = field(factory=list)

    def result(self) -> Result:
        """Wait for what comes of it."""
        while not self.outcome:
            self.pool.listen()
        return _given(self.outcome[0])


@define(eq=False)
class Pool(Generic[Task, Result]):
    """Up to so many processes that are asked for one thing after another; each answers in the order it was asked."""

    function: Callable[[Task], Result]
    most: int
    asked: dict[Worker, deque[Asked[Result]]] = field(factory=dict)

    def ask(self, task: Task) -> Asked[Result]:
        """Give a task to the one who has least to do; another process is started as long as all are busy."""
        if len(self.asked) < self.most and all(self.asked.values()):
            self.asked[start(_answer, self.function)] = deque()
        worker = min(self.asked, key=lambda w: len(self.asked[w]))
        made: Asked[Result] = Asked(self)
        try:
            worker.pipe.send(task)
        except OSError:
            raise Broken from None
        self.asked[worker].append(made)
        return made

    def listen(self) -> None:
        """Wait until some of the processes have an answer, and take it."""
        for worker in _ready(worker for worker, asked in self.asked.items() if asked):
            self.asked[worker].popleft().outcome.append(worker.hear())


@contextmanager
def pool(function: Callable[[Task], Result], most: int) -> Iterator[Pool[Task, Result]]:
    """Processes that are there for a while."""
    made = Pool(function, most)
    try:
        yield made
    finally:
        end_all(made.asked)


def _answer(pipe: Connection, function: Callable[[Task], Result]) -> None:
    while True:
        pipe.send(_outcome(function, pipe.recv()))
