"""Looking for a play where two games part: proofs, shortest plays, labels that say no more than was shown, budgets that hold."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve

from rulekit.compare.lockstep.lockstep import Pairs
from rulekit.compare.result import CompareOptions, Comparison
from rulekit.compare.search.every_play import every_play
from rulekit.compare.search.plays import OF_CHANCE, SHORT, SHORTEST, Budget
from rulekit.compare.search.random_plays import random_plays
from rulekit.compare.witness.retelling import retelling
from tests.compare.equal_pairs import pair, renamed, reordered
from tests.compare.games import HEAD, MARKET, changed, compared, file, game

NIM = "examples/games/nim.cafe"
TWO = CompareOptions(players=(2,), seconds=60)


@cache
def few_cards(cheeses: int, cats: int) -> str:
    """Bon Appétit with few cards of each back: cheeses, cats, and a mouse with two paws."""
    return changed(
        file("rules/bon-appetit.cafe"),
        ("| 29     | cheese | 0       | each |", f"| {cheeses}      | cheese | 0       | each |"),
        ("| 3      | mouse  | 1, 2, 3 | each |", "| 1      | mouse  | 2       | each |"),
        ("| 7      | cat    | 0       | each |", f"| {cats}      | cat    | 0       | each |"),
        ("  total 90 ", f"  total {2 * (cheeses + cats + 1)} "),
    )


# ---- proofs --------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", [NIM, "examples/games/tic-tac-toe.cafe"])
def test_a_renamed_and_reordered_copy_is_proved_equal(path: str) -> None:
    both = pair(path, 3, only=(renamed, reordered))
    found = compared(both.text_a, both.text_b, TWO)
    assert (found.verdict, found.proved, found.differences, found.late) == ("none", (2,), (), False)
    assert found.rules.renamed and found.games == 0  # every position was visited, nothing was left to chance


def test_ten_cards_are_proved_equal_to_themselves() -> None:
    """For two, only the red cards are in the game: seven cheeses, two cats, a mouse."""
    text = few_cards(7, 2)
    found = compared(text, text, TWO)
    assert (found.verdict, found.proved, found.games) == ("none", (2,), 0)


def test_nothing_is_proved_where_chance_has_too_many_outcomes() -> None:
    text = file("rules/bon-appetit.cafe")
    found = compared(text, text, CompareOptions(players=(2,), effort=500, seconds=20))
    assert (found.verdict, found.proved) == ("none", ())
    assert not any(one.everything for tried in found.tried for one in tried.searched)


def test_a_proof_is_for_the_players_that_were_tried() -> None:
    one = changed(file(NIM), ("  players 2\n", "  players 2..3\n"), ("n: 1..4]: 0..7 = 2 * n - 1", "n: 1..4]: 0..7 = n mod 3"))
    found = compared(one, one, CompareOptions(players=(3,), seconds=60))
    assert (found.players, found.proved) == ((3,), (3,))


# ---- no false proof ------------------------------------------------------------------------------
TURNED = """
kind shade: red, blue
piece card in deck
  shade
{}
place deck: deck of card
place middle: pile of card
setup
  shuffle deck
play
  turns from starter until middle is not empty
    do turn_up
action turn_up
  draw 1 from deck to middle
score p
  points: {}
"""


def test_what_only_one_game_can_tell_apart_is_not_proved_equal() -> None:
    """One card counts 1, the other 2; in the second game both count 1, and nothing tells them apart."""
    one = HEAD + TURNED.format(
        "  worth: 1..2\n  | copies | shade | worth |\n  | 1 | red | 1 |\n  | 1 | red | 2 |", "top(middle).worth"
    )
    two = HEAD + TURNED.format("  | copies | shade |\n  | 2 | red |", "1")
    for first, second in ((one, two), (two, one)):
        found = compared(first, second)
        assert (found.verdict, found.proved) == ("observable", ())


MARKED = """
piece die in sack
  marked: truth = no
  | copies |
  | 3      |
place sack: bag of die
place out: row of die
marker done: truth = no
setup
  for each die in sack
    if not done
      set die.marked to yes
    set done to yes
play
  turns from starter until out is not empty
    do take
action take
  draw 1 from sack to out
score p
  points: if first(out).marked then 1 else {}
"""


def test_pieces_that_changed_are_drawn_as_what_they_are() -> None:
    """Only a die without a mark shows the difference, and the marked one is the first in the bag."""
    found = compared(HEAD + MARKED.format(2), HEAD + MARKED.format(3))
    assert (found.verdict, found.proved) == ("observable", ())


def test_what_only_the_second_game_can_draw_is_drawn() -> None:
    rows = "  | copies | shade |\n  | 2 | red |\n  | 2 | blue |"
    text = HEAD + TURNED.format("{}", "if top(middle).shade is green then 5 else 1").replace("red, blue", "red, blue, green")
    one, two = text.format(rows), text.format(f"{rows}\n  | 1 | green |")
    for first, second in ((one, two), (two, one)):
        assert compared(first, second).verdict == "observable"


# ---- shortest plays ------------------------------------------------------------------------------
def only(found: Comparison) -> tuple[str, int, str]:
    """How the only witness was found, after how many moves, and what parts."""
    (witness,) = found.witnesses
    return witness.how, len(witness.play.keys), witness.play.parting.what


def test_the_shortest_play_without_chance() -> None:
    """Who wins shows at the end: three heaps with a match in them, each taken at once."""
    one = changed(file(NIM), ("0..7 = 2 * n - 1", "0..7 = n mod 3"))  # heaps of 1, 2, 0 and 1
    two = changed(one, ('or the other?" = taker', 'or the other?" = other'))
    assert only(compared(one, two, TWO)) == (SHORTEST, 3, "result")


def test_another_menu_shows_before_the_first_move() -> None:
    two = changed(file(NIM), ("matches in 1..heap[n]", "matches in 1..min(3, heap[n])"))
    found = compared(file(NIM), two, TWO)
    assert only(found) == (SHORTEST, 0, "moves")
    parting = found.witnesses[0].play.parting
    said = {tuple(value for word, value in key if word == "takes") for key in parting.only_a}
    assert said == {(3, 4), (3, 5), (4, 4), (4, 5), (4, 6), (4, 7)} and parting.only_b == ()


def test_a_menu_that_shows_later() -> None:
    """Heap 2 may be emptied only when heap 1 is: it takes one move until somebody may do it in one game only."""
    rule = '  choose n in 1..4, matches in 1..heap[n] "From which heap, and how many matches?"\n'
    guard = '  late: only if n is not 2 or heap[1] is {} or matches < heap[2] because "not yet"\n'
    one, two = (changed(file(NIM), (rule, rule + guard.format(n))) for n in ("1", "0"))
    assert only(compared(one, two, TWO)) == (SHORTEST, 0, "moves")
    one, two = (changed(file(NIM), (rule, rule + guard.format(n))) for n in ("0 or heap[4] < 7", "0 or heap[4] < 6"))
    found = compared(one, two, TWO)
    assert only(found) == (SHORTEST, 1, "moves")
    assert found.witnesses[0].play.keys[0][1:] == (("takes", 4), ("takes", 1))


def test_the_shortest_play_over_all_outcomes_of_chance() -> None:
    """Of twenty orders of five cards, one is enough in which the mouse opens and a cheese follows: the hunt ends too early."""
    one = few_cards(3, 1)
    two = changed(one, ("    set tries to top(middle).paws\n", "    set tries to min(1, top(middle).paws)\n"))
    found = compared(one, two, TWO)
    assert only(found) == (SHORTEST, 1, "turn")
    assert found.witnesses[0].play.forced is not None


def test_with_too_much_chance_the_play_is_shortest_only_with_this_chance() -> None:
    """560 orders of the cards are more than may be tried; money counts at the end, after four days."""
    one = changed(MARKET, ("  | 1      | bread | each  | ", "  | 3      | bread | each  | "))
    found = compared(one, changed(one, ('?" = 1 among', '?" = 2 among')))
    assert only(found) == (OF_CHANCE, 4, "result")


def test_a_play_that_was_met_at_random_is_not_called_shortest() -> None:
    """Nine days have some 500 courses, and the cards 560 orders: too many to look at all of them."""
    one = changed(
        MARKET,
        ("  | 1      | bread | each  | ", "  | 3      | bread | each  | "),
        ("marker days: 0..4", "marker days: 0..9"),
        ("table toll[days: 0..4]", "table toll[days: 0..9]"),
        ("| 3..4 | 2 | ", "| 3..9 | 2 | "),
        ("until days is 4", "until days is 9"),
    )
    assert only(compared(one, changed(one, ("  coins: coins[p] ", "  coins: coins[p] + 1 ")))) == (SHORT, 9, "result")


# ---- the same again, and limits ------------------------------------------------------------------
def test_the_same_wish_gives_the_same_comparison() -> None:
    two = changed(MARKET, ('?" = 1 among', '?" = 2 among'), ("bank 20", "bank 14"), ("until days is 4", "until days is 3"))
    first, second = compared(MARKET, two), compared(MARKET, two)
    assert len(first.witnesses) > 1
    assert evolve(first, seconds=0) == evolve(second, seconds=0)


def test_looks_are_counted_and_not_exceeded() -> None:
    both = Pairs(game(MARKET), game(MARKET)).get(2)
    assert both is not None
    for looks in (1, 7, 200):
        for search in (every_play, lambda pair, budget: random_plays(pair, budget, ())):
            budget = Budget(looks)
            done = search(both, budget)
            assert budget.spent == done.looks <= looks
            assert not done.everything and not budget.late


def test_more_effort_looks_at_more() -> None:
    cards = "  | copies | shade |\n" + "  | 9 | red |\n  | 9 | blue |\n"
    text = HEAD + TURNED.format(cards, "1").replace("middle is not empty", "deck is empty")
    little, more = (compared(text, text, CompareOptions(effort=n, seconds=60)) for n in (400, 8_000))
    assert (little.late, more.late, little.proved) == (False, False, ())
    looks = [sum(s.looks for t in found.tried for s in t.searched) for found in (little, more)]
    assert 0 < looks[0] < looks[1]


def test_the_limit_of_time_is_kept_and_told() -> None:
    text = file("rules/bon-appetit.cafe")
    found = compared(text, text, CompareOptions(effort=100_000_000, seconds=0.5))  # all of the effort would take days
    assert found.late and found.verdict == "none" and found.proved == ()


def test_a_time_of_nothing_still_gives_an_answer() -> None:
    found = compared(MARKET, changed(MARKET, ("bank 20", "bank 5")), CompareOptions(seconds=0.000_001))
    assert found.late and found.differences and found.witnesses == ()


# ---- what is hard to follow ----------------------------------------------------------------------
BULLETS = """
tally coins[player]
tally sugar[player]
marker days: 0..3 = 0
play
  turns from starter until days is 3
    set days to days + 1
    one of
      - {}
      - {}
score p
  coins: coins[p]
  sugar: 3 * sugar[p]
"""


def test_bullets_in_another_order_are_no_difference() -> None:
    """Nothing but their place tells these moves apart: no action, no choice."""
    one, two = (HEAD + BULLETS.format(*ways) for ways in (("gain 1 coins", "gain 1 sugar"), ("gain 1 sugar", "gain 1 coins")))
    found = compared(one, two)
    assert (found.verdict, found.differences, found.proved) == ("none", (), (2,))


UNEVEN = """
kind shade: red, blue
piece card in sack
  shade
  | copies | shade |
  | 2      | each  |
piece coin in purse
  shade
  | copies | shade |
  | 2      | each  |
place sack: bag of card
place purse: bag of coin
place spare: bag of coin
place out: row of card
setup
  {}
play
  turns from starter until count(out) is 3
    do take
action take
  draw 1 from sack to out
score p
  red: if count(c in out where c.shade is red) is 1 then {} else 0
"""


def test_a_play_in_which_only_one_game_draws_can_be_told_again() -> None:
    one, two = HEAD + UNEVEN.format("draw 1 from purse to spare", 1), HEAD + UNEVEN.format("shuffle out", 2)
    for first, second in ((one, two), (two, one)):
        for witness in compared(first, second).witnesses:
            told = retelling(witness)
            assert len(told.one.made) == len(told.two.made) == len(witness.play.keys)
