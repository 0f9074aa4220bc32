"""What a difference of rules does to the game, to read: a table and a chart. Data for JSON are those of the study itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.report.pages.svg_charts import Bar, Group, strips
from rulekit.report.studies.numbers import ENGLISH, aligned, change, footnotes, number, share_text
from rulekit.report.studies.simulation import ended
from rulekit.report.text import clean, of_players, random_games
from rulekit.report.wording import Telling
from rulekit.study.measures.impact import Impact, Measure
from rulekit.wording import Sentence, sentence

SIDES = ("A", "B")
UNITS = (
    ("decisions", sentence("length, in decisions")), ("points", sentence("points")),
    ("share", sentence("share of games, in percentage points")),
)  # fmt: skip


# ---- as text -------------------------------------------------------------------------------------
def impact_lines(made: Impact, sides: Sequence[str] = SIDES, tell: Telling = ENGLISH) -> Iterator[str]:
    """Yield both sides and their differences, then how often anything came out differently."""
    about = sentence(
        "impact: {games} on the same seeds, {players}, seed {seed}; differences are {less}, ± 95 % interval, n = {n}",
        games=random_games(made.games), players=of_players(made.players), seed=made.seed, less=_less(sides), n=made.pairs,
    )  # fmt: skip
    yield tell(about)
    if made.measures:
        head = ["", *(clean(side) for side in sides), tell(sentence("difference")) + "  "]
        yield from (f"  {line}" for line in aligned([head, *(_cells(m, tell) for m in made.measures)], left=1))
        yield from _advantages(made, sides, tell)
    yield from (f"  {tell(line)}" for line in _ended(made, sides, tell))
    if not made.pairs:
        yield f"  {tell(sentence('no game ended as it should on both sides'))}"
        return
    yield from (f"  {line}" for line in _often(made, tell))
    yield from (f"  {tell(note)}" for note in footnotes([m.difference for m in made.measures]))


def _often(made: Impact, tell: Telling) -> Iterator[str]:
    """Yield in how many games anything came out differently."""
    yield tell(sentence("another winner in {share}", share=share_text(made.other_winner, tell)))
    if made.chance is not None:
        luck = share_text(made.chance, tell)
        yield "  " + tell(sentence("(the first game on other seeds has another winner in {share})", share=luck))
    yield tell(sentence("another result in {share}", share=share_text(made.other_result, tell)))
    if made.mattered:
        yield tell(sentence("each difference alone gives another result in"))
        rows = [[clean(tell(m.name)), share_text(m.games, tell)] for m in made.mattered]
        yield from (f"  {line}" for line in aligned(rows, left=2))


def _less(sides: Sequence[str]) -> Sentence:
    return sentence("{second} less {first}", second=clean(sides[1]), first=clean(sides[0]))


def label(measure: Measure) -> Sentence:
    """Return a measure with its seat and, for shares, its unit."""
    said = sentence("{name}", name=measure.name)
    if measure.seat is not None:
        said = sentence("{name} of seat {seat}", name=measure.name, seat=measure.seat + 1)
    return sentence("{name}, %", name=said) if measure.unit == "share" else said


def _cells(measure: Measure, tell: Telling) -> list[str]:
    factor = _factor(measure)
    means = [tell.figures(number(side.mean, factor)) for side in (measure.a, measure.b)]
    return [tell(label(measure)), *means, change(measure.difference, factor, tell)]


def _factor(measure: Measure) -> float:
    return 100 if measure.unit == "share" else 1


def _advantages(made: Impact, sides: Sequence[str], tell: Telling) -> Iterator[str]:
    """Yield how far the wins of the seats are from an even share, on each side; a mark where that is clear."""
    wins = [m for m in made.measures if m.name == "wins" and m.seat is not None]
    if len(wins) < 2:
        return
    even = tell.figures(number(1 / made.players, 100))
    yield f"  {tell(sentence('seats against an even share of {even} %', even=even))}"
    rows = [["", *(f"{clean(side)}  " for side in sides)]]
    for m in wins:
        seat = tell(sentence("seat {seat}", seat=(m.seat or 0) + 1))
        rows.append([seat, *(change(e.less(1 / made.players), 100, tell) for e in (m.a, m.b))])
    yield from (f"    {line}" for line in aligned(rows, left=1))


def _ended(made: Impact, sides: Sequence[str], tell: Telling) -> Iterator[Sentence]:
    """Games that did not end as they should, if there are any."""
    for side, ends in zip(sides, (made.ends_a, made.ends_b), strict=True):
        counts = dict(ends)
        if counts["over"] < made.games:
            yield sentence("{name}: {what}", name=clean(side), what=ended(counts))
    if made.irregular is not None and made.pairs < made.games:
        points = change(made.irregular, 100, tell).rstrip()
        yield sentence("not ended as they should, difference: {points} percentage points", points=points)


# ---- as a picture --------------------------------------------------------------------------------
def impact_chart(made: Impact, title: str, sides: Sequence[str] = SIDES, tell: Telling = ENGLISH) -> str:
    """Return the differences around zero, a scale for each unit; below, how often the result is another one."""
    groups = [Group(tell(heading), tuple(_bar(m, tell) for m in made.measures if m.unit == unit)) for unit, heading in UNITS]
    often = [(sentence("another winner"), made.other_winner), (sentence("another result"), made.other_result)]
    often += [(sentence("alone: {name}", name=m.name), m.games) for m in made.mattered]
    shares = tuple(
        Bar(tell(name), s.mean * 100, s.low * 100, s.high * 100, s.count > 0, share_text(s, tell)) for name, s in often
    )
    groups.append(Group(tell(sentence("how often a game comes out differently, %")), shares, whole=True))
    players = of_players(made.players)
    less = sentence("{less}, n = {n}, {players}, seed {seed}", less=_less(sides), n=made.pairs, players=players, seed=made.seed)
    about = sentence("{title}: {less}. Paired differences with 95 % intervals.", title=title, less=less)
    notes = (tell(less), tell(sentence("whiskers: 95 % intervals; a filled dot is clear of zero")))
    return strips(title, tell(about), [g for g in groups if g.bars], notes, tell)


def _bar(measure: Measure, tell: Telling) -> Bar:
    made, factor = measure.difference, _factor(measure)
    text = change(made, factor, tell).rstrip(" *")
    return Bar(tell(label(measure)), made.mean * factor, made.low * factor, made.high * factor, made.clear, text)
