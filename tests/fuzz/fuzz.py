"""The fuzzer: whatever comes in, findings or a game come out, soon and in little memory; a game can be played.

`python -m tests.fuzz.fuzz --cases 20000 --seed 1` tries that many cases on all cores, `--bombs` the files of `bombs`;
`--case 1:4711` one case alone, or several, with their texts. The exit code is 1 if something else than findings or a game
came out.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from pathlib import Path
from typing import Any

from attrs import frozen

from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.state import State
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.syntax.source import from_bytes
from tests.engine.games import seeded_game
from tests.fuzz.bombs import BOMBS
from tests.fuzz.edits import edited

ROOT = Path(__file__).parents[2]
SECONDS = 20  # of processor time; a large game takes four to be compiled on a busy machine
MEMORY = 1_500_000_000
MOVES = 200
PATIENCE = 0.25  # seconds for the moves of one game: enough for 200 in most
CHUNK = 50
BAD = ("crash", "hang", "memory", "nothing")


class TooLong(BaseException):
    """The time of a case is up."""


@frozen
class Case:
    """A file's bytes, files of changes, settings of options, and dice for what follows."""

    data: bytes
    changes: tuple[tuple[str, str], ...]
    settings: tuple[tuple[str, str], ...]
    seed: int


@cache
def corpus() -> tuple[str, ...]:
    """Good files: bundled ones and generated ones, the longest last."""
    files = [*sorted(ROOT.glob("rules/*.cafe")), *sorted(ROOT.glob("examples/**/*.cafe"))]
    texts = [*(p.read_text(encoding="utf-8") for p in files), *(seeded_game(n) for n in range(len(files)))]
    return tuple(sorted(texts, key=len))


@cache
def overlays() -> tuple[str, ...]:
    """Good files of changes."""
    return tuple(text for text in corpus() if "\nvariant " in text or "\nreading " in text)


def make_case(seed: int, number: int) -> Case:
    """The case with this number."""
    dice = random.Random(f"{seed}:{number}")
    roll = dice.random()
    if roll < 0.03:
        return Case(b"cafe en\n" + dice.randbytes(dice.randint(0, 300)), (), (), number)
    if roll < 0.05:
        return Case(dice.randbytes(dice.randint(0, 100)), (), (), number)
    if roll < 0.15:
        return Case(
            edited(seeded_game(dice.randrange(10**6)), dice, corpus()).encode(errors="replace"), (), _settings(dice, ""), number
        )
    text = corpus()[int(len(corpus()) * dice.random() ** 1.5)]
    if roll > 0.93 and overlays():
        change = dice.choice(overlays())
        text = _base_of(change)
        change = edited(change, dice, corpus()) if dice.random() < 0.8 else change
        return Case(text.encode(), ((change, "change.cafe"),), _settings(dice, text), number)
    return Case(edited(text, dice, corpus()).encode(errors="replace"), (), _settings(dice, text), number)


def _base_of(change: str) -> str:
    name = change.split(" of ", 1)[1].split()[0]
    return next((t for t in corpus() if f"\ngame {name} " in t), corpus()[0])


def _settings(dice: random.Random, text: str) -> tuple[tuple[str, str], ...]:
    if dice.random() < 0.8:
        return ()
    names = [line.split()[1] for line in text.split("\n") if line.startswith("option ") and len(line.split()) > 1] or [
        "bonus",
        "x",
    ]
    values = ("yes", "no", "0", "1", "5", "-3", "99999999999", "none", "", "a b", "at_once", "(", "é")
    return tuple((dice.choice(names), dice.choice(values)) for _ in range(dice.randint(1, 2)))


# ---- trying --------------------------------------------------------------------------------------
def outcome(case: Case) -> str:
    """What came out: `findings RK…`, `refused RK…`, `over`, `moves`, `fault RK…`."""
    text = from_bytes(case.data, "case.cafe")
    checked = text.then(lambda t: check_game(t, "case.cafe", case.changes, case.settings))
    if checked.value is None or not checked.ok:
        errors = [d for d in checked.diagnostics if d.is_error]
        return f"findings {errors[0].code}" if errors else "nothing"
    return _played(checked.value, random.Random(case.seed))


def _played(model: GameModel, dice: random.Random) -> str:
    low, high = model.players
    lowered = lower(model, dice.choice((low, high, min(high, low + 1))))
    if lowered.value is None:
        return f"refused {lowered.diagnostics[0].code}" if lowered.diagnostics else "nothing"
    engine = Engine(lowered.value)
    try:
        state = engine.start(dice.randrange(2**64))
        until = time.process_time() + PATIENCE
        for _ in range(MOVES):
            moves = engine.moves(state) if time.process_time() < until else ()
            if not moves and not engine.is_over(state):
                break
            if not moves:
                engine.outcome(state)
                return "over"
            after = engine.apply(state, dice.choice(moves))
            assert isinstance(after, State)
            state = after
    except Fault as fault:
        assert fault.diagnostic().message
        return f"fault {fault.code}"
    return "moves"


def guarded(case: Case, seconds: float = SECONDS) -> tuple[str, str]:
    """The outcome, or what went wrong, with details."""
    signal.signal(signal.SIGVTALRM, _up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    signal.setitimer(signal.ITIMER_PROF, seconds * 4)  # not caught: for loops that no handler can break
    try:
        return outcome(case), ""
    except TooLong:
        return "hang", traceback.format_exc(limit=-4)
    except MemoryError:
        return "memory", traceback.format_exc(limit=-4)
    except Exception:
        return "crash", traceback.format_exc(limit=-6)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)


def _up(signum: int, frame: Any) -> None:
    raise TooLong


def limit_memory() -> None:
    """No process of ours may take more than this."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def tried(seed: int, numbers: range) -> list[tuple[str, str, str]]:
    """Cases one after another: number, outcome, details."""
    return [(f"{seed}:{n}", *guarded(make_case(seed, n))) for n in numbers]


def exploded(name: str) -> list[tuple[str, str, str]]:
    """A bomb: name, outcome, details."""
    return [(name, *guarded(Case(BOMBS[name].encode(), (), (), 1)))]


# ---- many ----------------------------------------------------------------------------------------
def all_cases(seed: int, cases: int) -> list[Any]:
    """Work for the pool, in chunks."""
    return [partial(tried, seed, range(n, min(cases, n + CHUNK))) for n in range(0, cases, CHUNK)]


def results(work: list[Any], workers: int) -> Iterator[tuple[str, str, str]]:
    """All outcomes, as they come; work that killed its process is told as a hang."""
    while work:
        with ProcessPoolExecutor(workers, initializer=limit_memory) as pool:
            pending = [pool.submit(job) for job in work]
            for at, future in enumerate(pending):
                try:
                    yield from future.result()
                except BrokenProcessPool:
                    yield (str(work[at].args), "hang", "the process was ended (or another one at the same time)")
                    work = work[at + 1 :]
                    break
            else:
                work = []


def main() -> int:
    """Try, count, and say what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--bombs", action="store_true")
    parser.add_argument("--case", nargs="+", help="SEED:NUMBER, or a bomb's name")
    told = parser.parse_args()
    if told.case:
        limit_memory()
        return max(map(_one, told.case))
    work = [partial(exploded, name) for name in BOMBS] if told.bombs else all_cases(told.seed, told.cases)
    began, counts, wrong = time.perf_counter(), Counter[str](), 0
    for name, result, details in results(work, told.workers):
        counts[result] += 1
        if result in BAD:
            wrong += 1
            print(f"{name}: {result}\n{details}", flush=True)
        elif told.bombs:
            print(f"{name}: {result}", flush=True)
    by_code = ", ".join(f"{what} {n}" for what, n in sorted(counts.items(), key=lambda c: (-c[1], c[0])))
    print(f"fuzz: {sum(counts.values())} cases in {time.perf_counter() - began:.0f} s, {wrong} wrong; {by_code}")
    return 1 if wrong else 0


def _one(name: str) -> int:
    case = Case(BOMBS[name].encode(), (), (), 1) if name in BOMBS else make_case(*map(int, name.split(":")))
    for text, path in (*case.changes, (case.data.decode(errors="replace"), "case.cafe")):
        print(f"# ---- {path}\n{text[:20_000]}")
    result, details = guarded(case)
    print(f"{case.settings}\n{result}\n{details}")
    return int(result in BAD)


if __name__ == "__main__":
    sys.exit(main())
