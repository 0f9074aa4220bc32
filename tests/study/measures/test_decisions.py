"""Games followed decision by decision: a game known by heart, both engines alike, rules at work, options that matter."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.native.engine import native_of
from rulekit.pipeline import check_game
from rulekit.play.random_games import random_game
from rulekit.play.series_player import Series, reference_player
from rulekit.play.tables import ReferenceTable
from rulekit.program.lower import lower
from rulekit.study.measures.decisions import Watcher, ending_nodes, see_games
from rulekit.study.measures.options import fingerprint, first_games, option_tasks, other_values, play_option
from rulekit.study.measures.sample import addresses
from rulekit.study.measures.sweep import Job
from rulekit.study.measures.whole import Measures, Wanted, measure
from rulekit.study.series.tally import Tally
from tests.play.bots.games import FULL
from tests.play.bots.games import made as made_of
from tests.study.race import RACE
from tests.study.series.test_perft import engine


def race(players: int = 2) -> tuple[Any, Engine]:
    """The model of the race and its engine."""
    model = check_game(RACE, "race.cafe").value
    assert model is not None
    program = lower(model, players).value
    assert program is not None
    return model, Engine(program)


def measured(made: Engine, games: int, seed: int = 0, watched: int = 5) -> Measures:
    """The measures of a series on the reference engine."""
    tally = Tally(made.program.layout.players)
    tally.add(reference_player(Series(made.program, seed)).play(0, games))
    return measure(made, tally, Wanted(seed, games, watched))


def test_all_numbers_of_a_game_known_by_heart() -> None:
    made = measured(race()[1], 40)
    sample = made.sample
    data: dict[str, Any] = made.to_dict()
    # four turns of one step each; the first has 6 points, the second 5, from the beginning to the end
    assert dict(sample.turns) == {4: 40} and dict(sample.menus) == {1: 160} and sample.forced == sample.decisions == 160
    assert dict(sample.changes) == {0: 40} and sample.leads == [40] * 10
    assert dict(sample.spread) == dict(sample.margin) == {1: 40}
    told = {name: data["sample"][name]["mean"] for name in ("pace", "behind", "drama", "worst", "decided", "settled")}
    assert told == {"pace": 0, "behind": 0, "drama": 0, "worst": 0, "decided": 1 / 4, "settled": 1 / 4}
    assert data["sample"]["score_lines"]["lead"][0]["mean"] == 6 and data["sample"]["score_lines"]["lead"][1]["mean"] == 5
    assert data["sample"]["actions"] == {"step": {"offered": 160, "taken": 160, "games": 40}}
    assert data["seats"][0]["wins"]["count"] == 40 and data["chi_square"]["statistic"] == 40.0
    assert data["rules"]["fired"] == {"play": 5, "step": 5} and data["rules"]["endings"][0] | {"node": 0} == {
        "rule": "play", "node": 0, "games": 5,
    }  # fmt: skip


def test_a_seeded_series_of_a_small_game(snapshot: Any) -> None:
    data: dict[str, Any] = measured(engine("examples/games/tic-tac-toe.cafe"), 20, 7).to_dict()
    sample = data.pop("sample")
    lines = [f"{key}: {json.dumps(short(value))}" for part in (data, sample) for key, value in part.items()]
    assert "\n".join(lines) == snapshot


def short(data: Any) -> Any:
    """Data without the numbers that only stand for others, and rounded."""
    if isinstance(data, dict):
        return {key: short(value) for key, value in data.items() if key not in ("quantiles", "low", "high", "deviation", "step")}
    return [short(value) for value in data] if isinstance(data, list) else round(data, 3) if isinstance(data, float) else data


@pytest.mark.parametrize("path, players", [("examples/games/gops.cafe", 2), ("examples/games/oh-hell.cafe", 3)])
def test_both_engines_see_the_same(path: str, players: int) -> None:
    made = engine(path, players)
    native = native_of(made.program, paths=True)
    assert not isinstance(native, Diagnostic)
    slow = list(see_games(ReferenceTable(made), 3, range(4), watcher=Watcher(made)))
    fast = list(see_games(native.table(), 3, range(4), watcher=Watcher(made)))
    assert slow == fast and len(slow) == 4 and slow[0].ending is not None


def test_a_game_seen_is_the_game_simulated() -> None:
    made = engine("rules/bon-appetit.cafe", 3)
    for index, seen in enumerate(see_games(ReferenceTable(made), 5, range(3))):
        result = random_game(made, 5, index)
        assert (len(seen.taken), seen.course.outcome.totals, seen.course.outcome.winners) == (
            result.decisions, result.totals, result.winners,
        )  # fmt: skip
        assert sum(len(turn.menus) for turn in seen.course.turns) == result.decisions


def test_games_that_do_not_end_are_left_to_the_series() -> None:
    assert list(see_games(ReferenceTable(engine("examples/games/nim.cafe")), 0, range(3), longest=1)) == []


def test_games_at_fault_are_left_to_the_series() -> None:
    """The fourth seat cannot be taken: whoever watches, there is no end to tell of."""
    full = made_of(FULL, 2)
    native = native_of(full.program, paths=True)
    assert not isinstance(native, Diagnostic)
    for table in (ReferenceTable(full), native.table()):
        for watcher in (None, Watcher(full)):
            assert list(see_games(table, 0, range(3), watcher=watcher)) == []


def test_rules_that_never_fired_are_named() -> None:
    made = measured(engine("rules/bon-appetit.cafe", 3), 8, 1, watched=8)
    assert set(made.never_fired) <= set(addresses(made.program))
    assert "take_pile.aside" in made.never_fired  # only where an option says so
    assert "turn_up" not in made.never_fired and made.watched.fired["turn_up"] == 8


RARE = """\
cafe en
game rare "Rare"
  players 2

marker done: 0..9 = 0

play
  turns from starter until done is 4
    do step

action step
  set done to done + 1
  never: if done > 8
    set done to 0
  once: if done is 2
    set done to 3
"""


def test_a_condition_that_does_not_hold_sets_nothing_going() -> None:
    model = check_game(RARE, "rare.cafe").value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    made = measured(Engine(program), 3, watched=3)
    assert made.never_fired == ("step.never",) and made.watched.fired["step.once"] == 3
    assert dict(made.sample.turns) == {3: 3}  # 1, 3 (instead of 2), 4


def test_the_end_is_certain_where_no_decision_can_follow() -> None:
    program = race()[1].program
    last = ending_nodes(program)
    assert 0 in last and program.entry not in last


def test_values_to_try_instead() -> None:
    options = {option.name: other_values(option) for option in race()[0].options}
    assert options == {"bonus": ("0", "2"), "steps": ("1", "3"), "slow": ("yes",), "ends": ("fewest",), "room": ("29",)}


def test_options_that_matter_and_options_that_do_not() -> None:
    model, made = race()
    before = first_games(made, 0, 6, 1000)
    job = Job(((RACE, "race.cafe"),), (), 2, 6)
    found = {(t.option, t.other): play_option(t) for t in option_tasks(job, model.options, made.program, before)}
    counts = {key: (m.changed.count, m.other_winner.count) for key, m in found.items()}
    assert counts == {
        ("bonus", "0"): (6, 6),  # five points each: both win
        ("bonus", "2"): (6, 0),
        ("steps", "1"): (6, 0),
        ("steps", "3"): (6, 0),
        ("slow", "yes"): (6, 0),
        ("ends", "fewest"): (6, 6),
        ("room", "29"): (0, 0),
    }
    assert not any(m.idle or m.refused for m in found.values())


def test_a_setting_is_replaced_when_its_option_is_tried() -> None:
    model = check_game(RACE, "race.cafe", (), (("bonus", "3"),)).value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    job = Job(((RACE, "race.cafe"),), (("bonus", "3"),), 2, 2)
    task = next(t for t in option_tasks(job, model.options, program, first_games(Engine(program), 0, 2, 1000)))
    made = play_option(task)
    assert (made.own, made.other, made.refused, made.changed.count) == ("3", "2", None, 2)


def test_an_option_that_is_not_in_force_is_idle() -> None:
    two, three = race(2)[1].program, race(3)[1].program
    assert fingerprint(two) == fingerprint(race(2)[1].program) != fingerprint(three)
