"""`rulekit perft`: all ways a game can begin."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.report.text import of_players
from rulekit.tools.io.loading import Spec, engine_of, heading, holding_together, load
from rulekit.tools.io.problems import FINE, Problem, problem
from rulekit.tools.terminal.terminal import say, telling
from rulekit.wording import sentence


def count_paths(spec: Spec, depth: int, players: int | None, seed: int | None) -> int:
    """Count the ways of the first decisions."""
    from rulekit.study.series.perft import TooMuchChance, perft

    loaded = load(spec)
    engine: Engine = engine_of(loaded, players)
    with holding_together(loaded):
        try:
            plies = perft(engine, depth, seed)
        except TooMuchChance:
            raise problem(
                "RK568", "chance has too many outcomes here to try them all", hint="fix it with a seed: `--seed 1`"
            ) from None
        except Fault as fault:
            finding: Diagnostic = fault.diagnostic()
            raise Problem((finding,), loaded.texts) from None
    tell, count = telling(loaded.texts), engine.program.layout.players
    many = of_players(count)
    chance = sentence("all of chance") if seed is None else sentence("seed {seed}", seed=seed)
    say(tell(sentence("{title}: {players}, {chance}", title=heading(loaded), players=many, chance=chance)))
    heads = [tell(sentence("decisions")), tell(sentence("paths")), tell(sentence("finished"))]
    wide = [max(least, len(head)) for least, head in zip((9, 14, 12), heads, strict=True)]
    for row in (heads, *((ply.depth, ply.paths, "" if ply.finished is None else ply.finished) for ply in plies)):
        say(" ".join(f"{cell:>{columns}}" for cell, columns in zip(row, wide, strict=True)).rstrip())
    return FINE
