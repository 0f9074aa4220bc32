"""Every code has a page; its wrong example gives exactly that code, its right example parses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.bundle import bundled
from rulekit.syntax.parse import parse
from rulekit.syntax.source import LARGEST_TEXT, from_bytes

PAGES = sorted(bundled("errors").glob("RK1*.md"))
BLOCK = re.compile(r"```cafe\n(.*?)```", re.DOTALL)
SOURCES = Path(__file__).parents[2] / "rulekit" / "syntax"


def parts(page: Path) -> tuple[str, str]:
    text = page.read_text(encoding="utf-8")
    wrong, right = text.split("## Wrong")[1].split("## Right")
    return wrong, right


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_page_has_its_shape(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.match(rf"# {page.stem}: \S", text)
    assert re.findall(r"^## (\w+)$", text, re.MULTILINE) == ["Why", "Wrong", "Right"]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_right_example_parses(page: Path) -> None:
    (right,) = BLOCK.findall(parts(page)[1])
    assert parse(right, "right.cafe").diagnostics == ()
    assert right.startswith("cafe en\n")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_wrong_example_gives_exactly_its_code(page: Path) -> None:
    wrong = parts(page)[0]
    if "fixture: made by tests" in wrong:
        return
    (text,) = BLOCK.findall(wrong)
    assert [d.code for d in parse(text, "wrong.cafe").diagnostics] == [page.stem]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "RK113"),
        (b'cafe en\ngame caf\xe9 "x"\n', "RK113"),
        (b"cafe en\n" + b"#" * LARGEST_TEXT, "RK117"),
        (b"", "RK101"),
        (b" \n", "RK101"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, code: str) -> None:
    checked = from_bytes(data, "x.cafe")
    assert checked.value is None
    assert [d.code for d in checked.diagnostics] == [code]


def test_bytes_that_are_text_lose_their_mark() -> None:
    assert from_bytes("\ufeffcafe en\n".encode(), "x.cafe").value == "cafe en\n"


def test_every_code_in_the_sources_has_a_page_and_the_other_way_round() -> None:
    used = {code for file in SOURCES.rglob("*.py") for code in re.findall(r'"(RK1\d\d)"', file.read_text(encoding="utf-8"))}
    assert used == {page.stem for page in PAGES}
