"""`rulekit simulate` through `main` and as a process: engines, rows in files, Ctrl-C, the progress bar, findings."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulekit.engine.chance import game_seed
from rulekit.study.series.parallel import Mismatch
from rulekit.study.series.tally import Tally
from rulekit.tools.cli import main
from rulekit.tools.command_line.bots_flag import tell_unsafe_cache
from rulekit.tools.commands.simulate.simulate import Progress
from tests.study.race import RACE
from tests.tools.running import GAMES, at_terminal, command, ctrl_c, environment, started
from tests.tools.watching import linux, rows_come, until

Capture = pytest.CaptureFixture[str]
NIM, TIC = str(GAMES / "nim.cafe"), str(GAMES / "tic-tac-toe.cafe")
VARYING = ("engine", "seconds", "games_per_second")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path_factory.getbasetemp() / "simulate-code"))
    monkeypatch.chdir(tmp_path)
    Path("race.cafe").write_text(RACE)


def told(capsys: Capture, *arguments: str, status: int = 0) -> dict[str, Any]:
    """What a simulation says as JSON."""
    assert main(["simulate", *arguments, "--json"]) == status
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


# ---- engines -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("flags", "status"),
    [
        ((TIC, "--games", "300", "--seed", "-4"), 0),
        ((NIM, "--games", "2_000", "--longest", "6"), 0),
        (("race.cafe", "--players", "3", "--games", "40", "--set", "room=5"), 1),
        (("bon-appetit", "--players", "3", "--games", "60", "--seed", "2"), 0),
    ],
    ids=["tic-tac-toe", "nim", "race", "bon-appetit"],
)
def test_json_is_the_same_on_both_engines(flags: tuple[str, ...], status: int, capsys: Capture) -> None:
    reference = told(capsys, *flags, "--engine", "reference", status=status)
    native = told(capsys, *flags, "--engine", "native", "--threads", "3", status=status)
    assert (reference["engine"], native["engine"]) == ("reference", "native")
    assert {k: v for k, v in reference.items() if k not in VARYING} == {k: v for k, v in native.items() if k not in VARYING}
    assert list(reference) == list(native) and set(VARYING) < set(native) and native["games_per_second"] > 0


def test_numbers_by_hand(capsys: Capture) -> None:
    """Two steps each are four decisions; the first player has one point more and always wins."""
    data = told(capsys, "race.cafe", "--games", "1_000")
    assert (data["games"], data["ends"]["over"], data["length"]["mean"], data["length"]["deviation"]) == (1000, 1000, 4, 0)
    assert [(s["wins"], s["score"]["mean"], s["score"]["median"]) for s in data["seats"]] == [(1000, 6, 6), (0, 5, 5)]
    assert data["stopped"] is False


def test_what_cannot_be_lowered_is_a_note(capsys: Capture) -> None:
    page = Path(__file__).parents[4] / "docs/errors/RK600.md"
    Path("small.cafe").write_text(page.read_text(encoding="utf-8").split("```cafe\n")[1].split("```")[0])
    assert main(["simulate", "small.cafe", "--engine", "native", "--games", "5"]) == 0
    said = capsys.readouterr()
    assert "note[RK600]" in said.err and "5 random games" in said.out


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the system knows no owners")
@pytest.mark.parametrize("command", [
    ["simulate", "race.cafe", "--engine", "native", "--games", "5"],
    ["simulate", "race.cafe", "--engine", "native", "--games", "5", "--bots", "greedy", "--threads", "1"],
    ["play", "race.cafe", "--bots", "greedy", "--seed", "1"],
])  # fmt: skip
def test_a_cache_that_others_may_write_is_told_once_and_not_used(
    command: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = Path("shared")
    shared.mkdir()
    shared.chmod(0o777)
    monkeypatch.setenv("RULEKIT_CACHE", str(shared))
    tell_unsafe_cache.cache_clear()
    assert main(command) == 0
    said = capsys.readouterr()
    assert said.err.count("note[RK605]") == 1 and "others may write there" in said.err and said.out
    assert list(shared.iterdir()) == []


def without(module: str) -> Callable[[str], object]:
    """As if an extra were not installed."""

    def imported(name: str) -> object:
        if name == module:
            raise ImportError
        return None

    return imported


@pytest.mark.parametrize(
    ("module", "flags", "extra"),
    [
        ("llvmlite", "--engine native", "rulekit[fast]"),
        ("llvmlite", "--engine native --sweep last_match=all", "rulekit[fast]"),
        ("pyarrow", "--out a.parquet", "rulekit[data]"),
        ("distributed", "--cluster tcp://127.0.0.1:1", "rulekit[cluster]"),
    ],
)
def test_an_extra_that_is_missing_is_named(
    module: str, flags: str, extra: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulekit.extras.import_module", without(module))
    assert main(["simulate", NIM, *flags.split()]) == 1
    said = capsys.readouterr()
    assert "error[RK601]" in said.err and extra in said.err and said.out == ""


@pytest.mark.parametrize(
    "flags", ["--engine fast", "--threads 0", "--games 0", "--games 1__0", "--jobs 2", "--engine", "--cluster"]
)
def test_wrong_usage(flags: str, capsys: Capture) -> None:
    assert main(["simulate", NIM, *flags.split()]) == 2
    assert capsys.readouterr().out == ""


# ---- rows ----------------------------------------------------------------------------------------
def test_a_row_for_each_game_in_every_form(capsys: Capture) -> None:
    """Three forms and both engines say the same; the first player has one point more."""
    from pyarrow.parquet import read_table

    for engine in ("reference", "native"):
        for name in ("games.csv", "games.JSONL", "games.parquet"):
            told(capsys, "race.cafe", "--games", "700", "--seed", "3", "--out", name, "--force", "--engine", engine)
        lines = [json.loads(line) for line in Path("games.JSONL").read_text().splitlines()]
        assert lines == read_table("games.parquet").to_pylist()
        assert [line["index"] for line in lines] == list(range(700))
        assert lines[699] == {
            "index": 699, "seed": game_seed(3, 699), "decisions": 4, "end": "over", "winners": [1], "totals": [6, 5], "fault": "",
        }  # fmt: skip
        rows = list(csv.DictReader(Path("games.csv").read_text().splitlines()))
        assert len(rows) == 700 and rows[699] == {
            "index": "699", "seed": str(game_seed(3, 699)), "decisions": "4", "end": "over", "winners": "1", "total_1": "6",
            "total_2": "5", "fault": "",
        }  # fmt: skip


def test_rows_of_games_at_fault(capsys: Capture) -> None:
    """The first step goes to 3, the second would go to 4."""
    from pyarrow.parquet import read_table

    told(capsys, "race.cafe", "--games", "2", "--set", "room=3", "--out", "games.csv", status=1)
    for name in ("games.jsonl", "games.parquet"):
        told(capsys, "race.cafe", "--games", "2", "--set", "room=3", "--out", name, status=1)
    lines = [json.loads(line) for line in Path("games.jsonl").read_text().splitlines()]
    assert lines == read_table("games.parquet").to_pylist() and (lines[1]["winners"], lines[1]["totals"]) == ([], [])
    rows = list(csv.reader(Path("games.csv").read_text().splitlines()))
    assert rows[1][2:] == ["2", "fault", "", "", "", "RK526: 4 lies outside the declared 0..3 (at step)"]


@pytest.mark.parametrize(
    ("game", "flags"),
    [("nim", ()), ("gops", ()), ("gops", ("--bots", "2=greedy:samples=1")), ("gops", ("--engine", "native"))],
    ids=["nim", "gops", "gops-bots", "gops-native"],
)
def test_the_seed_of_a_row_plays_that_very_game(game: str, flags: tuple[str, ...], capsys: Capture) -> None:
    """What `play` makes of the seed has the decisions, the totals and the winners of the row."""
    file, bots = str(GAMES / f"{game}.cafe"), flags if "--bots" in flags else ()
    told(capsys, file, *flags, "--games", "5", "--seed", "7", "--out", "games.jsonl")
    for row in [json.loads(line) for line in Path("games.jsonl").read_text().splitlines()]:
        assert main(["play", file, *bots, "--seed", str(row["seed"]), "--save", "one.json"]) == 0
        assert len(json.loads(Path("one.json").read_text())["steps"]) == row["decisions"]
        said = capsys.readouterr().out.splitlines()
        totals = [int(line[5:]) for line in said if line[:5] in ("Ada: ", "Bob: ") and line[5:].isdecimal()]
        assert (totals or [0, 0]) == row["totals"]
        assert said[-2] == {(1,): "Ada wins.", (2,): "Bob wins.", (1, 2): "Ada and Bob share the win."}[tuple(row["winners"])]


RISK = RACE.replace("  set done to done + 1\n", "  choose n in 0..3\n  risk: set done to done + 3 div n div 3\n")


def test_the_seed_of_a_row_at_fault_leads_to_the_fault(capsys: Capture) -> None:
    Path("risk.cafe").write_text(RISK)
    told(capsys, "risk.cafe", "--games", "9", "--out", "games.jsonl", status=1)
    rows = [json.loads(line) for line in Path("games.jsonl").read_text().splitlines()]
    assert len({row["decisions"] for row in rows}) > 1
    for row in rows:
        assert main(["play", "risk.cafe", "--seed", str(row["seed"]), "--save", "one.json"]) == 1
        assert "(at `step.risk`)" in capsys.readouterr().err and row["fault"].endswith("(at step.risk)")
        assert len(json.loads(Path("one.json").read_text())["steps"]) == row["decisions"] - 1


def test_parquet_is_written_in_groups(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyarrow.parquet import ParquetFile

    monkeypatch.setattr("rulekit.tools.commands.simulate.rows.GAMES_OF_A_GROUP", 500)
    told(capsys, "race.cafe", "--games", "3_000", "--out", "games.parquet", "--engine", "native")
    with ParquetFile("games.parquet") as file:
        assert file.metadata.num_rows == 3000 and 1 < file.metadata.num_row_groups <= 6


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("games.xlsx", "RK602", "the name ends in .csv"),
        ("games", "RK602", "the name ends in .csv"),
        ("no/where.csv", "RK564", "cannot be written"),
        ("race.csv", "RK563", "--force"),
    ],
)
def test_where_it_goes_is_tried_before_anything_is_played(
    name: str, code: str, words: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("race.csv").write_text("old")
    monkeypatch.setattr("rulekit.tools.commands.simulate.simulate.run", None)
    assert main(["simulate", "race.cafe", "--out", name]) == 1
    said = capsys.readouterr()
    assert f"error[{code}]" in said.err and words in said.err and said.out == ""
    assert Path("race.csv").read_text() == "old"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk to try it on")
def test_a_full_disk_is_told(capsys: Capture) -> None:
    os.symlink("/dev/full", "full.csv")
    assert main(["simulate", "race.cafe", "--games", "2000", "--out", "full.csv", "--force"]) == 1
    assert "error[RK564]" in capsys.readouterr().err


def test_a_series_that_has_all_its_games_was_not_stopped() -> None:
    """Ctrl-C may come while the last games are counted."""
    for asked, stopped in ((5, False), (6, True)):
        done = Progress(asked, Tally(2, games=5), {}, 0.0)
        done.hear(2, None)
        assert (done.stopped, done.to_dict()["stopped"]) == (stopped, stopped)
        with pytest.raises(KeyboardInterrupt):
            done.hear(2, None)


# ---- at work -------------------------------------------------------------------------------------
@linux
@pytest.mark.parametrize("engine", ["native", "reference"])
def test_ctrl_c_gives_the_first_games(engine: str, tmp_path: Path) -> None:
    """What is told, what is in the file, and what a whole run of so many games gives are the same."""
    flags = ("--games", "1_000_000_000", "--threads", "2", "--engine", engine, "--json", "--out", "rows.csv")
    with started("simulate", TIC, *flags, cwd=tmp_path) as running:
        until(rows_come(tmp_path), running)
        out, err = ctrl_c(running)
    data = json.loads(out)
    games = data["games"]
    assert running.returncode == 130 and data["stopped"] is True
    assert err == f"stopped: these are the first {games} of 1000000000 games\n"
    rows = list(csv.DictReader((tmp_path / "rows.csv").read_text().splitlines()))
    assert [int(row["index"]) for row in rows] == list(range(games + 1)) and rows[-1]["end"] == "stopped"
    again = subprocess.run(
        command("simulate", TIC, "--games", str(games), "--json"), env=environment(), capture_output=True, text=True, check=True
    )
    whole = json.loads(again.stdout)
    assert {k: v for k, v in whole.items() if k not in (*VARYING, "stopped")} == {
        k: v for k, v in data.items() if k not in (*VARYING, "stopped")
    }


def test_progress_is_shown_at_a_terminal(tmp_path: Path) -> None:
    told = at_terminal(["simulate", TIC, "--games", "200_000"], [], tmp_path)
    assert told.status == 0 and "playing" in told.out and "games/s" in told.out and "200000/200000" in told.out.replace(" ", "")


@pytest.mark.skipif(sys.platform != "linux", reason="memory is asked for as Linux tells it")
def test_ten_times_the_games_take_no_more_memory(tmp_path: Path) -> None:
    """Kept, 540 000 more games would take 13 MB as words alone, and more than ten times that as results."""
    script = (
        "import resource, sys; from rulekit.tools.cli import main; main(sys.argv[1:]); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    most = []
    for games in ("60_000", "600_000"):
        ran = subprocess.run(
            [sys.executable, "-c", script, "simulate", TIC, "--engine", "native", "--games", games], env=environment(),
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        most.append(int(ran.stdout.splitlines()[-1]))
    assert most[1] - most[0] < 8_000


# ---- clusters ------------------------------------------------------------------------------------
def test_a_cluster_that_is_not_there(capsys: Capture) -> None:
    assert main(["simulate", NIM, "--cluster", "tcp://127.0.0.1:1"]) == 1
    said = capsys.readouterr()
    assert "error[RK603]" in said.err and "nobody answers" in said.err and said.out == ""


def test_another_rulekit_on_the_cluster_is_told(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise Mismatch

    monkeypatch.setattr("rulekit.tools.commands.simulate.simulate.run", refused)
    assert main(["simulate", NIM, "--cluster", "tcp://127.0.0.1:1"]) == 1
    assert "error[RK604]" in capsys.readouterr().err
