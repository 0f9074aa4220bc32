"""How charts look, and how they become pictures: altair's charts as SVG, without script or anything from elsewhere.

Needs the extra `report`. Texts of the game are data in the charts, never field names, expressions or markup.
"""

from __future__ import annotations

import re
from typing import Any

import altair as alt
import vl_convert

from rulekit.report.pages.frame import Html, element
from rulekit.report.studies.numbers import ENGLISH
from rulekit.report.text import clean, width
from rulekit.report.wording import Telling

Chart = Any  # of altair, which ships no types that can be checked

INK, FAINT, LINE, MARK, SECOND = "#2b2118", "#6b5b4a", "#d9cbb5", "#8a4b1f", "#1b5fa8"
FONT = "Georgia, 'Times New Roman', serif"
WIDE, LONGEST = 620, 44
_TAG = re.compile(r"<svg[^>]*>")


def shortened(text: str, most: int = LONGEST) -> str:
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
