"""What serves one thread only (an engine, bots), for several threads: each has its own."""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import TypeVar

Made = TypeVar("Made")


def own(make: Callable[[], Made]) -> Callable[[], Made]:
    """Return what gives each thread that asks one of its own, made when it asks for the first time."""
    here = local()

    def mine() -> Made:
        if not hasattr(here, "made"):
            here.made = make()
        found: Made = here.made
        return found

    return mine
