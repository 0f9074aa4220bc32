"""`rulekit cover` with readings: what each book says, how strongly, and what it is silent about."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.readings import BOOK, READING
from tests.study.teahouse import BOOK as TEA
from tests.study.teahouse import GAME
from tests.tools.running import run

NAME = "de (Erfundene Anleitung, nie gedruckt)"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(READING, "mine.cafe")
    shutil.copy(BOOK, "mine.txt")


def covered(*more: str) -> str:
    """What `cover` says of Café del Gatto with the third reading."""
    ran = run("cover", "cafe-del-gatto", "--with", "mine.cafe", *more)
    assert ran.status == 0, ran.err
    return ran.out


def test_a_third_reading_is_told_to_be_silent_nearly_everywhere() -> None:
    said = covered()
    assert f"\n{NAME}: 1 stated, 1 arguable, 1 slip of the pen, " in said
    assert f"\narguable in {NAME}\n  must_act  mine.cafe:17  man darf, aber ob man auch muss, steht nicht da\n" in said
    assert f"\nslips of the pen in {NAME}\n  sugar_rounding  mine.cafe:18  " in said
    silent = said.partition(f"\nnothing is said in {NAME}: there the game's own file is followed\n")[2].partition(
        "\nnothing is told"
    )[0]
    rows = [line.split() for line in silent.splitlines() if line.startswith("  ")]
    assert ["tip", "cafe-del-gatto.cafe:84", "option"] in rows
    assert ["buy.price", "cafe-del-gatto.cafe:200", "rule"] in [row[:3] for row in rows]
    assert "start_coins" not in {row[0] for row in rows}
    assert len(rows) > 100


def test_a_third_book_is_mostly_unread_and_never_called_read() -> None:
    said = covered("--book", "de=mine.txt")
    unread = said.partition("\nnot read in de (mine.txt)\n")[2]
    rows = [line.split()[0] for line in unread.splitlines() if line.startswith("  ")]
    assert rows[:7] == ["prep.1", "prep.3", "turn.2", "turn.b1", "turn.b2", "turn.b3", "end.1"]
    assert "everything is read" not in said


def test_a_book_with_passages_that_nobody_knows_is_not_called_read() -> None:
    """All that the index knows is cited; a page stands before its first heading."""
    Path("tea.cafe").write_text(GAME)
    Path("tea.txt").write_text("A page that the headings of the game do not lead to.\n\n" + TEA)
    ran = run("cover", "tea.cafe", "--book", "en=tea.txt")
    assert "not in the index of en (tea.txt)\n  line 1  A page that the headings …\n" in ran.out
    assert "everything is read" not in ran.out
    Path("tea.txt").write_text(TEA)
    assert "everything is read in en (tea.txt)" in run("cover", "tea.cafe", "--book", "en=tea.txt").out


def test_each_reading_is_told_in_json() -> None:
    (reading,) = json.loads(covered("--json"))["readings"]
    assert (reading["reading"], reading["sources"]) == ("de", {"de": "Erfundene Anleitung, nie gedruckt"})
    counts = reading["counts"]
    assert {name: counts[name] for name in ("stated", "arguable", "slip")} == {"stated": 1, "arguable": 1, "slip": 1}
    assert counts["silent"] > 100
    told = {(rule["address"], rule["strength"]) for rule in reading["rules"]}
    assert {("start_coins", "stated"), ("must_act", "arguable"), ("sugar_rounding", "slip"), ("tip", "silent")} <= told
    assert sum(counts.values()) == len(reading["rules"])


def test_a_game_without_readings_tells_of_none() -> None:
    ran = run("cover", "cafe-del-gatto")
    assert "stated" not in ran.out and "there the game's own file" not in ran.out
    assert json.loads(run("cover", "cafe-del-gatto", "--json").out)["readings"] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "rien n'est dit dans"),
        ("it", "niente è detto in"),
        ("de", "nichts gesagt wird in"),
    ],
)
def test_readings_are_told_in_every_language(language: str, said: str) -> None:
    assert f"\n{said} {NAME}" in run("--lang", language, "cover", "cafe-del-gatto", "--with", "mine.cafe").out
