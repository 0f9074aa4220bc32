"""`rulekit serve` as it is started: what it says, and what it answers when it cannot start."""

from __future__ import annotations

import socket
import sqlite3
import sys
from pathlib import Path

import pytest

from rulekit.tools.web.server.connections import Listening
from tests.tools.running import run
from tests.tools.web.serving import serving


def test_it_says_where_it_is_and_shows_the_games(tmp_path: Path) -> None:
    with serving(tmp_path / "new folder" / "tables.sqlite") as server, server.client() as client:
        page = client.get("/")
        assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
        assert "script-src 'self'" in page.headers["content-security-policy"]


def test_without_the_extra_it_tells_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "starlette", None)
    done = run("serve", "--no-browser", "--data", str(tmp_path / "t"))
    assert done.status == 1 and "RK630" in done.err and "rulekit[web]" in done.err


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("serve", "--no-browser", "--port", str(taken.getsockname()[1]), "--data", str(tmp_path / "t"))
    assert done.status == 1 and "RK631" in done.err


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("my notes\n" * 100)
    done = run("serve", "--no-browser", "--port", "0", "--data", str(notes))
    assert done.status == 1 and "RK632" in done.err
    assert notes.read_text() == "my notes\n" * 100


def test_a_file_of_a_newer_rulekit_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with sqlite3.connect(file) as newer:
        newer.execute("PRAGMA user_version = 99")
    done = run("serve", "--no-browser", "--port", "0", "--data", str(file))
    assert done.status == 1 and "RK632" in done.err and "newer" in done.err


def test_a_host_that_nobody_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another port would not help; whether a name is known is not asked of the network here."""

    def unknown(*_: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(Listening, "bind", unknown, raising=False)
    done = run("serve", "--no-browser", "--host", "nowhere.invalid", "--data", str(tmp_path / "t"))
    assert done.status == 1 and "RK631" in done.err and "`nowhere.invalid` is not known" in done.err
    assert "--port" not in done.err and "--host" in done.err


def test_what_is_no_number_of_requests(tmp_path: Path) -> None:
    done = run("serve", "--no-browser", "--rate", "nan", "--data", str(tmp_path / "t"))
    assert done.status == 2 and "--rate wants a number, not `nan`" in done.err
