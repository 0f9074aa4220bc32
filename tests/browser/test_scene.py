"""Tables as their files lay them out, in a real browser: they fit the window, piles and banks can be pointed at, pieces move."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import table, your_turn
from tests.browser.conftest import opened
from tests.tools.web.serving import Player, Server, sit

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
        page.wait_for_function(f"() => {SIZE}.join() === '1400,900'")
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


# ---- how large its parts are ----------------------------------------------------------------------
EM = "(scene) => parseFloat(getComputedStyle(scene).fontSize)"


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_ones_own_is_never_smaller_than_the_rest(browser: Browser, server: Server, game: str, lang: str) -> None:
    seats, _ = table(server, {"game": game}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
    with opened(browser, server, viewport={"width": 1400, "height": 900}, locale=lang) as page:
        page.goto(seats[0])
        your_turn(page)
        expect(page.locator("#aim")).to_be_visible()
        page.wait_for_function(f"() => {SIZE}.join() === '1400,900'")
        own, other = (page.locator(f"#table .zone.{zone} .scene").evaluate(EM) for zone in ("own", "other"))
        assert own >= other


SMALLEST = (
    """(all) => Math.min(...all.filter((one) => one.offsetWidth > 1).map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_words_beside_ones_own_can_be_read_on_a_phone(browser: Browser, server: Server, lang: str) -> None:
    seats, _ = table(server, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
    with opened(browser, server, viewport={"width": 390, "height": 844}, locale=lang) as page:
        page.goto(seats[0])
        your_turn(page)
        expect(page.locator("#table .zone.own .heading").first).to_be_attached()
        assert page.locator("#table .zone.own :is(.heading > span, .called)").evaluate_all(SMALLEST) >= 10
        assert page.locator("#table .zone.own .stage").evaluate("(stage) => stage.scrollWidth - stage.clientWidth") <= 1
        assert page.locator("#table .zone.own .heading > span:not(.icon)").evaluate_all("(all) => all.length") == 5


def test_on_a_phone_the_aim_is_there_to_begin_with_and_gives_way(browser: Browser, server: Server) -> None:
    with server.client() as client, opened(browser, server, viewport={"width": 390, "height": 844}) as page:
        players, _ = sit(client, {"game": "bon-appetit"}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
        page.goto(f"/at/{players[0].link}")
        expect(page.locator("#aim")).to_contain_text("Most cards win")
        expect(page.locator("#aim")).to_be_in_viewport()
        for _ in range(6):
            seen = players[0].see()
            players[seen["decider"]].post("move", at=seen["at"], move=0).raise_for_status()
        expect(page.locator("#aim")).to_be_hidden()


def test_receipts_and_the_table_of_two_fit_the_window_at_the_end(browser: Browser, server: Server) -> None:
    with server.client() as client, opened(browser, server, viewport={"width": 1400, "height": 900}) as page:
        players, _ = sit(client, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
        for turn in range(200):
            seen = players[0].see()
            if seen["over"]:
                break
            mover = players[seen["decider"]]
            menu = mover.see()["menu"]
            mover.post("move", at=seen["at"], move=(turn * 7 + 3) % len(menu)).raise_for_status()
        page.goto(f"/at/{players[0].link}")
        expect(page.get_by_role("button", name="Play again")).to_be_in_viewport()
        expect(page.locator("#table .zone.own .scene")).to_be_visible()
        page.wait_for_function(f"() => {SIZE}.join() === '1400,900'")


# ---- what cannot be chosen now ------------------------------------------------------------------
PAINT = "(all) => [...new Set(all.map((one) => getComputedStyle(one.firstElementChild).filter))]"
MARK = "(all) => [...new Set(all.map((one) => getComputedStyle(one, '::after').backgroundImage))]"
GOAL = "#table .zone.own .piece[data-shape=card]"


def played_until(seats: list[Player], ready: Callable[[list[str]], bool]) -> str:
    """The address of whoever is first offered such moves, after moves from here and there in the list."""
    for turn in range(200):
        for player in seats:
            seen = player.see()
            if seen["menu"] and ready([move["text"] for move in seen["menu"]]):
                return f"/at/{player.link}"
            if seen["menu"]:
                player.post("move", at=seen["at"], move=(turn * 7 + 3) % len(seen["menu"]))
    raise AssertionError("nobody was offered such moves")


def scores(moves: list[str], some: bool) -> bool:
    """Whether goals are the question, and some can be scored or none."""
    return any("leave the table" in move for move in moves) and any(move.startswith("score “") for move in moves) == some


def test_what_is_not_there_to_be_chosen_has_no_mark_and_tells_why_all_the_same(page: Page, server: Server) -> None:
    with server.client() as client:
        seats, _ = sit(client, {"game": "espresso-doppio"}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
        page.goto(played_until(seats, lambda moves: scores(moves, False)))
    your_turn(page)
    expect(page.locator(GOAL).first).to_have_attribute("aria-description", re.compile("the table does not show this goal"))
    expect(page.locator(f"{GOAL}.barred")).to_have_count(0)


def test_what_cannot_be_chosen_beside_what_can_keeps_its_colours(page: Page, server: Server) -> None:
    with server.client() as client:
        seats, _ = sit(client, {"game": "espresso-doppio"}, [{"name": "Luna"}, {"name": "Cosmo"}], seed=3)
        page.goto(played_until(seats, lambda moves: scores(moves, True)))
    your_turn(page)
    expect(page.locator(f"{GOAL}.barred")).to_have_count(2)
    assert page.locator(GOAL).evaluate_all(PAINT) == ["none"]


def test_the_mark_is_the_same_by_day_and_by_night(browser: Browser, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-international"}, [{"name": "Luna"}, {}], seed=3)
    marks = []
    for scheme in ("light", "dark"):
        with opened(browser, server, color_scheme=scheme) as page:
            page.goto(seats[0])
            your_turn(page)
            hand = "#table .zone.own .piece"
            expect(page.locator(f"{hand}.barred").first).to_be_visible()
            barred, free = (page.locator(hand + some) for some in (".barred", ":not(.barred)"))
            assert barred.evaluate_all(PAINT) == free.evaluate_all(PAINT)
            assert free.evaluate_all(MARK) == ["none"]
            marks += barred.evaluate_all(MARK)
    assert marks[0] != "none" and set(marks) == {marks[0]}


COVERED = """(lit) => {
  const bubble = document.querySelector(".bubble");
  const box = bubble.getBoundingClientRect();
  const covers = ({ left, right, top, bottom }) => box.left < right && left < box.right && box.top < bottom && top < box.bottom;
  return bubble.hidden ? ["no bubble"] : lit.filter((one) => covers(one.getBoundingClientRect())).map((one) => one.ariaLabel);
}"""


def test_what_something_is_stands_beside_what_else_can_be_chosen(page: Page, server: Server) -> None:
    seats, _ = table(server, {"game": "cafe-del-gatto"}, [{"name": "Luna"}, {}], seed=3)
    page.goto(seats[0])
    your_turn(page)
    tiles = page.locator("#table .zone.common .piece.lit")
    expect(tiles.nth(2)).to_be_visible()
    for tile in tiles.all():
        tile.hover()
        assert page.locator("#table .point.lit").evaluate_all(COVERED) == []
