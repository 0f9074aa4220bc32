"""`rulekit compare --html`: where the page goes, what is shown beside it, and what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.tools.cli import main
from tests.report.comparison.test_page import Reader
from tests.tools.running import GAMES

Capture = pytest.CaptureFixture[str]
NIM = GAMES / "nim.cafe"
QUICK = ("--effort", "200", "--seconds", "5")


@pytest.fixture
def other(tmp_path: Path) -> str:
    """Nim where at most three matches are taken, with a title that would like to be HTML."""
    text = NIM.read_text(encoding="utf-8")
    assert text.count("1..heap[n] ") == text.count('game nim "Nim"') == 1
    text = text.replace("1..heap[n] ", "1..min(heap[n], 3) ").replace('game nim "Nim"', 'game nim "<script>alert(1)</script>"')
    path = tmp_path / "three.cafe"
    path.write_text(text, encoding="utf-8")
    return str(path)


def compared(*arguments: str) -> int:
    """The status of a quick comparison."""
    return main(["compare", *arguments, *QUICK])


def test_the_page_is_written_and_the_summary_shown(tmp_path: Path, other: str, capsys: Capture) -> None:
    out = tmp_path / "page.html"
    assert compared(str(NIM), other, "--html", str(out)) == 1
    shows = "It shows in play: 1 play found, for 1 of 1 difference that could matter."
    assert capsys.readouterr().out.splitlines() == ["The rules differ in 1 place.", shows, f"{out} is written"]
    reader = Reader(out.read_text(encoding="utf-8"))
    assert reader.open == [] and len(reader.named("script")) == 1
    title, rule = "Nim and <script>alert(1)</script>", "matches in 1..min(heap[n], 3)"
    for text in (title, "1. take: another rule", rule, "take 7 matches from heap 4"):
        assert text in reader.said


def test_games_that_are_the_same(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "page.html"
    assert compared(str(NIM), str(NIM), "--html", str(out)) == 0
    assert "The rules are the same." in Reader(out.read_text(encoding="utf-8")).said
    assert capsys.readouterr().out.startswith("The rules are the same.\n")


def test_a_file_that_is_there_is_kept_unless_forced(tmp_path: Path, other: str, capsys: Capture) -> None:
    out = tmp_path / "page.html"
    out.write_text("mine")
    assert compared(str(NIM), other, "--html", str(out)) == 1
    said = capsys.readouterr()
    assert "error[RK563]" in said.err and "--force" in said.err and not said.out and out.read_text() == "mine"
    assert compared(str(NIM), other, "--html", str(out), "--force") == 1
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>") and "is written" in capsys.readouterr().out


def test_what_cannot_be_written_is_told_before_the_search(
    tmp_path: Path, other: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulekit.tools.commands.compare.compare.compare", lambda *_: pytest.fail("it searched"))
    for name, code in ((str(tmp_path / "no" / "page.html"), "RK564"), ("a\0b", "RK564"), (other, "RK563")):
        assert compared(str(NIM), other, "--html", name) == 1
        assert f"error[{code}]" in capsys.readouterr().err
    assert compared(str(NIM), other, "--html", str(tmp_path), "--force") == 1
    assert "error[RK564]" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["three.cafe"]


def test_json_goes_with_it(tmp_path: Path, other: str, capsys: Capture) -> None:
    out = tmp_path / "page.html"
    assert compared(str(NIM), other, "--html", str(out), "--json") == 1
    assert json.loads(capsys.readouterr().out)["verdict"] == "observable" and out.exists()
