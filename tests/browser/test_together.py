"""Coming together: invitations that work elsewhere, codes to type, watching, names, playing again, own games for friends."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import my_turn, point_and_play, table, write, your_turn
from tests.browser.conftest import opened
from tests.tools.web.serving import Player, Server, example, serving, sit

NIM = example("nim")["text"]


def play_to_the_end(server: Server, players: list[Player]) -> None:
    """Somebody takes the first move there is, until the game is over."""
    while not (seen := players[0].see())["over"]:
        mover = players[seen["decider"]]
        mover.post("move", at=mover.see()["at"], move=0).raise_for_status()


def test_an_invitation_has_an_address_a_picture_and_a_code_that_lead_to_the_seat(browser: Browser, tmp_path: Path) -> None:
    public = "--public", "http://cafe.localhost"
    with serving(tmp_path / "t", "--rate", "0", *public) as server, opened(browser, server) as page:
        page.goto("/#cafe-del-gatto")
        form = page.locator("details.game[open] .setting")
        form.locator("select[aria-label*='seat 2']").select_option("friend")
        form.locator(".seats input").first.fill("Luna")
        form.get_by_role("button", name="Play", exact=True).click()
        my_turn(page)
        invited = page.locator(".invited[open]").first
        expect(invited.locator("input")).to_have_value(f"http://cafe.localhost/at/{invited.locator('input').input_value()[-24:]}")
        expect(invited.locator("svg.qr")).to_be_visible()
        code = invited.get_by_text("type this code").inner_text().split(": ")[1]
        with opened(browser, server) as friend:
            friend.goto("/")
            friend.locator("#join-code").fill(code.lower().replace("-", " "))
            friend.locator("#join button").click()
            friend.locator("#naming input").fill("Cosmo")
            friend.locator("#naming button").click()
            expect(friend.locator(".player.mine .who")).to_have_text("Cosmo")
            expect(friend.locator("#naming")).to_be_hidden()
            expect(page.locator(".player .who")).to_have_text(["Luna", "Cosmo"])
            friend.goto("/")
            friend.locator("#join-code").fill(code)
            friend.locator("#join button").click()
            expect(friend.locator(".notice.wrong")).to_contain_text("no such code")


def test_as_long_as_only_this_machine_can_come_an_invitation_says_so(page: Page, server: Server) -> None:
    seats, _ = table(server, example("nim"), [{}, {}])
    page.goto(seats[0])
    page.locator("#invite > summary").click()
    page.locator(".invited summary").last.click()
    expect(page.locator(".only-here")).to_contain_text("--host 0.0.0.0")
    expect(page.locator("svg.qr")).to_have_count(0)


def test_who_watches_is_told_so(page: Page, server: Server) -> None:
    seats, watching = table(server, example("nim"), [{}, {}])
    page.goto(watching)
    expect(page.locator("#watching")).to_contain_text("You are watching")
    page.goto(seats[0])
    your_turn(page)
    expect(page.locator("#watching")).to_be_hidden()


def test_a_name_is_asked_for_once(page: Page, server: Server) -> None:
    (first, _), _ = table(server, example("nim"), [{}, {"name": "Cosmo"}])
    page.goto(first)
    expect(page.locator(".player .who")).to_have_text(["Player 1", "Cosmo"])
    page.locator("#naming input").fill("Luna")
    page.locator("#naming button").click()
    expect(page.locator(".player .who")).to_have_text(["Luna", "Cosmo"])
    (second, _), _ = table(server, example("nim"), [{}, {"bot": "random"}])
    page.goto(second)
    expect(page.locator(".player .who")).to_have_text(["Luna", "Bot"])
    expect(page.locator("#naming")).to_be_hidden()


def test_among_bots_nobody_is_asked_for_a_name(page: Page, server: Server) -> None:
    (first, _), _ = table(server, example("nim"), [{}, {"bot": "random"}])
    page.goto(first)
    your_turn(page)
    expect(page.locator("#naming")).to_be_hidden()


def test_the_question_for_a_name_speaks_the_language_and_goes_with_the_first_move(browser: Browser, server: Server) -> None:
    (first, _), _ = table(server, example("nim"), [{}, {"name": "Cosmo"}])
    with opened(browser, server, viewport={"width": 390, "height": 844}) as page:
        page.goto(first)
        page.locator("#naming input").fill("Lu")
        page.locator("#language select").select_option("it")
        expect(page.locator("#naming label")).not_to_contain_text("the others")
        expect(page.locator("#naming input")).to_have_value("Lu")
        assert page.locator("#naming button").evaluate("(b) => b.offsetHeight < 45")
        point_and_play(page)
        expect(page.locator("#naming")).to_be_hidden()


def test_whoever_sat_here_finds_the_next_game_with_the_same_people(browser: Browser, server: Server) -> None:
    with server.client() as client, opened(browser, server) as luna, opened(browser, server) as cosmo:
        players, watching = sit(client, example("nim"), [{"name": "Luna"}, {"name": "Cosmo"}])
        play_to_the_end(server, players)
        luna.goto(f"/at/{players[0].link}")
        cosmo.goto(f"/at/{players[1].link}")
        luna.get_by_role("button", name="Play again with the same players").click()
        your_turn(luna)
        cosmo.get_by_role("button", name="To the next game").click()
        expect(cosmo.locator(".player.mine .who")).to_have_text("Cosmo")
        assert watching.see()["again"] not in (luna.url[-24:], cosmo.url[-24:])
        expect(luna.locator(".player .there")).to_have_text(["you", "here"])


def test_who_watches_is_led_to_the_next_game_and_its_players_can_invite_more(browser: Browser, server: Server) -> None:
    with server.client() as client, opened(browser, server) as luna, opened(browser, server) as onlooker:
        players, watching = sit(client, example("nim"), [{"name": "Luna"}, {"name": "Cosmo"}])
        play_to_the_end(server, players)
        luna.goto(f"/at/{players[0].link}")
        onlooker.goto(f"/at/{watching.link}")
        expect(onlooker.locator("#end .after button")).to_have_count(0)
        luna.get_by_role("button", name="Play again with the same players").click()
        your_turn(luna)
        onlooker.get_by_role("button", name="To the next game").click()
        expect(onlooker.locator("#watching")).to_be_visible()
        expect(onlooker.locator("#end")).to_be_hidden()
        luna.locator("#invite > summary").click()
        luna.locator(".invited summary", has_text="only to watch").click()
        expect(luna.locator(".invited[open] input")).to_have_value(re.compile(f"{onlooker.url[-24:]}$"))


def test_who_plays_two_seats_at_one_screen_has_both_in_the_next_game(page: Page, server: Server) -> None:
    page.goto("/")
    with server.client() as client:
        players, _ = sit(client, example("nim"), [{"name": "Luna"}, {"name": "Cosmo"}])
        play_to_the_end(server, players)
    seats = [{"seat": n, "link": p.link, "bot": None, "mine": True} for n, p in enumerate(players)]
    page.evaluate("async (table) => (await import('/static/links.js')).keepLinks(table)", {"watch": None, "seats": seats})
    page.goto(f"/at/{players[0].link}")
    page.get_by_role("button", name="Play again with the same players").click()
    your_turn(page)
    page.get_by_role("link", name="Sit down as Cosmo").click()
    expect(page.locator(".player.mine .who")).to_have_text("Cosmo")
    expect(page.locator("#end")).to_be_hidden()


def test_one_click_plays_against_a_bot(page: Page) -> None:
    page.goto("/")
    card = page.get_by_role("article", name="Bon Appétit!")
    expect(card).to_contain_text("Cheese lures mice, and mice lure cats.")
    expect(card).to_contain_text("2 to 6 players · about 20 minutes")
    gatto = page.get_by_role("article", name="Café del Gatto", exact=True)
    expect(gatto.locator(".about")).to_have_text(re.compile("most points win"))
    card.get_by_role("button", name="Play now against a bot").click()
    expect(page.locator(".player .who")).to_have_text(["Player 1", "Bot"])


def test_an_own_game_is_a_table_for_friends_and_is_found_on_the_first_page(page: Page) -> None:
    page.goto("/workshop?small=1")
    expect(page.locator("#open-table")).to_be_enabled()
    write(page, NIM.replace('"Nim"', '"Our matches"', 1))
    expect(page.locator("#open-table")).to_be_enabled()
    expect(page).to_have_title("Our matches · Workshop · rulekit")
    page.locator("#open-table").click()
    page.locator("#table-setting select[aria-label*='seat 2']").select_option("friend")
    page.locator("#table-setting").get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#title")).to_have_text("Our matches")
    expect(page.locator(".invited").first).to_be_visible()
    page.goto("/")
    own = page.locator("#own-games li", has_text="Our matches")
    own.get_by_role("button", name="Play now against a bot").click()
    expect(page.locator("#title")).to_have_text("Our matches")
    page.goto("/")
    own.get_by_role("link", name="In the workshop").click()
    expect(page.locator("#editor")).to_contain_text("Our matches")


def test_a_house_rule_is_called_by_its_own_title_on_the_first_page(page: Page) -> None:
    page.goto("/workshop?house=bon-appetit")
    expect(page.locator("#open-table")).to_be_enabled()
    write(page, 'cafe en\nvariant fat_cats of bon_appetit "Fat cats"\n')
    expect(page).to_have_title("Fat cats – Bon Appétit! · Workshop · rulekit")
    page.goto("/")
    expect(page.locator("#own-games li b")).to_have_text("Fat cats – Bon Appétit!")


def test_an_unknown_address_is_a_page(page: Page) -> None:
    page.goto("/no/such/page")
    expect(page.locator(".nowhere")).to_contain_text("There is nothing at this address")
    page.get_by_role("link", name="All games").click()
    expect(page.locator("article.card").first).to_be_visible()


def test_a_receipt_keeps_its_numbers_on_one_line_and_names_the_pieces(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    with server.client() as client:
        _, watching = sit(client, {"game": "cafe-del-gatto"}, [{"bot": "greedy"}, {"bot": "greedy"}])
        while not watching.see()["over"]:
            page.wait_for_timeout(100)
    page.goto(f"/at/{watching.link}")
    expect(page.locator(".receipt .from").first).to_contain_text("point token")
    heights = page.locator(".receipt td.amount").evaluate_all(
        "all => all.map(one => [one.textContent, one.getClientRects().length])"
    )
    assert heights and all(lines == 1 for _, lines in heights)
    expect(page.locator(".receipt td.amount").first).to_have_css("white-space", "nowrap")


def test_the_refusal_of_a_name_goes_when_another_is_accepted_or_the_field_is_left(page: Page, server: Server) -> None:
    seats, _ = table(server, example("nim"), [{"name": "Luna"}, {"name": "Cosmo"}])
    page.goto(seats[0])
    your_turn(page)
    refusal, field = page.locator(".notice.wrong"), page.locator(".zone.own .rename input")
    for leave in ("Shift+Tab", "Escape", "Enter"):
        if not field.count():
            page.get_by_role("button", name="change your name").click()
        field.fill("Cosmo")
        field.press("Enter")
        expect(refusal).to_be_visible()
        if leave == "Enter":
            field.fill("Lucia")
        field.press(leave)
        expect(refusal).to_have_count(0)
    expect(field).to_have_count(0)
    expect(page.locator(".player.mine .who")).to_have_text("Lucia")
