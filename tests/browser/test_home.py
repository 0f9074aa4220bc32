"""The first page."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_the_games_are_listed_with_ways_to_the_workshop_and_the_lessons(page: Page) -> None:
    page.goto("/")
    expect(page.locator("details.game").first).to_be_visible()
    expect(page.locator(".door[href='/workshop']")).to_be_visible()
    expect(page.locator(".door[href='/lessons']")).to_be_visible()
