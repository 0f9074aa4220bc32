"""Layouts, looks and words written to break a page: no script of theirs runs, and the page is no wider than its window."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.acting import table
from tests.fuzz.laid_out import ODD
from tests.tools.web.serving import Server

GAME = """cafe en
game tea "Tea"
  players 2

kind brew: green, black, white, red
piece leaf in pot
  brew
  | copies | brew |
  | 2      | each |

place pot: pile of leaf
place hand[player]: hand of leaf

action pour
  move top(pot) to hand[me]

play
  turns from starter until pot is empty
    do pour

layout of player p
  | hand[p] |
"""


def odd_game() -> str:
    """A game with every odd text in a cell, on a piece and as a name."""
    usable = [text for text in ODD if "\u202e" not in text and text.strip()]
    cells = "".join(f'  | "{text}" | pot |\n' if not n else f'  | "{text}" | |\n' for n, text in enumerate(usable))
    brews = ("green", "black", "white", "red")
    looks = "".join(f'  | {brew} | "{usable[n]}" | "{usable[-n - 1]}" |\n' for n, brew in enumerate(brews))
    words = "".join(f'  | {brew} | "{usable[n + 2]}" |\n' for n, brew in enumerate(brews))
    leaf = '  | leaf | "{brew}" | "{brew}" |\n'
    return f"{GAME}\nlayout\n{cells}\nlook\n  | name | icon | text |\n{leaf}{looks}\nwords en\n  | name | one |\n{words}"


def test_nothing_in_a_layout_is_obeyed(page: Page, server: Server) -> None:
    seats, _ = table(server, {"text": odd_game()}, [{"name": "<i>Luna</i>"}, {"name": "שלום"}], seed=1)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(seats[0])
    expect(page.locator(".scene .piece").first).to_be_visible()
    assert page.title() != "caught"
    assert page.locator("#table script, #table img, #table [onload], #table [onerror]").count() == 0
    assert [url for url in asked if not url.startswith(server.address)] == []
    wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window
