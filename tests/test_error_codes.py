"""Every code that rulekit can give has a page, and every page belongs to a code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "errors"
CODE = re.compile(r"\bRK\d{3}\b")
TESTS = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "tests").rglob("*.py"))


def used() -> set[str]:
    """All codes in the package's own files."""
    return {code for path in (ROOT / "rulekit").rglob("*.py") for code in CODE.findall(path.read_text(encoding="utf-8"))}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert used() == {p.stem for p in PAGES.glob("RK*.md")}


@pytest.mark.parametrize("page", sorted(PAGES.glob("RK*.md")), ids=lambda p: p.stem)
def test_page_has_its_parts(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {page.stem}: ")
    assert [line for line in text.splitlines() if line.startswith("## ")] == ["## Why", "## Wrong", "## Right"]
    assert "```cafe" in text or page.stem in TESTS, "a page without programs needs a test of its own"
