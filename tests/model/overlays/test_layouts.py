"""Changes and layouts: replaced, added to, and what a change takes away is drawn no more."""

from __future__ import annotations

from rulekit.model.layouts import AREA, MIDDLE, PLAYER, Layout, cells_of
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game

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
