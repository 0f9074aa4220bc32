"""The table as people use it: pointing and clicking in a real browser."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import point_and_play, table, your_turn
from tests.browser.conftest import opened
from tests.tools.web.serving import Server, example, serving


def test_a_tile_and_then_a_cup_make_a_move(page: Page, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {}], seed=3)
    page.goto(seats[0])
    your_turn(page)
    page.locator(".point.piece.lit[aria-label*='machine milk, place 4']").click()
    expect(page.locator("#table .point.chosen")).to_have_count(1)
    page.locator("#table .point.mat.lit[aria-label*='Luna: cup latte']").first.click()
    expect(page.locator("#log-list")).to_contain_text("buy")


@pytest.mark.parametrize(
    ("locale", "asked", "tile"), [("en", "For which cup?", "coffee, place 4"), ("fr", "Pour quelle tasse ?", "café, rang 4")]
)
def test_the_game_asks_its_own_questions(browser: Browser, server: Server, locale: str, asked: str, tile: str) -> None:
    """Once it is clear what somebody is about to do, the line above the table asks what is still open."""
    seats, _ = table(server, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {}], seed=3)
    with opened(browser, server, locale=locale) as page:
        page.goto(seats[0])
        your_turn(page)
        expect(page.locator("#turn")).not_to_contain_text(asked)
        page.locator(f".point.piece.lit[aria-label*='machine'][aria-label*='{tile}']").click()
        expect(page.locator("#turn")).to_contain_text(asked)
        page.keyboard.press("Escape")
        expect(page.locator("#turn")).not_to_contain_text(asked)


def test_a_second_tile_of_a_column_is_chosen_instead_of_the_first(page: Page, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {}], seed=3)
    page.goto(seats[0])
    your_turn(page)
    for row in (3, 4):
        page.locator(f".point.piece[aria-label*='machine milk, place {row}']").click()
        expect(page.locator("#table .point.chosen")).to_have_count(1)
        expect(page.locator("#table .point.piece.lit[aria-label*='machine milk']")).to_have_count(0)
        expect(page.locator("#turn")).to_contain_text(f"buy the milk tile in row {row}")
    page.locator(".point.piece[aria-label*='machine coffee, place 2']").click()
    expect(page.locator("#turn")).to_contain_text("buy a tile – For which cup?")
    expect(page.locator("#why")).to_be_hidden()


def test_a_cup_that_does_not_take_the_chosen_tile_tells_why(page: Page, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {}], seed=3)
    page.goto(seats[0])
    your_turn(page)
    page.locator(".point.piece.lit[aria-label*='machine milk, place 4']").click()
    page.locator("#table .point.mat:not(.lit)[aria-label*='Luna: cup espresso']").first.click()
    expect(page.locator("#why")).to_contain_text("the next cell of your espresso is not for milk")
    expect(page.locator("#why")).to_contain_text("buy.colour")


def test_all_reasons_but_the_best_are_folded(page: Page, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {}], seed=3)
    page.goto(seats[0])
    your_turn(page)
    page.locator("#table .point.mat[aria-label*='Luna: cup latte']").first.focus()
    page.keyboard.press("?")
    why = page.locator("#why")
    expect(why.locator("> div > .reasons > li")).to_have_count(1)
    expect(why.locator(".others > .reasons")).to_be_hidden()
    why.locator(".others > summary").click()
    expect(why.locator(".others > .reasons > li").first).to_be_visible()


def test_a_refused_move_tells_its_reason_rule_and_citation(page: Page, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-international"}, [{"name": "Luna"}, {}], seed=3)
    page.goto(seats[0])
    your_turn(page)
    page.locator("#why-all").click()
    why = page.locator("#why")
    expect(why).to_contain_text("no table at the inner north chair belongs to China")
    expect(why).to_contain_text("seat_guest.nation")
    expect(why).to_contain_text("La disposizione")
    page.keyboard.press("Escape")
    guest = page.locator("#table .zone.own .piece.barred").first
    expect(guest).to_have_attribute("aria-description", re.compile("not now: seat .* belongs to"))
    guest.hover()
    expect(page.locator(".bubble .bar-to")).to_contain_text("belongs to")
    unlit = page.locator("#table .point:not(.lit)[aria-label]").first
    unlit.click()
    expect(why).to_be_visible()


def test_two_browsers_at_one_table(browser: Browser, server: Server) -> None:
    (first, second), watching = table(server, example("tic-tac-toe"), [{"name": "Luna"}, {"name": "Cosmo"}])
    with opened(browser, server) as luna, opened(browser, server) as cosmo, opened(browser, server) as eve:
        for one, where in ((luna, first), (cosmo, second), (eve, watching)):
            one.goto(where)
            expect(one.locator("#table .point").first).to_be_visible()
        expect(cosmo.locator("#moves")).to_be_hidden()
        luna.locator("#table .point.lit").first.click()
        your_turn(cosmo)
        expect(eve.locator("#log-list li")).to_have_count(1)
        expect(eve.locator("#moves")).to_be_hidden()
        cosmo.locator("#table .point.lit").first.click()
        your_turn(luna)
        luna.locator("#undo").click()
        expect(cosmo.locator("#undo-asked")).to_contain_text("Luna")
        cosmo.locator("#undo-asked button").first.click()
        expect(luna.locator("#log-list li")).to_have_count(0)


def test_a_page_that_is_loaded_again_in_mid_action_goes_on(page: Page, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {"bot": "random"}], seed=3)
    page.goto(seats[0])
    your_turn(page)
    page.locator("#table .point.lit").first.click()
    expect(page.locator("#table .point.chosen")).to_have_count(1)
    page.reload()
    your_turn(page)
    expect(page.locator("#table .point.chosen")).to_have_count(0)
    point_and_play(page)
    your_turn(page)
    moves = page.locator("#log-list li").count()
    page.reload()
    expect(page.locator("#log-list li")).to_have_count(moves)


def test_a_table_speaks_french(browser: Browser, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {}], seed=3)
    with opened(browser, server, locale="fr") as page:
        page.goto(seats[0])
        your_turn(page)
        expect(page.locator("#moves-list")).to_contain_text("acheter le jeton Lait de la rangée")
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        page.locator("#why-all").click()
        expect(page.locator("#why")).to_contain_text("n'est pas pour le lait")
        expect(page.locator("#why")).to_contain_text("puce 4")


def test_nothing_in_a_name_or_a_rule_file_is_taken_for_markup(browser: Browser, server: Server) -> None:
    text = str(example("tic-tac-toe")["text"])
    text = re.sub(r'^(game \w+) ".*?"', r'\1 "<img src=x onerror=alert(1)>"', text, flags=re.MULTILINE)
    seats, _ = table(server, {"text": text}, [{"name": "<script>alert(2)</script>"}, {"name": "<b>bold</b>"}])
    with opened(browser, server) as page:
        asked: list[str] = []
        page.on("dialog", lambda dialog: asked.append(dialog.message))
        page.goto(seats[0])
        your_turn(page)
        expect(page.locator("body")).to_contain_text("<img src=x onerror=alert(1)>")
        expect(page.locator("body")).to_contain_text("<script>alert(")
        assert page.locator("#table img, #table b, main script").count() == 0 and asked == []


def test_by_keyboard_alone(page: Page, server: Server) -> None:
    seats, _ = table(server, example("tic-tac-toe"), [{"name": "Luna"}, {"bot": "random"}])
    page.goto(seats[0])
    your_turn(page)
    page.locator("#table .point.lit").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#log-list li")).to_have_count(2)
    page.keyboard.press("?")
    expect(page.locator("#why")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_hidden()


def test_on_a_phone_nothing_is_wider_than_the_screen(browser: Browser, server: Server) -> None:
    for game, players in (("cafe-del-gatto", 4), ("cafe-international", 3), ("espresso-doppio", 2), ("bon-appetit", 6)):
        seats, _ = table(server, {"game": game}, [{}] * players, seed=3)
        with opened(browser, server, viewport={"width": 360, "height": 740}) as page:
            page.goto(seats[0])
            expect(page.locator("#table .point:visible").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_below_the_title_stands_what_the_game_is_about(page: Page, server: Server) -> None:
    seats, _ = table(server, {"game": "bon-appetit"}, [{"name": "Luna"}, {}])
    page.goto(seats[0])
    expect(page.locator("#aim")).to_have_text("Cheese lures mice, and mice lure cats. Most cards win.")
    page.locator("#language select").select_option("fr")
    expect(page.locator("#aim")).not_to_have_text("Cheese lures mice, and mice lure cats.")
    expect(page.locator("#aim")).to_be_visible()


def test_a_game_that_was_not_put_into_the_language_of_the_page_says_so(browser: Browser, server: Server) -> None:
    """Once, on a phone too; what it says is English, and is read aloud as English."""
    seats, _ = table(server, {"game": "espresso-doppio"}, [{"name": "Luna"}, {}], seed=3)
    for width in (1400, 390):
        with opened(browser, server, viewport={"width": width, "height": 844}) as page:
            page.goto(f"{seats[0]}?lang=it")
            note = page.get_by_text("Questo gioco non è ancora stato tradotto in italiano; parla inglese.")
            expect(note).to_be_visible()
            expect(note).to_have_count(1)
            expect(page.locator("#moves-list")).to_contain_text("lay the white saucer on space 1")
            assert [page.locator(f"#{part}").get_attribute("lang") for part in ("table", "moves-list", "aim")] == ["en"] * 3
            assert page.evaluate("document.documentElement.lang") == "it"
            page.goto(f"{seats[0]}?lang=fr")
            expect(page.locator("#table[lang=fr]")).to_be_visible()
            expect(page.locator("#foreign")).to_be_hidden()


def test_the_past_can_be_looked_at(page: Page, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {"bot": "random"}], seed=3)
    page.goto(seats[0])
    point_and_play(page)
    expect(page.locator("#log-list li")).to_have_count(2)
    your_turn(page)
    page.locator("#step-back").click()
    expect(page.locator("#past")).to_be_visible()
    expect(page.locator("#moves")).to_be_hidden()
    page.locator("#past-now").click()
    your_turn(page)


def test_a_table_that_will_soon_be_forgotten_says_so(browser: Browser, tmp_path: Path) -> None:
    """Not before that is near, and no more once somebody has played."""
    data = tmp_path / "tables.sqlite"
    with serving(data, "--keep", "30") as server:
        seats, _ = table(server, example("tic-tac-toe"), [{}, {}])
        with opened(browser, server) as page:
            page.goto(seats[0])
            your_turn(page)
            expect(page.locator("#expires")).to_be_hidden()
    with sqlite3.connect(data) as file:
        file.execute("UPDATE tables SET used = unixepoch() - 25 * 86400")
    with serving(data, "--keep", "30") as later, opened(browser, later) as page:
        page.goto(seats[0])
        your_turn(page)
        expect(page.locator("#expires")).to_contain_text("it will be forgotten on")
        page.locator("#table .point.lit").first.click()
        expect(page.locator("#expires")).to_be_hidden()
