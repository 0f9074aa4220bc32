"""SIGKILL under load, a few times (`make kill`: a hundred times), and workers that must not stay behind."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.fuzz.bombs import BOMBS
from tests.tools.web.killing import GONE, children, is_alive, run
from tests.tools.web.serving import Server, serving


def test_no_answered_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    played = run(tmp_path / "tables.sqlite", times=2, seed=7, kinds=4)
    assert played.wrong == [] and played.moves() > 0


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes as Linux shows them")
def test_a_worker_busy_with_an_endless_job_does_not_outlive_the_server(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        rules = {"text": BOMBS["repeat of chance"]}
        ask = threading.Thread(target=_ask, args=(server, rules))
        ask.start()
        busy = _busy_worker(server)
        server.kill()
        ask.join()
        until = time.monotonic() + GONE
        while is_alive(busy) and time.monotonic() < until:
            time.sleep(0.02)
        assert not is_alive(busy)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_end_the_server_ends_in_order(number: signal.Signals, tmp_path: Path) -> None:
    """Whoever supervises it sees that all is well."""
    said = tmp_path / "said"
    with serving(tmp_path / "tables.sqlite", stderr=said) as server:
        with server.client() as client:
            assert client.get("/").status_code == 200
        server.process.send_signal(number)
        assert (server.process.wait(), said.read_text()) == (0, "")


def _ask(server: Server, rules: dict[str, str]) -> None:
    with suppress(httpx.HTTPError), server.client() as client:
        client.post("/api/tables", json={"rules": rules})


def _busy_worker(server: Server) -> int:
    """A worker that has been at work for longer than it takes to start one."""
    for _ in range(600):
        for pid in children(server.process.pid):
            if _seconds(pid) > 2:
                return pid
        time.sleep(0.05)
    pytest.fail("no worker was busy")


def _seconds(pid: int) -> float:
    """Processor time of a process."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11]) / 100
    return 0
