"""The native engine measured, as ratios in one run: `python -m bench.native [--seconds 2] [--only cpp,reference,…]`.

Peers: the same games by hand in C++ (`cpp_check`), the reference engine, itself on two threads, `rulekit check`. Times of one
core are those of the processor, the best of five; threads and processes are timed by the clock, so they want a quiet machine.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import random
import subprocess
import sys
import time
from array import array
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from attrs import asdict, evolve

from bench.cpp_check import NO_COMPILER, PLAYERS, TWINS, Row, Twin, compiled, compiler, games_per_second, rows_by_hand
from bench.figures import Figure, batch_speed, median_wall, native_for, native_from, program_for, show, spent, wall
from bench.run import BON_APPETIT, GATTO, ROOT, START
from rulekit.engine.engine import Engine
from rulekit.native.engine import Native
from rulekit.native.llvm.cache import Cache
from rulekit.play.random_games import random_game

INTERNATIONAL, DOPPIO = "rules/cafe-international.cafe", "rules/espresso-doppio.cafe"
SEARCHING = ((INTERNATIONAL, 4), (DOPPIO, 2))
LARGEST = ((GATTO, 5), (BON_APPETIT, 6), (INTERNATIONAL, 5), (DOPPIO, 2))
SERIES, FIRST = 1, 5  # the seed of the games that both engines play, and how many of them are compared
POSITIONS = 2_000
MEMORY = 'import resource, sys; sys.argv[0] = "rulekit"; from rulekit.tools.cli import main\ntry: main(sys.argv[1:])\nfinally: '
MEMORY += "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"


def noise(seconds: float) -> Iterable[Figure]:
    """How far equal work differs on this machine: ten batches of the same games."""
    native = native_for(BON_APPETIT, PLAYERS)
    size = max(100, int(batch_speed(native, seconds) * seconds / 10))
    times = sorted(spent(native, size) for _ in range(10))
    yield Figure("noise: ten equal batches, slowest", 1000 * times[-1], "ms", times[-1] / times[0], "the fastest")


# ---- against C++ -----------------------------------------------------------------------------------
def against_cpp(seconds: float) -> Iterable[Figure]:
    """The games that were written by hand, checked to end alike."""
    by = compiler()
    if by is None:
        sys.exit(NO_COMPILER)
    with TemporaryDirectory() as folder:
        for twin in TWINS:
            yield _against_twin(twin, compiled(twin, by, Path(folder)), seconds)


def _against_twin(twin: Twin, program: Path, seconds: float) -> Figure:
    native = native_for(twin.rules, PLAYERS)
    if rows_by_native(native, 3000, 1) != rows_by_hand(program, 3000, 1):
        sys.exit(f"{twin.name}: the games do not end alike")
    speeds = [(games_per_second(twin, program, 3), batch_speed(native, seconds / 2)) for _ in range(3)]
    hand, mine = (max(column) for column in zip(*speeds, strict=True))
    peer, aim = ("tuned by hand in C++", None) if twin.tuned else ("by hand in C++", 0.5)
    return Figure(f"native {twin.name}, {PLAYERS} players", mine, "games/s", mine / hand, peer, aim)


def rows_by_native(native: Native, count: int, seed: int) -> list[Row]:
    """The games of a series in the form that the C++ prints."""
    rows = native.batch(seed, 0, count)
    return [(n, *totals, winners, decisions, used) for n in range(count) for _, decisions, winners, used, *totals in [rows[n]]]


# ---- against the reference engine --------------------------------------------------------------------
def against_reference(seconds: float) -> Iterable[Figure]:
    """The games that look ahead most, and how much of their time that takes."""
    for rules, players in SEARCHING:
        native = native_for(rules, players)
        engine, name = Engine(native.program), f"native {Path(rules).stem}, {players} players"
        _same_games(engine, native, FIRST)
        slow, fast = both_speeds(engine, native, seconds)
        yield Figure(name, fast, "games/s", fast / slow, "the reference engine", 200)
        yield Figure("  of that looking ahead", 100 * share_of_search(native, fast), "%")


def both_speeds(engine: Engine, native: Native, seconds: float) -> tuple[float, float]:
    """Games a second on both engines: of the same games, since some are longer than others; the best of three rounds and more."""

    def slowly(games: int) -> float:
        began = time.process_time()
        for index in range(games):
            random_game(engine, SERIES, index)
        return time.process_time() - began

    count = max(FIRST, int(FIRST * seconds / slowly(FIRST)))
    slow = min(slowly(count) for _ in range(3))
    times = [spent(native, count, SERIES)]
    while sum(times) < seconds or len(times) < 3:
        times.append(spent(native, count, SERIES))
    return count / slow, count / min(times)


def _same_games(engine: Engine, native: Native, count: int) -> None:
    rows = native.batch(SERIES, 0, count)
    for index in range(count):
        game, (_, decisions, winners, _, *totals) = random_game(engine, SERIES, index), rows[index]
        if (game.decisions, sum(1 << p for p in game.winners), list(game.totals)) != (decisions, winners, totals):
            sys.exit(f"{engine.program.game}, game {index}: the engines do not agree")


def share_of_search(native: Native, speed: float) -> float:
    """The part of the time that goes into asking whether a move can be completed.

    Menus of the same positions are listed by the code itself and by code that takes every way to be safe, so that nothing is
    looked ahead (its menus are at least as long); the difference is what looking ahead costs for a decision.
    """
    games = 2_000
    lengths = native.batch(2, 0, games)
    decision = games / sum(lengths[n][1] for n in range(games)) / speed
    with TemporaryDirectory() as folder:
        trusting = evolve(native.program, safe=(True,) * len(native.program.safe))
        blind = native_from(trusting, Cache(Path(folder)))
        positions = positions_of(native, POSITIONS)
        times = [(menus(native, positions), menus(blind, positions)) for _ in range(9)]
        looking, plain = (min(taken[code] for taken in times) for code in (0, 1))
    return min(1.0, max(0.0, (looking - plain) / len(positions) / decision))


def positions_of(native: Native, count: int) -> list[array[int]]:
    """Positions at decisions of random games."""
    table, dice, seed = native.table(), random.Random(0).randrange, 0
    found: list[array[int]] = []
    while len(found) < count:
        seed += 1
        left = table.start(seed)
        while left and len(found) < count:
            found.append(table.keep())
            left = table.take(dice(left))
    return found


def menus(native: Native, positions: list[array[int]]) -> float:
    """Seconds of the processor to list the menus of all positions; what Python adds is the same for any code."""
    words, table, settle = array("i", positions[0]), native.table(), native.functions["settle"]
    at, context = words.buffer_info()[0], table.context.buffer_info()[0]
    size, sources = 4 * len(words), [p.buffer_info()[0] for p in positions]

    began = time.process_time()
    for source in sources:
        ctypes.memmove(at, source, size)
        settle(at, context)
    return time.process_time() - began


# ---- threads, processes, memory ------------------------------------------------------------------------
def two_threads(seconds: float) -> Iterable[Figure]:
    """Twice the games on two threads against once on one, by the clock."""
    native = native_for(GATTO, PLAYERS)
    size = max(100, int(batch_speed(native, seconds) * seconds / 3))

    def play(threads: int) -> None:
        crew = [Thread(target=native.batch, args=(0, n * size, size)) for n in range(threads)]
        for thread in crew:
            thread.start()
        for thread in crew:
            thread.join()

    one, two = (min(wall(lambda n=n: play(n)) for _ in range(3)) for n in (1, 2))  # type: ignore[misc]
    yield Figure("two threads, cafe-del-gatto", 2 * size / two, "games/s", 2 * one / two, "one thread", 1.7)


def cached_start(seconds: float) -> Iterable[Figure]:
    """From the shell: a thousand games whose code is in the cache, against a check."""
    simulate = ("-c", START, "simulate", GATTO, "--games", "1000", "--players", str(PLAYERS), "--engine", "native")
    check = ("-c", START, "check", GATTO)
    median_wall(*simulate, times=1)
    checked, played = median_wall(*check), median_wall(*simulate)
    yield Figure("simulate --games 1000, from the shell", played * 1000, "ms", played / checked, "rulekit check", 2, most=True)


def compile_times(seconds: float) -> Iterable[Figure]:
    """How long machine code takes that is not in the cache."""
    for rules, players in LARGEST:
        program = program_for(rules, players)
        with TemporaryDirectory() as folder:
            began = time.process_time()
            native_from(program, Cache(Path(folder)))
            taken = time.process_time() - began
        yield Figure(f"compile {Path(rules).stem}, {players} players", taken, "s", aim=3, most=True)


def memory(seconds: float) -> Iterable[Figure]:
    """The most memory of `simulate` with a million games, against ten thousand."""
    simulate = ("simulate", BON_APPETIT, "--players", "2", "--engine", "native", "--games")
    _peak(*simulate, "1")  # now the code is in the cache
    few, many = (_peak(*simulate, games) for games in ("10000", "1000000"))
    yield Figure("memory of a million games", many / 1024, "MiB", many / few, "ten thousand games", 1.2, most=True)


def _peak(*arguments: str) -> float:
    command = [sys.executable, "-c", MEMORY, *arguments]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if not told.stderr.strip():
        sys.exit(f"rulekit {' '.join(arguments)} says nothing")
    return float(told.stderr.split()[-1])


PARTS: dict[str, Callable[[float], Iterable[Figure]]] = {
    "noise": noise, "cpp": against_cpp, "reference": against_reference, "threads": two_threads, "start": cached_start,
    "compile": compile_times, "memory": memory,
}  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--only", default=",".join(PARTS), help=f"some of {', '.join(PARTS)}")
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    wanted, figures = told.only.split(","), []
    if not set(wanted) <= set(PARTS):
        parser.error(f"--only wants some of {', '.join(PARTS)}")
    for part in wanted:
        for figure in PARTS[part](told.seconds):
            figures.append(figure)
            if not told.json:
                show([figure])
    if told.json:
        about = {"python": sys.version.split()[0], "load": os.getloadavg()[0]}
        print(json.dumps({**about, "figures": [asdict(f) for f in figures]}, indent=1))


if __name__ == "__main__":
    main()
