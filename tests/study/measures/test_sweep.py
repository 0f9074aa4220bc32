"""Sweeps: what may be swept, the same numbers as one by one, the same numbers in several processes."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import pytest

from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.study.measures.intervals import Estimate, estimate, paired, part_of_win, share
from rulekit.study.measures.sweep import (
    MOST_COMBINED,
    Job,
    Sweep,
    Swept,
    Unfit,
    combinations,
    engine_for,
    play_part,
    put_together,
    rounds,
    sweep_of,
    too_many,
)
from rulekit.study.processes.pool import Broken, results
from tests.study.race import RACE
from tests.study.series.simulated import simulate
from tests.study.series.test_perft import ROOT


def model() -> GameModel:
    """The model of the race."""
    made = check_game(RACE, "race.cafe").value
    assert made is not None
    return made


def swept(*texts: str) -> tuple[Swept, ...]:
    """Options of the race with values."""
    made = [sweep_of(model().options, *text.split("=")) for text in texts]
    assert all(isinstance(m, Swept) for m in made), made
    return tuple(m for m in made if isinstance(m, Swept))


def sweep(*texts: str, games: int = 40, players: int = 2, jobs: int = 1) -> Sweep:
    """Play the race."""
    job, options = Job(((RACE, "race.cafe"),), players=players, games=games, seed=5), swept(*texts)
    parts = chain.from_iterable(results(play_part, cut, jobs) for cut in rounds(job, options, jobs))
    return put_together(job, "race", True, options, parts)


# ---- intervals -----------------------------------------------------------------------------------
def test_a_paired_difference_by_hand() -> None:
    """Differences 1, 3, 0: mean 4/3, variance 7/3, so the half is 1.96 · √(7/9)."""
    made = paired([5, 8, 9], [6, 11, 9])
    assert made is not None and made.half is not None
    assert made.n == 3 and made.mean == pytest.approx(4 / 3) and made.half == pytest.approx(1.728558, abs=1e-6)
    assert (made.low, made.high) == pytest.approx((-0.395224, 3.061891), abs=1e-6)


def test_one_number_has_no_interval_and_none_no_mean() -> None:
    assert estimate([7]) == Estimate(1, 7, None)
    assert estimate([]) is None


def test_clear_needs_zero_outside_and_enough_games() -> None:
    assert Estimate(30, 2.0, 1.9).clear
    assert not Estimate(29, 2.0, 1.9).clear
    assert not Estimate(30, -2.0, 2.0).clear
    assert not Estimate(30, 0.0, 0.0).clear


def test_wilsons_interval_by_hand() -> None:
    """5 of 10: (0.5 ± 1.96 · √(0.025 + 0.009604)) around the middle, divided by 1.38416."""
    half = share(5, 10)
    assert (half.low, half.high) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    none, every = share(0, 10), share(10, 10)
    assert none.low == 0.0 and none.high == pytest.approx(0.2775, abs=1e-4)
    assert every.low == pytest.approx(0.7225, abs=1e-4) and every.high == 1.0


def test_a_shared_win_counts_in_parts() -> None:
    assert [part_of_win((0, 2), seat) for seat in range(3)] == [0.5, 0.0, 0.5]
    assert part_of_win((), 0) == 0.0


# ---- what may be swept ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("bonus=0..2", ("0", "1", "2")),
        ("bonus=3,1", ("3", "1")),
        ("bonus=0,2..3, 2", ("0", "2", "3")),
        ("bonus=02", ("2",)),
        ("bonus=*", ("0", "1", "2", "3")),
        ("ends=all", ("most", "fewest")),
        ("ends=fewest", ("fewest",)),
        ("slow=*", ("yes", "no")),
        ("slow=no", ("no",)),
    ],
)
def test_values_are_ranges_lists_answers_or_all(text: str, values: tuple[str, ...]) -> None:
    assert swept(text)[0].values == values


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("bonos=1", "the game has no option `bonos`", "did you mean `bonus`?"),
        ("tax=1", "the game has no option `tax`", "its options are bonus, steps, slow, ends, room"),
        ("bonus=2..5", "`bonus` cannot be `4`", "it may be 0..3"),
        ("bonus=many", "`bonus` cannot be `many`", "it may be 0..3"),
        ("bonus=1,,2", "a value of `bonus` is missing", "it may be 0..3"),
        ("bonus=3..1", "`3..1` is empty: it ends before it begins", "did you mean `bonus=1..3`?"),
        ("ends=fewset", "`ends` cannot be `fewset`", "did you mean `fewest`?"),
        ("slow=1", "`slow` cannot be `1`", "it may be yes, no"),
        ("bonus=" + "9" * 5000, f"`bonus` cannot be `{'9' * 5000}`", "it may be 0..3"),
    ],
)
def test_what_cannot_be_swept_says_why(text: str, message: str, hint: str) -> None:
    made = sweep_of(model().options, *text.split("="))
    assert isinstance(made, Unfit) and (made.message, made.hint, made.many) == (message, hint, False)


def test_too_many_values_are_never_listed() -> None:
    huge = sweep_of(model().options, "bonus", "0..9999999999")
    assert isinstance(huge, Unfit) and huge.many and str(MOST_COMBINED) in (huge.hint or "")
    made = too_many(swept("room=1..30", "bonus=*", "slow=*"))
    assert made is not None and made.many and made.message == "30 × 4 × 2 values make 240 combinations"
    assert too_many(swept("room=1..25", "bonus=*", "slow=*")) is None


def test_the_games_own_values_are_always_played() -> None:
    assert combinations(swept("bonus=0,2", "slow=yes")) == (("1", "no"), ("0", "yes"), ("2", "yes"))
    assert combinations(swept("bonus=0..1")) == (("0",), ("1",))


# ---- what comes of it ----------------------------------------------------------------------------
def test_known_results_of_every_combination() -> None:
    """Two steps each are four decisions; the first player wins by the bonus; without one both share every win."""
    made = {row.values: row for row in sweep("bonus=0..2", "steps=2..3").rows}
    assert [values for values, row in made.items() if row.own] == [("1", "2")]
    for (bonus, steps), row in made.items():
        assert row.length and row.score and row.first and row.ties
        assert (row.length.mean, row.score.mean) == (2 * int(steps), 5 + int(bonus) / 2)
        assert [s.mean for s in row.seats] == [5 + int(bonus), 5]
        assert (row.first.mean, row.ties.mean) == ((0.5, 1.0) if bonus == "0" else (1.0, 0.0))
    far = made["0", "3"]
    assert far.length_change == Estimate(40, 2.0, 0.0) and far.length_change.clear
    assert far.score_change == Estimate(40, -0.5, 0.0) and far.first_change == Estimate(40, -0.5, 0.0)
    assert made["1", "2"].length_change is None


def test_numbers_are_those_of_one_simulation_with_the_option_set() -> None:
    row = sweep("bonus=2", "ends=fewest", players=3).rows[-1]
    engine = engine_for(Job(((RACE, "race.cafe"),), (("bonus", "2"), ("ends", "fewest")), players=3), ())
    alone = simulate(engine, 40, 5)  # type: ignore[arg-type]
    assert alone.length and row.length and row.values == ("2", "fewest")
    assert row.length.mean == alone.length.mean
    assert [s.mean for s in row.seats] == [s.score.mean for s in alone.seats if s.score]


def test_numbers_do_not_depend_on_the_number_of_processes() -> None:
    nim = ROOT / "examples/games/nim.cafe"
    job = Job(((nim.read_text(encoding="utf-8"), "nim.cafe"),), games=110, seed=3)
    options = (Swept("last_match", ("taker", "other"), "taker"),)
    (cut,) = rounds(job, options, 4)
    assert [task[3:] for task in cut] == [(0, 28), (28, 28), (56, 28), (84, 26)] * 2
    (whole,) = rounds(job, options)
    alone = put_together(job, "nim", False, options, results(play_part, whole))
    assert alone == put_together(job, "nim", False, options, results(play_part, cut, 2))


def test_rounds_give_the_same_and_begin_with_the_games_own_values(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sweep("bonus=0,1", "slow=*", games=50)
    monkeypatch.setattr("rulekit.study.measures.sweep.GAMES_OF_A_ROUND", 20)
    job = Job(((RACE, "race.cafe"),), games=50)
    cut = list(rounds(job, swept("bonus=0,1", "slow=*"), 1))
    assert [[(number, first, count) for _, number, _, first, count in part] for part in cut] == [
        [(n, first, count) for n in (3, 0, 1, 2)] for first, count in ((0, 20), (20, 20), (40, 10))
    ]
    assert sweep("bonus=0,1", "slow=*", games=50) == whole
    assert sweep("bonus=0,1", "slow=*", games=50, jobs=2) == whole


def test_a_sweep_that_ends_too_soon_has_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first round the combinations that are, if the game's own values are among them; later the rounds that are."""
    monkeypatch.setattr("rulekit.study.measures.sweep.GAMES_OF_A_ROUND", 20)
    options, job = swept("bonus=0,1", "slow=*"), Job(((RACE, "race.cafe"),), games=50, seed=5)
    parts = [play_part(task) for cut in rounds(job, options) for task in cut]
    made = [put_together(job, "race", True, options, parts[:count]) for count in range(len(parts) + 1)]
    assert [(m.games, len(m.rows), m.stopped) for m in made] == [
        (20, 0, True), (20, 1, True), (20, 2, True), (20, 3, True), *[(20, 4, True)] * 4, *[(40, 4, True)] * 4, (50, 4, False),
    ]  # fmt: skip
    assert put_together(job, "race", True, options, [parts[1], parts[2]]).rows == ()
    assert made[2].rows == tuple(row for row in made[4].rows if row.own or row.values == ("0", "yes"))
    for count, games in ((4, 20), (7, 20), (8, 40), (11, 40), (12, 50)):
        assert made[count].rows == sweep("bonus=0,1", "slow=*", games=games).rows


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_both_engines_sweep_alike(engine: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    job, options = Job(((RACE, "race.cafe"),), games=60, seed=5, engine=engine), swept("room=3,30", "bonus=*")
    made = put_together(job, "race", True, options, chain.from_iterable(map(play_part, cut) for cut in rounds(job, options)))
    assert made == sweep("room=3,30", "bonus=*", games=60)


def test_a_combination_that_cannot_be_played_is_told_and_the_others_are_played() -> None:
    made = sweep("room=1,3", games=5)
    own, refused, faulty = made.rows
    assert own.own and own.length and own.length.mean == 4
    assert refused.refused is not None and refused.refused.code == "RK505" and refused.length is None
    assert dict(faulty.ends)["fault"] == 5 and faulty.length is None and faulty.length_change is None
    assert [(said[:5], count) for said, count in faulty.faults] == [("RK526", 5)]
    assert json.loads(json.dumps(made.to_dict()))["rows"][1]["refused"].startswith("RK505: ")


# ---- processes -----------------------------------------------------------------------------------
def _end(number: int) -> int:
    if number:
        import os

        os._exit(1)
    return number


def _fail(number: int) -> int:
    raise RecursionError(str(number))


def test_a_process_that_ends_by_itself_is_noticed() -> None:
    with pytest.raises(Broken):
        list(results(_end, [0, 1, 2], 2))


def test_what_goes_wrong_in_a_process_goes_wrong_here() -> None:
    with pytest.raises(RecursionError):
        list(results(_fail, [1, 2], 2))
