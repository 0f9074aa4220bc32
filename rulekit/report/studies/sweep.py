"""A game with other values of its options, to read: a table, a table for other programs, a chart, a page."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from html import escape
from io import StringIO
from itertools import product

from rulekit.report.pages.svg_charts import Dot, Level, Panel, Scatter, scatter
from rulekit.report.studies.numbers import ENGLISH, aligned, change, footnotes, number
from rulekit.report.text import clean, of_players
from rulekit.report.wording import Telling
from rulekit.study.measures.intervals import Estimate, Share
from rulekit.study.measures.sweep import Row, Sweep, combinations
from rulekit.wording import Sentence, numbered, sentence

CHANGES = ("length", "score", "first")
HEADINGS = {"length": (sentence("decisions"), 1), "score": (sentence("score"), 1), "first": (sentence("seat 1 %"), 100)}
AXES = {
    "length": sentence("decisions in a game"), "score": sentence("score of a player"), "first": sentence("wins of seat 1, %")
}  # fmt: skip


# ---- as text -------------------------------------------------------------------------------------
def sweep_lines(sweep: Sweep, title: str, tell: Telling = ENGLISH) -> Iterator[str]:
    """Yield one line for each combination: means, and the changes to the game's own values."""
    yield tell(heading(sweep, title))
    for line in aligned([_header(sweep, tell), *(_cells(sweep, row, tell) for row in sweep.rows)]):
        yield f"  {line}"
    for note in _notes(sweep):
        yield f"  {clean(tell(note))}"


def heading(sweep: Sweep, title: str) -> Sentence:
    """Return what was played."""
    rows = numbered(len(sweep.rows), "{count} combination", "{count} combinations")
    return sentence("{title}: {rows}, {played}", title=clean(title), rows=rows, played=_played(sweep))


def _played(sweep: Sweep) -> Sentence:
    """Return how much was played, and whether that is not all."""
    games = numbered(sweep.games, "{count} random game each", "{count} random games each")
    players = of_players(sweep.players)
    played = sentence("{games}, {players}, seed {seed}", games=games, players=players, seed=sweep.seed)
    return sentence("{played} ({stopped})", played=played, stopped=stopped_line(sweep)) if sweep.stopped else played


def stopped_line(sweep: Sweep) -> Sentence:
    """Return what is said of a sweep that was stopped."""
    rows, planned = len(sweep.rows), len(combinations(sweep.swept))
    some = sentence("{rows} of {planned} combinations", rows=rows, planned=planned)
    if sweep.games < sweep.asked:
        games = sentence("the first {games} of {asked} games", games=sweep.games, asked=sweep.asked)
        some = games if rows == planned else sentence("{games}, of {some}", games=games, some=some)
    return sentence("stopped: these are {some}", some=some)


def _notes(sweep: Sweep) -> list[Sentence]:
    """Return what is to be said below the table: combinations that do not work, then what the numbers mean."""
    about = sentence(
        "± 95 % interval; changes are against the game's own values ({own}) on the same seeds", own=_named(sweep, sweep.own)
    )
    wrong = [line for row in sweep.rows for line in _wrong(sweep, row)]
    return [*wrong, about, *footnotes([e for row in sweep.rows for e in _changes(row)])]


def _wrong(sweep: Sweep, row: Row) -> list[Sentence]:
    named = _named(sweep, row)
    if row.refused is not None:
        why = sentence("{code}: {message}", code=row.refused.code, message=row.refused.message)
        return [sentence("{named} cannot be played: {why}", named=named, why=why)]
    return [sentence("{named}: {count} × {said}", named=named, count=count, said=said) for said, count in row.faults]


def _named(sweep: Sweep, row: Row) -> str:
    return ", ".join(f"{s.name} = {value}" for s, value in zip(sweep.swept, row.values, strict=True))


def _measures(sweep: Sweep) -> tuple[str, ...]:
    """Return the measures there are: a game may have no score."""
    return tuple(m for m in CHANGES if m != "score" or any(row.score is not None for row in sweep.rows))


def _changes(row: Row) -> tuple[Estimate | None, ...]:
    return row.length_change, row.score_change, row.first_change


def _bad(row: Row) -> int:
    return sum(count for end, count in row.ends if end != "over")


def _header(sweep: Sweep, tell: Telling) -> list[str]:
    changed = tell(sentence("change")) + "  "
    measured = [cell for m in _measures(sweep) for cell in (tell(HEADINGS[m][0]), changed)]
    ends = [tell(sentence("not ended"))] if any(_bad(row) for row in sweep.rows) else []
    return [*(clean(s.name) for s in sweep.swept), *measured, tell(sentence("ties %")), *ends]


def _cells(sweep: Sweep, row: Row, tell: Telling) -> list[str]:
    cells = [clean(value) for value in row.values]
    for measure in _measures(sweep):
        made, factor = getattr(row, measure), HEADINGS[measure][1]
        cells.append("–" if made is None else tell.figures(number(made.mean, factor)))
        own = tell(sentence("own")) + "  "
        cells.append(own if row.own else change(getattr(row, f"{measure}_change"), factor, tell))
    cells.append("–" if row.ties is None else tell.figures(number(row.ties.mean, 100)))
    return [*cells, *([str(_bad(row))] if any(_bad(r) for r in sweep.rows) else [])]


# ---- for other programs --------------------------------------------------------------------------
def sweep_csv(sweep: Sweep) -> str:
    """A line for each combination, with all ends of all intervals; shares are parts of 1. If it was stopped, each one says so."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    named = ("length", "score", "first", "ties", "length_change", "score_change", "first_change")
    seats = range(max((len(row.seats) for row in sweep.rows), default=0))
    numbers = [*named, *(f"score_seat_{n + 1}" for n in seats)]
    ends = [end for end, _ in sweep.own.ends]
    columns = [f"{name}_{part}" for name in numbers for part in ("mean", "low", "high")]
    writer.writerow([*(s.name for s in sweep.swept), "own", "games", "stopped", *ends, *columns])
    for row in sweep.rows:
        made = [*(getattr(row, name) for name in named), *(row.seats[n] if n < len(row.seats) else None for n in seats)]
        counts = [dict(row.ends).get(end, "") for end in ends]
        own, stopped = ("yes" if said else "no" for said in (row.own, sweep.stopped))
        writer.writerow([*row.values, own, sweep.games, stopped, *counts, *(cell for e in made for cell in _three(e))])
    return out.getvalue()


def _three(made: Estimate | Share | None) -> list[str]:
    if made is None:
        return ["", "", ""]
    ends = ["", ""] if isinstance(made, Estimate) and made.half is None else [f"{made.low:.6g}", f"{made.high:.6g}"]
    return [f"{made.mean:.6g}", *ends]


# ---- as a picture --------------------------------------------------------------------------------
def sweep_chart(sweep: Sweep, title: str, tell: Telling = ENGLISH) -> str:
    """Return a panel for each measure: along the axis the first option, one sort of dots for each value of the second.

    Each combination of the other options has a row of its own.
    """
    first, second, others = sweep.swept[0], sweep.swept[1:2], sweep.swept[2:]
    places, series = _with_own(sweep, 0), _with_own(sweep, 1) if second else ("",)
    rows = []
    for rest in product(*(_with_own(sweep, n) for n in range(2, len(sweep.swept)))):
        mine = [row for row in sweep.rows if row.values[2:] == rest]
        if mine:
            named = ", ".join(f"{s.name} = {value}" for s, value in zip(others, rest, strict=True))
            rows.append((named, tuple(_panel(sweep, mine, m, places, series, tell(AXES[m])) for m in _measures(sweep))))
    about = sentence(
        "{heading}. Dots are means with 95 % intervals of {measures}; the same is in the table.",
        heading=heading(sweep, title), measures=tuple(AXES[m] for m in _measures(sweep)),
    )  # fmt: skip
    legend = second[0].name if second else ""
    notes = tuple((dashes, tell(note)) for dashes, note in _legend(sweep))
    return scatter(Scatter(title, tell(about), first.name, places, legend, series, tuple(rows), notes, tell))


def _legend(sweep: Sweep) -> tuple[tuple[str, Sentence], ...]:
    """Return what the lines mean, by their dashes."""
    even = numbered(
        sweep.players,
        "dotted: an even share of wins for {count} player",
        "dotted: an even share of wins for {count} players",
    )
    return (
        ("6 4", sentence("dashed: the game's own values ({own})", own=_named(sweep, sweep.own))),
        ("1 4", even),
        ("", sentence("whiskers: 95 % intervals of the means; {played}", played=_played(sweep))),
    )


def _with_own(sweep: Sweep, number: int) -> tuple[str, ...]:
    """Return the values of an option, in order, with its own one if that was played beside them."""
    values = sweep.swept[number].values
    found = {row.values[number] for row in sweep.rows}
    extra = [v for v in (sweep.swept[number].own,) if v in found and v not in values]
    both = (*values, *extra)
    return tuple(sorted(both, key=int)) if extra and all(v.lstrip("-").isdecimal() for v in both) else both


def _panel(sweep: Sweep, rows: list[Row], measure: str, places: tuple[str, ...], series: tuple[str, ...], axis: str) -> Panel:
    factor = HEADINGS[measure][1]
    dots = []
    for row in rows:
        made = getattr(row, measure)
        if made is not None:
            other = series.index(row.values[1]) if len(row.values) > 1 else 0
            dots.append(Dot(places.index(row.values[0]), other, made.mean * factor, made.low * factor, made.high * factor))
    own = getattr(sweep.own, measure)
    levels = [Level(own.mean * factor, "6 4")] if own is not None else []
    if measure == "first":
        levels.append(Level(100 / sweep.players, "1 4"))
    return Panel(axis, tuple(dots), tuple(levels))


# ---- as a page -----------------------------------------------------------------------------------
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem }
body { color: #1b1f24; background: #fff }
svg { max-width: 100%; height: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #e1e5ea }
tr.own { font-weight: 600 }
"""


def sweep_html(sweep: Sweep, title: str, tell: Telling = ENGLISH) -> str:
    """Return one page that needs nothing else: the chart and the table."""
    head = "".join(f'<th scope="col">{escape(cell.strip())}</th>' for cell in _header(sweep, tell))
    body = "\n".join(_html_row(sweep, row, tell) for row in sweep.rows)
    notes = "\n".join(f"<p>{escape(clean(tell(note)))}</p>" for note in _notes(sweep))
    named, played = escape(clean(title)), escape(tell(heading(sweep, title)))
    return (
        f'<!doctype html>\n<html lang="{escape(tell.language)}">\n<head>\n<meta charset="utf-8">\n<title>{named}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{named}</h1>\n<p>{played}</p>\n"
        f"{sweep_chart(sweep, title, tell)}"
        f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n{notes}\n</body>\n</html>\n"
    )


def _html_row(sweep: Sweep, row: Row, tell: Telling) -> str:
    cells = "".join(f"<td>{escape(cell.strip())}</td>" for cell in _cells(sweep, row, tell))
    own = ' class="own"' if row.own else ""
    return f"<tr{own}>{cells}</tr>"
