"""What is shown of games before and beside the play: pictures of tables, rulebooks that may do nothing but be read."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape

import httpx
import pytest

from tests.tools.web.serving import example, sit

HOSTILE = """cafe en
game hostile "</style><script>alert(1)</script>"
  players 2
marker heap: 0..3 = 3
play
  tell "<img src=x onerror=alert(2)> *Take* [all](javascript:alert(3))."
  turns from starter until heap is 0
    do take
action take "<b onclick=alert(4)>take</b>"
  set heap to heap - 1
winner p
  only if p is active
"""


@pytest.mark.parametrize("game", ["bon-appetit", "cafe-del-gatto", "cafe-international", "espresso-doppio"])
def test_the_picture_of_a_game_is_its_table_after_some_moves(client: httpx.Client, game: str) -> None:
    found = client.get(f"/api/games/{game}/picture", params={"lang": "fr"}).json()
    assert found["scene"]["middle"] is not None and len(found["scene"]["areas"]) == 2
    assert [player["name"] for player in found["players"]] == ["Joueur 1", "Joueur 2"]
    assert "menu" not in found and client.get(f"/api/games/{game}/picture", params={"lang": "fr"}).json() == found


def test_the_picture_of_a_short_game_is_taken_half_way(client: httpx.Client) -> None:
    found = client.post("/api/picture", json={"rules": example("tic-tac-toe")}).json()
    cells = found["zones"][0]["families"][0]["cells"]
    assert 0 < sum(cell["count"] for cell in cells) < len(cells)


def test_there_is_no_picture_of_what_is_no_game(client: httpx.Client) -> None:
    assert client.get("/api/games/nothing/picture").status_code == 422
    assert client.post("/api/picture", json={"rules": {"text": "cafe en"}}).status_code == 422


def policy(answer: httpx.Response) -> str:
    """The policy of a page, which is the same in the answer as in the page itself."""
    (sent,) = answer.headers.get_list("content-security-policy")
    inside = re.search(r'Content-Security-Policy" content="([^"]*)"', answer.text)
    assert inside is not None and sent == f"{unescape(inside.group(1))}; frame-ancestors 'none'"
    return str(sent)


def test_a_rulebook_may_only_look_as_its_style_says(client: httpx.Client) -> None:
    answer = client.get("/games/cafe-international/rules", params={"lang": "it"})
    assert answer.status_code == 200 and answer.headers["content-type"] == "text/html; charset=utf-8"
    assert '<html lang="it">' in answer.text and "<h1>" in answer.text
    style = answer.text[answer.text.index("<style>") + len("<style>") : answer.text.index("</style>")]
    known = b64encode(sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{known}'; script-src 'none'" in policy(answer) and "unsafe" not in policy(answer)
    assert " style=" not in answer.text


def test_the_rulebook_of_a_table_is_that_of_the_game_played_there(client: httpx.Client) -> None:
    rules = {"game": "cafe-del-gatto", "with": ["fr"], "set": {"must_act": "no"}}
    (ada, _), watching = sit(client, rules, [{"name": "Ada"}, {"bot": "random"}], seed=1)
    book = client.get(f"/at/{ada.link}/rules").text
    assert "Règle française (88464)" in book and "What changes" in book
    plain = client.get("/games/cafe-del-gatto/rules").text
    assert "What changes" not in plain and book == client.get(f"/at/{watching.link}/rules").text
    told = client.get(f"/api/at/{ada.link}/aim").json()
    assert told["changes"] == ["Règle française (88464)", "Must a player take one of the three actions? no"]
    french = client.get(f"/api/at/{ada.link}/aim", params={"lang": "fr"}).json()["changes"]
    assert french == ["Règle française (88464)", "Faut-il choisir l'une des trois actions ? on peut ne rien faire"]


def test_the_title_of_a_variant_is_told_in_the_language_of_the_page(client: httpx.Client) -> None:
    rules = {"game": "espresso-doppio", "with": ["espresso-master"]}
    (ada, _), _ = sit(client, rules, [{"name": "Ada"}, {"bot": "random"}], seed=1)
    told = [client.get(f"/api/at/{ada.link}/aim", params={"lang": lang}).json()["changes"] for lang in ("en", "fr")]
    assert told == [["The master of espresso"], ["Le maître de l'espresso"]]


def test_the_first_page_calls_variants_and_readings_as_its_language_does(client: httpx.Client) -> None:
    games = client.get("/api/games", params={"lang": "fr"}).json()["games"]
    titles = {change["name"]: change["title"] for game in games for change in game["changes"]}
    assert titles["espresso-master"] == "Le maître de l'espresso" and titles["en"] == "Règle anglaise (88466)"
    assert titles["bar-and-pastry"] == "The bar and the pastry shop"  # nobody has put it into French


def test_nothing_that_a_stranger_writes_runs_in_a_rulebook(client: httpx.Client) -> None:
    (ada, _), _ = sit(client, {"text": HOSTILE}, [{"name": "Ada"}, {"name": "Bob"}])
    answer = client.get(f"/at/{ada.link}/rules")
    assert "script-src 'none'" in policy(answer)
    assert set(re.findall(r"<(script|img|b|a)\b", answer.text)) == set() and answer.text.count("</style>") == 1


@pytest.mark.parametrize("address", ["/at/nope/rules", "/games/nothing/rules", "/static/nothing.css", "/drawings/nothing.svg"])
def test_where_there_is_no_game_there_is_a_page_that_says_so(client: httpx.Client, address: str) -> None:
    answer = client.get(address, headers={"accept": "text/html"})
    assert answer.status_code == 404 and "/static/nowhere.js" in answer.text
