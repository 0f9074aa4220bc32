"""The pages as files: nothing in them that the policy forbids, nothing made from text as HTML, every file they name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[4] / "rulekit" / "tools" / "web" / "static"
OURS = [path for path in sorted(STATIC.rglob("*")) if path.is_file() and "vendor" not in path.parts]
PAGES = [path for path in OURS if path.suffix == ".html"]
SCRIPTS = [path for path in OURS if path.suffix == ".js"]
FORBIDDEN = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|cssText|https?://(?!www\.w3\.org/)"
)


def name(path: Path) -> str:
    """How a test is called."""
    return path.name


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_has_no_script_or_style_of_its_own(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?://", text) == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    named = re.findall(r'(?:src|href)="/static/([^"]+)"', page.read_text(encoding="utf-8"))
    assert [file for file in named if not (STATIC / file).is_file()] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_a_script_makes_no_html_from_text(script: Path) -> None:
    assert FORBIDDEN.findall(script.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_every_module_that_a_script_imports_is_there(script: Path) -> None:
    named = re.findall(r'(?:from|import) "(\.[^"]+)"', script.read_text(encoding="utf-8"))
    assert [module for module in named if not (script.parent / module).is_file()] == []


@pytest.mark.parametrize("file", OURS, ids=name)
def test_files_are_small(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 300
