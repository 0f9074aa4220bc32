"""Which moves are offered, in which order, and what forms one menu (specification §5, 12.1 Menus and moves, Alike pieces)."""

from __future__ import annotations

import pytest

from tests.engine.spec import tiny

MARKERS = """
marker a: 0..9 = 0
marker b: 0..9 = 0
"""


# ---- what forms one menu -------------------------------------------------------------------------
def test_neighbouring_decisions_without_an_effect_form_one_menu() -> None:
    """§5: `buy milk 3 for the latte` is one move."""
    rules = """
action buy
  choose x in 1..2
  choose y in 3..4
  set a to x
  set b to y
play
  do buy
"""
    assert tiny(MARKERS + rules).menu() == ["buy x=1 y=3", "buy x=1 y=4", "buy x=2 y=3", "buy x=2 y=4"]


def test_choices_after_an_effect_are_a_later_menu() -> None:
    """§5: choices after an effect are later menus."""
    rules = """
action buy
  choose x in 1..2
  set a to x
  choose y in 3..4
  set b to y
play
  do buy
"""
    game = tiny(MARKERS + rules)
    assert game.menu() == ["buy x=1", "buy x=2"]
    assert game.play("buy x=2").menu() == ["y=3", "y=4"]


def test_let_tests_requirements_calls_and_loops_are_no_effects() -> None:
    """12.1 Menus: `let`, tests, requirements, calls and loops are not effects."""
    rules = """
step pick_y
  choose y in 1..2
  only if y is not a + 1 because "taken"
action buy
  choose x in 1..2
  let twice = 2 * x
  if twice is 4
    do pick_y
  for each n in [7, 8]
    choose z in [n]
  set a to x
play
  do buy
"""
    assert tiny(MARKERS + rules).menu() == ["buy x=1 z=7 z=8", "buy x=2 y=2 z=7 z=8"]


def test_next_turn_is_an_effect() -> None:
    """12.1 Menus: `set` and `next turn` are effects."""
    rules = """
action go
  choose x in 1..2
  next turn me
  choose y in 1..2
  set a to x + y
play
  turns from starter until a > 0
    do go
"""
    game = tiny(MARKERS + rules)
    assert game.menu() == ["go x=1", "go x=2"]
    assert game.play("go x=1").menu() == ["y=1", "y=2"]


def test_chance_ends_a_menu() -> None:
    """12.1 Menus: up to the first effect, chance, horizon or decision of somebody else."""
    rules = """
action go
  choose x in 1..2
  choose die in 1..6 at random
  choose y in 1..2
  set a to x
play
  do go
"""
    assert tiny(MARKERS + rules).menu() == ["go x=1", "go x=2"]


def test_the_end_of_a_turn_ends_a_menu() -> None:
    """12.1 Menus: a horizon ends it, also if the same player comes again."""
    rules = """
action go
  choose x in 1..2
play
  rounds from starter until a > 0
    do go
    set a to 1
"""
    bare = rules.replace("    set a to 1\n", "").replace(" until a > 0", "")
    assert tiny(MARKERS + rules, 1).menu() == ["go x=1", "go x=2"]
    assert tiny(MARKERS + bare, 1).menu() == ["go x=1", "go x=2"]


def test_a_decision_of_somebody_else_ends_a_menu() -> None:
    """12.1 Menus."""
    rules = """
action ask
  choose x in 1..2
  next(me) does answer
action answer
  choose y in 1..2
  set a to y
play
  turns from starter until a > 0
    do ask
"""
    game = tiny(MARKERS + rules)
    assert game.menu() == ["ask x=1", "ask x=2"]
    game.play("ask x=1")
    assert (game.decider, game.menu()) == (1, ["answer y=1", "answer y=2"])


def test_a_statement_of_the_same_player_stays_in_the_menu() -> None:
    """12.1 Menus: further decisions of the same player."""
    rules = """
action ask
  choose x in 1..2
  me does answer
action answer
  choose y in 1..2
  set a to y
play
  turns from starter until a > 0
    do ask
"""
    assert tiny(MARKERS + rules).menu() == [f"ask x={x} answer y={y}" for x in (1, 2) for y in (1, 2)]


# ---- order ---------------------------------------------------------------------------------------
def test_declining_comes_first_then_bullets_in_order() -> None:
    """12.1 Path order: declining first, then bullets, then candidates in list order."""
    rules = """
action go
  one of
    - low:
      choose x in [2, 1]
    - high:
      choose x in [9, 8]
  more: may
    choose y in 4..5
    set b to y
  set a to 1
play
  do go
"""
    game = tiny(MARKERS + rules)
    expected = []
    for bullet, numbers in (("low", (2, 1)), ("high", (9, 8))):
        for x in numbers:
            expected += [f"go -go.{bullet} x={x} {end}" for end in ("~go.more", "+go.more y=4", "+go.more y=5")]
    assert game.menu() == expected


def test_sets_come_by_size_then_by_position() -> None:
    """12.1 Path order: sets by size, then by position."""
    rules = "action go\n  choose some xs in [3, 1, 2]\n  set a to sum(xs)\nplay\n  do go\n"
    sets = ["3", "1", "2", "3+1", "3+2", "1+2", "3+1+2"]
    assert tiny(MARKERS + rules).menu() == [f"go xs={s}" for s in sets]


@pytest.mark.parametrize(
    ("amount", "sizes"),
    [("some", [1, 2, 3]), ("up to 2", [0, 1, 2]), ("2..3", [2, 3]), ("2", [2]), ("(1 + b)", [1]), ("up to 9", [0, 1, 2, 3])],
)
def test_how_many_may_be_chosen(amount: str, sizes: list[int]) -> None:
    """12.1 Numbers: some = one or more, up to n = none to n, a..b / n / (e) = so many."""
    rules = f"action go\n  choose {amount} xs in 1..3\n  set a to count(xs)\nplay\n  do go\n"
    found = [len([c for c in m.split("=")[1].split("+") if c]) for m in tiny(MARKERS + rules).menu()]
    assert sorted(set(found)) == sizes
    assert found == sorted(found)


def test_a_choice_without_enough_candidates_is_a_dead_end() -> None:
    """§5: a `choose` without enough candidates."""
    rules = """
action go
  choose 4 xs in 1..3
  set a to 1
action rest
  set a to 2
play
  one of
    - go: do go
    - rest: do rest
"""
    assert tiny(MARKERS + rules).menu() == ["-play.rest rest"]


def test_several_picks_are_made_from_left_to_right_and_where_is_tested_when_all_are_bound() -> None:
    """12.1 Order."""
    rules = "action go\n  choose x in 1..3, y in x..3 where x + y is 4\n  set a to x\nplay\n  do go\n"
    assert tiny(MARKERS + rules).menu() == ["go x=1 y=3", "go x=2 y=2"]


def test_where_may_use_a_chosen_set() -> None:
    """§4 `choose`: `where` with a set."""
    rules = "action go\n  choose 1..2 xs in 1..4 where sum(xs) is 4\n  set a to 1\nplay\n  do go\n"
    assert tiny(MARKERS + rules).menu() == ["go xs=4", "go xs=1+3"]


def test_a_binder_without_in_ranges_over_a_kind_or_the_players() -> None:
    """§3: `choose drink` = `choose drink in drink`."""
    rules = "kind drink: tea, milk\naction go\n  choose drink, player\n  set a to 1\nplay\n  do go\n"
    assert tiny(MARKERS + rules, 3).menu() == [f"go drink={d} player={p}" for d in ("tea", "milk") for p in range(3)]


# ---- menus of one --------------------------------------------------------------------------------
def test_an_action_with_nothing_to_choose_is_a_menu_of_one() -> None:
    """§5: always shown, even if forced."""
    game = tiny(MARKERS + "action go\n  set a to 1\nplay\n  do go\n")
    assert game.menu() == ["go"]
    assert game.marker("a") == 0


def test_a_menu_of_one_that_starts_no_action_is_played_without_asking() -> None:
    """12.1 Menus."""
    rules = """
play
  choose x in [7]
  set a to x
  one of
    - set b to 3
  do go
action go
  choose x in [4]
  set a to x
"""
    game = tiny(MARKERS + rules)
    assert (game.marker("a"), game.marker("b")) == (7, 3)
    assert game.menu() == ["go x=4"]


def test_a_step_with_a_choice_is_asked() -> None:
    """§5: a CHOOSE is a decision wherever it stands."""
    rules = "play\n  do fill_up\nstep fill_up\n  choose x in 1..2\n  set a to x\n"
    assert tiny(MARKERS + rules).menu() == ["x=1", "x=2"]


def test_an_action_without_a_body_and_a_label_alone_do_nothing() -> None:
    """12.2.9: `- pass:` and an action without a body are allowed."""
    rules = """
action rest
play
  one of
    - pass:
    - rest: do rest
    - go: set a to 1
"""
    game = tiny(MARKERS + rules)
    assert game.menu() == ["-play.pass", "-play.rest rest", "-play.go"]
    assert game.play("-play.pass").over


def test_two_moves_that_are_alike_are_both_shown() -> None:
    """12.1 Menus: … and both are shown with the address that tells them apart."""
    rules = """
action go
  choose x in 1..1
  set a to x
play
  one of
    - first: do go
    - second: do go
"""
    assert tiny(MARKERS + rules).menu() == ["-play.first go x=1", "-play.second go x=1"]


# ---- may -----------------------------------------------------------------------------------------
def test_may_repeatedly_is_offered_until_it_is_declined() -> None:
    """§4: `may repeatedly`."""
    rules = "action more\n  set a to a + 1\nplay\n  again: may repeatedly\n    do more\n"
    game = tiny(MARKERS + rules)
    assert game.menu() == ["~play.again", "+play.again more"]
    game.play("+play.again more", "+play.again more", "~play.again")
    assert game.over and game.marker("a") == 2


def test_may_up_to_n_times_counts_and_evaluates_its_number_once() -> None:
    """12.1 Numbers: counts in `may up to` are evaluated once."""
    rules = "action more\n  set a to a + 1\nplay\n  again: may up to 2 - a times\n    do more\n"
    game = tiny(MARKERS + rules).play("+play.again more", "+play.again more")
    assert game.over and game.marker("a") == 2
    assert tiny(MARKERS + rules).play("+play.again more", "~play.again").over


def test_may_up_to_0_times_is_not_offered() -> None:
    """12.1 Numbers: less than 1 does nothing."""
    rules = "action more\n  set a to a + 1\nplay\n  may up to a times\n    do more\n  do more\n"
    assert tiny(MARKERS + rules).menu() == ["more"]


def test_a_subject_may() -> None:
    """§4: `p may do …`."""
    rules = "action more\n  set a to me_number\nmarker me_number: 0..9 = 3\nplay\n  offer: seat(2) may do more\n"
    game = tiny(MARKERS + rules)
    assert game.decider == 1
    assert game.menu() == ["~play.offer", "+play.offer more"]
