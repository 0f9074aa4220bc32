"""The fuzzer of the web table: random and malformed requests to every route of a real server.

`python -m tests.fuzz.web_fuzz --cases 20000 --seed 1`; `--case 1:4711` shows one request. No answer may have a status of 500 or
more (but 503: too much at once), nothing may be said on the server's stderr, and afterwards it has to play as before.
"""

from __future__ import annotations

import argparse
import json
import random
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from attrs import define, field, frozen

from tests.fuzz.edits import edited
from tests.tools.web.serving import EXAMPLES, Server, example, serving, sit

PATHS = ("/", "/workshop", "/lessons", "/lessons/{n}", "/at/{link}", "/static/{odd}", "/api/words", "/api/games", "/api/nothing",
         "/api/games/{game}/source", "/api/at/{link}", "/api/rules/{odd}", "/{odd}", "/api/{odd}/{odd}")  # fmt: skip
POSTS = ("/api/tables", "/api/check", "/api/rules", "/api/simulate", "/api/compare", "/api/at/{link}/move", "/api/at/{link}/why",
         "/api/at/{link}/undo", "/api/at/{link}/name")  # fmt: skip
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "get", "BREW")
FIELDS = (
    "rules", "players", "seats", "seed", "at", "move", "agree", "name", "about", "lang", "game", "text", "with", "set", "bot",
    "step", "first", "second", "games", "bots", "files",
)  # fmt: skip
ODD = (
    "", "\x00", "\ud800", "\udfff\ud800", "\u202e", "🥄" * 9, "a" * 5000, "../../etc/passwd", "%00", "%", "<script>", "\r\nx: y",
    "'; DROP TABLE events", "１２", "-1", "1e9", "null", "en", "NaN", "é", "12:3", "12:99999999999", ":", "5",
    "mcts:seconds=1e999",
)  # fmt: skip
NUMBERS = (
    0, 1, -1, 2, 7, 10**6, 2**31, 2**62, 2**63, 2**64, 10**30, -(10**30), 10**4000, 0.5, 1e308, float("inf"), float("nan"), True,
)  # fmt: skip


@frozen
class Case:
    """One request: a line, headers, a body."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


@define
class Maker:
    """Makes requests for a server with these links."""

    links: tuple[str, ...]
    dice: random.Random = field(factory=random.Random)
    texts: tuple[str, ...] = field(factory=lambda: tuple(p.read_text(encoding="utf-8") for p in sorted(EXAMPLES.glob("*.cafe"))))

    def case(self) -> Case:
        """A request: mostly one that comes far."""
        dice = self.dice
        post = dice.random() < 0.65
        path = self._path(dice.choice(POSTS if post else PATHS))
        method = ("POST" if post else "GET") if dice.random() < 0.9 else dice.choice(METHODS)
        return Case(
            method, path + self._query(), self._headers(), self._body(path) if method == "POST" or dice.random() < 0.1 else b""
        )

    def _path(self, shape: str) -> str:
        values: dict[str, Callable[[], str]] = {
            "link": lambda: self.dice.choice((*self.links * 6, *ODD)),
            "odd": lambda: self.dice.choice(ODD),
            "n": lambda: str(self.dice.choice(NUMBERS[:9])),
            "game": lambda: self.dice.choice(("cafe-del-gatto", "espresso-doppio", "nothing", *ODD)),
        }
        for name, make in values.items():
            while f"{{{name}}}" in shape:
                shape = shape.replace(
                    f"{{{name}}}", quote(make().encode("utf-8", "surrogatepass"), safe=self.dice.choice(("", "/.%"))), 1
                )
        return shape

    def _query(self) -> str:
        if self.dice.random() < 0.6:
            return ""
        odd = quote(self.dice.choice(ODD).encode("utf-8", "surrogatepass"))
        return "?" + self.dice.choice(
            (f"lang={odd}", f"step={odd}", "step=0", "step=3", "step=99999999999", "lang=fr&lang=de", "&&==", odd)
        )

    def _headers(self) -> tuple[tuple[str, str], ...]:
        dice, found = self.dice, [("content-type", "application/json")]
        if dice.random() < 0.12:
            found[0] = ("content-type", dice.choice(("text/plain", "application/json; charset=x", "", "a" * 3000)))
        if dice.random() < 0.12:
            names = (
                "host",
                "origin",
                "sec-fetch-site",
                "accept",
                "cookie",
                "x-forwarded-for",
                "range",
                "expect",
                "if-none-match",
            )
            found.append(
                (dice.choice(names), dice.choice(("evil.example", "http://[", "*", "bytes=0-1", "é", "100-continue", "[::1")))
            )
        return tuple(found)

    # ---- bodies ----------------------------------------------------------------------------------
    def _body(self, path: str) -> bytes:
        roll = self.dice.random()
        if roll < 0.06:
            return self.dice.randbytes(self.dice.randrange(200))
        if roll < 0.09:
            return self.dice.choice(
                (b"[" * 50_000, b'{"a":' * 30_000, b"{}", b"null", b"[]", b'"x"', b"1" * 5000, b"\xff\xfe{}", b"{")
            )
        data: Any = (
            self._meant(path) if roll < 0.8 else {self.dice.choice(FIELDS): self._value(3) for _ in range(self.dice.randrange(6))}
        )
        if roll > 0.45:
            self._spoil(data)
        return json.dumps(data, ensure_ascii=self.dice.random() < 0.5).encode("utf-8", "surrogatepass")

    def _meant(self, path: str) -> dict[str, Any]:
        """A body that would be understood."""
        dice = self.dice
        if path.startswith("/api/at/"):
            return {"at": dice.randrange(12), "move": dice.randrange(6), "agree": dice.random() < 0.5, "name": dice.choice(ODD),
                    "lang": "en", "about": dice.choice((None, "3", "1:0", "40", *ODD))}  # fmt: skip
        seats = [
            {"bot": dice.choice((None, None, "random", "greedy", dice.choice(ODD))), "name": dice.choice(("A", "B", *ODD))}
            for _ in range(dice.choice((0, 2, 2, 3)))
        ]
        return {"rules": self._rules(), "players": dice.choice((None, 2, 3)), "seats": seats, "seed": dice.choice((None, 5)),
                "first": self._rules(), "second": self._rules(), "games": 2, "bots": ["random", "random"]}  # fmt: skip

    def _rules(self) -> dict[str, Any]:
        dice = self.dice
        if dice.random() < 0.4:
            game = dice.choice(("cafe-del-gatto", "bon-appetit", "espresso-doppio", "nothing"))
            return {
                "game": game,
                "with": dice.choice(([], ["fr"], ["nothing"], [""])),
                "set": dice.choice(({}, {"tip": "2"}, {"x": "y"})),
            }
        text = dice.choice(self.texts)
        return {"text": edited(text, dice, self.texts) if dice.random() < 0.7 else text}

    def _spoil(self, data: Any) -> None:
        """Put something odd somewhere."""
        while isinstance(data, dict) and data:
            key = self.dice.choice(list(data))
            if not isinstance(data[key], dict) or self.dice.random() < 0.4:
                data[key] = self._value(2)
                return
            data = data[key]

    def _value(self, depth: int) -> Any:
        dice = self.dice
        if depth and dice.random() < 0.3:
            inner = [self._value(depth - 1) for _ in range(dice.randrange(4))]
            return inner if dice.random() < 0.5 else {dice.choice((*FIELDS, *ODD)): value for value in inner}
        return dice.choice((None, dice.choice(NUMBERS), dice.choice(ODD), dice.choice(ODD), [[[[[]]]]] * 3))


# ---- asking --------------------------------------------------------------------------------------
def raw(case: Case, host: str) -> bytes:
    """A request as it goes over the wire."""
    names = {name for name, _ in case.headers}
    lines = [f"{case.method} {case.path} HTTP/1.1", *(f"{name}: {value}" for name, value in case.headers), "connection: close"]
    lines += [] if "host" in names else [f"host: {host}"]
    return "\r\n".join((*lines, f"content-length: {len(case.body)}", "", "")).encode("utf-8", "surrogatepass") + case.body


def ask(address: tuple[str, int], case: Case) -> int:
    """The status of the answer; 0: the connection was closed without one."""
    with socket.create_connection(address) as line:
        try:
            line.sendall(raw(case, f"{address[0]}:{address[1]}"))
            head = line.recv(4096)
        except ConnectionError:
            return 0
    return int(head.split(b" ", 2)[1]) if head.startswith(b"HTTP/") else 0


def run(server: Server, cases: int, seed: int) -> tuple[Counter[int], list[str]]:
    """Ask so many times; the statuses, and what went wrong."""
    with server.client() as client:
        people, watching = sit(client, example("tic-tac-toe"), [{}, {}])
        others, _ = sit(client, {"game": "cafe-international"}, [{}, {"bot": "random"}])
    links = (*(p.link for p in people), watching.link, others[0].link)
    counts, wrong, maker = Counter[int](), list[str](), Maker(links)
    host, port = server.address.removeprefix("http://").rstrip("/").split(":")
    for number in range(cases):
        maker.dice = random.Random(f"{seed}:{number}")
        case = maker.case()
        status = ask((host, int(port)), case)
        counts[status] += 1
        if status >= 500 and status != 503:
            wrong.append(f"{seed}:{number}: {status} {case.method} {case.path[:200]} {case.body[:500]!r}")
    return counts, wrong


def still_plays(server: Server) -> bool:
    """Whether a game can be begun and a move made."""
    with server.client() as client:
        (luna, _), _ = sit(client, example("tic-tac-toe"), [{}, {}])
        return luna.post("move", at=0, move=0).status_code == 200 and server.process.poll() is None


def main() -> int:
    """Ask, count, and say what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", help="SEED:NUMBER")
    told = parser.parse_args()
    if told.case:
        maker = Maker(("LINK",))
        maker.dice = random.Random(told.case)
        print(raw(maker.case(), "localhost").decode(errors="replace"))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "stderr"
        with serving(Path(folder) / "t.sqlite", "--rate", "0", "--pause", "0", stderr=said) as server:
            began = time.monotonic()
            counts, wrong = run(server, told.cases, told.seed)
            if not still_plays(server):
                wrong.append("the server does not play any more")
        if said.read_text(errors="replace"):
            wrong.append("the server said: " + said.read_text(errors="replace")[-6000:])
    for line in wrong[:20]:
        print(line)
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(counts.items()))
    print(f"web fuzz: {counts.total()} requests in {time.monotonic() - began:.0f} s, {len(wrong)} wrong; {statuses}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
