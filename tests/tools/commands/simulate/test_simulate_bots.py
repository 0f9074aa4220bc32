"""`simulate --bots`: the same games on both engines, in threads and in processes, and what does not go together."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulekit.tools.cli import main
from tests.tools.running import GAMES, run

NIM, EIGHTS = str(GAMES / "nim.cafe"), str(GAMES / "crazy-eights.cafe")
CHANGING = ("engine", "seconds", "games_per_second")


def simulated(*arguments: str) -> dict[str, Any]:
    """The JSON of a simulation without what differs from run to run."""
    ran = run("simulate", *arguments, "--json")
    assert ran.status == 0, ran.err
    return {key: value for key, value in json.loads(ran.out).items() if key not in CHANGING}


@pytest.mark.parametrize(
    ("bots", "seats"),
    [
        ("1=greedy:samples=1,2=mcts:iterations=20", ["greedy:samples=1", "mcts:iterations=20"]),
        ("weighted:take=3", ["weighted:take=3", "weighted:take=3"]),
    ],
)
def test_engines_and_processes_play_the_same(bots: str, seats: list[str]) -> None:
    wanted = [NIM, "--games", "6", "--seed", "4", "--bots", bots]
    reference = simulated(*wanted, "--engine", "reference", "--threads", "1")
    assert reference == simulated(*wanted, "--engine", "native", "--threads", "1")
    assert reference == simulated(*wanted, "--threads", "2")
    assert reference["bots"] == seats


def test_weights_are_played_in_machine_code_as_on_the_reference_engine() -> None:
    """With both engines, and another result than at random."""
    wanted = [EIGHTS, "--games", "40", "--seed", "4", "--players", "3"]
    leaning = [*wanted, "--bots", "1=weighted:draw_card=0,2=weighted:draw_card=9"]
    reference = simulated(*leaning, "--engine", "reference")
    assert reference == simulated(*leaning, "--engine", "native")
    assert reference["seats"] != simulated(*wanted)["seats"]


def test_the_table_says_who_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", NIM, "--games", "4", "--bots", "2=greedy", "--threads", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["Nim: 4 games, 2 players, seed 0", "  bots 1=random, 2=greedy"]


@pytest.mark.parametrize("more", [["--sweep", "last_match=all"], ["--report", "x.html"]])
def test_what_does_not_go_with_bots(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", NIM, "--bots", "greedy", *more]) == 2
    assert "--bots" in capsys.readouterr().err


def test_a_bot_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", NIM, "--bots", "1=weighted:serve=2"]) == 1
    assert "error[RK612]" in capsys.readouterr().err
