"""The table that is drawn in a rulebook fits a small screen, a window and a sheet of paper, and nothing on it is cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import picture
from tests.report.books import model_of, page, rules

SHEET = 680  # pixels that A4 has between its margins
OUTSIDE = """() => [...document.querySelectorAll('figure.table *')].filter(one => {
    const zone = one.closest('.zone') ?? one.closest('figure')
    return one.getBoundingClientRect().right > zone.getBoundingClientRect().right + 0.5
}).map(one => one.outerHTML.slice(0, 80))"""

HEIGHTS = """() => [...document.querySelectorAll('.few')].map(row =>
    new Set([...row.children].map(one => one.getBoundingClientRect().top)).size)"""


def shown(browser: Browser, text: str, wide: int, media: str) -> Page:
    """A rulebook in a window."""
    made = browser.new_page(viewport={"width": wide, "height": 900})
    made.emulate_media(media="print" if media == "print" else "screen")
    made.set_content(text)
    return made


@pytest.mark.parametrize("wide,media", [(390, "screen"), (900, "screen"), (SHEET, "print")])
@pytest.mark.parametrize("game,language", [("cafe-del-gatto", "de"), ("cafe-international", "it"), ("espresso-doppio", "fr")])
def test_the_table_of_a_rulebook_fits(browser: Browser, game: str, language: str, wide: int, media: str) -> None:
    made = shown(browser, page(model_of(rules(game)), language), wide, media)
    assert made.evaluate(OUTSIDE) == []
    assert made.evaluate("document.documentElement.scrollWidth") == wide
    picture(made)
    made.close()


@pytest.mark.parametrize("wide,media", [(900, "screen"), (SHEET, "print")])
def test_a_row_of_pieces_stays_a_row_where_words_can_be_broken(browser: Browser, wide: int, media: str) -> None:
    made = shown(browser, page(model_of(rules("cafe-del-gatto")), "de"), wide, media)
    rows = made.evaluate(HEIGHTS)
    assert len(rows) > 5 and set(rows) == {1}
    made.close()


def test_no_piece_is_cut_at_its_edge(browser: Browser) -> None:
    """A browser cuts a drawing at whole pixels, so the edge of a piece that stands between two is lost."""
    made = shown(browser, page(model_of(rules("cafe-del-gatto")), "fr"), 900, "screen")
    cut = "[...document.querySelectorAll('svg.piece')].filter(one => getComputedStyle(one).overflow !== 'visible').length"
    assert made.locator("svg.piece").count() == 45 and made.evaluate(cut) == 0
    made.close()
