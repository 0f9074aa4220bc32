"""What comes with rulekit is told to people, all of it, in each of its languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.pipeline import check_game
from rulekit.report.rulebook.book import BookOptions, make_book
from rulekit.study.books.tellings import tellings
from tests.tools.every_file import Game, kept_files
from tests.tools.running import ROOT

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


HOUSE_RULES = [("cafe-international", "passport"), ("bon-appetit", "cat-fight"), ("cafe-del-gatto", "happy-hour")]


@pytest.mark.parametrize(("game", "name"), HOUSE_RULES)
@pytest.mark.parametrize("told", [True, False])
def test_cover_and_rulebook_agree_about_a_house_rule(game: str, name: str, told: bool) -> None:
    """What the one lists as not told, the other generates; a house rule may tell nothing of its own."""
    change = (ROOT / f"examples/house-rules/{name}.cafe").read_text(encoding="utf-8")
    if not told:
        lines = change.partition("\nexample ")[0].splitlines()
        change = "\n".join(line for line in lines if not line.lstrip().startswith("tell "))
    path = ROOT / f"rules/{game}.cafe"
    both = (path.read_text(encoding="utf-8"), str(path))
    base, model = check_game(*both).value, check_game(*both, ((change, "change.cafe"),)).value
    assert base is not None and model is not None
    listed = {one.address for one in tellings(model).untold}
    generated = set(make_book(model, "en", BookOptions(base=base)).untold)
    assert (
        generated == listed == set()
        if told
        else {a.partition(".")[0] for a in listed} <= {a.partition(".")[0] for a in generated}
    )
    assert told != bool(listed)


def test_a_game_that_is_not_told_would_be_noticed() -> None:
    game = FILES["cafe-international"]
    less = Game("less", "\n".join(line for line in game.text.splitlines() if not line.startswith("    tell ")))
    assert tellings(less.model).untold
