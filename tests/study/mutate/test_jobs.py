"""Many changes at once, in processes that can be stopped."""

from __future__ import annotations

import time
from collections.abc import Generator
from multiprocessing import Pipe, Process, active_children

import pytest

from rulekit.study.mutate.jobs import _hear, _Worker, verdicts
from rulekit.study.mutate.trial import EXAMPLES, NEVER_ENDS, PLAYS, TOO_MUCH, Bench, Job, Verdict
from rulekit.study.processes.pool import Broken
from tests.study.stall import STALL

# The engine itself stops rules that go on for too long, but these would take an hour to get there.
ENDLESS = """\
cafe en
game steps "Steps"
  players 2

marker n: 0..2000000000 = 0

play
  starter does walk

action walk
  repeat until n is 3 or sum(x + n for x in 1..100, y in 1..100) < 0
    set n to n + 1
"""
SEEN = '\nexample seen "Three steps"\n  players ada, bob\n  when ada does walk\n  then n is 3\n'
FOR_EVER = ("walk", "`set n to n + 2` instead of `set n to n + 1`")


def test_processes_find_what_one_would_find_alone() -> None:
    job = Job(((STALL, "stall.cafe"),))
    bench = Bench(job)
    numbers = range(0, len(bench.mutations), 6)
    assert sorted(verdicts(job, numbers, 2), key=lambda v: v.number) == [bench.judge(n) for n in numbers]
    assert active_children() == []


def test_a_change_that_never_ends_is_given_up_and_the_others_go_on() -> None:
    for text, stage in ((ENDLESS, PLAYS), (ENDLESS + SEEN, EXAMPLES)):
        job = Job(((text, "steps.cafe"),))
        mutations = Bench(job).mutations
        number = next(n for n, m in enumerate(mutations) if (m.address, m.text) == FOR_EVER)
        seconds, others = 1.5, True
        while others:  # on a busy machine the others may need longer than that
            found = {v.number: v for v in verdicts(job, [number, 0, number + 1], 1, seconds=seconds)}
            assert found[number] == Verdict(number, stage, NEVER_ENDS) and set(found) == {number, 0, number + 1}
            seconds, others = 4 * seconds, found[0].by == NEVER_ENDS


def test_leaving_early_leaves_no_process_behind() -> None:
    some = verdicts(Job(((STALL, "stall.cafe"),)), range(40), 2)
    next(some)
    assert len(active_children()) == 2
    assert isinstance(some, Generator)
    some.close()
    assert active_children() == []


def test_a_process_that_dies_has_met_a_change_that_is_too_much() -> None:
    ours, theirs = Pipe()
    worker = _Worker(Process(), ours, True, 7, PLAYS, time.monotonic())
    assert _hear(worker, 60) == (None, False)
    theirs.close()
    assert _hear(worker, 60) == (Verdict(7, PLAYS, TOO_MUCH), True)


def test_a_process_that_dies_before_it_was_asked_is_no_verdict() -> None:
    ours, theirs = Pipe()
    theirs.close()
    with pytest.raises(Broken):
        _hear(_Worker(Process(), ours), 60)


def test_nothing_to_try_starts_nothing() -> None:
    assert list(verdicts(Job(((STALL, "stall.cafe"),)), [], 4)) == []
