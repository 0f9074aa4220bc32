"""What people do on the pages, for tests: writing in the editor, choosing a move."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from tests.tools.web.serving import Server, sit

PASTE = """(content, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


def write(page: Page, text: str) -> None:
    """Replace the whole text in the editor by pasting."""
    content = page.locator("#editor .cm-content")
    content.click()
    page.keyboard.press("Control+a")
    content.evaluate(PASTE, text)


def append(page: Page, text: str) -> None:
    """Paste at the end of the text."""
    content = page.locator("#editor .cm-content")
    content.click()
    page.keyboard.press("Control+End")
    content.evaluate(PASTE, text)


def written(page: Page) -> str:
    """What stands in the editor."""
    return "\n".join(page.locator("#editor .cm-line").all_inner_texts())


def choose(page: Page, words: str) -> None:
    """Make a move from the list when it is one's own turn; wait until it has been made."""
    expect(page.locator("#turn.mine")).to_be_visible()
    before = page.locator("#log-list li").count()
    if not page.locator("#moves.open").count():
        page.locator("#moves-toggle").click()
    page.locator("#moves .choice:visible, #moves .big:visible", has_text=words).first.click()
    expect(page.locator("#log-list li").nth(before)).to_be_visible()


def my_turn(page: Page) -> None:
    """Wait for one's own turn."""
    expect(page.locator("#turn.mine")).to_be_visible()


def table(server: Server, rules: dict[str, Any], seats: list[dict[str, Any]], **more: Any) -> tuple[list[str], str]:
    """A new table: the addresses of its seats, and of somebody who watches."""
    with server.client() as client:
        players, watching = sit(client, rules, seats, **more)
    return [f"/at/{p.link}" for p in players], f"/at/{watching.link}"


def your_turn(page: Page) -> None:
    """Wait until something can be done."""
    expect(page.locator("#moves:not([hidden])")).to_have_count(1)  # on a phone they may be folded away


def click_on(page: Page, target: Locator) -> None:
    """Click in the middle of something, whatever lies on it there; if a new position has just come, it is gone."""
    with suppress(Error):
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        if box is not None:
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def point_and_play(page: Page) -> None:
    """Make some move: point at what is lit until one is left, or take one from the list."""
    your_turn(page)
    before = page.locator("#log-list li").count()
    for _ in range(6):
        lit, ready = page.locator("#table .point.lit"), page.locator("#ready button")
        if ready.count() and (page.locator("#table .point.chosen").count() or not lit.count()):
            ready.first.click()
        elif lit.count():
            click_on(page, lit.nth(lit.count() // 2))
        else:
            page.locator("#moves-list button.choice:visible").first.click()
        expect(page.locator("body.busy")).to_have_count(0)  # a move was answered
        page.wait_for_timeout(60)
        if page.locator("#log-list li").count() != before or not page.locator("#end").is_hidden():
            return
