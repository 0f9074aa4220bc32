"""`rulekit simulate --report`: a page or data is written, or it is said at once why not."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.study.series.parallel import Chunk
from rulekit.study.series.run_series import run
from rulekit.tools.cli import main
from rulekit.tools.commands.simulate import report
from tests.study.race import RACE


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The race in a folder of its own, tried by this process alone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    (tmp_path / "race.cafe").write_text(RACE, encoding="utf-8")
    return tmp_path


def test_a_page_is_written(race: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "race.cafe", "--games", "8", "--threads", "1", "--report", "race.html"]) == 0
    page = (race / "race.html").read_text(encoding="utf-8")
    assert capsys.readouterr().out.endswith("race.html is written\n")
    assert page.startswith("<!DOCTYPE html>") and "<svg" in page and "<script" not in page
    assert "too few games to call it more than chance" in page and "<td>room</td>" in page


def test_data_are_written_and_printed(race: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "race.cafe", "--games", "8", "--threads", "1", "--report", "race.json", "--json"]) == 0
    written = json.loads((race / "race.json").read_text(encoding="utf-8"))
    assert json.loads(capsys.readouterr().out)["measures"] == written
    assert written["sample"]["settled"]["mean"] == 1 / 4
    changed = {(m["option"], m["other"]): m["changed"]["count"] for m in written["options"]}
    assert changed[("bonus", "0")] == 8 and changed[("room", "29")] == 0


def test_a_report_of_a_series_that_was_killed_says_so(
    race: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kill comes when the first games are counted; in the data, on the page, in the table and among the errors."""

    def killed(*given: Any) -> Iterator[Chunk]:
        for chunk in run(*given):
            yield chunk
            signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr("rulekit.tools.commands.simulate.simulate.run", killed)
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        for name in ("race.json", "race.html"):
            assert main(["simulate", "race.cafe", "--games", "800", "--threads", "1", "--report", name]) == 143
    finally:
        signal.signal(signal.SIGTERM, before)
    said, told = capsys.readouterr(), json.loads((race / "race.json").read_text(encoding="utf-8"))
    line = f"stopped: these are the first {told['games']} of 800 games"
    assert told["stopped"] is True and told["games"] < 800
    assert line in said.out and line in said.err and line in (race / "race.html").read_text(encoding="utf-8")


def test_the_engine_changes_nothing(race: Path) -> None:
    for engine in ("native", "reference"):
        assert main(["simulate", "race.cafe", "--games", "40", "--engine", engine, "--report", f"{engine}.json"]) == 0
    assert (race / "native.json").read_text() == (race / "reference.json").read_text()


def test_the_name_has_to_say_what_is_written(race: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "race.cafe", "--report", "race.pdf"]) == 1
    assert "RK578" in capsys.readouterr().err and not (race / "race.pdf").exists()


def test_a_file_that_is_there_is_not_written_over(race: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (race / "race.html").write_text("mine")
    assert main(["simulate", "race.cafe", "--games", "2", "--report", "race.html"]) == 1
    assert "RK563" in capsys.readouterr().err and (race / "race.html").read_text() == "mine"


def test_without_the_extra_it_is_named(race: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "has", lambda module: module != "vl_convert")
    assert main(["simulate", "race.cafe", "--games", "2", "--report", "race.html"]) == 1
    said = capsys.readouterr().err
    assert "RK601" in said and "rulekit[report]" in said
    assert main(["simulate", "race.cafe", "--games", "2", "--threads", "1", "--report", "race.json"]) == 0


def test_a_report_does_not_go_with_a_sweep(race: Path) -> None:
    assert main(["simulate", "race.cafe", "--sweep", "bonus=all", "--report", "race.html"]) == 2
