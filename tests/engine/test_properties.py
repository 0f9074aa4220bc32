"""What must hold in every game, bundled or generated. RULEKIT_PROFILE=deep looks longer.

The properties themselves are in `holds`, one function each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.pipeline import check_game
from tests.engine.games import games, seeded_game
from tests.engine.holds import PROPERTIES, tokens_of
from tests.engine.play import ROOT, TABLES, Run, Table, bundled_engine, bundled_model, engine_of

DEEP = os.environ.get("RULEKIT_PROFILE", "quick") == "deep"
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile("quick", max_examples=25, deadline=None, suppress_health_check=SLOW, derandomize=True)
settings.register_profile("deep", max_examples=1000, deadline=None, suppress_health_check=SLOW)
PROFILE = settings.get_profile("deep" if DEEP else "quick")
MOVES = 60 if DEEP else 10
SEEDS = range(400) if DEEP else range(24)
LONG = 2000
SEATS = {name: [t.players for t in TABLES if t.name == name] for name in {t.name for t in TABLES}}
TOLD = {t.name for t in TABLES if t.path.parent.name == "rules"}  # their ends are told at every table, in tests/rules


def _is_edge(table: Table) -> bool:
    """A game with the fewest and the most players, its variants and readings with the most."""
    low, high = min(SEATS[table.name]), max(SEATS[table.name])
    return table.players == high or (table.players == low and not table.changes)


EDGES = tuple(t for t in TABLES if DEEP or _is_edge(t))


@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda f: f.__name__)
@pytest.mark.parametrize("table", EDGES, ids=str)
def test_bundled_games(table: Table, holds: Callable[[Run], None]) -> None:
    """Every bundled game at the tables above (`deep`: with every number of players)."""
    for seed in range(3 if DEEP else 1):
        holds(Run(bundled_engine(table), seed, MOVES))


@pytest.mark.parametrize("table", [t for t in EDGES if DEEP or t.name not in TOLD], ids=str)
def test_bundled_games_end(table: Table) -> None:
    """A game played to its end ends, without a fault, and the score sheet of the end adds up."""
    last = list(Run(bundled_engine(table), 11, LONG).stops())[-1]
    assert not last.moves
    outcome = bundled_engine(table).outcome(last.state)
    assert len(outcome.totals) == table.players


@pytest.mark.parametrize("table", {t.name: t for t in TABLES}.values(), ids=lambda t: t.name)
def test_there_is_a_table_for_every_number_of_players(table: Table) -> None:
    low, high = bundled_model(table.path, table.changes).players
    assert SEATS[table.name] == [*range(low, high + 1)]


@given(text=games(), seed=st.integers(0, 2**64 - 1))
@settings(PROFILE)
def test_generated_games(text: str, seed: int) -> None:
    """Any game that can be written: everything holds, also where its rules lead to a fault."""
    run = Run(engine_of(text), seed, 40, strict=False)
    for holds in PROPERTIES:
        holds(run)


@pytest.mark.parametrize("seed", SEEDS)
def test_numbered_games(seed: int) -> None:
    """The same for games that are the same in every run, with the least or the most players."""
    run = Run(engine_of(seeded_game(seed), most=seed % 2 == 0), seed, 30, strict=False)
    for holds in PROPERTIES:
        holds(run)


def test_generated_games_are_games_and_end() -> None:
    """The generator is worth something: its games pass the checker, most come to their end, few are stuck at once."""
    ended = decisions = 0
    for seed in range(1000, 1020):
        assert check_game(seeded_game(seed), "made.cafe").ok
        engine = engine_of(seeded_game(seed))
        way = list(Run(engine, seed, 400, strict=False).stops())
        assert len(way) < 400
        ended += bool(way) and engine.is_over(way[-1].state)
        decisions += len(way)
    assert ended >= 10
    assert decisions >= 40


PROGRAM = """
import sys
from tests.engine.play import TABLES, Run, bundled_engine, engine_of
from tests.engine.games import seeded_game
from tests.engine.test_properties import played
print(played())
"""


def played() -> str:
    """A few games as they were played, with everything that was offered."""
    runs = [Run(bundled_engine(table), 5, 12) for table in TABLES[::16]]
    runs += [Run(engine_of(seeded_game(seed)), seed, 12, strict=False) for seed in range(300, 306)]
    return json.dumps([[run.engine.program.digest, tokens_of(run)] for run in runs])


def test_another_process_plays_the_same() -> None:
    """The same seed gives the same game in another process, whatever order its sets have."""
    expected = played()
    for hash_seed in ("1", "4711") if DEEP else ("4711",):  # here it is yet another one
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == expected
