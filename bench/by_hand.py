"""Tic-tac-toe and Bon Appétit! written by hand in plain Python: what an author would write who needs only this one game.

They play the same rules as the bundled files with their default options; moves are picked at random.
"""

from __future__ import annotations

import random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def tic_tac_toe(dice: random.Random) -> int:
    """Play one game; the winner, or -1."""
    board = [-1] * 9
    player = 0
    for _ in range(9):
        free = [n for n, mark in enumerate(board) if mark < 0]
        board[free[int(dice.random() * len(free))]] = player
        if any(board[a] == player and board[b] == player and board[c] == player for a, b, c in LINES):
            return player
        player = 1 - player
    return -1


CHEESE, CAT = 0, -1  # a mouse is its number of paws
CARDS = [CHEESE] * 58 + [1, 2, 3] * 6 + [CAT] * 14


class BonAppetit:
    """One game for three or more players: everybody turns up cards, cats catch mice."""

    def __init__(self, players: int, dice: random.Random) -> None:
        """Deal: a third of the cards each for three, the whole deck for more."""
        self.players = players
        self.deck = CARDS.copy()
        dice.shuffle(self.deck)
        self.stock: list[list[int]] = [[] for _ in range(players)]
        self.middle: list[int] = []  # the last is on top
        self.tries, self.owner, self.older = 0, -1, 0
        self.mice, self.bank = [0] * players, 5 if players <= 3 else 9

    def lay(self, card: int, player: int) -> None:
        """Put a card on the pile; a mouse starts a hunt."""
        self.middle.append(card)
        if card > 0:
            self.tries, self.owner, self.older = card, player, len(self.middle) - 1

    def take_pile(self, player: int, cards: int) -> int:
        """Give a player the oldest cards of the pile; the next to play, or -1 when the game is over."""
        self.stock[player] = self.middle[:cards][::-1] + self.stock[player]
        del self.middle[:cards]
        self.tries, self.owner = 0, -1
        if not self.bank:
            return -1
        if self.stock[player]:
            self.lay(self.stock[player].pop(), player)
        return (player + 1) % self.players

    def turn(self, player: int) -> int:
        """Turn up a card; the next to play, or -1 when the game is over."""
        hunted, owner = self.tries, self.owner
        card = self.stock[player].pop()
        self.lay(card, player)
        if card == CAT and hunted:
            self.bank -= 1
            self.mice[player] += 1
            return self.take_pile(player, len(self.middle))
        if card == CHEESE and hunted:
            self.tries -= 1
            if self.tries:
                return player
            if owner >= 0:
                return self.take_pile(owner, self.older)
        return (player + 1) % self.players
