"""Games played by the keyboard alone, and by listening: a move takes three keys at most on average, and everything has a name."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import table
from tests.browser.conftest import opened
from tests.tools.web.serving import Server

MOST_KEYS = 3
IDENTIFIER = re.compile(r"\w_\w|\w\[|\{|\}|undefined|null|NaN")  # how a rule file or a program calls things
NAMES = "() => [...document.querySelectorAll('#table .point')].map((one) => one.getAttribute('aria-label') ?? '')"
STATE = """() => [document.getElementById('log-list').innerText, document.getElementById('moves-list').innerText,
  document.getElementById('ready').innerText, document.getElementById('end').hidden].join('|')"""
HEARD = "() => [...document.querySelectorAll('[aria-live]')].map((one) => one.textContent).join('|')"
ANSWERED = f"(before) => !document.body.classList.contains('busy') && ({STATE})() !== before"
BUTTONS = "() => [...document.querySelectorAll('#ready .big, #moves-body:not([hidden]) .choice')].length"


def played(page: Page, most: int, seed: int = 1) -> int:
    """Make up to so many moves by typing their numbers; give how many keys were needed for one on average, times 100."""
    dice, keys, moves = random.Random(seed), 0, 0
    for _ in range(most):
        expect(page.locator("#moves:visible, #end:visible").first).to_be_visible()
        if page.locator("#end").is_visible():
            break
        count, before, heard = page.evaluate(BUTTONS), page.evaluate(STATE), page.evaluate(HEARD)
        pressed = [*str(dice.randint(1, count)), "Enter"]
        for key in pressed:
            page.keyboard.press(key)
        page.wait_for_function(ANSWERED, arg=before)
        keys, moves = keys + len(pressed), moves + 1
        assert page.evaluate(HEARD) != heard, "nothing was told of a move"
        listened(page)
    assert moves
    return 100 * keys // moves


def listened(page: Page) -> None:
    """Everything on the table has a name in words, and what was done last is told in words."""
    names = page.evaluate(NAMES)
    assert [name for name in names if not name.strip() or IDENTIFIER.search(name)] == []
    log = page.locator("#log-list[aria-live=polite] li p").all_inner_texts()
    assert not log or (log[-1].strip() and not IDENTIFIER.search(log[-1])), log[-1]


@pytest.mark.parametrize("game", ["cafe-del-gatto"])
def test_a_game_is_begun_by_keyboard_alone(page: Page, server: Server, game: str) -> None:
    seats, _ = table(server, {"game": game}, [{"name": "Luna"}, {"bot": "random"}], seed=5)
    page.goto(seats[0])
    assert played(page, 6) <= 100 * MOST_KEYS
    assert page.locator("#log-list li").count() >= 6
    assert "Luna" in page.locator("#log-list").inner_text()


def test_a_number_goes_to_a_move_and_enter_makes_it(page: Page, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-international"}, [{"name": "Luna"}, {"bot": "random"}], seed=3)
    page.goto(seats[0])
    expect(page.locator("#moves")).to_be_visible()
    second = page.locator("#moves-list .choice").nth(1)
    words = second.inner_text()
    page.keyboard.press("2")
    expect(second).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#log-list li").first).to_be_visible()
    assert words.split()[0].lower()[:3] in page.locator("#log-list").inner_text().lower()


FOCUSED = "document.activeElement.getAttribute('aria-label')"


@pytest.mark.parametrize("width", [820, 1400])
def test_arrows_go_to_what_is_seen_in_their_direction(browser: Browser, server: Server, width: int) -> None:
    seats, _ = table(server, {"game": "espresso-doppio"}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
    with opened(browser, server, viewport={"width": width, "height": 900}) as page:
        page.goto(seats[0])
        things = page.locator("#table .zone.common .piece")
        expect(things).to_have_count(9)
        for number in range(9):
            things.nth(number).focus()
            page.keyboard.press("ArrowDown")
            assert page.evaluate(FOCUSED).startswith("space"), number
            page.keyboard.press("ArrowUp")
            assert page.evaluate(FOCUSED).endswith("tray"), number
            things.nth(number).focus()
            page.keyboard.press("ArrowRight")
            expect(things.nth(min(number + 1, 8))).to_be_focused()
