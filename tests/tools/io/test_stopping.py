"""Ctrl-C while something comes piece by piece, and kills that are heard as Ctrl-C is."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest

from rulekit.tools.io.stopping import KILLS, hearing_kills, until_ctrl_c


@pytest.fixture(autouse=True)
def _signals_as_at_a_terminal() -> Iterator[None]:
    """Whoever runs the tests may ignore some of them."""
    before = {signal.SIGINT: signal.signal(signal.SIGINT, signal.default_int_handler)}
    before |= {number: signal.signal(number, signal.SIG_DFL) for number in KILLS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def numbers(closed: list[bool], when: int = 5) -> Iterator[int]:
    """0, 1, 2 …; before `when` comes, Ctrl-C is pressed."""
    try:
        for number in range(10):
            if number == when:
                signal.raise_signal(signal.SIGINT)
            yield number
    finally:
        closed.append(True)


def test_what_came_before_is_kept_and_what_makes_more_is_ended() -> None:
    closed: list[bool] = []
    with until_ctrl_c(numbers(closed)) as some:
        assert list(some) == [0, 1, 2, 3, 4] and closed == [True]


def test_a_piece_that_has_come_is_dealt_with_first() -> None:
    done = []
    with until_ctrl_c(numbers([], 99)) as some:
        for number in some:
            if number == 3:
                signal.raise_signal(signal.SIGINT)
            done.append(number)
    assert done == [0, 1, 2, 3]


def test_the_second_time_everything_ends() -> None:
    with pytest.raises(KeyboardInterrupt), until_ctrl_c(numbers([])) as some:
        assert list(some) == [0, 1, 2, 3, 4]
        signal.raise_signal(signal.SIGINT)


def test_afterwards_ctrl_c_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with until_ctrl_c(numbers([])) as some:
        list(some)
    assert signal.getsignal(signal.SIGINT) is before


# ---- polite kills --------------------------------------------------------------------------------
@pytest.mark.parametrize("number", KILLS)
def test_a_kill_does_what_ctrl_c_does(number: int) -> None:
    done = []
    with hearing_kills() as kills, until_ctrl_c(numbers([], 99)) as some:
        for piece in some:
            if piece == 3:
                signal.raise_signal(number)
            done.append(piece)
    assert done == [0, 1, 2, 3]
    assert (kills.status(130), kills.status(0), kills.status(1)) == (128 + number, 0, 1)


@pytest.mark.parametrize("number", KILLS)
@pytest.mark.parametrize("pressed", [signal.default_int_handler, signal.SIG_IGN], ids=["in front", "in the background"])
def test_a_kill_ends_what_does_not_come_piece_by_piece(number: int, pressed: Any) -> None:
    """Also where Ctrl-C is not heard, as in work that a shell has put into the background."""
    signal.signal(signal.SIGINT, pressed)
    with pytest.raises(KeyboardInterrupt), hearing_kills():
        signal.raise_signal(number)


def test_what_is_ignored_stays_ignored_and_all_is_as_before() -> None:
    """`nohup` lets a command ignore that the terminal is closed."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with hearing_kills() as kills:
        signal.raise_signal(signal.SIGHUP)
    assert kills.status(130) == 130 and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_another_thread_hears_nothing_and_works() -> None:
    found: list[int] = []

    def work() -> None:
        with hearing_kills(), until_ctrl_c(numbers([], 99)) as some:
            found.extend(some)

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert found == list(range(10))
