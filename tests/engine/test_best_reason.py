"""Which reason comes first: the nearest way, then the furthest, then what most ways share; and that looking for it ends."""

from __future__ import annotations

from rulekit.engine.best_reason import answer, ranked
from rulekit.engine.explain import Explorer, Wanted
from rulekit.program.program import Cells
from tests.engine.spec import engine_for

GAME = """
kind spot: a, b, c, d, e, f
marker full[spot]: truth = no
marker gone: 0..9 = 0
tally coins[player]
setup
  for each s in [a, b, c]
    set full[s] to yes
play
  turns from starter until gone > 8
    one of
      - do lay
      - do rest
action rest
  set gone to gone + 1
action lay
  choose spot
  free: only if not full[spot] because "{spot} is full"
  pair: only if spot in [a, d] because "{spot} is no pair"
  cost: pay 2 coins
"""


def told(text: str = GAME) -> list[tuple[str, int, int]]:
    """The rules that refuse to lay, best first: how many ways say the same, how many are refused."""
    engine = engine_for(text)
    found = answer(engine, engine.start(1), Wanted("lay"))
    return [(r.refusal.address, len(r.same), len(r.ways)) for r in found.reasons]


def test_the_way_that_breaks_one_rule_comes_first_and_each_way_is_counted_once() -> None:
    """Only d is free and a pair: it costs too much. Two break one rule more as no pair, one as it is full."""
    assert told() == [("lay.cost", 1, 1), ("lay.pair", 1, 2), ("lay.free", 1, 3)]


def test_of_ways_that_break_as_many_what_most_of_them_share_comes_first() -> None:
    """One full spot breaks no other rule; of the three that are no pair none does."""
    text = GAME.replace("  cost: pay 2 coins\n", "  set gone to 1\n").replace("[a, d]", "[a]")
    assert told(text) == [("lay.pair", 1, 3), ("lay.free", 1, 3)]


def test_of_ways_that_break_as_many_the_furthest_comes_first() -> None:
    """Three spots are full, and break no other rule; one way alone comes so far that something is done."""
    text = GAME.replace("  cost: pay 2 coins\n", '  set gone to 1\n  later: only if full[spot] because "not yet"\n')
    assert told(text.replace("[a, d]", "[a, b, c, d]")) == [("lay.later", 1, 1), ("lay.free", 1, 3), ("lay.pair", 1, 2)]


def test_what_cannot_be_looked_at_any_more_counts_as_one_rule_more() -> None:
    engine = engine_for(GAME)
    explorer = Explorer(engine, Wanted("lay"))
    explorer.run(Cells(engine.start(1).cells))
    engine.machine.budget = 0
    reasons = ranked(engine, explorer.ways)
    assert {way.broken for reason in reasons for way in reason.ways} == {2}
    assert sum(len(reason.ways) for reason in reasons) == 6
