"""Random play: every game by its own seed, everything counted."""

from __future__ import annotations

from rulekit.play.random_games import random_games
from rulekit.study.series.tally import Numbers
from tests.study.series.simulated import simulate, summarise
from tests.study.series.test_perft import engine


def test_games_do_not_depend_on_how_the_work_is_cut_up() -> None:
    made = engine("rules/bon-appetit.cafe", 3)
    whole = list(random_games(made, 12, 7))
    parts = [*random_games(made, 5, 7), *random_games(made, 7, 7, first=5)]
    assert whole == parts


def test_another_seed_gives_other_games() -> None:
    made = engine("examples/games/nim.cafe")
    assert simulate(made, 20, 1) == simulate(made, 20, 1)
    assert simulate(made, 20, 1) != simulate(made, 20, 2)


def test_wins_shared_wins_and_no_wins_add_up() -> None:
    result = simulate(engine("rules/bon-appetit.cafe", 3), 60, 3)
    assert sum(s.wins for s in result.seats) + result.shared + result.nobody == dict(result.ends)["over"] == 60


def test_no_finished_game_gives_no_spread() -> None:
    made = engine("examples/games/nim.cafe")
    result = summarise(made, 0, random_games(made, 3, 0, longest=1))
    assert result.length is None and dict(result.ends)["capped"] == 3
    assert Numbers().spread() is None


def test_known_numbers_of_a_series() -> None:
    lengths = [g.decisions for g in random_games(engine("examples/games/tic-tac-toe.cafe"), 8, 42)]
    assert lengths == [g.decisions for g in random_games(engine("examples/games/tic-tac-toe.cafe"), 8, 42)]
    assert all(5 <= n <= 9 for n in lengths)
