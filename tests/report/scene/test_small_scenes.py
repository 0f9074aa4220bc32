"""What layouts say about a small table, cell by cell, and that a scene tells no more than its looker sees."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulekit.engine.view import OPEN
from rulekit.pipeline import check_game
from rulekit.program.program import FROZEN, Cells, as_number
from rulekit.report.scene.as_data import SceneDrawer
from rulekit.report.scene.scene import Cell, Grid, Number, Spot, Words
from rulekit.report.scene.table_text import seen_table
from rulekit.report.table.board import Drawer
from tests.report.scene.looking import GAME, begun, drawn, maker_of, middle


def parts(layouts: str, looker: int | None = 0) -> list[Cell]:
    """The cells of the middle."""
    maker, state = begun(layouts)
    scene = maker.scene(state, looker)
    assert scene is not None and scene.middle is not None
    return list(scene.middle.cells)


def at(cell: Cell) -> tuple[int, int, int, int]:
    return cell.row, cell.column, cell.rows, cell.columns


# ---- grids ---------------------------------------------------------------------------------------
def test_the_same_cell_beside_and_below_itself_is_one_area() -> None:
    cells = parts("layout\n  | pot | pot | cup[green] |\n  | pot | pot | cup[black] |\n")
    assert [at(cell) for cell in cells] == [(0, 0, 2, 2), (0, 2, 1, 1), (1, 2, 1, 1)]


def test_each_goes_across_and_lines_up_with_its_headings() -> None:
    cells = parts("layout\n  | pot | each brew |\n  | pot | cup[each] |\n")
    assert [at(cell) for cell in cells] == [(0, 0, 2, 1), (0, 1, 1, 1), (0, 2, 1, 1), (1, 1, 1, 1), (1, 2, 1, 1)]
    assert [cell.part.text for cell in cells if isinstance(cell.part, Words)] == ["green", "black"]
    assert [cell.part.seen.indices for cell in cells if isinstance(cell.part, Spot)][1:] == [(0,), (1,)]


def test_for_each_goes_down() -> None:
    brews = "  for each brew where brew.strength > 1\n    | brew | cup[brew] |\n"
    cells = parts(f"layout\n{brews}  for each n in 1..2\n    | pot | worth[n] |\n")
    assert [at(cell) for cell in cells] == [(0, 0, 1, 1), (0, 1, 1, 1), (1, 0, 2, 1), (1, 1, 1, 1), (2, 1, 1, 1)]  # one pot


def test_a_family_of_two_indices_is_a_board_the_first_across_the_second_up() -> None:
    (cell,) = parts("layout\n  | board |\n")
    assert isinstance(cell.part, Grid) and (cell.part.rows, cell.part.columns) == (2, 3)
    laid = {part.part.seen.indices: (part.row, part.column) for part in cell.part.cells if isinstance(part.part, Spot)}
    assert laid[1, 2] == (0, 0) and laid[3, 1] == (1, 2)


def test_half_a_turn_shows_a_board_from_the_other_side() -> None:
    (cell,) = parts("layout\n  | board turned if viewer is not starter |\n", looker=1)
    assert isinstance(cell.part, Grid)
    laid = {part.part.seen.indices: (part.row, part.column) for part in cell.part.cells if isinstance(part.part, Spot)}
    assert laid[1, 2] == (1, 2) and laid[3, 1] == (0, 0)


def test_a_spread_row_can_run_backwards() -> None:
    cells = parts("layout\n  | cup[each] turned |\n")
    assert [cell.part.seen.indices for cell in cells if isinstance(cell.part, Spot)] == [(1,), (0,)]


def test_a_value_alone_is_a_place_of_the_families_and_lines_join_what_its_list_names() -> None:
    layouts = "layout\n  | cups |\n\nlayout cups: cup\n  | green | black |\n  joined by near\n"
    (cell,) = parts(layouts)
    assert isinstance(cell.part, Grid)
    assert [(one.indices, two.indices) for one, two in cell.part.lines] == [((0,), (1,))]


def test_areas_take_values() -> None:
    layouts = "layout\n  | purse(viewer) | purse(next(viewer)) |\n\nlayout purse(p: player)\n  | coins[p] | hand[p] |\n"
    cells = parts(layouts, looker=1)
    owners = [
        c.part.owner for cell in cells if isinstance(cell.part, Grid) for c in cell.part.cells if isinstance(c.part, Number)
    ]
    assert owners == [1, 0]


def test_a_cell_whose_condition_fails_is_a_gap() -> None:
    assert [at(cell) for cell in parts("layout\n  | pot if coins[viewer] > 0 | cup[green] |\n")] == [(0, 1, 1, 1)]


def test_a_board_of_hexagons_and_a_winding_track() -> None:
    look = "look\n  | name  | lies      | shape   |\n  | board | {} | hexagon |\n"
    (cell,) = parts("layout\n  | board |\n\n" + look.format("hexagonal"))
    assert isinstance(cell.part, Grid) and (cell.part.columns, cell.part.rows) == (7, 2)
    assert [at(one) for one in cell.part.cells[:2]] == [(1, 1, 1, 2), (0, 0, 1, 2)]
    (track,) = parts("layout\n  | cup |\n\nlook\n  | name | lies |\n  | cup | winding |\n")
    assert isinstance(track.part, Grid) and track.part.lies == "winding"


def test_pieces_lie_spread_on_a_winding_track() -> None:
    (track,) = parts("layout\n  | cup |\n\nlook\n  | name | lies |\n  | cup | winding, spread |\n")
    assert isinstance(track.part, Grid) and track.part.lies == "winding"
    assert [one.part.lies for one in track.part.cells if isinstance(one.part, Spot)] == ["spread", "spread"]


AROUND = "layout\n  | hand |\n\nlook\n  | name | lies |\n  | hand | around |\n"


@pytest.mark.parametrize(("looker", "rows"), [(0, [1, 0, 0]), (1, [0, 1, 0]), (None, [1, 0, 0])])
def test_what_lies_around_lies_towards_its_player(looker: int | None, rows: list[int]) -> None:
    """One's own below the others; who only watches sits with the starter. No scene may be shown to another seat."""
    maker, state = begun(AROUND, 3)
    scene = maker.scene(state, looker)
    assert scene is not None and scene.middle is not None
    (family,) = [cell.part for cell in scene.middle.cells]
    assert isinstance(family, Grid) and family.lies == "around"
    assert [(cell.seat, cell.row) for cell in family.cells] == list(enumerate(rows))
    assert maker.by_seat


TAPPING = """cafe en
game tapping "Tapping"
  players 2

piece land in deck
  tapped: truth = no
  | copies |
  | 3      |

place deck: pile of land

action tap
  choose land in deck
  set land.tapped to yes

play
  turns from starter until every(land in deck where land.tapped)
    do tap

layout
  | deck |

look
  | name | text | tilted     | lies |
  | land | "L"  | "{tapped}" |      |
  | deck |      |            | row  |
"""


def test_a_piece_lies_on_its_side_while_its_attribute_holds() -> None:
    maker = maker_of(TAPPING)
    state = maker.engine.start(1)
    after = maker.engine.apply(state, maker.engine.moves(state)[0])
    for now, shown in ((state, "deck L L L"), (after, "deck L↷ L L")):
        scene = maker.scene(now, 0)  # type: ignore[arg-type]
        assert scene is not None and drawn(maker, scene.middle) == [shown]


def test_only_what_is_yes_or_no_can_be_tilted() -> None:
    found = check_game(TAPPING.replace("tapped: truth = no", "tapped: 0..1 = 0").replace("is_", ""), "tapping.cafe").diagnostics
    assert "RK252" in [finding.code for finding in found]


# ---- as text -------------------------------------------------------------------------------------
def test_a_grid_stays_a_grid() -> None:
    brews = "layout brews\n  for each brew\n    | brew | cup[brew] |\n"
    layouts = f"layout\n  | brews | pot         |\n  | brews | bank(coins) |\n\n{brews}"
    first, second = middle(layouts)
    assert first.startswith("green") and "pot ▒×" in first
    assert second.startswith("black") and second.endswith("bank of coins 20")


def test_what_does_not_fit_is_taken_apart_only_if_it_may_be() -> None:
    loose = "layout\n  | pot | bank(coins) | cup[green] |\n"
    assert len(middle(loose, wide=200)) == 1
    assert [len(middle(loose, wide=wide)) for wide in (25, 16)] == [2, 3]
    whole = "layout\n  | all |\n\nlayout all\n  | pot | bank(coins) | cup[green] |\n"
    assert middle(whole, wide=8) == []


def test_what_no_layout_names_is_drawn_below() -> None:
    maker, state = begun("layout\n  | pot |\n  without secret, guess\n")
    told = [line.plain for line in seen_table(maker.namer, maker.engine, state, 0)]
    assert sum("pot" in line for line in told) == 1
    assert any("cup" in line for line in told) and not any("secret" in line or "guess" in line for line in told)


def test_what_does_not_fit_is_told_in_lists() -> None:
    maker, state = begun("layout of player p\n  | coins[p] | each brew |\n  | hand[p]  | count(cup[each]) |\n")
    told = [line.plain for line in seen_table(maker.namer, maker.engine, state, 0, wide=12)]
    assert any(line.startswith("Ada") for line in told) and any("hand" in line for line in told)


def test_printed_is_seen_where_nothing_lies() -> None:
    look = 'look\n  | name | lies    | printed        |\n  | cup  | upwards | "{brew.near}" |\n'
    assert "b" in "".join(middle(f"layout\n  | cup[black] | cup[green] |\n\n{look}"))


def test_a_text_counts_and_chooses_words_as_texts_do_elsewhere() -> None:
    cells = '"{coins[viewer] coins}" | "{count(pot): none/one/# left}" | "{the green} [{coins[viewer]}]"'
    assert " ".join(middle(f"layout\n  | {cells} |\n")).split() == ["0", "coins", "2", "left", "the", "green"]


# ---- nothing is given away -----------------------------------------------------------------------
HIDING = "layout of player p\n  | hand[p] | sum_of(p) if p is viewer | guess[p] | held(p) |\n"


@pytest.mark.parametrize(("looker", "sums"), [(0, [0]), (1, [1]), (OPEN, []), (None, [0, 1])])
def test_what_is_worked_out_is_shown_to_those_who_see_all_that_it_reads(looker: int | None, sums: list[int]) -> None:
    maker, state = begun(HIDING)
    scene = maker.scene(state, looker)
    assert scene is not None
    shown = [
        seat for seat, area in scene.areas if any(isinstance(c.part, Number) and c.part.name == "sum_of" for c in area.cells)
    ]
    assert shown == (sums if looker is not None else [0])  # who sees all looks from the seat of the starter


def test_numbers_that_are_not_seen_are_not_told() -> None:
    maker, state = begun(HIDING)
    move = next(iter(maker.engine.moves(state)))
    after = maker.engine.apply(state, move)
    for looker, told in ((0, "1"), (1, "?"), (OPEN, "?")):
        scene = maker.scene(after, looker)  # type: ignore[arg-type]
        assert scene is not None
        area = dict(scene.areas)[0]
        assert [c.part.text for c in area.cells if isinstance(c.part, Number) and c.part.name == "guess"] == [told]


def test_a_cell_that_reads_hidden_things_by_the_one_whose_turn_it_is_shows_nothing_to_others() -> None:
    """The checker cannot tell who is active; in play it is known."""
    maker, state = begun("layout\n  | sum_of(active) | pot |\n")
    scene = maker.scene(state, 1)
    assert scene is not None and scene.middle is not None
    assert not any(isinstance(c.part, Number) for c in scene.middle.cells)


@pytest.mark.parametrize("cell", ["count(pot)", "coins[starter]", "sum_of(viewer)", "pot"])
def test_the_face_of_a_piece_tells_of_the_piece_alone(cell: str) -> None:
    found = check_game(f"{GAME}\nlayout of leaf\n  | brew | {cell} |\n", "tea.cafe").diagnostics
    assert [finding.code for finding in found if finding.is_error] == ["RK421"]


def test_an_if_on_a_face_asks_for_the_table_as_it_is() -> None:
    face = '  | brew | "one" if count(cup[green]) is 1 | "two" if count(cup[green]) is 2 |\n'
    layouts = f"layout of leaf\n{face}\nlayout\n  | cup[green] |\n"
    maker, state = begun(layouts)
    scene = maker.scene(state, 0)
    assert scene is not None
    data: Any = SceneDrawer(maker, Drawer(maker.namer)).data(scene)
    (leaf,) = data["middle"]["cells"][0]["part"]["pieces"]
    assert [cell["part"]["text"] for cell in leaf["face"]["cells"]] == ["black", "one"]


@pytest.mark.parametrize("asked", ["any(x in secret[starter] where x.rank > 2)", "guess[starter] > 3", "sum_of(starter) > 2"])
def test_an_if_on_a_face_asks_for_nothing_hidden(asked: str) -> None:
    found = check_game(f'{GAME}\nlayout of leaf\n  | brew | "!" if {asked} |\n', "tea.cafe").diagnostics
    assert "RK421" in [finding.code for finding in found if finding.is_error]


def test_what_others_do_in_secret_changes_no_scene() -> None:
    maker, state = begun("layout of player p\n  | coins[p] | coins[p] + 1 |\n")
    low, high = maker.engine.program.layout.data
    tally = next(t for t in maker.engine.program.layout.tallies if t.name == "coins")
    cells = Cells(state.cells)
    cells[FROZEN] = tuple(cells[low:high])
    cells[tally.base] = as_number(cells[tally.base]) + 5
    secret = evolve(state, cells=tuple(cells))
    before, after = maker.scene(state, 1), maker.scene(secret, 1)
    assert before is not None and after is not None and before.areas == after.areas
    own = maker.scene(secret, 0)
    assert own is not None and own.areas != before.areas


def test_layouts_that_are_too_large_are_found() -> None:
    rows = "  for each a in 1..90\n    for each b in 1..90\n      | a | b |\n"
    found = check_game(f"{GAME}\nlayout\n{rows}", "tea.cafe").diagnostics
    assert [finding.code for finding in found if finding.is_error] == ["RK425"]


def test_a_file_without_layouts_has_no_scene() -> None:
    maker = maker_of(GAME)
    assert maker.scene(maker.engine.start(1), 0) is None


def test_layouts_inside_layouts_count_too() -> None:
    rows = "    | a{0} | i |\n    | i | a{0} |\n\n"
    inner = "".join(f"layout a{n}\n  for each i in 1..9\n{rows.format(n - 1)}" for n in range(1, 6))
    found = check_game(f"{GAME}\nlayout\n  | a5 |\n\n{inner}layout a0\n  | pot |\n", "tea.cafe").diagnostics
    assert [finding.code for finding in found if finding.is_error] == ["RK425"]


# ---- what is written on pieces ---------------------------------------------------------------------
OWNED = """cafe en
game marks "Marks"
  players 2

place stock[player]: pile of mark
place used: pile of mark
piece mark in stock[owner]
  owner: player
  | copies | owner |
  | 2      | each  |

action put
  draw 1 from stock[me] to used

play
  turns from starter until count(used) is 4
    do put

layout
  | stock[each] | used |

look
"""


@pytest.mark.parametrize("colour, written", [('"{owner}"', ""), ("", ""), ("red", "Ada")])
def test_the_name_of_a_player_is_not_written_on_a_piece_in_the_colour_of_the_player(colour: str, written: str) -> None:
    maker = maker_of(f"{OWNED}  | name | shape | colour |\n  | mark | disc  | {colour} |\n")
    scene = maker.scene(maker.engine.start(1), 0)
    assert scene is not None
    told: Any = SceneDrawer(maker, Drawer(maker.namer)).data(scene)
    assert {piece["text"] for piece in told["middle"]["cells"][0]["part"]["pieces"]} == {written}
