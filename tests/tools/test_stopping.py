"""Ctrl-C while something comes piece by piece."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from rulekit.tools.stopping import until_ctrl_c


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
