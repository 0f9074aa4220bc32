"""What comes with rulekit is told to people, all of it, in each of its languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.study.books.tellings import tellings
from tests.tools.every_file import Game, kept_files

FOLDERS = ("rules/", "examples/games/")
FILES = {Path(game.where).stem: game for game in kept_files() if game.where.startswith(FOLDERS)}


@pytest.mark.parametrize("name", sorted(FILES))
def test_everything_is_told(name: str) -> None:
    """Every rule, and every option by some telling; nothing is missing in a language."""
    found = tellings(FILES[name].model)
    assert not found.silent
    assert found.untold == ()
    assert found.unmentioned == ()
    assert [(lack.language, lack.what, lack.address) for lack in found.missing] == []


def test_a_game_that_is_not_told_would_be_noticed() -> None:
    game = FILES["cafe-international"]
    less = Game("less", "\n".join(line for line in game.text.splitlines() if not line.startswith("    tell ")))
    assert tellings(less.model).untold
