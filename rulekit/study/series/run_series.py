"""How a series is played: which engine, by whom, and what is done if that cannot be.

Comes in: a model, a series and what is wanted. Goes out: one chunk after another. `auto` takes the native engine if its code
is there or the games are many; else the reference engine begins, and is relieved if it has not finished after a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from time import perf_counter

from attrs import evolve, frozen

from rulekit.diagnostics import Diagnostic, Severity
from rulekit.extras import has
from rulekit.model.model import GameModel
from rulekit.native.llvm.cache import not_kept
from rulekit.play.bots.bot_notation import thinks
from rulekit.play.series_player import AUTO, NATIVE, REFERENCE, Player, Series, native_player, reference_player, worth_it
from rulekit.study.series.parallel import Chunk, Crew, chunks, order_of, processes, threads

TRIAL_SECONDS = 1.0


@frozen
class Want:
    """How many games, on which engine, by how many threads or processes, or by a cluster; `keep`: the games are wanted too.

    `first` is the number of the first game.
    """

    games: int
    engine: str = AUTO
    threads: int = 1
    keep: bool = False
    cluster: str | None = None
    first: int = 0

    @property
    def end(self) -> int:
        """The number of the first game that is not wanted any more."""
        return self.first + self.games


@frozen
class Watch:
    """`stopped`: whether to go on, `note`: what to do with a finding that does not end the work."""

    stopped: Callable[[], bool] = lambda: False
    note: Callable[[Diagnostic], None] = lambda finding: None


def run(model: GameModel, series: Series, want: Want, watch: Watch) -> Iterator[Chunk]:
    """Play the games of a series in their order."""
    if want.cluster is not None:
        from rulekit.study.series.cluster import cluster

        order = order_of(model, series, want.engine != REFERENCE, want.keep)
        yield from _by(cluster(want.cluster, order), want, watch)
        return
    done = want.first
    if not _native_at_once(series, want):
        for chunk in _for_a_moment(series, want, watch):
            done += chunk.tally.games
            yield chunk
    if done < want.end and not watch.stopped():
        player = None if want.engine == REFERENCE else _native(series, want, watch)
        if want.threads == 1 or (player is not None and not thinks(series.bots)):
            yield from _by(threads(series, player or reference_player(series), want.threads, want.keep), want, watch, done)
        else:
            yield from _by(processes(order_of(model, series, player is not None, want.keep), want.threads), want, watch, done)


def _native_at_once(series: Series, want: Want) -> bool:
    is_worth_it = thinks(series.bots) or worth_it(series.program, want.games)
    return want.engine == NATIVE or (want.engine == AUTO and is_worth_it)


def _for_a_moment(series: Series, want: Want, watch: Watch) -> Iterator[Chunk]:
    """Return the first games, by this thread on the reference engine."""
    end = perf_counter() + TRIAL_SECONDS
    hurried = evolve(watch, stopped=lambda: watch.stopped() or perf_counter() > end)
    return _by(threads(series, reference_player(series), 1, want.keep), want, hurried)


def _native(series: Series, want: Want, watch: Watch) -> Player | None:
    """Return the native engine; none if the game cannot be played by it, which is told."""
    if want.engine == AUTO and not has("llvmlite"):
        return None
    made = native_player(series)
    if isinstance(made, Player):
        unsafe = not_kept()
        if unsafe is not None:
            watch.note(unsafe)
        return made
    watch.note(evolve(made, severity=Severity.NOTE))
    return None


def _by(crew: AbstractContextManager[Crew], want: Want, watch: Watch, given: int | None = None) -> Iterator[Chunk]:
    with crew as players:
        yield from chunks(players, want.end, watch.stopped, want.first if given is None else given)
