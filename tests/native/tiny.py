"""Tiny games for both engines: made from text, and played by both."""

from __future__ import annotations

import re

from rulekit.native.llvm.cache import Cache
from rulekit.program import program as prog
from tests.native.agreement import Pair, agreement
from tests.native.cases import pair_of
from tests.native.test_faults import program

GAMES = 4


def made(text: str) -> prog.Program:
    """A tiny game whose requirements have a reason each."""
    return program(re.sub(r"(only if .*)$", r'\1 because "no"', text, flags=re.MULTILINE))


def agree(game: prog.Program, cache: Cache, games: int = GAMES, least: int = GAMES) -> None:
    """Both engines play the same games, nothing is handed over, and there is something to decide (or a fault)."""
    pair = pair_of(game, longest=40, cache=cache)
    assert isinstance(pair, Pair), pair
    compared = agreement(pair, 3, range(games))
    assert (compared.differences, compared.games, compared.handed) == ((), games, 0)
    assert compared.decisions >= least or compared.faults
