"""Rules from strangers: whatever they need, the answer is a sentence, soon, and the tables of others go on."""

from __future__ import annotations

import asyncio
import threading
import time
from statistics import median
from typing import Any

import httpx
import pytest

from rulekit.tools.web.asked import MOST_TEXT
from rulekit.tools.web.crew import Failed, Reply, Worker
from rulekit.tools.web.house import MOST_LISTENING, QUICK
from tests.fuzz.bombs import BIG, BOMBS, HEAD, TICKS, TURNS, _act
from tests.tools.web.serving import example, sit

ENDLESS = HEAD + TICKS + TURNS + f"action act\n  choose n in 1..2\n  repeat {BIG} times\n    choose k in 1..6 at random\n"
SOME = ("comprehension", "repeat", "choose from ranges", "late search", "places", "copies", "one of within one of",
        "deep brackets", "texts within texts", "many players", "a chain of steps", "huge dims", "kind values")  # fmt: skip


@pytest.mark.parametrize("name", SOME)
def test_a_file_built_to_eat_the_machine_ends_in_a_sentence(client: httpx.Client, name: str) -> None:
    rules = {"text": BOMBS[name][:MOST_TEXT]}
    checked = client.post("/api/check", json={"rules": rules})
    assert checked.status_code == 200 and (checked.json()["ok"] or checked.json()["findings"])
    told = client.post("/api/tables", json={"rules": rules})
    assert told.status_code in (201, 422)
    if told.status_code == 422:
        assert told.json()["error"]["message"]
    else:
        assert client.get(f"/api/at/{told.json()['seats'][0]['link']}").status_code in (200, 422)


def test_a_move_without_end_is_ended_while_other_tables_go_on(client: httpx.Client) -> None:
    (stranger, _), _ = sit(client, {"text": ENDLESS}, [{}, {}])
    players, _ = sit(client, {"game": "cafe-del-gatto"}, [{}, {}])
    _a_move(players)
    told: list[httpx.Response] = []
    began = time.monotonic()
    bomb = threading.Thread(target=lambda: told.append(stranger.post("move", at=0, move=0)))
    bomb.start()
    taken = []
    while bomb.is_alive() and len(taken) < 40:
        taken.append(_a_move(players))
        time.sleep(0.2)
    bomb.join()
    assert time.monotonic() - began < QUICK + 4
    assert told[0].status_code == 422 and "take too long" in told[0].json()["error"]["message"]
    assert len(taken) > 3 and median(taken) < 0.5, sorted(taken)
    assert stranger.see()["steps"] == 0
    (other, _), _ = sit(client, example("tic-tac-toe"), [{}, {}])
    assert other.post("move", at=0, move=0).status_code == 200


def _a_move(players: list[Any]) -> float:
    """How long it takes to make some move."""
    seen = next(p for p in (player.see() | {"who": player} for player in players) if p["menu"])
    began = time.monotonic()
    told = seen["who"].post("move", at=seen["at"], move=0)
    assert told.status_code == 200, told.text
    return time.monotonic() - began


# ---- memory --------------------------------------------------------------------------------------
def test_too_little_memory_is_told_and_the_next_job_is_done() -> None:
    large = HEAD + "marker m[x: 1..8000]: number = 0\n\n" + _act("choose n in 1..9", "set m[n] to 2")
    told = asyncio.run(_in_little_memory({"text": large}))
    assert told[0] in ({"exhausted": "memory"}, "died")
    assert told[1]["title"] == "Tic-tac-toe"


async def _in_little_memory(rules: dict[str, Any]) -> list[Any]:
    worker = Worker(megabytes=58)
    try:
        found = (await worker.ask({"job": "rules", "rules": rules}, 30)).data
        about = {"rules": found["id"], "source": found["source"], "players": 2, "seed": 1, "draws": [], "bots": []}
        lookers = [[n, "en"] for n in (-1, 0, 1)] * 3
        shown = about | {"job": "show", "table": 1, "names": ["A", "B"], "steps": 0, "trace": [], "lookers": lookers}
        first = await _tried(worker, shown)
        return [first, (await worker.ask({"job": "rules", "rules": example("tic-tac-toe")}, 30)).data]
    finally:
        process = worker.process
        worker.kill()
        if process is not None:
            await process.wait()


async def _tried(worker: Worker, job: dict[str, Any]) -> Any:
    try:
        reply: Reply = await worker.ask(job, 30)
        return reply.data
    except Failed as failed:
        return failed.why


# ---- sizes and numbers ---------------------------------------------------------------------------
def test_texts_and_names_have_a_size(client: httpx.Client) -> None:
    long = client.post("/api/tables", json={"rules": {"text": "x" * (MOST_TEXT + 1)}})
    assert long.status_code == 400 and str(MOST_TEXT) in long.json()["error"]["message"]
    (luna, _), _ = sit(client, example("tic-tac-toe"), [{"name": "L" * 70}, {}])
    assert luna.see()["players"][0]["name"] == "L" * 24
    assert luna.post("name", name="M" * 100).status_code == 200 and luna.see()["players"][0]["name"] == "M" * 24
    assert luna.post("name", name="M" * 300).status_code == 400


def test_json_that_is_too_deep_is_no_json(client: httpx.Client) -> None:
    for body in (b"[" * 100_000, b'{"rules":' * 40_000, b'{"rules": {"text": ' + b"[" * 90_000 + b"]" * 90_000 + b"}}"):
        told = client.post("/api/check", content=body, headers={"content-type": "application/json"})
        assert told.status_code == 400


def test_links_cannot_be_guessed(client: httpx.Client) -> None:
    made = [client.post("/api/tables", json={"rules": example("tic-tac-toe")}).json() for _ in range(5)]
    links = [t["watch"] for t in made] + [s["link"] for t in made for s in t["seats"]]
    assert len(set(links)) == 15 and all(len(link) >= 22 for link in links)
    for table in made:
        seen = client.get(f"/api/at/{table['watch']}").text
        assert not any(link in seen for link in links)


def test_only_so_many_may_listen_at_a_table(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, example("tic-tac-toe"), [{}, {}])
    told = asyncio.run(_listen(str(client.base_url), luna.link, MOST_LISTENING + 2))
    assert told == [200] * MOST_LISTENING + [503, 503]
    assert luna.post("move", at=0, move=0).status_code == 200


async def _listen(address: str, link: str, count: int) -> list[int]:
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=address, timeout=30, limits=limits) as client:
        told, streams, reading = [], [], []
        for _ in range(count):
            stream = client.stream("GET", f"/api/at/{link}/events")
            answer = await stream.__aenter__()
            streams.append(stream)
            if answer.status_code == 200:
                parts = answer.aiter_bytes()
                while b"data: " not in await anext(parts):
                    pass
                reading.append(parts)
            told.append(answer.status_code)
        for stream in streams:
            await stream.__aexit__(None, None, None)
        return told


def test_bots_that_would_think_for_long_are_refused(client: httpx.Client) -> None:
    told = client.post("/api/tables", json={"rules": {"game": "bon-appetit"}, "seats": [{}, {"bot": "mcts:seconds=600"}]})
    assert told.status_code == 422 and "5 seconds" in told.json()["error"]["message"]
    odd = client.post("/api/tables", json={"rules": {"game": "bon-appetit"}, "seats": [{}, {"bot": "clever"}]})
    assert odd.status_code == 422 and odd.json()["error"]["code"] == "RK610"
