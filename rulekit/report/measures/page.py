"""The measures as one page that needs nothing else: summary, charts, tables. No script; every word of a rule file is escaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.program import program as prog
from rulekit.report.measures import altair_charts as charts
from rulekit.report.measures.altair_charts import Chart, figure
from rulekit.report.measures.summary import per_cent, summary
from rulekit.report.pages.frame import STYLE, Html, document, element, facts, items, scrolling, written_in
from rulekit.report.rules.expressions import local_names, show
from rulekit.report.studies.numbers import ENGLISH, number, share_text
from rulekit.report.studies.simulation import stopped_line
from rulekit.report.text import clean, of_players
from rulekit.report.wording import Telling
from rulekit.report.words import Namer
from rulekit.study.measures.decisions import Ending
from rulekit.study.measures.intervals import Estimate, Share
from rulekit.study.measures.options import Mattered
from rulekit.study.measures.sample import addresses, numbers
from rulekit.study.measures.whole import Measures
from rulekit.wording import Sentence, numbered, sentence

SMALL = (
    STYLE
    + """
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
ul.summary{font-size:1.08rem}
ul.summary li{margin:.35rem 0}
"""
)
RANDOM = sentence("All moves were chosen at random: this shows what the rules allow, not how people play.")
NAMES = (
    ("pace", sentence("Lead changes for each turn"), 100, " %"),
    ("behind", sentence("Turns in which the winner was behind"), 100, " %"),
    ("drama", sentence("Drama: how badly the winner was behind (0 to 1)"), 1, ""),
    ("worst", sentence("Worst gap of the winner"), 1, "points"),
    ("decided", sentence("Decisiveness: part of the game until the winner was out of reach"), 100, " %"),
    ("settled", sentence("Part of the game until the winner stayed in the lead"), 100, " %"),
)  # fmt: skip
Rows = Sequence[Sequence[str]]


def measures_page(measures: Measures, namer: Namer, title: str, tell: Telling = ENGLISH) -> str:
    """Return the whole page."""
    with written_in(tell.language):
        body = [element("h1", title), element("p", RANDOM, class_="note"), _played(measures, tell),
                items(summary(measures, tell), class_="summary")]  # fmt: skip
        for part in (_length, _turns, _seats, _leads, _ends, _actions, _lines, _rules, _options):
            body += part(measures, namer, tell)
        return document(sentence("{title} – measures", title=title), body, tell.language, style=SMALL, script="")


def _played(measures: Measures, tell: Telling) -> Html:
    sample, watched = (tell.figures(f"{n:,}") for n in (measures.sample.games, measures.watched.games))
    games, players = tell.figures(f"{measures.tally.games:,}"), of_players(measures.players)
    played = sentence("{games}, {players}, seed {seed}", games=games, players=players, seed=measures.seed)
    pairs = [(sentence("games"), played)]
    if measures.stopped:
        pairs.append((sentence("not all"), stopped_line(measures.tally.games, measures.asked)))
    closer = sentence(
        "{sample} of these were followed decision by decision, {watched} rule by rule", sample=sample, watched=watched
    )
    pairs.append((sentence("looked at closer"), closer))
    if measures.options:
        tried = max(made.changed.n for made in measures.options)
        each = numbered(tried, "other values were played in {count} game each", "other values were played in {count} games each")
        pairs.append((sentence("options"), each))
    return facts(pairs)


def _chart(chart: Chart, said: str, tell: Telling) -> list[Html]:
    """Return a chart with what it shows below it."""
    return [] if chart is None else [figure(chart, said, tell), element("p", said, class_="note")]


def table(head: Sequence[str], body: Rows, left: int = 1) -> Html:
    """Return a table; so many columns are text, the others numbers."""
    names = [element("th", cell, scope="col", class_="" if n < left else "n") for n, cell in enumerate(head)]
    lines = [element("tr", *(element("td", cell, class_="" if n < left else "n") for n, cell in enumerate(row))) for row in body]
    return scrolling("div", element("table", element("thead", element("tr", *names)), element("tbody", *lines)), head[0])


def _estimate(made: Estimate | None, tell: Telling, factor: float = 1, unit: str = "", digits: int = 1) -> str:
    if made is None:
        return "–"
    half = "" if made.half is None else f" ± {made.half * factor:.{digits}f}"
    said = tell.figures(f"{made.mean * factor:.{digits}f}{half}")
    return sentence("{number} points", number=said) if unit == "points" else f"{said}{unit}"


# ---- the parts -----------------------------------------------------------------------------------
def _length(measures: Measures, namer: Namer, tell: Telling) -> Iterator[Html]:
    chart = charts.lengths(measures, tell)
    if chart is not None:
        yield element("h2", sentence("How long games are"))
        spread = measures.tally.lengths
        middle, most, least = map(tell.figures, (f"{spread.median:g}", f"{spread.greatest:,}", f"{spread.least:,}"))
        said = sentence(
            "Games by their number of decisions: the middle one has {middle}, the longest {most}, the shortest {least}.",
            middle=middle, most=most, least=least,
        )  # fmt: skip
        yield from _chart(chart, said, tell)


def _turns(measures: Measures, namer: Namer, tell: Telling) -> Iterator[Html]:
    chart = charts.turns(measures, tell)
    if chart is not None:
        yield element("h2", sentence("Decisions and choices by turn"))
        said = sentence(
            "Means over the games of the sample that came to this turn, with 95 % intervals; turns that fewer than {games} games "
            "came to are left out.",
            games=charts.FEWEST,
        )
        yield from _chart(chart, said, tell)


def _seats(measures: Measures, namer: Namer, tell: Telling) -> Iterator[Html]:
    if not measures.over:
        return
    yield element("h2", sentence("Seats"))
    yield from _chart(charts.wins(measures, tell), _wins(measures, tell), tell)
    means = sentence(
        "Points by seat: mean with its 95 % interval (dark), middle half of the games (light), median (line), nine of ten games "
        "(thin line)."
    )
    yield from _chart(charts.scores(measures, tell), means, tell)
    head = (sentence("seat"), sentence("wins alone"), sentence("share"), sentence("shared wins"), sentence("score"))
    tally = measures.tally
    yield table(head, [
        (str(n + 1), tell.figures(f"{tally.alone[n]:,}"), _share(measures.wins(n), tell) if tally.alone else "–",
         tell.figures(f"{tally.together[n]:,}"), _estimate(tally.totals[n].estimate(), tell) if measures.scored else "–")
        for n in range(measures.players)
    ])  # fmt: skip
    if measures.players > 1:
        shared, nobody = (tell.figures(f"{n:,}") for n in (tally.shared, tally.nobody))
        yield element("p", sentence("Shared wins: {shared}; nobody won: {nobody}.", shared=shared, nobody=nobody))


def _wins(measures: Measures, tell: Telling) -> Sentence:
    """Return what the chart of wins shows, and how sure it is."""
    said, test = sentence("Wins with 95 % intervals (Wilson); dashed: equal chances."), measures.even()
    if test is None:
        return said
    return numbered(
        test.freedom,
        "{said} Chi-square {square} with {count} degree of freedom, {p}.",
        "{said} Chi-square {square} with {count} degrees of freedom, {p}.",
        said=said, square=tell.figures(f"{test.statistic:.2f}"), p=tell.figures(_p(test.p)),
    )  # fmt: skip


def _p(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def _share(made: Share, tell: Telling) -> str:
    return tell.figures(f"{number(made.mean, 100)} % ({number(made.low, 100)} … {number(made.high, 100)})")


def _leads(measures: Measures, namer: Namer, tell: Telling) -> Iterator[Html]:
    sample = measures.sample
    if measures.players < 2 or not (sample.changes or measures.scored):
        return
    rows = [row for row in _lead_rows(measures, tell) if row[1] != "–"]
    if not rows:
        return
    yield element("h2", sentence("The lead"))
    winner = sentence(
        "After each tenth of the turns: in how many games the player who wins leads already. Dashed: equal chances."
    )
    yield from _chart(charts.winner_leads(measures, tell), winner, tell)
    often = sentence("Games of the sample by how often the lead changed hands.")
    yield from _chart(charts.lead_changes(measures, tell), often, tell)
    between = sentence("Points between the first and the last player, with 95 % intervals.")
    yield from _chart(charts.apart(measures, tell), between, tell)
    yield table((sentence("measure"), sentence("mean ± 95 % interval")), rows)
    yield element("p", sentence("What these mean, and where they come from, is in docs/measures.md."), class_="note")


def _lead_rows(measures: Measures, tell: Telling) -> Iterator[tuple[str, str]]:
    sample = measures.sample
    yield sentence("Lead changes in a game"), _estimate(numbers(sample.changes).estimate(), tell)
    for name, said, factor, unit in NAMES:
        yield said, _estimate(sample.story(name), tell, factor, unit, 1 if unit else 2)
    if measures.scored:
        yield sentence("Spread: first to last at the end"), _estimate(numbers(sample.spread).estimate(), tell, 1, "points")
        yield sentence("Margin: first to second at the end"), _estimate(numbers(sample.margin).estimate(), tell, 1, "points")


def _ends(measures: Measures, namer: Namer, tell: Telling) -> Iterator[Html]:
    yield element("h2", sentence("How games end"))
    names = {
        "over": sentence("ended as they should"), "stuck": sentence("stuck"), "fault": sentence("stopped by a fault"),
        "capped": sentence("given up: too long"),
    }  # fmt: skip
    ends, head = measures.tally.ends, (sentence("end"), sentence("games"), sentence("share"))
    yield table(head, [(said, tell.figures(f"{ends[end]:,}"), per_cent(ends[end] / max(1, measures.tally.games)))
                                            for end, said in names.items() if ends[end] or end == "over"])  # fmt: skip
    if measures.tally.faults:
        yield items(f"{count} × {tell(said)}" for said, count in sorted(measures.tally.faults.items()))
    if measures.watched.endings:
        where = sentence("Where the end became certain, in the {games} games watched rule by rule:", games=measures.watched.games)
        yield element("p", where)
        found: dict[tuple[str, str], int] = {}
        for ending, count in measures.watched.endings.most_common():
            key = ending_text(measures.program, ending, namer)
            found[key] = found.get(key, 0) + count
        head = (sentence("rule"), sentence("what happened"), sentence("games"))
        yield table(head, [(*key, str(count)) for key, count in found.items()], left=2)


def ending_text(program: prog.Program, ending: Ending, namer: Namer) -> tuple[str, str]:
    """Return the rule that ended a game, and how: by a condition, a choice, or in its course."""
    node = program.nodes[ending.node]
    address = program.rules[node.rule].address or "–"
    if isinstance(node, prog.Test):
        said = show(node.test, namer.layout, local_names(namer.model, namer.layout))
        yes = ending.following == node.yes
        return address, sentence("{said}: yes", said=said) if yes else sentence("{said}: no", said=said)
    came = sentence("it came to its end")
    return address, sentence("the last decision was made") if isinstance(node, prog.DECISIONS) else came


def _actions(measures: Measures, namer: Namer, tell: Telling) -> Iterator[Html]:
    sample = measures.sample
    if not sample.actions:
        return
    yield element("h2", sentence("Actions"))
    said = sentence("Shares of all decisions of the sample in which an action was possible, and was taken.")
    yield from _chart(charts.actions(measures, namer, tell), said, tell)
    none = sentence("no action (a refusal, or a choice alone)")
    ordered = sorted(sample.actions.items(), key=lambda a: (-a[1].taken, a[0]))
    rows = [
        (namer.word(measures.deeds[a - 1]) if a else none, tell.figures(f"{n.offered:,}"), tell.figures(f"{n.taken:,}"),
         per_cent(n.games / sample.games)) for a, n in ordered
    ]  # fmt: skip
    head = (sentence("action"), sentence("decisions offered"), sentence("taken"), sentence("games in which it was taken"))
    yield table(head, rows)
    if measures.never_taken:
        yield element("p", sentence("Never taken: {names}.", names=tuple(map(namer.word, measures.never_taken))))


def _lines(measures: Measures, namer: Namer, tell: Telling) -> Iterator[Html]:
    sample = measures.sample
    if not measures.scored or not sample.lines or not sample.games:
        return
    yield element("h2", sentence("Where the points come from"))
    about = sentence("Lines of the score sheet, summed over the sample.")
    yield from _chart(charts.score_lines(measures, namer, tell), about, tell)
    seats = [sentence("seat {seat}", seat=n + 1) for n in range(measures.players)]
    totals = [sum(numbers(seat[n]).total for seat in sample.sheet) for n in range(len(sample.lines))]
    whole, shares = sum(totals), min(totals) >= 0 < max(totals)
    rows = [
        (namer.within("score", line), tell.figures(f"{totals[n]:,}"), per_cent(totals[n] / whole) if shares else "–",
         *(_estimate(numbers(seat[n]).estimate(), tell, digits=2) for seat in sample.sheet))
        for n, line in enumerate(sample.lines)
    ]  # fmt: skip
    yield table((sentence("line"), sentence("points in all"), sentence("share"), *seats), rows)


def _rules(measures: Measures, namer: Namer, tell: Telling) -> Iterator[Html]:
    watched = measures.watched
    if not watched.games:
        return
    yield element("h2", sentence("Rules at work"))
    if measures.never_fired:
        never = numbered(
            watched.games,
            "In {count} game these rules never did anything; they may be for other numbers of players, for options that are not "
            "in force, or for what random play seldom brings about:",
            "In {count} games these rules never did anything; they may be for other numbers of players, for options that are not "
            "in force, or for what random play seldom brings about:",
        )
        yield element("p", never)
        yield element("p", *_codes(measures.never_fired), ".")
    fired = {a: watched.fired[a] for a in addresses(measures.program) if watched.fired[a]}
    always = [a for a, count in fired.items() if count == watched.games]
    if always:
        yield element("p", sentence("In every game: "), *_codes(always), ".")
    some = sorted(((a, count) for a, count in fired.items() if count < watched.games), key=lambda pair: -pair[1])
    if some:
        rows = [(element("code", a), str(count), per_cent(count / watched.games)) for a, count in some]
        yield table((sentence("rule"), sentence("games"), sentence("share")), rows)


def _codes(addresses: Sequence[str]) -> Iterator[str]:
    """Addresses with commas between them."""
    for n, address in enumerate(addresses):
        yield from (", " if n else "", element("code", address))


def _options(measures: Measures, namer: Namer, tell: Telling) -> Iterator[Html]:
    if not measures.options:
        return
    yield element("h2", sentence("Options"))
    about = sentence(
        "The same seeds, played with another value: in how many games anything came out otherwise (length, points, winner)."
    )
    if measures.players > 1 and measures.tally.alone:
        about = sentence(
            "{about} Dashed: two games on different seeds have different winners in {luck} of the cases anyway.",
            about=about, luck=per_cent(charts.other_winner_by_chance(measures)),
        )  # fmt: skip
    yield from _chart(charts.options(measures, namer, tell), about, tell)
    values = (sentence("option"), sentence("value"), sentence("instead"))
    head = (*values, sentence("another result"), sentence("another winner"))
    yield table(head, [_option(made, tell) for made in measures.options], left=3)


def _option(made: Mattered, tell: Telling) -> tuple[str, ...]:
    if made.refused is not None:
        why = sentence("not possible: {why}", why=clean(tell(made.refused.message)))
        return made.option, made.own, made.other, why, "–"
    if made.idle:
        return made.option, made.own, made.other, sentence("none: not in force here"), "–"
    return made.option, made.own, made.other, share_text(made.changed, tell), share_text(made.other_winner, tell)
