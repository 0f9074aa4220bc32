"""What can be seen of a command at work, as Linux tells it: its processes, how long they have worked, its temporary files."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 300.0  # seconds until a test gives up; nothing depends on it otherwise
linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for as Linux tells them")


def stat(pid: str) -> list[str]:
    """What the system tells of a process, from its state on: parent, group, session …; empty if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def alive(session: int) -> list[str]:
    """The processes of a session that have not ended."""
    told = {pid: stat(pid) for pid in os.listdir("/proc") if pid.isdecimal()}
    return [pid for pid, parts in told.items() if parts and parts[0] != "Z" and parts[3] == str(session)]


def _seconds(pid: str) -> float:
    """How long a process has worked."""
    parts = stat(pid)
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK") if parts else 0.0


def until(seen: Callable[[], object], running: subprocess.Popen[str] | None = None) -> None:
    """Wait for something that can be seen."""
    end = time.monotonic() + PATIENCE
    while not seen():
        assert running is None or running.poll() is None, running.communicate()
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.02)


def leftovers(folder: Path) -> list[str]:
    """Temporary files."""
    return [path.name for path in folder.iterdir() if path.name.startswith(".rulekit-")]


def rows_come(folder: Path) -> Callable[[], bool]:
    """Whether rows are being written."""
    return lambda: any((folder / name).stat().st_size > 20_000 for name in leftovers(folder))


def busy(running: subprocess.Popen[str]) -> Callable[[], bool]:
    """Whether a process has worked for longer than it takes to begin."""
    return lambda: _seconds(str(running.pid)) > 2


def at_work(session: int) -> Callable[[], bool]:
    """Whether a process of the session, which another one has started, has worked for a second at least."""
    return lambda: any(_seconds(pid) > 1 for pid in alive(session) if pid != str(session))


def nothing_left(session: int, folder: Path) -> None:
    """Neither processes nor temporary files."""
    until(lambda: not alive(session))
    assert leftovers(folder) == []
