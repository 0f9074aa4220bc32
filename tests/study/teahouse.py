"""A small made game with a rulebook of its own, in which everything says where it comes from."""

from __future__ import annotations

from rulekit.diagnostics import errors
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game

GAME = """cafe en
game teahouse "Teahouse"                    @head.1
  players 2..3
  age 8
  source en "Teahouse, our own rules"

section head
  en "Teahouse"

section things
  en "What you need"

kind leaf
  strength: number
  | leaf  | strength |
  | green | 1        |                      @b1
  | black | 2        |                      @b2
kind face: up, down                         @1
piece bag in tin
  leaf
  | copies | leaf  |
  | 3      | green |                        @b1
  | 2      | black |                        @assumed "as many as we had"
  total 5                                   @1
place tin: row of bag                       @1
place cup[player]: pile of bag              @1
tally sips[player] bank 9                   @1
marker pots: 0..3 = 0                       @1
option thirst "How thirsty is everybody?" = much
  - much "two sips"                         @2
  - little "one sip"                        @ruling "the other half of the table says so"
option cups "How many cups are there?" = 2 among 1..4       @2
table price[leaf, pots: 0..1]: number
  | leaf  | 0    | 1    |
  | green | 1 @3 | 2 @4 |
  | black | 3    | 4    |                   @assumed "twice as dear"
define gulp = if thirst is much then 2 else 1               @2

section turn
  en "How to play …"

setup
  first: for each p in players              @1
    p gains 1 sips

play
  turns from starter until tin is empty     @1
    do serve                                @b1
    may do clear                            @b2

action serve                                @b1
  choose bag in tin
  dry: only if count(cup[me]) < cups because "no cup is left"     @2
  move bag to cup[me]
  drink: if bag.leaf is black               @3
    gain gulp sips
    set pots to min(pots + 1, 3)
  one of
    - gain price[bag.leaf, 0] sips          @4
    - keep: only if face_up(me) because "nothing to see"          @4

action clear                                @b2
  move cup[me] to box

define face_up(p: player) = count(cup[p]) > 0 and up is up        @1

score p
  sips: sips[p]                             @5

winner p
  most score(p)                             @5
  fewest count(cup[p])                      @5 @ruling "somebody has to wash up"

remark "flavour: tea is good"               @5
example thirsty "Everybody begins with a sip"               @1
  players ann, ben
  then sips[ann] is 1                       @ruling "before the first move"

look
  | name  | colour |
  | black | black  |                        @things.b2
"""
BOOK = """# TEAHOUSE

for two or three

## What you need:

- green tea
- black tea

Five bags,
two cups.

How thirsty you are.

**Cheap** tea.

Dear tea.

## How to play, in short

Begin.

* Serve.
* Clear.

Mind the cups.

Black tea is strong. ![cup](cup.png)

Or look.

The end.
"""


def checked(text: str, *changes: str) -> GameModel:
    """The model of a text and its changes, which have no errors."""
    named = tuple((change, f"change-{n}.cafe") for n, change in enumerate(changes))
    found = check_game(text, "teahouse.cafe", named)
    assert found.value is not None and not errors(found.diagnostics), found.diagnostics
    return found.value
