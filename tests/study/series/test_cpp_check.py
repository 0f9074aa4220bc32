"""The games written by hand in C++ end as they do on the reference engine; skipped where there is no C++ compiler."""

from __future__ import annotations

from pathlib import Path
from subprocess import CalledProcessError

import pytest

from bench import cpp_check as c
from bench.cpp_check import Row, Twin
from bench.run import engine_of
from rulekit.play.random_games import random_games
from rulekit.play.results import GameResult

each_twin = pytest.mark.parametrize("twin", c.TWINS, ids=lambda twin: twin.name)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """All programs, compiled once."""
    by = c.compiler()
    if by is None:
        pytest.skip(c.NO_COMPILER)
    folder = tmp_path_factory.mktemp("by_hand")
    return {twin.name: c.compiled(twin, by, folder) for twin in c.TWINS}


def as_row(game: GameResult) -> Row:
    """A game of `rulekit simulate`, as the C++ prints it, but for the numbers of chance used."""
    return (game.index, *game.totals, sum(1 << p for p in game.winners), game.decisions)


@each_twin
def test_games_by_hand_end_as_on_the_engine(twin: Twin, programs: dict[str, Path]) -> None:
    reference = tuple(c.rows_by_engine(engine_of(twin.rules, c.PLAYERS), count=20, seed=7))
    assert c.difference(twin, programs[twin.name], reference, seed=7) is None


@each_twin
def test_games_by_hand_are_those_of_simulate(twin: Twin, programs: dict[str, Path]) -> None:
    """A series need not begin with the first game."""
    simulated = [as_row(game) for game in random_games(engine_of(twin.rules, c.PLAYERS), count=5, seed=3, first=10)]
    assert [row[:-1] for row in c.rows_by_hand(programs[twin.name], count=5, seed=3, first=10)] == simulated


def test_a_game_that_ends_otherwise_is_told(programs: dict[str, Path]) -> None:
    first, second = c.rows_by_hand(programs[c.LISTED.name], count=2, seed=0)
    other = (*second[:-1], second[-1] + 1)
    told = c.difference(c.LISTED, programs[c.LISTED.name], (first, other), seed=0)
    assert told == f"gatto, seed 0, game 1: by hand {second[1:]}, by the engine {other[1:]}"


def test_wrong_arguments_are_told(programs: dict[str, Path]) -> None:
    with pytest.raises(CalledProcessError) as caught:
        c.run(programs[c.LISTED.name], 0, 1)
    assert caught.value.returncode == 2 and "FIRST COUNT SEED" in caught.value.stderr


def test_the_compiler_is_the_one_told_or_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    assert c.compiler() is None
    own = tmp_path / "own++"
    own.touch(mode=0o755)
    monkeypatch.setenv("CXX", str(own))
    assert c.compiler() == str(own)


def test_the_checksum_is_fnv_1a() -> None:
    """Of nothing the offset basis; of one number below 256 what FNV-1a gives for that byte (published: "a")."""
    assert c.checksum([]) == "cbf29ce484222325"
    assert c.checksum([(5, ord("a"))]) == "af63dc4c8601ec8c"
