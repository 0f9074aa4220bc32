"""Many games as a table to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulekit.report.text import clean, of_players, random_games, width
from rulekit.report.wording import Telling
from rulekit.study.series.tally import Simulation, Spread
from rulekit.wording import Sentence, numbered, sentence

MOST_FAULTS = 8
ENGLISH = Telling()
HEADINGS = (sentence("seat"), sentence("wins"), "%", sentence("shared"))
LEAST = (4, 6, 4, 7)  # columns for each of these


def simulation_lines(
    result: Simulation, title: str, bots: Sequence[str] = (), asked: int | None = None, tell: Telling = ENGLISH
) -> Iterator[str]:
    """Yield a simulation as a table; `bots`: who played each seat, if they did not all play at random; `asked`: how many games it
    should have been, if it was stopped."""
    ends = dict(result.ends)
    yield tell(_heading(result, title, not bots))
    if asked is not None:
        yield f"  {tell(stopped_line(result.games, asked))}"
    if bots:
        played = ", ".join(f"{seat}={bot}" for seat, bot in enumerate(bots, 1))
        yield f"  {tell(sentence('bots {bots}', bots=played))}"
    yield f"  {tell(ended(ends))}"
    yield from (f"    {line}" for line in fault_lines(result.faults, ends["fault"] + ends["stuck"], tell))
    if result.length is not None:
        yield from (f"  {line}" for line in _table(result, result.length, tell))


def _heading(result: Simulation, title: str, random: bool) -> Sentence:
    games = random_games(result.games) if random else numbered(result.games, "{count} game", "{count} games")
    players = of_players(result.players)
    return sentence("{title}: {games}, {players}, seed {seed}", title=title, games=games, players=players, seed=result.seed)


def ended(ends: Mapping[str, int]) -> Sentence:
    """Return how many games ended in which way."""
    return sentence(
        "finished {over}, stuck {stuck}, at fault {fault}, too long {capped}",
        over=ends["over"], stuck=ends["stuck"], fault=ends["fault"], capped=ends["capped"],
    )  # fmt: skip


def _table(result: Simulation, length: Spread, tell: Telling) -> Iterator[str]:
    """Yield how long games were, and a line for each seat."""
    yield tell(sentence("decisions {spread}", spread=_spread(length, tell)))
    heads = [tell(head) for head in HEADINGS]
    wide = [max(least, width(head)) for least, head in zip(LEAST, heads, strict=True)]
    yield _row(heads, wide, tell(sentence("score")))
    for seat in result.seats:
        numbers = (str(seat.seat + 1), str(seat.wins), f"{100 * seat.wins / length.count:.0f}", str(seat.shared))
        yield _row(numbers, wide, _spread(seat.score, tell) if seat.score else "–")
    yield tell(sentence("shared wins {shared}, nobody won {nobody}", shared=result.shared, nobody=result.nobody))


def _row(cells: Sequence[str], wide: Sequence[int], last: str) -> str:
    return " ".join(" " * (columns - width(cell)) + cell for cell, columns in zip(cells, wide, strict=True)) + f"  {last}"


def stopped_line(games: int, asked: int) -> Sentence:
    """Return what is said of a series that was stopped."""
    return sentence("stopped: these are the first {games} of {asked} games", games=games, asked=asked)


def fault_lines(faults: Sequence[tuple[str, int]], total: int, tell: Telling = ENGLISH) -> Iterator[str]:
    """Yield what is said of games that are stuck or at fault, the most frequent first; of many different sentences only some."""
    shown = sorted(faults, key=lambda fault: -fault[1])[:MOST_FAULTS]
    yield from (f"{count} × {clean(tell(said))}" for said, count in shown)
    others = total - sum(count for _, count in shown)
    if others:
        yield tell(sentence("{others} × others", others=others))


def _spread(spread: Spread, tell: Telling) -> str:
    mean = f"{spread.mean:.1f} ± {spread.deviation:.1f}"
    return tell.figures(f"{mean} ({spread.least:g} … {spread.median:g} … {spread.greatest:g})")
