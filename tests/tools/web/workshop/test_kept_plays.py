"""Plays that are kept in the workshop: played again under other rules, and written as examples that hold."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from rulekit.engine.engine import Engine
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.comparison.example_lines import Candidate
from rulekit.study.examples.run_examples import Result, run_examples
from rulekit.study.series.seed_snapshots import seeded_game
from rulekit.tools.web.workshop.example_of_play import MOST_WAYS, Told, example_of
from tests.tools.web.serving import Player, example, sit
from tests.tools.web.workshop.test_workshop import ALONE, CHEAP, GATTO, hands, my_turn

NIM = example("nim")


def asked(player: Player, what: str, rules: dict[str, Any]) -> dict[str, Any]:
    """Ask about a play under rules."""
    told = player.post(what, rules=rules)
    assert told.status_code == 200, told.text
    return dict(told.json())


def holds(text: str, name: str) -> bool:
    """Whether an example of a text of a whole game holds."""
    checked = check_game(text, "mine.cafe")
    assert checked.ok and checked.value is not None, checked.diagnostics
    return run_examples(checked.value, (name,))[0].ok


def nim(client: httpx.Client) -> Player:
    """A game of Nim after a move, with the bot's answer."""
    (luna, _), _ = sit(client, NIM, ALONE, seed=3)
    assert luna.do("take 2 matches from heap 2").status_code == 200
    my_turn(luna)
    return luna


def test_a_play_that_is_not_touched_is_kept_whole(client: httpx.Client) -> None:
    found = asked(nim(client), "branch", {"text": f"{NIM['text']}\n"})
    assert (found["kept"], found["steps"], found["parted"], found["said"]) == (2, 2, None, "")


def test_a_play_that_parts_says_the_move_it_would_have_made(client: httpx.Client) -> None:
    luna = nim(client)
    found = asked(luna, "branch", {"text": NIM["text"].replace("matches in 1..heap[n]", "matches in 1..min(1, heap[n])")})
    assert found["kept"] == 0 and found["parted"]["what"] == "menu"
    assert found["said"].endswith("takes 2 matches from heap 2") and found["possible"] is False


def test_a_move_that_can_still_be_made_is_told_as_such(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, NIM, ALONE, seed=3)
    assert luna.do("take 1 match from heap 2").status_code == 200
    found = asked(luna, "branch", {"text": NIM["text"].replace("matches in 1..heap[n]", "matches in 1..min(1, heap[n])")})
    assert found["kept"] == 0 and found["possible"] is True


def test_no_table_is_made_for_a_branch(client: httpx.Client) -> None:
    assert "seats" not in asked(nim(client), "branch", NIM)


def own(text: str) -> str:
    """The example that was written."""
    return text.partition("example play_1")[2]


def test_what_an_action_chooses_at_random_is_named(client: httpx.Client) -> None:
    text = 'cafe en\ngame well "Well"\n  players 2\n\ntally luck[player]\n\nplay\n  turns from starter until luck[active] > 20\n'
    text += "    do throw\n\naction throw\n  choose n in 1..9 at random\n  gain n luck\n\nwinner p\n  most luck[p]\n"
    (luna, _), _ = sit(client, {"text": text}, ALONE, seed=3)
    luna.post("move", at=0, move=0)
    my_turn(luna)
    found = asked(luna, "example", {"text": text})
    assert (
        "when ada does throw(n: " in own(found["text"])
        and "luck[bob] is" in own(found["text"])
        and holds(found["text"], "play_1")
    )


def test_what_chance_did_before_the_first_move_is_given(client: httpx.Client) -> None:
    oh_hell = example("oh-hell")
    (luna, *_), _ = sit(client, oh_hell, [*ALONE, {"bot": "random"}], seed=3)
    my_turn(luna)
    luna.post("move", at=luna.see()["at"], move=0)
    found = asked(luna, "example", oh_hell)
    assert "at `play`.bidding" in own(found["text"]) and holds(found["text"], "play_1")


def test_an_example_knows_no_more_than_its_player(client: httpx.Client) -> None:
    """The bot's hand in it is dealt anew."""
    rules, same = example("crazy-eights"), []
    for seed in (5, 6, 7, 8):
        (luna, _), _ = sit(client, rules, ALONE, seed=seed)
        (_, ada), _ = sit(client, rules, [{}, {}], seed=seed)  # the same cards, for somebody on the bot's seat
        seen = luna.see()
        luna.post("move", at=0, move=next((n for n, m in enumerate(seen["menu"]) if m["text"].startswith("play")), 0))
        told = luna.post("example", rules=rules)
        if told.status_code == 200 and "hand[bob] is" in own(told.json()["text"]):
            line = own(told.json()["text"]).partition("hand[bob] is")[2].partition("\n")[0]
            truth = [p["label"] for p in hands(ada)[1]["pieces"]]
            same.append(all(f"rank: {label.split()[1]}, suit: {label.split()[-1]}" in line for label in truth))
    assert same and not all(same)


@pytest.mark.parametrize("what", ["branch", "example"])
def test_where_somebody_else_sits_nothing_is_told(client: httpx.Client, what: str) -> None:
    (luna, _, _), watching = sit(client, example("crazy-eights"), [{}, {}, {"bot": "random"}])
    told = luna.post(what, rules=example("crazy-eights"))
    assert told.status_code == 409 and told.json()["error"]["code"] == "others"
    assert watching.post(what, rules=example("crazy-eights")).status_code == 403


def test_a_play_becomes_an_example_that_holds(client: httpx.Client) -> None:
    found = asked(nim(client), "example", NIM)
    assert found["all"] and found["moves"] == 2
    assert "when ada does take(2, 2)" in found["text"] and "given" not in own(found["text"])
    assert found["text"].startswith(NIM["text"].rstrip()) and holds(found["text"], "play_1")


def test_the_next_example_has_another_name(client: httpx.Client) -> None:
    luna = nim(client)
    again = asked(luna, "example", {"text": asked(luna, "example", NIM)["text"]})
    assert again["name"] == "play_2" and holds(again["text"], "play_2")


def test_what_an_option_is_set_to_is_pinned(client: httpx.Client) -> None:
    found = asked(nim(client), "example", NIM | {"set": {"last_match": "other"}})
    assert "with last_match = other" in own(found["text"]) and holds(found["text"], "play_1")


def test_a_whole_game_ends_with_who_wins(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, NIM, ALONE, seed=3)
    while my_turn(luna)["menu"]:
        seen = luna.see()
        luna.post("move", at=seen["at"], move=len(seen["menu"]) - 1)
    found = asked(luna, "example", NIM)
    assert "winners is [" in own(found["text"]) and holds(found["text"], "play_1")


def test_an_example_in_a_house_rule_holds_with_it(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, {"text": CHEAP}, ALONE, seed=3)
    luna.do("take 2 coins")
    my_turn(luna)
    found = asked(luna, "example", {"text": CHEAP})
    assert found["text"].startswith(CHEAP.rstrip()) and client.post("/api/check", json={"rules": found}).json()["ok"]


def test_rules_under_which_no_move_is_left_have_no_example(client: httpx.Client) -> None:
    luna = nim(client)
    told = luna.post("example", rules={"text": NIM["text"].replace("1..heap[n]", "1..min(1, heap[n])")})
    assert told.status_code == 409 and told.json()["error"]["code"] == "none"


def test_an_example_wants_a_text_to_stand_in(client: httpx.Client) -> None:
    (luna, _), _ = sit(client, GATTO, ALONE, seed=3)
    assert luna.post("example", rules=GATTO).status_code == 400


def test_the_search_for_an_example_comes_to_an_end() -> None:
    seen: list[int] = []

    def nothing_holds(some: list[Candidate]) -> list[Result | None]:
        seen.append(len(some))
        return [None] * len(some)

    checked = check_game(str(example("oh-hell")["text"]), "mine.cafe")
    assert checked.value is not None
    lowered = lower(checked.value, 3)
    assert lowered.value is not None
    engine = Engine(lowered.value)
    played = seeded_game(engine, longest=10)
    assert example_of(Told(engine, played.made, False, played.first), nothing_holds) is None
    assert 0 < len(seen) <= MOST_WAYS
