"""A series of random games on either engine: what plays it, and the parts it is played in.

Comes in: a program and a seed. Goes out: something that plays any games of the series by their numbers.
The engines agree, so neither the engine nor the parts change what comes out. A game that the native engine is troubled by
(a fault of the rules, a limit) is played again on the reference engine, which says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from time import perf_counter

from attrs import frozen

from rulekit.bots.forms import Form
from rulekit.diagnostics import NOWHERE, Diagnostic
from rulekit.engine.engine import Engine
from rulekit.native.engine import Native, native_of
from rulekit.native.llvm.cache import Cache
from rulekit.program.program import Program
from rulekit.study.processes.per_thread import own
from rulekit.study.series.bot_players import bot_play, thinks
from rulekit.study.series.columns import Played, from_results, from_rows
from rulekit.study.series.simulate import LONGEST, GameResult, random_game, random_games
from rulekit.study.series.tally import Tally

AUTO, REFERENCE, NATIVE = "auto", "reference", "native"
ENGINES = (AUTO, REFERENCE, NATIVE)
PAYS = 5_000  # games from which the native engine is taken without trying the other for a moment
LONGEST_NATIVE = 2**31 - 1


@frozen
class Series:
    """A program whose games are played by the seed, at random or by `bots` (one for each seat); after `longest` decisions a
    game is given up."""

    program: Program
    seed: int = 0
    longest: int = LONGEST
    bots: tuple[Form, ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return self.program.layout.players


Play = Callable[[int, int], Played]  # the number of the first game, and how many: the games


@frozen
class Player:
    """What plays a series: the name of its engine, and the playing itself."""

    engine: str
    play: Play


@frozen
class Chunk:
    """Some games of a series: who played them, their numbers, by column if that is wanted, and how long they took."""

    engine: str
    tally: Tally
    played: Played | None
    seconds: float


def reference_player(series: Series) -> Player:
    """The reference engine, which plays everything."""
    return Player(REFERENCE, on_bots(series, None) if series.bots else on_reference(series))


def native_player(series: Series) -> Player | Diagnostic:
    """The native engine; or why it cannot play this."""
    if not has("llvmlite"):
        return missing("llvmlite", "fast", "the native engine")
    made = native_of(series.program, paths=thinks(series.bots))
    if isinstance(made, Diagnostic):
        return made
    return Player(NATIVE, on_bots(series, made) if series.bots else on_native(series, made))


def worth_it(program: Program, games: int) -> bool:
    """Whether so many games are surely played sooner by the native engine: its code is there, or the games are many."""
    return has("llvmlite") and (games >= PAYS or _is_kept(program))


def _is_kept(program: Program) -> bool:
    return Cache().holds(program, paths=False)


def on_reference(series: Series) -> Play:
    """Play on the reference engine; several threads may do so at once."""
    engine = own(lambda: Engine(series.program))

    def play(first: int, count: int) -> Played:
        games = random_games(engine(), count, series.seed, series.longest, first)
        return from_results(series.seed, first, series.players, games)

    return play


def on_bots(series: Series, native: Native | None) -> Play:
    """Let bots play; in machine code, if there is any."""
    return bot_play(series.program, series.seed, series.longest, series.bots, native)


def on_native(series: Series, native: Native) -> Play:
    """Play on the native engine; several threads may do so at once."""
    engine = own(lambda: Engine(series.program))

    def again(index: int) -> GameResult:
        return random_game(engine(), series.seed, index, series.longest)

    def play(first: int, count: int) -> Played:
        rows = native.batch(series.seed, first, count, min(series.longest, LONGEST_NATIVE))
        return from_rows(series.seed, first, rows, again)

    return play


def chunk_of(player: Player, players: int, keep: bool, first: int, count: int) -> Chunk:
    """Play and count games; `keep` them by column too."""
    started = perf_counter()
    played, tally = player.play(first, count), Tally(players)
    tally.add(played)
    return Chunk(player.engine, tally, played if keep else None, perf_counter() - started)


def has(module: str) -> bool:
    """Whether an extra is installed."""
    try:
        import_module(module)
    except ImportError:
        return False
    return True


def missing(module: str, extra: str, what: str) -> Diagnostic:
    """What to say where an extra is not installed."""
    hint = f"pip install 'rulekit[{extra}]'"
    return Diagnostic("RK601", f"{what} needs `{module}`, which is not installed", NOWHERE, hint=hint)
