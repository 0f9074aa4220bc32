"""Texts of other languages: what a line may be about is looked up once, not for every line."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import errors
from rulekit.model.declare.texts import TextReader
from rulekit.pipeline import check_game
from rulekit.report.words import title_in
from tests.fuzz.shapes import SHAPES


@pytest.mark.parametrize(("size", "wrong"), [(1_000, 0), (4_000, 0), (4_000, 30)])
def test_addresses_are_found_once_for_each_kind_of_line(size: int, wrong: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    addresses = TextReader._addresses

    def counted(self: TextReader, what: str) -> set[str]:
        asked.append(what)
        return addresses(self, what)

    monkeypatch.setattr(TextReader, "_addresses", counted)
    text = SHAPES["texts of another language"](size) + "".join(f'  tell b{n} "nichts"\n' for n in range(wrong))
    found = errors(check_game(text, "game.cafe").diagnostics)
    assert [f.code for f in found] == ["RK238"] * wrong
    assert asked == ["say", "tell"][: 1 + bool(wrong)]


@pytest.mark.parametrize(("code", "codes"), [("fr", []), ("es", []), ("nds", []), ("xx", ["RK242"]), ("french", ["RK242"])])
def test_words_are_in_a_language_that_there_is(code: str, codes: list[str]) -> None:
    """A game may have words in a language that rulekit does not speak, but not in none."""
    text = 'cafe en\ngame tea "Tea"\n  players 2\n\nmarker left: 0..9 = 5\n\n'
    text += "play\n  turns from starter until left is 0\n    do drink\n"
    text += f'\naction drink\n  set left to left - 1\n\nwords {code}\n  | name  | one    |\n  | drink | "Boit" |\n'
    found = check_game(text, "tea.cafe")
    assert found.ok and [d.code for d in found.diagnostics if d.code == "RK242"] == codes


def test_a_file_of_changes_and_its_game_have_titles_in_other_languages() -> None:
    """They go by their names; a name that is neither is none."""
    game = 'cafe en\ngame tea "Tea"\n  players 2\n\nmarker left: 0..9 = 5\n\n'
    game += "play\n  turns from starter until left is 0\n    set left to left - 1\n"
    variant = 'cafe en\nvariant long of tea "Long tea"\n\n'
    words = 'words fr\n  title tea "Thé"\n  title long "Long thé"\n'
    found = check_game(game, "tea.cafe", ((variant + words, "long.cafe"),))
    assert found.value is not None, found.diagnostics
    assert [title_in(found.value, "fr", name) for name in ("tea", "long", "short")] == ["Thé", "Long thé", ""]
    wrong = check_game(game, "tea.cafe", ((variant + words + '  title short "Court thé"\n', "long.cafe"),))
    assert [f.code for f in errors(wrong.diagnostics)] == ["RK238"]
