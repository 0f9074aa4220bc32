"""Many games as a table."""

from __future__ import annotations

from rulekit.report.simulation import MOST_FAULTS, fault_lines


def test_of_many_faults_the_most_frequent_are_told_and_the_rest_is_counted() -> None:
    faults = [(f"the number {n} is too large", 1) for n in range(20)] + [("a division by zero", 3)]
    told = list(fault_lines(faults, 3000))
    assert told[0] == "3 × a division by zero" and len(told) == MOST_FAULTS + 1
    assert told[-1] == "2990 × others"


def test_a_few_faults_are_all_told() -> None:
    assert list(fault_lines([("a", 1), ("b", 2)], 3)) == ["2 × b", "1 × a"]
