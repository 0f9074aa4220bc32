"""Whether somebody can do something, choices that are told beforehand, `do … if able` (specification §4, §5)."""

from __future__ import annotations

import pytest

from tests.engine.language.test_completable import BASE, offered
from tests.engine.spec import fault, tiny

CAN = """
action give
  choose c in mine[me]
  choose p in players where p is not me
  free: only if c.n < 3 because "too high"
  set a to c.n
  pay c.n coins
setup
  move list(c in deck where c.n in [{cards}]) to mine[seat(1)]
  gain {coins} coins
play
  turns from starter until b > 0
    if {test}
      set b to 1
    else
      set b to 2
"""


@pytest.mark.parametrize(
    ("cards", "coins", "test", "expected"),
    [
        ("1, 2", 5, "me can give", True),
        ("3, 4", 5, "me can give", False),
        ("1, 2", 0, "me can give", False),
        ("1, 2", 1, "me can give", True),
        ("2, 3", 1, "me can give", False),
        ("1, 2", 5, "seat(2) can give", False),
        ("1, 2", 5, "seat(2) cannot give", True),
        ("1, 2", 1, "me can give(first(c in mine[me]))", True),
        ("1, 2", 1, "me can give(first(c in mine[me] where c.n is 2))", False),
        ("1, 2", 2, "me can give(p: seat(2))", True),
        ("1, 2", 2, "me can give(p: seat(1))", False),
        ("1, 2", 2, "me can give(c: top(deck))", False),
        ("1, 2", 2, "me cannot give(c: top(deck))", True),
    ],
)
def test_can_is_completable_to_its_own_end(cards: str, coins: int, test: str, expected: bool) -> None:
    """§5: `p can X` = X, started for p on a copy; a bound choice must be one of the candidates (§4)."""
    game = tiny(BASE + CAN.format(cards=cards, coins=coins, test=test))
    assert (game.marker("b") == 1) == expected
    assert game.marker("a") == 0  # on a copy
    assert game.tally("coins", 0) == coins


def test_can_ends_with_the_deed_and_not_with_what_follows() -> None:
    """§5: to its own end or a horizon."""
    rules = """
play
  if starter can go
    set b to 1
  do go
  only if b is 0
action go
  set a to 1
"""
    assert fault(BASE + rules).startswith("RK541")


def test_do_if_able_does_it_or_goes_on() -> None:
    """§4: `do a if able` = `if me can a` + `do a`."""
    rules = """
setup
  gain {} coins
play
  turns from starter until b > 0
    do buy if able
    set b to 1
action buy
  pay 3 coins
"""
    assert tiny(BASE + rules.format(3)).menu() == ["buy"]
    assert tiny(BASE + rules.format(2)).over


def test_told_choices_are_not_asked() -> None:
    """§4: a bound choice is not asked, but must be one of the candidates."""
    rules = """
play
  turns from starter until b > 0
    one of
      - do go(x: 2)
      - do go(x: 7)
      - do go(y: 5)
action go
  choose x in 1..3
  choose y in 4..5
  set a to 10 * x + y
  set b to 1
"""
    assert offered(rules) == ["go y=4", "go y=5", "go x=1", "go x=2", "go x=3"]


def test_told_picks_of_one_statement() -> None:
    """§4: likewise if only one of several picks is told; `where` is tested when all are bound (12.1)."""
    rules = """
play
  turns from starter until b > 0
    one of
      - do go(x: 2)
      - do go(y: 3)
      - do go(1, 2)
      - do go(1, 1)
action go
  choose x in 1..3, y in 1..3 where x < y
  set a to 10 * x + y
  set b to 1
"""
    assert offered(rules) == ["go y=3", "go x=1", "go x=2", "go"]


def test_a_told_set_must_be_one_that_could_be_chosen() -> None:
    """§4: … must be one of the candidates: the number counts too, and nothing is taken twice."""
    rules = """
play
  turns from starter until b > 0
    one of
      - one: do go([1])
      - two: do go([1, 2])
      - three: do go([1, 2, 3])
      - twice: do go([1, 1])
      - strange: do go([1, 9])
action go
  choose 2 xs in 1..3
  set a to sum(xs)
  set b to 1
"""
    assert tiny(BASE + rules).menu() == ["-play.two go"]


def test_parameters_are_told_and_choices_are_asked() -> None:
    """12.2.5: actions may have parameters like steps."""
    rules = """
play
  turns from starter until b > 0
    do go(3)
action go(n: 1..5)
  choose x in 1..n
  set a to 10 * n + x
  set b to 1
"""
    game = tiny(BASE + rules)
    assert [m.split()[-1] for m in game.menu()] == ["x=1", "x=2", "x=3"]
    game.play(game.menu()[1])
    assert game.marker("a") == 32


def test_arguments_bind_in_the_order_of_the_text() -> None:
    """§4: a step's parameters, then the choices."""
    rules = """
play
  do note(4, 5)
  do rest
step note(n: 1..9)
  choose x in 1..9
  set a to 10 * n + x
"""
    assert tiny(BASE + rules).marker("a") == 45
