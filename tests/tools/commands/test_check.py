"""`rulekit check`: files, bundled games, changes, JSON, and everything that can be wrong with a file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from rulekit.bundle import bundled
from rulekit.tools.cli import main
from tests.tools.running import GAMES, ROOT, run

BROKEN = 'cafe en\ngame odd "Odd"\n  players 2\n\nplay\n  do gow\n\naction go\n'


def test_every_bundled_file_and_example_is_fine(capsys: pytest.CaptureFixture[str]) -> None:
    files = [*bundled("rules").glob("*.cafe"), *GAMES.glob("*.cafe"), ROOT / "examples/house-rules/happy-hour.cafe"]
    assert main(["check", *map(str, files)]) == 0
    assert "error" not in capsys.readouterr().out


def test_a_mistake_is_shown_with_its_line_and_gives_status_1(tmp_path: Path) -> None:
    (tmp_path / "odd.cafe").write_text(BROKEN)
    ran = run("check", "odd.cafe", cwd=tmp_path)
    assert ran.status == 1
    assert "--> odd.cafe:6:6" in ran.out
    assert "did you mean `go`?" in ran.out
    assert "^^^" in ran.out
    assert "\x1b" not in ran.out


FRENCH = 'cafe fr\njeu nim "Nim"\n  joueurs 2\n\nrepère tas: 0..9 = 9\n\naction prendre\n  si tas = 2\n    fin de la partie\n'


def test_a_mistake_is_told_in_the_language_of_the_file_or_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "nim.cafe").write_text(FRENCH, encoding="utf-8")
    (tmp_path / "odd.cafe").write_text(BROKEN)
    assert run("check", "nim.cafe", cwd=tmp_path).out.splitlines() == [
        "erreur[RK119] : `=` ne compare pas",
        " --> nim.cafe:8:10",
        "8 |   si tas = 2",
        "  |          ^",
        "  = conseil : écris `est` pour comparer",
        "",
        "1 erreur dans 1 fichier",
    ]
    assert "= Tipp: schreib `est`, um zu vergleichen" in run("check", "nim.cafe", "--lang", "de", cwd=tmp_path).out
    assert "= hint: write `est` to compare" in run("check", "--lang=en", "nim.cafe", cwd=tmp_path).out
    assert "did you mean `go`?" in run("check", "odd.cafe", cwd=tmp_path).out
    french = run("check", "odd.cafe", "bon-appetit", "--lang", "fr", cwd=tmp_path).out
    assert "conseil : voulais-tu dire `go` ?" in french and "bon-appetit : tout va bien" in french
    (data,) = json.loads(run("check", "nim.cafe", "--json", cwd=tmp_path).out)["files"]
    assert data["findings"][0]["hint"] == "écris `est` pour comparer"


def test_a_house_rule_in_another_language_than_its_game_speaks_its_own(tmp_path: Path) -> None:
    rule = 'cafe de\nVariante billig von bon_appetit "Billig"\n\nergänze score\n  mäuse: 2 * mise[p]\n'
    (tmp_path / "billig.cafe").write_text(rule, encoding="utf-8")
    said = run("check", "billig.cafe", cwd=tmp_path).out
    assert "Fehler[RK201]: hier heißt nichts `mise`" in said and "\n1 Fehler in 1 Datei\n" in said
    (tmp_path / "billig.cafe").write_text(rule.replace("mise", "mice"), encoding="utf-8")
    assert run("check", "billig.cafe", cwd=tmp_path).out == "billig.cafe: in Ordnung\n"


def test_a_language_nobody_speaks_is_a_finding(tmp_path: Path) -> None:
    ran = run("check", "bon-appetit", "--lang", "xx", cwd=tmp_path)
    assert ran.status == 1 and "error[RK567]: rulekit does not speak the language `xx`" in ran.err
    assert "hint: there is de, en, fr, it" in ran.err


def test_json_has_every_finding(tmp_path: Path) -> None:
    (tmp_path / "odd.cafe").write_text(BROKEN)
    ran = run("check", "odd.cafe", "bon-appetit", "--json", cwd=tmp_path)
    odd, good = json.loads(ran.out)["files"]
    assert ran.status == 1
    assert not odd["ok"] and odd["findings"][0]["line"] == 6 and odd["findings"][0]["severity"] == "error"
    assert good == {"file": "bon-appetit", "ok": True, "findings": []}


@pytest.mark.parametrize(
    "name",
    [
        "bon-appetit",
        "bon_appetit",
        "cafe-del-gatto+fr",
        "cafe_del_gatto+en",
        "espresso-solo",
        "espresso-doppio+espresso-master",
        "cafe-international+bar_and_pastry",
    ],
)
def test_bundled_games_go_by_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", name]) == 0


def test_overlays_and_options_are_applied(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "cafe-del-gatto", "--with", "fr", "--set", "income=3"]) == 0
    assert main(["check", "cafe-del-gatto", "--with", str(ROOT / "examples/house-rules/happy-hour.cafe")]) == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nowhere.cafe"], "RK560"),
        (["."], "RK560"),
        (["a\x00b.cafe"], "RK560"),
        (["x" * 5000 + ".cafe"], "RK560"),
        (["bon-apetit"], "RK561"),
        (["bon-appetit", "--with", "frr"], "RK561"),
        (["bon-appetit", "--set", "nothing=1"], "RK464"),
        (["cafe-del-gatto", "--set", "income=900"], "RK308"),
        (["empty.cafe"], "RK101"),
        (["folder.cafe"], "RK560"),
        (["lonely.cafe"], "RK562"),
        (["bytes.cafe"], "RK1"),
        (["bad.json"], "RK290"),
        (["list.json"], "RK"),
    ],
)
def test_wrong_input_is_a_finding(
    arguments: list[str], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty.cafe").write_bytes(b"")
    (tmp_path / "bytes.cafe").write_bytes(b"cafe en\n\xff\xfe\x00")
    (tmp_path / "folder.cafe").mkdir()
    (tmp_path / "lonely.cafe").write_text('cafe en\nvariant late of unheard_of "Late"\n  why "x"\n')
    (tmp_path / "bad.json").write_text('{"format": "rulekit model 1", "model": {}}')
    (tmp_path / "list.json").write_text("[1, 2]")
    monkeypatch.chdir(tmp_path)
    assert main(["check", *arguments]) == 1
    assert f"error[{code}" in capsys.readouterr().out


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "closed.cafe"
    path.write_text(BROKEN)
    path.chmod(0)
    assert main(["check", str(path)]) == 1
    assert "RK560" in capsys.readouterr().out


def test_a_file_cannot_steer_the_terminal_or_use_markup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "evil.cafe").write_text('cafe en\ngame evil "[red]x\x1b[2J"\n  players 2\n\nplay\n  do [bold]\x1b]0;hi\x07\n')
    assert main(["check", str(tmp_path / "evil.cafe")]) == 1
    out = capsys.readouterr().out
    assert "\x1b" not in out and "\x07" not in out


def test_a_layout_that_cannot_be_made_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wide.cafe").write_text(
        'cafe en\ngame wide "Wide"\n  players 2\n\nmarker seen[n: 1..60000]: 0..1 = 0\n\n'
        "play\n  do look_at\n\naction look_at\n  choose n in 1..2\n  set seen[n] to 1\n\nwinner p\n  most seen[1]\n"
    )
    assert main(["check", str(tmp_path / "wide.cafe")]) == 1
    assert "RK503" in capsys.readouterr().out


def test_a_mistake_made_very_often_is_shown_a_hundred_times(tmp_path: Path) -> None:
    """The rest is told as a number; JSON has all of them."""
    lines = "".join(f"define a{n} = {n} + yes\n" for n in range(1_234))
    (tmp_path / "odd.cafe").write_text(BROKEN.replace("gow", "go") + "\n" + lines)
    told = run("check", "odd.cafe", cwd=tmp_path)
    assert told.out.count("-->") == 100
    assert "\n\n… and 1 134 more\n\n1234 errors in 1 file\n" in told.out
    assert len(json.loads(run("check", "odd.cafe", "--json", cwd=tmp_path).out)["files"][0]["findings"]) == 1_234


def test_a_language_by_its_name_is_told_its_letters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for word, letters in {"français": "fr", "german": "de", "Italiano": "it", "klingon": ""}.items():
        (tmp_path / "a.cafe").write_text(f"cafe {word}\n", encoding="utf-8")
        assert main(["check", str(tmp_path / "a.cafe"), "--lang", "en"]) == 1
        said = capsys.readouterr().out
        assert "error[RK103]" in said and (f"write `cafe {letters}`" if letters else "the languages are") in said


def test_the_game_of_a_change_is_guessed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.cafe").write_text('cafe en\nvariant a of bon_apetit "A"\n', encoding="utf-8")
    assert main(["check", str(tmp_path / "a.cafe")]) == 1
    assert "hint: did you mean `bon_appetit`?" in capsys.readouterr().out
