"""Two games written by hand in C++ against the reference engine: `python -m bench.cpp_check [--gatto 300] [--bon-appetit 3000]`.

Comes in: `cpp/*.cpp`, a compiler ($CXX, g++ or clang++). Goes out: whether every game of a series ends alike (scores, winners,
number of decisions, numbers of chance used), and how many games a second the C++ plays on one core.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from bench.run import BON_APPETIT, GATTO, engine_of
from rulekit.engine.chance import game_seed
from rulekit.engine.engine import Engine
from rulekit.engine.state import State, first_cells
from rulekit.play.random_games import picks
from rulekit.program.program import COUNTER

SOURCES = Path(__file__).parent / "cpp"
FLAGS = ("-O3", "-march=native", "-std=c++17")
PLAYERS = 4
NO_COMPILER = "no C++ compiler: set $CXX, or install g++ or clang++"
FNV_START, FNV_PRIME, MASK = 0xCBF29CE484222325, 0x100000001B3, 0xFFFFFFFFFFFFFFFF
Row = tuple[int, ...]  # index, score of every player, winners (a bit for each seat), decisions, numbers of chance used


@frozen
class Twin:
    """A game's C++ beside its rules; `measured`: so many games take about a second; `tuned`: it shows how far tuning by hand
    goes, and no aim is held against it."""

    name: str
    rules: str
    source: str
    measured: int
    flags: tuple[str, ...] = ()
    tuned: bool = False


PLAIN = Twin("gatto_plain", GATTO, "gatto_plain.cpp", 50_000)
LISTED = Twin("gatto", GATTO, "gatto.cpp", 100_000, tuned=True)
COUNTED = Twin("gatto_counted", GATTO, "gatto.cpp", 100_000, ("-DCOUNTED",), tuned=True)
TWINS = (PLAIN, LISTED, COUNTED, Twin("bon_appetit", BON_APPETIT, "bon_appetit.cpp", 500_000))


def compiler() -> str | None:
    """The C++ compiler of this machine."""
    names = filter(None, (os.environ.get("CXX"), "g++", "clang++"))
    return next(filter(None, map(shutil.which, names)), None)


def compiled(twin: Twin, by: str, folder: Path) -> Path:
    """The program made of a game's C++, in a folder."""
    program = folder / twin.name
    subprocess.run([by, *FLAGS, *twin.flags, "-o", str(program), str(SOURCES / twin.source)], check=True)
    return program


def run(program: Path, *arguments: object) -> list[str]:
    """The lines that a program prints."""
    told = subprocess.run([str(program), *map(str, arguments)], check=True, capture_output=True, text=True)
    return told.stdout.splitlines()


def rows_by_hand(program: Path, count: int, seed: int, first: int = 0) -> list[Row]:
    """The games of a series as the C++ plays them."""
    return [tuple(map(int, line.split())) for line in run(program, first, count, seed, "--rows")]


def rows_by_engine(engine: Engine, count: int, seed: int) -> Iterator[Row]:
    """The same games as `rulekit simulate` plays them on the reference engine."""
    for index in range(count):
        own, decisions = game_seed(seed, index), 0
        following, cells = picks(engine, own), first_cells(engine.program, own)
        while (after := following(cells)) is not None:
            decisions, cells = decisions + 1, after
        outcome = engine.outcome(State(tuple(cells)))
        yield (index, *outcome.totals, sum(1 << p for p in outcome.winners), decisions, cells[COUNTER])


def checksum(rows: Iterable[Row]) -> str:
    """FNV-1a over the numbers of all rows but their indices, 32 bits at a time: what the C++ prints without `--rows`."""
    value = FNV_START
    for row in rows:
        for number in row[1:]:
            value = (value ^ (number & 0xFFFFFFFF)) * FNV_PRIME & MASK
    return f"{value:016x}"


def difference(twin: Twin, program: Path, reference: Sequence[Row], seed: int) -> str | None:
    """The first game that does not end as in the reference, or that the checksum is wrong, in words; None: all is equal."""
    rows = rows_by_hand(program, len(reference), seed)
    for hand, engine in zip(rows, reference, strict=True):
        if hand != engine:
            return f"{twin.name}, seed {seed}, game {engine[0]}: by hand {hand[1:]}, by the engine {engine[1:]}"
    printed = run(program, 0, len(rows), seed)[0].split()[0]
    return None if printed == checksum(rows) else f"{twin.name}: the checksum {printed} is not that of the rows"


def games_per_second(twin: Twin, program: Path, times: int = 5) -> float:
    """How many games the C++ plays in a second of the processor, the best of several."""
    return max(float(run(program, 0, twin.measured, 0)[0].split()[2]) for _ in range(times))


def compare(by: str, counts: dict[str, int], seed: int, folder: Path) -> str | None:
    """Compile, compare and measure every game, and print a line for each; the first difference ends it."""
    references = {rules: tuple(rows_by_engine(engine_of(rules, PLAYERS), count, seed)) for rules, count in counts.items()}
    for twin in TWINS:
        program = compiled(twin, by, folder)
        found = difference(twin, program, references[twin.rules], seed)
        if found is not None:
            return found
        speed = games_per_second(twin, program)
        print(f"{twin.name:14} {counts[twin.rules]} games are equal, {speed:,.0f} games/s by hand in C++")
    return None


def main() -> None:
    """Do it as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gatto", type=int, default=300, help="games to compare")
    parser.add_argument("--bon-appetit", type=int, default=3000, help="games to compare")
    parser.add_argument("--seed", type=int, default=0)
    told = parser.parse_args()
    by = compiler()
    if by is None:
        sys.exit(NO_COMPILER)
    with TemporaryDirectory() as folder:
        sys.exit(compare(by, {GATTO: told.gatto, BON_APPETIT: told.bon_appetit}, told.seed, Path(folder)))


if __name__ == "__main__":
    main()
