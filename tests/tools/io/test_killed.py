"""Commands that are killed at work: a partial result that says so, or nothing; no process, no temporary file stays behind.

Signals are sent when something can be seen: rows in the temporary file, a bar that has come so far, processes at work.
"""

from __future__ import annotations

import csv
import json
import os
import pty
import select
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.study.mutate.test_jobs import ENDLESS
from tests.study.race import RACE
from tests.tools.running import GAMES, at_terminal, run, started
from tests.tools.watching import PATIENCE, alive, at_work, busy, leftovers, linux, nothing_left, rows_come, until

TIC = str(GAMES / "tic-tac-toe.cafe")
LONG = RACE.replace("among 1..4\n", "among 1..40000\n").replace("30 among 1..30", "200000 among 1..200000")
pytestmark = linux


@contextmanager
def with_a_bar(*arguments: str, cwd: Path) -> Iterator[tuple[subprocess.Popen[str], Callable[[str], None]]]:
    """A command whose errors go to a terminal; and what waits until the bar shows some words."""
    ours, theirs = pty.openpty()
    said = bytearray()

    def shows(words: str) -> bool:
        while select.select([ours], [], [], 0)[0]:
            said.extend(os.read(ours, 65536))
        return words.encode() in said

    try:
        with started(*arguments, cwd=cwd, stderr=theirs, TERM="xterm") as running:
            os.close(theirs)
            yield running, lambda words: until(lambda: shows(words), running)
    finally:
        os.close(ours)


# ---- a series ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("number", "engine"), [(signal.SIGTERM, "reference"), (signal.SIGTERM, "native"), (signal.SIGHUP, "reference")]
)
def test_a_series_gives_the_first_games(number: signal.Signals, engine: str, tmp_path: Path) -> None:
    """Only the one who asked hears it; its processes or threads end with it."""
    flags = ("--games", "1_000_000_000", "--threads", "2", "--engine", engine, "--out", "rows.csv", "--json")
    with started("simulate", TIC, *flags, cwd=tmp_path) as running:
        until(rows_come(tmp_path), running)
        assert not (tmp_path / "rows.csv").exists()
        os.kill(running.pid, number)
        out, err = running.communicate(timeout=PATIENCE)
        nothing_left(running.pid, tmp_path)
    data, rows = json.loads(out), list(csv.DictReader((tmp_path / "rows.csv").read_text().splitlines()))
    said = f"stopped: these are the first {data['games']} of 1000000000 games"
    assert (running.returncode, err, data["stopped"]) == (128 + number, said + "\n", True)
    assert [int(row["index"]) for row in rows] == list(range(data["games"] + 1))
    assert {row["end"] for row in rows[:-1]} == {"over"}
    assert (rows[-1]["end"], rows[-1]["decisions"], rows[-1]["fault"]) == ("stopped", "", said)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_what_all_processes_hear_ends_a_series_in_the_same_way(number: signal.Signals, tmp_path: Path) -> None:
    """A terminal, or a supervisor, sends a signal to the whole group. The text says that it is not all."""
    flags = ("--games", "1_000_000_000", "--threads", "2", "--engine", "reference", "--out", "rows.jsonl")
    with started("simulate", TIC, *flags, cwd=tmp_path) as running:
        until(rows_come(tmp_path), running)
        os.killpg(running.pid, number)
        out, err = running.communicate(timeout=PATIENCE)
        nothing_left(running.pid, tmp_path)
    last = json.loads((tmp_path / "rows.jsonl").read_text().splitlines()[-1])
    assert (running.returncode, last["end"], last["decisions"]) == (128 + number, "stopped", None)
    assert out.splitlines()[1].strip() == err.strip() == last["fault"]


@pytest.mark.parametrize("flags", ["--engine reference --threads 2", "--engine native --threads 2"])
def test_a_series_that_is_killed_leaves_no_process_and_no_half_a_file(flags: str, tmp_path: Path) -> None:
    more = ("--games", "1_000_000_000", "--out", "rows.csv", *flags.split())
    with started("simulate", TIC, *more, cwd=tmp_path) as running:
        until(rows_come(tmp_path), running)
        os.kill(running.pid, signal.SIGKILL)
        until(lambda: not alive(running.pid))
        assert running.communicate(timeout=PATIENCE) == ("", "")
    assert running.returncode == -signal.SIGKILL and not (tmp_path / "rows.csv").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_before_the_first_game_is_one_line(number: signal.Signals, tmp_path: Path) -> None:
    """Machine code for a large game takes seconds to make; what is kept of it is whole."""
    flags = ("cafe-del-gatto", "--games", "100000", "--engine", "native", "--out", "rows.csv")
    with started("simulate", *flags, cwd=tmp_path, RULEKIT_CACHE=str(tmp_path / "code")) as running:
        until(lambda: leftovers(tmp_path), running)  # it is about to play
        os.kill(running.pid, number)
        out, err = running.communicate(timeout=PATIENCE)
        nothing_left(running.pid, tmp_path)
    assert (running.returncode, out, err) == (128 + number, "", "stopped\n")
    assert [p.name for p in tmp_path.iterdir() if p.name != "code"] == []
    assert all(p.suffix == ".bin" for p in (tmp_path / "code").rglob("*"))


# ---- a sweep -------------------------------------------------------------------------------------
def swept(folder: Path, steps: str = "1,2,40000") -> list[str]:
    """A sweep of three values, of which the last takes for ever; or of others."""
    (folder / "long.cafe").write_text(LONG)
    return ["simulate", "long.cafe", "--games", "100", "--longest", "1_000_000", "--engine", "reference", "--jobs", "2",
            "--sweep", f"steps={steps}", "--json"]  # fmt: skip


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_sweep_gives_what_is_finished_and_says_so(number: signal.Signals, tmp_path: Path) -> None:
    with with_a_bar(*swept(tmp_path), "--out", "long.csv", cwd=tmp_path) as (running, wait_for):
        wait_for("67%")
        os.kill(running.pid, number)
        out, _ = running.communicate(timeout=PATIENCE)
        nothing_left(running.pid, tmp_path)
    data = json.loads(out)
    assert (running.returncode, data["stopped"], data["games"], data["asked"]) == (128 + number, True, 100, 100)
    whole = run(*swept(tmp_path, "1,2"), cwd=tmp_path)
    assert data["rows"] == json.loads(whole.out)["rows"]
    rows = list(csv.DictReader((tmp_path / "long.csv").read_text().splitlines()))
    assert [(row["steps"], row["stopped"]) for row in rows] == [("1", "yes"), ("2", "yes")]


@pytest.mark.parametrize("ending", ["html", "svg"])
def test_a_picture_of_a_sweep_that_was_stopped_says_so(ending: str, tmp_path: Path) -> None:
    with with_a_bar(*swept(tmp_path), "--out", f"long.{ending}", cwd=tmp_path) as (running, wait_for):
        wait_for("67%")
        os.kill(running.pid, signal.SIGTERM)
        running.communicate(timeout=PATIENCE)
    assert "stopped: these are 2 of 3 combinations" in (tmp_path / f"long.{ending}").read_text()


def test_a_sweep_that_is_killed_leaves_nothing(tmp_path: Path) -> None:
    with started(*swept(tmp_path), "--out", "long.csv", cwd=tmp_path) as running:
        until(at_work(running.pid), running)
        os.kill(running.pid, signal.SIGKILL)
        nothing_left(running.pid, tmp_path)
        assert running.communicate(timeout=PATIENCE) == ("", "")
    assert [p.name for p in tmp_path.iterdir()] == ["long.cafe"]


# ---- mutations -----------------------------------------------------------------------------------
def mutating(folder: Path) -> list[str]:
    """Changes of which one never ends."""
    (folder / "steps.cafe").write_text(ENDLESS)
    return ["mutate", "steps.cafe", "--jobs", "2", "--only", "walk", "--seconds", "6000", "--json"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_mutations_give_what_was_tried(number: signal.Signals, tmp_path: Path) -> None:
    with started(*mutating(tmp_path), cwd=tmp_path) as running:
        until(at_work(running.pid), running)
        os.kill(running.pid, number)
        out, err = running.communicate(timeout=PATIENCE)
        nothing_left(running.pid, tmp_path)
    data = json.loads(out)
    assert (running.returncode, err, data["stopped"]) == (128 + number, "", True)
    assert data["tried"] < data["planned"] == 18


def test_mutations_that_are_killed_leave_nothing(tmp_path: Path) -> None:
    with started(*mutating(tmp_path), cwd=tmp_path) as running:
        until(at_work(running.pid), running)
        os.kill(running.pid, signal.SIGKILL)
        nothing_left(running.pid, tmp_path)
        assert running.communicate(timeout=PATIENCE) == ("", "")


# ---- other commands ------------------------------------------------------------------------------
def test_a_comparison_that_is_stopped_leaves_no_files(tmp_path: Path) -> None:
    flags = ("--seconds", "6000", "--effort", "1_000_000", "--html", "page.html", "--save", "plays")
    with started("compare", "cafe-del-gatto+en", "cafe-del-gatto+fr", *flags, cwd=tmp_path) as running:
        until(busy(running), running)
        os.kill(running.pid, signal.SIGTERM)
        out, err = running.communicate(timeout=PATIENCE)
        nothing_left(running.pid, tmp_path)
    assert (running.returncode, out, err) == (143, "", "stopped\n")
    assert list(tmp_path.iterdir()) == []


def test_a_game_at_the_table_is_saved_when_it_is_killed(tmp_path: Path) -> None:
    told = at_terminal(["play", TIC, "--save", "game.json"], ["a", "<kill>"], tmp_path)
    assert told.status == 143 and leftovers(tmp_path) == []
    assert len(json.loads((tmp_path / "game.json").read_text())["steps"]) == 1
