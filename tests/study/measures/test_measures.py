"""What is measured of one game, on courses made by hand: every number was worked out on paper."""

from __future__ import annotations

from collections import Counter
from math import isclose, sqrt

import pytest

from rulekit.engine.score import Outcome
from rulekit.study.measures.one_game import Course, Story, Turn, chi_square_tail, even_test, story, tenths
from rulekit.study.measures.sample import numbers, quantile, way_of


def course(*totals: tuple[int, ...], fewest: bool = False, winners: tuple[int, ...] | None = None) -> Course:
    """A course with these totals after its turns; the most points lead (or the fewest), the last totals win."""
    best = min if fewest else max
    standings = [Outcome(t, tuple(p for p, n in enumerate(t) if n == best(t))) for t in totals]
    last = standings[-1] if winners is None else Outcome(totals[-1], winners)
    return Course(tuple(Turn(n % 2, (1,), s) for n, s in enumerate(standings)), last)


def test_a_lead_that_changes_every_turn() -> None:
    told = story(course((0, 2), (3, 2), (3, 5), (6, 5)), 1)
    # leaders 2 1 2 1; the winner is behind in turns 1 and 3 of 3, by 2 of at most 2 points; it passes 5 in the last turn
    assert told == Story(changes=3, pace=3 / 4, behind=2 / 3, drama=1.0, worst=2, decided=1.0, settled=1.0)


def test_a_lead_that_never_changes() -> None:
    told = story(course((1, 0), (2, 0), (5, 1), (6, 2)), 1)
    # the other never has more than 2: the winner passes that in turn 3 of 4, and leads from turn 1 on
    assert told == Story(changes=0, pace=0.0, behind=0.0, drama=0.0, worst=0, decided=3 / 4, settled=1 / 4)


def test_a_tie_between_two_leads_is_one_change_or_none() -> None:
    back = story(course((1, 0), (1, 1), (2, 1)), 1)
    over = story(course((1, 0), (1, 1), (1, 2)), 1)
    second = story(course((0, 1), (1, 1), (1, 2)), 1)
    assert (back.changes, over.changes, second.changes) == (0, 1, 0)
    assert (back.behind, over.behind) == (0.0, 1 / 2)  # who shares the lead is not behind


def test_of_several_winners_the_mean_is_taken() -> None:
    told = story(course((3, 0, 0), (3, 4, 0), (5, 5, 0)), 1)
    # after turn 1 the second is 3 behind, after turn 2 the first is 1 behind; the widest distance is 5
    assert told.behind == 2 / 4
    assert told.drama is not None and isclose(told.drama, (sqrt(3 / 5) + sqrt(1 / 5)) / 2)
    assert (told.worst, told.settled) == (3, 1.0)


def test_where_the_fewest_points_win() -> None:
    told = story(course((1, 3), (4, 3), (4, 9), fewest=True), -1)
    # the first wins with 4; it was 1 behind after turn 2, of at most 5; the other's best is 3, which it has only at turn 1
    assert (told.changes, told.behind, told.worst, told.settled) == (2, 1 / 2, 1, 1.0)
    assert told.drama is not None and isclose(told.drama, sqrt(1 / 5))
    assert told.decided == 1 / 3


def test_without_points_only_leads_are_told() -> None:
    told = story(Course((Turn(0, (2,), Outcome((0, 0), (1,))), Turn(1, (2,), None)), Outcome((0, 0), (0,))), 0)
    assert told == Story(changes=1, pace=1 / 2, behind=1.0, settled=1.0)


def test_nothing_is_told_where_nobody_leads_alone_before_the_end() -> None:
    assert story(course((0, 0), (1, 1)), 1) == Story()
    assert story(course((3,)), 1) == Story()
    assert story(course((0, 0), (1, 0)), 1) == Story()  # a lead at the end only is no lead, but the win


def test_a_game_that_nobody_wins_has_only_lead_changes() -> None:
    assert story(course((1, 0), (1, 2), winners=()), 1) == Story(changes=0, pace=0.0)


def test_tenths_of_three_turns() -> None:
    found = [s.totals[0] for s in tenths(course((1, 0), (2, 0), (3, 0)).standings)]
    assert found == [1, 1, 1, 2, 2, 2, 3, 3, 3, 3]


def test_equal_chances_are_tested_by_chi_square() -> None:
    test = even_test([30, 10])
    assert test is not None and (test.statistic, test.freedom) == (10.0, 1)
    assert round(test.p, 5) == 0.00157
    assert even_test([4, 5]) is None  # fewer than five of each are to be expected
    assert even_test([20]) is None


@pytest.mark.parametrize("freedom, critical", [(1, 3.841), (2, 5.991), (3, 7.815), (4, 9.488), (5, 11.070), (6, 12.592)])
def test_chi_square_agrees_with_the_tables(freedom: int, critical: float) -> None:
    assert abs(chi_square_tail(critical, freedom) - 0.05) < 0.0001
    assert chi_square_tail(0.0, freedom) == 1.0


def test_which_way_points_count_is_found_from_the_results() -> None:
    most, fewest, all_win = Outcome((3, 1), (0,)), Outcome((3, 1), (1,)), Outcome((2, 2), (0, 1))
    assert way_of([most, all_win]) == 1
    assert way_of([fewest, all_win]) == -1
    assert way_of([most, fewest]) == way_of([all_win]) == way_of([]) == way_of([Outcome((0, 0), (1,))]) == 0


def test_numbers_are_added_up_exactly() -> None:
    made = numbers(Counter([2, 2, 5]))
    assert (made.count, made.total, made.squares, made.least, made.greatest) == (3, 9, 33, 2, 5)
    assert [quantile(made, q) for q in (5, 50, 66, 67, 100)] == [2, 2, 2, 5, 5]
    assert numbers(Counter()).estimate() is None
