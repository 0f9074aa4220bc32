"""The next game with the same people: opened once, told to each with nothing but the own seat, kept."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.tools.web.serving import Player, example, serving, sit


def played(players: list[Player]) -> None:
    """Play to the end, whatever the moves."""
    while not (seen := players[0].see())["over"]:
        mover = players[seen["decider"]]
        assert mover.post("move", at=mover.see()["at"], move=0).status_code == 200


def test_each_finds_the_own_seat_at_the_next_game_and_no_other(client: httpx.Client) -> None:
    players, watching = sit(client, example("nim"), [{"name": "Luna"}, {"name": "Cosmo"}])
    early = players[0].post("rematch")
    assert early.status_code == 409 and early.json()["error"]["code"] == "rematch"
    played(players)
    assert watching.post("rematch").status_code == 403
    first = players[0].post("rematch").json()["link"]
    assert players[0].post("rematch").json()["link"] == first
    second = players[1].post("rematch").json()["link"]
    told = [p.see()["again"] for p in (*players, watching)]
    assert told[:2] == [first, second] and len(set(told)) == 3
    for link, name in ((first, "Luna"), (second, "Cosmo")):
        seen = Player(client, link).see()
        assert [p["name"] for p in seen["players"]] == ["Luna", "Cosmo"] and seen["steps"] == 0
        assert seen["players"][seen["viewer"]]["name"] == name
    assert Player(client, told[2]).see()["viewer"] is None
    assert {p.see()["watch"] for p in players} == {watching.link}  # who plays may invite people to watch
    assert [Player(client, link).see()["watch"] for link in told] == [told[2], told[2], None]


def test_the_next_game_has_the_same_bots_and_rules_and_is_found_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "t", "--pause", "0") as server, server.client() as client:
        (luna, _), _ = sit(client, example("nim"), [{}, {"bot": "random"}])
        while not (seen := luna.see())["over"]:
            if seen["decider"] == 0:
                luna.post("move", at=seen["at"], move=0)
        again = luna.post("rematch").json()["link"]
        seats = [(p["name"], p["bot"]) for p in Player(client, again).see()["players"]]
        assert seats == [("Player 1", None), ("Bot", "random")]
    with serving(tmp_path / "t", "--pause", "0") as server, server.client() as client:
        assert Player(client, luna.link).see()["again"] == again


def test_people_without_a_name_are_told_apart_from_those_with_one(client: httpx.Client) -> None:
    client.headers["accept-language"] = "fr"
    (luna, _), _ = sit(client, example("nim"), [{}, {"bot": "greedy"}])
    assert [(p["name"], p["named"]) for p in luna.see()["players"]] == [("Joueur 1", False), ("Robot", True)]
    luna.post("name", name="Luna")
    assert luna.see()["players"][0]["named"]
