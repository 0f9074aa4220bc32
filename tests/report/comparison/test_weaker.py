"""What books say without stating it stands beside the differences, and is none of them until somebody asks for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.tools.cli import main
from tests.model.overlays.test_strength import GAME, READING

Capture = pytest.CaptureFixture[str]
ENGLISH = READING.replace("fr", "en", 1).replace('source fr "French"', 'source en "English"').replace('  fr "Règles"\n', "")
FRENCH_SAYS = 'with most = 4    @1\nwith last = poorest    @2 @arguable "it may mean so"\n'
ENGLISH_SAYS = 'with most = 3    @1\nwith most = 5    @1 @slip "against the example"\n'


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("coins.cafe").write_text(GAME)
    Path("coins.fr.cafe").write_text(READING + FRENCH_SAYS)
    Path("coins.en.cafe").write_text(ENGLISH + ENGLISH_SAYS)


def compared(capsys: Capture, *flags: str) -> str:
    """The two readings, compared."""
    assert main(["compare", "coins.cafe+coins.fr.cafe", "coins.cafe+coins.en.cafe", "--effort", "300", *flags]) == 1
    return capsys.readouterr().out


def test_they_are_counted_apart_and_say_how_to_see_what_they_do(capsys: Capture) -> None:
    said = compared(capsys)
    assert "The rules differ in 1 place.\n1 more is arguable, and not in force.\n1 is a slip of the pen, and not in " in said
    assert "Arguable: a book can be taken to say so\n    2. Who wins? poorest (the poorest) → richest (the richest)\n" in said
    assert "Slips of the pen: a book says so, and cannot mean it\n    3. How many coins at once? 4 → 5\n" in said
    assert "arguable: it may mean so" in said and "slip of the pen: against the example" in said
    assert said.count("not in force; compare with --arguable") == said.count("not in force; compare with --literal") == 1


@pytest.mark.parametrize(
    ("flag", "count", "strengths", "left"),
    [("--arguable", 2, ["stated", "arguable"], ["slip"]), ("--literal", 2, ["slip", "arguable"], [])],
)
def test_who_asks_gets_them_in_force(flag: str, count: int, strengths: list[str], left: list[str], capsys: Capture) -> None:
    told = json.loads(compared(capsys, flag, "--json"))
    assert [d["strength"] for d in told["differences"]] == strengths
    assert [d["strength"] for d in told["not_in_force"]] == left
    assert len(told["differences"]) == count
    assert told["differences"][1]["citations"][-1].startswith("arguable: ")


def test_what_both_books_can_be_taken_to_say_is_no_difference(capsys: Capture) -> None:
    Path("coins.en.cafe").write_text(ENGLISH + ENGLISH_SAYS + 'with last = poorest    @2 @slip "hardly"\n')
    assert "Arguable" not in compared(capsys)


def test_the_page_has_them_in_a_section_of_their_own(capsys: Capture) -> None:
    compared(capsys, "--html", "page.html")
    page = Path("page.html").read_text()
    part = page[page.index('<h2 id="weaker">') : page.index('<h2 id="plays">')]
    assert part.index("<h3>Arguable: ") < part.index("it may mean so") < part.index("<h3>Slips of the pen: ")
    assert '<a href="#weaker">' in page


def test_without_them_nothing_is_said_of_them(capsys: Capture) -> None:
    Path("coins.fr.cafe").write_text(READING + "with most = 4    @1\n")
    Path("coins.en.cafe").write_text(ENGLISH + "with most = 3    @1\n")
    assert "arguable" not in compared(capsys) and "slip" not in compared(capsys, "--literal")
