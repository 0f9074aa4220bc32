"""Many games as a table."""

from __future__ import annotations

from rulekit.report.studies.simulation import MOST_FAULTS, fault_lines, simulation_lines
from rulekit.study.series.tally import Simulation, Spread


def test_of_many_faults_the_most_frequent_are_told_and_the_rest_is_counted() -> None:
    faults = [(f"the number {n} is too large", 1) for n in range(20)] + [("a division by zero", 3)]
    told = list(fault_lines(faults, 3000))
    assert told[0] == "3 × a division by zero" and len(told) == MOST_FAULTS + 1
    assert told[-1] == "2990 × others"


def test_a_few_faults_are_all_told() -> None:
    assert list(fault_lines([("a", 1), ("b", 2)], 3)) == ["2 × b", "1 × a"]


def test_games_that_are_stuck_are_no_others() -> None:
    length, ends = Spread(1, 1, 0, 1, 1, 1), (("over", 1), ("stuck", 2), ("fault", 1), ("capped", 0))
    result = Simulation("x", 2, 1, 4, ends, (("stuck here", 2), ("by zero", 1)), length, (), 0, 0)
    told = list(simulation_lines(result, "X"))
    assert "    2 × stuck here" in told and not any("others" in line for line in told)
