"""Rules from strangers: whatever they need, the answer is a sentence, soon, and the tables of others go on."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from rulekit.syntax.source import LARGEST_TEXT
from rulekit.tools.web.server import request_fields
from rulekit.tools.web.server.refused import Refused, answered
from rulekit.tools.web.workers import worker
from rulekit.tools.web.workers.jobs import Answer
from rulekit.tools.web.workers.position import written
from rulekit.tools.web.workers.worker import respond
from rulekit.tools.web.workers.worker_cache import WorkerCache
from tests.fuzz.bombs import BIG, BOMBS, CARDS, HEAD, TICKS, TURNS
from tests.tools.web.serving import Player, example, sit

ENDLESS = HEAD + CARDS.format(copies=400) + TICKS + TURNS
ENDLESS += f"action act\n  choose n in 1..2\n  repeat {BIG} times\n    shuffle deck\n"
SOME = ("comprehension", "repeat", "choose from ranges", "late search", "places", "copies", "one of within one of",
        "deep brackets", "texts within texts", "many players", "a chain of steps", "huge dims", "kind values")  # fmt: skip


@pytest.mark.parametrize("name", SOME)
def test_a_file_built_to_eat_the_machine_ends_in_a_sentence(client: httpx.Client, name: str) -> None:
    rules = {"text": BOMBS[name][:LARGEST_TEXT]}
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
    meanwhile = 0
    while not meanwhile:  # on a busy machine the bomb may be ended before anybody else has moved
        bomb = threading.Thread(target=lambda: told.append(stranger.post("move", at=0, move=0)))
        bomb.start()
        while bomb.is_alive() and meanwhile < 20:
            _a_move(players)
            meanwhile += bomb.is_alive()
        bomb.join()
    assert told[0].status_code == 422 and "take too long" in told[0].json()["error"]["message"]
    assert stranger.see()["steps"] == 0
    (other, _), _ = sit(client, example("tic-tac-toe"), [{}, {}])
    assert other.post("move", at=0, move=0).status_code == 200


def _a_move(players: list[Any]) -> None:
    """Make some move."""
    seen = next(p for p in (player.see() | {"who": player} for player in players) if p["menu"])
    told = seen["who"].post("move", at=seen["at"], move=0)
    assert told.status_code == 200, told.text


# ---- memory --------------------------------------------------------------------------------------
def test_a_worker_has_only_so_much_memory() -> None:
    code = "from rulekit.tools.web.workers.worker import limit; limit(200); bytearray(300 << 20)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "MemoryError" in done.stderr


def test_what_others_left_behind_is_cleared_before_a_job_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too little memory with a full cache: once more with an empty one, then it is told."""
    tries: list[int] = []

    def greedy(cache: WorkerCache, job: dict[str, Any]) -> Answer:
        tries.append(len(cache.games.held))
        if len(tries) in job["bad"]:
            raise MemoryError
        return Answer({"fine": True})

    monkeypatch.setattr(worker, "run", greedy)
    cache = WorkerCache()
    cache.games.put("x", cast(Any, None))
    assert respond(cache, {"bad": [1]}).data == {"fine": True} and tries == [1, 0]
    tries.clear()
    assert respond(cache, {"bad": [1, 2]}).data == {"exhausted": "memory"}


def test_an_answer_that_does_not_fit_into_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    first = [True]

    def greedy(data: Any) -> bytes:
        if first.pop() if first else False:
            raise MemoryError
        return written(data)

    monkeypatch.setattr(worker, "written", greedy)
    answers = BytesIO()
    worker.work(BytesIO(b'{"job": "rules", "rules": {"game": "nothing"}}\n' * 2), answers)
    lines = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert lines[0] == {"exhausted": "memory", "raw": 0} and lines[1]["findings"]


def test_the_sentence_about_memory() -> None:
    with pytest.raises(Refused, match="need more memory than they may have here") as refused:
        answered({"exhausted": "memory"})
    assert refused.value.status == 422


# ---- sizes and numbers ---------------------------------------------------------------------------
def test_texts_and_names_have_a_size(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, example("tic-tac-toe"), [{"name": "L" * 70}, {}])
    assert luna.see()["players"][0]["name"] == "L" * 24
    assert luna.post("name", name="M" * 100).status_code == 200 and luna.see()["players"][0]["name"] == "M" * 24
    assert luna.post("name", name="M" * 300).status_code == 400


@pytest.mark.parametrize("letter", ["x", "é", "🥄"])
def test_rules_have_the_size_that_files_have(client: httpx.Client, letter: str) -> None:
    """A text is no longer than a file that rulekit reads, counted in bytes as there."""
    fits = letter * (LARGEST_TEXT // len(letter.encode()))
    for path, text in (("tables", fits + letter), ("check", fits + letter), ("check", fits)):
        told = client.post(f"/api/{path}", json={"rules": {"text": text}})
        assert told.status_code == (200 if text == fits else 422) and ("RK117" in told.text) == (text != fits)


def test_the_page_knows_the_size_too() -> None:
    pages = Path(request_fields.__file__).parents[1] / "static" / "files.js"
    assert f"const MOST = {LARGEST_TEXT:_};" in pages.read_text(encoding="utf-8")


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
        for seat in table["seats"]:  # who plays may tell others where to watch, and knows no other seat
            seen = client.get(f"/api/at/{seat['link']}").text
            assert [link for link in links if link in seen] == [table["watch"]]


def test_bots_that_would_think_for_long_are_refused(client: httpx.Client) -> None:
    told = client.post("/api/tables", json={"rules": {"game": "bon-appetit"}, "seats": [{}, {"bot": "mcts:seconds=600"}]})
    assert told.status_code == 422 and "5 seconds" in told.json()["error"]["message"]
    odd = client.post("/api/tables", json={"rules": {"game": "bon-appetit"}, "seats": [{}, {"bot": "clever"}]})
    assert odd.status_code == 422 and odd.json()["error"]["code"] == "RK610"


def test_a_bot_that_does_not_know_the_new_rules_says_so_and_ends_no_worker(client: httpx.Client) -> None:
    """Its actions are those of the game the table began with; another game has others."""
    (luna, _), _ = sit(client, {"game": "cafe-del-gatto"}, [{}, {"bot": "weighted:serve=3"}])
    made = luna.post("rework", rules=example("tic-tac-toe")).json()
    there = Player(client, made["seats"][0]["link"])
    assert there.post("move", at=0, move=0).status_code == 200
    while not (trouble := there.see()["trouble"]):
        pass
    assert "serve" in trouble
