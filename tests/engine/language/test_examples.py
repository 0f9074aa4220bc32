"""Worked examples (specification §7, 12.1 Examples, 12.2.4, 12.2.8): what is arranged, entered, played and judged."""

from __future__ import annotations

from typing import Any

from rulekit.engine.state import State
from rulekit.engine.view import view
from tests.engine.spec import examples, holds

CARDS = """
kind hue: red, blue
piece card in deck
  n: 1..4
  hue
  up: truth = no
  | copies | n    | hue  |
  | 1      | each | each |
place deck: deck of card
place bag: bag of card
place line: row of card
place pile: pile of card, hidden
place hand[player]: hand of card
place spot[k: 1..2]: spot of card
tally coins[player] bank 9
marker m: 0..9 = 0
marker owner: player or none
option tip "How much?" = 1 among 0..5
setup
  shuffle deck
  deal 2 from deck to hand
  gain tip coins
play
  turns from starter until m > 8
    one of
      - do take
      - do give
      - do rest
action take
  choose card in hand[me]
  small: only if card.n < 4 because "too high"
  move card to line
  set m to m + 1
action give
  choose k in 1..3
  pay k coins
action rest
"""


def run(lines: str, rules: str = CARDS) -> str:
    """One example of these lines: nothing if it holds, else what went wrong."""
    return holds(f'{rules}example x "x"\n' + "".join(f"  {line}\n" for line in lines.strip().splitlines()))["x"]


def arranged(*facts: str) -> Any:
    """The position after facts: a function that reads a place."""
    text = CARDS + 'example x "x"\n  players ada, bob\n' + "".join(f"  given {f}\n" for f in facts) + "  then m >= 0\n"
    result = examples(text)["x"]
    assert result.problem is None, result.problem.message
    assert result.engine is not None and result.state is not None
    seen = view(result.engine, State(result.state.cells), None)

    def read(place: str, *indices: int) -> list[tuple[Any, ...]]:
        found = next(p for p in seen.places if (p.place, p.indices) == (place, indices))
        return [(p.attrs[0][1], p.attrs[1][1]) for p in found.pieces or ()]

    return read


# ---- heads ---------------------------------------------------------------------------------------
def test_the_first_player_is_the_starter() -> None:
    """§7: `players a, b` (the first is the starter)."""
    assert run("players ada, bob, cy\nthen starter is ada\nthen next(bob) is cy\nthen count(players) is 3") == ""
    assert run("players ada, bob\nthen starter is bob") == "this does not hold"


def test_with_sets_an_option() -> None:
    """§7: `with option = value`; without it the default holds."""
    assert run("players ada, bob\nwith tip = 4\nthen coins[ada] is 4") == ""
    assert run("players ada, bob\nthen coins[ada] is 1") == ""


def test_lines_and_blocks_are_the_same() -> None:
    """§7: on one line or as blocks."""
    given = "players ada, bob\ngiven\n  m is 3\n  coins[ada] is 2\n"
    assert run(given + "when\n  ada does give(2)\nthen\n  coins[ada] is 0\n  m is 3") == ""
    assert run(given + "when ada does give(2)\nthen coins[ada] is 0\nthen m is 3") == ""


def test_setup_runs_with_seed_0() -> None:
    """§7.1: the same in every run, and as `setup` deals with seed 0."""
    first, second = (arranged("m is 0")("hand", p) for p in (0, 1))
    assert len(first) == len(second) == 2
    assert first == arranged("m is 0")("hand", 0)


# ---- given ---------------------------------------------------------------------------------------
def test_a_place_is_filled_with_exactly_these() -> None:
    """§7.2: `P is [d, …]`, in order for a row."""
    read = arranged("line is [card(3, red), card(1, blue), card(3, blue)]")
    assert read("line") == [(3, 0), (1, 1), (3, 1)]
    assert sum(len(read(p)) for p in ("deck", "line", "box", "bag", "pile")) + len(read("hand", 0)) + len(read("hand", 1)) == 8


def test_what_lay_there_takes_their_places_one_for_one() -> None:
    """§7.2: hands keep their numbers; the exchanged cards lie where the wanted ones were."""
    before = arranged("m is 0")
    mine, theirs = before("hand", 0), before("hand", 1)
    wanted = [c for c in before("deck") if c not in mine][:2]
    facts = ", ".join(f"card({n}, {('red', 'blue')[h]})" for n, h in wanted)
    after = arranged(f"hand[ada] is [{facts}]")
    assert sorted(after("hand", 0)) == sorted(wanted)
    assert after("hand", 1) == theirs
    assert len(after("deck")) == len(before("deck"))
    assert sorted(after("deck")) == sorted([c for c in before("deck") if c not in wanted] + mine)


def test_left_overs_go_under_their_start_place() -> None:
    """§7.2, 12.1: what is left over goes (under) its start place."""
    before = arranged("m is 0")
    after = arranged("hand[ada] is []")
    assert after("deck") == before("deck") + before("hand", 0)


def test_left_overs_go_to_the_box_if_the_place_is_their_start() -> None:
    """§7.2: to the box if that is P."""
    before = arranged("m is 0")
    keep = before("deck")[0]
    after = arranged(f"deck is [card({keep[0]}, {('red', 'blue')[keep[1]]})]")
    assert after("deck") == [keep]
    assert sorted(after("box")) == sorted(before("deck")[1:])


def test_a_spot_takes_one() -> None:
    """§7.2: (or a spot `is d`); `is none` and `is empty` empty it."""
    assert arranged("spot[2] is card(4, red)")("spot", 2) == [(4, 0)]
    assert run("players ada, bob\ngiven spot[1] is card(4, red)\nthen spot[1].n is 4\nthen spot[2] is empty") == ""


def test_hidden_places_are_searched_first_then_the_others_the_box_last() -> None:
    """12.1 Examples: in order of declaration, index, position."""
    read = arranged("line is [card(1, red)]", "pile is [card(1, blue)]", "spot[1] is card(hue: red)")
    assert read("line") == [(1, 0)]
    deck = arranged("line is [card(1, red)]", "pile is [card(1, blue)]")("deck")
    assert read("spot", 1) == [next(c for c in deck if c[1] == 0)]  # from the deck, which is hidden, not from a hand


def test_never_in_a_place_an_earlier_fact_fixed() -> None:
    """§7.2: … and if no other piece is left it cannot be arranged."""
    read = arranged("hand[ada] is [card(n: 1), card(n: 2)]", "hand[bob] is [card(n: 1), card(n: 2)]")
    assert [sorted(n for n, _ in read("hand", p)) for p in (0, 1)] == [[1, 2], [1, 2]]
    wrong = run("players ada, bob\ngiven hand[ada] is [card(1, red)]\ngiven hand[bob] is [card(1, red)]\nthen m is 0")
    assert wrong.startswith("this cannot be arranged")


def test_the_place_s_own_pieces_may_serve_and_a_fact_that_holds_changes_nothing() -> None:
    """12.1 Examples."""
    before = arranged("m is 0")
    facts = ", ".join(f"card({n}, {('red', 'blue')[h]})" for n, h in before("hand", 0))
    after = arranged(f"hand[ada] is [{facts}]", "line is []")
    assert (after("deck"), after("hand", 0)) == (before("deck"), before("hand", 0))


def test_one_position_is_exchanged() -> None:
    """§7.2: `P[…, n] is d` exchanges one piece."""
    before = arranged("m is 0")
    last = before("deck")[-1]
    after = arranged(f"deck[1] is card({last[0]}, {('red', 'blue')[last[1]]})")
    assert after("deck") == [last, *before("deck")[1:-1], before("deck")[0]]


def test_a_tally_moves_from_or_to_the_bank() -> None:
    """§7.2."""
    assert run("players ada, bob\ngiven coins[ada] is 5\ngiven coins[bob] is 4\nthen bank(coins) is 0") == ""
    assert run("players ada, bob\ngiven coins[ada] is 0\nthen bank(coins) is 9") == ""
    wrong = run("players ada, bob\ngiven coins[ada] is 5\ngiven coins[bob] is 5\nthen bank(coins) is 0")
    assert wrong.startswith("this cannot be arranged")


def test_a_marker_is_set() -> None:
    """§7.2."""
    assert run("players ada, bob\ngiven m is 7\ngiven owner is bob\nthen m is 7 and owner is bob") == ""


def test_a_changing_attribute_is_set_and_in_a_description_not_searched() -> None:
    """§7.2, 12.2.8."""
    assert run("players ada, bob\ngiven line is [card(1, red, yes), card(2, red)]\nthen line[1].up and not line[2].up") == ""
    assert run("players ada, bob\ngiven\n  line is [card(1, red)]\n  line[1].up is yes\nthen line[1].up") == ""


def test_all_facts_are_tested_again() -> None:
    """§7.2: a later fact that undoes an earlier one is reported."""
    wrong = run("players ada, bob\ngiven\n  m is 3\n  m is 4\nthen m is 4")
    assert wrong == "a later fact has undone this one"


# ---- entering ------------------------------------------------------------------------------------
def test_the_flow_is_entered_as_if_that_player_s_turn_began() -> None:
    """§7.3: bob acts first though ada is the starter; then it is ada's turn."""
    assert run("players ada, bob\nwhen bob does rest\nthen active is ada") == ""
    assert run("players ada, bob\nwhen bob does rest\nwhen ada does rest\nthen active is bob") == ""
    assert "not allowed" in run("players ada, bob\nwhen bob does rest\nwhen bob does rest\nthen m is 0")


TWO_LOOPS = """
marker a: 0..9 = 0
marker b: 0..9 = 0
play
  first_part: turns from starter until a > 1
    do early
  second_part: turns from seat(2) until b > 1
    one of
      - do late
      - do early
action early
  set a to a + 1
action late
  set b to b + 1
"""


def test_the_first_loop_in_the_order_of_play_that_contains_the_action() -> None:
    """§7.3: … else at the first `turns` or `rounds` block, in the order of `play`, that contains the action; `at` overrides."""
    late = "players ada, bob\nwhen bob does late\nthen b is 1 and a is 0"
    assert run(late, TWO_LOOPS) == ""
    assert run("players ada, bob\nwhen bob does early\nthen bob cannot late", TWO_LOOPS) == ""
    assert run("players ada, bob\nwhen bob does early\nthen ada cannot late\nthen ada can early", TWO_LOOPS) == ""
    assert run("players ada, bob\nat play.second_part\nwhen bob does early\nthen ada can late", TWO_LOOPS) == ""


def test_a_round_ends_where_it_would_in_a_game() -> None:
    """§7.3 with §4: as if that player's turn began: the round's first player is still who it is."""
    rules = """
marker a: 0..9 = 0
play
  rounds from starter until a > 0
    do act
  do finish
action act
  set a to a + 1
action finish
"""
    assert run("players ada, bob\nwhen bob does act\nthen ada can finish", rules) == ""
    assert run("players ada, bob, cy\nwhen bob does act\nthen cy can act", rules) == ""


def test_without_such_a_loop_the_flow_is_entered_at_the_beginning_of_play() -> None:
    """12.1 Examples: forced menus in between are played."""
    rules = """
marker a: 0..9 = 0
play
  set a to 5
  starter does begin
  for each p in clockwise(seat(2))
    p does answer
action begin
action answer
  choose x in 1..2
  set a to a + x
"""
    assert run("players ada, bob\nwhen bob does answer(2)\nthen a is 7", rules) == ""
    assert run("players ada, bob\nwhen bob does answer(2)\nwhen ada does answer(1)\nthen a is 8", rules) == ""
    assert "not allowed" in run("players ada, bob\nwhen ada does answer(2)\nthen a is 7", rules)


def test_loops_on_the_way_are_in_their_first_pass_and_stand_at_the_player() -> None:
    """§7.3, 12.1: loop variables on the way take the player if they are players, else their first value; `if` is not asked."""
    rules = """
marker a: 0..99 = 0
marker who: player or none
play
  repeat 2 times
    for each n in [4, 5]
      for each p in players
        if a > 90
          here: p does act(n)
          set who to p
action act(n: 1..9)
  set a to a + n
"""
    assert run("players ada, bob, cy\nat play.here\nwhen bob does act\nthen a is 4 and who is bob", rules) == ""


def test_an_unknown_way_is_reported() -> None:
    """§7.3: `at` an address that play never comes to."""
    rules = CARDS + "action lost\n  here: set m to 1\n"
    assert run("players ada, bob\nat lost.here\nwhen ada does rest\nthen m is 0", rules).startswith("the play never comes to")
