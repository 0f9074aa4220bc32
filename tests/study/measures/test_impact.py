"""Impact: paired differences by hand, and games whose differences are known."""

from __future__ import annotations

import json

import pytest

from rulekit.engine.engine import Engine
from rulekit.pipeline import check_game
from rulekit.play.results import GameResult
from rulekit.program.lower import lower
from rulekit.report.studies.impact import impact_lines
from rulekit.study.measures.impact import Impact, Mattered, Measure, impact, weigh
from rulekit.study.measures.intervals import Estimate, share
from tests.study.race import RACE
from tests.study.series.test_perft import ROOT


def engine(text: str, players: int = 2, **settings: str) -> Engine:
    """An engine with options set."""
    model = check_game(text, "game.cafe", settings=tuple(settings.items())).value
    assert model is not None
    program = lower(model, players).value
    assert program is not None
    return Engine(program)


def nim(**settings: str) -> Engine:
    """An engine for nim."""
    return engine((ROOT / "examples/games/nim.cafe").read_text(encoding="utf-8"), 2, **settings)


def over(index: int, decisions: int, totals: tuple[int, ...], winners: tuple[int, ...]) -> GameResult:
    """A game that ended as it should."""
    return GameResult(index, index, decisions, "over", totals, winners)


def measure(made: Impact, name: str, seat: int | None = None) -> Measure:
    """The measure of a name."""
    return next(m for m in made.measures if m.name == name and m.seat == seat)


BEFORE = [over(0, 10, (5, 3), (0,)), over(1, 20, (4, 8), (1,)), over(2, 30, (6, 6), (0, 1)), over(3, 9, (1, 0), (0,))]
AFTER = [over(0, 12, (5, 3), (0,)), over(1, 26, (9, 8), (0,)), over(2, 31, (7, 3), (0,)), GameResult(3, 3, 500, "capped")]


def test_differences_by_hand() -> None:
    """The fourth game did not end on one side, so three pairs are left: lengths +2, +6, +1; mean scores 0, +2.5, -1."""
    made = weigh(2, 0, BEFORE, AFTER, scored=True)
    assert (made.games, made.pairs) == (4, 3)
    length = measure(made, "decisions")
    assert (length.a.mean, length.b.mean, length.difference.mean) == (20, 23, 3)
    assert length.difference.half == pytest.approx(1.96 * (7 / 3) ** 0.5)  # variance 7, of three
    assert measure(made, "score").difference.mean == pytest.approx(0.5)
    assert measure(made, "score", 0).difference.mean == pytest.approx(2)
    assert measure(made, "score", 1).difference.mean == pytest.approx(-1)
    spread = measure(made, "first to last")  # 2, 4, 0 and 2, 1, 4
    assert spread.a.mean == 2 and spread.difference.mean == pytest.approx(1 / 3)
    assert measure(made, "wins", 0).a.mean == pytest.approx(0.5) and measure(made, "wins", 0).b.mean == 1
    assert measure(made, "ties").difference.mean == pytest.approx(-1 / 3)


def test_other_winners_other_results_and_bad_ends_by_hand() -> None:
    made = weigh(2, 0, BEFORE, AFTER, scored=True)
    assert made.other_winner == share(2, 3)
    assert made.other_result == share(4, 4)
    assert dict(made.ends_b) == {"over": 3, "stuck": 0, "fault": 0, "capped": 1}
    assert made.irregular is not None and made.irregular.mean == 0.25
    assert weigh(2, 0, BEFORE, BEFORE, scored=True).other_result == share(0, 4)


def test_misere_nim_turns_every_winner_and_nothing_else() -> None:
    made = impact(nim(), nim(last_match="other"), 40, 1)
    assert made.other_winner == share(40, 40) == made.other_result
    assert measure(made, "decisions").difference == Estimate(40, 0, 0)
    wins = measure(made, "wins", 0)
    assert wins.a.mean + wins.b.mean == pytest.approx(1)
    assert not any(m.name in ("score", "first to last") for m in made.measures)


def test_a_bonus_for_the_first_player() -> None:
    """Two points more for seat 1: it always wins on both sides, so nothing but points changes."""
    made = impact(engine(RACE), engine(RACE, bonus="3"), 30, 2)
    assert measure(made, "score", 0).difference == Estimate(30, 2, 0)
    assert measure(made, "score", 1).difference == Estimate(30, 0, 0)
    assert measure(made, "first to last").difference == Estimate(30, 2, 0)
    assert (measure(made, "wins", 0).a.mean, measure(made, "wins", 0).b.mean) == (1, 1)
    assert made.other_winner == share(0, 30) and made.other_result == share(30, 30)


def test_how_often_each_difference_alone_mattered() -> None:
    """More room is never used; another number of steps changes every game; the two together are B."""
    both = engine(RACE, room="20", steps="3")
    alone = (("room", engine(RACE, room="20")), ("steps", engine(RACE, steps="3")))
    made = impact(engine(RACE), both, 25, 0, alone)
    assert made.mattered == (Mattered("room", share(0, 25)), Mattered("steps", share(25, 25)))
    assert json.loads(json.dumps(made.to_dict()))["mattered"][1] == {"name": "steps", **share(25, 25).to_dict()}


def test_no_game_that_ended_leaves_no_measures() -> None:
    made = impact(engine(RACE), engine(RACE, room="3"), 3)
    assert made.measures == () and made.pairs == 0
    told = list(impact_lines(made))
    assert "  B: finished 0, stuck 0, at fault 3, too long 0" in told
    assert "  no game ended as it should on both sides" in told


def test_it_reads_as_a_table() -> None:
    made = impact(engine(RACE), engine(RACE, bonus="0", steps="3"), 30, 2, (("bonus", engine(RACE, bonus="0")),))
    assert list(impact_lines(made, ("mine", "yours\x1b[2J"))) == [
        "impact: 30 random games on the same seeds, 2 players, seed 2; differences are yours\ufffd[2J less mine, "
        "± 95 % interval, n = 30",
        "                      mine  yours\ufffd[2J    difference",
        "  decisions            4.0        6.0    +2.0 ± 0.0 *",
        "  score                5.5        5.0    -0.5 ± 0.0 *",
        "  score of seat 1      6.0        5.0    -1.0 ± 0.0 *",
        "  score of seat 2      5.0        5.0     0.0 ± 0.0",
        "  first to last        1.0        0.0    -1.0 ± 0.0 *",
        "  wins of seat 1, %  100.0       50.0   -50.0 ± 0.0 *",
        "  wins of seat 2, %    0.0       50.0   +50.0 ± 0.0 *",
        "  ties, %              0.0      100.0  +100.0 ± 0.0 *",
        "  seats against an even share of 50.0 %",
        "                   mine    yours\ufffd[2J",
        "    seat 1  +50.0 ± 0.0 *  0.0 ± 0.0",
        "    seat 2  -50.0 ± 0.0 *  0.0 ± 0.0",
        "  another winner in 30 of 30: 100.0 % (88.6 … 100.0)",
        "    (the first game on other seeds has another winner in 0 of 30: 0.0 % (0.0 … 11.4))",
        "  another result in 30 of 30: 100.0 % (88.6 … 100.0)",
        "  each difference alone gives another result in",
        "    bonus  30 of 30: 100.0 % (88.6 … 100.0)",
        "  * clear: 0 is outside the interval (of 20 that differ in nothing, about one is marked all the same)",
    ]
