"""Every page of an RK4 code shows a program that gives this code alone, and one that gives nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.model.pages import PAGES, programs, run

RK4 = sorted(PAGES.glob("RK4*.md"))


@pytest.mark.parametrize("page", RK4, ids=lambda page: page.stem)
def test_wrong_program_gives_exactly_this_code(page: Path) -> None:
    """The code of the page, and no other finding."""
    result = run(programs(page)["Wrong"])
    assert {page.stem} == {d.code for d in result.diagnostics}
    assert all(d.span.line > 0 and d.hint for d in result.diagnostics)


@pytest.mark.parametrize("page", RK4, ids=lambda page: page.stem)
def test_right_program_gives_nothing(page: Path) -> None:
    """A game without any finding."""
    assert run(programs(page)["Right"]).diagnostics == ()


@pytest.mark.parametrize("page", RK4, ids=lambda page: page.stem)
def test_page_has_its_shape(page: Path) -> None:
    """Title with the code, reasons, two programs."""
    text = page.read_text(encoding="utf-8")
    assert re.match(rf"# {page.stem}: \S", text)
    assert re.findall(r"^## (\w+)$", text, re.MULTILINE) == ["Why", "Wrong", "Right"]


def test_every_code_has_a_page() -> None:
    """No finding of a check or an overlay without explanation."""
    source = Path(__file__).parents[2] / "rulekit" / "model"
    used = {code for file in source.rglob("*.py") for code in re.findall(r'"(RK4\d\d)"', file.read_text(encoding="utf-8"))}
    assert used == {page.stem for page in RK4}
