"""How time grows: `python -m bench.growth [--seconds 1]` prints two tables.

Native games by number of players, and the time machine code takes by the size of the program. Nothing is taken from the cache.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figures import batch_speed, native_from, program_for
from bench.native import DOPPIO, INTERNATIONAL
from bench.run import BON_APPETIT, GATTO, ROOT, model_of
from rulekit.native.llvm.cache import Cache

GROWING = (GATTO, BON_APPETIT, INTERNATIONAL)
SAMPLE = 500


def by_players(seconds: float) -> Iterator[str]:
    """Time of a game and of a decision, for every number of players."""
    yield "| game | players | decisions | µs a game | µs a decision |"
    yield "|---|---|---|---|---|"
    for rules in GROWING:
        least, most = model_of(rules).players
        for players in range(least, most + 1):
            native = native_from(program_for(rules, players))
            rows = native.batch(0, 0, SAMPLE)
            decisions = sum(rows[n][1] for n in range(SAMPLE)) / SAMPLE
            micros = 1e6 / batch_speed(native, seconds)
            yield f"| {Path(rules).stem} | {players} | {decisions:.1f} | {micros:.1f} | {micros / decisions:.3f} |"


def by_size() -> Iterator[str]:
    """Time to make machine code, by the nodes of the flow graph."""
    yield "| game | players | nodes | kB of code | seconds | ms a node |"
    yield "|---|---|---|---|---|---|"
    found = []
    examples = sorted(str(p.relative_to(ROOT)) for p in (ROOT / "examples" / "games").glob("*.cafe"))
    for rules in (*examples, BON_APPETIT, INTERNATIONAL, DOPPIO, GATTO):
        players = model_of(rules).players[1]
        program = program_for(rules, players)
        with TemporaryDirectory() as folder:
            began = time.process_time()
            native_from(program, Cache(Path(folder)))
            seconds = time.process_time() - began
            size = sum(p.stat().st_size for p in Path(folder).iterdir()) / 1024
        found.append((len(program.nodes), Path(rules).stem, players, size, seconds))
    for nodes, name, players, size, seconds in sorted(found):
        yield f"| {name} | {players} | {nodes} | {size:.0f} | {seconds:.2f} | {1000 * seconds / nodes:.1f} |"


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each number of players")
    told = parser.parse_args()
    for line in (*by_players(told.seconds), "", *by_size()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
