"""`rulekit simulate --sweep`, through `main` and as a process."""

from __future__ import annotations

import csv
import json
import time
from pathlib import Path

import pytest

from rulekit.tools.cli import main
from tests.study.race import RACE
from tests.tools.running import at_terminal, ctrl_c, started, wait_for_child

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("race.cafe").write_text(RACE)


def said(capsys: Capture, *arguments: str, status: int = 0) -> str:
    """What a command writes."""
    assert main(["simulate", "race.cafe", "--jobs", "1", *arguments]) == status
    return capsys.readouterr().out


def test_a_table_with_a_line_for_each_combination(capsys: Capture) -> None:
    """By hand: two or three steps each; half the bonus is the mean score above 5; without a bonus every win is shared."""
    assert said(capsys, "--sweep", "bonus=0..1", "--sweep", "steps=2,3", "--games", "30").splitlines() == [
        "Race: 4 combinations, 30 random games each, 2 players, seed 0",
        "  bonus  steps  decisions      change    score      change    seat 1 %       change    ties %",
        "      0      2        4.0   0.0 ± 0.0      5.0  -0.5 ± 0.0 *      50.0  -50.0 ± 0.0 *   100.0",
        "      0      3        6.0  +2.0 ± 0.0 *    5.0  -0.5 ± 0.0 *      50.0  -50.0 ± 0.0 *   100.0",
        "      1      2        4.0         own      5.5         own       100.0          own       0.0",
        "      1      3        6.0  +2.0 ± 0.0 *    5.5   0.0 ± 0.0       100.0    0.0 ± 0.0       0.0",
        "  ± 95 % interval; changes are against the game's own values (bonus = 1, steps = 2) on the same seeds",
        "  * clear: 0 is outside the interval (of 20 that differ in nothing, about one is marked all the same)",
    ]


def test_what_is_set_is_the_games_own_value(capsys: Capture) -> None:
    data = json.loads(said(capsys, "--sweep", "slow=*", "--set", "bonus=3", "--games", "3", "--json"))
    yes, no = data["rows"]
    assert (yes["values"], yes["own"], no["own"]) == ({"slow": "yes"}, False, True)
    assert (yes["length"]["mean"], no["length"]["mean"], yes["length_change"]["mean"]) == (8, 4, 4)
    assert yes["score"]["mean"] == 6.5 and [s["mean"] for s in yes["seats"]] == [8, 5]
    assert data["swept"] == {"slow": {"own": "no", "values": ["yes", "no"]}}


def test_files_by_their_ending(capsys: Capture) -> None:
    for name in ("race.svg", "race.html", "race.CSV"):
        assert said(capsys, "--sweep", "bonus=1..3", "--games", "4", "--out", name).endswith(f"{name} is written\n")
    assert Path("race.svg").read_text().startswith("<svg ") and Path("race.html").read_text().startswith("<!doctype html>")
    rows = list(csv.DictReader(Path("race.CSV").read_text().splitlines()))
    assert [(r["bonus"], r["own"], r["score_mean"], r["score_seat_1_mean"], r["over"]) for r in rows] == [
        ("1", "yes", "5.5", "6", "4"), ("2", "no", "6", "7", "4"), ("3", "no", "6.5", "8", "4"),
    ]  # fmt: skip
    assert (rows[0]["score_change_mean"], rows[2]["score_change_mean"], rows[2]["first_mean"]) == ("", "1", "1")


def test_a_game_without_a_score_has_no_column_for_it(capsys: Capture) -> None:
    nim = str(Path(__file__).parents[4] / "examples" / "games" / "nim.cafe")
    assert main(["simulate", nim, "--sweep", "last-match=all", "--games", "4", "--jobs", "1", "--out", "nim.svg"]) == 0
    assert " ".join(capsys.readouterr().out.splitlines()[1].split()) == "last_match decisions change seat 1 % change ties %"
    assert "score" not in Path("nim.svg").read_text()


def test_several_processes_say_the_same(capsys: Capture) -> None:
    wanted = ["--sweep", "bonus=*", "--games", "60", "--players", "3", "--seed", "9", "--json"]
    alone = said(capsys, *wanted)
    assert main(["simulate", "race.cafe", *wanted, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone


def test_combinations_that_do_not_work_are_told_with_status_1(capsys: Capture) -> None:
    told = said(capsys, "--sweep", "room=1,3", "--games", "5", status=1).splitlines()
    assert told[1].endswith("ties %  not ended")
    assert "  room = 1 cannot be played: RK505: `done` would begin with 2, outside 0..1" in told
    assert "  room = 3: 5 × RK526: 4 lies outside the declared 0..3 (at step)" in told
    assert "  with fewer than 30 games nothing is called clear" not in told  # there is no pair at all
    said(capsys, "--sweep", "room=1", "--games", "5", status=1)


def test_where_it_goes_is_tried_before_anything_is_played(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("rulekit.tools.commands.simulate.sweep.results", None)
    assert main(["simulate", "race.cafe", "--sweep", "bonus=1", "--out", "no/where.svg"]) == 1
    assert "error[RK564]" in capsys.readouterr().err


# ---- what cannot be swept ------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("flags", "code", "words"),
    [
        ("--sweep bonos=1", "RK576", "did you mean `bonus`?"),
        ("--sweep bonus=0..4", "RK576", "`bonus` cannot be `4`"),
        ("--sweep bonus=3..1", "RK576", "it ends before it begins"),
        ("--sweep bonus=1 --sweep bonus=2", "RK576", "`bonus` is swept more than once"),
        ("--sweep bonus=1 --set bonus=2", "RK576", "`bonus` is both set and swept"),
        ("--sweep room=* --sweep bonus=* --sweep steps=*", "RK577", "30 × 4 × 4 values make 480 combinations"),
        ("--sweep room=1..10000000", "RK577", "at most 200 combinations are played"),
        ("--sweep bonus=1 --out race.png", "RK578", "ends in .svg for a chart"),
        ("--sweep bonus=1 --out race", "RK578", "ends in .svg for a chart"),
        ("--sweep bonus=1 --out no/where.svg", "RK564", "cannot be written"),
        ("--sweep bonus=1 --players 9", "RK507", "not 9"),
    ],
)
def test_findings(flags: str, code: str, words: str, capsys: Capture) -> None:
    assert main(["simulate", "race.cafe", *flags.split()]) == 1
    told = capsys.readouterr()
    assert f"error[{code}]" in told.err and words in told.err and told.out == ""


@pytest.mark.parametrize(
    "flags",
    [
        "--sweep bonus",
        "--sweep =1",
        "--sweep bonus=",
        "--jobs 2",
        "--sweep bonus=1 --jobs 0",
        "--sweep bonus=1 --threads 2",
        "--sweep bonus=1 --cluster tcp://a:1",
        "--sweep bonus=1 --engine fast",
    ],
)
def test_wrong_usage(flags: str, capsys: Capture) -> None:
    assert main(["simulate", "race.cafe", *flags.split()]) == 2
    assert capsys.readouterr().out == ""


def test_a_model_cannot_be_swept(capsys: Capture) -> None:
    assert main(["model", "race.cafe"]) == 0
    Path("race.json").write_text(capsys.readouterr().out)
    assert main(["simulate", "race.json", "--sweep", "bonus=1"]) == 1
    assert "error[RK565]" in capsys.readouterr().err


def test_a_title_is_never_markup(capsys: Capture) -> None:
    Path("race.cafe").write_text(RACE.replace('game race "Race"', 'game race "<img src=x>[red]"'))
    assert said(capsys, "--sweep", "bonus=1", "--games", "2", "--out", "a.html").startswith("<img src=x>[red]: 1 combination,")
    assert "<img" not in Path("a.html").read_text()


# ---- at work -------------------------------------------------------------------------------------
@pytest.mark.parametrize("pause", [0.0, 0.1, 0.3])
def test_ctrl_c_stops_everything_quietly(pause: float, tmp_path: Path) -> None:
    """Also while the other processes are being started."""
    with started("simulate", "race.cafe", "--sweep", "bonus=*", "--games", "10000000", "--jobs", "2", cwd=tmp_path) as running:
        wait_for_child(running)
        time.sleep(pause)
        assert ctrl_c(running) == ("", "stopped\n") and running.returncode == 130


def test_progress_is_shown_at_a_terminal(tmp_path: Path) -> None:
    told = at_terminal(["simulate", "race.cafe", "--sweep", "bonus=*", "--jobs", "1"], [], tmp_path)
    assert told.status == 0 and "playing" in told.out and "4 combinations" in told.out
