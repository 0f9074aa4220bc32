"""A server under load is killed at random moments and started again on the same file: nothing that was answered is lost.

`python -m tests.tools.web.killing --times 100 --seed 1`. Several people play at several tables, bundled games and games of
their own; SIGKILL ends the server (now and then a worker before it). Then, from the file alone: it is whole, every answer
stands in it, every game replays from its events; and asked from the next server, every game goes on.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import sqlite3
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from attrs import define, field, frozen

from rulekit.tools.web.tables.seating import Seating
from rulekit.tools.web.tables.table import WebTable
from rulekit.tools.web.workers.worker_cache import WorkerCache
from tests.tools.web.serving import Server, example, sit, start
from tests.tools.web.table_rows import table_in

TABLES: tuple[tuple[dict[str, Any], list[dict[str, Any]]], ...] = (
    ({"game": "cafe-del-gatto"}, [{}, {}]),
    (example("tic-tac-toe"), [{}, {}]),
    ({"game": "bon-appetit"}, [{}, {"bot": "random"}, {}]),
    (example("crazy-eights"), [{}, {}]),
    ({"game": "espresso-doppio"}, [{}, {}]),
    (example("gops"), [{}, {"bot": "random"}]),
)


@frozen
class Answered:
    """Something that the server said it had done: the event it became, and the words of the move."""

    number: int
    kind: str
    seat: int
    text: str = ""


@define
class Seats:
    """One table, as those know it who play there."""

    watch: str
    links: list[str | None]
    answered: list[Answered] = field(factory=list)
    over: bool = False


@define
class Played:
    """All that was played so far, and what went wrong."""

    dice: random.Random
    tables: list[Seats] = field(factory=list)
    wrong: list[str] = field(factory=list)
    refused: dict[int, int] = field(factory=dict)

    def moves(self) -> int:
        """How many moves were answered."""
        return sum(a.kind == "move" for table in self.tables for a in table.answered)


# ---- playing -------------------------------------------------------------------------------------
def open_tables(client: httpx.Client, played: Played, kinds: int) -> None:
    """As many tables that are not over as there should be."""
    going = sum(not t.over for t in played.tables)
    for number in range(going, kinds):
        rules, seats = TABLES[(len(played.tables) + number) % len(TABLES)]
        players, watching = sit(client, rules, seats)
        links = [None if s.get("bot") else p.link for s, p in zip(seats, players, strict=True)]
        played.tables.append(Seats(watching.link, links))


def play(address: str, tables: list[Seats], played: Played, seed: int) -> None:
    """Play at some tables, one after another, until the server is gone."""
    dice = random.Random(seed)
    with httpx.Client(base_url=address, timeout=None) as client:
        while any(not t.over for t in tables):
            try:
                _turn(client, dice.choice([t for t in tables if not t.over]), played, dice)
            except httpx.HTTPError:
                return


def _turn(client: httpx.Client, table: Seats, played: Played, dice: random.Random) -> None:
    seen = client.get(f"/api/at/{table.watch}").json()
    seat = seen.get("decider")
    table.over = bool(seen.get("over"))
    if "error" in seen or seat is None or table.links[seat] is None:
        return
    link, roll = table.links[seat], dice.random()
    if roll < 0.05:
        name = f"{dice.choice('ABC')}{dice.randrange(10**6)}"
        _note(table, played, client.post(f"/api/at/{link}/name", json={"name": name}), "name", seat, name)
    elif roll < 0.12:
        at = seen["at"]
        for other in filter(None, (link, *table.links)):
            told = client.post(f"/api/at/{other}/undo", json={"at": at, "agree": True})
            if told.status_code == 200 and told.json()["at"] == at + 1:
                _note(table, played, told, "undo", seat)
                return
    else:
        menu = client.get(f"/api/at/{link}").json()
        if menu.get("menu"):
            number = dice.randrange(len(menu["menu"]))
            told = client.post(f"/api/at/{link}/move", json={"at": menu["at"], "move": number})
            _note(table, played, told, "move", seat, menu["menu"][number]["text"])


def _note(table: Seats, played: Played, told: httpx.Response, kind: str, seat: int, text: str = "") -> None:
    if told.status_code == 200:
        table.answered.append(Answered(told.json()["at"] - 1, kind, seat, text))
    else:
        played.refused[told.status_code] = played.refused.get(told.status_code, 0) + 1
        if told.status_code >= 500:
            played.wrong.append(f"{kind}: {told.status_code} {told.text}")


# ---- killing -------------------------------------------------------------------------------------
def kill_once(data: Path, played: Played, kinds: int) -> None:
    """Start, play, kill at a random moment, look at what is left."""
    server = start(data, "--rate", "0", "--pause", "0.01")
    with server.client() as client:
        open_tables(client, played, kinds)
        going = [t for t in played.tables if not t.over]
        goes_on(client, played, played.dice.sample(going, min(2, len(going))))
    groups = [played.tables[n::3] for n in range(3)]
    seeds = [played.dice.randrange(10**9) for _ in groups]
    people = [
        threading.Thread(target=play, args=(server.address, group, played, seed))
        for group, seed in zip(groups, seeds, strict=True)
    ]
    for person in people:
        person.start()
    _warm_up(played)
    time.sleep(played.dice.uniform(0, 1.5))
    _kill(server, played)
    for person in people:
        person.join()
    look_at_file(data, played)


def _warm_up(played: Played) -> None:
    """Mostly wait until moves are being made again; now and then it ends before that."""
    before, until = played.moves(), time.monotonic() + (played.dice.random() > 0.15) * 20
    while played.moves() < before + 3 and time.monotonic() < until:
        time.sleep(0.02)


def _kill(server: Server, played: Played) -> None:
    workers = children(server.process.pid)
    if workers and played.dice.random() < 0.3:
        os.kill(played.dice.choice(workers), signal.SIGKILL)
        time.sleep(played.dice.uniform(0, 0.3))
        workers = children(server.process.pid)
    server.kill()
    for pid in workers:
        until_gone(pid)


def children(pid: int) -> list[int]:
    """The processes that a process has started (of its first thread, which starts the workers)."""
    return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    """Whether a process is there and is not just waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until_gone(pid: int) -> None:
    """Wait for the end of a process, however long it takes; if one is left behind, this waits for ever."""
    while is_alive(pid):
        time.sleep(0.02)


# ---- looking -------------------------------------------------------------------------------------
def look_at_file(data: Path, played: Played) -> None:
    """The file is whole, and every answer stands in it."""
    with closing(sqlite3.connect(data)) as file:
        found = file.execute("PRAGMA integrity_check").fetchall() + file.execute("PRAGMA foreign_key_check").fetchall()
        if found != [("ok",)]:
            played.wrong.append(f"the file is damaged: {found[:3]}")
        for table in played.tables:
            number = file.execute("SELECT id FROM tables WHERE watch = ?", (table.watch,)).fetchone()
            if number is None:
                played.wrong.append("a table is lost")
                continue
            rows = file.execute('SELECT number FROM events WHERE "table" = ? ORDER BY number', number).fetchall()
            if [n for (n,) in rows] != list(range(len(rows))):
                played.wrong.append(f"table {number[0]}: events are missing: {rows}")
            events = table_in(file, number[0]).events
            played.wrong += [f"table {number[0]}: lost {a}" for a in table.answered if not _stands(a, events)]


def _stands(answered: Answered, events: tuple[tuple[str, Any], ...]) -> bool:
    if answered.number >= len(events) or events[answered.number][0] != answered.kind:
        return False
    data = events[answered.number][1]
    if answered.kind == "move":
        return bool(data["player"] == answered.seat)
    return bool(answered.kind == "undo" or (data["seat"], data["name"]) == (answered.seat, answered.text))


def replay_all(data: Path, played: Played) -> None:
    """Every game replays from what stands in the file, without any server; its words are those that were chosen."""
    cache = WorkerCache()
    with closing(sqlite3.connect(data)) as file:
        for (number,) in file.execute("SELECT id FROM tables").fetchall():
            row = table_in(file, number)
            table = WebTable.of(row)
            seating = Seating.of(row)
            job: Any = table.job("show", source={k: row.source[k] for k in ("files", "set")}, trace=table.steps)
            seated = cache.seated(job | {"names": list(seating.names)})
            if len(seated.here.trace.steps) != len(table.steps):
                played.wrong.append(f"table {number} does not replay")


def goes_on(client: httpx.Client, played: Played, tables: list[Seats]) -> None:
    """Tables can be asked, and what is told of the last move is what was chosen."""
    for table in tables:
        seen = client.get(f"/api/at/{table.watch}")
        if seen.status_code != 200:
            played.wrong.append(f"a table cannot be asked: {seen.status_code} {seen.text[:200]}")
            continue
        _same_words(client, table, played)


def _same_words(client: httpx.Client, table: Seats, played: Played) -> None:
    """The last move, if it stands, is told to whoever made it in the words of the menu, but that somebody *takes* 2 coins."""
    last = table.answered[-1] if table.answered else None
    if last is None or last.kind != "move" or table.links[last.seat] is None:
        return
    seen = client.get(f"/api/at/{table.links[last.seat]}").json()
    told = seen["log"][-1]["text"]
    if seen["at"] == last.number + 1 and _stems(told) != _stems(last.text):
        played.wrong.append(f"`{last.text}` has become `{told}`")


def _stems(text: str) -> list[str]:
    """The words without what tells who does it."""
    return [re.sub("(?<=..)(es|s)$", "", word) for word in text.replace("your", "their").split()]


def run(data: Path, times: int, seed: int, kinds: int, told: bool = False) -> Played:
    """Kill so many times."""
    played = Played(random.Random(seed))
    for number in range(times):
        kill_once(data, played, kinds)
        if told:
            print(
                f"kill {number + 1}: {len(played.tables)} tables, {played.moves()} moves answered, {len(played.wrong)} wrong",
                flush=True,
            )
        if played.wrong:
            break
    replay_all(data, played)
    server = start(data, "--rate", "0")
    with server.client() as client:
        goes_on(client, played, played.tables)
    server.kill()
    return played


def main() -> int:
    """Kill and say what is left."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        played = run(Path(folder) / "tables.sqlite", asked.times, asked.seed, 6, told=True)
    for line in played.wrong[:20]:
        print(line)
    kinds = {kind: sum(a.kind == kind for t in played.tables for a in t.answered) for kind in ("move", "undo", "name")}
    print(
        f"killing: {asked.times} times, {len(played.tables)} tables, answered {kinds}, refused {played.refused}, "
        f"{len(played.wrong)} wrong"
    )
    return 1 if played.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
