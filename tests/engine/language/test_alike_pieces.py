"""Alike pieces are offered once, and no menu grows without limit (specification §5, 12.1)."""

from __future__ import annotations

import pytest

from tests.engine.spec import fault, tiny

MARKERS = """
marker a: 0..9 = 0
marker b: 0..9 = 0
"""


# ---- alike pieces --------------------------------------------------------------------------------
ALIKE = """
kind colour: red, blue
piece card in stock
  colour
  turned: truth = no
  | copies | colour |
  | 3      | red    |
  | 2      | blue   |
place stock: {} of card, open
place out: pile of card
action take
  choose card in stock
  move card to out
"""


@pytest.mark.parametrize("shape", ["bag", "hand", "pile", "row", "deck"])
def test_alike_pieces_are_offered_once(shape: str) -> None:
    """12.1 Alike: in one unordered place, or in an ordered family on which the game uses no position at all."""
    assert tiny(ALIKE.format(shape) + "play\n  do take\n").menu() == ["take card=card:1", "take card=card:4"]


@pytest.mark.parametrize(
    "use", ["top(stock).colour", "stock[1].colour", "first(c.colour for c in stock)", "reversed(stock)[1].colour"]
)
def test_where_positions_are_used_alike_pieces_are_told_apart(use: str) -> None:
    """12.1 Alike: any use of a position on the family tells its pieces apart."""
    rules = f"define lead = {use}\nplay\n  if lead in colour\n    do take\n"
    assert len(tiny(ALIKE.format("row") + rules).menu()) == 5


def test_drawing_from_an_ordered_place_uses_positions() -> None:
    """§2: `draw` takes the top."""
    assert len(tiny(ALIKE.format("row") + "play\n  do take\n  draw 1 from stock to out\n").menu()) == 5


def test_position_is_used_by_position_and_by_the_order_of_lines() -> None:
    """§3: position(piece)."""
    rules = "define far = count(c in stock where position(c) > 1)\nplay\n  if far > 1\n    do take\n"
    assert len(tiny(ALIKE.format("row") + rules).menu()) == 5
    assert len(tiny(ALIKE.format("bag") + "play\n  do take\n").menu()) == 2


def test_pieces_in_different_places_are_told_apart() -> None:
    """12.1 Alike: in one place."""
    rules = """
place other: bag of card, open
setup
  move first(c in stock where c.colour is red) to other
  move first(c in stock where c.colour is blue) to other
action any_card
  choose card in list(c in stock) where card.colour is red
  move card to out
action other_card
  choose card in other
  move card to out
play
  one of
    - do any_card
    - do other_card
"""
    menu = tiny(ALIKE.format("bag") + rules).menu()
    assert [m.split("card=")[1] for m in menu] == ["card:2", "card:1", "card:4"]


def test_changing_attributes_tell_pieces_apart() -> None:
    """§5: alike in *all* attributes."""
    rules = """
setup
  set first(c in stock where c.colour is red).turned to yes
play
  do take
"""
    assert tiny(ALIKE.format("bag") + rules).menu() == ["take card=card:1", "take card=card:2", "take card=card:4"]


def test_sets_of_alike_pieces_are_offered_once() -> None:
    """§5: alike pieces are offered once, in sets too."""
    rules = "action two\n  choose 2 cards in stock\n  move cards to out\nplay\n  do two\n"
    menu = ["two cards=card:1+card:2", "two cards=card:1+card:4", "two cards=card:4+card:5"]
    assert tiny(ALIKE.format("bag") + rules).menu() == menu


def test_two_different_pieces_can_be_chosen_among_alike_ones() -> None:
    """§5: being offered once takes no choice away: two of three alike pieces are a choice."""
    rules = """
action two
  choose one in stock, other in stock where one is not other and one.colour is other.colour
  move one to out
  move other to out
play
  do two
"""
    assert tiny(ALIKE.format("bag") + rules).menu() == ["two one=card:1 other=card:2", "two one=card:4 other=card:5"]


def test_a_second_choice_may_exclude_the_first() -> None:
    """§5: likewise with a requirement, or when the second choice's candidates leave the first out."""
    required = """
action two
  choose one in stock
  choose other in stock
  only if one is not other because "take two"
  only if one.colour is red and other.colour is red because "reds"
  move [one, other] to out
play
  do two
"""
    listed = """
action two
  choose one in stock where one.colour is red
  choose other in list(c in stock where c is not one and c.colour is red)
  move [one, other] to out
play
  do two
"""
    for rules in (required, listed):
        assert tiny(ALIKE.format("bag") + rules).menu() == ["two one=card:1 other=card:2"]


def test_a_piece_that_a_marker_names_is_not_offered_for_another() -> None:
    """§5: if the one that stands for all is excluded, another of them is offered."""
    rules = """
marker kept: card or none
setup
  set kept to first(c in stock)
action other_card
  choose card in stock
  only if card is not kept because "it is kept"
  move card to out
play
  do other_card
"""
    assert tiny(ALIKE.format("bag") + rules).menu() == ["other_card card=card:2", "other_card card=card:4"]


def test_alike_pieces_with_a_changing_attribute_that_may_be_none() -> None:
    """§5: sets of pieces whose changing attribute is a player or none."""
    rules = """
piece flag in camp
  of_whom: player or none = none
  | copies |
  | 3      |
place camp: bag of flag, open
place gone: pile of flag
setup
  set first(f in camp).of_whom to seat(2)
action two
  choose 2 flags in camp
  move flags to gone
play
  do two
"""
    assert tiny(rules).menu() == ["two flags=flag:1+flag:2", "two flags=flag:2+flag:3"]


def test_a_secret_marker_does_not_tell_pieces_apart_for_others() -> None:
    """§5 Views: legality never leaks; the player who sees the marker tells them apart."""
    rules = """
marker favourite[player]: card or none, private
setup
  set favourite[seat({})] to first(c in stock)
play
  do take
"""
    assert len(tiny(ALIKE.format("bag") + rules.format(2)).menu()) == 2
    assert len(tiny(ALIKE.format("bag") + rules.format(1)).menu()) == 3


# ---- limits --------------------------------------------------------------------------------------
def test_sets_are_chosen_from_at_most_twelve() -> None:
    """§9 Limits: sets of a `choose some` up to 12 pieces."""
    rules = "marker high: 0..20 = {}\naction go\n  choose some xs in 1..high\n  set a to 1\nplay\n  do go\n"
    assert len(tiny(MARKERS + rules.format(12)).menu()) == 4095
    assert fault(MARKERS + rules.format(13)).startswith("RK530")


def test_a_menu_holds_at_most_4096_moves() -> None:
    """12.1 Search: at most 4 096 moves in a menu."""
    rules = "action go\n  choose x in 1..64, y in 1..{}\n  set a to 1\nplay\n  do go\n"
    assert len(tiny(MARKERS + rules.format(64)).menu()) == 4096
    assert fault(MARKERS + rules.format(65)).startswith("RK542")


def test_a_refused_move_leaves_the_state_as_it_was() -> None:
    """§5: what is not offered is refused."""
    rules = MARKERS + "action go\n  choose x in 1..2\n  set a to x\nplay\n  do go\n"
    game, other = tiny(rules), tiny(rules.replace("1..2", "1..3"))
    strange = other.engine.moves(other.state)[2]
    assert type(game.engine.apply(game.state, strange)).__name__ == "Refused"
    assert game.marker("a") == 0
