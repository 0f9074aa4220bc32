"""Running rulekit as a user does: with or without a terminal, in this process or in one of its own."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from attrs import frozen

from rulekit.tools.cli import main

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "examples" / "games"


@frozen
class Ran:
    """What came of a command."""

    status: int
    out: str
    err: str


def environment(**more: str) -> dict[str, str]:
    """The environment of a command: rulekit from this tree."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "100", "NO_COLOR": "", **more}


def command(*arguments: str) -> list[str]:
    """The words that start rulekit."""
    return [sys.executable, "-m", "rulekit.tools.cli", *arguments]


def run(*arguments: str, cwd: Path | None = None, stdin: str = "", **more: str) -> Ran:
    """Run a command in this process, without a terminal: that is quicker, and the same unless Python itself is told something."""
    streams = {name: io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for name in ("stdout", "stderr")}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment(**more).items():
            patch.setenv(name, value)
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        if cwd is not None:
            patch.chdir(cwd)
        status = main(arguments)
    return Ran(status, *(_written(stream) for stream in streams.values()))


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode("utf-8")  # type: ignore[attr-defined, no-any-return]


def apart(*arguments: str, cwd: Path | None = None, stdin: str | None = None, **more: str) -> Ran:
    """Run a command in a process of its own, without a terminal."""
    done = subprocess.run(
        command(*arguments),
        cwd=cwd,
        env=environment(**more),
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return Ran(done.returncode, done.stdout, done.stderr)


@contextmanager
def started(*arguments: str, cwd: Path, stderr: int = subprocess.PIPE, **more: str) -> Iterator[subprocess.Popen[str]]:
    """A command in a process and session of its own. It hears signals, though we may not (work in the background does not).

    Whatever becomes of the test, nothing of it is left running.
    """
    with _hearing():
        running = subprocess.Popen(
            command(*arguments), cwd=cwd, env=environment(**more), stdout=subprocess.PIPE, stderr=stderr, text=True,
            start_new_session=True,
        )  # fmt: skip
    try:
        yield running
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.communicate()


@contextmanager
def _hearing() -> Iterator[None]:
    """What is started in here hears Ctrl-C and polite kills: a signal that we ignore would be ignored by it too."""
    before = {n: signal.signal(n, lambda number, frame: None) for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def ctrl_c(running: subprocess.Popen[str]) -> tuple[str, str]:
    """Press Ctrl-C, as a terminal does: all processes of the command hear it. Gives what was written, and what was said."""
    os.killpg(running.pid, signal.SIGINT)
    return running.communicate()


def wait_for_child(running: subprocess.Popen[str]) -> None:
    """Until the process has started another one, where the system tells."""
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    end = time.monotonic() + (600 if children.exists() else 8)
    while time.monotonic() < end and not (children.exists() and children.read_text().strip()):
        assert running.poll() is None, running.communicate()
        time.sleep(0.1)


def at_terminal(arguments: list[str], typed: list[str], cwd: Path, ready: str = "> ", **more: str) -> Ran:
    """Run a command at a pseudo-terminal; each line is typed when it waits (its output ends in `ready` or asks for Enter).

    Whatever becomes of the test, the command does not go on.
    """
    child, master = pty.fork()
    if child == 0:
        os.chdir(cwd)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        os.execve(sys.executable, command(*arguments), environment(TERM="xterm-256color", **more))
    try:
        said = _conversation(child, master, typed, ready)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        _, status = os.waitpid(child, 0)
        os.close(master)
    text = said.decode("utf-8", "replace")
    assert "Traceback" not in text, text
    return Ran(os.waitstatus_to_exitcode(status), text, "")


def _conversation(child: int, master: int, typed: list[str], ready: str) -> bytes:
    """Type what is to be typed, until the command ends or waits for ever; what it said."""
    said, left = b"", list(typed)
    asked = 0
    end = time.monotonic() + 600
    while time.monotonic() < end:
        if select.select([master], [], [], 0.1)[0]:
            try:
                data = os.read(master, 65536)
            except OSError:
                return said
            if not data:
                return said
            said += data
        fresh = said[asked:].decode("utf-8", "ignore")
        if left and (fresh.endswith(ready) or fresh.rstrip().endswith("press Enter.")):
            asked = len(said)
            _type(child, master, left.pop(0))
    os.kill(child, signal.SIGKILL)  # the test fails instead of waiting
    return said


def _type(child: int, master: int, line: str) -> None:
    """Type a line, press Ctrl-C or Ctrl-D, or kill the command politely."""
    time.sleep(0.3 if line in ("<ctrl-c>", "<kill>") else 0)  # readline misses a signal that comes before it waits
    if line == "<kill>":
        os.kill(child, signal.SIGTERM)
    else:
        os.write(master, b"\x04" if line == "<end>" else b"\x03" if line == "<ctrl-c>" else line.encode() + b"\n")
