"""Work for several processes: a function and its tasks come in, results go out as they are ready.

Each process has every so-manieth task, so none has to ask for more. With one process nothing is started.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TypeVar

_SPAWN = get_context("spawn")
Task = TypeVar("Task")
Result = TypeVar("Result")


class Broken(Exception):
    """A process ended before its work was done: killed, or out of memory."""


def results(function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int = 1) -> Iterator[Result]:
    """Do all tasks, in so many processes, in no fixed order."""
    jobs = min(jobs, len(tasks))
    if jobs <= 1:
        yield from map(function, tasks)
        return
    started = []
    left = {}
    try:
        for number in range(jobs):
            ours, theirs = _SPAWN.Pipe(duplex=False)
            mine = tuple(tasks[number::jobs])
            process = _SPAWN.Process(target=_work, args=(theirs, function, mine), daemon=True)
            with deaf_to_interrupts():
                process.start()
            theirs.close()
            started.append(process)
            left[ours] = len(mine)
        yield from _heard(left)
    finally:
        for process in started:
            process.kill()
            process.join()


def _work(pipe: Connection, function: Callable[[Task], Result], tasks: Sequence[Task]) -> None:
    """In the other process: do the tasks, send what comes of them, or what went wrong."""
    with suppress(OSError, KeyboardInterrupt):
        try:
            for task in tasks:
                pipe.send(function(task))
        except Exception as error:
            pipe.send(error)


def _heard(left: dict[Connection, int]) -> Iterator[Result]:
    """What the processes send, until each has sent as much as it was given."""
    while left:
        for pipe in wait(list(left)):
            assert isinstance(pipe, Connection)
            try:
                made = pipe.recv()
            except (EOFError, OSError):
                raise Broken from None
            if isinstance(made, Exception):
                raise made
            left[pipe] -= 1
            if not left[pipe]:
                del left[pipe]
                pipe.close()
            yield made


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """A process that is started in here does not hear Ctrl-C, from its first moment on: that is for the one who asks."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # while that starts, it lets interrupts through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
