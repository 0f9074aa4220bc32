"""Small games in which a careless log would give something hidden away, each in its own way."""

from __future__ import annotations

HEAD = """cafe en
game trap "Trap"
  players 2

piece card in deck
  rank: 1..3
  | copies | rank |
  | 1      | each |

place deck: deck of card
place hand[player]: hand of card
place table: row of card
place waste: pile of card
tally coins[player] bank 9
marker secret[player]: 0..3, private = 0
marker rounds: 0..3 = 0

setup
  shuffle deck
  deal 1 from deck to hand

define low(p: player) = any(card in hand[p] where card.rank is 1)

play
  turns from starter until rounds is 2
    do act
    set rounds to rounds + 1

"""
BODIES = {
    "the same seen, done in two ways": """action act
  if low(me)
    one: draw 1 from deck to hand[me]
  else
    two: move top(deck) to hand[me]
""",
    "the rule after a hidden branch": """action act
  if low(me)
    one: gain 1 coins
  if coins[me] is 0
    two: gain 1 coins
""",
    "the same action from two branches": """action act
  if low(me)
    do more
    one: gain 1 coins
  else
    do more
    two: gain 1 coins

action more
  choose n in 1..2
  gain n coins
""",
    "a shuffle that hidden things decide": """action act
  if low(next(me))
    shuffle deck
  shuffle deck
  draw 0 from deck to waste
""",
    "a hidden number of times": """action act
  repeat sum(hand[me].rank) times
    shuffle deck
  let n = sum(hand[next(me)].rank)
  if n is 2
    one: gain 1 coins
  else
    two: gain 1 coins
""",
    "until something hidden": """action act
  set secret[me] to 0
  repeat until secret[me] >= sum(hand[me].rank)
    set secret[me] to secret[me] + 1
  gain 1 coins
""",
    "the card that was chosen is not the one that moves": """action act
  draw 1 from deck to hand[me]
  choose card in hand[me]
  if card.rank is 1
    one: move list(c in hand[me] where c.rank is not 1) to table
  else
    two: move card to table
""",
    "a card that goes on at once": """action act
  choose card in hand[me]
  move card to table
  move card under deck
  shuffle deck
  draw 1 from deck to hand[me]
""",
    "a card that comes back from the deck": """action act
  choose card in hand[me]
  move card under deck
  shuffle deck
  draw 1 from deck to table
  move table to hand[me]
""",
    "several cards, one after another": """action act
  draw 1 from deck to hand[me]
  choose some cards in hand[me]
  for each c in cards
    move c to waste
""",
    "a declined offer": """action act
  may
    set secret[me] to 1
  may
    gain 1 coins
""",
    "who acts is hidden": """action act
  let p = if low(me) then me else next(me)
  p draws 1 from deck to table
  p does more

step more
  shuffle deck
""",
    "whose turn comes is hidden": """action act
  next turn (if low(me) then me else next(me))
  shuffle deck
""",
    "a draw through an open discard": """action act
  move hand[me] to waste
  move deck to waste
  draw 1 from stock to hand[me]

place stock: deck of card, refilled from waste
""",
    "chance decides": """action act
  choose n in 1..2 at random
  set secret[me] to n
  if n is 1
    one: gain 1 coins
  else
    two: gain 1 coins
""",
    "all choose in secret": """action act
  do pass_on

step pass_on
  hidden_part: everyone secretly
    do lay
  shuffle deck

action lay
  may
    choose card in hand[me]
    move card to shown[me]
  choose n in 1..2
  set secret[me] to n

place shown[player]: pile of card
""",
    "a forced choice reads like a free one": """action act
  draw (if low(me) then 0 else 1) from deck to hand[me]
  move deck to table
  choose card in hand[me] where card.rank > 1 or count(hand[me]) is 1
  move card to waste
  move table to deck
""",
    "a hidden list is gone through": """action act
  for each c in hand[me] where c.rank > 1
    shuffle deck
    gain 1 coins
  for each c in hand[me]
    if c.rank is 2
      shuffle deck
""",
    "a marker that shows a card": """action act
  set pointed to first(c in hand[me])
  if low(me)
    set pointed to none

marker pointed: card or none
""",
    "the score of hidden hands": """action act
  if score(me) > 1
    one: gain 1 coins
  else
    two: gain 1 coins

score p
  hand: sum(hand[p].rank)
""",
    "a step that is told something in a hidden branch": """action act
  if low(me)
    do more(1)
  else
    do more(2)

step more(n: 1..2)
  shuffle deck
  gain 1 coins
  if n is 1
    one: gain 2 coins
  else
    two: gain 2 coins
""",
    "how many were moved unseen": """action act
  move list(c in deck where c.rank is 1) under deck
  move top(deck) under deck
""",
    "an action is told of a hidden card": """action act
  do more(top(deck), low(next(me)))

action more(card, yes_or_no: truth)
  shuffle deck
""",
    "a row in another order": """action act
  choose seldom in 0..1, private
  set secret[me] to seldom
  move hand[me] to table
  move deck to table
  if seldom is 1
    one: move top(table) to table
  else
    two: move bottom(table) under table
  if seldom is 1
    shuffle table
  move top(table) to hand[me]
  move table to deck
""",
    "a private choice": """action act
  choose n in 1..2, private
  set secret[me] to n
  if n is 1
    one: gain 1 coins
  else
    two: gain 1 coins
""",
    "shown to one": """action act
  reveal hand[me] to next(me)
  let n = sum(hand[me].rank)
  if n is 2
    one: gain 1 coins
  else
    two: gain 1 coins
""",
    "shown to all in one of two branches": """action act
  if low(me)
    one: reveal hand[me]
    shuffle deck
  else
    two: shuffle deck
    reveal secret[me] to next(me)
""",
    "said in a hidden branch": """action act
  draw 1 from deck to hand[me]
  if low(me)
    yes_: announce "I have it"
    gain 1 coins
  else
    no_: announce "no"
    gain 1 coins
  announce "look" to next(me)
""",
    "a card in a sentence": """action act
  choose card in hand[me]
  announce "what about {card}?"
  reveal card to next(me)
  announce "it has a {card.rank}" to next(me)
""",
    "a choice in one of two hidden branches": """action act
  if low(me)
    one: choose n in 1..2
    gain n coins
  else
    two: choose n in 1..2
    gain n coins
""",
    "a bullet behind a hidden branch": """action act
  if low(me)
    one of
      - red: gain 1 coins
      - blue: gain 2 coins
  else
    one of
      - green: gain 1 coins
      - grey: gain 2 coins
""",
}
TRAPS = {name: HEAD + body for name, body in BODIES.items()}
