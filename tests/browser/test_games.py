"""Each game played to its end with clicks in one seat and bots in the others: `make pages`, since it takes a minute."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting import point_and_play, table
from tests.browser.test_keyboard import MOST_KEYS, played
from tests.tools.web.serving import Server

BY_HAND = 8  # moves made with the mouse; the others are clicked by a script in the page, which is quicker
SECONDS = 100
KEYED = 60  # moves made by the keyboard
SHORTER = {"espresso-doppio": {"goals_shown": "8", "extra_moves": "0", "scoring": "duty"}}  # else hundreds of moves at random
CLICK = """(until) => new Promise((done) => {
  const end = Date.now() + until;
  let seen = 0;
  const step = () => {
    const over = !document.getElementById("end").hidden;
    if (over || Date.now() > end) return done(over ? seen : -seen);
    const turn = document.querySelector("#moves:not([hidden])") && !document.body.classList.contains("busy");
    const ready = [...document.querySelectorAll("#ready button, #moves-list button.choice")];
    const lit = [...document.querySelectorAll("#table .point.lit")];
    if (turn && (lit.length || ready.length)) {
      const chosen = document.querySelectorAll("#table .point.chosen").length;
      const all = !chosen && lit.length && seen % 3 ? lit : ready.length && chosen ? ready : lit.length ? lit : ready;
      seen += 1;
      all[(seen * 7) % all.length].click();
    }
    setTimeout(step, 8);
  };
  step();
})"""


@pytest.mark.parametrize(
    ("game", "players"), [("cafe-del-gatto", 2), ("cafe-international", 2), ("bon-appetit", 3), ("espresso-doppio", 2)]
)
def test_a_game_is_played_to_its_end_with_clicks(page: Page, server: Server, game: str, players: int) -> None:
    bots = [{"bot": "greedy" if game == "espresso-doppio" else "random"}] * (players - 1)
    seats, _ = table(server, {"game": game, "set": SHORTER.get(game, {})}, [{"name": "Luna"}, *bots], seed=5)
    page.goto(seats[0])
    for _ in range(BY_HAND):
        point_and_play(page)
    clicks = page.evaluate(CLICK, SECONDS * 1000)
    assert clicks > 0, f"not at its end after {-clicks} clicks"
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#end")).to_contain_text("Luna")


@pytest.mark.parametrize(
    ("game", "players"), [("cafe-del-gatto", 2), ("cafe-international", 2), ("bon-appetit", 3), ("espresso-doppio", 2)]
)
def test_a_game_is_played_by_keyboard_alone(page: Page, server: Server, game: str, players: int) -> None:
    """A move takes three keys at most on average; every piece and place has a name, and every move is told."""
    bots = [{"bot": "random"}] * (players - 1)
    seats, _ = table(server, {"game": game, "set": SHORTER.get(game, {})}, [{"name": "Luna"}, *bots], seed=5)
    page.goto(seats[0])
    assert played(page, KEYED) <= 100 * MOST_KEYS
