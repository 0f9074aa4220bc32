"""Pointing at pieces narrows the moves: the page's own module, run by node where there is one."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

MODULE = Path(__file__).parents[4] / "rulekit" / "tools" / "web" / "static" / "pointing.js"
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="no node here")
RUN = """
const {{ Pointing }} = await import({module});
const pointing = new Pointing({menu}.map((targets) => ({{targets}})));
const said = {ids}.map((id) => pointing.point(id));
console.log(JSON.stringify([said, pointing.left, [...pointing.lit]]));
"""


def point(menu: list[list[str]], *ids: str) -> Any:
    """What pointing gives at each id, then the moves left and what is lit."""
    program = RUN.format(module=json.dumps(MODULE.as_uri()), menu=json.dumps(menu), ids=json.dumps(ids))
    command = [str(NODE), "--input-type=module", "-e", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_two_targets_pointed_at_play_the_move() -> None:
    menu = [["1:0", "5"], ["1:0", "6"], ["1:1", "5"]]
    assert point(menu, "1:0") == [[True], [0, 1], ["5", "6"]]
    assert point(menu, "1:0", "6")[0] == [True, 1]
    assert point(menu, "5", "1:1")[0] == [True, 2]


def test_one_move_left_is_not_played_before_all_of_it_was_pointed_at() -> None:
    menu = [["1:0", "5"], ["1:1", "6"]]
    assert point(menu, "1:1") == [[True], [1], ["6"]]
    assert point(menu, "1:1", "1:1")[0] == [True, 1]


SERVING = [["1:0", "2:0", "2:1", "3"], ["1:0", "2:0", "2:1", "3", "4"], ["1:1", "2:0", "2:1", "3"], ["5"]]


def test_what_decides_nothing_more_is_not_lit() -> None:
    assert point(SERVING, "1:0") == [[True], [0, 1], ["4"]]
    assert point([["1:0", "3"], ["1:0", "3"], ["5"]], "1:0") == [[True], [0, 1], []]  # what is still open stands in the list


def test_anything_else_of_the_only_move_that_is_left_plays_it() -> None:
    assert point(SERVING, "1:1") == [[True], [2], ["2:0", "2:1", "3"]]
    assert point(SERVING, "1:1", "3")[0] == [True, 2]
    assert point(SERVING, "1:0", "4")[0] == [True, True]  # the first that leaves one move does not play it
    assert point(SERVING, "1:0", "4", "2:1")[0] == [True, True, 1]


def test_what_all_moves_share_is_understood() -> None:
    assert point([["9:0", "5"], ["9:0", "6"], []], "6")[0] == [1]


def test_pointing_elsewhere_begins_anew_and_at_nothing_does_nothing() -> None:
    menu = [["1:0", "5"], ["1:0", "6"], ["2:0", "7"], ["2:0", "8"]]
    assert point(menu, "1:0", "2:0") == [[True, True], [2, 3], ["7", "8"]]
    assert point(menu, "4") == [[False], [0, 1, 2, 3], ["1:0", "5", "6", "2:0", "7", "8"]]


def test_a_second_click_lets_go_or_plays_the_move_that_is_complete() -> None:
    assert point([["1:0", "5"], ["1:0", "6"], ["2:0"]], "1:0", "1:0") == [[True, True], [0, 1, 2], ["1:0", "5", "6", "2:0"]]
    assert point([["1:0"], ["1:0", "6"], ["2:0"]], "1:0", "1:0")[0] == [True, 0]


COLUMN = [["1:0", "5"], ["1:0", "6"], ["1:1", "5"], ["1:2", "6"], ["1:0", "1:1", "1:2", "1:3", "9"]]


def test_another_piece_of_a_place_takes_the_turn_of_the_first_if_only_a_move_with_all_has_both() -> None:
    assert point(COLUMN, "1:0") == [[True], [0, 1, 4], ["5", "6", "9"]]
    assert point(COLUMN, "1:0", "1:2") == [[True, True], [3, 4], ["6", "9"]]
    assert point(COLUMN, "1:3", "1:2", "6")[0] == [True, True, 3]
    assert point(COLUMN, "1:2", "1:3")[1] == [4]
    assert point(COLUMN, "5", "1:1")[0] == [True, 2]


def test_a_change_of_one_piece_keeps_the_rest_of_what_was_chosen_if_a_move_has_it() -> None:
    menu = [["1:0", "5"], ["1:0", "5", "7"], ["1:1", "5"], ["1:1", "5", "7"], ["1:2", "6"]]
    assert point(menu, "5", "1:0", "1:1")[1] == [2, 3]
    assert point(menu, "5", "1:0", "1:2")[1] == [4]


def test_pieces_that_are_taken_in_twos_belong_together() -> None:
    menu = [["1:0", "1:1"], ["1:0", "1:2"], ["1:1", "1:2"], ["1:0", "1:1", "1:2"]]
    assert point(menu, "1:0", "1:1")[1] == [0, 3]
