"""Layouts and looks: what cannot be drawn, or not as its author thinks, is told with its place and a hint."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Diagnostic, Severity
from rulekit.drawings import names
from rulekit.model.declare.suiting import OF_LAYOUTS, OF_PIECES, OF_PLACES
from rulekit.pipeline import check_game
from rulekit.syntax.keywords import shape_words

GAME = """cafe en
game tea "Tea"
  players 2

kind seat_at: left, right
kind brew
  near: list of seat_at
  strength: 0..3
  | brew  | near        | strength |
  | green | left, right | 1        |
  | black | right       | 2        |
piece leaf in pot
  brew
  open: truth = no
  | copies | brew |
  | 4      | each |

place pot: bag of leaf
place cup[brew]: row of leaf
place stall[brew]: row of leaf
place stand[seat_at]: row of leaf
place board[x: 1..2, y: 1..2]: spot of leaf
place hand[player]: hand of leaf
tally coins[player] bank 20
marker rounds: 0..9 = 0

action pour
  draw 1 from pot to hand[me]
  let leaf = top(hand[me])
  one of
    - warm: move leaf to cup[leaf.brew]
    - cold: move leaf to stall[leaf.brew]
    - keep: move leaf to stand[left]
    - show: move leaf to board[1, 1]
  gain 1 coins
  set rounds to 1

play
  turns from starter until pot is empty
    do pour

"""


def found(text: str) -> list[Diagnostic]:
    """What is found in the game with these layouts and looks; its rules are fine."""
    return list(check_game(f"{GAME}{text}", "tea.cafe").diagnostics)


def codes(text: str) -> list[str]:
    return [one.code for one in found(text)]


def look(column: str, *rows: str) -> str:
    return "\n".join([f"look\n  | name | {column} |", *(f"  | {row} |" for row in rows)]) + "\n"


def test_the_game_itself_is_fine() -> None:
    assert codes("") == []


# ---- looks ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("colour", ["grene", "#123", '"#12345"', '"#12345g"', '"x{brew}"', '"red;background:url(x)"'])
def test_a_colour_that_does_not_exist(colour: str) -> None:
    wrong = look("colour", f"leaf | {colour}") if '"' in colour else look("colour", f'leaf | "{colour}"')
    assert codes(wrong) == ["RK244"]


def test_a_colour_has_near_names() -> None:
    (one,) = found(look("colour", "green | grene"))
    assert one.hint is not None and "`green`" in one.hint
    assert (one.span.line, one.span.column) == (GAME.count("\n") + 3, 13)


@pytest.mark.parametrize("colour", ["green", "Green", '"#12AB9f"', '"{brew}"', '" "', ""])
def test_colours_that_there_are(colour: str) -> None:
    assert codes(look("colour", f"leaf | {colour}")) in ([], ["RK244"] if colour == '" "' else [])


@pytest.mark.parametrize(
    ("column", "cell", "hint"),
    [
        ("colour", "light blue", "did you mean `lightblue`?"),
        ("colour", "tan red", "did you mean `tan` or `red`?"),
        ("colour", "blue, red", "did you mean `blue`?"),
        ("colour", "none", "a cell that says nothing is left empty"),
        ("colour", "-", "a cell that says nothing is left empty"),
        ("colour", "each", "a cell that says nothing is left empty"),
        ("colour", "blue / red", "did you mean `blue`?"),
        ("shape", "pawn disc", "did you mean `pawn` or `disc`?"),
        ("icon", "race car", 'a text stands in quotes: `"race car"`'),
        ("icon", "race-car, pawn", "write one word"),
        ("text", "red runner", 'a text stands in quotes: `"red runner"`'),
        ("text", "red, blue", 'a text stands in quotes: `"red, blue"`'),
        ("tilted", "open wide", "write one word"),
    ],
)
def test_a_cell_of_a_look_that_is_not_one_word(column: str, cell: str, hint: str) -> None:
    (one,) = found(look(column, f"leaf | {cell}"))
    assert (one.code, one.hint) == ("RK321", hint)
    assert (one.span.line, one.span.column) == (GAME.count("\n") + 3, 12)


@pytest.mark.parametrize("cell", ["winding spread", "stack fan", "stack, fan", "none", "-"])
def test_pieces_lie_in_one_way(cell: str) -> None:
    (one,) = found(look("lies", f"cup | {cell}"))
    assert one.code == "RK321"
    assert codes(look("printed", f"cup | {cell}")) == ["RK321"]


@pytest.mark.parametrize("key", ["leaf, cup", "leaf green", "-", "each", "none"])
def test_a_row_of_a_look_is_of_one_thing(key: str) -> None:
    assert codes(look("colour", f"{key} | gold")) == ["RK321"]


@pytest.mark.parametrize("cell", ['"a b"', "coffee-cup", "snowflake-2", "12", "-3", ""])
def test_cells_of_looks_that_are_one_word(cell: str) -> None:
    assert codes(look("text", f"leaf | {cell}" if "-" not in cell else "leaf | x")) == []
    assert codes(look("icon", f"leaf | {cell}" if "-" in cell and len(cell) > 2 else "leaf | x")) == []


@pytest.mark.parametrize("column", ["one", "many", "named", "grammar"])
@pytest.mark.parametrize("cell", ["blatt rot", "blatt, rot", "none", "-", "each"])
def test_a_cell_of_words_that_is_not_one_word(column: str, cell: str) -> None:
    wrong = codes(f"words de\n  | name | {column} |\n  | leaf | {cell} |\n")
    assert wrong and set(wrong) <= {"RK321", "RK241"}


def test_a_row_of_a_name_stands_in_one_table() -> None:
    (one,) = found(look("colour", "leaf | gold", "cup | red") + "\n" + look("shape", "board | round", "leaf | card"))
    assert (one.code, one.span.line) == ("RK225", GAME.count("\n") + 9)
    assert [label.span.line for label in one.related] == [GAME.count("\n") + 3]
    words = "words de\n  | name | one |\n  | leaf | Blatt |\n"
    assert codes(f"{words}\n{words}") == ["RK225"]
    assert codes(words + words.replace(" de", " fr")) == []


def test_a_colour_cannot_be_taken_from_a_number() -> None:
    assert codes(look("colour", 'leaf | "{open}"', 'cup | "{brew}"', 'board | "{x}"')) == ["RK244", "RK244"]


def test_every_shape_suits_something() -> None:
    assert sorted((*OF_PIECES, *OF_PLACES, *OF_LAYOUTS)) == sorted(shape_words("shapes", "en"))


@pytest.mark.parametrize(
    "row",
    ["leaf | chair", "leaf | cloth", "cup | paper", "coins | point", "green | board", "rounds | hexagon", 'cup | "{brew}"'],
)
def test_a_shape_that_does_not_suit(row: str) -> None:
    assert codes(look("shape", row)) == ["RK253"]


def test_a_layout_lies_on_a_ground() -> None:
    laid = "layout\n  | all |\nlayout all\n  | pot |\n"
    assert codes(laid + look("shape", "all | card")) == ["RK253"]
    assert codes(laid + look("shape", "all | board")) == []


def test_shapes_that_suit() -> None:
    assert codes(look("shape", 'leaf | "{brew}"', "green | plate", "cup | token", "stand | chair", "coins | coin")) == []


def test_a_shape_cannot_be_taken_from_a_truth() -> None:
    assert codes(look("shape", 'leaf | "{open}"')) == ["RK253"]


@pytest.mark.parametrize(
    "row",
    ["leaf | fan", "coins | row", "green | stack", "pot | around", "cup | around", "pot | winding", "cup | hexagonal"],
)
def test_a_way_to_lie_that_does_not_suit(row: str) -> None:
    assert codes(look("lies", row)) == ["RK253"]


def test_a_hexagonal_board_has_two_indices() -> None:
    (one,) = found(look("lies", "cup | hexagonal"))
    assert one.hint == "it is for places with two indices, such as `place board[1..5, 1..5]`"


def test_ways_to_lie_that_suit() -> None:
    assert codes(look("lies", "pot | heap", "hand | around", "cup | winding", "board | hexagonal")) == []


@pytest.mark.parametrize("ways", ["winding, spread", "stack, winding"])
def test_places_lie_in_one_way_and_the_pieces_in_each_in_another(ways: str) -> None:
    checked = check_game(f"{GAME}{look('lies', f'cup | {ways}', 'board | hexagonal, heap', 'hand | around, fan')}", "tea.cafe")
    assert checked.value is not None and checked.diagnostics == ()
    laid = {name: {one.laid, one.lies} for name, one in checked.value.looks}
    assert laid == {"cup": set(ways.split(", ")), "board": {"hexagonal", "heap"}, "hand": {"around", "fan"}}


@pytest.mark.parametrize("ways", ["winding, hexagonal", "stack, fan", "winding, stack, fan", "winding, gold"])
def test_two_ways_to_lie_are_one_of_places_and_one_of_pieces(ways: str) -> None:
    assert codes(look("lies", f"cup | {ways}")) == ["RK321"]
    assert codes(look("lies", "pot | winding, heap")) == ["RK253"]


def test_two_ways_to_lie_have_a_comma_between_them() -> None:
    (one,) = found(look("lies", "cup | winding spread"))
    assert (one.code, one.hint) == ("RK321", "did you mean `winding, spread`?")


def test_an_unknown_way_to_lie_has_near_names() -> None:
    (one,) = found(look("lies", "pot | heep"))
    assert (one.code, one.hint) == ("RK252", "did you mean `heap`?")


@pytest.mark.parametrize(
    ("icon", "near"), [("cofee", "coffee"), ("milk-cartoon", "milk-carton"), ('"coffee cup"', "coffee-cup"), ("Cat", "cat")]
)
def test_a_drawing_that_does_not_exist_has_near_names(icon: str, near: str) -> None:
    (one,) = found(look("icon", f"leaf | {icon}"))
    assert one.code == "RK243" and one.hint is not None and near in one.hint
    assert any(name.startswith(near) for name in names())


def test_printed_and_tilted_suit_places_and_pieces_alone() -> None:
    assert codes(look("printed", 'leaf | "{brew}"')) == ["RK253"]
    assert codes(look("tilted", "cup | open")) == ["RK253"]
    assert codes(look("tilted", "leaf | opened")) == ["RK207"]
    assert codes(look("tilted", "leaf | open") + look("printed", 'cup | "{brew.near}"')) == []


@pytest.mark.parametrize("printed", ['"{rounds}"', '"{count(hand[starter])}"', '"{if starter is active then 1 else 2}"'])
def test_what_is_printed_does_not_change(printed: str) -> None:
    assert codes(look("printed", f"cup | {printed}")) == ["RK426"]


@pytest.mark.parametrize("word", ["add to look", "replace look", "add to words"])
def test_a_table_of_looks_is_not_added_to_but_written(word: str) -> None:
    change = f'cafe en\nvariant more of tea "More"\n\n{word}\n  | name | colour |\n  | leaf | red |\n'
    said = check_game(GAME, "tea.cafe", ((change, "more.cafe"),)).diagnostics
    assert any(one.hint is not None and "`look`" in one.hint for one in said), [(one.code, one.hint) for one in said]


def test_a_loop_that_goes_down_has_its_numbers_reversed() -> None:
    (one,) = found("layout\n  for each n in 2..1\n    | board[1, n] | board[2, n] |\n")
    assert (one.code, one.hint) == ("RK312", "from the last to the first it is `reversed(1..2)`")
    assert (one.span.line, one.span.column) == (GAME.count("\n") + 2, 17)
    assert codes("layout\n  for each n in reversed(1..2)\n    | board[1, n] | board[2, n] |\n") == []


def test_a_shape_that_is_no_word_of_ours_has_all_of_them_named() -> None:
    (one,) = found(look("shape", "leaf | circle"))
    assert one.code == "RK252" and str(one.hint).startswith("there are `card`, ")


# ---- texts ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text", ["Beans: {coins[viewer]}", "taken", "{rounds: none yet/#}", "[{rounds} more]", "à gauche {rounds}"]
)
def test_letters_in_a_layout_stay_as_they_are_in_every_language(text: str) -> None:
    (one,) = found(f'layout\n  | pot | "{text}" |\n')
    assert (one.code, one.severity) == ("RK428", Severity.NOTE)
    assert (one.span.line, one.span.column) == (GAME.count("\n") + 2, 11)
    assert "coins" in str(one.hint)


@pytest.mark.parametrize("text", ["+{rounds}", "{rounds coins}", "{the green}", "{rounds} / 3", "→", "× {rounds}", "x{rounds}"])
def test_a_text_of_values_and_signs_needs_no_translation(text: str) -> None:
    """One letter is a sign: `x3`."""
    assert codes(f'layout\n  | pot | "{text}" |\n') == []


def test_letters_that_are_printed_on_a_place_stay_as_they_are_too() -> None:
    look = 'look\n  | name | printed |\n  | cup  | "{}" |\n'
    assert codes(look.format("start")) == ["RK428"]
    assert codes(look.format("{brew}")) == []


# ---- layouts -------------------------------------------------------------------------------------
def test_a_player_who_is_not_named() -> None:
    (one,) = found("layout of player p\n  | rounds |\n")
    assert (one.code, one.is_error) == ("RK427", False)
    assert codes("layout of player p\n  for each x in 1..2 where p is starter\n    | x |\n") == []
    assert codes("layout of player p\n  | purse(p) |\nlayout purse(q: player)\n  | rounds |\n") == ["RK427"]


@pytest.mark.parametrize(
    "laid",
    [
        "layout\n  | cup | cup[green] |\n",
        "layout\n  | cup[green] | cup |\n",
        "layout\n  | cup[each] | pot | cup[green] |\n",
        "layout\n  | all | cup[black] |\nlayout all: cup\n  | black |\n",
        "layout\n  | all | pot | twice |\nlayout all\n  | cup[green] |\nlayout twice\n  | all |\n",
        "layout\n  | pot | pot |\n  for each brew\n    | pot | cup[brew] |\n",
        "layout\n  | hand |\nlayout of player p\n  | hand[p] |\n",
        "layout\n  | hand[viewer] |\nlayout of player p\n  | hand[p] |\n",
        "layout of player p\n  | hand[p] | pot |\n",
        "layout\n  | cup[green][1] | cup[green] |\n",
        "layout\n  | rounds | pot | all |\nlayout all\n  | rounds |\n",
    ],
)
def test_what_is_laid_twice(laid: str) -> None:
    assert codes(laid) == ["RK424"]


@pytest.mark.parametrize(
    "laid",
    [
        "layout\n  | cup[green] if rounds > 0 | pot | cup[green] if rounds is 0 |\n",
        "layout\n  | cup[green][1] | cup[green][2] |\n",
        "layout\n  for each brew\n    | brew | cup[brew] |\n",
        "layout of player p\n  | hand[p] | rounds | coins[p] |\n",
        "layout\n  | mine | other |\nlayout mine\n  | hand[viewer] |\nlayout other\n  | hand[next(viewer)] |\n",
    ],
)
def test_what_is_laid_once(laid: str) -> None:
    assert codes(laid) == []


@pytest.mark.parametrize("rows", ["  | pot | |\n  | | pot |\n", "  | pot | pot |\n  | pot | rounds |\n"])
def test_an_area_that_is_no_rectangle(rows: str) -> None:
    assert codes(f"layout\n{rows}") == ["RK425"]


def test_cells_of_different_indices_in_one_column() -> None:
    assert codes("layout\n  | cup[each] |\n  | stand[each] |\n") == ["RK425"]
    assert codes("layout\n  for each x in 1..2\n    | coins[each] |\n  | stand[each] |\n") == ["RK425"]


def test_a_value_alone_is_a_place_or_not() -> None:
    (one,) = found("layout\n  | all |\nlayout all: cup\n  | green | left |\n")
    assert one.code == "RK250"
    assert codes("layout\n  | all |\nlayout all: cup, stall\n  | green |\n") == ["RK250"]
    assert codes("layout\n  | all |\nlayout all: cup, stand\n  | green | left |\n") == []


def test_joined_by_a_list_of_what_lies_there() -> None:
    for wrong in ("strength", "nears", "brew"):
        assert codes(f"layout\n  | cup | stand |\n  joined by {wrong}\n") == ["RK425"], wrong
    assert codes("layout\n  | pot |\n  joined by near\n") == ["RK425"]
    assert codes("layout\n  | cup |\n  joined by near\n") == ["RK425"]
    assert codes("layout\n  | all | cup |\n  joined by near\nlayout all\n  | stand |\n") == []
    (one,) = found("layout\n  | cup | stand |\n  joined by neer\n")
    assert one.hint == "did you mean `near`?"
    assert (one.span.line, one.span.column) == (GAME.count("\n") + 3, 13)


@pytest.mark.parametrize("cell", ["pot turned", '"1" turned', "rounds turned if rounds > 1", "cup[green] turned", "green turned"])
def test_what_has_no_order_is_not_turned(cell: str) -> None:
    assert codes(f"layout\n  | {cell} |\n") == ["RK250"]


@pytest.mark.parametrize("cell", ["cup turned", "board turned if rounds > 1", "cup[each] turned", "each brew turned"])
def test_what_has_an_order_is_turned(cell: str) -> None:
    assert codes(f"layout\n  | {cell} |\n") == []


@pytest.mark.parametrize(
    "laid",
    [
        "layout\n  for each leaf in pot\n    | leaf.brew |\n",
        "layout\n  for each x in 1..3 where x > rounds\n    | x |\n",
        "layout\n  | cup[each] turned if rounds > 3 |\n",
    ],
)
def test_what_only_play_decides(laid: str) -> None:
    assert codes(laid) == ["RK426"]


def test_what_the_looker_may_not_see() -> None:
    hidden = "count(leaf in hand[p] where leaf.brew is green)"
    for cell in (hidden, f"coins[p] if {hidden} > 1", f"purse({hidden})"):
        area = "\nlayout purse(n: number)\n  | n |\n"
        assert "RK421" in codes(f"layout of player p\n  | {cell} | hand[p] |\n{area if 'purse' in cell else ''}"), cell


def test_what_nobody_may_see_has_no_owner() -> None:
    dark = "place well: deck of leaf\nlayout of player p\n  | count(leaf in well where leaf.brew is green) | hand[p] |\n"
    (one,) = [one for one in found(dark) if one.code == "RK421"]
    assert one.hint == "a place itself can be drawn: it shows backs"
    own = "layout of player p\n  | count(leaf in hand[p] where leaf.brew is green) | hand[p] |\n"
    assert "`if p is viewer`" in str(next(one.hint for one in found(own) if one.code == "RK421"))


def test_each_stands_before_a_kind() -> None:
    (one,) = found("layout\n  | each leaf |\n")
    assert one.code == "RK205"
    assert one.hint == "`each` goes through the values of a kind or through players; pieces are drawn by their place"
    (one,) = found("layout\n  | each brews |\n")
    assert (one.code, one.hint) == ("RK205", "did you mean `brew`?")


def test_unknown_names() -> None:
    assert codes("layout\n  | pots |\n") == ["RK201"]
    assert codes("layout\n  | pot |\n  without cops\n") == ["RK201"]
    assert codes("layout\n  | all |\nlayout all: cups\n  | pot |\n") == ["RK250"]
    assert codes(look("shape", "leafs | card")) == ["RK225"]


def test_without_what_is_drawn_or_said_already() -> None:
    (one,) = found("layout\n  | pot | cup |\n  without stall, pot\n")
    assert (one.code, one.span.line, one.span.column) == ("RK427", GAME.count("\n") + 3, 18)
    assert [label.span.line for label in one.related] == [GAME.count("\n") + 2]
    assert codes("layout\n  | rounds |\n  without rounds\n") == ["RK427"]
    (one,) = found("layout\n  | pot |\n  without stall, cup, stall\n")
    assert (one.code, one.span.column) == ("RK427", 23)
    assert codes("layout\n  | cup[green] | bank(coins) |\n  without cup, coins\n") == []  # the others are not drawn


def test_unused_and_circular_layouts() -> None:
    assert codes("layout\n  | pot |\nlayout all\n  | cup |\n") == ["RK422"]
    assert codes("layout\n  | all |\nlayout all\n  | inner |\nlayout inner\n  | all |\n") == ["RK423"]


# ---- indices that do not exist -------------------------------------------------------------------
TRACK = """place track[n: 1..24]: row of leaf
tally steps[player, n: 1..3] bank 9

"""


@pytest.mark.parametrize(
    "row",
    [
        "layout\n  | track[99] |",
        "layout\n  | track[0] |",
        "layout\n  | board[1, 3] |",
        "layout of player p\n  | steps[p, 4] |",
        "layout\n  | top(track[1]) | track[25] |",
        "layout\n  for each n in 1..30\n    | track[n] |",
        "layout\n  | way |\nlayout way: track\n  | 1 | 2 | 25 |",
    ],
)
def test_an_index_that_does_not_exist_is_not_laid(row: str) -> None:
    wrong = [one for one in found(f"{TRACK}{row}\n") if one.code == "RK312"]
    assert len(wrong) == 1, [one.message for one in found(f"{TRACK}{row}\n")]
    assert "index" in str(wrong[0].message)
    assert wrong[0].span.line > GAME.count("\n") + 3


@pytest.mark.parametrize(
    "row",
    [
        "layout\n  for each n in 1..24\n    | track[n] |",
        "layout\n  for each n in 1..30 where n < 25\n    | track[n] |",
        "layout\n  for each n in 1..30\n    | track[n] if n < 25 |",
        "layout\n  for each n in 1..count(player)\n    | track[n + 23] |",
        "layout\n  for each n in 1..far\n    | track[n] |",
        "layout\n  | wide[7] | wide[8] |",
        "layout\n  | track[1][30] |",
    ],
)
def test_what_options_and_players_decide_may_be_laid(row: str) -> None:
    more = 'option far "Far" = 30 among 10..40\nplace wide[n: 1..far]: row of leaf\n'
    assert "RK312" not in codes(f"{TRACK}{more}{row}\n")
