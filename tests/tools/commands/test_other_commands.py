"""`test`, `simulate`, `perft`, `model`, `program`, `explain`, `new`, through `main`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.tools.cli import main
from tests.tools.running import GAMES, apart

NIM, TIC = str(GAMES / "nim.cafe"), str(GAMES / "tic-tac-toe.cafe")
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# ---- test ----------------------------------------------------------------------------------------
def test_examples_are_counted_in_the_last_line(capsys: Capture) -> None:
    assert main(["test", NIM, TIC]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == f"{len(said) - 1} passed, 0 failed" and len(said) > 4


def test_a_failing_example_tells_expected_and_actual(tmp_path: Path, capsys: Capture) -> None:
    text = Path(NIM).read_text().replace("then ada in winners", "then\n    heap[4] is 1\n    ada in winners")
    Path("odd.cafe").write_text(text)
    assert main(["test", "odd.cafe"]) == 1
    said = capsys.readouterr().out
    assert "FAILED  odd.cafe: last_one" in said
    assert "expected: heap[4] is 1" in said
    assert "actual:   heap[4] is 0" in said
    assert "decided by: take 2 matches from heap 4" in said
    assert said.splitlines()[-1] == "1 passed, 1 failed"


def test_a_refused_move_names_the_rule(capsys: Capture) -> None:
    text = Path(TIC).read_text().replace("nought cannot place_mark(2, 2) because place_mark.free", "nought can place_mark(2, 2)")
    Path("odd.cafe").write_text(text)
    assert main(["test", "odd.cafe", "--only", "taken"]) == 1
    said = capsys.readouterr().out
    assert "this square is taken" in said and "place_mark.free" in said
    assert said.splitlines()[-1] == "0 passed, 1 failed"


def test_a_file_with_errors_runs_nothing(capsys: Capture) -> None:
    Path("odd.cafe").write_text("cafe en\ngame odd\n")
    assert main(["test", "odd.cafe"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 0 failed"


def test_examples_for_other_numbers_of_players_are_skipped(capsys: Capture) -> None:
    assert main(["test", "espresso-solo"]) == 0
    assert " 0 failed" in capsys.readouterr().out.splitlines()[-1]


# ---- studies -------------------------------------------------------------------------------------
def test_simulate_shows_a_table(capsys: Capture) -> None:
    assert main(["simulate", "bon-appetit", "--games", "5", "--players", "3"]) == 0
    said = capsys.readouterr().out
    assert "finished 5, stuck 0, at fault 0, too long 0" in said and "seat" in said


def steady(text: str) -> dict[str, object]:
    """What `simulate --json` says, without what differs from run to run."""
    return {key: value for key, value in json.loads(text).items() if key not in ("engine", "seconds", "games_per_second")}


def test_simulate_is_the_same_in_another_process_and_hash_seed() -> None:
    first, second = (
        apart("simulate", "cafe-del-gatto", "--games", "4", "--seed", "9", "--json", PYTHONHASHSEED=s) for s in ("0", "77")
    )
    assert steady(first.out) == steady(second.out) and json.loads(first.out)["ends"]["over"] == 4


def test_games_that_are_too_long_are_counted(capsys: Capture) -> None:
    assert main(["simulate", NIM, "--games", "3", "--longest", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ends"] == {"over": 0, "stuck": 0, "fault": 0, "capped": 3}


def test_perft_counts(capsys: Capture) -> None:
    assert main(["perft", TIC, "--depth", "4"]) == 0
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()[2:]] == ["9", "72", "504", "3024"]


def test_perft_with_a_seed_counts_through_a_shuffle(capsys: Capture) -> None:
    assert main(["perft", str(GAMES / "gops.cafe"), "--depth", "2", "--seed", "1"]) == 0
    assert "169" in capsys.readouterr().out


# ---- model and program ---------------------------------------------------------------------------
@pytest.mark.parametrize("game", [NIM, "bon-appetit", "cafe-del-gatto+fr"])
def test_a_model_in_json_plays_the_same_game(game: str, capsys: Capture) -> None:
    assert main(["model", game]) == 0
    Path("game.json").write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["check", "game.json"]) == 0
    capsys.readouterr()
    played = []
    for name in (game, "game.json"):
        assert main(["play", name, "--seed", "8"]) == 0
        played.append(capsys.readouterr().out)
    assert played[0].splitlines()[1:] == played[1].splitlines()[1:]


def test_program_is_readable(capsys: Capture) -> None:
    assert main(["program", NIM]) == 0
    said = capsys.readouterr().out
    assert "marker heap[n: 4 from 1]: number 0..7, open" in said
    assert "[take]" in said and "not proven" in said and "`heap` may be set outside 0..7" in said


def test_options_tells_question_value_and_answers(capsys: Capture) -> None:
    assert main(["options", "cafe-del-gatto+fr", "--set", "tip=2"]) == 0
    said = capsys.readouterr().out
    assert "tip = 2 (the game's own: 1)" in said
    assert "interlude_starter = passes_on (the game's own: following)" in said
    assert "- unlimited: there is always enough" in said


def test_options_for_tools(capsys: Capture) -> None:
    assert main(["options", NIM, "--json"]) == 0
    (option,) = json.loads(capsys.readouterr().out)
    assert option["name"] == "last_match" and option["value"] == "taker" and set(option["answers"]) == {"taker", "other"}


# ---- explain and new -----------------------------------------------------------------------------
@pytest.mark.parametrize("code", ["RK560", "rk560", "560"])
def test_explain_prints_the_page(code: str, capsys: Capture) -> None:
    assert main(["explain", code]) == 0
    assert "# RK560: a file cannot be read" in capsys.readouterr().out


@pytest.mark.parametrize("code", ["RK999", "../../etc/passwd", "", "RK5600"])
def test_explain_of_an_unknown_code_is_a_finding(code: str, capsys: Capture) -> None:
    assert main(["explain", code]) == 1
    assert "RK566" in capsys.readouterr().err


def test_a_new_game_can_be_checked_tested_and_played(capsys: Capture) -> None:
    for arguments in (
        ["new", "my-game"],
        ["check", "my-game.cafe"],
        ["test", "my-game.cafe"],
        ["play", "my-game.cafe", "--seed", "1"],
        ["simulate", "my-game.cafe", "--games", "3", "--players", "4"],
    ):
        assert main(arguments) == 0
    assert "2 passed, 0 failed" in capsys.readouterr().out


def test_new_never_writes_over_a_file_unasked(capsys: Capture) -> None:
    Path("mine.cafe").write_text("mine")
    assert main(["new", "mine"]) == 1
    assert Path("mine.cafe").read_text() == "mine"
    assert main(["new", "mine", "--force"]) == 0
    assert Path("mine.cafe").read_text().startswith("cafe en")


@pytest.mark.parametrize("name", ["1a", "ca fé!", "---", 'a"b'])
def test_new_refuses_names_a_game_cannot_have(name: str, capsys: Capture) -> None:
    status = main(["new", name]) if not name.startswith("-") else main(["new", "--", name])
    assert status == 1
    assert "RK569" in capsys.readouterr().err
