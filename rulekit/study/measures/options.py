"""How often an option matters: the same seeds played with another value of it.

Comes in: the texts of a game and how it is played. Goes out: for each option and other value the share of games that came out
otherwise (another length, end, total or winner), and of those that had another winner. The choices of the players come from the
same stream, so a game stays the same exactly as long as both values offer the same menus.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from time import perf_counter

from attrs import evolve, frozen

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.model.expressions import Value
from rulekit.model.model import Option
from rulekit.model.types import NumberType
from rulekit.play.random_games import random_game
from rulekit.play.results import GameResult
from rulekit.play.series_player import Player, Series, native_player, reference_player
from rulekit.program.program import Program
from rulekit.study.measures.intervals import Share, share
from rulekit.study.measures.sweep import Job, engine_for

MOST_VALUES = 4
MOMENT, PATIENCE = 1.0, 15.0  # seconds: after a moment on the reference engine, machine code is made if much more is to come


@frozen
class Mattered:
    """An option with another value; `idle`: the rules are the same with both, for this number of players."""

    option: str
    own: str
    other: str
    changed: Share
    other_winner: Share
    idle: bool = False
    refused: Diagnostic | None = None

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        refused = None if self.refused is None else f"{self.refused.code}: {self.refused.message}"
        return {"option": self.option, "own": self.own, "other": self.other, "changed": self.changed.to_dict(),
                "other_winner": self.other_winner.to_dict(), "idle": self.idle, "refused": refused}  # fmt: skip


@frozen
class Task:
    """An option, its own value and another one, to be played; `print_`: of the rules with the own value."""

    job: Job
    option: str
    own: str
    other: str
    print_: str
    before: tuple[GameResult, ...]


def other_values(option: Option) -> tuple[str, ...]:
    """Values to try: of a number its neighbours, else all others, but not more than a few."""
    own = option.spelt(option.value)
    if isinstance(option.type, NumberType):
        assert isinstance(option.value, int)
        allowed = sorted(v for low, high in option.allowed for v in _near(low, high, option.value))
        return tuple(option.spelt(v) for v in allowed)
    answers = [a.name for a in option.answers] or ["yes", "no"]
    return tuple(a for a in answers if a != own)[:MOST_VALUES]


def _near(low: int, high: int, value: int) -> Iterator[int]:
    """Yield the nearest numbers of a range below and above a value."""
    if low < value:
        yield min(high, value - 1)
    if high > value:
        yield max(low, value + 1)


def option_tasks(job: Job, options: Sequence[Option], program: Program, before: Sequence[GameResult]) -> list[Task]:
    """Return what has to be played."""
    mark = fingerprint(program)
    return [
        Task(job, option.name, option.spelt(option.value), other, mark, tuple(before))
        for option in options
        for other in other_values(option)
    ]


def play_option(task: Task) -> Mattered:
    """Play the same games with the other value."""
    made = engine_for(task.job, ((task.option, task.other),))
    games = len(task.before)
    if isinstance(made, Diagnostic):
        return Mattered(task.option, task.own, task.other, share(0, 0), share(0, 0), refused=made)
    if fingerprint(made.program) == task.print_:
        return Mattered(task.option, task.own, task.other, share(0, games), share(0, games), idle=True)
    after = first_games(made, task.job.seed, games, task.job.longest)
    pairs = list(zip(task.before, after, strict=True))
    changed = sum(_result(a) != _result(b) for a, b in pairs)
    winner = sum(a.winners != b.winners for a, b in pairs)
    return Mattered(task.option, task.own, task.other, share(changed, games), share(winner, games))


def _result(game: GameResult) -> tuple[Value, ...]:
    return game.end, game.decisions, game.totals, game.winners


def fingerprint(program: Program) -> str:
    """Return a mark that two programs share if they play alike, whatever their options are called."""
    return sha256(repr(evolve(program, options=(), digest="")).encode()).hexdigest()


def is_slow(since: float, done: int, games: int) -> bool:
    """Return whether the reference engine has had its moment, and would take long for the rest."""
    spent = perf_counter() - since
    return spent > MOMENT and spent / max(1, done) * (games - done) > PATIENCE


def first_games(engine: Engine, seed: int, games: int, longest: int) -> list[GameResult]:
    """Return the first games of a series: on the reference engine, and if that takes long, on the native one."""
    since, found = perf_counter(), list[GameResult]()
    while len(found) < games and not is_slow(since, len(found), games):
        found.append(random_game(engine, seed, len(found), longest))
    if len(found) == games:
        return found
    series = Series(engine.program, seed, longest)
    player = native_player(series)
    fast = player if isinstance(player, Player) else reference_player(series)
    return [*found, *fast.play(len(found), games - len(found)).games()]
