"""Lessons as learners see them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from rulekit.tools.io.lessons import bundled_lessons
from tests.browser.acting import my_turn, write
from tests.browser.conftest import opened
from tests.tools.web.serving import Server

SAID = {
    "en": ("Goals", "Reached: 4 of 6.", "All goals are reached", "Play it", "done"),
    "fr": ("Buts", "Atteints : 4 sur 6.", "Tous les buts sont atteints", "Y jouer", "faite"),
}


@pytest.mark.parametrize("lang", SAID)
def test_a_lesson_is_solved_goal_by_goal_and_played(browser: Browser, server: Server, lang: str) -> None:
    goals, some, everything, play, done = SAID[lang]
    lesson = bundled_lessons(lang)[0]
    with opened(browser, server, locale=lang) as page:
        page.goto("/lessons/1")
        expect(page.locator("#goals .open")).to_have_count(6)
        expect(page.locator("#goals-title")).to_have_text(goals)
        word = "players 2" if lang == "en" else "joueurs 2"
        write(page, lesson.start.replace(f"{word}\n", f"{word}..4\n"))
        expect(page.locator("#goals-said")).to_have_text(some.replace(" :", "\u00a0:"))
        expect(page.locator("#goals .missing")).to_have_count(2)
        expect(page.locator("#goals .missing .reason-why").first).to_be_visible()
        write(page, lesson.solution)
        expect(page.locator("#goals-said")).to_contain_text(everything)
        expect(page.locator("#goals .done")).to_have_count(6)
        page.get_by_role("button", name=play).click()
        my_turn(page)
        page.goto("/lessons")
        expect(page.locator("#lessons li")).to_have_count(6)
        expect(page.locator("#lessons li").first).to_contain_text(done)


def test_a_solution_is_shown_after_a_try_and_a_question(page: Page) -> None:
    page.goto("/lessons/6")
    expect(page.locator("#findings .good")).to_be_visible()
    expect(page.locator("#solution")).to_be_hidden()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#goals .missing").first).to_be_visible()
    page.get_by_text("Show a solution").click()
    page.get_by_role("button", name="Yes, show it").click()
    page.get_by_role("button", name="Put it into the editor").click()
    expect(page.locator("#goals-said")).to_contain_text("All goals are reached")
    expect(page.get_by_role("link", name="The lesson before")).to_be_visible()
    expect(page.get_by_role("link", name="The next lesson")).to_be_hidden()


def test_a_learner_s_text_is_still_there_after_a_reload(page: Page) -> None:
    page.goto("/lessons/1")
    expect(page.locator("#findings .good")).to_be_visible()
    page.locator("#editor .cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("# mine\n")
    page.reload()
    expect(page.locator("#editor .cm-content")).to_contain_text("# mine")
    page.get_by_role("button", name="Begin anew").click()
    expect(page.locator("#editor .cm-content")).not_to_contain_text("# mine")


def test_a_lesson_fits_a_narrow_window(browser: Browser, server: Server) -> None:
    with opened(browser, server, viewport={"width": 360, "height": 740}) as page:
        page.goto("/lessons/3")
        expect(page.locator("#findings .good")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_lesson_goes_on_in_the_workshop_with_what_was_written(page: Page) -> None:
    page.goto("/lessons/6")
    expect(page.locator("#findings .good")).to_be_visible()
    write(page, bundled_lessons("en")[5].solution)
    page.get_by_role("link", name="In the workshop").click()
    expect(page.locator("#editor .cm-content")).to_contain_text("variant")
    expect(page.locator("#findings .good")).to_be_visible()
    page.locator("#play-this").click()
    my_turn(page)
