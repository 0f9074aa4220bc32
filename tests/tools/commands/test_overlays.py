"""`rulekit overlays`, through `main`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.tools.cli import main
from tests.tools.running import ROOT

Capture = pytest.CaptureFixture[str]
NIM = str(ROOT / "examples" / "games" / "nim.cafe")
PASSPORT = str(ROOT / "examples" / "house-rules" / "passport.cafe")


def test_tree_of_a_bundled_game_with_a_house_rule(capsys: Capture) -> None:
    assert main(["overlays", "cafe-international+bar-and-pastry", "--with", PASSPORT, "--set", "malus=1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Café International, the card game: cafe-international.cafe + bar_and_pastry + passport + --set\n")
    assert "\n    ~ seat_guest.nation: replaced by passport, passport.cafe:21\n        in place of cafe-international" in out
    assert "\n  ~ option malus = 1, was 2: set by --set\n" in out
    assert out.endswith("\nno two of them touch the same thing\n")
    assert str(ROOT) not in out


def test_json_tells_the_same(capsys: Capture) -> None:
    assert main(["overlays", PASSPORT, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["name"] == "cafe_international"
    assert [layer["title"] for layer in data["layers"]] == ["The diplomatic passport"]
    marks = [(mark["deed"], mark["value"], mark["address"]) for mark in data["layers"][0]["marks"]]
    assert ("inserts", "after", "seat_guest.nation") in marks and ("declares", "", "is_foreign") in marks


def test_conflict_ends_the_command_with_its_findings(capsys: Capture) -> None:
    assert main(["overlays", "cafe-del-gatto+en+fr"]) == 1
    shown = capsys.readouterr()
    assert shown.out == "" and "RK457" in shown.err and "RK455" in shown.err


def test_model_as_json_has_no_origins(capsys: Capture, tmp_path: Path) -> None:
    assert main(["model", NIM]) == 0
    path = tmp_path / "nim.json"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["overlays", str(path)]) == 1
    assert "RK565" in capsys.readouterr().err
