"""Every bundled game, reading, variant, option value and number of players on both engines: `make agree`.

`python -m tests.native.agree_all --decisions 1000000` goes on until so many decisions are compared, prints a line for each
program, and ends with 1 if the engines part anywhere, or something has to be left to the reference engine.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import zip_longest

from attrs import frozen

from rulekit.limits import MOST_DECISIONS
from rulekit.model.model import GameModel, Option
from rulekit.model.types import NumberType
from rulekit.native.llvm.cache import Cache
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.program.program import Program
from rulekit.study.measures.sweep import _all
from tests.engine.play import source
from tests.native.agreement import Agreement, agreement
from tests.native.cases import files, pair_of
from tests.native.watched import watched

Settings = tuple[tuple[str, str], ...]
SERIES = 5
EACH = 1_000_000  # games of a program, unless its time is up


@frozen
class Sitting:
    """A file of rules, the number of players, and what is set."""

    file: str
    players: int
    settings: Settings = ()

    def __str__(self) -> str:
        return "".join([f"{self.file}-{self.players}", *(f" {name}={value}" for name, value in self.settings)])


@frozen
class Task:
    """A sitting, for so many seconds, from the game with this number on."""

    sitting: Sitting
    seconds: float
    first: int = 0


@cache
def model_of(file: str, settings: Settings = ()) -> GameModel:
    """A file with its game, and what is set."""
    game, *changes = files()[file]
    checked = check_game(*source(game), tuple(map(source, changes)), settings)
    assert checked.value is not None and checked.ok, checked.diagnostics
    return checked.value


def program_at(sitting: Sitting) -> Program | str:
    """Its program, or why there is none: some values are for some numbers of players only."""
    lowered = lower(model_of(sitting.file, sitting.settings), sitting.players)
    return lowered.value or lowered.diagnostics[0].message


# ---- what there is -------------------------------------------------------------------------------
def sittings(chosen: Iterable[str]) -> Iterator[Sitting]:
    """Files at every table, and every value of an option at one of them, each value at the next."""
    for file in chosen:
        model = model_of(file)
        low, high = model.players
        tables = range(low, high + 1)
        yield from (Sitting(file, players) for players in tables)
        others = [(o.name, value) for o in model.options for value in values(o) if value != o.spelt(o.value)]
        for n, setting in enumerate(others):
            yield Sitting(file, tables[n % len(tables)], (setting,))


def mixed(lists: list[list[Sitting]]) -> list[Sitting]:
    """The first of each list, then the second of each, and so on."""
    return [s for row in zip_longest(*lists) for s in row if s is not None]


def values(option: Option) -> list[str]:
    """All answers; of numbers both ends."""
    if not isinstance(option.type, NumberType):
        answers = _all(option)
        assert isinstance(answers, list)
        return answers
    ends = {end for allowed in option.allowed for end in allowed}
    return [option.spelt(n) for n in sorted(ends)]


# ---- playing -------------------------------------------------------------------------------------
def compared(task: Task) -> Agreement | str:
    """Play on both engines."""
    program = program_at(task.sitting)
    if isinstance(program, str):
        return Agreement()
    pair = pair_of(program, plain=not task.sitting.settings, longest=MOST_DECISIONS, cache=Cache())
    return pair if isinstance(pair, str) else agreement(pair, SERIES, range(task.first, EACH), task.seconds)


def rounds(wanted: list[Sitting], seconds: float, decisions: int, workers: int) -> Iterator[tuple[Sitting, Agreement | str]]:
    """Play all of them; those that are quick again, until enough decisions are compared."""
    total, first = 0, dict.fromkeys(wanted, 0)
    todo = wanted
    while todo:
        quick: list[tuple[float, Sitting]] = []
        for ended in watched(compared, [Task(s, seconds, first[s]) for s in todo], workers, 300 + 10 * seconds):
            found = ended.how or ended.result
            yield ended.task.sitting, f"{found}\n{ended.where}" if ended.how else found
            if isinstance(found, Agreement):
                total += found.decisions
                first[ended.task.sitting] += found.games
                quick.append((found.decisions, ended.task.sitting))
        seconds *= 2
        todo = [s for _, s in sorted(quick, key=lambda q: -q[0])[: max(8, len(quick) // 4)]] if total < decisions else []


def main() -> int:
    """Play, tell every program and what differs, and the sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each program, at first")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=600.0, help="then what was compared so far is told")
    parser.add_argument("--only", default="", help="files whose name begins so")
    told = parser.parse_args()
    began, by_file, wrong = time.perf_counter(), dict[str, Agreement](), 0
    chosen = mixed([list(sittings((file,))) for file in files() if file.startswith(told.only)])
    done: set[Sitting] = set()
    for sitting, found in rounds(chosen, told.seconds, told.decisions, told.workers):
        if isinstance(found, str):
            wrong += 1
            print(f"{sitting}: {found}", flush=True)
            continue
        done.add(sitting)
        wrong += len(found.differences) + (found.handed > 0)
        for difference in found.differences:
            print(difference, flush=True)
        by_file[sitting.file] = by_file.get(sitting.file, Agreement()) + found
        if time.perf_counter() - began > 60 * told.minutes:
            break
    print(f"\n{'rules':24}{'games':>9}{'decisions':>11}{'faults':>8}{'handed over':>13}{'differences':>13}")
    whole = Agreement()
    for file, sum_ in [*by_file.items()]:
        whole += sum_
        print(_line(file, sum_))
    print(_line(f"{len(done)} of {len(chosen)} programs", whole))
    print(f"{time.perf_counter() - began:.0f} s, {wrong} wrong")
    return 1 if wrong else 0


def _line(name: str, found: Agreement) -> str:
    return f"{name:24}{found.games:>9}{found.decisions:>11}{found.faults:>8}{found.handed:>13}{len(found.differences):>13}"


if __name__ == "__main__":
    sys.exit(main())
