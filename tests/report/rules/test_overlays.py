"""What of a changed game came from where: every kind of change on one small game, read line by line."""

from __future__ import annotations

from typing import Any

from rulekit.model.overlays.origins import Origins, origins_of
from rulekit.model.overlays.overlay import stack_overlays
from rulekit.report.rules.overlays import overlay_data, overlay_lines
from rulekit.syntax.parse import parse
from tests.model.overlays.test_overlay import GAME

RICH = """cafe en
variant rich of shop "Rich people"
  players 2..3
  why "money should be spent"
  over poor

with start = 9                            @assumed "we like it"
with tip = 1

replace buy.sugar                         @turn.4
  gain 2 coins

after buy.sugar
  sweet: gain 1 coins

add to score
  thrift: 1

replace menu.tea.1 = 4
"""
POOR = """cafe en
variant poor of shop "Poor people"

remove setup.tip                          @ruling "nobody tips"

replace menu.tea.1 = 1

replace menu.latte                        @prep.2
  | latte | 5 | 5 |

add to score
  luck: 2

section turn

define mercy = 1

before buy.price
  gain mercy coins

words fr
  | name | one |
  | buy  | "Prendre" |
"""


def _origins(*changes: tuple[str, str], settings: tuple[tuple[str, str], ...] = ()) -> Origins:
    game, *files = (parse(text, f"somewhere/{name}.cafe").value for name, text in (("shop", GAME), *changes))
    assert game is not None
    stack = stack_overlays(game, tuple(file for file in files if file is not None), settings)
    assert stack.value is not None and stack.diagnostics == (), stack.diagnostics
    return origins_of(game, stack.value)


PAGE = """Shop: shop.cafe + poor + rich
outside all sections
  ~ players = 2..3, was 2..4: set by rich, rich.cafe:3
      in place of shop.cafe:3
section prep “Preparation”
  ~ option tip = 1, as before: set by rich, rich.cafe:8
      in place of shop.cafe:24
  - option tip: left out, nothing needs it any more
  ~ option start = 9, was 5: set by rich, rich.cafe:7 @assumed "we like it"
      in place of shop.cafe:25
  ~ table menu
    ~ menu.latte: replaced by poor, poor.cafe:8 @prep.2
        in place of shop.cafe:31
    ~ menu.tea.1: replaced by rich, rich.cafe:19
        in place of shop.cafe:30
  - left out, nothing needs them any more: reserve
  = 6 more as in shop.cafe
section turn “The turn”
  ~ setup
    - setup.tip: removed by poor, poor.cafe:4 @ruling "nobody tips"
        in place of shop.cafe:43 @turn.2
    = 1 more as in shop.cafe
  ~ action buy
    + before buy.price: inserted by poor, poor.cafe:18
    ~ buy.sugar: replaced by rich, rich.cafe:10 @turn.4
        in place of shop.cafe:61
    + after buy.sugar: inserted by rich, rich.cafe:13
    = 3 more as in shop.cafe
  ~ score
    + to score: score.luck, added by poor, poor.cafe:11
    + to score: score.thrift, added by rich, rich.cafe:16
    = 2 more as in shop.cafe
  + define mercy: added by poor, poor.cafe:16
  = 5 more as in shop.cafe

variant poor “Poor people”, poor.cafe:2
  replaces menu.latte
  removes setup.tip
  inserts at buy.price
  adds to score
  adds mercy
  has 1 word in fr
  gives way at menu.tea.1 (poor.cafe:6)

variant rich “Rich people”, rich.cafe:2
  why: money should be spent
  has the last word over poor
  sets players, start, tip
  replaces buy.sugar, menu.tea.1
  inserts at buy.sugar
  adds to score
  has no effect at tip: nothing needs it any more

where two of them meet
  menu
    poor replaces menu.latte, poor.cafe:8
    rich replaces menu.tea.1, rich.cafe:19
  score, in the order of the files
    poor adds to score, poor.cafe:11
    rich adds to score, rich.cafe:16
  buy
    poor inserts before buy.price, poor.cafe:18
    rich replaces buy.sugar, rich.cafe:10
    rich inserts after buy.sugar, rich.cafe:13"""


def test_the_whole_page() -> None:
    """Who says `over` comes last; what gave way is told; what only served a removed rule is left out."""
    page = "\n".join(overlay_lines(_origins(("rich", RICH), ("poor", POOR))))
    assert page == PAGE


def test_a_game_without_changes_takes_a_line_for_each_section() -> None:
    assert list(overlay_lines(_origins())) == [
        "Shop: shop.cafe",
        "section prep “Preparation”: 10 as in shop.cafe",
        "section turn “The turn”: 8 as in shop.cafe",
    ]


def test_settings_from_outside_are_told() -> None:
    lines = list(overlay_lines(_origins(settings=(("start", "2"),))))
    assert lines[:4] == [
        "Shop: shop.cafe + --set",
        "section prep “Preparation”",
        "  ~ option start = 2, was 5: set by --set",
        "      in place of shop.cafe:25",
    ]


def test_nothing_in_a_file_can_steer_the_terminal() -> None:
    text = POOR.replace("Poor people", "Poor\x1b[31m people").replace("nobody tips", "no\x1b]0;body")
    assert not any("\x1b" in line for line in overlay_lines(_origins(("poor", text))))


def test_the_data_hold_places_and_marks() -> None:
    data: dict[str, Any] = overlay_data(_origins(("poor", POOR)))
    (setup,) = (t for c in data["chapters"] for t in c["things"] if t["address"] == "setup")
    (mark,) = setup["marks"]
    assert (mark["overlay"], mark["deed"], mark["address"], mark["was_cites"]) == ("poor", "removes", "setup.tip", "@turn.2")
    assert (mark["span"]["path"], mark["span"]["line"], mark["was"]["line"]) == ("somewhere/poor.cafe", 4, 43)
