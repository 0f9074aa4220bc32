"""Connections: silent ones are ended, crowds are turned away, and nothing fills the log.

Where something has to end, the test waits for the end itself, however long that takes.
"""

from __future__ import annotations

import inspect
import json
import logging
import os
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from rulekit.tools.web.server.addresses import Proxies, read_networks
from rulekit.tools.web.server.connections import Border, Connection, Listening
from rulekit.tools.web.server.quiet_log import Quiet
from tests.tools.web.serving import Server, example, serving

HALF = b"GET /api/words HTTP/1.1\r\nhost: localhost\r\n"
BODY = b"POST /api/check HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with very little patience."""
    with serving(tmp_path_factory.mktemp("hasty") / "t", "--patience", "0.2", "--rate", "0") as server:
        yield server


def said(connection: socket.socket) -> bytes:
    """All that comes until the connection is ended by the other side."""
    parts = []
    with suppress(ConnectionError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


# ---- silence -------------------------------------------------------------------------------------
@pytest.mark.parametrize("start", [b"", b"G", HALF], ids=["nothing", "a letter", "half a header"])
def test_a_connection_that_keeps_silent_is_ended(hasty: Server, start: bytes) -> None:
    with hasty.connect() as silent:
        silent.sendall(start)
        assert said(silent) == b""


def begun(server: Server, start: bytes, until: bytes) -> tuple[socket.socket, bytes]:
    """A connection on which something was said and answered; on a busy machine it may be ended before, and is tried again."""
    while True:
        connection, heard = server.connect(), b""
        with suppress(ConnectionError):
            connection.sendall(start)
            while part := connection.recv(65536):
                heard += part
                if until in heard:
                    return connection, heard
        connection.close()


def test_a_body_that_does_not_come_is_told_so_and_ended(hasty: Server) -> None:
    silent, _ = begun(hasty, BODY, b"HTTP/1.1 408 ")
    with silent:
        said(silent)


@pytest.mark.parametrize("start", [HALF, BODY], ids=["header", "body"])
def test_a_request_that_comes_letter_by_letter_is_ended(hasty: Server, start: bytes) -> None:
    """A letter now and then is no sign of a request that gets on."""
    with hasty.connect() as slow, suppress(ConnectionError):
        slow.sendall(start)
        slow.settimeout(0.02)
        while True:
            with suppress(TimeoutError):
                if not slow.recv(65536):
                    break
            slow.sendall(b"x")


def test_a_second_request_that_stops_half_way_is_ended(hasty: Server) -> None:
    silent, _ = begun(hasty, HALF + b"\r\n", b"words")
    with silent, suppress(ConnectionError):
        silent.sendall(HALF)
        said(silent)


def test_an_answer_that_nobody_fetches_is_given_up(hasty: Server) -> None:
    """The other side asks again and again, and reads nothing: what waits for it is not kept for ever."""
    with hasty.connect() as deaf, suppress(ConnectionError):
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        while True:
            deaf.sendall(b"GET /static/vendor/codemirror.js HTTP/1.1\r\nhost: localhost\r\n\r\n")


def test_who_listens_may_keep_silent(hasty: Server) -> None:
    """A stream of news goes on for longer than a request may take to arrive."""
    made = json.loads(asked(hasty, "POST", "/api/tables", b'{"rules": {"game": "cafe-del-gatto"}, "players": 2}'))
    start = f"GET /api/at/{made['watch']}/events HTTP/1.1\r\nhost: localhost\r\n\r\n"
    news, _ = begun(hasty, start.encode(), b"data: ")
    with news, hasty.connect() as silent:
        said(silent)  # ended, though it came later: the stream has lasted longer than that
        asked(hasty, "POST", f"/api/at/{made['seats'][0]['link']}/name", b'{"name": "Zoe"}')
        heard = b""
        while b"Zoe" not in heard:
            part = news.recv(65536)
            assert part
            heard += part


def asked(server: Server, method: str, path: str, body: bytes) -> bytes:
    """The body of an answer."""
    head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n"
    answer, heard = begun(server, f"{head}content-length: {len(body)}\r\n\r\n".encode() + body, b"\r\n\r\n{")
    with answer:
        return (heard + said(answer)).partition(b"\r\n\r\n")[2]


def test_uvicorn_still_has_what_is_built_upon() -> None:
    """If this fails after an update of uvicorn, look at `border.Connection` and then raise the bound in pyproject.toml."""
    known = {"connection_made", "connection_lost", "data_received", "pause_writing", "resume_writing"}
    assert known <= {name for name, _ in inspect.getmembers(H11Protocol, inspect.isfunction)}
    assert list(inspect.signature(H11Protocol.__init__).parameters) == ["self", "config", "server_state", "app_state", "_loop"]
    own = {name for name in vars(Connection) if not name.startswith("__")}
    assert own & set(dir(H11Protocol)) == known


# ---- crowds --------------------------------------------------------------------------------------
def test_one_address_cannot_make_the_server_deaf(tmp_path: Path) -> None:
    """More silent connections than the server may have files: others are served, and the log stays short."""
    log = tmp_path / "log"
    with serving(tmp_path / "t", stderr=log, files=256) as server, ExitStack() as held:
        crowd = [held.enter_context(server.connect()) for _ in range(300)]
        assert said(crowd[-1]).startswith(b"HTTP/1.1 503 ")
        with server.client("127.0.0.2") as other:
            assert other.get("/api/words").status_code == 200
            assert other.post("/api/tables", json={"rules": {"game": "cafe-del-gatto"}}).status_code == 201
    assert log.stat().st_size < 2000


def test_many_addresses_together_leave_files_for_the_store_and_the_workers(tmp_path: Path) -> None:
    """Whoever is in goes on: the first table of all is opened, and workers are started, when no more connections are taken."""
    log = tmp_path / "log"
    with serving(tmp_path / "t", stderr=log, files=200) as server, server.client() as client, ExitStack() as held:
        assert client.get("/api/words").status_code == 200
        crowd = [held.enter_context(server.connect(f"127.0.0.{n % 9 + 2}")) for n in range(250)]
        assert said(crowd[-1]).startswith(b"HTTP/1.1 503 ")
        for rules in ({"game": "cafe-del-gatto"}, example("tic-tac-toe")):
            assert client.post("/api/tables", json={"rules": rules}).status_code == 201
    assert log.read_text() == ""


def test_a_crowd_is_turned_away_and_let_in_when_there_is_room_again(tmp_path: Path) -> None:
    with serving(tmp_path / "t", "--connections", "2") as server:
        with server.connect(), server.connect() as second, server.connect() as third:
            assert said(third).endswith(b'{"error": {"code": "full", "message": "there are too many connections", '
                                        b'"hint": "", "findings": []}}')  # fmt: skip
            second.sendall(HALF + b"connection: close\r\n\r\n")
            assert said(second).startswith(b"HTTP/1.1 200 ")
        with server.connect() as later:
            later.sendall(HALF + b"connection: close\r\n\r\n")
            assert said(later).startswith(b"HTTP/1.1 200 ")


def test_all_together_are_limited_and_proxies_only_by_that() -> None:
    proxies = Proxies(read_networks(["10.0.0.1"]))
    border = Border(None, 5, 2, proxies=proxies)  # type: ignore[arg-type]
    ways = [("10.0.0.1", 1), ("10.0.0.1", 2), ("10.0.0.1", 3), ("8.8.8.8", 1), ("8.8.8.8", 2), ("8.8.4.4", 1)]
    connections = {way: object.__new__(Connection) for way in ways}
    assert [border.enter(way, connections[way]) for way in ways] == [True] * 5 + [False]
    border.leave(ways[4], connections[ways[4]])
    assert border.enter(ways[5], connections[ways[5]])
    border.leave(ways[0], connections[ways[0]])
    assert border.enter(ways[4], connections[ways[4]])
    border.leave(ways[1], connections[ways[1]])
    assert not border.enter(("8.8.8.8", 7), connections[ways[0]])  # two already


def test_a_block_of_long_addresses_is_one_address() -> None:
    border = Border(None, 9, 1)  # type: ignore[arg-type]
    some = object.__new__(Connection)
    assert border.enter(("2001:db8::1", 1), some) and not border.enter(("2001:db8::2", 1), some)
    assert border.enter(("2001:db8:0:1::1", 1), some)


# ---- no more files -------------------------------------------------------------------------------
@contextmanager
def no_more_files() -> Iterator[None]:
    """Nothing can be opened for a while."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest = os.dup(0)
    os.close(lowest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_who_comes_when_no_file_can_be_opened_is_turned_away() -> None:
    """Everybody who waits is let go one by one; nobody stays in the queue, for which the loop would be woken without end."""
    with Listening() as listening, ExitStack() as held:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.setblocking(False)
        _, *rest = [held.enter_context(socket.create_connection(listening.getsockname())) for _ in range(4)]
        held.enter_context(listening.accept()[0])
        with no_more_files():
            for one in rest:
                with pytest.raises(BlockingIOError):
                    listening.accept()
                assert said(one) == b""
            with pytest.raises(BlockingIOError):  # nobody is left
                listening.accept()
        held.enter_context(socket.create_connection(listening.getsockname()))
        held.enter_context(listening.accept()[0])


# ---- the log -------------------------------------------------------------------------------------
def record(text: str, when: float, name: str = "asyncio") -> logging.LogRecord:
    """A line of the log."""
    made = logging.LogRecord(name, logging.ERROR, "", 0, text, (), None)
    made.created = when
    return made


def test_the_same_line_is_written_a_few_times_a_minute() -> None:
    quiet = Quiet(of_a_kind=2, in_all=5)
    lines = [record(f"full\nsocket {n}", 100 + n) for n in range(50)]
    assert [quiet.filter(line) for line in lines] == [True, True] + [False] * 48
    other = record("other", 120)
    assert quiet.filter(other) and other.getMessage() == "other (and 48 lines before it that are not shown)"
    later = record("full", 161)
    assert quiet.filter(later) and later.getMessage() == "full"


def test_there_are_only_so_many_lines_of_all_kinds() -> None:
    quiet = Quiet(of_a_kind=2, in_all=5)
    assert sum(quiet.filter(record(f"kind {n}", 100)) for n in range(50)) == 5


def test_bad_requests_do_not_fill_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with serving(tmp_path / "t", stderr=log) as server:
        for _ in range(100):
            with server.connect() as bad:
                bad.sendall(b"\x00\r\n\r\n")
                assert said(bad).startswith(b"HTTP/1.1 400 ")
    assert 0 < log.read_text().count("Invalid HTTP request") <= 5
