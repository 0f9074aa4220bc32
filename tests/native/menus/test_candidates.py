"""Alike pieces are offered once by both engines, one by one and in sets; what tells them apart counts in machine code, too."""

from __future__ import annotations

import pytest

from rulekit.native.llvm.cache import Cache
from tests.native.tiny import agree, made

STOCK = """
piece card in stock
  colour: 1..2
{attribute}  | copies | colour |
  | 3 | each |
place stock: bag of card, open
place out: pile of card
{names}
marker t: 0..9 = 0
play
  turns from starter until t is 2
    set t to t + 1
    do take
action take
  {choice}
"""
CHOICES = {
    "of one in a list": "choose card in list(c in stock where c.colour <= t)\n  move card to out",
    "of a set": "choose 2 cards in stock\n  move cards to out",
}
TOLD_APART = {
    "nothing": ("", ""),
    "a marker names one": ("", "marker kept: card or none\nsetup\n  set kept to first(c in stock)\n"),
    "an attribute of one has changed": ("  worn: truth = no\n", "setup\n  set first(c in stock).worn to yes\n"),
}


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("by", TOLD_APART)
def test_both_engines_tell_the_same_pieces_apart(choice: str, by: str, as_written: Cache) -> None:
    attribute, names = TOLD_APART[by]
    agree(made(STOCK.format(attribute=attribute, names=names, choice=CHOICES[choice])), as_written)
