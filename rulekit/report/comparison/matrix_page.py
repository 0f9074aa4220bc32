"""A table of readings as one HTML page that needs nothing else: comes in what is told, goes out the page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rulekit.model.model import STATED
from rulekit.report.comparison.lines import labelled
from rulekit.report.comparison.matrix import CellTold, MatrixTold, PairTold, RowTold
from rulekit.report.comparison.matrix_lines import between
from rulekit.report.comparison.page_plays import parts_by, play_anchor, play_html
from rulekit.report.pages.frame import Html, document, element, facts, html, html_lines, items, scrolling, written_in
from rulekit.wording import sentence

READING = (
    (sentence("stated"), sentence("The book says so, and no other sentence of it speaks against it.")),
    (sentence("arguable"), sentence("The book can be taken so. It is not in force until somebody asks for it.")),
    (sentence("slip of the pen"), sentence("Taken at its word the book contradicts itself here. It is not in force.")),
    (sentence("silent, as in the game's own file"), sentence(
        "The book says nothing about it. What the game's own file says is used, which may be what another book says.")),
)  # fmt: skip


def matrix_page(told: MatrixTold) -> str:
    """Return the whole page."""
    with written_in(told.language):
        return document(sentence("{title}: readings side by side", title=told.title), _body(told), told.language)


def _body(told: MatrixTold) -> tuple[Html, ...]:
    head = element(
        "header", element("h1", told.title), element("p", sentence("Readings side by side:")),
        facts(zip(told.columns, told.headings, strict=True)), *(element("p", line) for line in told.summary),
    )  # fmt: skip
    parts = [("rules", sentence("Rules"), html_lines(_sections(told))), ("pairs", sentence("Pairs"), _pairs(told))]
    if told.plays:
        parts.append(("plays", sentence("Plays"), html_lines(map(_play, told.plays))))
    parts.append(("reading", sentence("How to read this page"), facts(READING)))
    links = items(element("a", title, href=f"#{anchor}") for anchor, title, _ in parts)
    sections = (element("section", element("h2", title, id=anchor), "\n", inside) for anchor, title, inside in parts)
    return head, element("nav", links, aria_label=sentence("Contents")), element("main", html_lines(sections))


def _sections(told: MatrixTold) -> Iterator[Html]:
    for section, rows in groupby(told.rows, lambda row: row.section):
        title = section or sentence("Without a section")
        heads = element("tr", *(element("th", name, scope="col") for name in (sentence("rule"), *told.columns)))
        table = element("table", element("thead", heads), element("tbody", *map(_row, rows)))
        yield html(element("h3", title), scrolling("div", table, title))


def _row(row: RowTold) -> Html:
    asked = element("p", row.question) if row.question else html()
    return element("tr", element("th", element("code", row.address), asked, scope="row"), *map(_cell, row.cells))


def _cell(cell: CellTold) -> Html:
    return element("td", *_parts(cell))


def _parts(cell: CellTold) -> Iterator[Html]:
    yield element("p", cell.answer)
    if cell.strength != STATED:
        yield element("p", cell.how, class_="status")
    if cell.in_force:
        yield element("p", sentence("in force: {answer}", answer=cell.in_force), class_="note")
    yield from (element("p", also, class_="note") for also in cell.also)
    if cell.citations:
        yield element("p", "; ".join(cell.citations), class_="cited")
    for passage in cell.passages:
        yield element("blockquote", element("p", passage.where, class_="where"), element("p", passage.text))


def _pairs(told: MatrixTold) -> Html:
    return items(html(element("strong", f"{pair.one} – {pair.two}"), labelled("", pair.said), _link(pair)) for pair in told.pairs)


def _link(pair: PairTold) -> Html:
    """Return a link to where a pair parts, if a play was found."""
    if pair.play is None:
        return html()
    return html(" ", element("a", between(pair), href=f"#{play_anchor(pair.play.number)}"))


def _play(pair: PairTold) -> Html:
    assert pair.play is not None
    return play_html(pair.play, between(pair), element("p", parts_by(pair.play)), False)
