"""Short codes: they lead to their link for some hours and until the seat is taken, and cannot be guessed."""

from __future__ import annotations

import httpx
from attrs import define

from rulekit.tools.web.tables import codes as module
from rulekit.tools.web.tables.codes import LAST, LENGTH, LETTERS, MINUTE, MOST_ADDRESSES, WRONG, Codes
from tests.tools.web.serving import Server, example, sit


@define
class Clock:
    """Time as a test wants it."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_code_leads_to_its_link_however_it_is_typed() -> None:
    codes = Codes(Clock())
    code = codes.of("link")
    assert codes.of("link") == code and codes.of("other") != code
    assert [codes.link_of(typed) for typed in (code, code.lower(), code.replace("-", ""), f" {code} ")] == ["link"] * 4
    assert codes.link_of("") is None and codes.link_of("AAAA-AAAA") is None


def test_a_code_ends_after_some_hours_or_when_it_is_dropped() -> None:
    clock = Clock()
    codes = Codes(clock)
    first, second = codes.of("one"), codes.of("two")
    codes.drop("one")
    assert codes.link_of(first) is None and codes.link_of(second) == "two"
    clock.now = LAST
    assert codes.link_of(second) is None and codes.of("two") != second
    assert len(codes.by_text) == len(codes.by_link) == 1


def test_only_so_many_codes_are_held() -> None:
    codes = Codes(Clock())
    for n in range(module.MOST + 5):
        codes.of(str(n))
    assert len(codes.by_text) == len(codes.by_link) == module.MOST


def test_guessing_takes_longer_than_codes_hold() -> None:
    """A thousand codes, a thousand addresses that guess as often as they may: one hit in three hundred times four hours."""
    guesses = 1_000 * WRONG * LAST / MINUTE
    assert guesses * 1_000 / len(LETTERS) ** LENGTH < 1 / 300


def test_who_guesses_has_to_wait() -> None:
    clock = Clock()
    codes = Codes(clock)
    for _ in range(WRONG):
        assert codes.may_ask("a")
        codes.was_wrong("a")
    assert not codes.may_ask("a") and codes.may_ask("b")
    clock.now = MINUTE
    assert codes.may_ask("a")
    for n in range(MOST_ADDRESSES + 1):
        codes.was_wrong(str(n))
    assert len(codes.wrong) == MOST_ADDRESSES


def test_nobody_gets_a_code_or_an_address_as_long_as_nobody_else_can_come(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, example("nim"), [{}, {}])
    assert client.get(f"/api/at/{luna.link}/invitation").json() == {"addresses": [], "code": None, "picture": None}
    assert client.get("/api/at/nope/invitation").status_code == 404


def test_a_code_is_none_any_more_when_the_seat_is_taken(server: Server) -> None:
    with server.client() as client:
        (luna, cosmo), watching = sit(client, example("nim"), [{}, {}])
        known = {"host": "192.0.2.7"}  # as others on the network ask
        told = client.get(f"/api/at/{cosmo.link}/invitation", headers=known).json()
        assert told["addresses"] == [f"http://192.0.2.7/at/{cosmo.link}"]
        assert len(told["picture"]["rows"]) == told["picture"]["size"] and set("".join(told["picture"]["rows"])) == {"0", "1"}
        ask = {"code": told["code"]}
        assert client.post("/api/codes", json=ask).json() == {"link": cosmo.link}
        watch = client.get(f"/api/at/{watching.link}/invitation", headers=known).json()["code"]
        cosmo.see(), watching.see()
        refused = client.post("/api/codes", json=ask)
        assert refused.status_code == 404 and refused.json()["error"]["code"] == "code"
        assert client.post("/api/codes", json={"code": watch}).json() == {"link": watching.link}
        assert luna.see()["viewer"] == 0
