"""The report of many games: sentences that do not claim too much, a page that needs and runs nothing, hostile names as text."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any

import pytest
from attrs import evolve

from rulekit.engine.engine import Engine
from rulekit.pipeline import check_game
from rulekit.play.series_player import Series, reference_player
from rulekit.program.lower import lower
from rulekit.report.measures import altair_charts as charts
from rulekit.report.measures.altair_charts import picture, shortened, unlike
from rulekit.report.measures.page import measures_page
from rulekit.report.measures.summary import summary
from rulekit.report.words import Namer, make_namer
from rulekit.study.measures.intervals import share
from rulekit.study.measures.options import Mattered
from rulekit.study.measures.sample import Sample, Watched
from rulekit.study.measures.whole import Measures, Wanted, measure
from rulekit.study.series.tally import Tally
from tests.study.race import RACE

HOSTILE = """\
cafe en
game carnival "Élégance & <b onclick='x()'>Fête</b>"
  players 2..7

option bonus "How many?" = 1 among 0..3

marker done: 0..200 = 0
tally coins[player]
tally nuts[player]

play
  turns from starter until done >= 12
    one of
      - do step
      - do leap

action step
  set done to done + 1
  gain 1 coins

action leap
  set done to done + 2
  gain 2 nuts

score p
  coins: coins[p]
  nuts: nuts[p] * bonus

winner p
  most score(p)

words en
  | name | one |
  | step | "<script>alert(1)</script> and a very long name of an action that goes on and on" |
  | leap | "Échanger l’œuvre </svg><a href='http://example.org/'>" |
  | score.coins | "<img src=x onerror=alert(1)>" |
  | score.nuts | "]]> <style>*</style>" |
"""


def played(text: str, players: int, games: int = 30) -> tuple[Measures, Namer]:
    """The measures of a series of a game, and its words."""
    model = check_game(text, "game.cafe").value
    assert model is not None
    program = lower(model, players).value
    assert program is not None
    tally = Tally(players)
    tally.add(reference_player(Series(program, 1)).play(0, games))
    return measure(Engine(program), tally, Wanted(1, games, 5)), make_namer(model, program.layout, "en", ())


def counted(alone: dict[int, int], players: int, **more: Any) -> Measures:
    """Measures with nothing but these wins."""
    made = played(RACE, 2, 1)[0]
    layout = evolve(made.program.layout, players=players)
    tally = Tally(players, sum(alone.values()), Counter(over=sum(alone.values())), alone=Counter(alone))
    return Measures(evolve(made.program, layout=layout), 0, tally, Sample(players, ()), Watched(), **more)


class Reader(HTMLParser):
    """Notes the elements and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str]] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_an_advantage_beyond_chance_is_told_in_plain_words() -> None:
    said = summary(counted({0: 310, 1: 230, 2: 230, 3: 230}, 4))
    # chi-square: (60² + 3 × 20²) / 250 = 19.2 with 3 degrees of freedom, p = 0.0002
    assert said[0] == (
        "The first player wins most often: 31 % of the games that one player won; with equal chances it would be 25 %. "
        "That is more than chance: so large a difference comes by luck in less than 1 of 1,000 series."
    )
    assert said[1] == "There was always exactly one winner."


def test_what_may_be_chance_is_not_called_an_advantage() -> None:
    assert "That may well be chance" in summary(counted({0: 52, 1: 48}, 2))[0]
    assert "too few games" in summary(counted({0: 5, 1: 0}, 2))[0]


def test_one_player_wins_or_not() -> None:
    made = counted({0: 3}, 1)
    made.tally.games += 9
    made.tally.ends["over"] += 9
    assert summary(made) == ("The player wins 25 % of the games.",)


def test_games_that_did_not_end_come_first() -> None:
    made = counted({0: 6, 1: 4}, 2)
    made.tally.games += 2
    assert summary(made)[0] == "Not all is well: 2 games of 12 did not end as they should."


def test_an_option_that_changed_no_game_is_named() -> None:
    idle = Mattered("room", "30", "29", share(0, 20), share(0, 20))
    loud = Mattered("bonus", "1", "2", share(20, 20), share(3, 20))
    said = summary(counted({0: 50, 1: 50}, 2, options=(idle, loud)))
    assert said[-1] == "No other value tried changed a single one of 20 games for 1 option: room."


@pytest.mark.parametrize("players", [2, 7])
def test_the_page_runs_nothing_and_fetches_nothing(players: int) -> None:
    made, namer = played(HOSTILE, players)
    options = (Mattered("bonus", "1", "2", share(9, 30), share(3, 30)),)
    read = Reader(measures_page(evolve(made, options=options), namer, namer.title()))
    known = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "dl", "dt", "dd", "ul", "li", "div", "figure",
             "table", "thead", "tbody", "tr", "th", "td", "code", "svg", "g", "path", "text", "rect", "line", "defs"}  # fmt: skip
    assert set(read.tags) <= known and read.tags["style"] == 1 and read.tags["svg"] >= 8
    names = {name for name, _ in read.attributes}
    assert not {name for name in names if name.startswith("on")} | names & {"href", "src", "xlink:href", "style"}
    assert not any("url(" in value for _, value in read.attributes)
    assert any("default-src 'none'" in value and "script-src 'none'" in value for _, value in read.attributes)


def test_names_are_shown_as_they_are() -> None:
    made, namer = played(HOSTILE, 3)
    read = Reader(measures_page(made, namer, namer.title()))
    for said in ("Élégance & <b onclick='x()'>Fête</b>", "Échanger l’œuvre </svg><a href='http://example.org/'>",
                 "<img src=x onerror=alert(1)>", "]]> <style>*</style>",
                 "<script>alert(1)</script> and a very long n…"):  # fmt: skip
        assert said in read.text


def test_every_chart_becomes_a_picture_without_anything_from_elsewhere() -> None:
    made, namer = played(HOSTILE, 4)
    drawn = [getattr(charts, name)(made) for name in ("lengths", "turns", "wins", "scores", "winner_leads", "apart")]
    drawn += [charts.actions(made, namer), charts.score_lines(made, namer)]
    assert all(chart is not None for chart in drawn)
    for svg in map(picture, drawn):
        read = Reader(svg)
        assert svg.startswith("<svg") and set(read.tags) <= {"svg", "g", "path", "text", "rect", "line", "defs"}
        assert not {name for name, _ in read.attributes if name.startswith("on") or name.endswith(("href", "src", "style"))}


def test_a_chart_without_anything_to_draw_is_none() -> None:
    made = counted({}, 1)
    assert [getattr(charts, name)(made) for name in ("lengths", "turns", "wins", "scores", "winner_leads", "apart")] == [None] * 6


def test_a_page_of_no_finished_games_says_so() -> None:
    made, namer = played(RACE, 2)
    tally = Tally(2, 3, Counter(fault=3), Counter({"RK521: <b>division</b>": 3}))
    page = measures_page(Measures(made.program, 0, tally, Sample(2, ("lead",)), Watched()), namer, "Race")
    assert "3 games of 3 did not end as they should" in page and "3 × RK521: &lt;b&gt;division&lt;/b&gt;" in page
    assert "<svg" not in page
    headings = re.findall(r"<h2>(.*?)</h2>", page)
    assert "How games end" in headings and "The lead" not in headings and "<tbody></tbody>" not in page


def test_names_that_become_alike_when_shortened_stay_apart() -> None:
    assert unlike(["a" * 60, "a" * 61, "b"]) == ["a" * 43 + "…", "a" * 43 + "… (2)", "b"]
    assert shortened("猫" * 40, 10) == "猫猫猫猫…"
