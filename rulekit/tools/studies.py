"""`rulekit simulate` and `perft`: many games, or all ways a game can begin."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.engine.stop import Fault
from rulekit.report.text import clean
from rulekit.report.words import Namer
from rulekit.study.simulate import GameResult, Simulation, Spread, random_games, summarise
from rulekit.tools.loading import Spec, engine_of, heading, holding_together, load, namer_of
from rulekit.tools.problems import FINE, FOUND, Problem, problem
from rulekit.tools.terminal import is_terminal, say


def simulate_games(spec: Spec, games: int, players: int | None, seed: int, longest: int, as_json: bool) -> int:
    """Play at random and show what came out; status 1 if a game did not end as it should."""
    loaded = load(spec)
    engine = engine_of(loaded, players)
    with holding_together(loaded):
        result = summarise(engine, seed, _watched(random_games(engine, games, seed, longest), games))
        if as_json:
            say(json.dumps(result.to_dict(), ensure_ascii=False, indent=1))
        else:
            for line in simulation_lines(namer_of(loaded, engine), result, heading(loaded)):
                say(line)
    ends = dict(result.ends)
    return FOUND if ends["stuck"] or ends["fault"] else FINE


def _watched(results: Iterator[GameResult], games: int) -> Iterator[GameResult]:
    """With a progress bar, if somebody looks."""
    if not is_terminal(sys.stderr) or games < 20:
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(results, "playing", total=games, console=Console(stderr=True), transient=True)


def simulation_lines(namer: Namer, result: Simulation, title: str = "") -> Iterator[str]:
    """A simulation as a table."""
    ends = dict(result.ends)
    yield f"{title or namer.title()}: {result.games} random games, {result.players} players, seed {result.seed}"
    yield f"  finished {ends['over']}, stuck {ends['stuck']}, at fault {ends['fault']}, too long {ends['capped']}"
    for said, count in result.faults:
        yield f"    {count} × {clean(said)}"
    if result.length is None:
        return
    yield f"  decisions {_spread(result.length)}"
    yield "  seat   wins    %  shared  score"
    for seat in result.seats:
        share = 100 * seat.wins / result.length.count
        score = _spread(seat.score) if seat.score else "–"
        yield f"  {seat.seat + 1:>4} {seat.wins:>6} {share:>4.0f} {seat.shared:>7}  {score}"
    yield f"  shared wins {result.shared}, nobody won {result.nobody}"


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.1f} ± {spread.deviation:.1f} ({spread.least:g} … {spread.median:g} … {spread.greatest:g})"


def count_paths(spec: Spec, depth: int, players: int | None, seed: int | None) -> int:
    """Count the ways of the first decisions."""
    from rulekit.study.perft import TooMuchChance, perft

    loaded = load(spec)
    engine: Engine = engine_of(loaded, players)
    with holding_together(loaded):
        try:
            plies = perft(engine, depth, seed)
        except TooMuchChance:
            raise problem("RK568", "chance has too many outcomes here to try them all",
                          hint="fix it with a seed: `--seed 1`") from None
        except Fault as fault:
            finding: Diagnostic = fault.diagnostic()
            raise Problem((finding,), loaded.texts) from None
    chance = "all of chance" if seed is None else f"seed {seed}"
    say(f"{heading(loaded)}: {engine.program.layout.players} players, {chance}")
    say(f"{'decisions':>9} {'paths':>14} {'finished':>12}")
    for ply in plies:
        say(f"{ply.depth:>9} {ply.paths:>14} {'' if ply.finished is None else ply.finished:>12}".rstrip())
    return FINE
