"""The charts of the measures, and how they become pictures: SVG without script or anything from elsewhere.

Comes in: measures and the words of the game. Goes out: altair's charts, None where there is nothing to draw. Needs the extra
`report`. Texts of the game are data in the charts, never field names, expressions or markup.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import altair as alt
import vl_convert

from rulekit.report.pages.frame import Html, element
from rulekit.report.studies.numbers import ENGLISH
from rulekit.report.text import clean, width
from rulekit.report.wording import Telling
from rulekit.report.words import Namer
from rulekit.study.measures.intervals import Estimate
from rulekit.study.measures.sample import Actions, numbers, quantile
from rulekit.study.measures.whole import Measures
from rulekit.study.series.tally import Numbers
from rulekit.wording import sentence

Chart = Any  # of altair, which ships no types that can be checked

INK, FAINT, LINE, MARK, SECOND = "#2b2118", "#6b5b4a", "#d9cbb5", "#8a4b1f", "#1b5fa8"
FONT = "Georgia, 'Times New Roman', serif"
WIDE, LONGEST_LABEL = 620, 44
_TAG = re.compile(r"<svg[^>]*>")


# ---- how charts look -----------------------------------------------------------------------------
def shortened(text: str, most: int = LONGEST_LABEL) -> str:
    """Return a text that fits beside a chart.

    >>> shortened("abcdef", 4)
    'abc…'
    """
    said = clean(text)
    if width(said) <= most:
        return said
    while width(said) > most - 1:
        said = said[:-1]
    return said.rstrip() + "…"


def unlike(names: list[str]) -> list[str]:
    """Shortened names, all different: what has become alike is numbered.

    >>> unlike(["a", "a"])
    ['a', 'a (2)']
    """
    made: list[str] = []
    for name in map(shortened, names):
        again = next(n for n in range(1, len(names) + 1) if (name if n == 1 else f"{name} ({n})") not in made)
        made.append(name if again == 1 else f"{name} ({again})")
    return made


def rows(values: list[dict[str, Any]]) -> Chart:
    """Data of a chart."""
    return alt.InlineData(values)


def axis(title: str, **more: Any) -> Chart:
    """Return an axis with its title; labels are never cut off."""
    return alt.Axis(title=title, labelLimit=400, **more)


def whole(greatest: float) -> dict[str, Any]:
    """Whole numbers on an axis: no ticks between them."""
    return {"tickMinStep": 1, "format": ",d"} if greatest < 10_000 else {"format": ",d"}


def picture(chart: Chart, tell: Telling = ENGLISH) -> str:
    """Return a chart as SVG, with numbers as the language writes them."""
    marks = tell.figures(",.")
    form = {"thousands": marks[0], "decimal": marks[1], "grouping": [3], "currency": ["", ""]}
    return vl_convert.vegalite_to_svg(_spec(chart), allowed_base_urls=[], format_locale=form)


def _spec(chart: Chart) -> Chart:
    look = {"font": FONT, "background": "white", "view": {"stroke": None}}
    marks = {"bar": {"color": MARK}, "line": {"color": MARK}, "point": {"color": MARK, "filled": True}, "rule": {"color": INK}}
    text = {"labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"}
    lines = {"gridColor": LINE, "domainColor": FAINT, "tickColor": FAINT}
    return {**chart.to_dict(), "config": {**look, **marks, "axis": {**text, **lines}, "legend": text, "header": text}}


def figure(chart: Chart, about: str, tell: Telling = ENGLISH) -> Html:
    """Return a chart in a page, with what it shows for those who do not see it."""
    svg = picture(chart, tell)
    inside = svg[_TAG.search(svg).start() :]  # type: ignore[union-attr]
    return element("figure", Html(inside.strip()), role="img", aria_label=about)


BINS, FEWEST, MOST_TURNS, TALLEST = 40, 30, 400, 30
EVEN_DASH = [5, 4]


# ---- length --------------------------------------------------------------------------------------
def lengths(measures: Measures, tell: Telling = ENGLISH) -> Chart:
    """Return how many games had how many decisions."""
    found = measures.tally.lengths
    return histogram(found, tell(sentence("decisions in a game")), tell(sentence("games"))) if found.count else None


def histogram(found: Numbers, what: str, games: str) -> Chart:
    """Bars: how often numbers came, neighbours together if there are many."""
    step = _step(found)
    counted: Counter[int] = Counter()
    for value, count in found.often.items():
        counted[((value << found.shift) // step) * step] += count
    shift = 0.5 if step == 1 else 0.0
    data = [{"from": v - shift, "to": v + step - shift, "n": n, "none": 0} for v, n in counted.items()]
    ticks = axis(what, grid=False, tickCount=12, labelFlush=False, labelOverlap=True, **whole(found.greatest))
    x = alt.X("from:Q", axis=ticks, scale=alt.Scale(zero=False, nice=False))
    bars = alt.Chart(rows(data), width=WIDE, height=200).mark_bar(stroke="white", strokeWidth=0.5)
    return bars.encode(x=x, x2="to:Q", y=alt.Y("n:Q", axis=axis(games, **whole(max(counted.values())))), y2="none:Q")


def _step(found: Numbers) -> int:
    """Return a round number of values for one bar."""
    step, at = 1 << found.shift, 0
    while (found.greatest - found.least) / step > BINS:
        at += 1
        step = max(1 << found.shift, (1, 2, 5)[at % 3] * 10 ** (at // 3))
    return step


# ---- turns ---------------------------------------------------------------------------------------
def turns(measures: Measures, tell: Telling = ENGLISH) -> Chart:
    """Moves to choose from, and decisions, by the number of the turn."""
    sample = measures.sample
    enough = min(FEWEST, sample.games)
    kept = [(n, t) for n, t in enumerate(sample.by_turn[:MOST_TURNS], 1) if t.decisions.total() >= enough]
    if len(kept) < 2:
        return None
    menus = [_at(n, numbers(t.menus).estimate()) for n, t in kept]
    decisions = [_at(n, numbers(t.decisions).estimate()) for n, t in kept]
    turn, choice, made = map(tell, (sentence("turn"), sentence("moves to choose from"), sentence("decisions in the turn")))
    return alt.vconcat(_band(menus, turn, choice), _band(decisions, turn, made), spacing=12).resolve_scale(x="shared")


def _at(x: float, made: Estimate | None) -> dict[str, float]:
    assert made is not None
    return {"x": x, "mean": made.mean, "low": made.low, "high": made.high}


def _band(data: list[dict[str, float]], along: str, up: str, x: Any = None) -> Chart:
    """Return a line of means with the band of their intervals."""
    chart = alt.Chart(rows(data), width=WIDE, height=150)
    x = x or alt.X("x:Q", axis=axis(along, grid=False, **whole(data[-1]["x"])), scale=alt.Scale(nice=False))
    band = chart.mark_area(opacity=0.25, color=MARK).encode(x=x, y=alt.Y("low:Q", axis=axis(up)), y2="high:Q")
    return band + chart.mark_line(strokeWidth=1.6).encode(x=x, y=alt.Y("mean:Q", scale=alt.Scale(zero=True)))


# ---- seats ---------------------------------------------------------------------------------------
def wins(measures: Measures, tell: Telling = ENGLISH) -> Chart:
    """Shares of wins by seat, against an even share."""
    if measures.players < 2 or not measures.tally.alone.total():
        return None
    made = [(seat, measures.wins(seat)) for seat in range(measures.players)]
    data = [
        {"seat": _seat(n, tell), "share": s.mean, "low": s.low, "high": s.high, "said": tell.figures(f"{100 * s.mean:.1f} %")}
        for n, s in made
    ]
    chart = alt.Chart(rows(data), width=WIDE, height=34 * len(data) + 10)
    y = alt.Y("seat:N", sort=None, axis=axis("", grid=False, ticks=False, domain=False))
    least = max(0.0, min(min(s.low for _, s in made), 1 / measures.players) - 0.02)
    most = max(max(s.high for _, s in made), 1 / measures.players)
    most += max(0.02, (most - least) * 0.12)  # room for the numbers
    x = alt.X("share:Q", axis=axis(tell(sentence("share of the games that one player won")), format=".0%", tickMinStep=0.01),
              scale=alt.Scale(domain=[least, most], nice=False, zero=False))  # fmt: skip
    even = alt.Chart(rows([{"share": 1 / measures.players}])).mark_rule(strokeDash=EVEN_DASH, color=FAINT, strokeWidth=1.5)
    whiskers = chart.mark_rule(strokeWidth=1.5).encode(y=y, x=alt.X("low:Q"), x2="high:Q")
    halo, said = (
        chart.mark_text(align="left", dx=8, fontSize=12, **look).encode(y=y, x="high:Q", text="said:N")
        for look in ({"color": "white", "stroke": "white", "strokeWidth": 5}, {"color": INK})
    )
    return even.encode(x=x) + whiskers + chart.mark_point(size=80, opacity=1).encode(y=y, x=x) + halo + said


def _seat(seat: int, tell: Telling) -> str:
    return tell(sentence("seat {seat}", seat=seat + 1))


def scores(measures: Measures, tell: Telling = ENGLISH) -> Chart:
    """Scores by seat: where the middle half and nine tenths of the games lie, and the mean with its interval."""
    if not measures.scored or not any(found.least or found.greatest for found in measures.tally.totals):
        return None
    data = []
    for seat, found in enumerate(measures.tally.totals):
        made, cut = found.estimate(), {f"q{q}": quantile(found, q) for q in (5, 25, 50, 75, 95)}
        data.append({"seat": _seat(seat, tell), **_at(0, made), **cut})
    chart = alt.Chart(rows(data), width=WIDE, height=34 * len(data) + 10)
    y = alt.Y("seat:N", sort=None, axis=axis("", grid=False, ticks=False, domain=False))
    x = axis(tell(sentence("points at the end")), tickMinStep=1)
    thin = chart.mark_rule(strokeWidth=1.5, color=FAINT).encode(y=y, x=alt.X("q5:Q", axis=x), x2="q95:Q")
    box = chart.mark_bar(height=16, color="#e3c9a8").encode(y=y, x="q25:Q", x2="q75:Q")
    middle = chart.mark_tick(thickness=2, height=16, color=FAINT).encode(y=y, x="q50:Q")
    mean = chart.mark_rule(strokeWidth=4, color=MARK).encode(y=y, x="low:Q", x2="high:Q")
    return thin + box + middle + mean + chart.mark_point(size=50, opacity=1, color=MARK).encode(y=y, x="mean:Q")


# ---- leads ---------------------------------------------------------------------------------------
def winner_leads(measures: Measures, tell: Telling = ENGLISH) -> Chart:
    """In how many games the one who wins leads already, after each tenth of the turns."""
    sample = measures.sample
    if not sample.won or not sample.changes:
        return None
    data = [{"x": (n + 1) * 10, "share": led / sample.won} for n, led in enumerate(sample.leads)]
    chart = alt.Chart(rows(data), width=WIDE, height=200)
    x = _played(tell)
    up = axis(tell(sentence("games in which the winner leads")), format=".0%")
    y = alt.Y("share:Q", axis=up, scale=alt.Scale(domain=[0, 1]))
    even = alt.Chart(rows([{"share": 1 / measures.players}])).mark_rule(strokeDash=EVEN_DASH, color=FAINT).encode(y=y)
    return even + chart.mark_line(strokeWidth=2).encode(x=x, y=y) + chart.mark_point(size=45, opacity=1).encode(x=x, y=y)


def _played(tell: Telling) -> Chart:
    ticks = axis(tell(sentence("per cent of the turns played")), grid=False, values=list(range(0, 101, 10)))
    return alt.X("x:Q", axis=ticks, scale=alt.Scale(domain=[0, 100]))


def lead_changes(measures: Measures, tell: Telling = ENGLISH) -> Chart:
    """Return how many games had how many lead changes."""
    found = numbers(measures.sample.changes)
    if not found.count or not found.greatest:
        return None
    return histogram(found, tell(sentence("lead changes in a game")), tell(sentence("games of the sample")))


def apart(measures: Measures, tell: Telling = ENGLISH) -> Chart:
    """Return how many points lie between the first and the last, after each tenth of the turns."""
    made = [numbers(n).estimate() for n in measures.sample.apart]
    if not measures.scored or measures.players < 2 or any(e is None for e in made) or not any(e and e.mean for e in made):
        return None
    up = tell(sentence("points, first to last"))
    return _band([_at((n + 1) * 10, e) for n, e in enumerate(made)], "", up, _played(tell))


# ---- actions, lines, options ---------------------------------------------------------------------
def actions(measures: Measures, namer: Namer, tell: Telling = ENGLISH) -> Chart:
    """Return how often each action was offered and taken, as shares of all decisions."""
    sample = measures.sample
    named = [(measures.deeds[a - 1] if a else "", n) for a, n in sample.actions.items()]
    named += [(name, Actions()) for name in measures.never_taken]
    if len(named) < 2 or not sample.decisions:
        return None
    ordered = sorted(named, key=lambda n: -n[1].taken)[:TALLEST]
    names = unlike([namer.word(name) if name else tell(sentence("no action")) for name, _ in ordered])
    found = [(called, counts) for called, (_, counts) in zip(names, ordered, strict=True)]
    offered, taken = tell(sentence("offered")), tell(sentence("taken"))
    counted = [(called, ((offered, counts.offered), (taken, counts.taken))) for called, counts in found]
    data = [{"name": called, "how": how, "share": n / sample.decisions} for called, both in counted for how, n in both]
    return _grouped(data, names, tell(sentence("share of all decisions")), ((offered, "#e3c9a8"), (taken, MARK)), ".0%")


def _grouped(data: list[dict[str, Any]], names: list[str], along: str, colours: Any, form: str) -> Chart:
    """Return two or more bars for each name."""
    hues = alt.Scale(domain=[how for how, _ in colours], range=[colour for _, colour in colours])
    return alt.Chart(rows(data), width=WIDE - 120, height=alt.Step(13)).mark_bar().encode(
        y=alt.Y("name:N", sort=names, axis=axis("", grid=False, ticks=False, domain=False), scale=alt.Scale(paddingInner=0.25)),
        yOffset=alt.YOffset("how:N", sort=[how for how, _ in colours]), x=alt.X("share:Q", axis=axis(along, format=form)),
        color=alt.Color("how:N", scale=hues, sort=[how for how, _ in colours],
                        legend=alt.Legend(title=None, orient="top", labelLimit=400)),
    )  # fmt: skip


def score_lines(measures: Measures, namer: Namer, tell: Telling = ENGLISH) -> Chart:
    """Return what each line of the score sheet gives a player."""
    sample = measures.sample
    if not measures.scored or not sample.games or len(sample.lines) < 2:
        return None
    names = unlike([namer.within("score", line) for line in sample.lines])
    sums = [sum(numbers(seat[n]).total for seat in sample.sheet) for n in range(len(names))]
    data = [{"name": name, "mean": s / (sample.games * measures.players)} for name, s in zip(names, sums, strict=True)]
    return alt.Chart(rows(data), width=WIDE - 120, height=alt.Step(22)).mark_bar().encode(
        y=alt.Y("name:N", sort=names, axis=axis("", grid=False, ticks=False, domain=False)),
        x=alt.X("mean:Q", axis=axis(tell(sentence("points for a player, on average")))),
    )  # fmt: skip


def options(measures: Measures, namer: Namer, tell: Telling = ENGLISH) -> Chart:
    """In how many games another value of an option made another result, and another winner."""
    tried = [m for m in measures.options or () if m.refused is None and m.changed.count]
    if not tried:
        return None
    ordered = sorted(tried, key=lambda m: -m.changed.mean)[:TALLEST]
    names = unlike([f"{m.option} = {m.other}" for m in ordered])
    result, winner = tell(sentence("another result")), tell(sentence("another winner"))
    data = [
        {"name": name, "how": how, "share": made.mean}
        for name, m in zip(names, ordered, strict=True)
        for how, made in ((result, m.changed), (winner, m.other_winner))
    ]
    along = tell(sentence("share of the games tried"))
    bars = _grouped(data, names, along, ((result, MARK), (winner, SECOND)), ".0%")
    if measures.players < 2 or not measures.tally.alone:
        return bars
    luck = alt.Chart(rows([{"share": other_winner_by_chance(measures)}])).mark_rule(strokeDash=EVEN_DASH, color=INK)
    return bars + luck.encode(x="share:Q")


def other_winner_by_chance(measures: Measures) -> float:
    """Return how often two games on different seeds have different winners (shared wins left out)."""
    return 1 - sum(measures.wins(seat).mean ** 2 for seat in range(measures.players))
