"""SIGKILL under load, a few times (`make kill`: a hundred times), and workers that must not stay behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.fuzz.bombs import BOMBS
from tests.tools.web.killing import children, is_alive, run, until_gone
from tests.tools.web.serving import serving

LONG_STARTED = 3.0  # seconds of processor time: several times as long as it takes to start a worker
STARTER = """
import os, subprocess, sys
command = [sys.executable, "-m", "rulekit.tools.web.workers.worker", "0", str(os.getpid())]
worker = subprocess.Popen(command, stdin=subprocess.PIPE)
worker.stdin.write(sys.argv[1].encode() + b"\\n")
worker.stdin.flush()
print(worker.pid, flush=True)
worker.wait()
"""


def test_no_answered_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    played = run(tmp_path / "tables.sqlite", times=2, seed=7, kinds=4)
    assert played.wrong == [] and played.moves() > 0


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes as Linux shows them")
def test_a_worker_busy_with_an_endless_job_does_not_outlive_whoever_started_it() -> None:
    """Its pipe is closed as well, but it does not look there while it is at work."""
    endless = {"games": 100_000, "bots": "all=mcts:iterations=1000000", "seconds": 1_000_000}
    job = {"job": "simulate", "rules": {"game": "bon-appetit"}, "players": 2, "seed": 1} | endless
    with subprocess.Popen([sys.executable, "-c", STARTER, json.dumps(job)], stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        busy = int(starter.stdout.readline())
        while _seconds(busy) < LONG_STARTED:
            assert is_alive(busy)
            time.sleep(0.02)
        starter.kill()
    until_gone(busy)


def test_no_worker_outlives_the_server(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server, server.client() as client:
        assert client.post("/api/tables", json={"rules": {"text": BOMBS["places"]}}).status_code in (201, 422)
        workers = children(server.process.pid)
        assert workers
        server.kill()
        for pid in workers:
            until_gone(pid)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_end_the_server_ends_in_order(number: signal.Signals, tmp_path: Path) -> None:
    """Whoever supervises it sees that all is well."""
    said = tmp_path / "said"
    with serving(tmp_path / "tables.sqlite", stderr=said) as server:
        with server.client() as client:
            assert client.get("/").status_code == 200
        server.process.send_signal(number)
        assert (server.process.wait(), said.read_text()) == (0, "")


def _seconds(pid: int) -> float:
    """Processor time of a process."""
    with suppress(OSError):
        used = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")
    return 0
