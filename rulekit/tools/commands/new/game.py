"""`rulekit new`: a small complete game to begin with."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from rulekit.tools.io.files import write_text
from rulekit.tools.io.problems import FINE, problem
from rulekit.tools.terminal.terminal import say
from rulekit.wording import sentence

GAME = """cafe en
# A small complete game to change into your own. Try:
#   rulekit check {file}      rulekit test {file}      rulekit play {file}
game {name} "{title}"
  players 2..4
  minutes 5

# What there is: kinds of things, and the pieces with their numbers.
kind colour: red, green, blue

piece card in deck
  colour
  value: 1..3
  | copies | colour | value   |
  | 2      | each   | 1, 2, 3 |
  total 18

# Where pieces lie, and who sees them: a deck is hidden, a row open, a hand private.
place deck: deck of card
place market: row of card
place hand[player]: hand of card

tally coins[player]

# Numbers worth trying are options: `rulekit play {file} --set start_coins=5`.
option start_coins "How many coins does everybody start with?" = 3 among 1..9

setup
  shuffle deck
  draw 4 from deck to market
  for each p in players
    p gains start_coins coins

play
  turns from starter until market is empty
    turn: one of
      - do buy
      - do earn

# An action: choices, then what is required, then what happens.
action buy
  choose card in market
  price: pay card.value coins
  keep: move card to hand[me]
  refill: draw 1 from deck to market

action earn
  gain 1 coins

score p
  cards: sum(hand[p].value)
  sets: 3 * min(count(card in hand[p] where card.colour is c) for c in colour)

winner p
  most score(p)
  most coins[p]

# Examples are run by `rulekit test`: they say what the rules are meant to do.
example buying "Ada buys a blue 2"
  players ada, bob
  given
    market is [card(blue, 2), card(red, 3)]
    coins[ada] is 2
  when ada does buy(card(blue, 2))
  then
    coins[ada] is 0
    card(blue, 2) in hand[ada]

example too_dear "A 3 cannot be bought for 2 coins"
  players ada, bob
  given
    market is [card(blue, 2), card(red, 3)]
    coins[ada] is 2
  then ada cannot buy(card(red, 3)) because buy.price

look
  | name  | colour     | icon | text      |
  | card  | "{{colour}}" | "■"  | "{{value}}" |
  | red   | red        |      |           |
  | green | green      |      |           |
  | blue  | blue       |      |           |
"""


def new_game(name: str, force: bool = False) -> int:
    """Write NAME.cafe."""
    path = Path(name if name.endswith(".cafe") else f"{name}.cafe")
    words = [w for w in re.split(r"[-_ .]+", path.stem) if w]
    ident = "_".join(words).lower()
    if not re.fullmatch(r"[^\W\d]\w*", ident):
        raise problem(
            "RK569", "`{name}` cannot be the name of a game", hint="begin with a letter: `rulekit new my-game`", name=name
        )
    text = GAME.format(name=ident, title=" ".join(words).capitalize(), file=shlex.quote(path.name))
    _check_name(name, text)
    write_text(path, text, replace=force)
    say(sentence("{path} is written; now try: rulekit play {quote}", path=path, quote=shlex.quote(str(path))))
    return FINE


def _check_name(name: str, text: str) -> None:
    from rulekit.pipeline import check_game

    if not check_game(text, name).ok:
        raise problem(
            "RK569",
            "`{name}` cannot be the name of a game: the word has a meaning already",
            hint="take another name: `rulekit new my-game`",
            name=name,
        )
