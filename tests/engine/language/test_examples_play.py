"""Worked examples: what is done and what follows (specification §7, 12.1, 12.2.4, 12.2.8)."""

from __future__ import annotations

from tests.engine.language.test_examples import CARDS, TWO_LOOPS, run


# ---- when ----------------------------------------------------------------------------------------
def test_a_when_must_be_offered() -> None:
    """§7.4: with the reason if it is not."""
    lines = "players ada, bob\ngiven hand[ada] is [card(4, red), card(1, red)]\nwhen ada does take(card({}, red))\nthen m is 1"
    assert run(lines.format(1)) == ""
    assert run(lines.format(4)) == "`take` is not allowed like this"
    assert run(lines.format(3)) == "`take` is not allowed like this"


def test_choices_left_out_must_be_forced() -> None:
    """§7.4."""
    lines = "players ada, bob\ngiven hand[ada] is [card(4, red), card({})]\nwhen ada does take\nthen m is 1"
    assert run(lines.format("1, red")) == ""  # the four is not allowed
    two = "players ada, bob\ngiven hand[ada] is [card(2, red), card(1, red)]\nwhen ada does take\nthen m is 1"
    assert run(two).startswith("2 different moves fit")


LATER = """
marker a: 0..99 = 0
marker b: 0..99 = 0
play
  turns from starter until a > 50
    do act
action act
  choose x in 1..3
  set a to x
  if x > 1
    choose y in x..3
    set b to y
  more: may
    choose z in 5..6
    set b to b + z
"""


def test_choices_in_later_menus_are_told_with_the_deed_or_forced() -> None:
    """12.1 Examples: played to the end of its deed; choices left out, also in later menus, must be forced; 12.2.4."""
    assert run("players ada, bob\nwhen ada does act(1)\nthen a is 1 and b is 0 and active is bob", LATER) == ""
    assert run("players ada, bob\nwhen ada does act(3)\nthen b is 3 and active is bob", LATER) == ""  # y = 3 is forced
    assert run("players ada, bob\nwhen ada does act(2, 3)\nthen b is 3 and active is bob", LATER) == ""
    assert run("players ada, bob\nwhen ada does act(x: 2, y: 3)\nthen b is 3", LATER) == ""
    assert run("players ada, bob\nwhen ada does act(2)\nthen b is 3", LATER) != ""  # y is not forced


def test_naming_a_choice_inside_a_may_accepts_it_leaving_it_out_declines_it() -> None:
    """12.2.4: arguments bind in the order asked on the path taken."""
    assert run("players ada, bob\nwhen ada does act(1, z: 6)\nthen b is 6", LATER) == ""
    assert run("players ada, bob\nwhen ada does act(2, 3, 5)\nthen b is 8", LATER) == ""
    assert run("players ada, bob\nwhen ada does act(1, 5)\nthen b is 5", LATER) == ""
    assert run("players ada, bob\nwhen ada does act(1, 5, 6)\nthen b is 5", LATER) != ""  # more than there are


def test_a_choice_that_is_told_is_not_left_out_because_it_is_refused() -> None:
    """12.2.4: declining the offer is another move than the one that is named."""
    rules = LATER.replace("    choose z in 5..6\n", '    choose z in 5..6\n    even: only if z is 6 because "no"\n')
    rules = rules.replace("  set a to x\n  if x > 1\n    choose y in x..3\n    set b to y\n", "")
    assert run("players ada, bob\nwhen ada does act(1, 6)\nthen b is 6", rules) == ""
    assert run("players ada, bob\nwhen ada does act(1)\nthen b is 0", rules) == ""
    assert run("players ada, bob\nwhen ada does act(1, 5)\nthen b is 0", rules) == "`act` is not allowed like this"
    assert run("players ada, bob\nthen ada cannot act(1, 5) because act.even", rules) == ""
    assert run("players ada, bob\nthen ada can act(1)", rules) == ""


def test_a_name_used_in_two_branches_is_one_argument() -> None:
    """12.2.4."""
    rules = """
marker a: 0..99 = 0
play
  turns from starter until a > 50
    do act
action act
  one of
    - low:
      choose x in 1..3
      set a to x
    - high:
      choose x in 7..9
      set a to x
"""
    assert run("players ada, bob\nwhen ada does act(8)\nthen a is 8", rules) == ""
    assert run("players ada, bob\nwhen ada does act(x: 2)\nthen a is 2", rules) == ""


def test_a_choice_made_once_per_pass_takes_a_list() -> None:
    """§4."""
    rules = """
marker a: 0..99 = 0
play
  turns from starter until a > 50
    do act
action act
  repeat 2 times
    choose x in 1..3
    set a to 10 * a + x
"""
    assert run("players ada, bob\nwhen ada does act(x: [2, 3])\nthen a is 23", rules) == ""
    assert run("players ada, bob\nwhen ada does act([3, 1])\nthen a is 31", rules) == ""


def test_a_set_is_told_as_a_list() -> None:
    """§7.4: sets, in any order."""
    rules = CARDS.replace("  choose card in hand[me]\n", "  choose 2 cards in hand[me]\n")
    rules = rules.replace("move card to line", "move cards to line").replace("card.n < 4", "sum(cards.n) < 5")
    lines = "players ada, bob\ngiven hand[ada] is [card(1, red), card(2, red), card(3, blue)]\n"
    lines += "when ada does take([{}])\nthen count(line) is 2"
    assert run(lines.format("card(3, blue), card(1, red)"), rules) == ""
    assert run(lines.format("card(3, blue), card(2, red)"), rules) == "`take` is not allowed like this"


ANSWER = """
marker a: 0..99 = 0
play
  turns from starter until a > 50
    do ask
action ask
  choose x in 1..2
  set a to x
  next(me) does answer
  set a to a + 20
action answer
  choose y in {}
  set a to a + 10 * y
"""


def test_a_deed_in_which_somebody_else_decides() -> None:
    """12.1 Examples: forced menus of anybody in between are played; what is not forced is told by that player's own line."""
    forced, free = ANSWER.format("1..1"), ANSWER.format("1..2")
    assert run("players ada, bob\nwhen ada does ask(2)\nthen a is 32 and active is bob", forced) == ""
    assert run("players ada, bob\nwhen\n  ada does ask(2)\n  bob does answer(2)\nthen a is 42", free) == ""
    assert run("players ada, bob\nwhen\n  ada does ask(2)\n  bob does answer\nthen a is 32", forced) == ""


def test_forced_menus_in_between_are_played() -> None:
    """§7.4: a forced action of anybody between two lines."""
    rules = TWO_LOOPS.replace("    one of\n      - do late\n      - do early\n", "    do late\n")
    assert run("players ada, bob\nwhen ada does early\nwhen ada does late\nthen a is 2 and b is 2", rules) == ""


def test_random_choices_may_be_named() -> None:
    """§7.4."""
    rules = """
marker a: 0..99 = 0
play
  turns from starter until a > 50
    do roll
action roll
  choose x in 1..2
  choose die in 1..6 at random
  set a to 10 * x + die
"""
    for die in range(1, 7):
        assert run(f"players ada, bob\nwhen ada does roll(2, die: {die})\nthen a is {20 + die}", rules) == ""
    assert run("players ada, bob\nwhen ada does roll(2, die: 7)\nthen a is 27", rules) == "chance never comes out as named"


def test_after_a_when_the_machine_runs_to_the_next_decision() -> None:
    """12.1 Examples: effects up to there have happened."""
    rules = TWO_LOOPS.replace("    do early\n  second", "    do early\n    set b to b + 5\n  second")
    assert run("players ada, bob\nwhen ada does early\nthen b is 5 and active is bob", rules) == ""


# ---- then ----------------------------------------------------------------------------------------
def test_then_lines_are_conditions() -> None:
    """§7.5."""
    assert run("players ada, bob\nwhen ada does rest\nthen\n  m is 0\n  not (m is 1)") == ""
    assert run("players ada, bob\nwhen ada does rest\nthen m is 1") == "this does not hold"


def test_can_and_cannot_speak_of_the_moves_offered_at_that_point() -> None:
    """§7.5: with arguments missing, some / no completion is offered."""
    given = "players ada, bob\ngiven hand[ada] is [card(4, red), card(1, red)]\ngiven coins[ada] is 2\nthen ada "
    assert run(given + "can take") == ""
    assert run(given + "can take(card(1, red))") == ""
    assert run(given + "can take(card(4, red))") == "this is not allowed"
    assert run(given + "cannot take(card(4, red))") == ""
    assert run(given + "cannot take") == "this is allowed"
    assert run(given + "can give(2)") == ""
    assert run(given + "cannot give(3)") == ""
    assert run("players ada, bob\nwhen ada does rest\nthen ada cannot rest\nthen bob can rest") == ""


def test_because_names_the_rule_that_refuses() -> None:
    """§7.5: at least one is refused for that reason."""
    given = "players ada, bob\ngiven hand[ada] is [card(4, red), card(1, red)]\n"
    assert run(given + "then ada cannot take(card(4, red)) because take.small") == ""
    two = "players ada, bob\ngiven hand[ada] is [card(4, red), card(4, blue)]\nthen ada cannot take because take.small"
    assert run(two) == ""
    rules = CARDS.replace("  move card to line\n", '  red: only if card.hue is red because "red"\n  move card to line\n')
    given = "players ada, bob\ngiven hand[ada] is [card(1, blue)]\nthen ada cannot take(card(1, blue)) because take."
    assert run(given + "red", rules) == ""
    assert run(given + "small", rules).startswith("it is refused, but not because of")


def test_then_at_an_address_judges_on_reaching_it() -> None:
    """12.2.8: `then at address`."""
    rules = """
marker a: 0..99 = 0
play
  turns from starter until a > 50
    do act
    end_of_turn: set a to a + 20
action act
  set a to 5
"""
    lines = "players ada, bob\nwhen ada does act\nthen at play.end_of_turn a is {}\nthen a is {}"
    assert run(lines.format(5, 25), rules) == ""
    assert run(lines.format(25, 25), rules) == "this does not hold"


def test_a_step_is_entered_through_its_first_use() -> None:
    """§7.3: a step is entered through its first use in `play`."""
    rules = """
marker a: 0..99 = 0
play
  turns from starter until a > 50
    do tidy
    do act
action act
step tidy
  choose x in 1..3
  set a to x
"""
    assert run("players ada, bob\nat tidy\nwhen bob does act\nthen a is 0", rules) != ""
    assert run("players ada, bob\nwhen bob does tidy(2)\nthen a is 2 and active is bob", rules) == ""
    assert run("players ada, bob\nwhen bob does tidy\nthen a is 2", rules) == "3 different moves fit: name more of the choices"
    assert run("players ada, bob\nwhen\n  bob does tidy(2)\n  bob does act\n  ada does tidy(3)\nthen a is 3", rules) == ""
    plain = rules.replace("  choose x in 1..3\n  set a to x\n", "  set a to a + 4\n")
    assert run("players ada, bob\nwhen bob does tidy\nthen a is 4 and active is bob\nthen bob can act", plain) == ""
