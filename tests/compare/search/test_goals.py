"""Plays that aim at what differs: how far a condition is, which tests are in the way, and what random play would never meet."""

from __future__ import annotations

from functools import cache

import pytest

from rulekit.compare.lockstep.lockstep import Pair, Pairs
from rulekit.compare.search import unlisted_moves
from rulekit.compare.search.distance import Measure, TooLong, plus
from rulekit.compare.search.goals import Goal, goals
from rulekit.compare.search.plays import Budget, Play
from rulekit.compare.search.preconditions import Ways
from rulekit.compare.search.unlisted_moves import UnlistedPlays
from rulekit.engine.engine import Engine
from rulekit.model import expressions as exprs
from rulekit.program import program as prog
from rulekit.program.lower import lower
from rulekit.program.program import Cells
from tests.compare.games import HEAD, MARKET, changed, game

SHED = (
    HEAD
    + """
piece card in deck
  number: 1..3
  | copies | number |
  | 1      | each   |
place deck: pile of card
place bin: pile of card
tally coins[player] bank 20
define rich(p: player) = coins[p] >= 4
setup
  starter gains 2 coins
  next(starter) gains 3 coins
play
  turns from starter until {}
    do throw
action throw
  draw 1 from deck to bin
score p
  coins: coins[p]
"""
)


@cache
def pair_of(one: str, two: str) -> Pair:
    """Two texts in lock-step, for two players."""
    pair = Pairs(game(one), game(two)).get(2)
    assert pair is not None
    return pair


# ---- how far a condition is ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("condition", "far"),
    [
        ("deck is empty", 3),
        ("bin is empty", 0),
        ("bin is not empty", 1),
        ("count(deck) >= 5", 2),
        ("count(deck) > 5", 3),
        ("count(deck) < 2", 2),
        ("count(deck) <= 2", 1),
        ("count(deck) is 7", 4),
        ("count(deck) is not 3", 1),
        ("not count(deck) is 3", 1),
        ("not count(deck) >= 1", 3),
        ("deck is empty and count(bin) is 2", 5),
        ("deck is empty or count(bin) is 2", 2),
        ("not (bin is empty or count(deck) > 1)", 3),
        ("any(p in players where coins[p] >= 5)", 2),
        ("every(p in players where coins[p] >= 5)", 5),
        ("not any(p in players where coins[p] >= 2)", 3),
        ("any(p in players where rich(p))", 1),
        ("every(p in players where rich(p))", 3),
        ("any(t in bin where t.number is 3)", 1),  # there is none that could be near
        ("any(t in deck where t.number is 5)", 2),
    ],
)
def test_a_condition_is_so_far_from_holding(condition: str, far: int) -> None:
    program = lower(game(SHED.format(condition)), 2).value
    assert program is not None
    test = next(n.test for n in program.nodes if isinstance(n, prog.Test))
    engine = Engine(program)
    assert far == engine.value(engine.start(), Measure(program).far(test))


# ---- what is in the way --------------------------------------------------------------------------
STAIRS = (
    HEAD
    + """
marker height: 0..12 = 0
marker turns: 0..60 = 0
tally coins[player]
play
  turns from starter until turns is 60
    do climb
    if height is 12
      do prize
    set turns to turns + 1
action climb
  choose n in 1..4
  if n is height mod 4 + 1
    set height to height + 1
  else
    set height to 0
action prize
  gain 1 coins
  set height to 0
score p
  coins: coins[p]
"""
)
PRIZE = changed(STAIRS, ("gain 1 coins", "gain 2 coins"))


def compared_with(test: exprs.Expr) -> exprs.Value:
    """The constant on the right of a comparison."""
    assert isinstance(test, exprs.Binary) and isinstance(test.right, exprs.Const)
    return test.right.value


def test_only_the_tests_that_every_way_passes_are_in_the_way() -> None:
    program = lower(game(STAIRS), 2).value
    assert program is not None
    prize = next(n for n, node in enumerate(program.nodes) if isinstance(node, prog.Start) and node.action == "prize")
    gates = Ways(program).gates(program.play, prize)
    assert gates is not None
    assert [(compared_with(gate.test), gate.holds) for gate in gates] == [(60, False), (12, True)]  # not the `if` of `climb`
    assert sum(isinstance(node, prog.Test) for node in program.nodes) == 3
    assert Ways(program).gates(prog.END, prize) is None


def test_a_position_on_the_way_is_nearer() -> None:
    pair = pair_of(STAIRS, PRIZE)
    (goal,) = goals(pair)
    start = pair.start(0).a
    pair.a.engine.machine.advance(start)
    higher = start.copy()
    at = next(m.base for m in pair.a.program.layout.markers if m.name == "height")
    higher[at] = 11
    assert goal.far(higher) < goal.far(start)


def test_a_bank_that_holds_more_is_aimed_at_through_what_is_left() -> None:
    pair = pair_of(MARKET, changed(MARKET, ("coins[player] bank 20", "coins[player] bank 30")))
    (goal,) = goals(pair)
    cells = Cells(pair.a.engine.start().cells)
    assert goal.node is None and goal.far(cells) == 10 / 11  # everybody took five of twenty: ten are left


def test_equal_games_have_no_goal() -> None:
    assert goals(pair_of(MARKET, MARKET)) == ()


# ---- searching -----------------------------------------------------------------------------------
def searched(pair: Pair, looks: int) -> Play | None:
    """What light plays of a pair find, the first of them with a goal."""
    return UnlistedPlays(pair, ()).series(Budget(looks), unlisted_moves.STYLES).shown


def nothing(pair: Pair) -> tuple[Goal, ...]:
    """No goals."""
    return ()


def test_what_random_play_never_meets_is_found_by_aiming(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve right choices out of four, one after another: one random play in seventeen million."""
    pair = pair_of(STAIRS, PRIZE)
    found = searched(pair, 3_000)
    assert found is not None and found.parting.what == "result"
    monkeypatch.setattr(unlisted_moves, "goals", nothing)
    assert searched(pair, 3_000) is None


def test_the_same_budget_finds_the_same_play() -> None:
    pair = pair_of(STAIRS, PRIZE)
    assert searched(pair, 3_000) == searched(pair, 3_000)


CROPS = (
    HEAD
    + """
marker turns: 0..24 = 0
tally wheat[player]
tally maize[player]
tally rye[player]
tally hay[player]
play
  turns from starter until turns is 24
    do reap
    set turns to turns + 1
action reap
  choose field in 0..2
  choose n in 0..20
  let sacks = (8 * n + 5 * turns * turns) mod 21
  if (field + turns div 2) mod 3 is 0
    gain sacks wheat
  else if (field + turns div 2) mod 3 is 1
    gain sacks maize
  else
    gain sacks rye
  gain n hay
score p
  wheat: wheat[p]
winner p
  most wheat[p]
  most maize[p]
  most rye[p]
  most hay[p]
"""
)


def test_a_tie_is_found_by_playing_other_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = pair_of(CROPS, changed(CROPS, ("  most hay[p]", "  fewest hay[p]")))
    found = searched(pair, 3_000)
    assert found is not None and found.parting.what == "result"
    monkeypatch.setattr(unlisted_moves, "goals", nothing)
    assert searched(pair, 3_000) is None


BASE = "define d0(n: number) = n > 5"


# ---- bounds --------------------------------------------------------------------------------------
def test_definitions_that_grow_without_end_are_left_alone() -> None:
    """Each opens the one before twice: work has an end, and so has the length of what comes out."""
    ladder = [f"define d{n}(n: number) = d{n - 1}(n + n) or not d{n - 1}(n + 1)" for n in range(1, 6)]
    text = changed(STAIRS, ("    if height is 12", "    if d5(height)"), ("play\n", "\n".join([BASE, *ladder]) + "\nplay\n"))
    program = lower(game(text), 2).value
    assert program is not None
    test = next(n.test for n in program.nodes if isinstance(n, prog.Test) and isinstance(n.test, exprs.Apply))
    long = Measure(program).far(test)
    assert Measure(program).free(long) is not None
    assert Measure(program).free(plus(plus(plus(long, long), plus(long, long)), plus(long, plus(long, long)))) is None
    with pytest.raises(TooLong):
        Measure(program, work=50).far(test)


@pytest.mark.parametrize("condition", ["nearly", "coins[next(starter)] is (if nearly then 1 else 2)", "count(tray) > 0"])
def test_what_the_first_game_does_not_know_is_not_asked_of_it(condition: str) -> None:
    """A definition or a place of the second game alone, also deep inside of something else: the way there is still a goal."""
    more = "place tray: pile of card\ndefine nearly = deck is empty\nsetup\n"
    one = SHED.format("deck is empty").replace("  draw 1", "  if deck is empty\n    gain 1 coins\n  draw 1")
    two = one.replace("  if deck is empty", f"  if {condition}").replace("setup\n", more)
    found = goals(pair_of(one, two))
    assert found and all(goal.small == () for goal in found)
    assert any(goal.small for goal in goals(pair_of(one, one.replace("  if deck is empty", "  if bin is empty"))))
