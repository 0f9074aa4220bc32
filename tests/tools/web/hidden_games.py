"""Small games with something hidden in every way that the language knows."""

from __future__ import annotations

# every sight that a place and a marker can have; chance from a bag and from a deck; requirements that look at what is hidden
VEILS = """\
cafe en
game veils "Veils"
  players 2..3

piece card in pack
  value: 1..6
  | copies | value |
  | 3      | each  |
piece gem in bag
  worth: 1..3
  | copies | worth |
  | 4      | each  |

place pack: deck of card
place bag: bag of gem
place hand[player]: hand of card
place brow[player]: spot of card, others
place grave: row of card, hidden
place shown: pile of card
place purse[player]: bag of gem, private
place dish[player]: row of gem, others
tally coins[player] bank 60
marker wish[player]: 0..3, private = 0
marker omen[player]: 0..6, others = 0
marker doom: 0..6, hidden = 0
marker laps: 0..40 = 0

setup
  shuffle pack
  deal 3 from pack to hand
  deal 1 from pack to brow
  deal 1 from bag to purse
  deal 1 from bag to dish
  for each p in players
    p gains 6 coins

play
  turns from starter until laps >= 18
    set laps to laps + 1
    one of
      - do bury
      - do take
      - do dare
      - do wish_for
      - do curse
      - do reach
      - do show
      - pass:

action bury
  choose c in hand[me]
  move c to grave

action take
  only if pack is not empty because "no card is left"
  draw 1 from pack to hand[me]

action dare
  only if coins[me] >= 1 because "{coins[me]} coins are too few"
  pay 1 coins
  let mine = brow[me]
  move mine to shown
  if pack is not empty
    draw 1 from pack to brow[me]
  gain mine.value coins

action wish_for
  choose n in 1..3
  set wish[me] to n

action curse
  choose other in players
  only if other is not me because "not yourself"
  choose n in 1..6
  set omen[other] to n
  set doom to n

action reach
  only if bag is not empty
  draw 1 from bag to purse[me]

action show
  choose c in hand[me]
  only if c.value > 2 because "{c.value} is too low"
  move c to shown
  gain wish[me] coins

score p
  coins: coins[p]
  gems: sum(g.worth for g in purse[p])

winner p
  most score(p)
"""

# secret choices that differ in whether the one who makes them sees something new
STOCKS = """\
cafe en
game stocks "Stocks"
  players 2..3

piece card in pack
  value: 1..5
  | copies | value |
  | 4      | each  |

place pack: deck of card
place stock[player]: deck of card
place hand[player]: hand of card
place aside[player]: row of card, hidden
tally coins[player] bank 40
marker round: 0..6 = 0

setup
  shuffle pack
  deal 4 from pack to stock
  deal 2 from pack to hand

play
  repeat until round >= 5
    secret: everyone secretly
      one of
        - do dig
        - do drop
        - do wait
    set round to round + 1
    for each p in players
      p does brag

action dig
  only if stock[me] is not empty because "your stock is empty"
  draw 1 from stock[me] to hand[me]

action drop
  choose c in hand[me]
  move c to aside[me]

action wait
  gain 1 coins

action brag
  choose n in 0..2
  if n is 2
    shuffle pack

score p
  cards: sum(c.value for c in hand[p])
  coins: coins[p]

winner p
  most score(p)
"""

# the same games laid out: cells that ask who looks, who is active, how much lies somewhere, and what only some see
VEILS_LAID_OUT = (
    VEILS
    + """\

define weight(p: player) = sum(hand[p].value) + wish[p]
define shine(p: player) = sum(dish[p].worth)
define boldest = max(count(hand[p]) for p in players)

layout
  | pack  | shown | count(bag)  | hand[active]  | boldest               |
  | grave | doom  | dish[active]        | wish[active] | purse[next(viewer)] |

layout of player p
  | hand[p] | weight(p) if p is viewer | brow[p] | shine(p)                | coins[p] |
  | wish[p] | omen[p]                  | dish[p] | "{count(hand[p])} cards"                                  |          |

layout of card
  | value | "+" if value > 3 |

look
  | name  | shape | colour | text       | lies   |
  | card  | card  | gold   | "{value}"  |        |
  | hand  |       |        |            | fan    |
  | dish  |       |        |            | spread |
"""
)
SECRETS_LAID_OUT = """

define hoard(p: player) = coins[p] * 2 + count(table[p])

layout
  | pack | round | coins[active] |

layout of player p
  | hand[p] | table[p] | coins[p] | hoard(p) | plan[p] if p is viewer |
"""
