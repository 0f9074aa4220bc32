"""Nothing on a page keeps out those who see little or do not use a mouse: axe-core finds no serious violation."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import append, choose, my_turn
from tests.browser.conftest import opened
from tests.browser.test_workshop import begun
from tests.tools.web.serving import Server, sit

GRAVE = ("serious", "critical")
SHOWN = {"/": ".small-picture .drawn"}  # what comes last
GAMES = ("cafe-del-gatto", "cafe-international", "bon-appetit", "espresso-doppio")


def violations(page: Page) -> list[str]:
    """What axe finds: the rule, and where it is broken first."""
    found: dict[str, Any] = Axe().run(page).response
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found["violations"] if one["impact"] in GRAVE]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", ["/", "/workshop", "/lessons"])
def test_pages(address: str, scheme: str, browser: Browser, server: Server) -> None:
    with opened(browser, server, color_scheme=scheme, bypass_csp=True) as page:
        page.goto(address)
        expect(page.locator(SHOWN.get(address, "h1")).first).to_be_visible()
        assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_tables(game: str, scheme: str, browser: Browser, server: Server) -> None:
    with server.client() as client:
        players, _ = sit(client, {"game": game}, [{}, {}], seed=3)
        link = next(player.link for player in players if player.see()["menu"])
    with opened(browser, server, color_scheme=scheme, bypass_csp=True) as page:
        page.goto(f"/at/{link}")
        expect(page.locator(".scene .piece, .scene .mat").first).to_be_visible()
        assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_plays_of_the_workshop(scheme: str, browser: Browser, server: Server) -> None:
    with opened(browser, server, color_scheme=scheme, bypass_csp=True) as page:
        begun(page)
        choose(page, "work")
        my_turn(page)
        page.get_by_role("tab", name="Plays").click()
        append(page, "# a remark\n")
        expect(page.locator("[data-play='1']")).to_contain_text("Kept whole, moves:")
        assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_table_on_a_phone_with_its_moves_unfolded(scheme: str, browser: Browser, server: Server) -> None:
    with server.client() as client:
        players, _ = sit(client, {"game": "cafe-del-gatto"}, [{}, {}], seed=3)
        link = next(player.link for player in players if player.see()["menu"])
    phone = {"width": 390, "height": 844}
    with opened(browser, server, color_scheme=scheme, viewport=phone, bypass_csp=True) as page:
        page.goto(f"/at/{link}")
        expect(page.locator("#table .point.lit").first).to_be_attached()  # until then a click would be forgotten
        page.locator("#to-moves").click()
        expect(page.locator("#moves-list")).to_be_visible()
        assert violations(page) == []
