"""Games for the tests of bots: bundled ones by name, and small ones made for what no bundled game has."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.native.engine import Native, native_of
from rulekit.native.llvm.cache import Cache
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from tests.engine.play import ROOT

# everybody chooses two things in secret: one changes an open place and an open tally, the other a marker of one's own
SECRETS = """\
cafe en
game secrets "Secrets"
  players 2..3

piece card in pack
  value: 1..4
  | copies | value |
  | 3      | each  |

place pack: deck of card
place hand[player]: hand of card
place table[player]: row of card
tally coins[player] bank 30
marker plan[player]: 0..5, private = 0
marker round: 0..3 = 0

setup
  shuffle pack
  deal 3 from pack to hand

play
  repeat until round >= 3
    all: everyone secretly
      do lay
      do think
    set round to round + 1
    for each p in players
      p gains plan[p] coins

action lay
  choose c in hand[me]
  move c to table[me]
  gain c.value coins

action think
  choose n in 0..2
  set plan[me] to n

score p
  coins: coins[p]

winner p
  most score(p)
"""

# a choice that wins, one that loses, and many that do nothing
PICK = """\
cafe en
game pick "Pick"
  players 2

marker chosen[player]: 0..9 = 5

play
  for each p in players
    p does pick

action pick
  choose n in 0..9
  set chosen[me] to n

score p
  far: if chosen[p] is 7 then 3 else 0

winner p
  LINE
"""


# every passenger is paid and counts up; the fourth one is too many for the marker
FULL = """\
cafe en
game full "Full"
  players 2

marker seats: 0..3 = 0
tally coins[player]

play
  turns from starter until seats > 9
    do board

action board
  choose n in 1..2
  gain n coins
  set seats to seats + 1

score p
  coins: coins[p]

winner p
  most score(p)
"""


def made(text: str, players: int) -> Engine:
    """An engine for the text of a game."""
    checked = check_game(text, "game.cafe", ())
    assert checked.value is not None and checked.ok, checked.diagnostics
    program = lower(checked.value, players).value
    assert program is not None
    return Engine(program)


@cache
def engine(name: str, players: int) -> Engine:
    """A bundled game or one of the small ones above."""
    if name == "secrets":
        return made(SECRETS, players)
    path = next(p for folder in ("rules", "examples/games") if (p := ROOT / folder / f"{name}.cafe").exists())
    return made(path.read_text(encoding="utf-8"), players)


def native(name: str, players: int, kept: Cache) -> Native:
    """Its machine code."""
    found = native_of(engine(name, players).program, paths=True, cache=kept)
    assert isinstance(found, Native), found
    return found


def decisions(playing: Engine, seed: int, most: int, every: int = 1) -> Iterator[State]:
    """States of a random game in which somebody decides, with more than one move."""
    dice, state = random.Random(seed), playing.start(seed)
    for number in range(most):
        moves = playing.moves(state)
        if not moves:
            return
        if len(moves) > 1 and number % every == 0:
            yield state
        after = playing.apply(state, dice.choice(moves))
        assert isinstance(after, State)
        state = after
