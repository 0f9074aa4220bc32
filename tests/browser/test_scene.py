"""Tables as their files lay them out, in a real browser: they fit the window, piles and banks can be pointed at, pieces move."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import table, your_turn
from tests.browser.conftest import opened
from tests.tools.web.serving import Server

GAMES = ["bon-appetit", "cafe-del-gatto", "cafe-international", "espresso-doppio"]
COUNT_FLIGHTS = """() => {
  window.flown = 0;
  const count = (node) => { if (node.classList?.contains("flight")) window.flown += 1; };
  const watch = new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(count)));
  watch.observe(document.body, { childList: true, subtree: true });
}"""
SIZE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


def seated(page: Page, server: Server, game: str, players: int = 2) -> None:
    """Sit down as the first player, on whom it is."""
    names = [{"name": name} for name in ("Luna", "Cosmo", "Minka")[:players]]
    seats, _ = table(server, {"game": game}, names, seed=3)
    page.goto(seats[0])
    your_turn(page)
    page.wait_for_load_state("load")


@pytest.mark.parametrize("game", GAMES)
def test_a_table_for_two_fits_the_window_and_has_all_its_drawings(browser: Browser, server: Server, game: str) -> None:
    with opened(browser, server, viewport={"width": 1400, "height": 900}) as page:
        missing: list[str] = []
        page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
        seated(page, server, game)
        expect(page.locator("#aim")).to_be_visible()  # it comes by itself, and takes some of the height
        page.wait_for_function(f"{SIZE}.join() === '1400,900'")
        assert missing == []
        expect(page.locator("#table .zone.other + .zone.common, #table .others + .zone.common")).to_have_count(1)
        expect(page.locator("#table .zone.common ~ .zone.own")).to_have_count(1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("looks", [{"width": 390, "height": 844}, {"width": 820, "height": 1180}], ids=["phone", "tablet"])
def test_a_table_is_not_wider_than_a_smaller_screen(browser: Browser, server: Server, game: str, looks: dict[str, int]) -> None:
    with opened(browser, server, viewport=looks, color_scheme="dark") as page:
        seated(page, server, game, 3 if game != "espresso-doppio" else 2)
        assert page.evaluate(SIZE)[0] == looks["width"]
        inside = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
        assert page.locator("#table .stage:visible").evaluate_all(inside) == 0


def test_the_own_pile_is_turned_up_by_a_click(page: Page, server: Server) -> None:
    seated(page, server, "bon-appetit")
    page.locator("#table .zone.own .mat.lit").click()
    expect(page.locator("#log-list li")).to_have_count(1)


def test_coins_are_taken_from_their_bank(page: Page, server: Server) -> None:
    seated(page, server, "cafe-del-gatto")
    bank = page.locator("#table .bank.lit").first
    expect(bank).to_have_attribute("aria-description", "can be chosen: +2 coins")
    bank.hover()
    expect(page.locator(".bubble")).to_have_text("+2 coins")
    bank.click()
    expect(page.locator("#log-list")).to_contain_text("takes 2 coins")


def test_somebody_else_unfolds_on_a_phone(browser: Browser, server: Server) -> None:
    with opened(browser, server, viewport={"width": 390, "height": 844}) as page:
        seated(page, server, "cafe-international")
        hand = page.locator("#table .zone.other .place").first
        expect(hand).to_be_hidden()
        page.locator("#table .fold").first.click()
        expect(hand).to_be_visible()


def test_pieces_are_seen_to_move_unless_nobody_wants_that(browser: Browser, server: Server) -> None:
    for motion, flown in (("no-preference", True), ("reduce", False)):
        with opened(browser, server, viewport={"width": 1400, "height": 900}, reduced_motion=motion) as page:
            seated(page, server, "bon-appetit")
            page.evaluate(COUNT_FLIGHTS)
            page.locator("#table .zone.own .mat.lit").click()
            expect(page.locator("#log-list li")).to_have_count(1)
            expect(page.locator(".flights")).to_have_count(0)
            assert bool(page.evaluate("window.flown")) == flown


PLACES = ("plain", "round", "hollow", "point", "chair", "cup", "chequered")
HEAPS = """cafe en
game sticks "Sticks"
  players 2

place won[player]: pile of match
{places}
place stock: bag of match
piece match in stock
  nr: 1..90
  | copies | nr   |
  | 1      | each |

setup
{draws}

action take
  draw 1 from in_point to won[me]

play
  turns from starter until in_point is empty
    do take

layout
  | {cells} |

look
  | name  | shape | lies | colour |
  | match | stick |      | peru   |
{looks}"""
OUTSIDE = """(places) => places.filter((place) => {
  const { left, right } = place.getBoundingClientRect();
  const pieces = [...place.querySelectorAll(".piece")].map((one) => one.getBoundingClientRect());
  return pieces.some((one) => one.left < left - 1 || one.right > right + 1);
}).map((place) => place.className)"""


@pytest.mark.parametrize("shape", ["stick", "spoon", "card"])
def test_a_spread_stays_in_its_place_whatever_the_place_looks_like(page: Page, server: Server, shape: str) -> None:
    names = [f"in_{one}" for one in PLACES]
    text = HEAPS.format(
        places="".join(f"place {one}: pile of match\n" for one in names),
        draws="\n".join(f"  draw {5 if n else 12} from stock to {one}" for n, one in enumerate(names)),
        cells=" | ".join(names),
        looks="".join(f"  | {one} | {one[3:] if one != 'in_plain' else ''} | spread | |\n" for one in names),
    ).replace("stick |", f"{shape} |")
    seats, _ = table(server, {"text": text}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
    page.goto(seats[0])
    your_turn(page)
    expect(page.locator("#table .scene .piece").first).to_be_visible()
    assert page.locator("#table .scene .place").evaluate_all(OUTSIDE) == []
