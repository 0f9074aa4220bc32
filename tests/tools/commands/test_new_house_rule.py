"""`new --house-rule`: the written file checks and plays, or says what to do next."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.tools.cli import main
from tests.model.overlays.test_quote import GAMES
from tests.tools.running import ROOT

Capture = pytest.CaptureFixture[str]
NIM = str(ROOT / "examples" / "games" / "nim.cafe")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("game", GAMES, ids=lambda p: p.stem)
def test_new_house_rule_checks_and_plays_at_once(game: Path, capsys: Capture) -> None:
    assert main(["new", "--house-rule", str(game), "ours"]) == 0
    assert main(["check", str(game), "--with", "ours.cafe"]) == 0
    assert main(["simulate", str(game), "--with", "ours.cafe", "--games", "1", "--seed", "1"]) == 0
    assert "+ours: 1 random game" in capsys.readouterr().out


def test_file_without_a_rule_lists_what_can_be_changed(capsys: Capture) -> None:
    assert main(["new", "--house-rule", NIM, "ours"]) == 0
    text = Path("ours.cafe").read_text(encoding="utf-8")
    assert text.splitlines()[6:12] == [
        'variant ours of nim "Ours"',
        '  why "say here what it is good for"',
        "",
        "# Who wins, the player who takes the last match or the other?",
        "with last_match = other",
        "",
    ]
    listed = [line.split()[1] for line in text.splitlines()[13:]]
    assert listed == ["last_match", "heap", "no_match_is_left", "took_the_last", "play", "take", "winner"]


def test_rule_is_quoted_and_waits_for_a_change(capsys: Capture) -> None:
    assert main(["new", "--house-rule", "cafe-del-gatto", "cheap", "--rule", "buy.price"]) == 0
    assert "now change what it says about buy.price" in capsys.readouterr().out
    text = Path("cheap.cafe").read_text(encoding="utf-8")
    quoted = "replace buy.price\n  price: pay price(side, row) coins\n"
    assert f'{quoted}    # These words tell the rule as it was: change them too.\n    tell "The price of a tile is' in text
    assert main(["check", "cheap.cafe"]) == 0
    out = capsys.readouterr().out
    assert "warning[RK458]" in out and "the game says so already" in out and "change what it says" in out
    Path("cheap.cafe").write_text(text.replace("row) coins", "row) div 2 coins"), encoding="utf-8")
    assert main(["check", "cheap.cafe"]) == 0


def test_option_gets_another_answer(capsys: Capture) -> None:
    assert main(["new", "--house-rule", "cafe-del-gatto", "rich", "--rule", "start_coins"]) == 0
    assert Path("rich.cafe").read_text(encoding="utf-8").endswith("\nwith start_coins = 6\n")
    assert main(["check", "rich.cafe"]) == 0


def test_unknown_address_suggests_the_nearest(capsys: Capture) -> None:
    assert main(["new", "--house-rule", "cafe-del-gatto", "cheap", "--rule", "buy.prise"]) == 1
    err = capsys.readouterr().err
    assert "RK573" in err and "did you mean `buy.price`?" in err
    assert not Path("cheap.cafe").exists()


@pytest.mark.parametrize("game", ["cafe-del-gatto+fr", str(ROOT / "examples" / "house-rules" / "passport.cafe"), "model.json"])
def test_house_rule_begins_with_the_game_itself(game: str, capsys: Capture) -> None:
    assert main(["model", NIM]) == 0
    Path("model.json").write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["new", "--house-rule", game, "ours"]) == 1
    assert "RK574" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["1a", "ca fé!", 'a"b', "a\nb"])
def test_names_that_a_house_rule_cannot_have(name: str, capsys: Capture) -> None:
    assert main(["new", "--house-rule", NIM, name]) == 1
    assert "RK569" in capsys.readouterr().err


def test_nothing_is_written_over_unasked(capsys: Capture) -> None:
    Path("ours.cafe").write_text("mine")
    assert main(["new", "--house-rule", NIM, "ours"]) == 1
    assert Path("ours.cafe").read_text() == "mine"
    assert main(["new", "--house-rule", NIM, "ours", "--force"]) == 0
    assert main(["new", "ours", "--rule", "take"]) == 2


def test_name_of_the_game_stays_in_the_comment() -> None:
    """A path with a line break cannot become a rule."""
    Path("a\nwith b.cafe").write_text(Path(NIM).read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["new", "--house-rule", "a\nwith b.cafe", "ours"]) == 0
    assert "\nwith b" not in Path("ours.cafe").read_text(encoding="utf-8")
    assert main(["check", "a\nwith b.cafe", "--with", "ours.cafe"]) == 0


def test_remarks_are_in_the_language_that_is_asked_for_and_the_rules_in_that_of_the_file(capsys: Capture) -> None:
    assert main(["new", "--house-rule", NIM, "ours", "--lang", "fr"]) == 0
    text = Path("ours.cafe").read_text(encoding="utf-8")
    assert text.startswith("cafe en\n# Change cette règle maison pour Nim, puis essaie :\n") and "variant ours of nim" in text
    assert main(["new", "--house-rule", NIM, "theirs", "--rule", "take", "--lang", "it"]) == 0
    text = Path("theirs.cafe").read_text(encoding="utf-8")
    assert "# Questa è la regola del gioco (nim.cafe, riga " in text and "# Queste parole spiegano la regola com'era" in text


def test_a_reason_that_nobody_has_given_is_not_printed(capsys: Capture) -> None:
    for language, game in (("en", NIM), ("fr", str(ROOT / "examples/translations/bon-appetit.fr.cafe"))):
        assert main(["new", "--house-rule", game, "ours", "--force"]) == 0
        text = Path("ours.cafe").read_text(encoding="utf-8")
        assert {"en": "say here what", "fr": "dis ici à quoi"}[language] in text
        capsys.readouterr()
        assert main(["rulebook", game, "--with", "ours.cafe"]) == 0
        said = capsys.readouterr().out
        assert "**Ours.**\n" in said and "ay here what" not in said and "is ici à quoi" not in said
