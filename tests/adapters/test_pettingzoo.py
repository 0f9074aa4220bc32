"""Games as PettingZoo environments: its own tests, what agents see, rewards, and games that do not end well."""

from __future__ import annotations

import random
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from rulekit.adapters.pettingzoo import env, raw_env
from rulekit.engine.chance import game_seed
from rulekit.tools.io.problems import Problem, Usage

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
TIC_TAC_TOE, GOPS, CRAZY_EIGHTS = (str(EXAMPLES / f"{name}.cafe") for name in ("tic-tac-toe", "gops", "crazy-eights"))
GAMES = (
    (TIC_TAC_TOE, 2, "auto"), (GOPS, 3, "auto"), (str(EXAMPLES / "reversi.cafe"), 2, "reference"), ("bon-appetit", 4, "auto"),
    ("cafe-del-gatto", 4, "reference"), ("cafe-international", 3, "reference"), ("espresso-doppio", 2, "reference"),
)  # fmt: skip
DIVIDES = """cafe en
game small "A small game"
  players 2

marker day: 0..9 = 3
tally coins[player]

play
  turns from starter until coins[starter] > 9
    do share

action share
  gain 6 div day coins
  set day to max(0, day - 1)

winner p
  most coins[p]
"""


def seen(table: Any, agent: str) -> dict[str, int]:
    """An observation with its names."""
    numbers = table.observe(agent)["observation"]
    return {column.name: int(number) for column, number in zip(table.columns, numbers, strict=True)}


def played(table: Any, seed: int) -> list[Any]:
    """Everything that comes out of one random game."""
    table.reset(seed=seed)
    dice, told = random.Random(seed), []
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        over = terminated or truncated
        count = int(observation["action_mask"].sum())
        told.append((agent, observation["observation"].tolist(), count, reward, over, {**info, "action_mask": None}))
        table.step(None if over else dice.randrange(count))
    return told


@pytest.mark.parametrize(("game", "players", "engine"), GAMES)
def test_pettingzoo_finds_nothing(game: str, players: int, engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        api_test(env(game, players=players, engine=engine), num_cycles=60)
    said = {str(w.message) for w in found if "pettingzoo" in str(w.filename)}
    assert all("not a NumPy array" in text or "probably should be" in text for text in said), said  # it wants no dictionaries
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "players", "engine"), GAMES)
def test_the_same_seed_is_the_same_game(game: str, players: int, engine: str) -> None:
    seed_test(lambda: env(game, players=players, engine=engine), num_cycles=15)


def test_another_seed_is_another_game_and_so_is_the_next_one() -> None:
    table = raw_env(GOPS, players=2, engine="reference")
    first, other = played(table, 1), played(table, 2)
    table.reset()
    assert first != other
    assert table.observe("player_0")["observation"].tolist() != other[0][1]
    assert played(table, 1) == first


def test_the_games_are_those_of_simulate() -> None:
    table = raw_env(GOPS, players=2, engine="reference")
    table.reset(seed=7)
    assert table.play.state == table.play.engine.start(game_seed(7, 0))
    table.reset()
    assert table.play.state == table.play.engine.start(game_seed(7, 1))


@pytest.mark.parametrize(("game", "players"), [(TIC_TAC_TOE, 2), (GOPS, 3), (CRAZY_EIGHTS, 3), ("bon-appetit", 3)])
def test_both_engines_give_the_same(game: str, players: int) -> None:
    native, reference = (raw_env(game, players=players, engine=engine) for engine in ("native", "reference"))
    assert native.play.native is not None and reference.play.native is None
    for seed in range(3):
        assert played(native, seed) == played(reference, seed)


# ---- what agents see -------------------------------------------------------------------------------
def test_a_mark_on_the_board_is_seen_by_both() -> None:
    table = raw_env(TIC_TAC_TOE, engine="reference", actions=9)
    table.reset(seed=0)
    assert table.observe("player_0")["action_mask"].tolist() == [1] * 9
    assert table.observe("player_1")["action_mask"].tolist() == [0] * 9
    assert table.move_names()[4] == "put a mark on column 2, row 2"
    table.step(4)
    assert table.agent_selection == "player_1"
    mask = table.infos["player_1"]["action_mask"]
    assert isinstance(mask, np.ndarray) and mask.tolist() == [1] * 8 + [0]
    for seat, agent in enumerate(table.agents):
        numbers = seen(table, agent)
        assert (numbers["player"], numbers["active"], numbers["decider"]) == (seat, 1, 1)
        assert {name: n for name, n in numbers.items() if name.startswith("board") and n} == {"board[2, 2]: look at 1": 1}
        assert (numbers["stock[0]: pieces"], numbers["stock[1]: pieces"]) == (4, 5)
        assert [numbers[f"stock[1]: look at {at}"] for at in range(1, 7)] == [2] * 5 + [0]


def test_of_a_hidden_hand_only_the_number_is_seen() -> None:
    table = raw_env(CRAZY_EIGHTS, players=3, engine="reference")
    table.reset(seed=5)
    numbers = seen(table, "player_0")
    for seat, known in ((0, 5), (1, 0), (2, 0)):
        assert numbers[f"hand[{seat}]: pieces"] == 5
        assert sum(n for name, n in numbers.items() if name.startswith(f"hand[{seat}]: card")) == known
    assert [name for name in numbers if name.startswith("stock")] == ["stock: pieces"]
    assert (numbers["stock: pieces"], numbers["whether called"]) == (36, 2)  # 52 - 3 * 5 - 1
    names = [column.name for column in table.whole.columns]
    assert dict(zip(names, table.state(), strict=True))["hand[1]: pieces"] == 5
    assert sum(n for name, n in zip(names, table.state(), strict=True) if name.startswith("hand[1]: card")) == 5
    assert table.state_space.contains(table.state())


def test_a_secret_bid_is_not_seen_before_all_have_bid() -> None:
    told = []
    for bid in (0, 12):
        table = raw_env(GOPS, players=2, engine="reference")
        table.reset(seed=3)
        table.step(bid)
        assert table.agent_selection == "player_1"
        told.append((seen(table, "player_0"), seen(table, "player_1")))
    assert told[0][1] == told[1][1]
    assert told[0][0] != told[1][0]
    assert told[0][1]["hand[0]: pieces"] == 13
    assert told[0][0]["hand[0]: pieces"] == 12


def test_changing_attributes_are_seen() -> None:
    table = raw_env(str(EXAMPLES / "reversi.cafe"), engine="reference")
    table.reset(seed=0)
    numbers = seen(table, "player_0")
    up = [numbers[name.replace("look", "up")] for name, n in numbers.items() if name.startswith("board") and "look" in name and n]
    assert sorted(up) == [0, 0, 1, 1]


# ---- the end -----------------------------------------------------------------------------------------
def test_the_winner_gets_one_and_the_others_lose_one() -> None:
    table = raw_env(TIC_TAC_TOE, engine="reference")
    table.reset(seed=0)
    for move in (0, 2, 0, 1):  # cross 1,1; nought 2,1; cross 1,2; nought 2,2
        table.step(move)
    assert table.move_names()[0] == "put a mark on column 1, row 3"
    table.step(0)
    assert table.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert table.terminations == {"player_0": True, "player_1": True}
    assert table.infos["player_1"]["winners"] == (0,)
    assert table.observe("player_1")["action_mask"].sum() == 0


def test_a_draw_gives_nothing() -> None:
    table = raw_env(TIC_TAC_TOE, engine="reference")
    table.reset(seed=0)
    for column, row in ((1, 1), (2, 1), (3, 1), (2, 2), (1, 2), (3, 2), (2, 3), (1, 3), (3, 3)):
        table.step(table.move_names().index(f"put a mark on column {column}, row {row}"))
    assert table.infos["player_0"]["winners"] == ()
    assert table.rewards == {"player_0": 0.0, "player_1": 0.0}
    assert table.terminations == {"player_0": True, "player_1": True}


def test_scores_as_rewards() -> None:
    table = raw_env(GOPS, players=2, engine="reference", reward="score")
    ends = {agent: (reward, info["totals"]) for agent, _, _, reward, over, info in played(table, 4) if over}
    assert sum(ends["player_0"][1]) > 0
    assert ends["player_0"][1] == ends["player_1"][1] == (ends["player_0"][0], ends["player_1"][0])
    with pytest.raises(Usage, match="no score sheet"):
        raw_env(TIC_TAC_TOE, engine="reference", reward="score")


def test_a_move_that_is_not_offered_is_refused() -> None:
    table = raw_env(TIC_TAC_TOE, engine="reference")
    table.reset(seed=0)
    with pytest.raises(ValueError, match="player_0 is offered 9 moves, and 9 is none of them"):
        table.step(9)
    guarded = env(TIC_TAC_TOE, engine="reference")
    guarded.reset(seed=0)
    guarded.step(9)
    assert guarded.terminations == {"player_0": True, "player_1": True}
    assert guarded.rewards["player_0"] == -1


def test_a_long_game_is_cut() -> None:
    table = raw_env(TIC_TAC_TOE, engine="reference", longest=3)
    told = played(table, 0)
    assert [agent for agent, *_ in told] == ["player_0", "player_1", "player_0", "player_0", "player_1"]
    assert [reward for *_, reward, _, _ in told] == [0] * 5
    assert told[-1][5]["end"] == "too long"


def test_more_moves_than_actions_end_the_game() -> None:
    table = raw_env(TIC_TAC_TOE, engine="reference", actions=8)
    table.reset(seed=0)
    assert table.truncations == {"player_0": True, "player_1": True}
    assert table.infos["player_0"]["end"] == "too many moves"


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_fault_of_the_rules_ends_the_game_and_is_told(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "small.cafe"
    path.write_text(DIVIDES, encoding="utf-8")
    table = raw_env(str(path), engine=engine)
    table.reset(seed=0)
    for _ in range(3):
        table.step(0)
    assert not any(table.truncations.values())
    table.step(0)
    assert table.truncations == {"player_0": True, "player_1": True}
    assert table.rewards == {"player_0": 0.0, "player_1": 0.0}
    assert (table.infos["player_0"]["end"], table.infos["player_0"]["code"]) == ("fault", "RK523")
    fault = table.infos["player_1"]["fault"]
    assert isinstance(fault, str) and "share" in fault
    played(table, 0)


# ---- what is asked for -------------------------------------------------------------------------------
def test_changes_and_options_are_taken() -> None:
    table = raw_env("bon-appetit", players=2, options={"opening_mouse": "ignored"}, engine="reference")
    assert (
        dict(table.play.engine.program.options)["opening_mouse"]
        != dict(raw_env("bon-appetit", players=2, engine="reference").play.engine.program.options)["opening_mouse"]
    )
    with pytest.raises(Problem):
        raw_env("bon-appetit", players=2, options={"opening_mose": "ignored"})


@pytest.mark.parametrize("wrong", [{"engine": "fast"}, {"reward": "money"}, {"actions": 0}, {"actions": 5000}, {"longest": 0}])
def test_what_cannot_be_asked_for(wrong: dict[str, Any]) -> None:
    with pytest.raises(Usage, match=next(iter(wrong))):
        raw_env(TIC_TAC_TOE, **wrong)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "rulekit.adapters.aec", raising=False)
    with pytest.raises(Problem) as found:
        raw_env(TIC_TAC_TOE, engine="reference")
    assert found.value.findings[0].code == "RK601"
    assert "rulekit[rl]" in str(found.value.findings[0].hint)


def test_without_llvm_the_reference_engine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    assert raw_env(TIC_TAC_TOE).play.native is None
    with pytest.raises(Problem) as found:
        raw_env(TIC_TAC_TOE, engine="native")
    assert "rulekit[fast]" in str(found.value.findings[0].hint)


def test_too_much_to_see_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.adapters.observe.MOST_COLUMNS", 35)
    with pytest.raises(Problem) as found:
        raw_env(TIC_TAC_TOE, engine="reference")
    assert found.value.findings[0].code == "RK620"


def test_the_table_as_text() -> None:
    table = raw_env(TIC_TAC_TOE, engine="reference", render_mode="ansi")
    table.reset(seed=0)
    assert "board" in str(table.render())
    assert raw_env(TIC_TAC_TOE, engine="reference").render() is None


def test_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (EXAMPLES.parents[1] / "docs" / "adapters.md").read_text(encoding="utf-8")
    code = page.split("```python\n")[1].split("```")[0]
    exec(compile(code, "adapters.md", "exec"), {})
    winners, totals = capsys.readouterr().out.strip().split(") (")
    assert winners.startswith("(") and totals.count(",") == 2
