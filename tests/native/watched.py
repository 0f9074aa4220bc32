"""Work that may end its process or never end: it is done in other processes, and what becomes of each task is told.

A process that is ended by a signal, or that works longer than allowed on a task, costs that task only; where it stood is told.
"""

from __future__ import annotations

import faulthandler
import resource
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import define, frozen

_SPAWN = get_context("spawn")
MEMORY = 6 * 1024**3


@frozen
class Ended:
    """A task with what came of it, or how its process ended: by a signal, or too late; `where` is its stack."""

    task: Any
    result: Any = None
    how: str = ""
    where: str = ""


def _serve(pipe: Connection, function: Callable[[Any], Any], seconds: float, notes: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    with suppress(EOFError, OSError, KeyboardInterrupt), open(notes, "w", encoding="utf-8") as file:
        faulthandler.enable(file)
        faulthandler.register(signal.SIGPROF, file, chain=True)  # then it ends
        while True:
            task = pipe.recv()
            signal.setitimer(signal.ITIMER_PROF, seconds)
            try:
                done = Ended(task, function(task))
            except Exception as error:
                done = Ended(task, how=f"{type(error).__name__}: {error}", where=_place(error))
            signal.setitimer(signal.ITIMER_PROF, 0)
            pipe.send(done)


def _place(error: Exception) -> str:
    import traceback

    return "".join(traceback.format_tb(error.__traceback__)[-5:])


@define(eq=False)
class _Worker:
    process: Any
    pipe: Connection
    notes: Path
    task: Any

    def heard(self) -> Ended:
        """What became of the task."""
        try:
            return self.pipe.recv()  # type: ignore[no-any-return]
        except (EOFError, OSError):
            self.process.join()
            code = self.process.exitcode
            how = "too long" if code == -signal.SIGPROF else signal.Signals(-code).name if code < 0 else f"exit {code}"
            return Ended(self.task, how=how, where=self.notes.read_text(encoding="utf-8")[-4000:])


def watched(function: Callable[[Any], Any], tasks: Sequence[Any], jobs: int = 2, seconds: float = 60) -> Iterator[Ended]:
    """Do all tasks in so many processes, none longer than so many seconds of processor time, in no fixed order."""
    todo, workers = deque(tasks), dict[Connection, _Worker]()
    with TemporaryDirectory() as folder:
        try:
            for number in range(min(jobs, len(todo))):
                _start(function, seconds, Path(folder, str(number)), todo, workers)
            while workers:
                for pipe in wait(list(workers)):
                    assert isinstance(pipe, Connection)
                    worker = workers.pop(pipe)
                    ended = worker.heard()
                    yield ended
                    if todo and worker.process.is_alive():
                        worker.task = todo.popleft()
                        worker.pipe.send(worker.task)
                        workers[worker.pipe] = worker
                        continue
                    worker.process.kill()
                    worker.process.join()
                    if todo:
                        _start(function, seconds, worker.notes, todo, workers)
        finally:
            for worker in workers.values():
                worker.process.kill()
                worker.process.join()


def _start(
    function: Callable[[Any], Any], seconds: float, notes: Path, todo: deque[Any], workers: dict[Connection, _Worker]
) -> None:
    ours, theirs = _SPAWN.Pipe()
    process = _SPAWN.Process(target=_serve, args=(theirs, function, seconds, str(notes)), daemon=True)
    process.start()
    theirs.close()
    worker = _Worker(process, ours, notes, todo.popleft())
    ours.send(worker.task)
    workers[ours] = worker
