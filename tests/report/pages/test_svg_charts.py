"""Charts: well-formed, harmless, in scale, with everything inside the picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from attrs import evolve

from rulekit.report.pages.svg_charts import Bar, Dot, Group, Level, Panel, Scale, Scatter, scatter, short, strips, ticks, words
from rulekit.report.studies.impact import impact_chart
from rulekit.report.studies.sweep import sweep_chart, sweep_html
from rulekit.study.measures.impact import weigh
from tests.study.measures.test_impact import AFTER, BEFORE
from tests.study.measures.test_sweep import sweep

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('1')</script>&\"]]>\x1b\x00\ufffe"
CHART = Scatter(
    "Tips", "Two tips.", "tip", ("0", "1"), "row", ("served", "free"),
    (("", (Panel("decisions", (Dot(0, 0, 10, 8, 12), Dot(1, 1, 20, 15, 20)), (Level(10, "6 4"),)),)),),
    (("6 4", "own"),),
)  # fmt: skip


def read(svg: str) -> ElementTree.Element:
    """A chart as a tree; it has to be well-formed."""
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    """All that can be read in it."""
    return [t.text or "" for t in read(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (3, 19, [0, 5, 10, 15, 20]),
        (-0.2, 0.31, [-0.2, 0, 0.2, 0.4]),
        (7, 7, [6, 6.5, 7, 7.5, 8]),
        (0, 100, [0, 20, 40, 60, 80, 100]),
    ],
)
def test_ticks_are_round_and_reach_around(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == expected


def test_a_scale_goes_from_end_to_end() -> None:
    up = Scale(10, 20, 200, 100)
    assert (up(10), up(15), up(20)) == (200, 150, 100)


def test_a_dot_stands_where_its_value_is() -> None:
    """The axis goes from 8 to 20 in steps of 5, so 5 to 20: a mean of 10 lies a third up, its whisker from 8 to 12."""
    tree = read(scatter(CHART))
    dot = next(c for c in tree.iter(f"{SVG}circle") if float(c.get("cy", 0)) > 80)
    marks = {t.text: float(t.get("y", 0)) - 4 for t in tree.iter(f"{SVG}text") if t.text in ("5", "20")}
    assert marks["20"] < marks["5"], "more is higher up"
    a_third = marks["5"] + (marks["20"] - marks["5"]) / 3
    assert float(dot.get("cy", 0)) == pytest.approx(a_third, abs=0.1)
    whisker = next(x for x in tree.iter(f"{SVG}line") if x.get("x1") == x.get("x2") == dot.get("cx"))
    points = (marks["5"] - marks["20"]) / 15
    assert float(whisker.get("y1", 0)) - float(whisker.get("y2", 0)) == pytest.approx(4 * points, abs=0.2)


def test_series_differ_by_shape_too() -> None:
    """Whoever sees no colours sees a circle and a square."""
    tree = read(scatter(CHART))
    assert len(list(tree.iter(f"{SVG}circle"))) == len(list(tree.iter(f"{SVG}polygon"))) == 2  # in the legend and the panel


def test_a_chart_says_what_it_is_to_those_who_cannot_see_it() -> None:
    tree = read(scatter(CHART))
    assert tree.get("role") == "img"
    assert [(child.tag, child.text) for child in tree[:2]] == [(f"{SVG}title", "Tips"), (f"{SVG}desc", "Two tips.")]


@pytest.mark.parametrize(
    "chart",
    [
        pytest.param(evolve(CHART, title=HOSTILE), id="title"),
        pytest.param(evolve(CHART, about=HOSTILE), id="about"),
        pytest.param(evolve(CHART, axis=HOSTILE), id="axis"),
        pytest.param(evolve(CHART, legend=HOSTILE), id="legend"),
    ],
)
def test_nothing_from_a_rule_file_is_taken_for_markup(chart: Scatter) -> None:
    svg = scatter(evolve(chart, places=(HOSTILE, "1"), series=(HOSTILE, "b"), notes=(("", HOSTILE),)))
    assert {e.tag.removeprefix(SVG) for e in read(svg).iter()} == {
        "svg", "title", "desc", "rect", "text", "line", "circle", "polygon"
    }  # fmt: skip
    hostile = strips(HOSTILE, HOSTILE, [Group(HOSTILE, (Bar(HOSTILE, 1, 0, 2, True, HOSTILE),))], [HOSTILE])
    assert "<script" not in svg + hostile and "\x00" not in svg + hostile
    assert read(hostile).find(f"{SVG}title") is not None


def test_signs_that_xml_does_not_allow_are_replaced() -> None:
    assert words("a<b>\x00&\uffff") == "a&lt;b&gt;\ufffd&amp;\ufffd"
    assert short("interlude", 6) == "inter…"


def test_texts_and_dots_lie_inside_the_picture() -> None:
    chart = evolve(CHART, places=tuple(f"a_long_answer_{n}" for n in range(7)), series=tuple(f"series {n}" for n in range(12)))
    for svg in (scatter(chart), sweep_chart(sweep("bonus=*", "steps=1..2", "slow=*", games=4), "Race"), _impact()):
        tree = read(svg)
        wide, high = (float(n) for n in (tree.get("viewBox") or "").split()[2:])
        for text in tree.iter(f"{SVG}text"):
            start = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", "start")]
            long = len(text.text or "") * float(text.get("font-size", 0)) * 0.55
            left = float(text.get("x", 0)) - start * long
            assert left >= 0 and left + long <= wide and 0 < float(text.get("y", 0)) < high, text.text


def _impact() -> str:
    return impact_chart(weigh(2, 0, BEFORE, AFTER, scored=True), "Both", ("mine", "yours"))


# ---- the two charts ------------------------------------------------------------------------------
def test_a_sweep_has_a_panel_for_each_measure_and_a_row_for_each_further_value() -> None:
    said = texts(sweep_chart(sweep("bonus=0..1", "steps=2", "slow=*", games=4), "Race"))
    assert [said.count(t) for t in ("decisions in a game", "score of a player", "wins of seat 1, %")] == [2, 2, 2]
    assert "slow = yes" in said and "slow = no" in said
    assert "dashed: the game's own values (bonus = 1, steps = 2, slow = no)" in said


def test_own_values_beside_the_swept_ones_have_their_place() -> None:
    said = texts(sweep_chart(sweep("bonus=0,2", games=4), "Race"))
    assert [t for t in said if t in ("0", "1", "2")][-3:] == ["0", "1", "2"]


def test_a_combination_that_cannot_be_played_leaves_a_gap() -> None:
    svg = sweep_chart(sweep("room=1", "bonus=1", games=4), "Race")
    assert len(re.findall("<circle", svg)) == 1 + 3  # the legend, and the game's own values in three panels


def test_a_page_needs_nothing_else() -> None:
    page = sweep_html(sweep("bonus=0..2", games=30), HOSTILE)
    assert "<script" not in page and "\x00" not in page and "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert page.count("<tr") == 1 + 3 and '<tr class="own"><td>1</td>' in page


def test_impact_groups_measures_by_unit() -> None:
    said = texts(_impact())
    headings = [t for t in said if t.startswith(("length", "points", "share of games", "how often"))]
    assert headings == [
        "length, in decisions", "points", "share of games, in percentage points", "how often a game comes out differently, %"
    ]  # fmt: skip
    assert "2 of 3: 66.7 % (20.8 … 93.9)" in said and "yours less mine, n = 3, 2 players, seed 0" in said
