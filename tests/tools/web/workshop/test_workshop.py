"""The workshop's questions: the same game under other rules, many games, a comparison with a play on the table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from rulekit.tools.web.workshop import study_jobs
from tests.tools.web.lying import pieces, table
from tests.tools.web.serving import Player, example, serving, sit

GATTO = {"game": "cafe-del-gatto"}
CHEAP = 'cafe en\nvariant cheap of cafe_del_gatto "Cheap"\n\nreplace table surcharge[row: 1..5]: number\n'
CHEAP += "  | 1    | 0 |\n  | 2    | 1 |\n  | 3..5 | 0 |\n"
LATE = 'cafe en\nvariant late of cafe_del_gatto "Late"\n\nreplace table surcharge[row: 1..5]: number\n'
LATE += "  | 1    | 2 |\n  | 2    | 1 |\n  | 3..4 | 0 |\n  | 5    | 5 |\n"


def reworked(player: Player, rules: Mapping[str, object]) -> dict[str, Any]:
    """Play a game again under other rules."""
    told = player.post("rework", rules=rules)
    assert told.status_code == 200, told.text
    return dict(told.json())


def mine(client: httpx.Client, found: dict[str, Any]) -> Player:
    """My seat at the table that was made."""
    return Player(client, found["seats"][0]["link"])


ALONE: list[dict[str, object]] = [{}, {"bot": "random"}]


def my_turn(player: Player) -> dict[str, Any]:
    """The position when it is this player's turn; the bots play first."""
    while not (seen := player.see())["menu"] and not seen["over"]:
        pass
    return seen


def test_the_same_rules_give_the_same_game(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, GATTO, ALONE, seed=3)
    for _ in range(3):
        my_turn(luna)
        assert luna.do("take 2 coins").status_code == 200
    before = my_turn(luna)
    found = reworked(luna, GATTO)
    assert (found["kept"], found["steps"], found["parted"]) == (before["steps"], before["steps"], None)
    again = my_turn(mine(client, found))
    assert (table(again), again["menu"], again["log"]) == (table(before), before["menu"], before["log"])


def test_a_lower_price_only_adds_moves_and_keeps_those_that_were_made(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, GATTO, ALONE, seed=3)
    luna.do("take 2 coins")
    found = reworked(luna, {"text": CHEAP})
    assert found["kept"] > 0 and found["added"]["at"] == 0 and found["added"]["new"]
    assert mine(client, found).see()["steps"] == found["kept"]


def test_a_change_that_takes_moves_away_stops_the_game_there(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, {"text": CHEAP}, ALONE, seed=3)
    luna.do("take 2 coins")
    found = reworked(luna, GATTO)
    assert found["kept"] == 0 and found["parted"]["what"] == "menu" and found["added"] is None
    assert found["parted"]["gone"] and mine(client, found).see()["steps"] == 0


def test_a_change_that_matters_later_keeps_the_moves_before_it(client: httpx.Client) -> None:
    (first, _), _ = sit(client, example("nim"), ALONE)
    first.post("move", at=0, move=0)
    steps = my_turn(first)["steps"]
    found = reworked(first, {"text": str(example("nim")["text"]) + "\n"})
    assert (found["kept"], found["parted"]) == (steps, None)
    assert first.see()["steps"] == steps


# ---- nothing of the first table comes to light ---------------------------------------------------
def hands(player: Player) -> list[Any]:
    """The cells of all hands, as somebody sees them."""
    return [c for z in player.see()["zones"] for f in z["families"] if f["name"] == "hand" for c in f["cells"]]


def test_where_somebody_else_sits_no_copy_is_made(client: httpx.Client) -> None:
    (luna, _, _), watching = sit(client, example("crazy-eights"), [{}, {}, {"bot": "random"}])
    told = luna.post("rework", rules=example("crazy-eights"))
    assert told.status_code == 409 and told.json()["error"]["code"] == "others"
    assert watching.post("rework", rules=example("crazy-eights")).status_code == 403


def test_a_copy_has_a_link_for_the_one_who_asked_and_no_other(client: httpx.Client) -> None:
    (_, luna, _), _ = sit(client, example("crazy-eights"), [{"bot": "random"}, {}, {"bot": "greedy"}])
    found = reworked(luna, example("crazy-eights"))
    assert [(s["seat"], s["bot"]) for s in found["seats"]] == [(1, None)] and set(found) == {
        "seats",
        "kept",
        "steps",
        "parted",
        "added",
    }


def test_rules_that_open_a_hidden_place_show_other_cards_than_lie_there(client: httpx.Client) -> None:
    text = str(example("crazy-eights")["text"])
    opened = text.replace("place hand[player]: hand of card", "place hand[player]: hand of card, open")
    assert opened != text
    (luna, _), _ = sit(client, {"text": text}, ALONE, seed=5)
    (_, ada), _ = sit(client, {"text": text}, [{}, {}], seed=5)  # the same cards, for somebody on the bot's seat
    truth, own = hands(ada)[1]["pieces"], hands(luna)[0]["pieces"]
    shown = [hands(mine(client, reworked(luna, {"text": opened + "# again\n" * n}))) for n in range(3)]
    assert all(cells[0]["pieces"] == own and cells[1]["pieces"] for cells in shown)
    assert not any(cells[1]["pieces"] == truth for cells in shown)


def test_what_comes_at_the_copy_is_not_what_comes_at_the_table(client: httpx.Client) -> None:
    """By chance it is once in 46 times; four times in a row it is not."""
    same = []
    for _ in range(4):
        (luna, _), _ = sit(client, example("crazy-eights"), ALONE)
        copy = mine(client, reworked(luna, example("crazy-eights")))
        same.append(drawn(luna) == drawn(copy))
    assert not all(same)


def drawn(player: Player) -> list[str]:
    """The card that a player draws."""
    before = [p["label"] for p in hands(player)[0]["pieces"]]
    assert player.do("draw a card").status_code == 200
    return [p["label"] for p in hands(player)[0]["pieces"] if p["label"] not in before]


def test_what_a_bot_might_do_with_its_hidden_hand_is_not_told(client: httpx.Client) -> None:
    """The bot begins and has other moves under these rules; the game parts only where its opponent sees something of that."""
    text = str(example("crazy-eights")["text"])
    (_, luna), _ = sit(client, {"text": text}, [{"bot": "random"}, {}])
    own = [p["label"] for p in hands(luna)[1]["pieces"]]
    my_turn(luna)
    found = reworked(luna, {"text": text.replace("card.rank is 8 or", "card.rank is 8 or card.rank > 0 or")})
    assert found["kept"] == found["steps"] and found["parted"]["what"] == "menu"
    assert found["parted"]["new"] and len(found["parted"]["new"]) <= len(own)


def test_who_chooses_the_seed_of_a_game_among_people_has_to_be_let(tmp_path: Path) -> None:
    asked = {"rules": example("crazy-eights"), "players": 2, "seed": 5}
    with serving(tmp_path / "tables.sqlite", "--rate", "0") as server, server.client() as client:
        told = client.post("/api/tables", json=asked | {"seats": [{}, {}]})
        assert told.status_code == 403 and told.json()["error"]["code"] == "seed"
        assert client.post("/api/tables", json=asked | {"seats": [{}, {"bot": "random"}]}).status_code == 201


def test_rules_with_a_mistake_leave_the_game_alone(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, GATTO, ALONE, seed=3)
    told = luna.post("rework", rules={"text": CHEAP.replace("0", "zero")})
    assert told.status_code == 422 and told.json()["error"]["findings"]
    assert luna.see()["steps"] == 0


@pytest.mark.parametrize(
    ("lang", "hint"),
    [("fr", "écris `is` pour comparer"), ("de", "schreib `is`, um zu vergleichen"), ("en", "write `is` to compare")],
)
def test_findings_are_told_in_the_language_of_the_page(client: httpx.Client, lang: str, hint: str) -> None:
    wrong = 'cafe en\ngame g "G"\n  players 2\n\nplay\n  if 1 = 2\n    end game\n'
    told = client.post("/api/check", params={"lang": lang}, json={"rules": {"text": wrong}}).json()
    assert [finding["hint"] for finding in told["findings"]] == [hint]


def test_many_games_are_told_by_length_scores_and_seats(client: httpx.Client) -> None:
    told = client.post("/api/simulate", json={"rules": {"game": "bon-appetit"}, "players": 3, "games": 300}).json()
    assert told["games"] == 300 and told["ends"] == {"over": 300}
    assert sum(count for _, _, count in told["length"]["bins"]) == 300
    assert len(told["seats"]) == 3 and abs(sum(s["share"] for s in told["seats"]) - 1) < 0.05
    low, middle, high = told["seats"][0]["score"]["quartiles"]
    assert told["seats"][0]["score"]["least"] <= low <= middle <= high <= told["seats"][0]["score"]["greatest"]


def test_a_comparison_has_a_play_that_can_be_played_on_both_tables(client: httpx.Client) -> None:
    asked = {"first": GATTO, "second": {"text": CHEAP}, "players": 2, "first_label": "printed", "second_label": "mine"}
    told = client.post("/api/compare", params={"lang": "fr"}, json=asked).json()
    assert told["summary"][0] == "Les règles diffèrent à 1 endroit."
    assert told["verdict"] == "observable" and told["differences"][0]["address"] == "surcharge.1"
    one, two = told["witnesses"][0]["tables"]
    seen = [Player(client, side["watch"]).see() for side in (one, two)]
    assert seen[0]["steps"] == seen[1]["steps"] == len(told["witnesses"][0]["moves"])
    assert pieces(seen[0]) == pieces(seen[1])
    decider = seen[0]["decider"]
    menus = [{m["text"] for m in Player(client, side["seats"][decider]["link"]).see()["menu"]} for side in (one, two)]
    assert menus[0] != menus[1]


def test_rules_are_kept_and_shared(client: httpx.Client) -> None:
    name = client.post("/api/rules", json={"rules": {"text": CHEAP}}).json()["id"]
    assert client.get(f"/api/rules/{name}").json()["rules"]["text"] == CHEAP
    assert client.get("/api/rules/nothing").status_code == 404


def test_a_play_with_a_large_seed_can_be_put_on_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds of games in a series have 64 bits; the store takes fewer."""
    side = SimpleNamespace(draws=(1,), steps=())
    monkeypatch.setattr(study_jobs, "traced", lambda witness: (side, side))
    witness: Any = SimpleNamespace(play=SimpleNamespace(seed=2**64 - 1, players=2))
    found = study_jobs._playable(witness)
    assert found is not None and 0 <= found["seed"] < 2**62


@pytest.mark.parametrize(("path", "asked"), [
    ("simulate", {"rules": example("nim"), "players": 2, "games": 3, "bots": "9=greedy"}),
    ("simulate", {"rules": example("nim"), "players": 2, "games": 3, "bots": "1,1"}),
    ("simulate", {"rules": example("nim"), "players": 2, "games": 3, "bots": "?"}),
    ("check", {"rules": example("nim") | {"set": {"nothing": "3"}}}),
    ("check", {"rules": example("nim") | {"set": {"last_match": "3"}}}),
])  # fmt: skip
def test_what_is_refused_speaks_of_no_command_line(client: httpx.Client, path: str, asked: dict[str, Any]) -> None:
    """Whoever sits at a page has no flags to give."""
    told = client.post(f"/api/{path}", json=asked)
    findings = told.json().get("findings") or told.json()["error"]["findings"]
    assert findings and "--" not in told.text
