"""What cannot be chosen now, on the table: it has a mark beside what can be, keeps its colours, and tells why."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import table, your_turn
from tests.browser.conftest import opened
from tests.tools.web.serving import Player, Server, sit

PAINT = "(all) => [...new Set(all.map((one) => getComputedStyle(one.firstElementChild).filter))]"
MARK = "(all) => [...new Set(all.map((one) => getComputedStyle(one, '::after').backgroundImage))]"
GOAL = "#table .zone.own .piece[data-shape=card]"


def played_until(seats: list[Player], ready: Callable[[list[str]], bool]) -> str:
    """The address of whoever is first offered such moves, after moves from here and there in the list."""
    for turn in range(200):
        for player in seats:
            seen = player.see()
            if seen["menu"] and ready([move["text"] for move in seen["menu"]]):
                return f"/at/{player.link}"
            if seen["menu"]:
                player.post("move", at=seen["at"], move=(turn * 7 + 3) % len(seen["menu"]))
    raise AssertionError("nobody was offered such moves")


def scores(moves: list[str], some: bool) -> bool:
    """Whether goals are the question, and some can be scored or none."""
    return any("leave the table" in move for move in moves) and any(move.startswith("score “") for move in moves) == some


def test_what_is_not_there_to_be_chosen_has_no_mark_and_tells_why_all_the_same(page: Page, server: Server) -> None:
    with server.client() as client:
        seats, _ = sit(client, {"game": "espresso-doppio"}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
        page.goto(played_until(seats, lambda moves: scores(moves, False)))
    your_turn(page)
    expect(page.locator(GOAL).first).to_have_attribute("aria-description", re.compile("the table does not show this goal"))
    expect(page.locator(f"{GOAL}.barred")).to_have_count(0)


def test_what_cannot_be_chosen_beside_what_can_keeps_its_colours(page: Page, server: Server) -> None:
    with server.client() as client:
        seats, _ = sit(client, {"game": "espresso-doppio"}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
        page.goto(played_until(seats, lambda moves: scores(moves, True)))
    your_turn(page)
    expect(page.locator(f"{GOAL}.barred")).to_have_count(2)
    assert page.locator(GOAL).evaluate_all(PAINT) == ["none"]


def test_the_mark_is_the_same_by_day_and_by_night(browser: Browser, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-international"}, [{"name": "Luna"}, {}], seed=3)
    marks = []
    for scheme in ("light", "dark"):
        with opened(browser, server, color_scheme=scheme) as page:
            page.goto(seats[0])
            your_turn(page)
            hand = "#table .zone.own .piece"
            expect(page.locator(f"{hand}.barred").first).to_be_visible()
            barred, free = (page.locator(hand + some) for some in (".barred", ":not(.barred)"))
            assert barred.evaluate_all(PAINT) == free.evaluate_all(PAINT)
            assert free.evaluate_all(MARK) == ["none"]
            marks += barred.evaluate_all(MARK)
    assert marks[0] != "none" and set(marks) == {marks[0]}


COVERED = """(lit) => {
  const bubble = document.querySelector(".bubble");
  const box = bubble.getBoundingClientRect();
  const covers = ({ left, right, top, bottom }) => box.left < right && left < box.right && box.top < bottom && top < box.bottom;
  return bubble.hidden ? ["no bubble"] : lit.filter((one) => covers(one.getBoundingClientRect())).map((one) => one.ariaLabel);
}"""


def test_what_something_is_stands_beside_what_else_can_be_chosen(page: Page, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {}], seed=3)
    page.goto(seats[0])
    your_turn(page)
    tiles = page.locator("#table .zone.common .piece.lit")
    expect(tiles.nth(2)).to_be_visible()
    for tile in tiles.all():
        tile.hover()
        assert page.locator("#table .point.lit").evaluate_all(COVERED) == []
