"""Turns, rounds, next turn, loops, `me` and `active` (specification §4, §5, 12.1 Turns, 12.2.3)."""

from __future__ import annotations

from tests.engine.spec import fault, tiny

# Every turn notes the player in a row of the box's tokens: the order of turns can be read from `order`.
NOTES = """
piece note in pool
  who: player
  | copies | who  |
  | 20     | each |
place pool: pile of note
place order: row of note
define one_of(p: player) = first(n in pool where n.who is p)
define turns_done = count(order)
marker stop: truth = no
marker out[player]: truth = no
action mark
  move one_of(me) to order
"""


def order(rules: str, players: int = 3, *moves: str) -> list[int]:
    """Whose turn it was, one after the other."""
    game = tiny(NOTES + rules, players).play(*moves)
    while not game.over and "mark" in game.menu():
        game.play("mark")
    return list(game.at("order"))


def test_turns_pass_clockwise_from_the_named_player_until_the_condition_holds() -> None:
    """§4: `active` := p; test; block; `active` := next(active); again."""
    assert order("play\n  turns from seat(2) until turns_done is 5\n    do mark\n") == [1, 2, 0, 1, 2]


def test_until_is_tested_before_the_first_turn() -> None:
    """§4: `until` is tested before every pass."""
    assert order("play\n  turns from starter until turns_done is 0\n    do mark\n") == []


def test_until_of_turns_is_tested_after_every_single_turn() -> None:
    """§4: unlike `rounds`, `turns` tests whenever the turn passes."""
    assert order("play\n  turns from starter until turns_done is 4\n    do mark\n") == [0, 1, 2, 0]


def test_rounds_are_finished_before_the_condition_is_tested() -> None:
    """§4: `rounds` tests c only at the start and when the turn passes over p."""
    assert order("play\n  rounds from starter until turns_done >= 4\n    do mark\n") == [0, 1, 2, 0, 1, 2]


def test_rounds_begin_and_end_at_their_own_first_player() -> None:
    """§4: the player over whom the turn passes is p, not the starter."""
    assert order("play\n  rounds from seat(3) until turns_done >= 4\n    do mark\n") == [2, 0, 1, 2, 0, 1]


def test_rounds_test_the_condition_at_their_start() -> None:
    """§4: … only at the start and when …"""
    assert order("play\n  rounds from starter until turns_done is 0\n    do mark\n") == []


def test_next_turn_names_who_comes() -> None:
    """§4: `active` := the player of `next turn`, else next(active)."""
    rules = """
play
  turns from starter until turns_done is 4
    do mark
    next turn previous(me)
"""
    assert order(rules) == [0, 2, 1, 0]


def test_the_last_next_turn_of_a_turn_counts() -> None:
    """12.1 Turns: the last one counts."""
    rules = """
play
  turns from starter until turns_done is 3
    next turn me
    do mark
    next turn previous(me)
"""
    assert order(rules) == [0, 2, 1]


def test_next_turn_holds_for_one_passing_only() -> None:
    """§4: afterwards it is next(active) again."""
    rules = """
play
  turns from starter until turns_done is 4
    do mark
    if turns_done is 1
      next turn seat(3)
"""
    assert order(rules) == [0, 2, 0, 1]


def test_an_extra_turn_passes_nobody() -> None:
    """§4: an extra turn of the round's first player does not end the round, nor does one of the last."""
    extra = """
play
  rounds from starter until turns_done >= 2
    do mark
    if turns_done is {}
      next turn me
"""
    assert order(extra.format(1)) == [0, 0, 1, 2]
    assert order(extra.format(3)) == [0, 1, 2, 2]


def test_a_jump_over_the_first_player_ends_a_round() -> None:
    """§4: clockwise from the last mover, exclusive, to the next, inclusive."""
    jump = """
play
  rounds from {} until turns_done >= 2
    do mark
    if turns_done is 3
      next turn seat(2)
"""
    assert order(jump.format("starter"), 4) == [0, 1, 2]  # over 3 and 0 to 1
    assert order(jump.format("seat(3)"), 4) == [2, 3, 0, 1]  # from 0 to 1 nobody else is passed, then to 2


def test_a_jump_that_stays_short_of_the_first_player_goes_on_with_the_round() -> None:
    """§4: only passing over p lets `rounds` test."""
    rules = """
play
  rounds from starter until turns_done >= 1
    do mark
    if turns_done is 1
      next turn seat(3)
"""
    assert order(rules) == [0, 2]


def test_where_passes_over_players_the_first_too() -> None:
    """12.2.3: players for whom c is false are passed over, the first too."""
    rules = """
setup
  set out[seat(1)] to yes
play
  turns from starter where not out[active] until turns_done is 4
    do mark
"""
    assert order(rules) == [1, 2, 1, 2]


def test_a_loop_nobody_is_left_for_ends() -> None:
    """12.2.3: if nobody is left the loop ends; what follows is done."""
    rules = """
play
  turns from starter where not out[active]
    do mark
    set out[me] to yes
  starter does mark
"""
    assert order(rules) == [0, 1, 2, 0]


def test_a_player_named_by_next_turn_is_passed_over_too() -> None:
    """12.2.3 with §4: the candidate named is only the first to be looked at."""
    rules = """
setup
  set out[seat(3)] to yes
play
  turns from starter where not out[active] until turns_done is 3
    do mark
    next turn seat(3)
"""
    assert order(rules) == [0, 0, 0]


def test_passing_over_ones_way_back_to_the_same_player_completes_a_round() -> None:
    """§4, 12.2.3: with only one player left the turn passes over everybody; it is no extra turn."""
    rules = """
setup
  set out[seat(2)] to yes
  set out[seat(3)] to yes
play
  rounds from starter where not out[active] until turns_done >= 2
    do mark
"""
    assert order(rules) == [0, 0]


def test_a_named_player_who_is_passed_over_makes_no_extra_turn() -> None:
    """§4: clockwise from the last mover to the next passes over p even if the named player was passed over."""
    rules = """
setup
  set out[seat(2)] to yes
  set out[seat(3)] to yes
play
  rounds from starter where not out[active] until turns_done >= 2
    do mark
    next turn seat(2)
"""
    assert order(rules) == [0, 0]


def test_me_and_active_are_the_player_of_the_turn() -> None:
    """§4: `me` := `active`."""
    game = tiny(NOTES + "play\n  turns from seat(2) until turns_done is 2\n    do mark\n", 3)
    assert (game.me, game.active, game.decider) == (1, 1, 1)
    game.play("mark")
    assert (game.me, game.active) == (2, 2)


AFTER = """
play
  turns from seat(2) until turns_done is 2
    do mark
  do look
action look
  set who to me
  set turn to active
marker who: player or none
marker turn: player or none
"""


def test_after_a_loop_me_is_what_it_was_and_active_who_would_move() -> None:
    """§4: after the loop `active` is who would move; 12.1: `me` is what it was before."""
    game = tiny(NOTES + AFTER, 4).play("mark", "mark", "look")
    assert game.marker("who") == 0
    assert game.marker("turn") == 3


def test_active_is_the_starter_before_the_first_loop() -> None:
    """12.1 Turns."""
    game = tiny(NOTES + "play\n  do look\n" + AFTER.split("do look\n")[1], 3).play("look")
    assert (game.marker("who"), game.marker("turn")) == (0, 0)


def test_next_turn_belongs_to_the_innermost_loop() -> None:
    """12.1 Turns: of nested loops the inner one is told."""
    rules = """
play
  turns from starter until turns_done >= 4
    turns from me until turns_done mod 2 is 0 and turns_done > 0 and inner >= 2
      do mark
      set inner to inner + 1
      next turn previous(me)
    set inner to 0
marker inner: 0..9 = 0
"""
    assert order(rules) == [0, 2, 2, 1]


def test_a_subject_changes_me_and_not_active() -> None:
    """§4: inside, `me` is p; afterwards it is what it was."""
    rules = """
play
  turns from starter until turns_done is 2
    next(me) does look
    do mark
action look
  set who to me
  set turn to active
marker who: player or none
marker turn: player or none
"""
    game = tiny(NOTES + rules, 3)
    assert (game.decider, game.active) == (1, 0)
    game.play("look")
    assert (game.marker("who"), game.marker("turn"), game.decider) == (1, 0, 0)


def test_a_step_that_ends_its_turns_goes_on_where_it_was_done() -> None:
    """§4: `do` a step inside a loop; nested loops have their own players."""
    rules = """
play
  repeat 2 times
    do everybody
step everybody
  for each p in clockwise(seat(2))
    p does mark
"""
    assert order(rules) == [1, 2, 0, 1, 2, 0]


def test_repeat_until_tests_before_every_pass() -> None:
    """§4: `until` is tested before every pass."""
    assert order("play\n  repeat until turns_done is 0\n    do mark\n") == []
    assert order("play\n  repeat until turns_done is 3\n    do mark\n") == [0, 0, 0]


def test_repeat_evaluates_its_count_once() -> None:
    """12.1 Numbers: counts in `repeat` are evaluated once; less than 1 does nothing."""
    assert order("play\n  repeat 3 - turns_done times\n    do mark\n") == [0, 0, 0]
    assert order("play\n  repeat turns_done - 1 times\n    do mark\n") == []


def test_end_game_ends_at_once() -> None:
    """§4: nothing after `end game` happens."""
    rules = """
play
  turns from starter
    do mark
    if turns_done is 2
      end game
    set stop to yes
"""
    game = tiny(NOTES + rules, 3).play("mark", "mark")
    assert game.over
    assert game.at("order") == [0, 1]


def test_the_end_of_play_ends_the_game() -> None:
    """§5: END."""
    game = tiny(NOTES + "play\n  do mark\n", 3).play("mark")
    assert game.over and game.menu() == [] and game.decider is None


def test_everyone_secretly_goes_clockwise_from_the_starter() -> None:
    """§4: the block runs for each player, clockwise from the starter, whoever is active."""
    rules = """
marker bid[player]: 0..9 = 0
play
  turns from seat(2) until turns_done is 1
    everyone secretly
      do bid_one
    do mark
action bid_one
  choose n in 1..2
  set bid[me] to n
"""
    game = tiny(NOTES + rules, 3)
    deciders = []
    while "mark" not in game.menu():
        deciders.append(game.decider)
        game.play("bid_one n=1")
    assert deciders == [0, 1, 2]
    assert (game.me, game.active) == (1, 1)


def test_a_loop_without_change_is_stopped() -> None:
    """12.2.7: the fault is a pass that leaves the state unchanged."""
    assert fault(NOTES + "play\n  repeat\n    for each p in players where stop\n      p does mark\n", 2).startswith("RK529")


def test_a_loop_of_real_decisions_that_change_nothing_is_stopped() -> None:
    """Players may pass for a while where the rules let them; a hundred passes without a change stop the game."""
    rules = "action pass\nplay\n  turns from starter\n    do pass\n"
    assert tiny(rules, 2).menu() == ["pass"]
    assert not fault(rules, 2, *["pass"] * 90)
    assert fault(rules, 2, *["pass"] * 120).startswith("RK529")


def test_for_each_freezes_its_list() -> None:
    """§4: `for each` freezes its list when it starts: notes moved in on the way are not met."""
    rules = """
setup
  move one_of(seat(1)) to order
  move one_of(seat(2)) to order
play
  for each n in order
    move one_of(seat(3)) to order
"""
    assert order(rules) == [0, 1, 2, 2]


def test_for_each_where_is_tested_when_the_loop_starts() -> None:
    """§4: the list is frozen with its `where`."""
    rules = """
play
  for each p in players where not out[p]
    set out[next(p)] to yes
    p does mark
"""
    assert order(rules) == [0, 1, 2]


def test_for_each_takes_several_binders_the_first_varying_slowest() -> None:
    """§3 comprehensions, 12.1 Order: from left to right."""
    rules = """
play
  for each p in [seat(2), seat(1)], q in players where p is not q
    move one_of(p) to order
    move one_of(q) to order
"""
    assert order(rules) == [1, 0, 1, 2, 0, 1, 0, 2]


def test_if_else_if_else_takes_the_first_branch_that_holds() -> None:
    """§4."""
    rules = """
play
  for each n in 1..3
    if n is 2
      move one_of(seat(2)) to order
    else if n >= 2
      move one_of(seat(3)) to order
    else
      move one_of(seat(1)) to order
"""
    assert order(rules) == [0, 1, 2]
