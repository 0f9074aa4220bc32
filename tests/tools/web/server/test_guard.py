"""What every request has to pass and every answer carries: names, origins, types, sizes, rates, headers."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from rulekit.tools.web.server import guard
from rulekit.tools.web.server.addresses import Proxies, read_networks
from rulekit.tools.web.server.guard import HEADERS, MOST_BYTES, MOST_BYTES_AT_TABLE, Bucket, Guard
from tests.tools.running import run
from tests.tools.web.serving import serving

JSON = {"content-type": "application/json"}
PROXIES = Proxies(read_networks(["10.0.0.1", "10.1.0.0/16"]))


def status(client: httpx.Client, headers: dict[str, str], method: str = "POST", path: str = "/api/check") -> tuple[int, str]:
    """The status and the code of the refusal."""
    told = client.request(method, path, headers=JSON | headers, content=b'{"rules": {"text": "x"}}' if method == "POST" else None)
    return told.status_code, told.json().get("error", {}).get("code", "") if told.content else ""


# ---- names and origins ---------------------------------------------------------------------------
@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a@127.0.0.1", "[::1"])
def test_a_name_that_is_not_ours_is_refused(client: httpx.Client, host: str) -> None:
    assert status(client, {"host": host}) == (403, "host")
    assert status(client, {"host": host}, "GET", "/api/games") == (403, "host")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:8765", "[::1]:80", "192.168.1.7", "cafe.localhost"])
def test_addresses_and_localhost_are_ours(client: httpx.Client, host: str) -> None:
    assert status(client, {"host": host})[0] == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1", "https://[", "", "file://"])
def test_a_page_from_somewhere_else_changes_nothing(client: httpx.Client, origin: str) -> None:
    assert status(client, {"origin": origin}) == (403, "origin")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "odd"])
def test_a_browser_that_says_so_itself_is_believed(client: httpx.Client, site: str) -> None:
    assert status(client, {"sec-fetch-site": site}) == (403, "origin")


def test_our_own_page_may_ask(client: httpx.Client) -> None:
    own = str(client.base_url).rstrip("/")
    assert status(client, {"origin": own, "sec-fetch-site": "same-origin"})[0] == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])
def test_only_json_is_understood(client: httpx.Client, kind: str) -> None:
    """What a form of a foreign page could send without asking first."""
    assert status(client, {"content-type": kind}) == (415, "type")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"])
def test_other_methods_are_refused(client: httpx.Client, method: str) -> None:
    assert status(client, {}, method) == (405, "method")


# ---- sizes ---------------------------------------------------------------------------------------
def test_a_body_that_is_too_large_is_refused_before_it_is_read(client: httpx.Client) -> None:
    assert client.post("/api/check", headers=JSON, content=b" " * (MOST_BYTES + 1)).status_code == 413


def test_a_body_without_a_length_is_not_read(client: httpx.Client) -> None:
    """It may come letter by letter, which costs the server more than it costs whoever sends it."""
    told = client.post("/api/check", headers=JSON, content=iter([b'{"rules": {"te', b'xt": "cafe en"}}']))
    assert told.status_code == 411 and told.headers["connection"] == "close"


def test_what_is_asked_at_a_table_is_short(client: httpx.Client) -> None:
    long = b" " * (MOST_BYTES_AT_TABLE + 1)
    assert client.post("/api/at/some-link/name", headers=JSON, content=long).status_code == 413
    assert client.post("/api/at/some-link/rework", headers=JSON, content=long).status_code == 404


def test_long_texts_cost_more_than_short_ones() -> None:
    short, long = standing(2), standing(2)
    for guarded, length, count in ((short, 0, 2), (long, 50_000, 1)):
        dear = [asked(guarded, method="POST", path="/api/rules", length=length)[0] for _ in range(3)]
        assert dear == [200] * count + [429] * (3 - count)


def test_a_body_that_never_comes_is_not_waited_for() -> None:
    assert asked(Guard(_nothing, frozenset(), 0, patience=0.05), forever=True) == [408]


# ---- rates ---------------------------------------------------------------------------------------
def standing(rate: float) -> Guard:
    """A guard for whom time stands still."""
    return Guard(_nothing, frozenset(), rate, proxies=PROXIES, clock=lambda: 0.0)


def test_too_many_requests_are_told_so_and_others_are_served() -> None:
    guarded = standing(2)
    first = [asked(guarded, client="1.1.1.1")[0] for _ in range(30)]
    assert first == [200] * 20 + [429] * 10
    assert asked(guarded, client="2.2.2.2") == [200]
    guarded.clock = lambda: 1.0  # a second later
    assert [asked(guarded, client="1.1.1.1")[0] for _ in range(3)] == [200, 200, 429]


def test_new_tables_cost_more() -> None:
    guarded = standing(2)
    dear = [asked(guarded, method="POST", path="/api/tables")[0] for _ in range(5)]
    assert dear == [200, 200, 429, 429, 429]


@pytest.mark.parametrize("what", ["rework", "branch", "example"])
def test_to_play_a_game_again_under_other_rules_costs_as_much_as_a_new_table(what: str) -> None:
    guarded = standing(2)
    dear = [asked(guarded, method="POST", path=f"/api/at/some-link/{what}")[0] for _ in range(5)]
    assert dear == [200, 200, 429, 429, 429]


def test_a_clock_that_is_set_back_keeps_nobody_out() -> None:
    bucket = Bucket(400, 10_000.0)
    assert bucket.take(10.0, 40, 400, 1) and bucket.left == 399


def test_only_so_many_clients_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_CLIENTS", 3)
    guarded = standing(2)
    for n in range(9):
        asked(guarded, client=f"1.1.1.{n}")
    assert len(guarded._clients) == 3


def test_the_server_as_it_is_started_has_a_rate(tmp_path: Path) -> None:
    with serving(tmp_path / "t", "--rate", "0.1") as server, server.client() as client:
        told = [client.get("/api/words").status_code for _ in range(50)]
    assert told[0] == 200 and 429 in told


# ---- proxies -------------------------------------------------------------------------------------
@pytest.mark.parametrize(("direct", "forwarded", "who"), [
    ("10.0.0.1", ["1.1.1.1"], "1.1.1.1"),
    ("10.0.0.1", ["6.6.6.6, 1.1.1.1"], "1.1.1.1"),  # whoever asks may have written the first
    ("10.0.0.1", ["6.6.6.6", "1.1.1.1, 10.1.2.3"], "1.1.1.1"),
    ("10.0.0.1", [], "10.0.0.1"),
    ("10.0.0.1", ["nonsense"], "10.0.0.1"),
    ("10.0.0.1", ["10.1.2.3"], "10.1.2.3"),
    ("::ffff:10.0.0.1", ["2001:db8::1"], "2001:db8::1"),
    ("10.0.0.2", ["1.1.1.1"], "10.0.0.2"),
    ("", ["1.1.1.1"], ""),
])  # fmt: skip
def test_only_proxies_that_were_named_are_believed(direct: str, forwarded: list[str], who: str) -> None:
    assert PROXIES.asker(direct, forwarded) == who


def test_the_rate_goes_by_who_asks_the_proxy() -> None:
    guarded = standing(1)
    by = [[asked(guarded, client="10.0.0.1", forwarded=who)[0] for _ in range(15)] for who in ("1.1.1.1", "2.2.2.2")]
    assert all(told[:10] == [200] * 10 and told[-1] == 429 for told in by)


def test_an_address_that_is_only_claimed_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the surroundings of the server say about whom to believe."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    with serving(tmp_path / "t", "--rate", "0.1") as server, server.client() as client:
        told = [client.get("/api/words", headers={"x-forwarded-for": f"1.1.1.{n}"}).status_code for n in range(50)]
    assert told[0] == 200 and 429 in told


def test_behind_a_proxy_the_host_is_the_one_that_was_asked(tmp_path: Path) -> None:
    ours, evil = {"x-forwarded-host": "cafe.example"}, {"x-forwarded-host": "evil.example"}
    origin = {"origin": "https://cafe.example"}
    with serving(tmp_path / "t", "--proxy", "127.0.0.1", "--name", "cafe.example") as server, server.client() as client:
        assert status(client, ours | origin)[0] == 200
        assert status(client, evil | origin) == (403, "host") and status(client, origin) == (403, "origin")
    with serving(tmp_path / "t", "--name", "cafe.example") as server, server.client() as client:
        assert status(client, ours | origin) == (403, "origin")


def test_a_proxy_that_is_no_address(tmp_path: Path) -> None:
    done = run("serve", "--no-browser", "--proxy", "front door", "--data", str(tmp_path / "t"))
    assert done.status == 2 and "--proxy wants an address" in done.err


# ---- answers -------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ["/", "/api/words", "/api/nothing", "/static/nothing.js", "/api/at/nowhere", "/%00", "/at/x"])
def test_every_answer_has_the_headers(client: httpx.Client, path: str) -> None:
    has_headers(client.get(path))


def test_refusals_have_the_headers_too(client: httpx.Client) -> None:
    for told in (
        client.get("/api/words", headers={"host": "evil.example"}), client.post("/api/check", content=b"x"),
        client.post("/api/check", headers=JSON, content=b"x"), client.put("/api/check"), client.get("/api/check"),
        client.post("/api/check", headers=JSON, content=b" " * (MOST_BYTES + 1)), client.post("/api/words", headers=JSON),
        client.head("/api/words"),
    ):  # fmt: skip
        has_headers(told)


def test_html_in_names_and_rules_stays_text(client: httpx.Client) -> None:
    """It comes back as JSON that no browser takes for anything else."""
    wild = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    told = client.post("/api/check", json={"rules": {"text": f'cafe en\ngame x "{wild}"\n  players 2\n\nplay\n  {wild}\n'}})
    assert told.headers["content-type"] == "application/json" and told.headers["x-content-type-options"] == "nosniff"


def has_headers(told: httpx.Response) -> None:
    """The headers that keep a browser from doing more than it should."""
    for name, value in HEADERS:
        assert told.headers[name.decode()] == value.decode(), told.url
    assert not told.headers["content-type"].startswith("text/html") or told.status_code == 200
    assert "server" not in told.headers and "set-cookie" not in told.headers


def test_the_policy_lets_no_foreign_or_inline_script_run() -> None:
    policy = dict(part.split(" ", 1) for part in guard.POLICY.split("; "))
    assert policy["default-src"] == "'none'" and policy["script-src"] == "'self'" and "unsafe" not in guard.POLICY


# ---- a guard alone -------------------------------------------------------------------------------
async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def asked(
    guarded: Guard,
    method: str = "GET",
    path: str = "/",
    client: str = "9.9.9.9",
    forever: bool = False,
    forwarded: str = "",
    length: int = 0,
) -> list[int]:
    """The statuses that a guard answers."""
    told: list[int] = []

    async def receive() -> dict[str, Any]:
        if forever:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            told.append(message["status"])

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", b"%d" % length)]
    headers += [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": headers, "client": (client, 1)}
    asyncio.run(guarded(scope, receive, send))
    return told
