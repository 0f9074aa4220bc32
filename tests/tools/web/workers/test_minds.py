"""Bots of a worker: the same move with and without machine code, which nobody waits for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.tools.web.workers.jobs import run
from rulekit.tools.web.workers.worker_cache import WorkerCache

Data = dict[str, Any]
SEED = 5


def begun(cache: WorkerCache, *bots: str | None) -> tuple[Data, Data]:
    """A game with some bots: what was answered, and how to ask about it."""
    found = run(cache, {"job": "rules", "rules": {"game": "cafe-del-gatto"}}).data
    about = {"rules": found["id"], "source": found["source"], "players": 2, "seed": SEED}
    start = run(cache, about | {"job": "begin", "bots": list(bots)}).data
    more = {"table": 1, "names": ["Luna", "Cosmo"], "steps": 0, "trace": [], "draws": start["draws"]}
    return start, about | more | {"job": "think", "code": False}


@pytest.mark.parametrize("bot", ["greedy", "mcts:iterations=12"])
def test_a_bot_finds_the_same_move_without_machine_code(bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    cache = WorkerCache()
    start, asked = begun(cache, bot, None)
    slow = run(cache, asked | {"bot": bot}).data
    assert start["slow"] and slow["slow"] and not list(tmp_path.iterdir())
    run(cache, asked | {"job": "code"})
    assert len(list(tmp_path.iterdir())) == 1
    fast = run(cache, asked | {"bot": bot}).data
    assert not fast["slow"] and fast["choice"] == slow["choice"]
    assert not run(cache, asked | {"bot": bot, "code": True}).data["slow"]
    assert not begun(WorkerCache(), bot)[0]["slow"]


def test_bots_that_do_not_look_ahead_want_no_machine_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    cache = WorkerCache()
    start, asked = begun(cache, "random", "weighted:buy=3")
    assert not start["slow"] and not run(cache, asked | {"bot": "random"}).data["slow"]


def test_a_worker_gets_to_know_a_game_before_somebody_plays_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    cache = WorkerCache()
    run(cache, {"job": "know", "rules": {"game": "bon-appetit"}})
    assert len(cache.games.held) == len(cache.engines.held) == 1 and not list(tmp_path.iterdir())
    run(cache, {"job": "know", "rules": {"game": "bon-appetit"}, "code": True})
    assert len(list(tmp_path.iterdir())) == 1
