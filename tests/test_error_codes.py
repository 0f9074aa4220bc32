"""Every code that rulekit can give has a page, and every page belongs to a code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.report.sentences import error_pages, languages

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


# ---- in other languages --------------------------------------------------------------------------
PARTS = re.compile(r"# RK\d+: (?P<title>[^\n]*)\n+(?P<text>.*?)\n+## Why\n+(?P<why>.*?)\n+## Wrong", re.DOTALL)
QUOTED = re.compile(r"`[^`]*`")
LINKED = re.compile(r"\]\(([^)]*)\)")


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_every_page_is_there_in_every_language(language: str) -> None:
    """The same codes, the same rules in backquotes, the same links; nothing is left in English."""
    told = error_pages(language)
    assert set(told) == {page.stem for page in PAGES.glob("RK*.md")}
    for code, parts in told.items():
        english = PARTS.match((PAGES / f"{code}.md").read_text(encoding="utf-8"))
        assert english is not None and set(parts) == {"title", "text", "why"}
        for part, text in parts.items():
            own = english[part]
            assert (sorted(QUOTED.findall(text)), LINKED.findall(text)) == (sorted(QUOTED.findall(own)), LINKED.findall(own)), (
                code
            )
            assert text != own, code
