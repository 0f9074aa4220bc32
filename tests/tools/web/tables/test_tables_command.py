"""`rulekit tables`: what is kept, and how it is forgotten."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from rulekit.tools.web.tables.store import Store
from rulekit.tools.web.tables.table import DAY
from tests.tools.running import at_terminal, run
from tests.tools.web.serving import serving
from tests.tools.web.tables.test_store import SEATS, with_store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Three tables, of which one is forty days old, and rules of their own."""
    path = tmp_path / "tables.sqlite"

    async def fill(store: Store) -> None:
        for number in range(3):
            seats = tuple(type(s)(s.seat, f"{s.link}{number}", s.name, s.bot) for s in SEATS)
            await store.keep_rules(f"r{number}", {"files": ["x" * 100_000], "set": [number]})
            table = await store.add_table(f"watch{number}", f"r{number}", 2, 5, [], seats)
            await store.add_event(table, 0, "name", {"seat": 0, "name": "Zoe"})
        old = time.time() - 40 * DAY
        await store.run(lambda c: c.execute("UPDATE tables SET used = ? WHERE id = 1", (old,)))
        await store.run(lambda c: c.execute("UPDATE rules SET used = ? WHERE id = 'r0'", (old,)))

    with_store(path, fill)
    return path


def kept(path: Path) -> list[int]:
    """How many rows there are of everything."""
    with closing(sqlite3.connect(path)) as file:
        return [file.execute(f"SELECT count(*) FROM {what}").fetchone()[0] for what in ("tables", "seats", "events", "rules")]


def test_it_tells_what_is_kept(file: Path) -> None:
    done = run("tables", "--data", str(file))
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 40 * DAY))
    assert done.status == 0 and f"3 tables, 3 rule files, {file.stat().st_size / 1e3:.0f} kB; " in done.out and day in done.out
    assert kept(file) == [3, 6, 3, 3]


def test_old_tables_are_forgotten_and_the_file_shrinks(file: Path) -> None:
    before = file.stat().st_size
    done = run("tables", "--data", str(file), "--forget-before", "30", "--yes")
    assert done.status == 0 and "1 table and 1 rule file forgotten" in done.out
    assert kept(file) == [2, 4, 2, 2] and file.stat().st_size < before - 90_000


def test_all_can_be_forgotten_and_the_file_goes_on_being_used(file: Path) -> None:
    assert run("tables", "--data", str(file), "--all", "--yes").status == 0
    assert kept(file) == [0, 0, 0, 0]
    with serving(file) as server, server.client() as client:
        assert client.post("/api/tables", json={"rules": {"game": "cafe-del-gatto"}}).status_code == 201


def test_while_a_server_runs_nothing_is_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "t"
    with serving(path) as server, server.client() as client:
        assert client.post("/api/tables", json={"rules": {"game": "cafe-del-gatto"}}).status_code == 201
        assert "1 table, 1 rule file" in run("tables", "--data", str(path)).out
        done = run("tables", "--data", str(path), "--all", "--yes")
        assert done.status == 1 and "RK633" in done.err and kept(path)[0] == 1
        assert client.post("/api/tables", json={"rules": {"game": "cafe-del-gatto"}}).status_code == 201


def test_without_a_terminal_nobody_can_be_asked(file: Path) -> None:
    done = run("tables", "--data", str(file), "--all")
    assert done.status == 2 and "--yes" in done.err and kept(file)[0] == 3


@pytest.mark.parametrize(("answer", "left"), [("y", 0), ("n", 3), ("", 3)])
def test_at_a_terminal_it_is_asked(file: Path, answer: str, left: int) -> None:
    done = at_terminal(["tables", "--data", str(file), "--all"], [answer], file.parent, ready="(y/n) ")
    assert "forget 3 tables for good?" in done.out and kept(file)[0] == left


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    done = run("tables", "--data", str(tmp_path / "nothing"))
    assert done.status == 1 and "RK632" in done.err and not (tmp_path / "nothing").exists()


def test_both_at_once_make_no_sense(file: Path) -> None:
    assert run("tables", "--data", str(file), "--all", "--forget-before", "3", "--yes").status == 2
