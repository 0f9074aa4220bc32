"""Generated, mutated and edited games on both engines: they agree at every decision, and no rule file ends the process.

`python -m tests.fuzz.native_fuzz --cases 500 --seed 1` tries that many, `--bombs` the files of `bombs`, `--case made:7` one
alone. The exit code is 1 if engines part, or a process crashed or did not come back.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator

from tests.fuzz.bombs import BOMBS
from tests.native.agreement import Agreement
from tests.native.cases import DIFFERS, UNLOWERED, Tried, case_names, tried
from tests.native.watched import Ended, watched

SECONDS = 120
SLOW = "slow on the reference engine"


def outcome(ended: Ended) -> Tried:
    """What became of a case; the reference engine may take its time, the native one may not."""
    if not ended.how:
        assert isinstance(ended.result, Tried)
        return ended.result
    if ended.how == "too long" and "rulekit/native/" not in ended.where:
        return Tried(ended.task, SLOW)
    return Tried(ended.task, "crash", f"{ended.how}\n{ended.where}")


def results(names: list[str], workers: int) -> Iterator[Tried]:
    """All cases, as they come."""
    yield from map(outcome, watched(tried, names, workers, SECONDS))


def main() -> int:
    """Try, count, and say what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--bombs", action="store_true")
    parser.add_argument("--case")
    told = parser.parse_args()
    names = [told.case] if told.case else [f"bomb:{n}" for n in BOMBS] if told.bombs else case_names(told.seed, told.cases)
    began, counts, compared, wrong = time.perf_counter(), Counter[str](), Agreement(), 0
    for case in results(names, told.workers):
        counts[case.how if case.how != UNLOWERED else f"{UNLOWERED} ({case.details})"] += 1
        compared += case.compared
        if case.how in (DIFFERS, "crash", "nothing"):
            wrong += 1
            print(f"{case.name}: {case.how}\n  {case.details}", flush=True)
        elif told.case:
            print(case)
        if sum(counts.values()) % 50 == 0:
            print(f"{sum(counts.values())} cases, {compared.decisions} decisions", flush=True)
    by_sort = ", ".join(f"{what} {n}" for what, n in sorted(counts.items(), key=lambda c: (-c[1], c[0])))
    print(
        f"native fuzz: {len(names)} cases in {time.perf_counter() - began:.0f} s, {wrong} wrong; {compared.decisions} decisions"
        f" compared, {compared.faults} games at fault, {compared.handed} handed over; {by_sort}"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
