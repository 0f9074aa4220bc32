"""The tables' file: nobody but its owner reads it, nor the files beside it."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rulekit.tools.web.server.serve import tables_file
from rulekit.tools.web.tables.store import Unreadable, connect
from tests.tools.web.serving import serving


@pytest.fixture(autouse=True)
def open_handed() -> Iterator[None]:
    """Whoever starts the server lets everybody read everything."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    """Who may do what."""
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_and_its_folder_are_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tables.sqlite"
    with serving(path) as server, server.client() as client:
        assert client.post("/api/tables", json={"rules": {"game": "cafe-del-gatto"}}).status_code == 201
        files = sorted(path.parent.iterdir())
        assert [file.name for file in files] == ["tables.sqlite", "tables.sqlite-shm", "tables.sqlite-wal"]
        assert [mode(file) for file in files] == [0o600] * 3
    assert mode(path.parent) == 0o700


def test_a_file_that_others_could_read_is_narrowed_and_its_folder_left_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    path = tmp_path / "t"
    with closing(connect(path)) as held:  # the files beside it are there
        beside = [Path(f"{path}{suffix}") for suffix in ("", "-wal", "-shm")]
        for file in beside:
            file.chmod(0o644)
        connect(path).close()
        assert [mode(file) for file in beside] == [0o600] * 3
        assert held.execute("SELECT count(*) FROM tables").fetchone() == (0,)
    assert mode(tmp_path) == 0o755


def test_a_wide_file_of_somebody_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t"
    connect(path).close()
    path.chmod(0o644)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(Unreadable, match="others can read it, and it belongs to somebody else"):
        connect(path)
    assert mode(path) == 0o644


def test_a_file_of_another_program_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE notes (text)")
    path.chmod(0o644)
    with pytest.raises(Unreadable):
        connect(path)
    assert mode(path) == 0o644


def test_our_own_folder_is_narrowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "rulekit").mkdir(mode=0o755)
    assert tables_file(None) == tmp_path / "rulekit" / "tables.sqlite" and mode(tmp_path / "rulekit") == 0o700
    assert tables_file("some/where") == Path("some/where")
