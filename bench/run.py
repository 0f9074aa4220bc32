"""Measure rulekit on this machine and print ratios: `python -m bench.run [--json] [--seconds 2]`.

Absolute figures say more about the machine than about the code; every line that can be has a peer measured in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from attrs import asdict, frozen

from bench import by_hand
from rulekit.engine.chance import game_seed
from rulekit.engine.engine import Engine
from rulekit.engine.state import first_cells
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.syntax.parse import parse

ROOT = Path(__file__).parents[1]
GATTO, BON_APPETIT, TIC_TAC_TOE = "rules/cafe-del-gatto.cafe", "rules/bon-appetit.cafe", "examples/games/tic-tac-toe.cafe"
START = "import sys; from rulekit.tools.cli import main; sys.exit(main(sys.argv[1:]))"
IMPORTS = "import lark, attrs, cattrs"
LONGEST = 5000


@frozen
class Figure:
    """One line of the table; `ratio` compares with `peer`."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    peer: str = ""


def model_of(path: str) -> GameModel:
    """A bundled game, checked."""
    checked = check_game((ROOT / path).read_text(encoding="utf-8"), path)
    if checked.value is None or not checked.ok:
        sys.exit(f"{path} is not a game: {checked.diagnostics[0]}")
    return checked.value


def engine_of(path: str, players: int) -> Engine:
    """An engine for a bundled game."""
    program = lower(model_of(path), players).value
    assert program is not None
    return Engine(program)


def per_second(play: Callable[[int], object], seconds: float) -> float:
    """How often something can be done in a second of the processor, after a little warming up."""
    for number in range(3):
        play(number)
    count, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        play(count)
        count += 1
    return count / spent


def random_games(engine: Engine) -> Callable[[int], None]:
    """A function that plays one game at random to its end."""
    machine, program = engine.machine, engine.program

    def play(number: int) -> None:
        dice = random.Random(number).random
        cells = first_cells(program, game_seed(1, number))
        for _ in range(LONGEST):
            menu = machine.settle(cells)
            if not menu:
                return
            cells = menu[int(dice() * len(menu))][1]

    return play


def playing(seconds: float) -> list[Figure]:
    """Games in a second, against the same games written by hand."""
    figures = []
    for name, path, players, hand in (
        ("tic-tac-toe", TIC_TAC_TOE, 2, lambda n: by_hand.tic_tac_toe(random.Random(n))),
        ("bon-appetit, 4 players", BON_APPETIT, 4, lambda n: by_hand.bon_appetit(4, random.Random(n))),
    ):
        by_engine = per_second(random_games(engine_of(path, players)), seconds)
        written = per_second(hand, seconds)
        figures.append(Figure(f"play {name}", by_engine, "games/s", by_engine / written, "Python by hand"))
        figures.append(Figure(f"  by hand {name}", written, "games/s"))
    figures.append(Figure("play cafe-del-gatto, 4 players", per_second(random_games(engine_of(GATTO, 4)), seconds), "games/s"))
    return figures


def median_run(*arguments: str, times: int = 9) -> float:
    """The median time of a process from start to end, in seconds of the processor: others on the machine do not count."""
    taken = []
    for _ in range(times):
        before = _spent_by_children()
        subprocess.run([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        taken.append(_spent_by_children() - before)
    return statistics.median(taken)


def _spent_by_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def starting() -> list[Figure]:
    """How long `rulekit check` takes from start to end, the grammar being cached."""
    check = ("-c", START, "check", BON_APPETIT)
    median_run(*check, times=1)
    peer = median_run("-c", IMPORTS)
    taken = median_run(*check)
    return [
        Figure("rulekit check bon-appetit", taken * 1000, "ms", taken / peer, f'python -c "{IMPORTS}"'),
        Figure("  the imports alone", peer * 1000, "ms"),
    ]


def best_of(do: Callable[[], object], times: int = 5) -> float:
    """The least time of several, in seconds of the processor."""
    taken = []
    for _ in range(times):
        began = time.process_time()
        do()
        taken.append(time.process_time() - began)
    return min(taken)


def translating() -> list[Figure]:
    """How long parsing, checking, lowering and compiling take."""
    texts = [p.read_text(encoding="utf-8") for p in sorted(ROOT.glob("rules/*.cafe"))]
    lines = sum(text.count("\n") for text in texts)
    taken = best_of(lambda: [parse(text, "x.cafe") for text in texts])
    figures = [Figure("parse, all of rules/", taken / lines * 1e6, "ms per 1000 lines")]
    for path, players in ((TIC_TAC_TOE, 2), (BON_APPETIT, 4), (GATTO, 4)):
        text, model = (ROOT / path).read_text(encoding="utf-8"), model_of(path)
        program = lower(model, players).value
        assert program is not None
        name = Path(path).stem
        figures.append(Figure(f"check {name}", best_of(partial(check_game, text, "x.cafe")) * 1000, "ms"))
        figures.append(Figure(f"lower {name}", best_of(partial(lower, model, players)) * 1000, "ms"))
        figures.append(Figure(f"compile {name}", best_of(partial(Engine, program)) * 1000, "ms"))
    return figures


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each game")
    told = parser.parse_args()
    figures = [*playing(told.seconds), *starting(), *translating()]
    if told.json:
        about = {"python": sys.version.split()[0], "load": os.getloadavg()[0]}
        print(json.dumps({**about, "figures": [asdict(f) for f in figures]}, indent=1))
        return
    for f in figures:
        ratio = f"{f.ratio:6.2f} × {f.peer}" if f.ratio is not None else ""
        print(f"{f.name:34} {f.value:10.1f} {f.unit:18} {ratio}")


if __name__ == "__main__":
    main()
