"""A series that bots play: what plays it, on either engine.

Bots that do not think (random, weighted) play whole games in machine code; those that do, think in it.
"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.bots.bots import Bots
from rulekit.bots.forms import Form, RandomForm, WeightedForm
from rulekit.bots.series import game
from rulekit.engine.engine import Engine
from rulekit.native.engine import Native
from rulekit.program.program import Program
from rulekit.study.processes.per_thread import own
from rulekit.study.series.columns import Played, from_results, from_rows
from rulekit.study.series.simulate import GameResult

Play = Callable[[int, int], Played]


def thinks(forms: tuple[Form, ...]) -> bool:
    """Whether some of the bots look ahead."""
    return not all(isinstance(form, RandomForm | WeightedForm) for form in forms)


def bot_play(program: Program, seed: int, longest: int, forms: tuple[Form, ...], native: Native | None = None) -> Play:
    """What plays games of a series, by their numbers; several threads may do so at once."""
    bots = own(lambda: Bots(Engine(program), native))

    def one(index: int) -> GameResult:
        g = game(bots(), forms, seed, index, longest)
        return GameResult(g.index, g.seed, g.decisions, g.end, g.totals, g.winners, g.fault)

    def play(first: int, count: int) -> Played:
        if native is not None and not thinks(forms):
            rows = native.batch(seed, first, count, min(longest, 2**31 - 1), weights_of(program, forms))
            return from_rows(seed, first, rows, one)
        return from_results(seed, first, program.layout.players, map(one, range(first, first + count)))

    return play


def weights_of(program: Program, forms: tuple[Form, ...]) -> list[list[int]]:
    """By seat the weight of a move without an action, then that of each deed."""
    told = [dict(form.weights) if isinstance(form, WeightedForm) else {} for form in forms]
    return [[1, *(weights.get(name, 1) for name, _ in program.deeds)] for weights in told]
