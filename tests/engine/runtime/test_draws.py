"""Outcomes as a state keeps them: like tuples, but hundreds of thousands of them take no time to keep."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rulekit.engine.chance import draw
from rulekit.engine.runtime.draws import Log, Script, drawn, logged, next_given
from rulekit.program.program import COUNTER, FORCED, LOG, SEED, Cells


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 5)), max_size=60))
def test_logs_that_grow_out_of_each_other_are_tuples(steps: list[tuple[int, int]]) -> None:
    """Each step goes on from any log there is, as searches do."""
    logs: list[Any] = [()]
    tuples: list[tuple[int, ...]] = [()]
    for which, outcome in steps:
        logs.append(drawn(logs[which % len(logs)], outcome))
        tuples.append((*tuples[which % len(tuples)], outcome))
    assert [tuple(log) for log in logs] == tuples
    made = [log for log in logs if isinstance(log, Log)]
    assert all((one == two) == (tuple(one) == tuple(two)) for one in made for two in made)
    assert all(hash(one) == hash(two) for one in made for two in made if one == two)


@given(st.lists(st.integers(0, 9), min_size=1))
def test_a_script_is_taken_from_its_beginning(outcomes: list[int]) -> None:
    rest: Script | tuple[int, ...] = tuple(outcomes)
    taken = []
    for _ in outcomes:
        outcome, rest = next_given(rest)
        taken.append(outcome)
    assert (taken, rest) == (outcomes, ())


def test_nothing_is_copied_on_the_way() -> None:
    """However many there are: a list that is shared, a tuple that stays where it is."""
    outcomes = (0, 1) * 500
    cells = Cells([None] * 20)
    cells[SEED], cells[COUNTER], cells[LOG], cells[FORCED] = 1, 0, (), outcomes
    logs, scripts = set(), set()
    for _ in outcomes[1:]:
        draw(cells, 2)
        log, script = cells[LOG], cells[FORCED]
        assert isinstance(log, Log) and isinstance(script, Script)
        logs.add(id(log._shared))
        scripts.add(id(script.outcomes))
    assert len(logs) == 1 and scripts == {id(outcomes)}
    draw(cells, 2)
    assert (logged(cells[LOG]), cells[FORCED], cells[COUNTER]) == (outcomes, (), len(outcomes))
