"""Games that bots play, seed by seed.

Comes in: an engine (and its native code), a bot for each seat, a seed. Goes out: how each game went. The index-th game has its
own seed (`game_seed`) and its own stream of choices, so that a game does not depend on how the work was cut up; with random
bots it is the game that `random_game` plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulekit.engine.chance import GOLDEN, mix
from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.limits import MOST_DECISIONS
from rulekit.play.bots.bot_notation import Form
from rulekit.play.bots.bots import Bots
from rulekit.play.choices import choices_of
from rulekit.play.results import Following, GameResult, played
from rulekit.program.program import ME, Cells

if TYPE_CHECKING:
    from rulekit.native.engine import Native


def bot_games(
    engine: Engine,
    forms: Sequence[Form],
    count: int,
    seed: int = 0,
    first: int = 0,
    longest: int = MOST_DECISIONS,
    native: Native | None = None,
) -> Iterator[GameResult]:
    """Games number `first` to `first + count - 1` of a series; `forms`: the bot of each seat."""
    bots = Bots(engine, native)
    for index in range(first, first + count):
        yield bot_game(bots, forms, seed, index, longest)


def bot_game(bots: Bots, forms: Sequence[Form], seed: int, index: int, longest: int = MOST_DECISIONS) -> GameResult:
    """Play the index-th game of a series."""
    return played(bots.engine, seed, index, longest, lambda own: _chosen(bots, forms, own, longest))


def _chosen(bots: Bots, forms: Sequence[Form], seed: int, longest: int) -> Following:
    """Go on with the move that the bot of the seat chooses."""
    settle, stream, choice = bots.engine.machine.settle, choices_of(seed), 0

    def following(cells: Cells) -> Cells | None:
        nonlocal choice
        choice += 1
        menu = settle(cells)
        if not menu:
            return None
        if choice > longest:  # the game is given up here: nobody has to think
            return cells
        return menu[bots.choose(forms[cells[ME]], State(tuple(cells)), len(menu), mix(stream + choice * GOLDEN))][1]

    return following
