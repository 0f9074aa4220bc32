"""Changes and layouts: replaced, added to, and what a change takes away is drawn no more."""

from __future__ import annotations

import pytest

from rulekit.engine.engine import Engine
from rulekit.model.layouts import AREA, MIDDLE, PLAYER, Layout, cells_of
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.scene.make_scene import SceneMaker
from rulekit.report.scene.scene import Grid
from rulekit.report.words import make_namer

GAME = """cafe en
game tea "Tea"
  players 2

piece leaf in pot
  rank: 1..4
  | copies | rank |
  | 1      | each |

place pot: deck of leaf
place tin: pile of leaf
place hand[player]: hand of leaf
tally coins[player] bank 20

action pour
  draw 1 from pot to hand[me]
  gain 1 coins
  keep: do keep_one

step keep_one
  move top(hand[me]) to tin

play
  turns from starter until pot is empty
    do pour

layout
  | pot | shelf |

layout shelf
  | tin |

layout of player p
  | hand[p] | coins[p] |
"""


def changed(text: str) -> GameModel:
    """The game under a variant."""
    checked = check_game(GAME, "tea.cafe", ((f'cafe en\nvariant more of tea "More"\n\n{text}', "more.cafe"),))
    assert checked.value is not None and checked.ok, [(d.code, d.message) for d in checked.diagnostics]
    return checked.value


def layout_of(model: GameModel, of: str) -> Layout:
    return next(layout for layout in model.layouts if layout.of == of)


def test_a_layout_is_replaced() -> None:
    model = changed("replace layout of player p\n  | coins[p] |\n")
    assert len(list(cells_of(layout_of(model, PLAYER).lines))) == 1


def test_both_the_middle_and_what_lies_before_a_player_are_replaced() -> None:
    model = changed(
        "replace layout\n  | pot | coins[starter] |\n\nreplace layout of player p\n  | coins[p] |\n\n"
        "replace layout shelf\n  | tin |\n"
    )
    assert [cell.what for cell in cells_of(layout_of(model, MIDDLE).lines)] == ["value", "value"]


def test_rows_are_added_to_a_layout() -> None:
    model = changed(
        "place jar: pile of leaf\n\nadd to layout shelf\n  | jar |\n\nreplace keep_one\n  move top(hand[me]) to jar\n".replace(
            "replace keep_one\n", "replace step keep_one\n"
        )
    )
    assert [
        len(cells) for cells in (list(cells_of(layout_of(model, AREA).lines)), list(cells_of(layout_of(model, MIDDLE).lines)))
    ] == [2, 2]


def test_what_a_change_takes_away_is_a_gap() -> None:
    model = changed("remove pour.keep\n")
    assert not any(place.name == "tin" for place in model.places)
    assert [cell.what for cell in cells_of(layout_of(model, AREA).lines)] == ["gap"]


def test_a_layout_that_is_not_there_cannot_be_added_to() -> None:
    checked = check_game(
        GAME, "tea.cafe", (('cafe en\nvariant more of tea "More"\n\nadd to layout shelves\n  | pot |\n', "more.cafe"),)
    )
    assert [d.code for d in checked.diagnostics] == ["RK452"]


# ---- fewer cells ---------------------------------------------------------------------------------
TRACKS = """cafe en
game race "Race"
  players 2

kind side: left, right
piece pawn in pot
  | copies |
  | 2      |

place pot: bag of pawn
place track[n: 1..6]: pile of pawn
place board[x: 1..3, y: 1..3]: spot of pawn
place bench[side]: pile of pawn
marker flag[n: 1..6]: 0..9 = 0
table worth[n: 1..6]: number
  | 1..6 | 1 |
tally coins[player] bank 20

action go
  choose side
  draw 1 from pot to bench[side]
  set flag[2] to worth[2]
  gain 1 coins

play
  turns from starter until pot is empty
    do go

layout
  | way | grid | flag[6] | worth[6] | pot if flag[6] > 0 | bench[left] |

layout way: track
  | 1 | 2 | 6 |

layout grid
  for each n in 1..3
    | board[n, 1] | board[n, 2] |
"""
SHORTER = [
    ("place track[n: 1..2]: pile of pawn", AREA, ["value", "value", "value"]),
    ("place track[n: 4..6]: pile of pawn", AREA, ["value", "value", "value"]),
    ("place board[x: 1..2, y: 1..1]: spot of pawn", MIDDLE, ["layout", "layout", "value", "value", "value", "value"]),
    ("marker flag[n: 1..2]: 0..9 = 0", MIDDLE, ["layout", "layout", "gap", "value", "gap", "value"]),
    ("table worth[n: 1..2]: number\n  | 1..2 | 1 |", MIDDLE, ["layout", "layout", "value", "gap", "value", "value"]),
    (
        "place bench: pile of pawn\n\nreplace action go\n  draw 1 from pot to bench\n  set flag[2] to worth[2]\n  gain 1 coins",
        MIDDLE,
        ["layout", "layout", "value", "value", "value", "gap"],
    ),
]


@pytest.mark.parametrize("change,of,cells", SHORTER)
def test_an_index_that_a_change_takes_away_is_a_gap(change: str, of: str, cells: list[str]) -> None:
    """The game's layout is right for the game; a house rule that shortens a track need not know of it."""
    head = 'cafe en\nvariant short of race "Short"\n\n'
    checked = check_game(TRACKS, "race.cafe", ((f"{head}replace {change}\n", "short.cafe"),))
    assert checked.value is not None and checked.ok, [(d.code, d.message) for d in checked.diagnostics]
    assert [cell.what for cell in cells_of(layout_of(checked.value, of).lines)] == cells


def test_a_shortened_track_is_drawn_as_far_as_it_goes() -> None:
    change = 'cafe en\nvariant short of race "Short"\n\nreplace place track[n: 1..2]: pile of pawn\n'
    model = check_game(TRACKS, "race.cafe", ((change, "short.cafe"),)).value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    engine = Engine(program)
    scene = SceneMaker(engine, make_namer(model, program.layout, "en", (), engine)).scene(engine.start(1), 0)
    assert scene is not None and scene.middle is not None
    way = scene.middle.cells[0].part
    assert isinstance(way, Grid) and [(cell.column, cell.part.seen.indices) for cell in way.cells] == [(0, (1,)), (1, (2,))]  # type: ignore[union-attr]


@pytest.mark.parametrize("layout", ["layout way: track\n  | 7 |", "layout way\n  | flag[7] |"])
def test_an_index_that_nobody_took_away_is_a_mistake_in_a_change_too(layout: str) -> None:
    change = f'cafe en\nvariant odd of race "Odd"\n\nreplace {layout}\n'
    found = check_game(TRACKS, "race.cafe", ((change, "odd.cafe"),)).diagnostics
    (one,) = [each for each in found if each.is_error]
    assert (one.code, one.span.path) == ("RK312", "odd.cafe")
