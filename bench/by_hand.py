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
CARDS = [CHEESE] * 58 + [1, 1, 2, 2, 3, 3] * 3 + [CAT] * 14


class BonAppetit:
    """One game: everybody turns up cards, cats catch mice."""

    def __init__(self, players: int, dice: random.Random) -> None:
        """Deal the deck (up to three players: half of it)."""
        self.players = players
        deck = CARDS[::2] if players <= 3 else CARDS.copy()
        dice.shuffle(deck)
        self.middle = [deck.pop()]  # the last is on top, as in every stock
        self.stock = [deck[n::players] for n in range(players)]
        self.tries, self.owner, self.older = max(0, self.middle[0]), -1, 0
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


def bon_appetit(players: int, dice: random.Random) -> tuple[tuple[int, ...], int]:
    """Play one game: the winners and the number of turns."""
    game = BonAppetit(players, dice)
    player, turns = 0, 0
    while player >= 0 and all(game.stock):
        player = game.turn(player)
        turns += 1
    results = [(len(game.stock[p]), game.mice[p]) for p in range(players)]
    return tuple(p for p in range(players) if results[p] == max(results)), turns
