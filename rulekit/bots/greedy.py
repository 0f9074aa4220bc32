"""One ply: the move after which the score sheet looks best, own total against the best other's.

What is hidden is guessed several times, the same for all moves. Moves that look alike on the sheet are compared by playing on at
random for a while; what is still alike is left to chance.
"""

from __future__ import annotations

from random import Random

from rulekit.bots.boards import Board, below
from rulekit.bots.worth import Rewards

PLAYOUTS = 60  # games played on, for all moves together
FEWEST = 3  # for each of them
DEPTH = 24  # decisions of a playout; then it counts as it stands


def best_move(board: Board, count: int, samples: int, rewards: Rewards, chance: Random) -> int:
    """The move that looks best."""
    left = list(range(count))
    for later in (False, True):
        guesses = max(FEWEST, PLAYOUTS // len(left)) if later else samples
        worth = dict.fromkeys(left, 0.0)
        for _ in range(guesses):
            if board.deal(chance) == count:
                _look(board, worth, rewards, chance.getrandbits(64) if later else None)
        best = max(worth.values())
        left = [n for n in left if worth[n] == best]
        if len(left) == 1:
            break
    return left[below(chance, len(left))]


def _look(board: Board, worth: dict[int, float], rewards: Rewards, stream: int | None) -> None:
    """Add what each move is worth in the guessed position: at once, or after playing on."""
    player, here = board.decider, board.keep()
    for move in worth:
        board.back(here)
        if board.take(move) < 0:
            continue
        is_over = board.count == 0
        standing = board.standing() if stream is None or is_over else board.roll(stream, DEPTH)
        if standing is not None:
            worth[move] += rewards.of(standing)[player] if stream is not None else rewards.margin(standing, player, is_over)
