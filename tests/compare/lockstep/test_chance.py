"""The same chance for two games: it goes by looks, not by the numbers of pieces."""

from __future__ import annotations

from collections import Counter
from math import factorial, prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.compare.lockstep.chance import MOST_ORDERS, Coupled, Luck, Outcomes, Site, TooMuchChance, arrangements, moved
from rulekit.compare.lockstep.counterparts import ComparedGame, Looks, shared_attributes
from rulekit.compare.lockstep.lockstep import Pairs
from rulekit.compare.rules.vocabulary import Names, Vocabulary
from rulekit.program.lower import lower
from rulekit.program.program import COUNTER, FORCED, LOG, SEED, Cells
from tests.compare.games import HEAD, game
from tests.engine.spec import model_of

LOOKS = st.lists(st.integers(0, 4), min_size=1, max_size=9)
SEEDS = st.integers(0, 2**64 - 1)


def state(seed: int, forced: tuple[Any, ...] | None = None) -> Cells:
    """Cells with nothing but chance in them."""
    cells = Cells([0] * 16)
    cells[SEED], cells[COUNTER], cells[FORCED], cells[LOG] = seed, 0, forced, None
    return cells


def order(looks: list[int], seed: int) -> list[int]:
    """The pieces with these looks, shuffled."""
    return list(Coupled(looks).shuffled(state(seed), tuple(range(len(looks)))))


@given(LOOKS, SEEDS, st.randoms(use_true_random=False))
def test_pieces_with_other_numbers_fall_in_the_same_order(looks: list[int], seed: int, dice: Any) -> None:
    other = dice.sample(looks, len(looks))
    assert [looks[p] for p in order(looks, seed)] == [other[p] for p in order(other, seed)]


@given(LOOKS, st.integers(0, 5), SEEDS)
def test_one_piece_more_keeps_the_order_of_the_others(looks: list[int], extra: int, seed: int) -> None:
    more = order([*looks, extra], seed)
    assert [p for p in more if p != len(looks)] == order(looks, seed)


@given(LOOKS, SEEDS)
def test_a_shuffled_pile_has_all_its_pieces_and_uses_one_number(looks: list[int], seed: int) -> None:
    cells = state(seed)
    assert sorted(Coupled(looks).shuffled(cells, tuple(range(len(looks))))) == list(range(len(looks)))
    assert cells[COUNTER] == (1 if len(looks) > 1 else 0)


@given(LOOKS, SEEDS, st.randoms(use_true_random=False))
def test_the_same_look_is_drawn_from_a_bag(looks: list[int], seed: int, dice: Any) -> None:
    other = dice.sample(looks, len(looks))
    pieces = tuple(range(len(looks)))
    assert looks[Coupled(looks).pick(state(seed), pieces)] == other[Coupled(other).pick(state(seed), pieces)]


def test_all_orders_come_up() -> None:
    """Two hundred seeds are enough for the six orders of three pieces, none of them rare."""
    found = Counter(tuple(order([0, 1, 2], seed)) for seed in range(200))
    assert len(found) == 6 and min(found.values()) > 15


def test_seeds_and_events_matter() -> None:
    cells, pieces = state(3), tuple(range(8))
    coupled = Coupled(list(pieces))
    first = coupled.shuffled(cells, pieces)
    assert coupled.shuffled(cells, pieces) != first
    assert coupled.shuffled(state(3), pieces) == first
    assert coupled.shuffled(state(4), pieces) != first


# ---- moments -------------------------------------------------------------------------------------
DOES, TAKES = (("does", "draw"), ("takes", 3)), (("takes", 3),)
EIGHT = tuple(range(8))


def test_an_event_more_does_not_change_what_comes_after_the_next_action() -> None:
    coupled, one, two = Coupled(list(EIGHT)), state(5), state(5)
    coupled.shuffled(two, EIGHT)
    assert coupled.shuffled(one, EIGHT) != coupled.shuffled(two, EIGHT)
    moved(DOES, one, two)
    assert coupled.shuffled(one, EIGHT) == coupled.shuffled(two, EIGHT)


def test_a_choice_within_an_action_is_no_new_moment() -> None:
    coupled, one, two = Coupled(list(EIGHT)), state(5), state(5)
    moved(TAKES, one)
    assert coupled.shuffled(one, EIGHT) == coupled.shuffled(two, EIGHT)
    moved(TAKES, one)
    assert coupled.shuffled(one, EIGHT) == coupled.shuffled(two, EIGHT)


def test_every_moment_has_luck_of_its_own() -> None:
    coupled, cells = Coupled(list(EIGHT)), state(5)
    orders = []
    for _ in range(20):
        orders.append(coupled.shuffled(cells, EIGHT))
        moved(DOES, cells)
    assert len(set(orders)) == 20


def test_places_have_luck_of_their_own() -> None:
    """What is shuffled first does not matter: the pile on the left falls as it falls."""
    coupled = Coupled(list(EIGHT), place=lambda cells, piece: "left" if piece < 4 else "right")
    one, two = state(5), state(5)
    first = [coupled.shuffled(one, EIGHT[:4]), coupled.shuffled(one, EIGHT[4:])]
    second = [coupled.shuffled(two, EIGHT[4:]), coupled.shuffled(two, EIGHT[:4])]
    assert first == second[::-1]


def test_a_rule_of_its_own_does_not_count() -> None:
    """The second game rolls with two rules; without the first of them it rolls as the first game does."""
    site: Site = ("roll", "Random", 0)
    sites = iter([site, ("roll", "Random", 1)] * 10)
    ours, theirs = Coupled([]), Coupled([], site=lambda: next(sites))
    one, two = state(5), state(5)
    two[LOG] = Luck(((site, "own"),))
    rolls, others = [], []
    for _ in range(10):
        rolls.append(ours.some(one, list(range(100)), False))
        others.append([theirs.some(two, list(range(100)), False) for _ in range(2)])
    assert rolls == [second for _, second in others] and rolls != [first for first, _ in others]


def test_rules_that_are_exchanged_roll_for_each_other() -> None:
    sites: list[Site] = [("roll", "Random", 0), ("roll", "Random", 1)]
    turn = iter(sites * 10)
    ours, theirs = Coupled([]), Coupled([], site=lambda: next(turn))
    one, two = state(5), state(5)
    two[LOG] = Luck(((sites[0], (1, 2)), (sites[1], (0, 2))))
    rolls = [ours.some(one, list(range(100)), False) for _ in range(4)]
    assert [theirs.some(two, list(range(100)), False) for _ in range(4)] == [rolls[n] for n in (1, 0, 3, 2)]


def test_given_outcomes_go_by_event_not_by_order() -> None:
    coupled = Coupled([0, 1, 0, 1], place=lambda cells, piece: piece // 2)
    with pytest.raises(Outcomes) as needed:
        coupled.pick(state(0, ()), (0, 1))
    left = needed.value.options[0]  # of the left place, the first look
    with pytest.raises(Outcomes) as needed:
        coupled.pick(state(0, (left,)), (2, 3))
    cells = state(0, (left, needed.value.options[1]))
    assert (coupled.pick(cells, (2, 3)), coupled.pick(cells, (0, 1)), cells[FORCED]) == (1, 0, ())


# ---- every outcome -------------------------------------------------------------------------------
@given(st.lists(st.integers(0, 3), max_size=7))
def test_there_are_as_many_arrangements_as_the_multinomial_says(looks: list[int]) -> None:
    found = arrangements(looks)
    assert len(found) == factorial(len(looks)) // prod(factorial(n) for n in Counter(looks).values())
    assert len(set(found)) == len(found) and all(Counter(one) == Counter(looks) for one in found)


def test_too_many_arrangements_are_refused() -> None:
    assert factorial(7) < MOST_ORDERS < factorial(8)
    assert len(arrangements(range(7))) == 5040
    with pytest.raises(TooMuchChance):
        arrangements(range(8))


def asked(coupled: Coupled, pieces: tuple[int, ...]) -> tuple[Any, ...]:
    """The outcomes that are asked for when a bag is drawn from."""
    with pytest.raises(Outcomes) as needed:
        coupled.pick(state(0, ()), pieces)
    return needed.value.options


def test_outcomes_from_outside_are_looks() -> None:
    coupled = Coupled([5, 7, 5, 7, 7])
    options = asked(coupled, (0, 1, 2, 3, 4))
    drawn = [coupled.pick(state(0, (one,)), (0, 1, 2, 3, 4)) for one in options]
    assert drawn == [0, 1]  # the first piece of each look
    assert coupled.pick(state(0, ()), (1, 3, 4)) == 0  # all alike: nothing is asked


def test_an_outcome_that_the_other_game_did_not_have_is_refused() -> None:
    """Its green piece would never be drawn, and nobody would know."""
    two, three = Coupled([0, 1]), Coupled([0, 1, 2])
    for one in asked(two, (0, 1)):
        with pytest.raises(TooMuchChance):
            three.pick(state(0, (one,)), (0, 1, 2))


def test_pieces_that_only_one_game_tells_apart_are_refused_too() -> None:
    coupled = Coupled([0, 0], lambda cells, piece: piece)
    for act in (coupled.pick, coupled.shuffled):
        with pytest.raises(TooMuchChance):
            act(state(0, ()), (0, 1))
        act(state(0), (0, 1))  # at random it does no harm


# ---- whole games ---------------------------------------------------------------------------------
ROWS = ("  | 3      | red   |\n", "  | 2      | blue  |\n", "  | 4      | green |\n")
DRAWN = """
kind shade: red, blue, green
piece card in {start}
  shade
  | copies | shade |
{rows}
place deck: deck of card
place sack: bag of card
place shown: row of card

setup
  shuffle deck
  draw 2 from deck to sack
play
  turns from starter until count(shown) is 6
    do turn_up
action turn_up
  if count(shown) < 2
    draw 1 from sack to shown
  else
    draw 1 from deck to shown
"""


@pytest.mark.parametrize("seed", range(8))
def test_rows_in_another_order_give_the_same_play(seed: int) -> None:
    one, two = (game(HEAD + DRAWN.format(start="deck", rows="".join(rows))) for rows in (ROWS, ROWS[::-1]))
    pair = Pairs(one, two).get(2)
    assert pair is not None
    position = pair.start(seed)
    for _ in range(6):
        look = pair.look(position)
        assert look.parting is None
        position = look.after(look.common()[0])
    last = pair.look(position)
    assert last.over and last.parting is None


TOKENS = """
piece token in bag
  worth: 1..3
  hue: 1..2
  | copies | worth | hue |
  | 2      | 1     | 1   |
  | 2      | 1     | 2   |
  | 3      | 2     | 1   |
place bag: bag of token
place won[player]: pile of token
"""


def test_looks_whose_pieces_one_game_tells_apart_are_known() -> None:
    """With both attributes shared every look is one sort of token; with the worth alone, one look has tokens of two hues."""
    model = model_of(TOKENS + "play\n  end game\nwinner p\n  most sum(t.worth + t.hue for t in won[p])\n")
    program = lower(model, 2).value
    assert program is not None
    words = Vocabulary(model, Names())
    table = ComparedGame(model, program, words, shared_attributes(words, words), Looks())
    assert table.mixed(table.seen) == frozenset()
    lean = ComparedGame(model, program, words, frozenset({("token", "worth")}), Looks())
    assert lean.mixed(lean.seen) == {lean.seen[0]} != {lean.seen[-1]}
