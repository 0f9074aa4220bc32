"""Every page of RK2xx and RK3xx shows a file with exactly that error and one without errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.bundle import bundled
from rulekit.diagnostics import Diagnostic
from rulekit.model.overlays.overlay import apply_overlays
from rulekit.model.resolve import resolve
from rulekit.serialize import model_from_json
from rulekit.syntax.parse import parse

PAGES = sorted(p for p in bundled("errors").glob("RK*.md") if p.stem[2] in "23")
MODULES = Path(__file__).parents[2] / "rulekit"


def block(page: Path, heading: str) -> str:
    """The one code block below a heading."""
    part = page.read_text().split(f"## {heading}\n")[1].split("\n## ")[0]
    found = re.findall(r"```\w+\n(.*?)```", part, re.DOTALL)
    assert len(found) == 1, f"{page.name}: one block below {heading}"
    return str(found[0])


def findings(text: str) -> list[Diagnostic]:
    """All findings of a block; several files are divided by lines `--- name.cafe`."""
    if text.startswith("{"):
        return list(model_from_json(text).diagnostics)
    names = re.findall(r"^--- (\S+)\n", text, re.MULTILINE) or ["game.cafe"]
    texts = [t for t in re.split(r"^--- \S+\n", text, flags=re.MULTILINE) if t]
    parsed = [parse(t, name) for t, name in zip(texts, names, strict=True)]
    found = [d for p in parsed for d in p.diagnostics]
    trees = [p.value for p in parsed if p.value is not None]
    assert len(trees) == len(parsed), found
    whole = apply_overlays(trees[0], tuple(trees[1:])) if len(trees) > 1 else parsed[0]
    found += whole.diagnostics if len(trees) > 1 else ()
    return found + (list(resolve(whole.value, tuple(names[1:])).diagnostics) if whole.value is not None else [])


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_page_has_its_parts(page: Path) -> None:
    """Title, explanation, why, wrong, right."""
    text = page.read_text()
    assert text.startswith(f"# {page.stem}: ")
    assert [line for line in text.splitlines() if line.startswith("## ")] == ["## Why", "## Wrong", "## Right"]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_wrong_gives_exactly_that_error(page: Path) -> None:
    """One mistake, one report."""
    assert [d.code for d in findings(block(page, "Wrong"))] == [page.stem]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_right_is_right(page: Path) -> None:
    """The corrected file has no findings."""
    assert findings(block(page, "Right")) == []


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    """Codes are looked up in the sources of this stage."""
    sources = [*MODULES.glob("model/**/*.py"), MODULES / "serialize.py"]
    codes = {code for source in sources for code in re.findall(r'"(RK[23]\d\d)"', source.read_text())}
    assert codes == {page.stem for page in PAGES}
