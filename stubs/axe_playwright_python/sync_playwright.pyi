from typing import Any

from playwright.sync_api import Page

class Results:
    response: dict[str, Any]

class Axe:
    def run(self, page: Page) -> Results: ...
