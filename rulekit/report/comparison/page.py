"""A comparison as one HTML page that needs nothing else: comes in what is told, goes out the page.

Nothing that a rule file says is taken for HTML; only `chart` is, which rulekit draws itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby

from rulekit.compare.result import LATENT, NONE, OBSERVABLE
from rulekit.report.comparison.lines import HEADINGS, blamed
from rulekit.report.comparison.page_plays import parts_by, play_anchor, plays_html, rule_anchor
from rulekit.report.comparison.report_data import Passage, RuleTold, Saying, Told, WitnessTold
from rulekit.report.pages.frame import Html, document, element, facts, html, html_lines, items, scrolling, written_in
from rulekit.wording import sentence

LONGEST_MARKED = 400
LEAST_ALIKE = 0.3
_TOKENS = re.compile(r"\w+|\s+|[^\w\s]")
_PARTS = (
    ("names", sentence("Other names")), ("rules", sentence("Rules")),
    ("weaker", sentence("Arguable, and slips of the pen")), ("plays", sentence("Plays")),
    ("impact", sentence("How much it matters")), ("searched", sentence("What was searched")),
    ("reading", sentence("How to read this page")),
)  # fmt: skip
_READING = (
    (sentence("Rules"), sentence(
        "Every place where the rules differ, section by section. First what the one game says, then the other: the lines of the "
        "rule file, where they stand, and what they are taken from. Words that differ are underlined.")),
    (sentence("Arguable, and slips of the pen"), sentence(
        "What a rulebook can be taken to say without stating it, and what it says and cannot mean. None of it is in force.")),
    (sentence("Plays"), sentence(
        "A play that both games allow, move by move, up to the first point where they part. With “this rule of” the other "
        "game, only the differences named there are changed, and all else is the same.")),
    (sentence("shortest"), sentence("Every shorter play was looked at, with every outcome of chance: none of them parts.")),
    (sentence("shortest with this chance"), sentence(
        "Every shorter play with the same shuffles and rolls was looked at; with other luck fewer moves may do.")),
    (sentence("short, not proved shortest"), sentence(
        "Found by playing at random and then leaving out moves; there may be a shorter one.")),
    (sentence("latent"), sentence("The table differs, or who sees what, but no move, turn or result was seen to differ.")),
    (sentence("no play found"), sentence(
        "The search found nothing. That is no proof: only where every position was visited is it said so.")),
)  # fmt: skip


def page(told: Told, impact: str = "", chart: str = "") -> str:
    """Return the whole page; `impact` is text as it is to be read, `chart` a picture as SVG."""
    with written_in(told.language):
        return _page(told, impact, chart)


def _page(told: Told, impact: str, chart: str) -> str:
    within = {
        "names": items(told.renamed) if told.renamed else None,
        "rules": _rules(told) if told.rules else None,
        "weaker": _weaker(told) if told.weaker else None,
        "plays": plays_html(told) if told.witnesses else None,
        "impact": _impact(impact, chart) if impact or chart else None,
        "searched": _searched(told),
        "reading": facts(_READING),
    }
    shown = [(anchor, title, within[anchor]) for anchor, title in _PARTS]
    parts = [element("section", element("h2", title, id=anchor), "\n", body) for anchor, title, body in shown if body is not None]
    links = [(anchor, title) for anchor, title, body in shown if body is not None]
    body = (_head(told), _contents(told, links), element("main", html_lines(parts)))
    return document(sentence("{title}: two rule sets compared", title=told.title), body, told.language)


def _head(told: Told) -> Html:
    compared = zip((sentence("First"), sentence("Second")), told.labels, told.headings, strict=True)
    return element(
        "header",
        element("h1", told.title),
        element("p", sentence("Two rule sets compared:")),
        facts((which, html(element("strong", label), f" – {name}")) for which, label, name in compared),
        element("p", verdict(told), class_="verdict"),
        *(element("p", line) for line in told.summary),
    )  # fmt: skip


def verdict(told: Told) -> str:
    """Return the answer in one sentence that claims no more than was shown."""
    match told.verdict:
        case x if x == OBSERVABLE:
            return sentence("They play differently.")
        case x if x == LATENT:
            return sentence("No move, turn or result was found to differ, but something on the table does.")
        case x if x == NONE and told.proved == told.players:
            return sentence(
                "They play the same with {some} players: every position was visited.", some=", ".join(map(str, told.players))
            )
        case x if x == NONE:
            return sentence("No difference in play was found.")
    return sentence("Nothing could be played: no number of players suits both.")


# ---- contents ------------------------------------------------------------------------------------
def _contents(told: Told, links: Sequence[tuple[str, str]]) -> Html:
    below: dict[str, Sequence[tuple[str, str]]] = {
        "rules": [(f"section-{n}", f"{name} ({len(rules)})") for n, (name, rules) in enumerate(_sections(told).items(), 1)],
        "plays": [
            (play_anchor(w.number), sentence("Play {number}: {why}", number=w.number, why=blamed(w))) for w in told.witnesses
        ],
    }
    return element("nav", items(_entry(to, title, below.get(to, [])) for to, title in links), aria_label=sentence("Contents"))


def _entry(anchor: str, title: str, below: Sequence[tuple[str, str]]) -> Html:
    inner = items(_entry(to, text, []) for to, text in below) if below else html()
    return html(element("a", title, href=f"#{anchor}"), inner)


# ---- rules ---------------------------------------------------------------------------------------
def _sections(told: Told) -> dict[str, list[RuleTold]]:
    """Return the differences by section, in the order of the rulebook."""
    found: dict[str, list[RuleTold]] = {}
    for rule in told.rules:
        found.setdefault(rule.section or sentence("Without a section"), []).append(rule)
    return found


def _rules(told: Told) -> Html:
    return html_lines(_section(told, n, name, rules) for n, (name, rules) in enumerate(_sections(told).items(), 1))


def _weaker(told: Told) -> Html:
    """Return what books say without stating it: nothing of it is in force."""
    return html_lines(
        html(element("h3", HEADINGS[strength]), "\n", html_lines(_rule(told, rule) for rule in rules))
        for strength, rules in groupby(told.weaker, lambda rule: rule.strength)
    )


def _section(told: Told, number: int, name: str, rules: list[RuleTold]) -> Html:
    heading = element("summary", element("h3", name))
    return element("details", heading, "\n", html_lines(_rule(told, r) for r in rules), id=f"section-{number}", open=True)


def _rule(told: Told, rule: RuleTold) -> Html:
    """Return a difference: its sentence, both games side by side, what is known of its effect."""
    lines = [side.lines if side else () for side in (rule.one, rule.two)]
    sides = (
        _side(sentence("First"), told.labels[0], rule.one, lines[1]),
        _side(sentence("Second"), told.labels[1], rule.two, lines[0]),
    )
    status = element("a", rule.status, href=f"#{play_anchor(rule.shown)}") if rule.shown is not None else html(rule.status)
    return element(
        "article", element("h4", f"{rule.number}. {rule.sentence}"), element("div", *sides, class_="sides"),
        element("p", sentence("In play: "), status, class_="status"), id=rule_anchor(rule.number), class_="row",
    )  # fmt: skip


def _side(which: str, label: str, side: Saying | None, other: tuple[str, ...]) -> Html:
    said = _saying(side, other) if side else (element("p", sentence("Nothing like it in this game."), class_="nothing"),)
    named = sentence("{which}: {label}", which=which, label=label)
    return element("div", element("p", named, class_="label"), *said, role="group", aria_label=named)


def _saying(side: Saying, other: tuple[str, ...]) -> Iterator[Html]:
    yield element("p", element("code", side.address), f" ({side.place})" if side.place else "", class_="where")
    if side.lines:
        yield element("pre", marked_lines(side.lines, other))
    if side.citations:
        yield element("p", sentence("From: "), "; ".join(side.citations), class_="cited")
    yield from map(_passage, side.passages)


def _passage(passage: Passage) -> Html:
    return element("blockquote", element("p", passage.where, class_="where"), element("p", passage.text))


def marked_lines(lines: tuple[str, ...], other: tuple[str, ...]) -> Html:
    """Return lines with the words underlined that the other game has not, where both have as many lines; citations never are."""
    if len(lines) != len(other):
        return html("\n".join(lines))
    return html_lines(_marked(*pair) for pair in zip(lines, other, strict=True))


def _marked(line: str, other: str) -> Html:
    said, theirs = (text.partition(" @")[0].rstrip() for text in (line, other))
    mine, yours = _TOKENS.findall(said), _TOKENS.findall(theirs)
    if max(len(said), len(theirs)) > LONGEST_MARKED:
        return html(line)
    matcher = SequenceMatcher(None, mine, yours, autojunk=False)
    if matcher.ratio() < LEAST_ALIKE:
        return html(line)
    runs = (("".join(mine[a:b]), how) for how, a, b, _, _ in matcher.get_opcodes())
    return html(*(element("mark", text) if how != "equal" and text.strip() else text for text, how in runs), line[len(said) :])


# ---- the rest ------------------------------------------------------------------------------------
def _impact(impact: str, chart: str) -> Html:
    picture = element("figure", Html(chart)) if chart else html()
    return html(picture, scrolling("pre", impact, sentence("How much it matters")) if impact else "")


def _searched(told: Told) -> Html:
    """Return how each play was found, and what was searched."""
    plays = _found_table(told) if told.witnesses else element("p", sentence("No play was found."))
    return html(plays, items(told.searched))


def _found_table(told: Told) -> Html:
    names = (
        sentence("Play"), sentence("Because of"), sentence("Where they part"), sentence("Players"), sentence("Moves"),
        sentence("Found"),
    )  # fmt: skip
    head = element("tr", *(element("th", name, scope="col") for name in names))
    table = element("table", element("thead", head), element("tbody", *map(_found, told.witnesses)))
    return scrolling("div", table, sentence("How each play was found"))


def _found(witness: WitnessTold) -> Html:
    link = element("a", sentence("Play {number}", number=witness.number), href=f"#{play_anchor(witness.number)}")
    cells = (blamed(witness), parts_by(witness), str(witness.players), str(len(witness.moves)), witness.how)
    return element("tr", element("th", link, scope="row"), *(element("td", cell) for cell in cells))
