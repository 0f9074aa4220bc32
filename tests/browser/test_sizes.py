"""How large the parts of a table are: what is one's own is never smaller than what the others have, and all fits."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.acting import table, your_turn
from tests.browser.conftest import opened
from tests.browser.test_scene import GAMES, SIZE
from tests.tools.web.serving import Server

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
