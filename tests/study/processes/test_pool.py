"""Processes of one's own: what they hear, and how they answer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from multiprocessing import active_children

import pytest

from rulekit.study.processes.pool import Broken, deaf_to_interrupts, pool

HELD = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
ASKED = "import signal; print(*map(int, signal.pthread_sigmask(signal.SIG_BLOCK, ())))"


def held_back() -> set[int]:
    """The signals that a process which is started now does not hear, before it has done anything."""
    told = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, check=True).stdout
    return set(map(int, told.split()))


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be held back here")
def test_a_process_is_deaf_from_its_first_moment_on_and_nobody_else_is() -> None:
    with deaf_to_interrupts():
        assert held_back() >= HELD
    assert not held_back() & HELD
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ()) & HELD


def _answer(number: int) -> tuple[int, int]:
    if number < 0:
        raise ValueError(number)
    if not number:
        os._exit(1)
    return number, os.getpid()


def test_answers_belong_to_what_was_asked_whoever_is_waited_for_first() -> None:
    with pool(_answer, 2) as workers:
        asked = [workers.ask(number) for number in (1, 2, 3, 4, -5, 6)]
        assert [len(given) for given in workers.asked.values()] == [3, 3]
        found = {n: asked[n].result() for n in (5, 0, 3, 1, 2)}
        assert [found[n][0] for n in sorted(found)] == [1, 2, 3, 4, 6]
        assert len({pid for _, pid in found.values()} | {os.getpid()}) == 3
        with pytest.raises(ValueError, match="-5"):
            asked[4].result()
    assert active_children() == []


def test_a_process_of_a_pool_that_ends_by_itself_is_noticed() -> None:
    with pool(_answer, 1) as workers, pytest.raises(Broken):
        workers.ask(0).result()
    assert active_children() == []
