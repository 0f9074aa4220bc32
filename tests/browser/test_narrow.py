"""Tables on a phone: quarter turns, ways to what is not on the screen, zooming; and what lies around, each towards its player."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.acting import table, your_turn
from tests.browser.conftest import opened
from tests.tools.web.serving import EXAMPLES, Server

PHONE: ViewportSize = {"width": 390, "height": 844}
HOLLOWS = """cafe en
game sowing "Sowing"
  players 2

place house[player, 1..6]: pile of seed
place store[player]: pile of seed
place supply: bag of seed
piece seed in supply
  | copies |
  | 60     |

setup
  for each p in players
    for each i in 1..6
      draw 4 from supply to house[p, i]

action sow
  choose i in 1..6 where house[me, i] is not empty
  move house[me, i] to store[me]

play
  turns from starter until supply is empty
    do sow

layout
  | trough |
  without supply

layout trough
  | store[next(viewer)] | house[next(viewer), each] turned | store[viewer] |
  | store[next(viewer)] | house[viewer, each]              | store[viewer] |

look
  | name   | shape  | colour    | lies |
  | seed   | bead   | goldenrod |      |
  | house  | hollow |           | heap |
  | store  | hollow |           | heap |
  | trough | board  | peru      |      |
"""
TRICKS = """
layout
  | played | turned |
  without deck, leader, led, size

layout of player p
  | hand[p] | points[p] |

look
  | name   | shape | colour   | lies   |
  | card   | card  | "{suit}" |        |
  | played |       |          | around |
"""
FINGERS = """(stage, [before, after]) => {
  const { left, top } = stage.getBoundingClientRect();
  const touch = ([x, y], identifier) => new Touch({ identifier, target: stage, clientX: left + x, clientY: top + y });
  const tell = (type, touches, changedTouches) =>
    stage.dispatchEvent(new TouchEvent(type, { touches, changedTouches, bubbles: true, cancelable: true }));
  tell("touchstart", before.map(touch), before.map(touch));
  if (after.length) tell("touchmove", after.map(touch), after.map(touch));
  tell("touchend", [], after.length ? after.map(touch) : before.map(touch));
}"""
MIDDLE = "#table .zone.common > .stage"


def seated(page: Page, server: Server, rules: dict[str, Any], players: int = 2, first: int = 0) -> None:
    """Sit down as the player on whom it is first."""
    seats, _ = table(server, rules, [{"name": name} for name in ("Luna", "Cosmo", "Minka", "Nero")[:players]], seed=3)
    page.goto(seats[first])
    your_turn(page)
    page.wait_for_load_state("load")


def box(one: Locator) -> tuple[float, float, float, float]:
    """Left, top, width and height."""
    found = one.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["width"], found["height"]


def on_screen(page: Page, one: Locator) -> bool:
    """Whether all of something is seen above what is fixed at the lower edge."""
    _, top, _, height = box(one)
    return top >= 0 and top + height <= box(page.locator("#dock"))[1]


def test_what_would_be_too_small_gets_a_quarter_turn_where_there_is_room(browser: Browser, server: Server) -> None:
    """Kalah stands upright, one's own houses at the left; the runner stays a row, since the own cards need the height."""
    with opened(browser, server, viewport=PHONE) as page:
        seated(page, server, {"text": HOLLOWS})
        _, _, wide, high = box(page.locator("#table .ground.board"))
        assert high > 2 * wide
        own, other = (page.locator(f"#table .mat[aria-label^='{name}: house 1,']").locator("..") for name in ("Luna", "Cosmo"))
        assert box(own)[0] < box(other)[0] and box(own)[1] < box(other)[1]
        assert on_screen(page, page.locator("#table .ground.board")) and on_screen(page, page.locator("#table .zone.own"))
        seated(page, server, {"game": "espresso-doppio"})
        _, _, wide, high = box(page.locator("#table .ground.cloth"))
        assert wide > 2 * high


def test_three_buttons_lead_to_the_table_to_what_is_mine_and_to_the_moves(browser: Browser, server: Server) -> None:
    with opened(browser, server, viewport=PHONE) as page:
        seated(page, server, {"game": "cafe-del-gatto"}, 3)
        page.locator("#to-mine").click()
        assert on_screen(page, page.locator("#table .zone.own"))
        page.locator("#to-table").press("Enter")
        expect(page.locator("#table .zone.common")).to_be_in_viewport()
        assert abs(box(page.locator("#table .zone.common"))[1]) < 100
        assert page.evaluate("document.activeElement.closest('.zone.common') !== null")
        moves = page.locator("#to-moves")
        moves.press("Enter")
        expect(moves).to_have_attribute("aria-expanded", "true")
        page.locator("#moves-list button", has_text="take 2 coins").click()
        expect(page.locator("#log-list li")).to_have_count(1)
        expect(page.locator("#moves-list")).to_be_hidden()
        expect(moves).to_be_hidden()  # it is somebody else's turn


def test_what_is_chosen_and_where_it_may_go_are_on_one_screen(browser: Browser, server: Server) -> None:
    """From the beginning of the turn; and what is measured anew does not scroll the page."""
    with opened(browser, server, viewport=PHONE) as page:
        seated(page, server, {"game": "cafe-del-gatto"}, 3)
        assert on_screen(page, page.locator("#table .zone.common .piece.lit").first)
        assert on_screen(page, page.locator("#table .zone.own .mat.lit").last)
        page.locator("#table .zone.common .piece.lit[aria-label*='machine coffee, place 5']").click()
        chosen, cup = page.locator("#table .point.chosen"), page.locator("#table .zone.own .mat.lit").first
        expect(cup).to_be_visible()
        assert on_screen(page, chosen) and on_screen(page, cup)


def test_the_table_is_zoomed_by_buttons_a_double_tap_and_two_fingers(browser: Browser, server: Server) -> None:
    """It scrolls in its frame then, not the page; what is between the fingers stays there; one tap goes back."""
    with opened(browser, server, viewport=PHONE, has_touch=True) as page:
        seated(page, server, {"game": "cafe-international"})
        stage, fit = page.locator(MIDDLE), page.locator("#zoom-fit")
        usual = stage.evaluate("(one) => one.scrollWidth")
        wide = f"document.querySelector('{MIDDLE}').scrollWidth"
        page.locator("#zoom-in").press("Enter")
        page.wait_for_function(f"{wide} > 1.3 * {usual}")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        fit.press("Enter")
        page.wait_for_function(f"{wide} === {usual}")
        expect(fit).to_be_hidden()
        for _ in range(2):
            stage.evaluate(FINGERS, [[[200, 150]], []])
        page.wait_for_function(f"{wide} > 1.8 * {usual}")
        fit.click()
        before = box(page.locator(f"{MIDDLE} .piece .plate").first)
        x, y = before[0] + before[2] / 2 - box(stage)[0], before[1] + before[3] / 2 - box(stage)[1]
        stage.evaluate(FINGERS, [[[x - 30, y], [x + 30, y]], [[x - 90, y], [x + 90, y]]])
        page.wait_for_function(f"{wide} > 2.5 * {usual}")
        after = box(page.locator(f"{MIDDLE} .piece .plate").first)
        assert after[2] > 2.5 * before[2]
        assert after[0] < before[0] + before[2] / 2 < after[0] + after[2]
        assert after[1] < before[1] + before[3] / 2 < after[1] + after[3]


def test_what_lies_around_lies_towards_its_player_in_that_players_colour(browser: Browser, server: Server) -> None:
    """Four sit left, opposite and right, and what they play lies there; on a phone nothing is wider than the screen."""
    text = (EXAMPLES / "oh-hell.cafe").read_text(encoding="utf-8") + TRICKS
    with opened(browser, server, viewport={"width": 1400, "height": 900}) as page:
        seated(page, server, {"text": text}, 4, 1)
        zones = [page.locator(f"#table .zone[data-seat='{seat}']") for seat in range(4)]
        places = [page.locator("#table .towards").nth(seat) for seat in range(4)]
        for one in (zones, places):
            own, left, across, right = one[1:] + one[:1]
            assert box(left)[0] < box(across)[0] < box(right)[0]
            assert box(across)[1] < box(left)[1] < box(own)[1] and abs(box(left)[1] - box(right)[1]) < 40
        colour = "(one) => getComputedStyle(one).getPropertyValue('--seat').trim()"
        assert [one.evaluate(colour) for one in places] == [one.evaluate(colour) for one in zones]
        page.set_viewport_size(PHONE)
        expect(page.locator("#to-mine")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("game", ["bon-appetit", "cafe-del-gatto", "cafe-international", "espresso-doppio"])
def test_nothing_that_can_be_pointed_at_is_too_small_for_a_finger(browser: Browser, server: Server, game: str) -> None:
    with opened(browser, server, viewport=PHONE) as page:
        seated(page, server, {"game": game})
        expect(page.locator("#table .point.lit, #ready button").first).to_be_visible()
        small = """(all) => all.map((one) => [one.getAttribute("aria-label") ?? one.textContent, one.getBoundingClientRect()])
          .filter(([, { width, height }]) => Math.min(width, height) < 24).map(([name]) => name)"""
        assert page.locator("#table .point.lit:visible, #table .fold:visible, #dock button:visible").evaluate_all(small) == []
