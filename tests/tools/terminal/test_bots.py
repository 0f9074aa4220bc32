"""`play --bots`: who sits where, what is said of seats and bots that are not there, and the pages on that."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.play.bots.bot_notation import Form, GreedyForm, MctsForm, RandomForm, WeightedForm
from rulekit.tools.cli import main
from rulekit.tools.command_line.bots_flag import seats_of
from rulekit.tools.io.problems import Problem, Usage
from tests.play.bots.games import engine
from tests.tools.running import GAMES, ROOT, at_terminal, run
from tests.tools.test_error_pages import _BLOCK, shell

NIM, GOPS = str(GAMES / "nim.cafe"), str(GAMES / "gops.cafe")
LEAN = WeightedForm((("buy", 3), ("clean", 0)))


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        (None, {}),
        ("2", {1: RandomForm()}),
        ("2,3", {1: RandomForm(), 2: RandomForm()}),
        ("all", {0: RandomForm(), 1: RandomForm(), 2: RandomForm()}),
        ("greedy", {0: GreedyForm(), 1: GreedyForm(), 2: GreedyForm()}),
        ("all=greedy", {0: GreedyForm(), 1: GreedyForm(), 2: GreedyForm()}),
        ("1=greedy, 3=mcts:seconds=1", {0: GreedyForm(), 2: MctsForm(None, 1.0)}),
        ("2=weighted:buy=3,clean=0,3=random", {1: LEAN, 2: RandomForm()}),
        ("2=weighted:buy=3,clean=0,3", {1: LEAN, 2: RandomForm()}),
    ],
)
def test_seats_and_their_bots(text: str | None, seats: dict[int, Form]) -> None:
    assert dict(seats_of(text, engine("cafe-del-gatto", 3).program)) == seats


@pytest.mark.parametrize("text", ["4", "0", "x", "", "1,1=greedy", "all,2", "1;2", "-1", "1 2", "1=greedy;2=random", "9999"])
def test_seats_that_are_not_there(text: str) -> None:
    with pytest.raises((Usage, Problem)):
        seats_of(text, engine("cafe-del-gatto", 3).program)


def test_a_name_that_is_almost_a_bot_s_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", NIM, "--bots", "gredy"]) == 1
    said = capsys.readouterr().err
    assert "error[RK610]" in said and "did you mean `greedy`?" in said


def test_markup_in_a_bot_s_name_is_only_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", NIM, "--bots", "1=[red]x[/red]"]) == 1
    assert "[red]x[/red]" in capsys.readouterr().err


def test_bots_play_their_seats_and_the_same_game_again() -> None:
    """Nim, 1 3 5 7: who searches wins against chance from either seat."""
    for seat, winner in (("1", "Ada"), ("2", "Bob")):
        first, again = (run("play", NIM, "--seed", "3", "--bots", f"{seat}=mcts:iterations=300").out for _ in range(2))
        assert first == again
        assert first.rstrip().endswith(f"{winner} wins.")


def test_a_person_plays_against_a_bot_that_thinks(tmp_path: Path) -> None:
    ran = at_terminal(["play", GOPS, "--seed", "1", "--bots", "2=greedy:samples=1"], ["a"] * 13, tmp_path)
    assert ran.status == 0
    assert "Pass to" not in ran.out and ("wins." in ran.out or "share the win." in ran.out)


@pytest.mark.parametrize("code", ["RK610", "RK611", "RK612"])
def test_wrong_commands_lead_to_the_code_and_right_ones_do_not(code: str, tmp_path: Path) -> None:
    page = ROOT / "docs" / "errors" / f"{code}.md"
    blocks = {m["title"]: m["text"] for m in _BLOCK.finditer(page.read_text(encoding="utf-8"))}
    for title, status in (("Wrong", 1), ("Right", 0)):
        done = shell(blocks[title], tmp_path)
        assert done.returncode == status, done.stdout + done.stderr
        assert (f"error[{code}]" in done.stdout + done.stderr) == (title == "Wrong")


def test_every_code_of_bots_is_tested_here() -> None:
    sources = (ROOT / "rulekit" / "play" / "bots").glob("*.py")
    used = {code for path in sources for code in re.findall(r"RK61\d", path.read_text(encoding="utf-8"))}
    assert used == {"RK610", "RK611", "RK612"}
