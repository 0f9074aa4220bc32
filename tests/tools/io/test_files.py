"""What is written: complete under its name, or not there at all."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.tools.io import files
from rulekit.tools.io.files import write_text, written_beside
from rulekit.tools.io.problems import Problem
from tests.tools.running import GAMES, run

TOOLS = Path(files.__file__).parents[1]
NIM = str(GAMES / "nim.cafe")
WRITING = {
    "rows as csv": ("simulate", NIM, "--games", "3", "--out", "made.csv"),
    "rows as jsonl": ("simulate", NIM, "--games", "3", "--out", "made.jsonl"),
    "rows as parquet": ("simulate", NIM, "--games", "3", "--out", "made.parquet"),
    "a sweep": ("simulate", NIM, "--games", "3", "--sweep", "last_match=all", "--out", "made.html"),
    "a report": ("simulate", NIM, "--games", "3", "--report", "made.json"),
    "a booklet": ("rulebook", NIM, "--out", "made.html"),
    "a comparison": ("compare", NIM, "--set", "last_match=other", "--html", "made.html", "--effort", "200"),
    "plays of a comparison": ("compare", NIM, "--set", "last_match=other", "--save", "made", "--effort", "200"),
    "a new game": ("new", "made"),
    "a house rule": ("new", "--house-rule", "cafe-del-gatto", "made", "--rule", "buy.price"),
    "a saved game": ("play", NIM, "--bots", "all", "--seed", "1", "--save", "made.json"),
}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", WRITING)
def test_what_is_stopped_at_the_last_moment_leaves_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is complete, but has no name yet."""

    def stopped(beside: Path, target: Path, replace: bool) -> None:
        assert beside.parent == target.parent and beside.stat().st_size > 50 and not target.exists()
        raise KeyboardInterrupt

    monkeypatch.setattr(files, "_give_name", stopped)
    ran = run(*WRITING[name])
    assert ran.status == 130 and "Traceback" not in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", WRITING)
def test_what_is_not_stopped_is_there_and_nothing_else(name: str, tmp_path: Path) -> None:
    ran = run(*WRITING[name])
    assert ran.status in (0, 1), ran.err
    assert [path.stem for path in tmp_path.iterdir()] == ["made"]


def test_a_file_that_appears_meanwhile_is_not_written_over() -> None:
    with pytest.raises(Problem, match="already there"), written_beside(Path("a.txt"), replace=False) as beside:
        beside.write_text("ours")
        Path("a.txt").write_text("theirs")
    assert [(p.name, p.read_text()) for p in Path().iterdir()] == [("a.txt", "theirs")]


def test_a_disk_without_second_names_is_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refused)
    write_text(Path("a.txt"), "new", replace=False)
    with pytest.raises(Problem, match="already there"):
        write_text(Path("a.txt"), "newer", replace=False)
    assert [(p.name, p.read_text()) for p in Path().iterdir()] == [("a.txt", "new")]


def test_a_link_stays_a_link_and_rights_stay_as_they_are() -> None:
    Path("a.txt").write_text("old")
    Path("a.txt").chmod(0o640)
    Path("b.txt").symlink_to("a.txt")
    write_text(Path("b.txt"), "new")
    assert Path("b.txt").is_symlink() and Path("a.txt").read_text() == "new" and Path("a.txt").stat().st_mode & 0o777 == 0o640


def test_two_files_in_one_folder_do_not_meet() -> None:
    with written_beside(Path("a.txt")) as one, written_beside(Path("b.txt")) as two:
        one.write_text("a")
        two.write_text("b")
    assert sorted((p.name, p.read_text()) for p in Path().iterdir()) == [("a.txt", "a"), ("b.txt", "b")]


def test_what_cannot_be_written_as_text_is_no_reason_to_fail() -> None:
    write_text(Path("a.txt"), "a\udcffb")
    assert Path("a.txt").read_text() == "a?b"


def test_nothing_else_writes_files() -> None:
    """Files are opened for writing by `files`, and by `rows` where that says; a worker writes to the system, and what git keeps
    is laid into a folder of its own that is gone afterwards."""
    found = set()
    for path in TOOLS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                modes = {a.value for a in node.args if isinstance(a, ast.Constant)}
                opens = node.func.attr == "open" and modes & {"w", "x", "a", "wb", "xb", "ab"}
                if opens or node.func.attr in ("write_text", "write_bytes"):
                    found.add(str(path.relative_to(TOOLS)))
    assert found == {"io/files.py", "io/revisions.py", "commands/simulate/rows.py", "web/workers/worker.py"}


@pytest.fixture
def gone() -> int:
    """The number of a process that has ended."""
    said = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True, check=True)
    return int(said.stdout)


def aged(file: Path) -> None:
    """Write a file that nobody has touched for days."""
    file.write_text("half")
    os.utime(file, (0, 0))


def test_what_a_killed_process_left_behind_is_cleared_away(tmp_path: Path, gone: int) -> None:
    """Only files with exactly such a name, untouched for a day, of a process that is no more."""
    left = tmp_path / f".rulekit-{gone}-3.tmp"
    kept = [tmp_path / f".rulekit-{name}" for name in (f"{os.getppid()}-1.tmp", "1.tmp", f"{gone}-3.tmp.txt", "x-1.tmp")]
    for file in (left, *kept):
        aged(file)
    fresh = tmp_path / f".rulekit-{gone}-5.tmp"
    fresh.write_text("half")
    kept.append(fresh)
    folder = tmp_path / f".rulekit-{gone}-4.tmp"
    folder.mkdir()
    write_text(Path("new.txt"), "new")
    assert not left.exists() and folder.exists() and all(file.exists() for file in kept)


def test_what_belongs_to_somebody_else_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gone: int) -> None:
    left = tmp_path / f".rulekit-{gone}-3.tmp"
    aged(left)
    monkeypatch.setattr(os, "geteuid", lambda: left.stat().st_uid + 1)
    write_text(Path("new.txt"), "new")
    assert left.exists()
