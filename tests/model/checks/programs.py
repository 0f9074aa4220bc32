"""Small programs for the checks: a head, a table game with coins, a card game."""

from __future__ import annotations

from tests.model.pages import codes

COINS = """
tally coins[player] bank 20

play
  turns from starter until bank(coins) is 0
    do take
"""
CARDS = """
piece card in deck
  rank: 1..10
  | copies | rank |
  | 1      | each |

place deck: deck of card
place hand[player]: hand of card
place laid: pile of card

setup
  shuffle deck
  deal 3 from deck to hand
"""
PLAY = """
play
  turns from starter until hand[active] is empty
    do lay
"""


def game(*parts: str, players: str = "2..3") -> str:
    """A whole file."""
    return f'cafe en\ngame test "Test"\n  players {players}\n' + "\n".join(parts)


def found(*parts: str, players: str = "2..3") -> list[str]:
    """The codes a program gives."""
    return codes(game(*parts, players=players))
