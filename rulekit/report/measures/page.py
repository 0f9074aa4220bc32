"""The measures as one page that needs nothing else: summary, charts, tables. No script; every word of a rule file is escaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.program import program as prog
from rulekit.report.measures import charts
from rulekit.report.measures.chart_style import Chart, figure
from rulekit.report.measures.summary import per_cent, summary
from rulekit.report.pages.frame import STYLE, Html, document, element, facts, items, scrolling
from rulekit.report.rules.expressions import local_names, show
from rulekit.report.studies.numbers import number, share_text
from rulekit.report.studies.simulation import stopped_line
from rulekit.report.text import clean, plural
from rulekit.report.words import Namer
from rulekit.study.measures.decisions import Ending
from rulekit.study.measures.intervals import Estimate, Share
from rulekit.study.measures.options import Mattered
from rulekit.study.measures.sample import addresses, numbers
from rulekit.study.measures.whole import Measures

SMALL = (
    STYLE
    + """
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
ul.summary{font-size:1.08rem}
ul.summary li{margin:.35rem 0}
"""
)
RANDOM = "All moves were chosen at random: this shows what the rules allow, not how people play."
NAMES = (
    ("pace", "Lead changes for each turn", 100, " %"), ("behind", "Turns in which the winner was behind", 100, " %"),
    ("drama", "Drama: how badly the winner was behind (0 to 1)", 1, ""), ("worst", "Worst gap of the winner", 1, " points"),
    ("decided", "Decisiveness: part of the game until the winner was out of reach", 100, " %"),
    ("settled", "Part of the game until the winner stayed in the lead", 100, " %"),
)  # fmt: skip
Rows = Sequence[Sequence[str]]


def measures_page(measures: Measures, namer: Namer, title: str) -> str:
    """Return the whole page."""
    body = [element("h1", title), element("p", RANDOM, class_="note"), _played(measures),
            items(summary(measures), class_="summary")]  # fmt: skip
    for part in (_length, _turns, _seats, _leads, _ends, _actions, _lines, _rules, _options):
        body += part(measures, namer)
    return document(f"{title} – measures", body, style=SMALL, script="")


def _played(measures: Measures) -> Html:
    sample, watched = measures.sample.games, measures.watched.games
    pairs = [("games", f"{measures.tally.games:,}, {plural(measures.players, 'player')}, seed {measures.seed}")]
    if measures.stopped:
        pairs.append(("not all", stopped_line(measures.tally.games, measures.asked)))
    pairs.append(("looked at closer", f"{sample:,} of these were followed decision by decision, {watched:,} rule by rule"))
    if measures.options:
        tried = max(made.changed.n for made in measures.options)
        pairs.append(("options", f"other values were played in {plural(tried, 'game')} each"))
    return facts(pairs)


def _chart(chart: Chart, said: str) -> list[Html]:
    """Return a chart with what it shows below it."""
    return [] if chart is None else [figure(chart, said), element("p", said, class_="note")]


def table(head: Sequence[str], body: Rows, left: int = 1) -> Html:
    """Return a table; so many columns are text, the others numbers."""
    names = [element("th", cell, scope="col", class_="" if n < left else "n") for n, cell in enumerate(head)]
    lines = [element("tr", *(element("td", cell, class_="" if n < left else "n") for n, cell in enumerate(row))) for row in body]
    return scrolling("div", element("table", element("thead", element("tr", *names)), element("tbody", *lines)), head[0])


def _estimate(made: Estimate | None, factor: float = 1, unit: str = "", digits: int = 1) -> str:
    if made is None:
        return "–"
    half = "" if made.half is None else f" ± {made.half * factor:.{digits}f}"
    return f"{made.mean * factor:.{digits}f}{half}{unit}"


# ---- the parts -----------------------------------------------------------------------------------
def _length(measures: Measures, namer: Namer) -> Iterator[Html]:
    chart = charts.lengths(measures)
    if chart is not None:
        yield element("h2", "How long games are")
        spread = measures.tally.lengths
        middle = f"the middle one has {spread.median:g}, the longest {spread.greatest:,}, the shortest {spread.least:,}"
        yield from _chart(chart, f"Games by their number of decisions: {middle}.")


def _turns(measures: Measures, namer: Namer) -> Iterator[Html]:
    chart = charts.turns(measures)
    if chart is not None:
        yield element("h2", "Decisions and choices by turn")
        said = "Means over the games of the sample that came to this turn, with 95 % intervals"
        yield from _chart(chart, f"{said}; turns that fewer than {charts.FEWEST} games came to are left out.")


def _seats(measures: Measures, namer: Namer) -> Iterator[Html]:
    if not measures.over:
        return
    yield element("h2", "Seats")
    test = measures.even()
    said = "Wins with 95 % intervals (Wilson); dashed: equal chances."
    if test is not None:
        said += f" Chi-square {test.statistic:.2f} with {plural(test.freedom, 'degree')} of freedom, {_p(test.p)}."
    yield from _chart(charts.wins(measures), said)
    means = "mean with its 95 % interval (dark), middle half of the games (light), median (line), nine of ten games (thin line)"
    yield from _chart(charts.scores(measures), f"Points by seat: {means}.")
    head = ("seat", "wins alone", "share", "shared wins", "score")
    yield table(head, [
        (str(n + 1), f"{measures.tally.alone[n]:,}", _share(measures.wins(n)) if measures.tally.alone else "–",
         f"{measures.tally.together[n]:,}", _estimate(measures.tally.totals[n].estimate()) if measures.scored else "–")
        for n in range(measures.players)
    ])  # fmt: skip
    if measures.players > 1:
        yield element("p", f"Shared wins: {measures.tally.shared:,}; nobody won: {measures.tally.nobody:,}.")


def _p(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def _share(made: Share) -> str:
    return f"{number(made.mean, 100)} % ({number(made.low, 100)} … {number(made.high, 100)})"


def _leads(measures: Measures, namer: Namer) -> Iterator[Html]:
    sample = measures.sample
    if measures.players < 2 or not (sample.changes or measures.scored):
        return
    rows = [row for row in _lead_rows(measures) if row[1] != "–"]
    if not rows:
        return
    yield element("h2", "The lead")
    winner = "After each tenth of the turns: in how many games the player who wins leads already. Dashed: equal chances."
    yield from _chart(charts.winner_leads(measures), winner)
    yield from _chart(charts.lead_changes(measures), "Games of the sample by how often the lead changed hands.")
    yield from _chart(charts.apart(measures), "Points between the first and the last player, with 95 % intervals.")
    yield table(("measure", "mean ± 95 % interval"), rows)
    yield element("p", "What these mean, and where they come from, is in docs/measures.md.", class_="note")


def _lead_rows(measures: Measures) -> Iterator[tuple[str, str]]:
    sample = measures.sample
    yield "Lead changes in a game", _estimate(numbers(sample.changes).estimate())
    for name, said, factor, unit in NAMES:
        yield said, _estimate(sample.story(name), factor, unit, 1 if unit else 2)
    if measures.scored:
        yield "Spread: first to last at the end", _estimate(numbers(sample.spread).estimate(), 1, " points")
        yield "Margin: first to second at the end", _estimate(numbers(sample.margin).estimate(), 1, " points")


def _ends(measures: Measures, namer: Namer) -> Iterator[Html]:
    yield element("h2", "How games end")
    names = {"over": "ended as they should", "stuck": "stuck", "fault": "stopped by a fault", "capped": "given up: too long"}
    ends = measures.tally.ends
    yield table(("end", "games", "share"), [(said, f"{ends[end]:,}", per_cent(ends[end] / max(1, measures.tally.games)))
                                            for end, said in names.items() if ends[end] or end == "over"])  # fmt: skip
    if measures.tally.faults:
        yield items(f"{count} × {said}" for said, count in sorted(measures.tally.faults.items()))
    if measures.watched.endings:
        yield element("p", f"Where the end became certain, in the {measures.watched.games} games watched rule by rule:")
        found: dict[tuple[str, str], int] = {}
        for ending, count in measures.watched.endings.most_common():
            key = ending_text(measures.program, ending, namer)
            found[key] = found.get(key, 0) + count
        yield table(("rule", "what happened", "games"), [(*key, str(count)) for key, count in found.items()], left=2)


def ending_text(program: prog.Program, ending: Ending, namer: Namer) -> tuple[str, str]:
    """Return the rule that ended a game, and how: by a condition, a choice, or in its course."""
    node = program.nodes[ending.node]
    address = program.rules[node.rule].address or "–"
    if isinstance(node, prog.Test):
        said = show(node.test, namer.layout, local_names(namer.model, namer.layout))
        return address, f"{said}: {'yes' if ending.following == node.yes else 'no'}"
    return address, "the last decision was made" if isinstance(node, prog.DECISIONS) else "it came to its end"


def _actions(measures: Measures, namer: Namer) -> Iterator[Html]:
    sample = measures.sample
    if not sample.actions:
        return
    yield element("h2", "Actions")
    said = "Shares of all decisions of the sample in which an action was possible, and was taken."
    yield from _chart(charts.actions(measures, namer), said)
    ordered = sorted(sample.actions.items(), key=lambda a: (-a[1].taken, a[0]))
    rows = [
        (namer.word(measures.deeds[a - 1]) if a else "no action (a refusal, or a choice alone)", f"{n.offered:,}", f"{n.taken:,}",
         per_cent(n.games / sample.games)) for a, n in ordered
    ]  # fmt: skip
    yield table(("action", "decisions offered", "taken", "games in which it was taken"), rows)
    if measures.never_taken:
        yield element("p", f"Never taken: {', '.join(map(namer.word, measures.never_taken))}.")


def _lines(measures: Measures, namer: Namer) -> Iterator[Html]:
    sample = measures.sample
    if not measures.scored or not sample.lines or not sample.games:
        return
    yield element("h2", "Where the points come from")
    yield from _chart(charts.score_lines(measures, namer), "Lines of the score sheet, summed over the sample.")
    seats = [f"seat {n + 1}" for n in range(measures.players)]
    totals = [sum(numbers(seat[n]).total for seat in sample.sheet) for n in range(len(sample.lines))]
    whole, shares = sum(totals), min(totals) >= 0 < max(totals)
    rows = [
        (namer.within("score", line), f"{totals[n]:,}", per_cent(totals[n] / whole) if shares else "–",
         *(_estimate(numbers(seat[n]).estimate(), digits=2) for seat in sample.sheet)) for n, line in enumerate(sample.lines)
    ]  # fmt: skip
    yield table(("line", "points in all", "share", *seats), rows)


def _rules(measures: Measures, namer: Namer) -> Iterator[Html]:
    watched = measures.watched
    if not watched.games:
        return
    yield element("h2", "Rules at work")
    if measures.never_fired:
        why = "for other numbers of players, for options that are not in force, or for what random play seldom brings about"
        yield element("p", f"In {plural(watched.games, 'game')} these rules never did anything; they may be {why}:")
        yield element("p", *_codes(measures.never_fired), ".")
    fired = {a: watched.fired[a] for a in addresses(measures.program) if watched.fired[a]}
    always = [a for a, count in fired.items() if count == watched.games]
    if always:
        yield element("p", "In every game: ", *_codes(always), ".")
    some = sorted(((a, count) for a, count in fired.items() if count < watched.games), key=lambda pair: -pair[1])
    if some:
        rows = [(element("code", a), str(count), per_cent(count / watched.games)) for a, count in some]
        yield table(("rule", "games", "share"), rows)


def _codes(addresses: Sequence[str]) -> Iterator[str]:
    """Addresses with commas between them."""
    for n, address in enumerate(addresses):
        yield from (", " if n else "", element("code", address))


def _options(measures: Measures, namer: Namer) -> Iterator[Html]:
    if not measures.options:
        return
    yield element("h2", "Options")
    luck = per_cent(charts.other_winner_by_chance(measures))
    about = "The same seeds, played with another value: in how many games anything came out otherwise (length, points, winner)."
    chance = f" Dashed: two games on different seeds have different winners in {luck} of the cases anyway."
    yield from _chart(charts.options(measures, namer), about + (chance if measures.players > 1 and measures.tally.alone else ""))
    yield table(("option", "value", "instead", "another result", "another winner"), list(map(_option, measures.options)), left=3)


def _option(made: Mattered) -> tuple[str, ...]:
    if made.refused is not None:
        return made.option, made.own, made.other, f"not possible: {clean(made.refused.message)}", "–"
    if made.idle:
        return made.option, made.own, made.other, "none: not in force here", "–"
    return made.option, made.own, made.other, share_text(made.changed), share_text(made.other_winner)
