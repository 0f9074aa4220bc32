"""Ctrl-C while something comes piece by piece: what has come is kept, nothing is half done."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from attrs import define

Piece = TypeVar("Piece")


@define
class _Waiting:
    """Whether the next piece is waited for, and whether no more are wanted."""

    waits: bool = False
    stopped: bool = False

    def hear(self, number: int, frame: object) -> None:
        """The first Ctrl-C ends the waiting; what is done with a piece that has come is not disturbed. The second ends all."""
        again, self.stopped = self.stopped, True
        if again or self.waits:
            raise KeyboardInterrupt


@contextmanager
def until_ctrl_c(pieces: Iterator[Piece]) -> Iterator[Iterator[Piece]]:
    """The same pieces; after Ctrl-C, those that came before."""
    waiting = _Waiting()
    try:
        before = signal.signal(signal.SIGINT, waiting.hear)
    except ValueError:  # only the main thread may say so
        yield pieces
        return
    try:
        yield _some(pieces, waiting)
    finally:
        signal.signal(signal.SIGINT, before)


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
