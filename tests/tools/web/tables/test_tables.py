"""Tables: seats, moves, bots, undo, names, steps; asked of a real server as a page would."""

from __future__ import annotations

import json
import re
import threading
from typing import Any

import httpx

from tests.tools.web.lying import parts, places
from tests.tools.web.serving import Player, example, sit

PEOPLE = [{"name": "Luna"}, {"name": "Cosmo"}]


def test_the_bundled_games_are_listed(client: httpx.Client) -> None:
    games = {g["name"]: g for g in client.get("/api/games", params={"lang": "fr"}).json()["games"]}
    assert set(games) == {"bon-appetit", "cafe-del-gatto", "cafe-international", "espresso-doppio"}
    assert games["cafe-del-gatto"]["players"] == [2, 5]
    assert {"fr", "en"} <= {c["name"] for c in games["cafe-del-gatto"]["changes"]}
    tip = next(o for o in games["cafe-del-gatto"]["options"] if o["name"] == "tip")
    assert (tip["low"], tip["high"], tip["value"]) == (0, 5, "1")


def test_a_move_is_made_and_told_to_both(client: httpx.Client) -> None:
    (luna, cosmo), watching = sit(client, example("tic-tac-toe"), PEOPLE)
    first = luna.see()
    assert (first["viewer"], first["decider"], first["at"], len(first["menu"])) == (0, 0, 0, 9)
    assert cosmo.see()["menu"] == [] and watching.see()["menu"] == []
    assert luna.post("move", at=0, move=0).json() == {"at": 1}
    second = cosmo.see()
    assert (second["decider"], second["at"], len(second["menu"])) == (1, 1, 8)
    assert second["log"][0]["seat"] == 0 and len(watching.see()["log"]) == 1


def test_a_table_tells_what_its_game_is_about(client: httpx.Client) -> None:
    (luna, _), watching = sit(client, {"game": "bon-appetit"}, PEOPLE)
    aims = [
        client.get(f"/api/at/{p.link}/aim", params={"lang": lang}).json()["aim"] for p, lang in ((luna, "en"), (watching, "fr"))
    ]
    assert aims[0] == "Cheese lures mice, and mice lure cats. Most cards win." and aims[1] not in ("", aims[0])
    (untold, _), _ = sit(client, example("tic-tac-toe"), PEOPLE)
    assert client.get(f"/api/at/{untold.link}/aim").json() == {"aim": "", "changes": [], "foreign": ""}


def test_a_game_speaks_one_language_and_says_so_where_it_is_not_the_one_asked_for(client: httpx.Client) -> None:
    """Its own words are all in its own language; the page says once that nobody has put it into another."""
    (luna, _), _ = sit(client, {"game": "espresso-doppio"}, PEOPLE, seed=3)
    seen = {lang: client.get(f"/api/at/{luna.link}", params={"lang": lang}).json() for lang in ("en", "fr", "it")}
    assert [seen[lang]["speaks"] for lang in seen] == ["en", "fr", "en"]
    assert [seen["it"][key] == seen["en"][key] for key in ("menu", "question", "scene", "zones")] == [True] * 4
    assert seen["fr"]["menu"] != seen["en"]["menu"]
    told = {lang: client.get(f"/api/at/{luna.link}/aim", params={"lang": lang}).json() for lang in seen}
    assert told["it"]["aim"] == told["en"]["aim"] != told["fr"]["aim"]
    assert (told["en"]["foreign"], told["fr"]["foreign"]) == ("", "")
    assert told["it"]["foreign"] == "Questo gioco non è ancora stato tradotto in italiano; parla inglese."


def test_every_move_of_a_menu_points_at_the_spot_it_takes(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, example("tic-tac-toe"), PEOPLE)
    seen = luna.see()
    cells = {str(c["id"]) for z in seen["zones"] for f in z["families"] if f["name"] == "board" for c in f["cells"]}
    assert {m["targets"][-1] for m in seen["menu"]} == cells and len(cells) == 9


def test_who_is_not_asked_cannot_move_and_a_late_move_is_told_so(client: httpx.Client) -> None:
    (luna, cosmo), watching = sit(client, example("tic-tac-toe"), PEOPLE)
    assert cosmo.post("move", at=0, move=0).status_code == 409
    assert watching.post("move", at=0, move=0).status_code == 409
    assert luna.post("move", at=0, move=99).status_code == 409
    assert luna.post("move", at=0, move=4).status_code == 200
    late = cosmo.post("move", at=0, move=0)
    assert late.status_code == 409 and late.json()["error"]["code"] == "stale"


def test_of_two_moves_at_once_one_wins(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, example("tic-tac-toe"), PEOPLE)
    got: list[int] = []
    ways = [threading.Thread(target=lambda n=n: got.append(luna.post("move", at=0, move=n).status_code)) for n in range(6)]
    for way in ways:
        way.start()
    for way in ways:
        way.join()
    assert sorted(got) == [200] + [409] * 5 and luna.see()["steps"] == 1


def test_a_refused_move_has_its_reason_rule_and_citation(client: httpx.Client) -> None:
    players, _ = sit(client, {"game": "cafe-del-gatto"}, [{}, {}], seed=3)
    seen = players[0].see()
    machine, cup = places(seen, "machine")[0], places(seen, "cup", 0)[0]
    told = players[0].post("why", at=0, about=f"{machine['id']}:0", lang="en").json()["refused"]
    rules = [move["lines"][1] for r in told for move in r["moves"]]
    assert any("buy.colour" in rule and "Buy 1 coffee/milk tile" in rule for rule in rules)
    about_cup = players[0].post("why", at=0, about=str(cup["id"]), lang="fr").json()["refused"]
    assert about_cup and all(str(cup["id"]) in move["targets"] for r in about_cup for move in r["moves"])
    assert any("n'est pas pour le lait" in r["moves"][0]["lines"][0] for r in about_cup)


def test_what_refused_moves_touch_is_told_with_the_nearest_move_and_its_reason(client: httpx.Client) -> None:
    players, _ = sit(client, {"game": "espresso-doppio"}, [{}, {}], seed=3)
    seen = players[0].see()
    tray = places(seen, "tray")[0]
    told = client.get(f"/api/at/{players[0].link}/barred", params={"lang": "en"}).json()["barred"]
    cup = next(n for n, piece in enumerate(tray["pieces"]) if piece["label"] == "white cup")
    assert told[f"{tray['id']}:{cup}"] == ["lay the white cup on space 1", "saucers come before cups, and cups before spoons"]


def test_a_tile_and_a_cup_that_do_not_go_together_tell_why(client: httpx.Client) -> None:
    players, _ = sit(client, {"game": "cafe-del-gatto"}, [{}, {}], seed=3)
    seen = players[0].see()
    milk, espresso = places(seen, "machine")[0], places(seen, "cup", 0)[0]
    told = players[0].post("why", at=0, about=[f"{milk['id']}:2", str(espresso["id"])], lang="en").json()
    reasons = [move["lines"][0] for r in told["refused"] for move in r["moves"]]
    assert reasons == ["the next cell of your espresso is not for milk"]
    assert told["offered"] == []
    assert players[0].post("why", at=0, about=["1"] * 7, lang="en").status_code == 400
    assert players[0].post("why", at=0, about=[7], lang="en").status_code == 400


def test_a_move_that_touches_nothing_seen_can_be_pointed_at_where_it_begins(client: httpx.Client) -> None:
    """At the pile that a card is turned up from, or drawn from; at the bank of coins. What comes of it is not told."""
    (ada, bob), _ = sit(client, {"game": "bon-appetit"}, [{}, {}], seed=3)
    turner = ada if ada.see()["menu"] else bob
    (turn_up,) = turner.see()["menu"]
    assert turn_up["targets"] == [str(places(turner.see(), "stock", turner.see()["viewer"])[0]["id"])]
    players, _ = sit(client, {"game": "cafe-del-gatto"}, [{}, {}], seed=3)
    (take,) = [move for move in players[0].see()["menu"] if move["text"].startswith("take")]
    assert take["targets"] == ["bank:coins"]
    players, _ = sit(client, {"game": "cafe-international"}, [{}, {}], seed=3)
    seen = players[0].see()
    assert [str(places(seen, "guests")[0]["id"])] in [move["targets"] for move in seen["menu"]]


def test_a_move_tells_its_price_and_a_cup_its_cells(client: httpx.Client) -> None:
    """The third row has no surcharge: the milk tile there costs what is on the coffee tile beside it."""
    players, _ = sit(client, {"game": "cafe-del-gatto"}, [{}, {}], seed=3)
    seen = players[0].see()
    price = places(seen, "machine")[1]["pieces"][2]["text"]
    costs = {re.sub(r" \(.*?\)", "", m["text"]): m["cost"] for m in seen["menu"]}
    assert costs["buy the milk tile in row 3 for your latte macchiato"] == f"−{price} coins"
    assert costs["take 2 coins"].startswith("+")
    notes = {cup["label"]: [word["text"] for word in cup["printed"]] for cup in places(seen, "cup", 0)}
    assert notes["cappuccino"] == ["coffee", "milk", "milk"] and notes["espresso"] == ["coffee"]


def test_a_move_is_taken_back_when_all_agree(client: httpx.Client) -> None:
    (luna, cosmo), _ = sit(client, example("tic-tac-toe"), PEOPLE)
    luna.post("move", at=0, move=0)
    cosmo.post("move", at=1, move=0)
    assert luna.see()["undo_possible"]
    assert luna.post("undo", at=2, agree=True).status_code == 200
    asked = cosmo.see()
    assert asked["undo"] == {"asked": 0, "waiting": [1]} and asked["steps"] == 2
    assert cosmo.post("undo", at=2, agree=False).status_code == 200
    assert cosmo.see()["undo"]["asked"] is None and cosmo.see()["steps"] == 2
    luna.post("undo", at=2, agree=True)
    assert cosmo.post("undo", at=2, agree=True).json() == {"at": 3}
    back = luna.see()
    assert (back["steps"], back["at"], len(back["menu"]), back["log"]) == (0, 3, 9, [])
    assert luna.post("move", at=3, move=1).status_code == 200


def test_a_move_after_which_chance_spoke_cannot_be_taken_back(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, {"game": "cafe-del-gatto"}, [{}, {}], seed=3)
    luna.do("buy")
    seen = luna.see()
    assert not seen["undo_possible"]
    refused = luna.post("undo", at=seen["at"], agree=True)
    assert refused.status_code == 409 and "chance" in refused.json()["error"]["message"]


def test_bots_play_until_a_person_is_asked(client: httpx.Client) -> None:
    (luna, *_), _ = sit(client, {"game": "cafe-del-gatto"}, [{}, {"bot": "random"}, {"bot": "greedy"}], seed=1)
    luna.do("take 2 coins")
    seen = _until(luna, lambda p: p["decider"] == 0)
    assert seen["steps"] == 3 and [e["seat"] for e in seen["log"]] == [0, 1, 2]


def test_bots_alone_play_to_the_end_with_receipts(client: httpx.Client) -> None:
    _, watching = sit(client, {"game": "bon-appetit"}, [{"bot": "random"}, {"bot": "random"}], seed=1)
    end = _until(watching, lambda p: p["over"])["end"]
    assert len(end["receipts"]) == 2 and end["receipts"][0]["lines"] and end["outcome"]


def test_a_past_position_can_be_looked_at(client: httpx.Client) -> None:
    (luna, cosmo), _ = sit(client, example("tic-tac-toe"), PEOPLE)
    luna.post("move", at=0, move=0)
    cosmo.post("move", at=1, move=0)
    past = luna.see(step=1)
    assert (past["step"], past["steps"], past["menu"], past["decider"], len(past["log"])) == (1, 2, [], 1, 1)


def test_a_name_is_changed_and_heard(client: httpx.Client) -> None:
    (luna, cosmo), _ = sit(client, example("tic-tac-toe"), PEOPLE)
    assert luna.post("name", name="  <b>Zoé </b> ").status_code == 200
    assert cosmo.see()["players"][0]["name"].startswith("<b>Zoé")
    assert cosmo.post("name", name="<B>ZOÉ </b>").status_code == 409
    assert luna.post("name", name="Cosmo").status_code == 409
    assert luna.post("name", name=" ").status_code == 400


def test_rules_with_mistakes_are_answered_with_findings(client: httpx.Client) -> None:
    told = client.post("/api/tables", json={"rules": {"text": "cafe en\ngame x\n  players 2\nplay\n  foo\n"}})
    assert told.status_code == 422
    found = told.json()["error"]["findings"][0]
    assert found["code"].startswith("RK") and found["line"] > 1


def test_a_house_rule_of_ones_own_is_laid_over_its_game(client: httpx.Client) -> None:
    text = 'cafe en\nvariant rich of cafe_del_gatto "Rich"\nwith start_coins = 9\n'
    checked = client.post("/api/check", json={"rules": {"text": text}}).json()
    assert checked["ok"], checked["findings"]
    players, _ = sit(client, {"text": text}, [{}, {}])
    coins = [n["text"] for n in parts(players[1].see()) if n["kind"] == "number" and n["name"] == "coins" and n["seat"] == 1]
    assert coins == ["9"]


def test_links_that_lead_nowhere(client: httpx.Client) -> None:
    assert client.get("/api/at/nonsense").status_code == 404
    assert client.get("/api/nothing").json()["error"]["code"] == "address"
    assert client.get("/static/../../../pyproject.toml").status_code == 404
    assert client.get("/static/%2e%2e/app.py").status_code == 404


def test_changes_are_told_as_they_happen(client: httpx.Client) -> None:
    (luna, cosmo), _ = sit(client, example("tic-tac-toe"), PEOPLE)
    told: list[dict[str, Any]] = []
    begun = threading.Event()

    def listen() -> None:
        where = f"/api/at/{cosmo.link}/events"
        with httpx.Client(base_url=client.base_url, timeout=None) as own, own.stream("GET", where) as news:
            for line in news.iter_lines():
                if line.startswith("data: "):
                    told.append(json.loads(line.removeprefix("data: ")))
                    begun.set()
                    if told[-1]["steps"] == 1:
                        return

    ear = threading.Thread(target=listen)
    ear.start()
    assert begun.wait(600)
    luna.post("move", at=0, move=0)
    ear.join()
    assert told[0]["steps"] == 0 and told[-1]["steps"] == 1 and told[-1]["menu"]


def _until(player: Player, holds: Any) -> dict[str, Any]:
    """What somebody sees once it is so: looked at whenever there is news."""
    with player.client.stream("GET", f"/api/at/{player.link}/events", timeout=None) as news:
        told = (line for line in news.iter_lines() if line.startswith("data: "))
        return next(seen for _ in told if holds(seen := player.see()))


def test_halves_of_characters_are_refused_wherever_they_stand(client: httpx.Client) -> None:
    (luna, _), watching = sit(client, {"game": "cafe-del-gatto"}, [{}, {}])
    for player, what in ((luna, "why"), (watching, "why"), (luna, "name"), (luna, "undo"), (luna, "rework")):
        body = b'{"at": 0, "about": "\\ud800", "name": "x", "agree": true, "rules": {"game": "cafe-del-gatto"}}'
        address, kind = f"/api/at/{player.link}/{what}", {"content-type": "application/json"}
        told = client.post(address, content=body, headers=kind)
        assert told.status_code == 400 and told.json()["error"]["code"] == "request", what
    assert luna.see()["step"] == 0


def test_nobody_sits_on_a_bots_seat(client: httpx.Client) -> None:
    """Its cards are as hidden as anybody's, and who knows a seed must not play against people on bots' seats."""
    made = client.post("/api/tables", json={"rules": example("crazy-eights"), "seats": [{}, {"bot": "random"}]}).json()
    assert made["seats"][0]["link"] and made["seats"][1]["link"] is None


def test_bots_do_not_think_for_ever(client: httpx.Client) -> None:
    for bot in ("mcts:iterations=10000000", "greedy:samples=1000", "mcts:seconds=60"):
        told = client.post("/api/tables", json={"rules": {"game": "cafe-del-gatto"}, "seats": [{}, {"bot": bot}]})
        assert told.status_code == 422 and "at most here" in told.json()["error"]["message"]


def test_where_players_have_secrets_a_move_is_taken_back_only_if_all_agree_who_ever_will_play(client: httpx.Client) -> None:
    """A move and its taking back could tell of a hand that its owner has not looked at yet."""
    (luna, cosmo), _ = sit(client, example("crazy-eights"), [{}, {}])
    assert luna.do("pass").status_code == 200
    assert luna.post("undo", at=luna.see()["at"], agree=True).status_code == 200
    asked = luna.see()
    assert asked["undo"]["waiting"] == [1] and asked["steps"] == 1
    assert cosmo.post("undo", at=asked["at"], agree=True).status_code == 200 and luna.see()["steps"] == 0


def test_there_is_no_lesson_without_a_number(client: httpx.Client) -> None:
    assert client.post("/api/lessons/99/check", json={"text": ""}).status_code == 404


def test_what_is_refused_is_told_in_the_language_of_the_page(client: httpx.Client) -> None:
    """By the address, else by what the browser likes best; what only a program asks wrongly stays in English."""
    told = {
        lang: client.get("/api/at/nonsense", params={"lang": lang}).json()["error"]["message"]
        for lang in ("fr", "it", "en", "xx")
    }
    assert told["fr"] == "ce lien ne mène nulle part" and told["it"] == "questo link non porta da nessuna parte"
    assert told["en"] == told["xx"] == "this link leads nowhere"
    headers = {"accept-language": "de-CH,de;q=0.9", "content-type": "application/json"}
    refused = client.post("/api/at/nonsense/move", headers=headers, content="{}").json()["error"]
    assert refused["hint"] == "bitte um einen anderen, wo du ihn herhast"
    assert client.post("/api/tables", headers=headers, content="[]").json()["error"]["message"] == "the body has to be one object"
