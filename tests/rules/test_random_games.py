"""500 random games of everything bundled, at every table: each ends by the rules, keeps its pieces, and is never stuck."""

from __future__ import annotations

import pytest

from tests.engine.play import Table
from tests.rules.random_games import random_games
from tests.rules.telling import GAMES

GAMES_EACH, PART = 500, 125


@pytest.mark.parametrize("first", range(0, GAMES_EACH, PART))
@pytest.mark.parametrize("table", GAMES, ids=str)
def test_random_games_end_by_the_rules(table: Table, first: int) -> None:
    assert random_games(table, range(first, first + PART)) == {"over": PART}
