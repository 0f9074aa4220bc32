"""No false difference: equal rule sets that are written differently. RULEKIT_PROFILE=deep compares all 200 pairs."""

from __future__ import annotations

import os
from functools import cache

import pytest

from rulekit.compare.compare import compare
from rulekit.compare.lockstep.lockstep import Pairs
from rulekit.compare.result import CompareOptions
from rulekit.compare.rules.find_differences import compare_rules
from rulekit.compare.search.every_play import every_play
from rulekit.compare.search.plays import Budget
from rulekit.compare.search.random_plays import random_plays
from tests.compare.equal_pairs import GAMES, Pair, numbered, pairs
from tests.compare.games import game

DEEP = os.environ.get("RULEKIT_PROFILE", "quick") == "deep"
PLAIN = {"renamed", "reordered", "rows", "renumbered", "grouped", "commuted", "mirrored", "in fr", "in it", "in de"}
made = cache(numbered)
SAMPLE = range(5, 16)


def test_the_sample_has_every_game() -> None:
    names = {made(number).name.split()[0] for number in SAMPLE}
    assert names == {path.rpartition("/")[2].removesuffix(".cafe") for path in GAMES}


@pytest.mark.parametrize("number", SAMPLE)
def test_equal_rules_do_not_differ(number: int) -> None:
    """Not in a hundred decisions; and where only names, order and language are others, not in the rules either."""
    one = made(number)
    a, b = game(one.text_a), game(one.text_b)
    rules = compare_rules(a, b)
    if set(one.rewritings) <= PLAIN:
        assert [d for d in rules.differences if d.listed] == []
    both = Pairs(a, b, rules.names).get(a.players[0])
    assert both is not None
    assert every_play(both, Budget(50)).found is None and random_plays(both, Budget(50), ()).found is None, one.rewritings


@pytest.mark.skipif(not DEEP, reason="RULEKIT_PROFILE=deep")
@pytest.mark.parametrize("one", list(pairs()) if DEEP else [], ids=lambda one: one.name)
def test_all_pairs_of_equal_rules_are_found_equal(one: Pair) -> None:
    found = compare(game(one.text_a), game(one.text_b), CompareOptions(effort=200, seconds=3, each=False)).value
    assert found is not None and found.verdict == "none", one.rewritings
