"""Many games as a table to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.report.text import clean
from rulekit.study.series.tally import Simulation, Spread

MOST_FAULTS = 8


def simulation_lines(result: Simulation, title: str, bots: Sequence[str] = (), asked: int | None = None) -> Iterator[str]:
    """Yield a simulation as a table; `bots`: who played each seat, if they did not all play at random; `asked`: how many games it
    should have been, if it was stopped."""
    ends = dict(result.ends)
    yield f"{title}: {result.games} {'' if bots else 'random '}games, {result.players} players, seed {result.seed}"
    if asked is not None:
        yield f"  {stopped_line(result.games, asked)}"
    if bots:
        yield f"  bots {', '.join(f'{seat}={bot}' for seat, bot in enumerate(bots, 1))}"
    yield f"  finished {ends['over']}, stuck {ends['stuck']}, at fault {ends['fault']}, too long {ends['capped']}"
    yield from (f"    {line}" for line in fault_lines(result.faults, ends["fault"] + ends["stuck"]))
    if result.length is None:
        return
    yield f"  decisions {_spread(result.length)}"
    yield "  seat   wins    %  shared  score"
    for seat in result.seats:
        share = 100 * seat.wins / result.length.count
        score = _spread(seat.score) if seat.score else "–"
        yield f"  {seat.seat + 1:>4} {seat.wins:>6} {share:>4.0f} {seat.shared:>7}  {score}"
    yield f"  shared wins {result.shared}, nobody won {result.nobody}"


def stopped_line(games: int, asked: int) -> str:
    """Return what is said of a series that was stopped."""
    return f"stopped: these are the first {games} of {asked} games"


def fault_lines(faults: Sequence[tuple[str, int]], total: int) -> Iterator[str]:
    """Yield what is said of games that are stuck or at fault, the most frequent first; of many different sentences only some."""
    shown = sorted(faults, key=lambda fault: -fault[1])[:MOST_FAULTS]
    yield from (f"{count} × {clean(said)}" for said, count in shown)
    others = total - sum(count for _, count in shown)
    if others:
        yield f"{others} × others"


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.1f} ± {spread.deviation:.1f} ({spread.least:g} … {spread.median:g} … {spread.greatest:g})"
