"""What statements change: moves, draws, deals (specification §2, §4, §5, 12.1 Order)."""

from __future__ import annotations

import pytest

from tests.engine.spec import fault, tiny

CARDS = """
piece card in deck
  n: 1..5
  | copies | n    |
  | 1      | each |
place deck: deck of card
place pile: pile of card
place line: row of card
place bag: bag of card
place held: hand of card, open
place spot: spot of card
"""


def after(setup: str, place: str, *indices: int, players: int = 2) -> list[int]:
    """What lies in a place after `setup`."""
    lines = "".join(f"  {line}\n" for line in setup.strip().splitlines())
    return list(tiny(f"{CARDS}setup\n{lines}play\n  end game\n", players).at(place, *indices))


# ---- moving --------------------------------------------------------------------------------------
def test_pieces_start_in_their_place_in_the_order_of_the_table() -> None:
    """§2: pieces are numbered row by row, the first column varying slowest; 1 = top."""
    assert after("shuffle bag", "deck") == [1, 2, 3, 4, 5]
    text = """
kind colour: red, blue
piece card in deck
  n: 1..2
  colour
  | copies | n    | colour |
  | 2      | each | each   |
place deck: deck of card
play
  end game
define numbers = list(c.n for c in deck)
define colours = list(c.colour for c in deck)
"""
    game = tiny(text)
    assert game.ask("numbers") == (1, 1, 1, 1, 2, 2, 2, 2)
    assert game.ask("colours") == (0, 0, 1, 1, 0, 0, 1, 1)


@pytest.mark.parametrize(
    ("place", "on_top", "under"),
    [("deck", [3, 2, 1], [1, 2, 3]), ("pile", [3, 2, 1], [1, 2, 3]), ("line", [1, 2, 3], [3, 2, 1])],
)
def test_several_pieces_are_put_one_after_another(place: str, on_top: list[int], under: list[int]) -> None:
    """§2: deck and pile: on top (`under`: below); row: to the end (`under`: to the front); several one after another."""
    other = "line" if place != "line" else "pile"
    begin = "for each c in reversed(list(c in deck))\n  move c to box\n"
    for verb, expected in (("to", on_top), ("under", under)):
        lay = "under" if other == "pile" else "to"
        text = f"{begin}for each c in [1, 2, 3]\n  move first(x in box where x.n is c) {lay} {other}\n"
        assert after(f"{text}move {other} {verb} {place}", place) == expected


@pytest.mark.parametrize("place", ["bag", "held"])
def test_bags_and_hands_are_listed_in_piece_order(place: str) -> None:
    """12.1 Order: bags, hands and box are always listed in piece-number order."""
    assert after(f"move bottom(deck, 2) to {place}\nmove top(deck) to {place}", place) == [1, 4, 5]
    assert after("move bottom(deck, 2) to box\nmove top(deck) to box", "box") == [1, 4, 5]


def test_taking_from_the_middle_closes_the_gap() -> None:
    """§2."""
    assert after("move deck[3] to spot", "deck") == [1, 2, 4, 5]


def test_a_list_is_computed_before_its_first_piece_moves() -> None:
    """12.1 Order: the list is computed first and moved in list order."""
    assert after("move list(c in deck where count(deck) is 5) to line", "line") == [1, 2, 3, 4, 5]
    assert after("move reversed(list(c in deck)) to line", "line") == [5, 4, 3, 2, 1]


def test_moving_within_a_place_takes_and_puts() -> None:
    """§2: one after another, also where the pieces lie there already."""
    assert after("move deck to deck", "deck") == [5, 4, 3, 2, 1]
    assert after("move top(deck) under deck", "deck") == [2, 3, 4, 5, 1]


def test_none_and_the_empty_list_move_nothing() -> None:
    """12.1 Order."""
    assert after("move spot to pile\nmove held to pile\nmove top(bag) to pile", "pile") == []


def test_moving_nothing_to_a_taken_spot_is_no_dead_end() -> None:
    """12.1 Order, §5: nothing is moved, so nothing lands on the spot."""
    assert after("move top(deck) to spot\nmove held to spot", "spot") == [1]


def test_a_taken_spot_is_a_dead_end() -> None:
    """§2: a taken spot is a dead end; where nobody decides the game is stuck (12.1 Stuck)."""
    twice = CARDS + "setup\n  move deck[1] to spot\n  again: move deck[1] to spot\nplay\n  end game\n"
    assert fault(twice) == "RK541 setup.again"
    assert fault(CARDS + "setup\n  two: move top(deck, 2) to spot\nplay\n  end game\n") == "RK541 setup.two"


def test_the_box_takes_every_sort() -> None:
    """§2: `box` is a built-in place."""
    text = (
        CARDS
        + """
piece coin in purse
  worth: 1..2
  | copies | worth |
  | 1      | each  |
place purse: pile of coin
setup
  move purse to box
  move top(deck) to box
play
  end game
"""
    )
    assert tiny(text).at("box") == [1, 1, 2]


def test_a_start_place_may_use_the_piece_s_attributes() -> None:
    """§2: `in shelf[drink]`."""
    text = """
kind drink: tea, milk
piece cup in shelf[drink]
  n: 1..2
  drink
  | copies | n    | drink |
  | 1      | each | each  |
place shelf[drink]: pile of cup
play
  end game
"""
    assert tiny(text).at("shelf", 0) == [1, 2]


# ---- drawing -------------------------------------------------------------------------------------
def test_draw_takes_the_top_of_a_deck_and_the_first_of_a_row() -> None:
    """§2: what `draw` takes."""
    assert after("draw 2 from deck to line", "line") == [1, 2]
    assert after("draw 2 from deck to line", "deck") == [3, 4, 5]
    assert after("move deck to line\ndraw 2 from line to pile", "pile") == [2, 1]
    assert after("draw 2 from deck under pile", "pile") == [1, 2]
    assert after("draw 1 from deck to spot\ndraw 1 from spot to pile", "pile") == [1]


def test_draw_takes_what_is_there() -> None:
    """§4: `draw` takes what is there."""
    assert after("draw 9 from deck to line", "line") == [1, 2, 3, 4, 5]
    assert after("draw 1 from bag to line\ndraw 1 from spot to line", "line") == []


def test_draw_of_less_than_one_does_nothing() -> None:
    """12.1 Numbers."""
    assert after("draw 0 from deck to line\ndraw count(line) - 2 from deck to line", "line") == []


def test_counts_of_draw_are_evaluated_once() -> None:
    """12.1 Numbers: the count does not follow what is drawn."""
    assert after("draw count(deck) - count(line) from deck to line", "line") == [1, 2, 3, 4, 5]


def test_drawing_nothing_to_a_taken_spot_is_no_dead_end() -> None:
    """§5, 12.1 Horizons: a draw of no piece does nothing."""
    assert after("draw 1 from deck to spot\ndraw 1 from bag to spot\ndraw 0 from deck to spot", "spot") == [1]


def test_drawing_to_a_taken_spot_is_a_dead_end() -> None:
    """§5: a `draw` to a taken spot."""
    rules = CARDS + "setup\n  draw 1 from deck to spot\n  again: draw 1 from deck to spot\nplay\n  end game\n"
    assert fault(rules) == "RK541 setup.again"


def test_fill_draws_up_to_the_number() -> None:
    """12.2.14: `fill P to n from Q`; a fuller place is left alone."""
    assert after("draw 1 from deck to line\nfill line to 3 from deck", "line") == [1, 2, 3]
    assert after("draw 3 from deck to line\nfill line to 2 from deck", "line") == [1, 2, 3]
    assert after("fill line to 9 from deck", "line") == [1, 2, 3, 4, 5]


REFILLED = """
piece card in deck
  n: 1..5
  | copies | n    |
  | 1      | each |
place deck: {} of card, refilled from used
place used: pile of card
place out: row of card
setup
  move deck[1] to out
  move deck to used
  draw 3 from deck to out
play
  end game
"""


def test_an_empty_place_is_refilled_and_the_draw_goes_on() -> None:
    """§5: when a piece is to be drawn and the place is empty, all of Q goes in, then the draw goes on."""
    for shape in ("deck", "row"):
        game = tiny(REFILLED.format(shape))
        assert len(game.at("out")) == 4
        assert game.at("used") == []
        assert sorted(game.at("out") + game.at("deck")) == [1, 2, 3, 4, 5]


def test_a_place_is_refilled_from_a_spot_whichever_piece_lies_there() -> None:
    """§5: the first piece of a game has the number 0, and lies there all the same."""
    text = REFILLED.replace("piece card in deck", "piece card in used").replace("used: pile", "used: spot")
    text = text.replace("1..5", "1..1").replace("  move deck[1] to out\n  move deck to used\n", "")
    for shape in ("deck", "bag"):
        assert tiny(text.format(shape)).at("out") == [1]


def test_a_place_that_is_not_empty_is_not_refilled() -> None:
    """§5: only when a piece is to be drawn and the place is empty."""
    text = REFILLED.replace("move deck[1] to out", "move deck[1] to used").replace("  move deck to used\n", "")
    game = tiny(text.format("deck").replace("draw 3", "draw 4"))
    assert game.at("out") == [2, 3, 4, 5]
    assert game.at("used") == [1]
    assert game.numbers_used == 0


def test_refilling_shuffles_an_ordered_place_only() -> None:
    """§5: an ordered place is shuffled; four pieces take three numbers, a bag takes them for its draws only."""
    assert tiny(REFILLED.format("deck")).numbers_used == 3
    assert tiny(REFILLED.format("bag").replace("deck[1]", "first(c in deck)")).numbers_used == 3  # three draws of 4, 3, 2
    assert tiny(REFILLED.format("bag").replace("deck[1]", "first(c in deck)").replace("draw 3", "draw 1")).numbers_used == 1


# ---- dealing -------------------------------------------------------------------------------------
DEALT = """
piece card in deck
  n: 1..7
  | copies | n    |
  | 1      | each |
place deck: deck of card
place got[player]: row of card
setup
  {}
play
  end game
"""


def test_deal_goes_round_one_at_a_time_from_the_starter() -> None:
    """§4: `deal` goes clockwise from the starter, one at a time."""
    game = tiny(DEALT.format("deal 2 from deck to got"), 3)
    assert [game.at("got", p) for p in range(3)] == [[1, 4], [2, 5], [3, 6]]
    assert game.at("deck") == [7]


def test_deal_all_goes_on_until_the_place_is_empty() -> None:
    """§4: `all` until P is empty."""
    game = tiny(DEALT.format("deal all from deck to got"), 3)
    assert [game.at("got", p) for p in range(3)] == [[1, 4, 7], [2, 5], [3, 6]]


def test_deal_of_too_many_takes_what_is_there() -> None:
    """§4: as `draw` does."""
    game = tiny(DEALT.format("deal 3 from deck to got"), 3)
    assert [len(game.at("got", p)) for p in range(3)] == [3, 2, 2]


def test_deal_all_ends_when_the_place_is_empty_and_refills_nothing() -> None:
    """§4: `all` until P is empty; `deal n` wants pieces and refills (§5)."""
    text = DEALT.replace("deck of card\n", "deck of card, refilled from used\nplace used: pile of card\n")
    game = tiny(text.format("move top(deck, 3) to used\n  deal all from deck to got"), 1)
    assert (game.at("got", 0), len(game.at("used"))) == ([4, 5, 6, 7], 3)
    game = tiny(text.format("move top(deck, 3) to used\n  deal 6 from deck to got"), 1)
    assert (len(game.at("got", 0)), game.at("used"), len(game.at("deck"))) == (6, [], 1)
    game = tiny(text.replace("from used", "from got[starter]").format("deal all from deck to got"), 1)
    assert game.at("got", 0) == [1, 2, 3, 4, 5, 6, 7]


def test_dealing_to_a_taken_spot_loses_no_piece() -> None:
    """§2, Conservation: a taken spot is a dead end, also for what is dealt."""
    text = DEALT.replace("row of", "spot of")
    assert fault(text.format("deal 2 from deck to got"), 3).startswith("RK541")
    assert [tiny(text.format("deal 1 from deck to got"), 3).at("got", p) for p in range(3)] == [[1], [2], [3]]


# ---- places that are not there -------------------------------------------------------------------
BEYOND = """
piece card in deck
  n: 1..5
  | copies | n    |
  | 1      | each |
place deck: deck of card
place slot[n: 1..2]: pile of card
place out: row of card
marker at: 1..9 = 3
action go
  {}
action rest
play
  one of
    - do go
    - do rest
"""


def test_a_move_to_a_place_outside_the_range_is_a_dead_end() -> None:
    """§5: a `move` or `draw` to a non-existing spot."""
    for rule in ("move top(deck) to slot[at]", "draw 1 from deck to slot[at]"):
        assert [m.split()[-1] for m in tiny(BEYOND.format(rule)).menu()] == ["rest"]


def test_moving_nothing_to_a_place_outside_the_range_is_no_dead_end() -> None:
    """12.1 Order: `none` and the empty list move nothing, wherever to; 12.1 Horizons: a draw of no piece does nothing."""
    for rule in ("move out to slot[at]", "draw 1 from out to slot[at]", "draw 0 from deck to slot[at]"):
        assert [m.split()[-1] for m in tiny(BEYOND.format(rule)).menu()] == ["go", "rest"]


def test_a_draw_from_a_place_outside_the_range_draws_nothing() -> None:
    """§3: outside a range there is `none`; §4: `draw` takes what is there. It is none of the dead ends of §5."""
    game = tiny(BEYOND.format("draw 1 from slot[at] to out"))
    assert [m.split()[-1] for m in game.menu()] == ["go", "rest"]
    game.play(game.menu()[0])
    assert game.over and game.at("out") == []
