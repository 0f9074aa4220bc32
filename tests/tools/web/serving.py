"""A real server for tests: a process of its own, with its own file of tables."""

from __future__ import annotations

import os
import re
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from attrs import define

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "games"


@define
class Server:
    """A server that runs."""

    process: subprocess.Popen[str]
    address: str

    def kill(self) -> None:
        """End it as hard as can be; its workers end when nobody asks them any more."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def client(self, source: str | None = None) -> httpx.Client:
        """Somebody who asks, perhaps from another address of this machine; waits for as long as it takes."""
        return httpx.Client(base_url=self.address, timeout=None, transport=httpx.HTTPTransport(local_address=source))

    def connect(self, source: str = "") -> socket.socket:
        """A connection that says nothing yet."""
        found = urlsplit(self.address)
        return socket.create_connection((found.hostname, found.port), source_address=(source, 0))


def start(data: Path, *flags: str, stderr: Path | None = None, files: int | None = None) -> Server:
    """Start a server and wait until it says where it is.

    `stderr`: a file for what it complains about; `files`: how many it may have open.
    """
    command = [sys.executable, "-m", "rulekit.tools.cli", "serve", "--port", "0", "--no-browser", "--data", str(data), *flags]
    with open(stderr, "w") if stderr else nullcontext() as complaints:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=complaints, text=True, start_new_session=True, cwd=ROOT,
            preexec_fn=None if files is None else lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)),
        )  # fmt: skip
    assert process.stdout is not None
    said = process.stdout.readline()
    found = re.search(r"http://\S+", said)
    assert found is not None, said
    return Server(process, found.group())


@contextmanager
def serving(data: Path, *flags: str, stderr: Path | None = None, files: int | None = None) -> Iterator[Server]:
    """A server for a while."""
    server = start(data, *flags, stderr=stderr, files=files)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


def example(name: str) -> dict[str, Any]:
    """An example game as rules of one's own."""
    return {"text": (EXAMPLES / f"{name}.cafe").read_text(encoding="utf-8")}


@define
class Player:
    """Somebody at a table."""

    client: httpx.Client
    link: str
    lang: str = "en"

    def see(self, **query: Any) -> dict[str, Any]:
        """The position."""
        told = self.client.get(f"/api/at/{self.link}", params={"lang": self.lang} | query)
        assert told.status_code == 200, told.text
        return dict(told.json())

    def post(self, what: str, **data: Any) -> httpx.Response:
        """Ask for something."""
        return self.client.post(f"/api/at/{self.link}/{what}", json=data)

    def do(self, wanted: str) -> httpx.Response:
        """Make the first move whose text begins so."""
        seen = self.see()
        number = next(n for n, m in enumerate(seen["menu"]) if m["text"].startswith(wanted))
        return self.post("move", at=seen["at"], move=number)


def sit(client: httpx.Client, rules: dict[str, Any], seats: list[dict[str, Any]], **more: Any) -> tuple[list[Player], Player]:
    """A new table: its players, and somebody who watches."""
    made = client.post("/api/tables", json={"rules": rules, "players": len(seats), "seats": seats} | more)
    assert made.status_code == 201, made.text
    links = made.json()
    return [Player(client, s["link"]) for s in links["seats"]], Player(client, links["watch"])
