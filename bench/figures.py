"""What the benchmarks of the native engine share: a line with its ratio and its aim, and machine code of a game."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable

from attrs import frozen

from bench import run
from bench.run import ROOT, model_of
from rulekit.diagnostics import Diagnostic
from rulekit.native.engine import Native, native_of
from rulekit.native.llvm.cache import Cache
from rulekit.program.lower import lower
from rulekit.program.program import Program


@frozen
class Figure(run.Figure):
    """A line with an aim: the ratio (without one the value) should be `aim` or more (`most`: or less)."""

    aim: float | None = None
    most: bool = False

    @property
    def verdict(self) -> str:
        """Whether the aim is reached."""
        if self.aim is None:
            return ""
        reached = self.value if self.ratio is None else self.ratio
        good = reached <= self.aim if self.most else reached >= self.aim
        return f"{'ok' if good else 'MISSED'}: aim {'at most' if self.most else 'at least'} {self.aim:g}"


def show(figures: Iterable[Figure]) -> None:
    """Print lines."""
    for f in figures:
        ratio = f"{f.ratio:8.2f} × {f.peer}" if f.ratio is not None else ""
        print(f"{f.name:42} {f.value:14,.2f} {f.unit:9} {ratio:36} {f.verdict}".rstrip(), flush=True)


def program_for(rules: str, players: int) -> Program:
    """The program of a game for so many players."""
    program = lower(model_of(rules), players).value
    assert program is not None
    return program


def native_for(rules: str, players: int, cache: Cache | None = None) -> Native:
    """A game as machine code."""
    return native_from(program_for(rules, players), cache)


def native_from(program: Program, cache: Cache | None = None) -> Native:
    """A program as machine code."""
    native = native_of(program, cache=cache)
    if isinstance(native, Diagnostic):
        sys.exit(f"{program.game}: {native.message}")
    return native


def batch_speed(native: Native, seconds: float) -> float:
    """Games a second of the processor, the best of five batches."""
    games, taken = 20, spent(native, 20)
    while taken < seconds / 50:
        games *= 4
        taken = spent(native, games)
    size = max(20, int(games / taken * seconds / 5))
    return size / min(spent(native, size) for _ in range(5))


def spent(native: Native, games: int, seed: int = 0) -> float:
    """Seconds of the processor for a batch."""
    began = time.process_time()
    native.batch(seed, 0, games)
    return time.process_time() - began


def wall(do: Callable[[], object]) -> float:
    """Seconds by the clock."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def median_wall(*arguments: str, times: int = 7) -> float:
    """The median time of a Python process from start to end, in seconds by the clock."""
    command = [sys.executable, *arguments]
    return statistics.median(
        wall(lambda: subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True))
        for _ in range(times)
    )
