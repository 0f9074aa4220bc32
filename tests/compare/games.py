"""Small games for comparisons, and short ways to compare them."""

from __future__ import annotations

from pathlib import Path

from rulekit.compare.compare import compare
from rulekit.compare.lockstep.lockstep import Pairs
from rulekit.compare.result import CompareOptions, Comparison
from rulekit.compare.rules.differences import Difference
from rulekit.compare.rules.find_differences import compare_rules
from rulekit.compare.search.plays import Budget
from rulekit.compare.search.random_plays import random_plays
from rulekit.model.analysis.references import PartialModel
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game

ROOT = Path(__file__).parents[2]
QUICK = CompareOptions(players=(2,), effort=400, seconds=20)

HEAD = """cafe en
game toy "Toy"
  players 2
"""
MARKET = """cafe en
game market "Market"
  players 2..3
  source en "Market, our own rules"

section things
  en "What you need"

kind shade: red, blue                       @1
kind ware
  price: number
  | ware  | price |
  | bread | 1     |                         @b1
  | fish  | 3     |                         @b2
piece card in deck
  ware
  shade
  | copies | ware  | shade |
  | 1      | bread | each  |                @b1
  | 2      | fish  | red   |                @b2
place deck: deck of card                    @2
place basket[player]: pile of card          @3
place scrap: pile of card                   @4
tally coins[player] bank 20                 @5
marker days: 0..4 = 0                       @6
option wage "How many coins come in a day?" = 1 among 0..3
  - 1 "a poor day"                          @7
  - 2 "a good day"                          @8
table toll[days: 0..4]: number
  | 0    | 0 |                              @9
  | 1..2 | 1 |                              @10
  | 3..4 | 2 |                              @11

section turn
  en "Your turn"

define rich(p: player) = coins[p] > 4       @1
setup
  shuffle deck                              @2
  for each p in players                     @3
    p gains 5 coins

play
  turns from starter until days is 4        @4
    one of
      - do buy
      - do rest

action buy                                  @5
  stock: only if deck is not empty because "nothing is left"                  @6
  money: only if coins[me] >= toll[days] + 1 because "you are poor"           @7
  pay toll[days] + 1 coins                  @8
  draw 1 from deck to basket[me]            @9
  set days to days + 1

action rest                                 @10
  gain wage coins                           @11
  set days to days + 1                      @12

score p
  wares: sum(basket[p].ware.price)          @13
  coins: coins[p]                           @14

winner p
  most score(p)                             @15
  fewest count(basket[p])                   @16
"""


def game(text: str, path: str = "toy.cafe") -> GameModel:
    """The checked game of a text without mistakes."""
    checked = check_game(text, path)
    assert checked.value is not None and checked.ok, checked.diagnostics
    return checked.value


def file(path: str) -> str:
    """The text of a file of the project."""
    return (ROOT / path).read_text(encoding="utf-8")


def changed(text: str, *edits: tuple[str, str]) -> str:
    """A text with edits; what is replaced stands in it once."""
    for old, new in edits:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    return text


def differences(one: str, two: str) -> tuple[Difference, ...]:
    """The differences of the rules of two texts that are worth telling."""
    return tuple(d for d in compare_rules(game(one), game(two)).differences if d.listed)


def compared(one: str, two: str, asked: CompareOptions = QUICK) -> Comparison:
    """Two texts compared."""
    found = compare(game(one), game(two), asked)
    assert found.value is not None, found.diagnostics
    return found.value


def plays_apart(one: GameModel | PartialModel, two: GameModel | PartialModel, players: int, looks: int) -> bool:
    """Whether random plays of two games that speak the same names part somewhere, in so many looks."""
    pair = Pairs(one, two).get(players)
    assert pair is not None
    return random_plays(pair, Budget(looks), ()).found is not None
