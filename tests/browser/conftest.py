"""A browser, a page that reports its own faults, and a server, for tests of the pages as people see them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.browser.finding import MISSING, find_browser
from tests.tools.web.serving import Server, serving

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
USUAL: dict[str, Any] = {"locale": "en", "viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
WAIT = 180_000  # milliseconds until something that should come up counts as missing


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this folder; it has a running event loop, which tests elsewhere may not want."""
    path = find_browser()
    if path is None:
        pytest.skip(MISSING)
    expect.set_options(timeout=WAIT)
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits on the number of requests, whose bots do not wait."""
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite", "--rate", "0", "--pause", "0", "--seeds") as running:
        yield running


@contextmanager
def opened(browser: Browser, server: Server, **looks: Any) -> Iterator[Page]:
    """A page in a window of its own; what it complains about is a failure. `looks`: viewport, color_scheme, locale …"""
    context = browser.new_context(base_url=server.address, **(USUAL | looks))
    context.set_default_timeout(WAIT)
    faults = watched(context)
    try:
        page = context.new_page()
        yield page
        picture(page)
        assert faults == []
    finally:
        context.close()


def picture(page: Page) -> None:
    """Take a picture of how a test left its page, if RULEKIT_PICTURES names a folder for them (`make pictures`)."""
    folder = os.environ.get("RULEKIT_PICTURES")
    if folder:
        name = re.sub(r"\W+", "-", os.environ["PYTEST_CURRENT_TEST"].partition("::test_")[2].partition(" ")[0]).strip("-")
        taken = len(list(Path(folder).glob(f"{name}*.jpg")))
        page.screenshot(path=Path(folder) / f"{name}{f'-{taken + 1}' if taken else ''}.jpg", type="jpeg", quality=70)


def watched(context: BrowserContext) -> list[str]:
    """What all pages of a window complain about: a list that grows. Requests that are refused on purpose are no fault."""
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            faults.append(f"{message.text} ({message.location.get('url', '')})")

    context.on("console", heard)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    return faults


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page in a fresh window, in English, wide and light."""
    with opened(browser, server) as one:
        yield one
