"""Those who play a series together: this thread, several threads, several processes. The parts come back in their order.

Comes in: a player (or an order for other processes) and how many games. Goes out: one chunk after another, always the next
games of the series, so that whoever stops early has the first so many. Parts are cut by time: about `SECONDS_OF_A_PART` each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Protocol
from zlib import compress, decompress

from attrs import frozen

from rulekit.model.model import GameModel
from rulekit.play.bots.bot_notation import Form
from rulekit.play.columns import GameColumns
from rulekit.play.series_player import Player, Series, native_player, reference_player
from rulekit.study.processes.pool import pool
from rulekit.study.series.tally import Tally

if TYPE_CHECKING:
    from concurrent.futures import Executor

SECONDS_OF_A_PART = 0.25
MOST_GAMES_OF_A_PART = 50_000
MOST_GROWTH = 8
_MAKING = Lock()  # code is made once, though several threads ask for it


@frozen
class Chunk:
    """Some games of a series: who played them, their numbers, by column if that is wanted, and how long they took."""

    engine: str
    tally: Tally
    played: GameColumns | None
    seconds: float


def chunk_of(player: Player, players: int, keep: bool, first: int, count: int) -> Chunk:
    """Play and count games; `keep` them by column too."""
    started = perf_counter()
    played, tally = player.play(first, count), Tally(players)
    tally.add(played)
    return Chunk(player.engine, tally, played if keep else None, perf_counter() - started)


class Promise(Protocol):
    """A chunk that is being played."""

    def result(self) -> Chunk:
        """Wait for it."""


Submit = Callable[[int, int], Promise]


@frozen
class Crew:
    """`submit` gives games to be played, `width` is how many parts are worth giving at once."""

    submit: Submit
    width: int = 1


def chunks(crew: Crew, end: int, stopped: Callable[[], bool] = lambda: False, given: int = 0) -> Iterator[Chunk]:
    """Play games number `given` to `end` - 1, or until it is stopped; what has been given out by then still comes."""
    size, waiting = 1, deque[Promise]()
    while waiting or (given < end and not stopped()):
        while given < end and len(waiting) < crew.width and not stopped():
            count = min(size, end - given)
            waiting.append(crew.submit(given, count))
            given += count
        if waiting:
            chunk = waiting.popleft().result()
            size = next_size(chunk)
            yield chunk


def next_size(chunk: Chunk) -> int:
    """Return how many games to give out now: those of one slice of time, but not suddenly many more than before."""
    fitting = int(chunk.tally.games * SECONDS_OF_A_PART / max(chunk.seconds, 1e-9))
    return max(1, min(fitting, MOST_GROWTH * chunk.tally.games, MOST_GAMES_OF_A_PART))


# ---- in this process -----------------------------------------------------------------------------
@frozen
class Done:
    """A chunk that was played at once."""

    chunk: Chunk

    def result(self) -> Chunk:
        """Return the chunk."""
        return self.chunk


@contextmanager
def threads(series: Series, player: Player, count: int, keep: bool) -> Iterator[Crew]:
    """So many threads of this process; one is this thread itself."""
    work = partial(chunk_of, player, series.players, keep)
    if count == 1:
        yield Crew(lambda first, games: Done(work(first, games)))
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(count) as pool, closing(pool):
        yield Crew(partial(pool.submit, work), 2 * count)


@contextmanager
def closing(pool: Executor) -> Iterator[None]:
    """What has not been begun when this is left is not done any more."""
    try:
        yield
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


# ---- in other processes --------------------------------------------------------------------------
@frozen
class Order:
    """All that another process needs: the model as compressed JSON, how it is played, and the digest of the right program.

    `native`: on the native engine if it has one.
    """

    model: bytes
    players: int
    digest: str
    seed: int
    longest: int
    native: bool
    keep: bool
    bots: tuple[Form, ...] = ()


class Lost(Exception):
    """Those who should play are not there, or not any more; says which."""


class Mismatch(Exception):
    """Another process makes another program of this model: its rulekit is not ours."""


def order_of(model: GameModel, series: Series, native: bool, keep: bool) -> Order:
    """Return what to send."""
    from rulekit.serialize import model_to_json

    text = compress(model_to_json(model).encode())
    return Order(text, series.players, series.program.digest, series.seed, series.longest, native, keep, series.bots)


def play_order(order: Order, first: int, count: int) -> Chunk:
    """In another process: play some games."""
    with _MAKING:
        player = _player_for(order)
    return chunk_of(player, order.players, order.keep, first, count)


@lru_cache(maxsize=4)
def _player_for(order: Order) -> Player:
    from rulekit.program.lower import lower
    from rulekit.serialize import model_from_json

    read = model_from_json(decompress(order.model).decode()).value
    model = None if read is None else read.whole()
    program = None if model is None else lower(model, order.players).value
    if program is None or program.digest != order.digest:
        raise Mismatch
    series = Series(program, order.seed, order.longest, order.bots)
    made = native_player(series) if order.native else None
    return made if isinstance(made, Player) else reference_player(series)


@contextmanager
def processes(order: Order, count: int) -> Iterator[Crew]:
    """So many processes on this machine."""
    with pool(partial(_play_part, order), count) as players:
        yield Crew(lambda first, games: players.ask((first, games)), 2 * count)


def _play_part(order: Order, part: tuple[int, int]) -> Chunk:
    return play_order(order, *part)
