"""The workshop's questions: the same game under other rules, many games, a comparison with a play on the table."""

from __future__ import annotations

import httpx

from tests.tools.web.serving import Player, example, sit

GATTO = {"game": "cafe-del-gatto"}
CHEAP = 'cafe en\nvariant cheap of cafe_del_gatto "Cheap"\n\nreplace table surcharge[row: 1..5]: number\n'
CHEAP += "  | 1    | 0 |\n  | 2    | 1 |\n  | 3..5 | 0 |\n"
LATE = 'cafe en\nvariant late of cafe_del_gatto "Late"\n\nreplace table surcharge[row: 1..5]: number\n'
LATE += "  | 1    | 2 |\n  | 2    | 1 |\n  | 3..4 | 0 |\n  | 5    | 5 |\n"


def reworked(player: Player, rules: dict[str, object]) -> dict[str, object]:
    """Play a game again under other rules."""
    told = player.post("rework", rules=rules)
    assert told.status_code == 200, told.text
    return dict(told.json())


def test_the_same_rules_give_the_same_game(client: httpx.Client) -> None:
    (luna, cosmo), _ = sit(client, GATTO, [{}, {}], seed=3)
    for player in (luna, cosmo, luna):
        assert player.do("take coins").status_code == 200
    found = reworked(luna, GATTO)
    assert (found["kept"], found["steps"], found["parted"]) == (3, 3, None)
    again = Player(client, found["seats"][1]["link"])  # type: ignore[index]
    assert again.see()["zones"] == cosmo.see()["zones"] and again.see()["menu"] == cosmo.see()["menu"]


def test_a_changed_price_stops_the_game_where_a_move_is_offered_that_was_not(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, GATTO, [{}, {}], seed=3)
    luna.do("take coins")
    found = reworked(luna, {"text": CHEAP})
    assert found["kept"] == 0 and found["parted"]["what"] == "menu"  # type: ignore[index]
    assert found["parted"]["new"] and not found["parted"]["gone"]  # type: ignore[index]
    assert Player(client, found["seats"][0]["link"]).see()["steps"] == 0  # type: ignore[index]


def test_a_change_that_matters_later_keeps_the_moves_before_it(client: httpx.Client) -> None:
    (first, second), _ = sit(client, example("nim"), [{}, {}])
    text = str(example("nim")["text"])
    other = text.replace("set matches", "set matches")
    first.post("move", at=0, move=0)
    found = reworked(first, {"text": other + "\n"})
    assert (found["kept"], found["parted"]) == (1, None)
    assert second.see()["steps"] == 1


def test_rules_with_a_mistake_leave_the_game_alone(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, GATTO, [{}, {}], seed=3)
    told = luna.post("rework", rules={"text": CHEAP.replace("0", "zero")})
    assert told.status_code == 422 and told.json()["error"]["findings"]
    assert luna.see()["steps"] == 0


def test_many_games_are_told_by_length_scores_and_seats(client: httpx.Client) -> None:
    told = client.post("/api/simulate", json={"rules": {"game": "bon-appetit"}, "players": 3, "games": 300}).json()
    assert told["games"] == 300 and told["ends"] == {"over": 300}
    assert sum(count for _, _, count in told["length"]["bins"]) == 300
    assert len(told["seats"]) == 3 and abs(sum(s["share"] for s in told["seats"]) - 1) < 0.05
    low, middle, high = told["seats"][0]["score"]["quartiles"]
    assert told["seats"][0]["score"]["least"] <= low <= middle <= high <= told["seats"][0]["score"]["greatest"]


def test_a_comparison_has_a_play_that_can_be_played_on_both_tables(client: httpx.Client) -> None:
    asked = {"first": GATTO, "second": {"text": CHEAP}, "players": 2, "first_label": "printed", "second_label": "mine"}
    told = client.post("/api/compare", json=asked).json()
    assert told["verdict"] == "observable" and told["differences"][0]["address"] == "surcharge.1"
    one, two = told["witnesses"][0]["tables"]
    seen = [Player(client, side["watch"]).see() for side in (one, two)]
    assert seen[0]["steps"] == seen[1]["steps"] == len(told["witnesses"][0]["moves"])
    assert seen[0]["zones"] == seen[1]["zones"]
    decider = seen[0]["decider"]
    menus = [{m["text"] for m in Player(client, side["seats"][decider]["link"]).see()["menu"]} for side in (one, two)]
    assert menus[0] != menus[1]


def test_rules_are_kept_and_shared(client: httpx.Client) -> None:
    name = client.post("/api/rules", json={"rules": {"text": CHEAP}}).json()["id"]
    assert client.get(f"/api/rules/{name}").json()["rules"]["text"] == CHEAP
    assert client.get("/api/rules/nothing").status_code == 404
