"""The promise of logs: two plays that a viewer cannot tell apart give him the same log."""

from __future__ import annotations

import os

import pytest

from tests.engine.events.arranged import GAMES
from tests.engine.events.pairs import Pairs
from tests.engine.events.plays import Plays
from tests.engine.events.traps import TRAPS
from tests.engine.games import seeded_game
from tests.engine.play import TABLES, Run, Table, bundled_engine, engine_of

DEEP = os.environ.get("RULEKIT_PROFILE", "quick") == "deep"
MOST = {t.name: t for t in TABLES if t.players <= 3}  # of each game one table
SEEDS = range(400) if DEEP else range(60)


@pytest.mark.parametrize("name", TRAPS)
def test_a_log_gives_nothing_away(name: str) -> None:
    """Every play of a small game, whatever chance gives: equal to the eye, equal in the log."""
    plays = Plays(engine_of(TRAPS[name]), 2).all()
    assert plays.shared() > 0
    assert plays.broken() == []


@pytest.mark.parametrize("table", MOST.values(), ids=str)
def test_logs_of_bundled_games_give_nothing_away(table: Table) -> None:
    """Pieces that a viewer does not see are exchanged: as long as he notices nothing of it, his log is the same."""
    pairs = Pairs(Run(bundled_engine(table), 5, 200 if DEEP else 12), 5)
    for viewer in range(-1, table.players):
        assert list(pairs.differences(viewer)) == []
    assert pairs.compared > 20


@pytest.mark.parametrize("name", ["guessing", "hearts", "liars-dice"])
def test_logs_of_games_that_reveal_and_announce_give_nothing_away(name: str) -> None:
    """The same for games in which something is shown and said."""
    engine = engine_of((GAMES / f"{name}.cafe").read_text(encoding="utf-8"))
    pairs = Pairs(Run(engine, 3, 100 if DEEP else 14), 6)
    for viewer in range(-1, engine.program.layout.players):
        assert list(pairs.differences(viewer)) == []
    assert pairs.compared > 20


@pytest.mark.parametrize("seed", SEEDS)
def test_logs_of_made_games_give_nothing_away(seed: int) -> None:
    """The same for games that dice have written."""
    engine = engine_of(seeded_game(seed), most=seed % 2 == 0)
    pairs = Pairs(Run(engine, seed, 12, strict=False), 4)
    for viewer in range(-1, engine.program.layout.players):
        assert list(pairs.differences(viewer)) == []


def test_made_games_have_other_worlds() -> None:
    """These games are worth something: in many of them there are other worlds, and moves that look the same in both."""
    compared = others = 0
    for seed in range(10):
        pairs = Pairs(Run(engine_of(seeded_game(seed)), seed, 12, strict=False), 4)
        list(pairs.differences(0))
        compared, others = compared + pairs.compared, others + pairs.others
    assert compared > 50 and others > 20
