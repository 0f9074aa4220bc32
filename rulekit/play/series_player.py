"""A series of games on either engine: what plays it, at random or by bots.

Comes in: a program and a seed. Goes out: something that plays any games of the series by their numbers.
The engines agree, so neither the engine nor the parts change what comes out. A game that the native engine is troubled by
(a fault of the rules, a limit) is played again on the reference engine, which says what is wrong. Bots that do not think
(random, weighted) play whole games in machine code; those that do, think in it.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import TypeVar

from attrs import frozen

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.extras import has
from rulekit.limits import MOST_DECISIONS
from rulekit.native.engine import Native, native_of
from rulekit.native.llvm.cache import Cache
from rulekit.play.bots.bot_games import bot_game
from rulekit.play.bots.bot_notation import Form, WeightedForm, thinks
from rulekit.play.bots.bots import Bots
from rulekit.play.columns import GameColumns, from_results, from_rows
from rulekit.play.random_games import random_game
from rulekit.play.results import GameResult
from rulekit.program.program import Program

Made = TypeVar("Made")
AUTO, REFERENCE, NATIVE = "auto", "reference", "native"
ENGINES = (AUTO, REFERENCE, NATIVE)
GAMES_FOR_NATIVE = 5_000  # games from which the native engine is taken without trying the other for a moment
LONGEST_NATIVE = 2**31 - 1


@frozen
class Series:
    """A program whose games are played by the seed, at random or by `bots` (one for each seat); after `longest` decisions a
    game is given up."""

    program: Program
    seed: int = 0
    longest: int = MOST_DECISIONS
    bots: tuple[Form, ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return self.program.layout.players


Play = Callable[[int, int], GameColumns]  # the number of the first game, and how many: the games


@frozen
class Player:
    """What plays a series: the name of its engine, and the playing itself."""

    engine: str
    play: Play


def reference_player(series: Series) -> Player:
    """Return the reference engine, which plays everything."""
    return Player(REFERENCE, play_of(series, None))


def native_player(series: Series) -> Player | Diagnostic:
    """Return the native engine; or why it cannot play this."""
    made = native_of(series.program, paths=thinks(series.bots))
    return made if isinstance(made, Diagnostic) else Player(NATIVE, play_of(series, made))


def worth_it(program: Program, games: int) -> bool:
    """Return whether so many games are surely played sooner by the native engine: its code is there, or the games are many."""
    return has("llvmlite") and (games >= GAMES_FOR_NATIVE or Cache().holds(program, paths=False))


def play_of(series: Series, native: Native | None) -> Play:
    """Return what plays games of a series: in machine code, if there is any. Several threads may do so at once."""
    one = _by_bots(series, native) if series.bots else _at_random(series)
    weights = weights_of(series.program, series.bots) if series.bots else None

    def play(first: int, count: int) -> GameColumns:
        if native is not None and not thinks(series.bots):
            rows = native.batch(series.seed, first, count, min(series.longest, LONGEST_NATIVE), weights)
            return from_rows(series.seed, first, rows, one)
        return from_results(series.seed, first, series.players, map(one, range(first, first + count)))

    return play


def _at_random(series: Series) -> Callable[[int], GameResult]:
    engine = own(lambda: Engine(series.program))
    return lambda index: random_game(engine(), series.seed, index, series.longest)


def _by_bots(series: Series, native: Native | None) -> Callable[[int], GameResult]:
    bots = own(lambda: Bots(Engine(series.program), native))
    return lambda index: bot_game(bots(), series.bots, series.seed, index, series.longest)


def weights_of(program: Program, forms: tuple[Form, ...]) -> list[list[int]]:
    """By seat the weight of a move without an action, then that of each deed."""
    told = [dict(form.weights) if isinstance(form, WeightedForm) else {} for form in forms]
    return [[1, *(weights.get(name, 1) for name, _ in program.deeds)] for weights in told]


def own(make: Callable[[], Made]) -> Callable[[], Made]:
    """Return what gives each thread that asks an engine or bots of its own, made when it asks for the first time."""
    here = local()

    def mine() -> Made:
        if not hasattr(here, "made"):
            here.made = make()
        found: Made = here.made
        return found

    return mine
