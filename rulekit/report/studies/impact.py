"""What a difference of rules does to the game, to read: a table and a chart. Data for JSON are those of the study itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.report.pages.charts import Bar, Group, strips
from rulekit.report.studies.numbers import aligned, change, footnotes, number, share_text
from rulekit.report.text import clean, plural
from rulekit.study.measures.impact import Impact, Measure

SIDES = ("A", "B")
UNITS = (("decisions", "length, in decisions"), ("points", "points"), ("share", "share of games, in percentage points"))


# ---- as text -------------------------------------------------------------------------------------
def impact_lines(made: Impact, sides: Sequence[str] = SIDES) -> Iterator[str]:
    """Yield both sides and their differences, then how often anything came out differently."""
    games = f"{plural(made.games, 'random game')} on the same seeds, {plural(made.players, 'player')}, seed {made.seed}"
    yield f"impact: {games}; differences are {clean(sides[1])} less {clean(sides[0])}, ± 95 % interval, n = {made.pairs}"
    if made.measures:
        head = ["", *(clean(side) for side in sides), "difference  "]
        yield from (f"  {line}" for line in aligned([head, *map(_cells, made.measures)], left=1))
        yield from _advantages(made, sides)
    yield from (f"  {line}" for line in _ended(made, sides))
    if not made.pairs:
        yield "  no game ended as it should on both sides"
        return
    yield f"  another winner in {share_text(made.other_winner)}"
    if made.chance is not None:
        yield f"    (the first game on other seeds has another winner in {share_text(made.chance)})"
    yield f"  another result in {share_text(made.other_result)}"
    if made.mattered:
        yield "  each difference alone gives another result in"
        rows = [[clean(m.name), share_text(m.games)] for m in made.mattered]
        yield from (f"    {line}" for line in aligned(rows, left=2))
    yield from (f"  {note}" for note in footnotes([m.difference for m in made.measures]))


def label(measure: Measure) -> str:
    """Return a measure with its seat and, for shares, its unit."""
    seat = "" if measure.seat is None else f" of seat {measure.seat + 1}"
    return f"{measure.name}{seat}{', %' if measure.unit == 'share' else ''}"


def _cells(measure: Measure) -> list[str]:
    factor = _factor(measure)
    return [label(measure), number(measure.a.mean, factor), number(measure.b.mean, factor), change(measure.difference, factor)]


def _factor(measure: Measure) -> float:
    return 100 if measure.unit == "share" else 1


def _advantages(made: Impact, sides: Sequence[str]) -> Iterator[str]:
    """Yield how far the wins of the seats are from an even share, on each side; a mark where that is clear."""
    wins = [m for m in made.measures if m.name == "wins" and m.seat is not None]
    if len(wins) < 2:
        return
    yield f"  seats against an even share of {number(1 / made.players, 100)} %"
    rows = [["", *(f"{clean(side)}  " for side in sides)]]
    rows += [[f"seat {(m.seat or 0) + 1}", *(change(e.less(1 / made.players), 100) for e in (m.a, m.b))] for m in wins]
    yield from (f"    {line}" for line in aligned(rows, left=1))


def _ended(made: Impact, sides: Sequence[str]) -> Iterator[str]:
    """Games that did not end as they should, if there are any."""
    for side, ends in zip(sides, (made.ends_a, made.ends_b), strict=True):
        counts = dict(ends)
        if counts["over"] < made.games:
            bad = f"stuck {counts['stuck']}, at fault {counts['fault']}, too long {counts['capped']}"
            yield f"{clean(side)}: finished {counts['over']}, {bad}"
    if made.irregular is not None and made.pairs < made.games:
        yield f"not ended as they should, difference: {change(made.irregular, 100).rstrip()} percentage points"


# ---- as a picture --------------------------------------------------------------------------------
def impact_chart(made: Impact, title: str, sides: Sequence[str] = SIDES) -> str:
    """Return the differences around zero, a scale for each unit; below, how often the result is another one."""
    groups = [Group(heading, tuple(_bar(m) for m in made.measures if m.unit == unit)) for unit, heading in UNITS]
    often = [("another winner", made.other_winner), ("another result", made.other_result)]
    often += [(f"alone: {m.name}", m.games) for m in made.mattered]
    shares = tuple(Bar(name, s.mean * 100, s.low * 100, s.high * 100, s.count > 0, share_text(s)) for name, s in often)
    groups.append(Group("how often a game comes out differently, %", shares, whole=True))
    less = f"{sides[1]} less {sides[0]}, n = {made.pairs}, {plural(made.players, 'player')}, seed {made.seed}"
    notes = (less, "whiskers: 95 % intervals; a filled dot is clear of zero")
    return strips(title, f"{title}: {less}. Paired differences with 95 % intervals.", [g for g in groups if g.bars], notes)


def _bar(measure: Measure) -> Bar:
    made, factor = measure.difference, _factor(measure)
    text = change(made, factor).rstrip(" *")
    return Bar(label(measure), made.mean * factor, made.low * factor, made.high * factor, made.clear, text)
