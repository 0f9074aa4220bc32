"""`--lang` speaks the language throughout: bots, people who try everything, saved games shown again, options."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.report.sentences import sentences
from rulekit.report.told.language import not_put_into
from rulekit.tools.cli import main
from rulekit.tools.io.library import bundled_files, head_of
from rulekit.tools.io.loading import load, make_spec
from tests.report.market import MARKET
from tests.tools.running import GAMES
from tests.tools.speaking import foreign, pseudo, sat, watched

Capture = pytest.CaptureFixture[str]
TEXTS = {name: path.read_text(encoding="utf-8") for name, path in bundled_files().items()}
HEADS = {name: head_of(text, name) for name, text in TEXTS.items()}
BUNDLED = [name for name, head in HEADS.items() if head.role == "game"]


def changed() -> list[tuple[str, str]]:
    """Readings and variants, in the languages their games have words in."""
    games = {HEADS[name].name: TEXTS[name] for name in BUNDLED}
    found = [(name, games.get(head.of or "", "")) for name, head in HEADS.items() if head.role in ("variant", "reading")]
    return [(name, language) for name, text in found for language in ("fr", "it") if f"\nwords {language}\n" in text]


CASES = [(game, lang) for game in BUNDLED for lang in ("fr", "it") if f"\nwords {lang}\n" in TEXTS[game]] + changed()
NIM, GOPS, TIC = (str(GAMES / f"{name}.cafe") for name in ("nim", "gops", "tic-tac-toe"))


@pytest.mark.parametrize(("game", "language"), CASES)
def test_bots_and_people_meet_no_other_language(
    game: str, language: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched(game, language, tmp_path, monkeypatch)
    sat(game, language, tmp_path, monkeypatch)
    assert foreign(capsys.readouterr().out, game, language) == []


@pytest.mark.parametrize("game", ["cafe-del-gatto", "espresso-doppio", NIM, GOPS, TIC])
def test_everything_a_player_meets_can_have_a_word(
    game: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = str(tmp_path / "words.cafe")
    pseudo(game, Path(words))
    watched(game, "fr", tmp_path, monkeypatch, (words,))
    sat(game, "fr", tmp_path, monkeypatch, changes=(words,))
    said = capsys.readouterr()
    assert "µ" in said.out
    assert foreign(said.out, game, "fr", (words,)) == []


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("game", [NIM, GOPS, TIC])
def test_a_game_without_words_speaks_its_own_language_and_the_keyboard_that_of_who_plays(
    game: str, language: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    sat(game, language, tmp_path, monkeypatch, turns=3)
    out, keyboard, spoken = capsys.readouterr().out, sentences(language), sentences("en")
    assert not_put_into(load(make_spec(game)).model, language) in out
    assert keyboard("help_undo") in out and keyboard("save_where") in out
    assert spoken("help_undo") not in out and keyboard("not_a_candidate") not in out
    assert ": yes, " in out


def test_english_and_names_without_a_word_are_found(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests above could fail: this game has French words for some of its names only."""
    game = tmp_path / "market.cafe"
    game.write_text(MARKET, encoding="utf-8")
    sat(str(game), "fr", tmp_path, monkeypatch)
    french = foreign(capsys.readouterr().out, str(game), "fr")
    assert {"name: stall", "name: pear", "name: coins"} <= set(french)
    assert not any(f.startswith("sentence") or f in ("name: apple", "name: crate", "name: buy") for f in french)
    sat(str(game), "en", tmp_path, monkeypatch)
    english = foreign(capsys.readouterr().out, str(game), "fr")
    assert {"sentence: there is nothing to undo", "sentence: bank of", "sentence: nothing can be saved in"} <= set(english)


def test_a_language_nobody_speaks_is_a_finding(capsys: Capture) -> None:
    assert main(["play", NIM, "--lang", "xx"]) == 1
    said = capsys.readouterr().err
    assert "error[RK567]" in said and "there is de, en, fr, it" in said


def test_options_are_asked_in_the_words_of_the_language(tmp_path: Path, capsys: Capture) -> None:
    game = tmp_path / "nim.cafe"
    text = Path(NIM).read_text(encoding="utf-8")
    assert text.count('"jeu normal"') == 1
    game.write_text(text.replace('"jeu normal"', '"celui qui prend la dernière"'), encoding="utf-8")
    assert main(["options", str(game), "--lang", "fr", "--set", "last_match=other"]) == 0
    said = capsys.readouterr().out
    question = "Qui gagne, celui qui prend la dernière allumette ou l'autre ?"
    assert f"last_match = other (valeur du jeu : taker)\n  {question}\n  - taker : celui qui prend la dernière\n" in said
