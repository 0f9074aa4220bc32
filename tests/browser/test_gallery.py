"""Every shape, way to lie, place and ground on one page: nothing is missing, nothing sticks out, every drawing is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import opened
from tests.tools.web.serving import Server

GALLERY = Path(__file__).parent / "gallery"
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}


def show(page: Page) -> None:
    """Open the gallery, which lies beside this test."""

    def answer(route: Route) -> None:
        path = GALLERY / Path(route.request.url).name
        route.fulfill(body=path.read_text(encoding="utf-8"), content_type=KINDS[path.suffix])

    page.route("**/gallery/*", answer)
    page.goto("/gallery/gallery.html")
    expect(page.locator("body[data-ready]")).to_be_attached()
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(
    "looks",
    [
        {"viewport": {"width": 1400, "height": 900}},
        {"viewport": {"width": 1400, "height": 900}, "color_scheme": "dark"},
        {"viewport": {"width": 390, "height": 844}},
    ],
    ids=["wide", "dark", "phone"],
)
def test_every_shape_is_drawn(browser: Browser, server: Server, looks: dict[str, Any]) -> None:
    with opened(browser, server, **looks) as page:
        missing: list[str] = []
        page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
        show(page)
        assert missing == []
        flat = "(all) => all.filter((one) => one.offsetWidth < 5 || one.offsetHeight < 5).map((one) => one.dataset.sample)"
        assert page.locator(".sample").evaluate_all(flat) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= looks["viewport"]["width"]


def test_squares_alternate_and_a_frame_goes_round_the_board_alone(page: Page, server: Server) -> None:
    show(page)
    for name, side in (("chequered", 8), ("chequered beside", 3), ("chequered on a board", 3)):
        sample = page.locator(f"[data-sample='{name}']")
        expect(sample.locator(".layout.squares")).to_have_count(1)
        expect(sample.locator(".layout.squares > .at")).to_have_count(side * side)
        dark = sample.locator(".place.chequered").evaluate_all("(all) => all.map((one) => one.classList.contains('dark'))")
        assert dark == [(n // side + n % side + side) % 2 == 1 for n in range(side * side)], name
