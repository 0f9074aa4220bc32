"""The workshop as people see it: write a rule, and the game that runs follows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import append, choose, my_turn, write, written
from tests.browser.conftest import opened
from tests.tools.web.serving import Server

LEMONADE = """cafe en
game lemonade "Lemonade"
  players 2..3

option price "What does a glass cost?" = 2 among 1..6
option thirst "How many glasses does a player want?" = 3 among 1..9

tally coins[player]
tally glasses[player]

setup
  for each p in players
    p gains 5 coins

play
  turns from starter until glasses[active] is thirst
    turn: one of
      - do buy
      - do work

action buy
  price: pay price coins
  gain 1 glasses

action work
  gain 2 coins

score p
  glasses: glasses[p]
  coins: coins[p]

winner p
  most score(p)
"""


def begun(page: Page, text: str = LEMONADE, query: str = "") -> None:
    """The workshop with a text whose game runs."""
    page.goto(f"/workshop?small=1{query}")
    expect(page.locator("#play-this")).to_be_enabled()
    write(page, text)
    expect(page.locator("[data-option=price]")).to_be_visible()
    page.locator("#against").select_option("random")
    page.locator("#play-this").click()
    my_turn(page)


def test_what_an_edit_did_to_the_game_stands_where_one_looks_after_it(browser: Browser, server: Server) -> None:
    """Below the editor, whatever lies open on the right, and beside the options while they are set."""
    for width, height in ((1400, 900), (390, 844)):
        with opened(browser, server, viewport={"width": width, "height": height}) as page:
            page.goto("/workshop?game=cafe-del-gatto")
            expect(page.locator("#play-this")).to_be_enabled()
            page.locator("#play-this").click()
            my_turn(page)
            page.locator("#tab-games").click()
            append(page, "\n# nothing else\n")
            expect(page.locator("#reworked")).to_be_in_viewport(ratio=1)
            page.locator("#options").evaluate("(options) => (options.open = true)")
            page.locator(".knob-row").last.scroll_into_view_if_needed()
            expect(page.locator("#reworked")).to_be_in_viewport(ratio=1)


def test_a_changed_price_in_a_house_rule_keeps_the_moves_up_to_where_it_matters(page: Page) -> None:
    page.goto("/workshop?house=cafe-del-gatto")
    expect(page.locator("#findings .good")).to_be_visible()
    page.locator("#against").select_option("random")
    page.locator("#play-this").click()
    choose(page, "take 2 coins")
    choose(page, "take 2 coins")
    my_turn(page)
    moves = page.locator("#log-list li").count()
    append(page, "with sugar_rounding = nearest\n")
    line = page.locator("#reworked")
    expect(line).to_contain_text(f"Moves kept: {moves} of {moves}. So far nothing is different.")
    expect(page.locator("#log-list li")).to_have_count(moves)
    append(page, "with income = 4\n")
    expect(line).to_contain_text(f"Moves kept: 1 of {moves}. Here something on the table is different.")
    expect(page.locator("[data-option=income] output")).to_have_text("4")
    expect(page.locator("#log-list li").first).to_contain_text("takes")
    append(page, "with clean_price = 6\n")
    expect(line).to_contain_text(f"Moves kept: 0 of {moves}. Here other moves are possible.")
    expect(line).to_contain_text("gone: clean the milk column · clean the coffee column")
    expect(page.locator("#log-list li")).to_have_count(0)


def test_a_finding_is_shown_while_typing_and_leads_to_its_line(page: Page) -> None:
    page.goto("/workshop?small=1")
    expect(page.locator("#findings .good")).to_be_visible()
    page.locator("#editor .cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("action again\nset cupps to 1")  # the editor indents by itself
    expect(page.locator("#findings .bad")).to_have_text("✕ Mistakes: 1")
    expect(page.locator("#findings li")).to_contain_text("Did you mean cups")
    expect(page.locator("#editor .cm-lintRange-error")).to_have_text("cupps")
    expect(page.locator("#play-this")).to_be_disabled()
    page.locator("#findings li button").click()
    expect(page.locator("#editor .cm-activeLine")).to_have_text("  set cupps to 1")


COVERED = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return !there?.closest("#findings");
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1400, 900)])
def test_the_sentence_of_a_mistake_is_not_covered(browser: Browser, server: Server, width: int, height: int) -> None:
    with opened(browser, server, viewport={"width": width, "height": height}) as page:
        page.goto("/workshop?house=bon-appetit")
        expect(page.locator("#findings .good")).to_be_visible()
        append(page, "with nonsense = 3\n")
        sentence = page.locator("#findings li").first
        expect(sentence).to_contain_text("nonsense")
        expect(sentence).to_be_in_viewport(ratio=1)
        assert not sentence.evaluate(COVERED)


def test_an_option_is_set_by_a_slider_and_the_game_follows(page: Page) -> None:
    begun(page)
    expect(page.locator("#moves li, #moves .big", has_text="buy").first).to_be_attached()
    page.locator("[data-option=price] .knob").focus()
    page.keyboard.press("End")
    expect(page.locator("#reworked")).to_contain_text("gone: buy")
    row = page.locator("[data-option=price]")
    expect(row).to_contain_text("the file says: 2")
    expect(page.locator("#moves li, #moves .big", has_text="buy")).to_have_count(0)
    row.get_by_role("button", name="As the file says").click()
    expect(row).not_to_contain_text("the file says")
    expect(page.locator("#moves li, #moves .big", has_text="buy").first).to_be_attached()


def test_plays_are_kept_played_again_and_written_as_examples(page: Page) -> None:
    begun(page)
    choose(page, "work")
    my_turn(page)
    choose(page, "buy")
    my_turn(page)
    page.get_by_role("tab", name="Plays").click()
    play = page.locator("[data-play='1']")
    expect(play).to_contain_text("Kept whole, moves:")
    append(page, "# a remark\n")
    expect(play).to_contain_text("Kept whole, moves:")
    page.locator("[data-option=price] .knob").focus()
    page.keyboard.press("End")
    expect(page.locator("#plays-sum")).to_have_text("Plays that go otherwise now: 1 of 1.")
    expect(play).to_contain_text("gone: buy")
    page.locator("[data-option=price]").get_by_role("button", name="As the file says").click()
    expect(play).to_contain_text("Kept whole, moves:")
    play.get_by_role("button", name="As an example").click()
    expect(page.locator("#notices")).to_contain_text("as the example play_1")
    expect(page.locator("#findings .good")).to_be_visible()
    assert "when ada does work" in written(page)
    page.reload()
    page.get_by_role("tab", name="Plays (1)").click()
    expect(play).to_contain_text("Kept whole, moves:")
    play.get_by_role("button", name="Forget play 1").click()
    expect(page.locator("#plays-sum")).to_contain_text("There is no play yet")


def test_a_play_that_goes_on_under_other_rules_is_a_branch_of_its_own(page: Page) -> None:
    begun(page)
    choose(page, "work")
    my_turn(page)
    append(page, "# a remark\n")
    expect(page.locator("#reworked")).to_contain_text("Moves kept")
    choose(page, "work")
    page.get_by_role("tab", name="Plays").click()
    grown = page.locator("[data-play='1'] [data-play='2']")
    expect(grown).to_contain_text("from play 1, after move")
    page.get_by_role("button", name="Play 1: Go on here").click()
    my_turn(page)
    expect(page.get_by_role("tab", name="Table")).to_have_attribute("aria-selected", "true")


def test_many_games_are_told_beside_those_of_the_rules_as_they_began(page: Page) -> None:
    page.goto("/workshop?small=1&games=50")
    expect(page.locator("#findings .good")).to_be_visible()
    write(page, written(page).replace("0..10 = 10", "0..20 = 20"))
    expect(page.locator("#many")).to_be_enabled()
    page.get_by_role("tab", name="50 games").click()
    page.get_by_role("button", name="Play 50 games").click()
    expect(page.locator("#many-result .verdict")).to_contain_text("moves on average; it was")
    expect(page.locator("#many-result figure")).to_have_count(2)
    expect(page.locator("#many-result figure").first).to_contain_text("As it began: 50 games")
    append(page, "# another remark\n")
    expect(page.locator("#many-result .stale")).to_be_visible()


def test_a_comparison_leads_to_a_play_on_two_tables(page: Page) -> None:
    page.goto("/workshop?small=1")
    expect(page.locator("#findings .good")).to_be_visible()
    write(page, written(page).replace("min(2, cups)", "min(3, cups)"))
    expect(page.locator("#compare")).to_be_enabled()
    page.get_by_role("tab", name="Comparison").click()
    page.locator("#compare").click()
    expect(page.locator("#compare-result .verdict")).to_have_text("They play differently.")
    expect(page.locator(".difference").first).to_contain_text("take")
    page.get_by_role("button", name="Play it on the table").first.click()
    my_turn(page)
    expect(page.locator("#moves .choice", has_text="3")).to_have_count(0)
    page.get_by_role("tab", name="your rules").click()
    choose(page, "3")
    expect(page.get_by_role("link", name="Sit down as")).to_be_visible()
    page.get_by_role("link", name="Sit down as").click()
    my_turn(page)
    assert "/workshop" in page.url


def test_rules_shared_by_a_link_open_elsewhere_as_they_were(page: Page, browser: Browser, server: Server) -> None:
    begun(page)
    page.locator("[data-option=price] .knob").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#share").click()
    link = page.locator("#shared input").input_value()
    with opened(browser, server) as other:
        other.goto(link)
        expect(other.locator("[data-option=price]")).to_contain_text("the file says: 2")
        assert "game lemonade" in written(other)
        expect(other.locator("[data-option=price] output")).to_have_text("3")


def test_a_reload_loses_nothing_and_beginning_anew_is_offered(page: Page) -> None:
    page.goto("/workshop?small=1")
    expect(page.locator("#findings .good")).to_be_visible()
    append(page, "# my own remark\n")
    expect(page.get_by_role("button", name="Begin anew")).to_be_visible()
    page.reload()
    expect(page.locator("#editor .cm-content")).to_contain_text("# my own remark")
    page.get_by_role("button", name="Begin anew").click()
    expect(page.locator("#editor .cm-content")).not_to_contain_text("# my own remark")


def test_a_file_is_saved_and_opened(page: Page) -> None:
    page.goto("/workshop?small=1")
    expect(page.locator("#findings .good")).to_be_visible()
    with page.expect_download() as saved:
        page.locator("#save").click()
    assert saved.value.suggested_filename == "full-tray.cafe"
    with page.expect_file_chooser() as asked:
        page.locator("#open").click()
    asked.value.set_files({"name": "lemonade.cafe", "mimeType": "text/plain", "buffer": LEMONADE.encode()})
    expect(page.locator("[data-option=thirst] output")).to_have_text("3")
    expect(page.locator("#begin option:checked")).to_have_text("lemonade.cafe")


def test_the_workshop_fits_a_narrow_dark_window_in_italian(browser: Browser, server: Server) -> None:
    with opened(browser, server, viewport={"width": 360, "height": 740}, color_scheme="dark", locale="it") as page:
        page.goto("/workshop?small=1")
        expect(page.locator("#findings .good")).to_contain_text("Nessun errore")
        page.locator("#play-this").click()
        my_turn(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_keyboard_leaves_the_editor_and_goes_from_tab_to_tab(page: Page) -> None:
    page.goto("/workshop?small=1")
    expect(page.locator("#findings .good")).to_be_visible()
    page.locator("#editor .cm-content").click()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.cafe-editor')") is None
    page.get_by_role("tab", name="Table").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#many")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#compare")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("#compare")).to_be_focused()


def test_a_reload_sits_down_again_at_the_game_that_runs(page: Page) -> None:
    begun(page)
    choose(page, "work")
    my_turn(page)
    moves = page.locator("#log-list li").count()
    page.reload()
    my_turn(page)
    expect(page.locator("#log-list li")).to_have_count(moves)
    expect(page.locator("#no-game")).to_be_hidden()


def test_a_text_that_became_another_game_is_called_my_own(page: Page) -> None:
    begun(page)
    expect(page.locator("#begin option:checked")).to_have_text("my own text: lemonade")
    page.locator("#begin").select_option("small=1")
    expect(page.locator("#editor .cm-content")).not_to_contain_text("game lemonade")
    page.locator("#begin").select_option(label="my own text: lemonade")
    expect(page.locator("#editor .cm-content")).to_contain_text("game lemonade")


def test_many_games_of_which_none_ended_have_no_winner_and_no_chart(page: Page) -> None:
    begun(page, LEMONADE.replace("      - do buy\n", "").replace("gain 2 coins", "gain 0 coins"), "&games=20")
    page.get_by_role("tab", name="20 games").click()
    page.locator("#many").click()
    expect(page.locator("#many-result .verdict")).to_have_text("No game came to its end.")
    expect(page.locator("#many-result .trouble")).to_contain_text("20")
    expect(page.locator("#many-result figure")).to_have_count(0)


def test_an_unknown_game_in_the_address_is_said(page: Page) -> None:
    page.goto("/workshop?house=nope")
    expect(page.locator(".notice.wrong")).to_contain_text("There is no game called nope here.")


def test_what_an_option_is_set_to_can_be_kept_in_the_file(page: Page) -> None:
    page.goto("/workshop?house=cafe-del-gatto")
    row = page.locator("[data-option=tip]")
    row.locator("input").fill("4")
    row.get_by_role("button", name="Keep this in my rule").click()
    expect(page.locator("#editor")).to_contain_text("with tip = 4")
    expect(row.locator("output")).to_have_text("4")
    expect(row).not_to_have_class(re.compile("changed"))


def test_many_games_are_played_by_the_bots_that_are_chosen(page: Page) -> None:
    page.goto("/workshop?small=1&games=20")
    page.locator("#against").select_option("greedy")
    page.get_by_role("tab", name="20 games").click()
    page.locator("#many").click()
    expect(page.locator("#many-result")).to_contain_text("Bots in all seats: a bot that takes what it can.")
    expect(page.locator("#many-result")).to_contain_text("A game lasts")
