"""Every shape at the size that is allowed: each command ends, and in time: `python -m tests.fuzz.growth`.

What is in time is measured first: sound texts of that size, read by the same command, and a wide multiple of what they take.
`--size 50000` reads smaller texts, `--only quotes` some shapes, `--commands check,web` some commands. The exit code is 1 if
something took longer, needed more memory, or ended with anything but an answer.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from rulekit.tools.web.workers.asked import Source
from tests.fuzz.fuzz import MEMORY, ROOT
from tests.fuzz.shapes import CHANGES, SHAPES, large

LARGEST = 195_000  # a little less than what a command reads and the web table takes
SOUND = ("definitions", "statements", "moves of cards", "requirements")  # nothing in them is hostile but their length
WIDE = 8
COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("check",), "check json": ("check", "--json"), "test": ("test",), "rulebook": ("rulebook",), "options": ("options",),
    "overlays": ("overlays",), "cover": ("cover",), "texts": ("cover", "--texts"), "model": ("model",), "program": ("program",),
    "compare": ("compare", "--seconds", "2"),
    "simulate": ("simulate", "--games", "10"), "mutate": ("mutate", "--limit", "3", "--examples-only", "--seconds", "2"),
}  # fmt: skip
ANSWERS = (0, 1)  # fine, findings


def web(paths: list[str]) -> None:
    """What the web table does with texts: check, tell, outline."""
    from rulekit.tools.io.problems import Problem
    from rulekit.tools.web.workers.worker_cache import check_source, engine_for
    from rulekit.tools.web.workshop.findings import findings_data
    from rulekit.tools.web.workshop.outline import outline

    source: Source = {"files": [[path, Path(path).read_text(encoding="utf-8")] for path in paths], "set": []}
    game = check_source(source)
    findings_data(game.checked.diagnostics, game.texts)
    if game.checked.ok:
        outline(game.model, "en")
        try:
            engine_for(game, game.model.players[0])
        except Problem as problem:
            findings_data(problem.findings, problem.texts)


def seconds_of(command: str, paths: list[str], limit: float | None) -> tuple[float, str]:
    """The time a processor spent, and what went wrong."""

    def bounds() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))

    first, *changes = paths
    more = [part for path in changes for part in ("--with", path)] or [first] * (command == "compare")
    asked = [*COMMANDS[command], first, *more] if command in COMMANDS else ["--web", *paths]
    program = [sys.executable, "-m", "rulekit.tools.cli" if command in COMMANDS else "tests.fuzz.growth", *asked]
    before = _children()
    done = subprocess.run(program, cwd=ROOT, preexec_fn=bounds, capture_output=True, text=True, check=False)
    spent = _children() - before
    if done.returncode not in ANSWERS:
        return spent, f"ended with {done.returncode}: {done.stderr[-300:]}"
    return spent, "a traceback" if "Traceback" in done.stderr else ""


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def length(size: int | None) -> int:
    """How long the texts are, with room for what stands around a shape."""
    return (size or LARGEST) - 2_000


def texts_of(whole: int, only: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """All shapes as texts, each with its name."""
    for name, shape in SHAPES.items():
        if only in name:
            yield name, (shape(whole),)
    for name, shape in CHANGES.items():
        if only in f"changes: {name}":
            yield f"changes: {name}", (large(whole // 2), shape(whole))


def limit_for(command: str, size: int | None, folder: Path) -> float:
    """What a command may take."""
    sound = [SHAPES[name](length(size)) for name in SOUND]
    return WIDE * max(seconds_of(command, written((text,), folder), None)[0] for text in sound)


def written(texts: tuple[str, ...], folder: Path) -> list[str]:
    """The texts as files."""
    paths = [folder / ("game.cafe" if not number else f"change{number}.cafe") for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return [str(path) for path in paths]


def tried(command: str, size: int | None, only: str, folder: Path) -> int:
    """Read every shape with a command; say which take longest and what went wrong."""
    limit, wrong = limit_for(command, size, folder), 0
    times: list[tuple[float, str]] = []
    for name, texts in texts_of(length(size), only):
        spent, problem = seconds_of(command, written(texts, folder), limit)
        times.append((spent, name))
        if problem:
            wrong += 1
            print(f"{command}: {name}: {spent:.1f} s, {problem}", flush=True)
    slowest = ", ".join(f"{name} {spent:.1f} s" for spent, name in sorted(times, reverse=True)[:3])
    print(f"{command}: {len(times)} shapes, each within {limit:.0f} s but {wrong}; slowest: {slowest}", flush=True)
    return wrong


def main() -> int:
    """Try all commands on all shapes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int)
    parser.add_argument("--only", default="")
    parser.add_argument("--commands", default=",".join(("web", *COMMANDS)))
    parser.add_argument("--web", nargs="+")
    told = parser.parse_args()
    if told.web:
        web(told.web)
        return 0
    began = time.perf_counter()
    os.environ["NO_COLOR"] = "1"
    with TemporaryDirectory() as folder:
        wrong = sum(tried(command, told.size, told.only, Path(folder)) for command in told.commands.split(","))
    print(f"growth: {wrong} wrong, in {time.perf_counter() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
