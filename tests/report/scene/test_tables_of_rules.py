"""Tables of the rules on the table: what their columns and rows stand for is told, and shown as elsewhere."""

from __future__ import annotations

from typing import Any

from rulekit.colours import colour
from rulekit.report.scene.as_data import SceneDrawer
from rulekit.report.table.board import Drawer
from tests.report.scene.looking import begun, drawn

FEE = """
table fee[brew, leaves: 1..2]: number
  | brew  | 1  | 2 |
  | green | 15 | 3 |
  | black | 4  | - |

words en
  | name       | one            |
  | fee        | "price of tea" |
  | fee.leaves | "leaves"       |
  | worth.rank | "rank"         |

look
  | name  | colour  |
  | green | red     |

layout
  | {table} |
"""


def test_the_word_of_the_columns_stands_before_them() -> None:
    maker, state = begun(FEE.format(table="fee"))
    scene = maker.scene(state, 0)
    assert scene is not None and scene.middle is not None
    assert drawn(maker, scene.middle) == ["price of tea", "leaves  1 2", "green  15 3", "black   4"]


def test_numbers_down_the_side_have_their_word_above_them() -> None:
    maker, state = begun(FEE.format(table="worth"))
    scene = maker.scene(state, 0)
    assert scene is not None and scene.middle is not None
    assert [line.split() for line in drawn(maker, scene.middle)][1:3] == [["rank"], ["1", "1"]]


def test_rows_look_as_their_values_do() -> None:
    maker, state = begun(FEE.format(table="fee"))
    scene = maker.scene(state, 0)
    assert scene is not None and scene.middle is not None
    told: Any = SceneDrawer(maker, Drawer(maker.namer)).data(scene)
    data = told["middle"]["cells"][0]["part"]
    assert data["head"] == ["leaves", "1", "2"]
    assert [look["colour"] for look in data["looks"]] == [colour("red"), ""]
