"""What people do on the pages, for tests: writing in the editor, choosing a move."""

from __future__ import annotations

from playwright.sync_api import Page, expect

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
    """Write at the end of the text, at the beginning of a line."""
    page.locator("#editor .cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type(text)


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
