"""Being asked to stop, by Ctrl-C or a polite kill: what is there by then is kept, nothing is half done.

A polite kill (SIGTERM), or a terminal that is closed (SIGHUP), does whatever Ctrl-C would do at that moment. Only the status
tells which it was.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from attrs import define

from rulekit.tools.io.problems import STOPPED

Piece = TypeVar("Piece")
Hear = Callable[[int, FrameType | None], object]
KILLS = tuple(number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None)


# ---- polite kills --------------------------------------------------------------------------------
@define
class Kills:
    """Which kill was heard, if any."""

    number: int | None = None

    def hear(self, number: int, frame: FrameType | None) -> None:
        """Do what Ctrl-C does."""
        self.number = number
        pressed = signal.getsignal(signal.SIGINT)
        if callable(pressed):
            pressed(signal.SIGINT, frame)
        else:  # Ctrl-C is not for work in the background; this is
            raise KeyboardInterrupt

    def status(self, status: int) -> int:
        """Return the status of a command; that of one that was stopped tells by what."""
        return status if self.number is None or status != STOPPED else 128 + self.number


@contextmanager
def hearing_kills() -> Iterator[Kills]:
    """In here polite kills are heard, if they would end the process otherwise."""
    kills, before = Kills(), {}
    try:
        for number in KILLS:
            if signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, kills.hear)
    except ValueError:  # only the main thread may say so
        pass
    try:
        yield kills
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# ---- Ctrl-C --------------------------------------------------------------------------------------
@contextmanager
def on_ctrl_c(hear: Hear) -> Iterator[bool]:
    """In here `hear` is called at Ctrl-C; False: it cannot be, as only the main thread may say so."""
    try:
        before = signal.signal(signal.SIGINT, hear)
    except ValueError:
        yield False
        return
    try:
        yield True
    finally:
        signal.signal(signal.SIGINT, before)


@define
class _Waiting:
    """Whether the next piece is waited for, and whether no more are wanted."""

    waits: bool = False
    stopped: bool = False

    def hear(self, number: int, frame: FrameType | None) -> None:
        """The first Ctrl-C ends the waiting; what is done with a piece that has come is not disturbed. The second ends all."""
        again, self.stopped = self.stopped, True
        if again or self.waits:
            raise KeyboardInterrupt


@contextmanager
def until_ctrl_c(pieces: Iterator[Piece]) -> Iterator[Iterator[Piece]]:
    """The same pieces; after Ctrl-C, those that came before."""
    waiting = _Waiting()
    with on_ctrl_c(waiting.hear) as is_heard:
        yield _some(pieces, waiting) if is_heard else pieces


def _some(pieces: Iterator[Piece], waiting: _Waiting) -> Iterator[Piece]:
    while not waiting.stopped:
        try:
            waiting.waits = True
            piece = next(pieces)
        except (StopIteration, KeyboardInterrupt):
            return
        finally:
            waiting.waits = False
        yield piece
