"""The first page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting import my_turn, table
from tests.tools.web.serving import Server, example


def test_the_games_are_listed_with_ways_to_the_workshop_and_the_lessons(page: Page) -> None:
    page.goto("/")
    expect(page.locator("details.game").first).to_be_visible()
    expect(page.locator(".door[href='/workshop']")).to_be_visible()
    expect(page.locator(".door[href='/lessons']")).to_be_visible()


def test_each_game_shows_its_table_which_cannot_be_touched(page: Page) -> None:
    page.goto("/")
    expect(page.locator("article")).to_have_count(4)
    for card in page.locator("article").all():
        card.scroll_into_view_if_needed()
        expect(card.locator(".small-picture .drawn .piece").first).to_be_visible()
    assert page.locator(".small-picture .table:not([inert])").count() == 0


def test_rules_of_one_s_own_show_their_table_too(page: Page) -> None:
    page.goto("/")
    own = [{"from": "new=x", "title": "Reversi", "players": [2, 2], "rules": example("reversi")}]
    page.evaluate("own => localStorage.setItem('rulekit.own', JSON.stringify(own))", own)
    page.reload()
    expect(page.locator(".own .small-picture .drawn .piece").first).to_be_visible()


def test_the_rules_are_read_in_a_window_of_their_own(page: Page) -> None:
    page.goto("/?lang=fr")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Lire les règles: Espresso Doppio").click()
    book = opened.value
    expect(book.get_by_role("heading", name="Espresso Doppio")).to_be_visible()
    assert book.locator(".laid").first.evaluate("laid => getComputedStyle(laid).display") == "grid"  # so its style is believed


def test_a_table_tells_its_variant_and_leads_to_its_rules(page: Page, server: Server) -> None:
    (seat, _), _ = table(server, {"game": "espresso-doppio", "with": ["espresso-master"]}, [{}, {}])
    page.goto(seat)
    expect(page.locator("#changes")).to_have_text("+ The master of espresso")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Rules", exact=True).click()
    expect(opened.value.get_by_role("heading", name="What changes")).to_be_visible()


def test_a_game_that_was_left_is_found_again_until_it_is_forgotten(page: Page) -> None:
    page.goto("/#cafe-del-gatto")
    page.get_by_role("button", name="Play", exact=True).click()
    my_turn(page)
    link = page.url
    page.locator("#invite > summary").click()
    page.locator(".invited summary").last.click()
    expect(page.locator("#invite-list input").last).to_have_value(link)
    page.goto("/")
    page.locator("#go-on").get_by_role("link", name="Café del Gatto").click()
    my_turn(page)
    assert page.url == link
    page.goto("/")
    page.get_by_role("button", name="Forget these games").click()
    expect(page.locator("#go-on")).to_be_hidden()
    page.reload()
    expect(page.locator("details.game").first).to_be_visible()
    expect(page.locator("#go-on")).to_be_hidden()


@pytest.mark.parametrize("address", ["/at/nope", "/lessons/99"])
def test_an_address_that_leads_nowhere_leaves_only_the_way_home(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".nowhere").get_by_role("link", name="All games")).to_be_visible()
    expect(page.locator("main:not(.nowhere):visible, main:not(.nowhere) button:visible")).to_have_count(0)


def test_a_notice_that_the_server_is_silent_goes_when_it_answers(page: Page) -> None:
    page.goto("/#cafe-del-gatto")
    play = page.get_by_role("button", name="Play", exact=True)
    expect(play).to_be_visible()
    page.context.set_offline(True)
    play.click()
    expect(page.locator(".notice.wrong")).to_contain_text("does not answer")
    page.context.set_offline(False)
    expect(page.locator(".notice.wrong")).to_have_count(0)
