"""A small game in which one thing of every sort can be changed."""

STALL = """\
cafe en
game stall "Stall for 3"
  players 3
  age 6

kind fruit: apple, pear, plum

piece card in deck
  fruit
  worth: 0..9
  | copies | fruit | worth |
  | 2      | apple | 1     |
  | 2      | pear  | 3     |
  | 2      | plum  | 3     |
  total 6

place deck: pile of card, refilled from attic
place stand: row of card
place attic: pile of card
place basket[player]: pile of card
place cellar[player]: pile of card
tally coins[player] bank 20
marker sold: 0..6 = 0
option tip "How many coins does a late buyer get, 0 to 4?" = 2 among 0..4

setup
  draw 4 from deck to stand
  for each p in players
    p gains 5 coins

define is_plum(card) = card.fruit is plum and card.worth is 3
define price(card) = min(card.worth + 1, 9)

play
  turns from starter until stand is empty
    one of
      - do buy
      - do leave

action buy
  choose card in stand
  room: only if count(basket[me]) <= sold because "only {sold + 1} at a time"
  pay price(card) coins
  move card to basket[me]
  late: if sold > 1
    gain tip coins
    set sold to 1
  else
    set sold to sold + 1
  may draw 1 from deck to attic

action leave
  move first(stand) to cellar[me]
  next turn next(me)

score p
  fruit: count(card in basket[p] where is_plum(card))

winner p
  most score(p)
  fewest coins[p]

words fr
  | name | one       | many |
  | plum | "prune 3" |      |
"""


def example(*lines: str, name: str = "seen") -> str:
    """An example with these lines."""
    return f'\nexample {name} "An example with 3 players"\n  players ada, bob, cleo\n' + "".join(f"  {line}\n" for line in lines)
