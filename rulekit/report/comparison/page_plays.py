"""The plays of a comparison as HTML: the moves, the table, and how each side goes on where they part."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.report.comparison.lines import LAST_MOVES_SHOWN, blamed, heading_of, labelled
from rulekit.report.comparison.report_data import MoveTold, PartTold, RuleTold, Told, WitnessTold
from rulekit.report.pages.frame import Html, element, facts, html, html_lines, items, scrolling
from rulekit.report.text import of_players
from rulekit.wording import numbered, sentence

DEEPEST_INDENT = 3
WHAT = {
    "moves": sentence("other moves are offered"),
    "turn": sentence("another player is to decide"),
    "end": sentence("one of them is over"),
    "result": sentence("the result differs"),
    "fault": sentence("one of them cannot go on"),
    "position": sentence("something else lies on the table"),
    "sight": sentence("somebody sees something else"),
}


def plays_html(told: Told) -> Html:
    """Return all plays, the first one open."""
    rules = {r.number: r for r in told.rules}
    return html_lines(play_html(w, _heading(w), _because(w, rules), w is told.witnesses[0]) for w in told.witnesses)


def play_anchor(number: int) -> str:
    """Return what a link to a play leads to."""
    return f"play-{number}"


def rule_anchor(number: int) -> str:
    """Return what a link to a difference leads to."""
    return f"difference-{number}"


def parts_by(witness: WitnessTold) -> str:
    """Return what differs at the end of a play, in a few words."""
    return WHAT.get(witness.what, witness.what)


def _heading(witness: WitnessTold) -> str:
    heading = sentence("Play {number}: {why} – {what}", number=witness.number, why=blamed(witness), what=parts_by(witness))
    if not witness.observable:
        heading = sentence("{title} (latent: no move, turn or result shows it)", title=heading)
    if not witness.parts_both:
        heading = sentence("{title} (with all else as in one of the games)", title=heading)
    return heading


def play_html(witness: WitnessTold, heading: str, because: Html, is_open: bool) -> Html:
    """Return a play, with what makes it below its heading."""
    return element(
        "details",
        element("summary", element("h3", heading)),
        because,
        _facts(witness),
        _moves(witness),
        element("h4", sentence("The table then")),
        scrolling("pre", "\n".join(witness.position), sentence("The table at the end of play {number}", number=witness.number)),
        element("div", element("h4", sentence("Here they part")), _sides(witness), class_="parting"),
        id=play_anchor(witness.number), class_="play", open=is_open,
    )  # fmt: skip


def _because(witness: WitnessTold, rules: dict[int, RuleTold]) -> Html:
    """Return the differences that make it, with links back to them."""
    if not witness.blame:
        return element("p", sentence("No single rules could be found that make this difference."))
    links = [
        (element("a", sentence("Difference {number}", number=n), href=f"#{rule_anchor(n)}"), f": {rules[n].sentence}")
        for n in witness.blame
    ]
    return items((html(*link) for link in links), "lines")


def _facts(witness: WitnessTold) -> Html:
    known = (
        (sentence("Played"), witness.between),
        (sentence("At the table"), of_players(witness.players)),
        (sentence("Length"), numbered(len(witness.moves), "{count} move", "{count} moves")),
        (sentence("Found"), witness.how),
        (sentence("Seed of chance"), str(witness.seed or "")),
    )  # fmt: skip
    return facts((name, said) for name, said in known if said)


# ---- the moves -----------------------------------------------------------------------------------
def _moves(witness: WitnessTold) -> Html:
    """Return all moves; those before the last ones are folded away."""
    if not witness.moves:
        return html(element("h4", sentence("The moves")), element("p", sentence("None: they part at once.")))
    early, late = witness.moves[:-LAST_MOVES_SHOWN], witness.moves[-LAST_MOVES_SHOWN:]
    folded = (
        _folded(numbered(len(early), "The first {count} move", "The first {count} moves"), _listed(early, witness))
        if early
        else html()
    )
    return html(element("h4", sentence("The moves")), folded, _listed(late, witness))


def _folded(title: str, inside: Html) -> Html:
    return element("details", element("summary", title), inside)


def _listed(moves: tuple[MoveTold, ...], witness: WitnessTold) -> Html:
    return element("ol", *(_move(m, witness) for m in moves), class_="moves", start=moves[0].number)


def _move(move: MoveTold, witness: WitnessTold) -> Html:
    parts: list[str] = [element("strong", move.who), f" {move.move}" if move.told_of else labelled("", move.move)]
    if move.changes:
        parts.append(element("span", move.changes, class_="changes"))
    if move.differs:
        parts.append(element("span", element("strong", witness.two.label), labelled("", move.differs), class_="changes"))
    return element("li", *parts)


# ---- where they part -----------------------------------------------------------------------------
def _sides(witness: WitnessTold) -> Html:
    return element("div", *(_part(part) for part in (witness.one, witness.two)), class_="sides")


def _part(part: PartTold) -> Html:
    """Return one side: what it offers, and why not what the other offers."""
    return element("div", *_part_lines(part), role="group", aria_label=part.label)


def _part_lines(part: PartTold) -> Iterator[Html]:
    yield element("p", part.label, class_="label")
    yield element("p", heading_of(part))
    if part.moves:
        yield items(part.moves)
    if part.moves and part.lines:
        yield element("p", sentence("Why not what the other offers:"))
    if part.lines:
        yield element("ul", *(_line(line) for line in part.lines), class_="lines")


def _line(line: str) -> Html:
    """Return a line; its indent becomes a class."""
    deep = min((len(line) - len(line.lstrip(" "))) // 2, DEEPEST_INDENT)
    return element("li", line.strip(" "), class_=f"in{deep}" if deep else "")
