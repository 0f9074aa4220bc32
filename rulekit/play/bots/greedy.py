"""One ply: the move after which the score sheet looks best, own total against the best other's.

What is hidden is guessed several times, the same for all moves. Moves that look alike on the sheet are compared by playing on at
random for a while; what is still alike is left to chance.
"""

from __future__ import annotations

from random import Random

from rulekit.play.bots.determinize import Worlds, one_of
from rulekit.play.bots.worth import Rewards
from rulekit.play.tables import Table

PLAYOUTS = 60  # games played on, for all moves together
FEWEST_PLAYOUTS = 3  # for each of them
DEPTH = 24  # decisions of a playout; then it counts as it stands


def best_move(worlds: Worlds, count: int, samples: int, rewards: Rewards, chance: Random) -> int:
    """Return the move that looks best."""
    left = list(range(count))
    for later in (False, True):
        guesses = max(FEWEST_PLAYOUTS, PLAYOUTS // len(left)) if later else samples
        worth = dict.fromkeys(left, 0.0)
        for _ in range(guesses):
            if worlds.deal(chance) == count:
                _look(worlds.table, worth, rewards, chance.getrandbits(64) if later else None)
        best = max(worth.values())
        left = [n for n in left if worth[n] == best]
        if len(left) == 1:
            break
    return left[one_of(chance, len(left))]


def _look(table: Table, worth: dict[int, float], rewards: Rewards, stream: int | None) -> None:
    """Add what each move is worth in the guessed position: at once, or after playing on."""
    player, back = table.decider, table.bookmark()
    for move in worth:
        back()
        if table.take(move) < 0:
            continue
        is_over = table.count == 0
        outcome = table.outcome() if stream is None or is_over else table.play_on(stream, DEPTH)
        if outcome is not None:
            worth[move] += rewards.of(outcome)[player] if stream is not None else rewards.margin(outcome, player, is_over)
