"""How completability is searched, what is told when it fails, and that nothing leaks (specification §5, 12.1, 12.2.1)."""

from __future__ import annotations

from tests.engine.language.test_completable import BASE, NEVER, is_offered, offered
from tests.engine.spec import engine_for, fault, tiny


# ---- search --------------------------------------------------------------------------------------
def test_a_state_met_again_is_a_dead_end() -> None:
    """12.1 Search: a state met again on the path being searched is a dead end; going round does not help."""
    rules = """
play
  turns from starter until b > 0
    one of
      - do go
      - do rest
action go
  set a to 1
  repeat
    one of
      - set a to 1
      - set a to 2
    only if a is 3 or a < 3 because "fine"
"""
    assert offered(rules) == ["rest"]


def test_a_loop_that_can_be_left_is_offered() -> None:
    """12.1 Search: some continuation is enough."""
    rules = """
play
  turns from starter until b > 0
    one of
      - do go
      - do rest
action go
  set a to 1
  repeat until a is 7
    one of
      - set a to 1
      - set a to a + 2
  only if a is 7 because "seven"
"""
    assert offered(rules) == ["go", "rest"]


LATE = """
play
  turns from starter until b > 0
    do go
action go
  set a to 0
  repeat 9 times
    choose x in 1..5
    set a to a + x
  only if a > 90 because "never"
"""


def test_a_used_up_budget_is_an_error_and_no_answer() -> None:
    """§5 Budget: it never returns a partial list."""
    assert fault(BASE + LATE).startswith("RK540")
    assert fault(BASE + LATE.replace("9 times", "3 times")).startswith("RK541")
    assert fault(BASE + LATE.replace("9 times", "3 times"), budget=50).startswith("RK540")


def test_a_node_of_the_budget_is_one_stop_of_the_search() -> None:
    """12.1 Search: decisions, dead ends, horizons: 1 + 5 + 5 * 5 + … ; here 1 + 3 decisions and 9 dead ends."""
    rules = LATE.replace("9 times", "2 times").replace("1..5", "1..3")
    assert fault(BASE + rules, budget=14).startswith("RK541")  # one path of the menu counts one, too
    assert fault(BASE + rules, budget=13).startswith("RK540")
    wide = "play\n  turns from starter until b > 0\n    do go\naction go\n  choose x in 1..9\n  set b to x\n"
    assert fault(BASE + wide, budget=9) == ""
    assert fault(BASE + wide, budget=8).startswith("RK540")


def test_deeper_than_64_decisions_counts_as_used_up() -> None:
    """12.1 Search."""
    rules = """
play
  turns from starter until b > 0
    do go
action go
  set a to 0
  repeat {} times
    may
      set a to a + 1
  only if a is 1 because "one"
  set b to 1
"""
    assert tiny(BASE + rules.format(60)).menu() == ["go"]
    assert fault(BASE + rules.format(70)).startswith("RK540")


def test_the_game_is_stuck_if_nothing_is_offered() -> None:
    """§5, 12.1 Stuck: with the address."""
    rules = "play\n  turns from starter until b > 0\n    here: do go\naction go\n  pay 1 coins\n"
    assert fault(BASE + rules) == "RK541 play.here"


def test_a_dead_end_where_nobody_decides_is_stuck() -> None:
    """12.1 Stuck: in `setup`, after a horizon."""
    assert fault(BASE + "setup\n  never: only if a is 1\nplay\n  do rest\n") == "RK541 setup.never"
    rules = "play\n  turns from starter until b > 0\n    do go\n"
    rules += 'action go\n  shuffle deck\n  never: only if a is 1 because "no"\n'
    assert fault(BASE + rules, 2, "go") == "RK541 go.never"


def test_offers_are_listed_before_and_after_an_effect_as_far_as_they_can_be_completed() -> None:
    """§5: every option of a later menu is judged again."""
    rules = """
setup
  gain 3 coins
play
  turns from starter until b > 0
    do go
action go
  choose x in 1..3
  pay x coins
  more: may
    pay 2 coins
  set b to 1
"""
    game = tiny(BASE + rules)
    assert game.menu() == ["go x=1", "go x=2", "go x=3"]
    assert game.play("go x=1").menu() == ["~go.more", "+go.more"]
    other = tiny(BASE + rules).play("go x=2")
    assert other.over and other.tally("coins", 0) == 1  # nothing but declining is left, and it is played


# ---- why not -------------------------------------------------------------------------------------
def test_the_reason_is_that_of_the_first_dead_end_in_search_order() -> None:
    """§5 Why not?: bullets in order, declining first; `pay`, empty choices, taken spots have standard sentences."""
    rules = """
setup
  move bottom(deck) to spot
play
  turns from starter until b > 0
    one of
      - do go
      - do broke
      - do none_left
      - do taken
      - do rest
action go
  choose x in 1..3
  small: only if x > 5 because "x is {x}"
  other: only if x > 7 because "more"
  set a to 1
action broke
  price: pay 3 coins
action none_left
  pick: choose c in table
  move c to mine[me]
action taken
  lay: draw 1 from deck to spot
"""
    game = tiny(BASE + rules)
    assert [m.split()[-1] for m in game.menu()] == ["rest"]
    reasons = {deed: game.why_not(deed) for deed in ("go", "broke", "none_left", "taken", "rest")}
    assert [(r.how, r.address) if r else None for r in reasons.values()] == [
        ("requirement", "go.small"), ("pay", "broke.price"), ("nothing to choose", "none_left.pick"), ("taken", "taken.lay"),
        None,
    ]  # fmt: skip
    wrong = game.why_not("go", x=9)
    assert wrong is not None and wrong.how == "not a candidate"


def test_one_machine_has_one_budget_for_one_menu() -> None:
    """§5 Budget: 20 000 nodes for one menu, counted anew for the next."""
    engine = engine_for(BASE + LATE.replace("9 times", "4 times").replace("a > 90", "a is 20") + "\n")
    state = engine.start(0)
    engine.machine.budget = 800
    assert [len(engine.moves(state)) for _ in range(3)] == [1, 1, 1]


# ---- nothing leaks -------------------------------------------------------------------------------
def test_moving_pieces_chosen_by_what_is_hidden_is_a_horizon() -> None:
    """§5 Views: legality never leaks: which cards of the deck are moved depends on what nobody sees."""
    more = "place dark: pile of card, hidden\n"
    late = 'only if count(dark) > 3 because "more"'
    assert is_offered(f"move list(c in deck where c.n < 3) to dark\n{late}", "", more)
    assert not is_offered(f"move top(deck, 2) to dark\n{late}", "", more)
    assert is_offered(f"move top(deck, 4) to dark\n{late}", "", more)


def test_asking_whether_another_player_can_is_a_horizon_if_it_reads_his_hand() -> None:
    """12.2.1: a hidden test in `if`; what he can do depends on cards the decider does not see."""
    more = "action show\n  choose c in mine[me] where c.n is 1\n  move c to table\naction pass_on\n  pay 1 coins\n"
    hold = "draw 1 from deck to mine[seat(2)]\ndraw 1 from deck to mine[seat(1)]"
    assert is_offered(f"set a to 1\nif next(me) can show\n  {NEVER}", hold, more)
    assert is_offered(f"if next(me) can show\n  {NEVER}", hold, more)
    assert is_offered(f"set a to 1\nif me can show\n  {NEVER}", hold, more)  # ada holds the two
    assert not is_offered(f"set a to 1\nif me can show\n  {NEVER}", hold.replace("seat(2)", "seat(1)"), more)
    assert not is_offered(f"set a to 1\nif next(me) cannot pass_on\n  {NEVER}", hold, more)  # coins are known to all
