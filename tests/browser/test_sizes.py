"""How large the parts of a table are: what is one's own is never smaller than what the others have, and all fits."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.acting import table, your_turn
from tests.browser.conftest import opened
from tests.browser.test_scene import GAMES, SIZE
from tests.tools.web.serving import Server, sit

EM = "(scene) => parseFloat(getComputedStyle(scene).fontSize)"


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_ones_own_is_never_smaller_than_the_rest(browser: Browser, server: Server, game: str, lang: str) -> None:
    seats, _ = table(server, {"game": game}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
    with opened(browser, server, viewport={"width": 1400, "height": 900}, locale=lang) as page:
        page.goto(seats[0])
        your_turn(page)
        expect(page.locator("#aim")).to_be_visible()
        page.wait_for_function(f"{SIZE}.join() === '1400,900'")
        own, other = (page.locator(f"#table .zone.{zone} .scene").evaluate(EM) for zone in ("own", "other"))
        assert own >= other


SMALLEST = (
    """(all) => Math.min(...all.filter((one) => one.offsetWidth > 1).map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_words_beside_ones_own_can_be_read_on_a_phone(browser: Browser, server: Server, lang: str) -> None:
    seats, _ = table(server, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
    with opened(browser, server, viewport={"width": 390, "height": 844}, locale=lang) as page:
        page.goto(seats[0])
        your_turn(page)
        expect(page.locator("#table .zone.own .heading").first).to_be_attached()
        assert page.locator("#table .zone.own :is(.heading > span, .called)").evaluate_all(SMALLEST) >= 10
        assert page.locator("#table .zone.own .stage").evaluate("(stage) => stage.scrollWidth - stage.clientWidth") <= 1
        assert page.locator("#table .zone.own .heading > span:not(.icon)").evaluate_all("(all) => all.length") == 5


def test_on_a_phone_the_aim_is_there_to_begin_with_and_gives_way(browser: Browser, server: Server) -> None:
    with server.client() as client, opened(browser, server, viewport={"width": 390, "height": 844}) as page:
        players, _ = sit(client, {"game": "bon-appetit"}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
        page.goto(f"/at/{players[0].link}")
        expect(page.locator("#aim")).to_contain_text("Most cards win")
        expect(page.locator("#aim")).to_be_in_viewport()
        for _ in range(6):
            seen = players[0].see()
            players[seen["decider"]].post("move", at=seen["at"], move=0).raise_for_status()
        expect(page.locator("#aim")).to_be_hidden()


def test_receipts_and_the_table_of_two_fit_the_window_at_the_end(browser: Browser, server: Server) -> None:
    with server.client() as client, opened(browser, server, viewport={"width": 1400, "height": 900}) as page:
        players, _ = sit(client, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
        for turn in range(200):
            seen = players[0].see()
            if seen["over"]:
                break
            mover = players[seen["decider"]]
            menu = mover.see()["menu"]
            mover.post("move", at=seen["at"], move=(turn * 7 + 3) % len(menu)).raise_for_status()
        page.goto(f"/at/{players[0].link}")
        expect(page.get_by_role("button", name="Play again")).to_be_in_viewport()
        expect(page.locator("#table .zone.own .scene")).to_be_visible()
        page.wait_for_function(f"{SIZE}.join() === '1400,900'")
