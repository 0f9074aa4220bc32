"""A worker: a process that does one job after another, with limits. It reads lines of JSON and writes lines of JSON.

It touches no network and no file but the bundled ones (and the cache of machine code). Whoever started it kills it when a job
takes too long; nothing is lost by that. An answer is one line that says how many lines of positions follow.
"""

from __future__ import annotations

import gc
import json
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from rulekit.engine.faults import Fault
from rulekit.report.wording import in_words
from rulekit.study.processes.parent_watch import die_with
from rulekit.tools.io.problems import Problem, Usage
from rulekit.tools.web.workers.jobs import Answer, run
from rulekit.tools.web.workers.position import written
from rulekit.tools.web.workers.worker_cache import Missing, WorkerCache
from rulekit.tools.web.workshop.findings import findings_data

Data = dict[str, Any]  # as it was sent
MOST_TOLD = 5  # faults of rulekit itself that one worker writes down


def main() -> None:
    """Work until nobody asks any more."""
    megabytes, parent = int(sys.argv[1]), int(sys.argv[2])
    die_with(parent)
    limit(megabytes)
    gc.set_threshold(50_000, 20, 100)  # hundreds of games are remembered: looking through them for waste takes long
    work(sys.stdin.buffer, sys.stdout.buffer)


def work(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line."""
    cache = WorkerCache()
    for line in jobs:
        answers.write(_written(cache, json.loads(line)))
        answers.flush()


def _written(cache: WorkerCache, job: Data) -> bytes:
    """An answer as it is sent; one that does not fit into memory is told so. This is the border: a fault of rulekit itself ends
    one job, is told to whoever runs the server, and leaves all other tables alone."""
    try:
        return _lines(respond(cache, job))
    except MemoryError:
        cache.clear()
        return _lines(Answer({"exhausted": "memory"}))
    except Exception:
        if cache.broken < MOST_TOLD:  # nobody can fill the log by doing the same again and again
            traceback.print_exc()
        cache.broken += 1
        cache.forget(job.get("table"))
        return _lines(Answer({"broken": True}))


def _lines(answer: Answer) -> bytes:
    return b"".join(line + b"\n" for line in (written(answer.data | {"raw": len(answer.raw)}), *answer.raw))


def respond(cache: WorkerCache, job: Data) -> Answer:
    """Do a job; whatever is wrong with it is data."""
    try:
        return _roomy(cache, job)
    except Missing:
        return Answer({"missing": True})
    except Problem as problem:
        return Answer({"findings": findings_data(problem.findings, problem.texts, job.get("lang"))})
    except Fault as fault:
        return Answer({"findings": findings_data((fault.diagnostic(),), {}, job.get("lang"))})
    except Usage as usage:
        message = in_words(usage.said, job.get("lang") or "en")
        return Answer({"findings": [{"code": "", "severity": "error", "message": message, "hint": None}]})
    except MemoryError:
        return Answer({"exhausted": "memory"})
    except RecursionError:
        return Answer({"exhausted": "depth"})


def _roomy(cache: WorkerCache, job: Data) -> Answer:
    """Do a job; if there is too little memory, once more with an empty cache: what lies there was put there by others."""
    try:
        return run(cache, job)
    except MemoryError:
        cache.clear()
    return run(cache, job)


def limit(megabytes: int) -> None:
    """Keep the process small; where the system cannot, it is only killed when it takes too long."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if megabytes:
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    with suppress(OSError):  # when the machine has no memory left, a worker is ended before the server
        Path("/proc/self/oom_score_adj").write_text("900")


if __name__ == "__main__":
    main()
