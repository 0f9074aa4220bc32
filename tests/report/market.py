"""A small game of the tests' own: places of every sight, words, looks, sections, bullets, offers, a late requirement."""

from __future__ import annotations

from rulekit.engine.engine import Engine
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower

MARKET = """cafe en
game market "Market [day]"
  players 2..3
  source en "The book"
  source fr "Le livre"

section buying
  en "Buying things"
  fr "Les achats"

kind ware: apple, pear

piece crate in cellar
  ware
  size: 1..2
  | copies | ware | size |
  | 2      | each | each |

place cellar: deck of crate
place stall: row of crate
place store[player]: hand of crate
place grid[x: 1..2, y: 1..2]: spot of crate
tally coins[player] bank 20
marker last: ware or none
marker plan[player]: 0..3, private = 0

option price "What does a crate cost for each size?" = 2 among 1..4       @en 1

setup
  draw 1 from cellar to grid[1, 2]
  shuffle cellar
  draw 3 from cellar to stall
  for each p in players
    p gains 5 coins

play
  rounds from starter until count(stall) < 2 or coins[starter] is 0
    do turn

step turn
  one of
    - do buy
    - rest: gain 1 coins
  may
    set plan[me] to 1

action buy
  choose crate in stall                                                   @2
  dear: only if coins[me] > price * crate.size because "a {crate.ware} costs {price * crate.size}, you have {coins[me]}"   @fr b1
  pay price * crate.size coins
  set last to crate.ware
  move crate to store[me]                                                 @ruling "nobody says where"

score p
  crates: sum(store[p].size)                                              @1
  plan: plan[p]

winner p
  most score(p)

words fr
  | name     | one                                                             | many       |
  | buy      | "Acheter"                                                       |            |
  | apple    | "pomme"                                                         | "pommes"   |
  | crate    | "cageot"                                                        | "cageots"  |
  | turn.rest | "Se reposer"                                                   |            |
  | buy.dear | "vous avez {coins[me]}, il faut {price * crate.size}"           |            |

look
  | name  | colour   | icon     | text     |
  | crate | "{ware}" | "▣"      | "{size}" |
  | apple | red      |          |          |
  | pear  | "#00ff00" |         |          |
"""


def market(players: int = 2) -> tuple[GameModel, Engine]:
    """The game's model and an engine for it."""
    checked = check_game(MARKET, "market.cafe")
    assert checked.value is not None and checked.ok, checked.diagnostics
    program = lower(checked.value, players).value
    assert program is not None
    return checked.value, Engine(program)
