"""`rulekit rulebook`: where the book goes, and what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.tools.cli import main
from tests.tools.running import GAMES, ROOT

Capture = pytest.CaptureFixture[str]
NIM = str(GAMES / "nim.cafe")


def test_markdown_is_shown(capsys: Capture) -> None:
    assert main(["rulebook", NIM]) == 0
    said = capsys.readouterr().out
    assert said.startswith("# Nim\n") and "\nWhoever takes the last match wins.\n" in said


def test_the_ending_of_the_file_decides(tmp_path: Path, capsys: Capture) -> None:
    text, page = tmp_path / "nim.md", tmp_path / "nim.HTML"
    assert main(["rulebook", NIM, "--out", str(text)]) == 0
    assert main(["rulebook", NIM, "--out", str(page), "--lang", "fr"]) == 0
    assert text.read_text(encoding="utf-8").startswith("# Nim\n")
    assert page.read_text(encoding="utf-8").startswith('<!DOCTYPE html>\n<html lang="fr">')
    assert f"{page} est écrit" in capsys.readouterr().out


def test_other_endings_are_a_finding(tmp_path: Path, capsys: Capture) -> None:
    for name in ("nim.pdf", "nim", ""):
        assert main(["rulebook", NIM, "--out", str(tmp_path / name)]) == 1
        assert "error[RK571]" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_nobody_tells_is_written_in_german_too(tmp_path: Path, capsys: Capture) -> None:
    text, _, _ = Path(NIM).read_text(encoding="utf-8").partition("words fr")
    silent = tmp_path / "nim.cafe"
    silent.write_text("".join(line for line in text.splitlines(True) if not line.strip().startswith("tell ")), encoding="utf-8")
    assert main(["rulebook", str(silent), "--lang", "de"]) == 0
    assert "- „heap“ (n) um „matches“ senken.\n" in capsys.readouterr().out


def test_a_game_that_is_told_in_another_language_only_says_so(capsys: Capture) -> None:
    told = NIM.replace("nim.cafe", "tic-tac-toe.cafe")
    assert main(["rulebook", told]) == 0
    english = capsys.readouterr().out
    assert main(["rulebook", told, "--lang", "de"]) == 0
    said = capsys.readouterr()
    assert said.out == english and "auf `de` erklärt diese Regeln noch niemand; das Heft ist auf `en`" in said.err


def test_a_language_nobody_speaks_is_a_finding(capsys: Capture) -> None:
    assert main(["rulebook", NIM, "--lang", "xx"]) == 1
    assert "error[RK567]" in capsys.readouterr().err


def test_a_file_is_not_written_over_without_force(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "nim.md"
    out.write_text("mine")
    assert main(["rulebook", NIM, "--out", str(out)]) == 1
    assert "error[RK563]" in capsys.readouterr().err and out.read_text() == "mine"
    assert main(["rulebook", NIM, "--out", str(out), "--force"]) == 0
    assert out.read_text(encoding="utf-8").startswith("# Nim")


def test_options_and_players_are_those_of_the_table(capsys: Capture) -> None:
    assert main(["rulebook", NIM, "--set", "last_match=other"]) == 0
    said = capsys.readouterr().out
    assert "Whoever takes the last match loses." in said and "Whoever takes the last match wins." not in said
    assert main(["rulebook", NIM, "--players", "3"]) == 1
    assert "error[RK" in capsys.readouterr().err


def test_a_house_rule_tells_why_and_what_changes(capsys: Capture) -> None:
    rule = str(ROOT / "examples" / "house-rules" / "cat-fight.cafe")
    assert main(["rulebook", "bon-appetit", "--with", rule]) == 0
    said = capsys.readouterr().out
    assert "With: Cat fight._\n" in said
    assert "**Cat fight (two sisters on a train).** A cat without a mouse should be good for something.\n" in said
    assert "| Your turn | (new) | A cat right on top of another cat picks a quarrel: " in said
    assert said.index("## What changes") < said.index("## What is in the box")
    assert said.index("## Your turn") < said.index("> **A cat upon a cat.**") < said.index("### The hunt")


FAT_CATS = """cafe en
variant fat_cats of bon_appetit "Fat cats"

add to score
  mice: 3 * mice[p]
    tell "Every mouse token counts as three cards."
"""


def test_a_story_of_a_result_that_is_another_one_now_is_not_told(tmp_path: Path, capsys: Capture) -> None:
    """Two players with 22 cards each are no longer equal if tokens count as cards, although each still has 22."""
    rule = tmp_path / "fat-cats.cafe"
    rule.write_text(FAT_CATS, encoding="utf-8")
    assert main(["rulebook", "bon-appetit", "--with", str(rule)]) == 0
    said = capsys.readouterr()
    assert "Every mouse token counts as three cards." in said.out and "First a cheese, then the cat" in said.out
    assert "Equally many cards" not in said.out and "he has 16 cards" not in said.out
    assert "left out, since the players score otherwise now: last_token, tie" in said.err

    assert main(["test", "bon-appetit", "--with", str(rule)]) == 0
    assert "note: last_token, tie: still true, but" in capsys.readouterr().out


def test_a_reading_is_a_change_too(capsys: Capture) -> None:
    assert main(["rulebook", "cafe-del-gatto+fr", "--lang", "fr"]) == 0
    said = capsys.readouterr().out
    assert "## Ce qui change\n" in said
    assert "## Ce qui change\n" in said and "| Avant | Maintenant |" in said


def test_a_translation_changes_no_rule(tmp_path: Path, capsys: Capture) -> None:
    german = tmp_path / "de.cafe"
    words = 'words de of bon_appetit\n  | name | one     |\n  | card | "Karte" |\n'
    german.write_text(f'cafe en\n{words}\n  tell winner "Wer die meisten Karten hat, gewinnt."\n', encoding="utf-8")
    assert main(["rulebook", "bon-appetit", "--with", str(german), "--lang", "de"]) == 0
    said = capsys.readouterr().out
    assert "Wer die meisten Karten hat, gewinnt." in said and "Was sich ändert" not in said


def test_a_written_model_is_enough(tmp_path: Path, capsys: Capture) -> None:
    assert main(["model", NIM]) == 0
    saved = tmp_path / "nim.json"
    saved.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["rulebook", str(saved)]) == 0
    from_model = capsys.readouterr().out
    assert main(["rulebook", NIM]) == 0
    assert capsys.readouterr().out == from_model
