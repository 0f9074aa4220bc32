"""A division by zero, wherever a number is wanted: a fault that names the rule (specification §9)."""

from __future__ import annotations

import pytest

from tests.engine.spec import fault

HEAPS = """
piece card in deck
  n: 1..2
  | copies | n    |
  | 1      | each |
place deck: row of card
place heap[n: 1..3]: row of card
marker zero: 0..9 = 0
marker slot[n: 1..3]: 0..9 = 0
tally coins[player] bank 9
table fee[n: 1..3]: number
  | 1..3 | 4 |
define part(n: number) = 6 div n
"""
BY_ZERO = (
    "choose n in 1..(6 div zero)\n  set zero to n", "choose up to (6 div zero) cs in deck\n  move cs to box",
    "choose (6 div zero) cs in deck\n  move cs to box", "choose n in 1..(6 div zero) at random\n  set zero to n",
    "choose c in deck where c.n > 6 div zero\n  move c to box", "set slot[6 div zero] to 1", "set zero to slot[6 mod zero]",
    "move top(deck) to heap[6 div zero]", "move deck[6 div zero] to box", "set zero to fee[6 div zero]",
    "draw 6 div zero from deck to heap[1]", "fill heap[1] to 6 div zero from deck", "gain 6 div zero coins",
    "pay 6 div zero coins", "repeat 6 div zero times\n    gain 1 coins", "may up to 6 div zero times\n    gain 1 coins",
    "for each n in 1..(6 div zero)\n    gain 1 coins", "if 6 div zero > 1\n    gain 1 coins", "set zero to part(zero)",
    "only if 6 div zero > 1 because \"no\"", "let x = 6 div zero\n  set zero to x", "next turn seat(6 div zero)",
)  # fmt: skip


@pytest.mark.parametrize("rule", BY_ZERO)
def test_division_by_zero_is_told_with_the_rule_it_stands_in(rule: str) -> None:
    """§9: wherever a number is wanted, the fault names the rule."""
    text = f"{HEAPS}play\n  turns from starter until count(deck) is 0\n    do act\naction act\n  choose k in 1..2\n  {rule}\n"
    assert fault(text, 2, *([] if fault(text) else ["act k=1"])).startswith("RK523 act")
