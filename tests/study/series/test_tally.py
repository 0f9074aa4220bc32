"""Many games put together: whole numbers, the same however the work is cut up, in memory that does not grow."""

from __future__ import annotations

import pickle
from statistics import mean, median, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.play.columns import GameColumns, from_results, joined
from rulekit.play.results import GameResult
from rulekit.study.series import tally
from rulekit.study.series.tally import Numbers, Tally

GAMES = [
    GameResult(0, 0, 4, "over", (5, 3), (0,)),
    GameResult(1, 0, 6, "over", (2, 2), (0, 1)),
    GameResult(2, 0, 9, "fault", fault="RK526: too much"),
    GameResult(3, 0, 5, "over", (1, 8), ()),
    GameResult(4, 0, 7, "capped"),
    GameResult(5, 0, 4, "stuck", fault="RK541: no move"),
    GameResult(6, 0, 8, "over", (4, 6), (1,)),
]


def played(games: list[GameResult]) -> GameColumns:
    """Games of two players by column."""
    return from_results(0, games[0].index, 2, games)


def numbers_of(values: list[int]) -> Numbers:
    """Numbers counted at once."""
    made = Numbers()
    made.add(values)
    return made


# ---- numbers -------------------------------------------------------------------------------------
@given(st.lists(st.integers(-(10**6), 10**6), min_size=2))
def test_mean_spread_and_median_are_those_of_the_whole_list(values: list[int]) -> None:
    made = numbers_of(values).spread()
    assert made is not None
    assert (made.count, made.least, made.greatest, made.median) == (len(values), min(values), max(values), median(values))
    assert made.mean == mean(values)
    assert made.deviation == pytest.approx(stdev(values), rel=1e-12)


@given(st.lists(st.integers(-50, 50)), st.lists(st.integers(-(10**9), 10**9)), st.integers(2, 5))
def test_any_cut_gives_the_same_even_where_neighbours_are_counted_together(a: list[int], b: list[int], most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tally, "MOST_DIFFERENT", most)
        whole, parts, other_way = numbers_of(a + b), numbers_of(a), numbers_of(b)
        for value in b:
            parts.merge(numbers_of([value]))
        other_way.merge(numbers_of(a))
        assert whole == parts == other_way
        assert len(whole.often) <= most


def test_counting_together_keeps_sums_exact_and_the_median_near(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "MOST_DIFFERENT", 100)
    made = numbers_of(list(range(1001))).spread()
    assert made is not None
    assert (made.count, made.mean, made.least, made.greatest) == (1001, 500, 0, 1000)
    assert abs(made.median - 500) <= 8  # steps of 16, the middle of one


def test_an_estimate_in_units() -> None:
    """Halves of 1, 3, 0: mean 2/3, variance 7/12, so half of the interval is 1.96 · √(7/36)."""
    made = numbers_of([1, 3, 0]).estimate(2)
    assert made is not None and (made.n, made.mean) == (3, 4 / 6) and made.half == pytest.approx(1.96 * (7 / 36) ** 0.5)
    assert Numbers().estimate() is None


# ---- games ---------------------------------------------------------------------------------------
def test_everything_is_counted() -> None:
    made = Tally(2)
    made.add(played(GAMES))
    assert made.games == 7 and dict(made.ends) == {"over": 4, "fault": 1, "capped": 1, "stuck": 1}
    assert dict(made.faults) == {"RK526: too much": 1, "RK541: no move": 1}
    assert (dict(made.alone), dict(made.together), made.shared, made.nobody) == ({0: 1, 1: 1}, {0: 1, 1: 1}, 1, 1)
    assert (made.lengths.count, made.lengths.total, made.totals[0].total, made.totals[1].total) == (4, 23, 12, 19)


@given(st.permutations(range(7)), st.integers(0, 7))
def test_games_may_come_in_any_order_and_parts(order: list[int], cut: int) -> None:
    whole, first, second = Tally(2), Tally(2), Tally(2)
    whole.add(played(GAMES))
    for n in order[:cut]:
        first.add(played([GAMES[n]]))
    for n in order[cut:]:
        second.add(played([GAMES[n]]))
    second.merge(pickle.loads(pickle.dumps(first)))
    assert second == whole


def test_of_too_many_faults_the_same_are_kept_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "MOST_FAULTS", 2)
    said = ["c", "a", "b", "a", "d", "b"]
    games = [GameResult(n, 0, 1, "fault", fault=text) for n, text in enumerate(said)]
    for order in (games, games[::-1]):
        made = Tally(2)
        for game in order:
            made.add(played([game]))
        assert dict(made.faults) == {"a": 2, "b": 2} and made.ends["fault"] == 6


# ---- columns -------------------------------------------------------------------------------------
def test_columns_give_the_games_back() -> None:
    from rulekit.engine.chance import game_seed

    told = [(g.index, g.decisions, g.end, g.totals, g.winners, g.fault) for g in GAMES]
    whole = joined([played(GAMES[:3]), played(GAMES[3:4]), played(GAMES[4:])])
    assert [(g.index, g.decisions, g.end, g.totals, g.winners, g.fault) for g in whole.games()] == told
    assert [g.seed for g in whole.games()] == [game_seed(0, n) for n in range(7)]


def test_numbers_too_great_for_a_column_stay_right() -> None:
    game = GameResult(0, 0, 1, "over", (2**70, 0), (0,))
    assert next(played([game]).games()).totals == (2**70, 0)
