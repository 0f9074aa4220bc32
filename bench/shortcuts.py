"""What each shortcut of the native engine gains: `python -m bench.shortcuts [--only nim,…] [--rounds 7]` prints a table.

A cell is the time of the same games without the shortcut, divided by the time with all of them; `–`: the code is the same
either way. Both are played in turns in one run, by the time of the processor, the best of all rounds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figures import native_from, spent
from bench.run import ROOT
from rulekit.native.engine import Native
from rulekit.native.entry_points import write_unit
from rulekit.native.llvm.cache import Cache
from rulekit.native.shortcuts import SHORTCUTS
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.program.program import Program
from rulekit.tools.io.library import head_of

COMPARED = 200  # games that must end alike with and without


def programs(only: str) -> Iterator[tuple[str, Program]]:
    """All bundled games and small ones, changed as each file says, for a middle number of players."""
    paths = [*sorted(ROOT.glob("rules/*.cafe")), *sorted(ROOT.glob("examples/games/*.cafe"))]
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    heads = {path: head_of(text) for path, text in texts.items()}
    games = {head.name: path for path, head in heads.items() if not head.of}
    for path, head in heads.items():
        if only and path.stem not in only.split(","):
            continue
        changes = ((texts[path], path.name),) if head.of else ()
        base = games[head.of] if head.of else path
        model = check_game(texts[base], base.name, changes).value
        assert model is not None
        program = lower(model, sum(model.players) // 2).value
        assert program is not None
        yield path.stem, program


def gains(program: Program, seconds: float, rounds: int) -> dict[str, float]:
    """How much longer the same games take without each shortcut that the program takes."""
    text = str(write_unit(program, False).module)
    used = sorted(s for s in SHORTCUTS if str(write_unit(program, False, SHORTCUTS - {s}).module) != text)
    with TemporaryDirectory() as folder:
        natives = {s: native_from(program, Cache(Path(folder), SHORTCUTS - {s})) for s in (*used, "")}
    games = _same_games(program, natives, seconds)
    times = [{s: spent(native, games) for s, native in natives.items()} for _ in range(rounds)]
    best = {s: min(column[s] for column in times) for s in natives}
    return {s: best[s] / best[""] for s in used}


def _same_games(program: Program, natives: dict[str, Native], seconds: float) -> int:
    """How many games fill so many seconds; those that are compared end alike."""
    rows = {s: native.batch(1, 0, COMPARED).words for s, native in natives.items()}
    for s, words in rows.items():
        if words != rows[""]:
            sys.exit(f"{program.game}: other games without {s}")
    games, taken = 20, spent(natives[""], 20)
    while taken < seconds / 10:
        games *= 4
        taken = spent(natives[""], games)
    return max(1, int(games * seconds / taken))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each batch")
    parser.add_argument("--rounds", type=int, default=7, help="of batches")
    parser.add_argument("--only", default="", help="files, without their endings")
    told = parser.parse_args()
    names = sorted(SHORTCUTS)
    print(f"| game, players | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for name, program in programs(told.only):
        found = gains(program, told.seconds, told.rounds)
        cells = (f"{found[s]:.2f}" if s in found else "–" for s in names)
        print(f"| {name}, {program.layout.players} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
