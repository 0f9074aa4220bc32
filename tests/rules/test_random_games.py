"""500 random games of everything bundled: each ends by the rules and is never stuck.

A game is played at every table, its variants and readings at the smallest and the largest (RULEKIT_PROFILE=deep and
`make games`: at every one). Machine code plays all of them, and is not optimised: that takes longer than 500 games. The
first of them are played on the reference engine too, which looks whether pieces get lost; RULEKIT_PROFILE=deep looks at more.
"""

from __future__ import annotations

import os

import pytest

from rulekit.native.engine import Native, native_of
from rulekit.native.llvm.cache import Cache
from rulekit.native.state.context_words import FINISHED
from tests.engine.play import Table, bundled_engine
from tests.rules.random_games import SEED, random_games
from tests.rules.telling import GAMES

DEEP = os.environ.get("RULEKIT_PROFILE", "quick") == "deep"
GAMES_EACH, LOOKED_AT = 500, 100 if DEEP else 20


def _is_enough(table: Table) -> bool:
    """A game at every table, its variants and readings at the smallest and the largest (deep: at every one)."""
    players = [other.players for other in GAMES if other.name == table.name]
    return DEEP or not table.changes or table.players in (min(players), max(players))


PLAYED = [table for table in GAMES if _is_enough(table)]


@pytest.mark.parametrize("table", PLAYED, ids=str)
def test_random_games_end_by_the_rules(table: Table, as_written: Cache) -> None:
    native = native_of(bundled_engine(table).program, cache=as_written)
    assert isinstance(native, Native), native
    rows = native.batch(SEED, 0, GAMES_EACH)
    assert [rows[n][0] for n in range(GAMES_EACH)] == [FINISHED] * GAMES_EACH


@pytest.mark.parametrize("table", PLAYED, ids=str)
def test_random_games_keep_their_pieces(table: Table) -> None:
    assert random_games(table, range(LOOKED_AT)) == {"over": LOOKED_AT}
