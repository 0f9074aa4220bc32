"""`rulekit perft`: all ways a game can begin."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.tools.io.loading import Spec, engine_of, heading, holding_together, load
from rulekit.tools.io.problems import FINE, Problem, problem
from rulekit.tools.terminal.terminal import say
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
                "RK568",
                sentence("chance has too many outcomes here to try them all"),
                hint=sentence("fix it with a seed: `--seed 1`"),
            ) from None
        except Fault as fault:
            finding: Diagnostic = fault.diagnostic()
            raise Problem((finding,), loaded.texts) from None
    chance = "all of chance" if seed is None else f"seed {seed}"
    say(f"{heading(loaded)}: {engine.program.layout.players} players, {chance}")
    say(f"{'decisions':>9} {'paths':>14} {'finished':>12}")
    for ply in plies:
        say(f"{ply.depth:>9} {ply.paths:>14} {'' if ply.finished is None else ply.finished:>12}".rstrip())
    return FINE
