"""An option is offered iff some continuation reaches a horizon without a dead end (specification §5, 12.1, 12.2.1, 4, 5)."""

from __future__ import annotations

import pytest

from tests.engine.spec import tiny

BASE = """
marker a: 0..99 = 0
marker b: 0..99 = 0
tally coins[player] bank 20
piece card in deck
  n: 1..4
  | copies | n    |
  | 1      | each |
place deck: deck of card
place table: row of card
place mine[player]: hand of card
place spot: spot of card
action rest
"""


def offered(rules: str, players: int = 2) -> list[str]:
    """The moves offered, with their bullets left out."""
    return [" ".join(w for w in m.split() if not w.startswith("-")) for m in tiny(BASE + rules, players).menu()]


def is_offered(effects: str, before: str = "", more: str = "") -> bool:
    """Whether an action with these lines is offered beside `rest`."""
    lines = "".join(f"  {line}\n" for line in effects.strip().splitlines())
    setup = "setup\n" + "".join(f"  {line}\n" for line in before.strip().splitlines()) if before else ""
    play = "play\n  turns from starter until b > 50\n    one of\n      - do go\n      - do rest\n"
    return "go" in [m.split()[0] for m in offered(f"{setup}{play}action go\n{lines}{more}")]


NEVER = 'only if a > 90 because "never"'


# ---- dead ends -----------------------------------------------------------------------------------
def test_a_requirement_after_effects_judges_the_result() -> None:
    """§5: `only if` may stand after effects and judge the result."""
    rules = """
play
  do go
action go
  choose x in 1..4
  set a to x * x
  choose y in 1..2
  set b to y
  only if a + b is 5 because "five"
"""
    game = tiny(BASE + rules)
    assert game.menu() == ["go x=2"]
    assert game.play("go x=2").menu() == []  # y = 1 is forced and no action: it is played
    assert (game.marker("a"), game.marker("b")) == (4, 1)


def test_a_requirement_at_the_end_of_a_branch_makes_what_precedes_it_obligatory() -> None:
    """§5: there is no `must`."""
    rules = """
play
  turns from starter until b > 0
    do go
action go
  more: may up to 3 times
    set a to a + 1
  only if a is 2 because "exactly two"
  set b to 1
"""
    game = tiny(BASE + rules)
    assert game.menu() == ["go +go.more"]
    game.play("go +go.more")
    assert (game.marker("a"), game.over) == (2, True)


@pytest.mark.parametrize(
    ("effects", "before"),
    [
        (NEVER, ""),
        ("pay 1 coins", ""),
        ("set a to 1\npay 1 coins", ""),
        ("choose c in table\nset a to 1", ""),
        ("set a to 1\nchoose c in table\nset a to 2", ""),
        ("move top(deck) to spot", "move bottom(deck) to spot"),
        ("draw 1 from deck to spot", "move bottom(deck) to spot"),
        ("draw 2 from deck to spot", ""),
        ("set a to 1\nmove table to spot", "move top(deck, 2) to table"),
        (f"one of\n  - {NEVER}\n  - pay 1 coins", ""),
        (f"set a to 1\none of\n  - set a to 2\n    {NEVER}\n  - pay 1 coins", ""),
        ("choose n in 1..6 where n > 6 at random\nset a to n", ""),
    ],
)
def test_every_kind_of_dead_end(effects: str, before: str) -> None:
    """§5: a false `only if`, an unmet `pay`, a `choose` without enough candidates, a taken spot, a `one of` that dies."""
    assert not is_offered(effects, before)


@pytest.mark.parametrize(
    "effects",
    [
        "pay 0 coins",
        "gain 1 coins\npay 1 coins",
        "set a to 1\nmay\n  pay 5 coins",
        f"one of\n  - {NEVER}\n  - set a to 1",
        "draw 1 from table to spot",
        "set a to 1\nfor each c in table\n  pay 9 coins",
        f"if a > 3\n  {NEVER}",
    ],
)
def test_what_is_no_dead_end(effects: str) -> None:
    """§5: the rest can be completed."""
    assert is_offered(effects)


# ---- horizons ------------------------------------------------------------------------------------
def test_a_decision_of_another_player_is_a_horizon() -> None:
    """§5: even if that player then can do nothing; who decides alone is not one (12.1 Stuck)."""
    answer = f"action answer\n  choose x in 1..2\n  set a to x\n  {NEVER}\n"
    assert is_offered("set a to 1\nnext(me) does answer", more=answer)
    assert not is_offered("set a to 1\nme does answer", more=answer)


def test_chance_is_a_horizon() -> None:
    """§5 Chance is `shuffle`, `draw` from a bag, `at random`, nothing else."""
    assert is_offered(f"shuffle deck\n{NEVER}")
    assert is_offered(f"choose n in 1..6 at random\nset a to n\n{NEVER}")
    bag = "place urn: bag of card\n"
    assert is_offered(f"draw 1 from urn to table\n{NEVER}", "move deck to urn", bag)
    assert not is_offered(f"set a to 1\ndraw 1 from urn to table\n{NEVER}", "", bag)  # a draw of no piece


def test_a_piece_that_comes_into_sight_is_a_horizon() -> None:
    """§5: a piece going from a place the decider does not see to one he sees."""
    assert is_offered(f"draw 1 from deck to table\n{NEVER}")
    assert is_offered(f"draw 1 from deck to mine[me]\n{NEVER}")
    assert is_offered(f"move top(deck) to table\n{NEVER}")
    assert is_offered(f"move top(deck) to box\n{NEVER}")
    assert is_offered(f"deal 1 from deck to mine\n{NEVER}")


def test_a_piece_that_stays_out_of_sight_is_none() -> None:
    """§5: … to one he sees."""
    assert not is_offered(f"draw 1 from deck to mine[next(me)]\n{NEVER}")
    assert not is_offered(f"draw 1 from table to mine[me]\n{NEVER}", "move top(deck, 2) to table")
    assert not is_offered(f"move top(table) to mine[me]\n{NEVER}", "move top(deck, 2) to table")


def test_dealing_open_pieces_is_no_horizon() -> None:
    """§5: it is no chance, and nothing comes into sight; the same for a deal of no piece (12.1 Horizons)."""
    assert not is_offered(f"deal 1 from table to mine\n{NEVER}", "move top(deck, 2) to table")
    assert not is_offered(f"deal 1 from deck to mine\n{NEVER}", "move deck to table")


def test_a_draw_of_no_piece_is_no_horizon() -> None:
    """12.1 Horizons."""
    assert not is_offered(f"draw 0 from deck to table\n{NEVER}")
    assert not is_offered(f"draw 1 from deck to table\n{NEVER}", "move deck to box")


def test_a_taken_spot_is_tested_before_the_horizon() -> None:
    """12.1 Horizons."""
    assert not is_offered("draw 1 from deck to spot", "move bottom(deck) to spot")
    assert is_offered("draw 1 from table to spot", "move bottom(deck) to spot")  # nothing is drawn


def test_refilling_is_chance_only_when_it_happens() -> None:
    """§5: a draw that refills shuffles, and is a horizon; one that does not is none."""
    stock = "place stock: pile of card, refilled from spent\nplace spent: pile of card\n"
    assert not is_offered(f"draw 1 from stock to table\n{NEVER}", "move deck to stock", stock)
    assert is_offered(f"draw 1 from stock to table\n{NEVER}", "move deck to spent", stock)
    assert is_offered(f"draw 2 from stock to table\n{NEVER}", "move top(deck, 2) to spent\nmove top(deck) to stock", stock)


def test_the_end_of_the_turn_is_a_horizon() -> None:
    """§5: what the next turn brings does not count."""
    rules = """
play
  turns from starter until b > 50
    if a > 0
      only if a > 90
    one of
      - do go
      - do rest
action go
  set a to 1
"""
    assert offered(rules) == ["go", "rest"]


def test_the_end_of_one_player_s_part_in_secret_is_a_horizon() -> None:
    """§5: of one player's part in `everyone secretly`."""
    rules = """
marker bid[player]: 0..9 = 0
play
  everyone secretly
    do bid_one
  only if a > 90
action bid_one
  choose x in 1..2
  set bid[me] to x
"""
    assert offered(rules) == ["bid_one x=1", "bid_one x=2"]


def test_outside_turns_the_end_of_the_outermost_statement_with_a_subject_is_a_horizon() -> None:
    """§5, 12.1 Horizons."""
    rules = """
play
  starter does go
  only if a > 90
action go
  choose x in 1..2
  set a to x
"""
    assert offered(rules) == ["go x=1", "go x=2"]
    nested = (
        rules.replace("  starter does go\n", "  starter does both\n").replace("  only if a > 90\n", "")
        + """
action both
  me does go
  only if a is 2 because "two"
"""
    )
    assert offered(nested) == ["both go x=2"]


def test_without_a_frame_the_search_goes_on_to_the_end() -> None:
    """§5: a plain `do` outside of turns has no horizon of its own."""
    rules = """
play
  do go
  only if a is 2
action go
  choose x in 1..2
  set a to x
"""
    assert offered(rules) == ["go x=2"]


def test_end_game_is_a_horizon() -> None:
    """§5."""
    assert is_offered(f"set a to 1\nif a is 1\n  end game\n{NEVER}")


def test_a_hidden_test_is_a_horizon() -> None:
    """12.2.1: `if` or `until` reading what the decider does not see."""
    assert is_offered(f"set a to 1\nif top(deck).n is 1\n  {NEVER}")
    assert is_offered(f"if top(deck).n is 1\n  {NEVER}")
    assert is_offered(f"set a to 1\nif mine[next(me)] is [card(1)]\n  {NEVER}", "draw 1 from deck to mine[seat(2)]")
    assert not is_offered(f"set a to 1\nif mine[me] is [card(1)]\n  {NEVER}", "draw 1 from deck to mine[seat(1)]")


def test_how_many_pieces_lie_anywhere_is_known() -> None:
    """12.2.12: the number is known to all, so asking for it is no horizon."""
    assert not is_offered(f"set a to 1\nif count(deck) is 4\n  {NEVER}")
    assert not is_offered(f"set a to 1\nif mine[next(me)] is empty\n  {NEVER}")
