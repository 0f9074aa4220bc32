"""Values of expressions (specification §3, 12.1 Numbers, Order, Tables, `none`, 12.2.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rulekit.engine.faults import Fault
from tests.engine.spec import tiny, values

WORLD = """
kind hue: red, blue, green
kind drink
  strong: truth
  price: 0..9
  | drink | strong | price |
  | tea   | no     | 2     |
  | java  | yes    | 4     |
piece tile in sack
  value: 1..3
  hue
  | copies | value | hue |
  | 1      | each  | each   |
place sack: bag of tile, open
place deck: deck of tile, open
place line: row of tile
place held[player]: hand of tile, open
place board[x: 1..3, y: 1..3]: spot of tile
place track[n: 1..4]: spot of tile
marker seven: -20..20 = 7
marker minus: -20..20 = -7
marker two: -20..20 = 2
marker zero: 0..20 = 0
marker nobody: player or none
marker grade[n: 1..3]: 0..9 = n * n
tally coins[player] bank 9
table menu[drink, symbols: 1..3]: number
  | drink | 1 | 2 | 3 |
  | tea   | 5 | - | 7 |
  | java  | 6 | 8 | 9 |
table fee[n: 0..unlimited]: number
  | 0       | 0 |
  | 1..3    | 2 |
  | 4..unlimited | 5 |
define tile_of(v: 1..3, hue) = first(t in sack where t.value is v and t.hue is hue)
"""


def asked(expressions: Iterable[str], setup: str = "", players: int = 3) -> dict[str, Any]:
    """The values of expressions, all in one game."""
    names = {f"asked_{n}": text for n, text in enumerate(expressions)}
    found = values(WORLD, players, setup, **names)
    return {text: found[name] for name, text in names.items()}


def value(expression: str, setup: str = "", players: int = 3) -> Any:
    """The value of one expression."""
    return values(WORLD, players, setup, asked=expression)["asked"]


def stops(expression: str, setup: str = "") -> str:
    """The code with which evaluating stops the game; nothing if it does not."""
    try:
        value(expression, setup)
    except Fault as fault:
        return fault.code
    return ""


# ---- numbers -------------------------------------------------------------------------------------
NUMBERS: dict[str, Any] = {
    "7 div 2": 3, "-7 div 2": -4, "7 div -2": -4, "-7 div -2": 3, "7 mod 2": 1, "-7 mod 2": 1, "7 mod -2": -1,
    "seven div two": 3, "minus div two": -4, "minus mod two": 1, "seven mod -two": -1, "-seven div two": -4,
    "2 + 3 * 4": 14, "two + 3 * seven": 23, "10 - 3 - 2": 5, "seven - 3 - two": 2, "-two * 3": -6,
    "min(seven, two, 5)": 2, "max(seven, two, 5)": 7, "min([seven, two])": 2, "max(4, 9)": 9, "sum([seven, two])": 9,
    "sum(1..4)": 10, "count(3..two)": 0, "list(two..4)": (2, 3, 4), "if seven > two then 1 else 2": 1,
    "if not (seven > two) or two is 3 then 1 else 2": 2,
}  # fmt: skip


def test_numbers() -> None:
    """§3 Operators: `div`, `mod` round down, whether known before the game or not."""
    assert asked(NUMBERS) == NUMBERS


@pytest.mark.parametrize("expression", ["seven div zero", "seven mod zero", "7 div zero"])
def test_division_by_zero_stops_the_game(expression: str) -> None:
    """§3, §9: no value can be given."""
    assert stops(expression) == "RK523"


def test_numbers_stay_within_32_bits() -> None:
    """§9 Limits: numbers ±2³¹."""
    big = "tally points[player]\nsetup\n  gain 2000000000 points\ndefine more = {}\nplay\n  end game\n"
    assert tiny(big.format("points[starter] + 1")).ask("more") == 2_000_000_001
    for expression in ("points[starter] + points[starter]", "points[starter] * 2", "sum([points[starter], points[starter]])"):
        with pytest.raises(Fault) as fault:
            tiny(big.format(expression)).ask("more")
        assert fault.value.code == "RK524"


# ---- truth ---------------------------------------------------------------------------------------
TRUTH: dict[str, Any] = {
    "no and nobody is starter or yes": True, "yes or no and no": True, "not no and no": False, "not (no and no)": True,
    "zero is 1 and seven div zero is 1": False, "zero is 0 or seven div zero is 1": True,
    "if zero is 0 then 1 else seven div zero": 1, "seven is not two": True, "seven not in 1..6": True,
    "seven in [two, 7]": True, "two in 1..6": True,
    "seven <= 7 and seven >= 7 and two < seven and not (two > seven)": True,
}  # fmt: skip


def test_truth() -> None:
    """§3 Operators, weakest first: if, or, and, not, comparisons; the second part is asked only if it matters."""
    assert asked(TRUTH) == TRUTH


# ---- none ----------------------------------------------------------------------------------------
NONE: dict[str, Any] = {
    "nobody is none": True, "nobody is not none": False, "nobody is starter": False, "nobody is not starter": True,
    "board[1, 1]": None, "board[1, 1] is none": True, "board[1, 1] is empty": True, "board[1, 1].value": None,
    "board[1, 1].value is none": True, "board[1, 1].value is 3": False, "board[1, 1].value is not 3": True,
    "board[0, 1]": None, "board[4, 1]": None, "board[1, zero] is none": True, "board[seven, two] is none": True,
    "deck[1]": None, "deck[zero]": None, "deck[-1]": None, "deck[1].value is none": True, "[4, 5][3]": None,
    "top(deck)": None, "bottom(deck)": None, "first(deck)": None, "top(deck, 2)": (),
    "min(list(t.value for t in deck))": None, "max(t.value for t in deck)": None, "sum(t.value for t in deck)": 0,
    "sum(list(t.value for t in deck))": 0, "count(board[1, 1])": 0, "first(t in sack where t.value > 3)": None,
    "any(t in deck where t.value is 1)": False, "every(t in deck where t.value is 1)": True, "grade[seven] is none": True,
     "deck is empty": True, "sack is empty": False, "sack is not empty": True,
}  # fmt: skip


def test_none() -> None:
    """§3: outside a range there is `none`; `none.attr` is `none`; `none` equals only `none`; min, max of nothing none, sum 0."""
    assert asked(NONE) == NONE


@pytest.mark.parametrize(
    "expression",
    ["board[1, 1].value + 1", "top(deck).value * 2", "top(deck).value > 1", "max(t.value for t in deck) < 3", "-deck[1].value"],
)
def test_arithmetic_and_order_with_none_stop_the_game(expression: str) -> None:
    """§3: arithmetic or order with `none` is an error; 12.1: the game stops with the address."""
    assert stops(expression) == "RK521"


# ---- lists, places -------------------------------------------------------------------------------
LAID = """
move tile_of(1, red) to board[1, 1]
move tile_of(2, red) to board[2, 1]
move tile_of(3, blue) to board[1, 3]
move tile_of(1, blue) to line
move tile_of(2, blue) to line
move tile_of(3, green) to line
move tile_of(1, green) to deck
move tile_of(2, green) to deck
move tile_of(3, red) to held[seat(2)]
"""


LISTS_AND_PLACES: dict[str, Any] = {
    "list(t.value for t in line)": (1, 2, 3), "line.value": (1, 2, 3), "line.hue": (1, 1, 2), "line[2].value": 2,
    "line[4]": None, "deck.value": (2, 1), "deck[1].value": 2, "top(deck).value": 2, "bottom(deck).value": 1,
    "top(line, 2).value": (1, 2), "bottom(line, 2).value": (2, 3), "top(line, 9).value": (1, 2, 3),
    "bottom(line, 9).value": (1, 2, 3), "top(line, zero).value": (), "bottom(line, zero).value": (),
    "reversed(line).value": (3, 2, 1), "reversed(top(line, 2)).value": (2, 1), "first(line).value": 1,
    "first(t in line where t.value > 1).value": 2, "first(t.value for t in line where t.value > 1)": 2,
    "distinct(line.hue)": (1, 2), "count(distinct(line.hue))": 2, "distinct([3, 1, 3, two])": (3, 1, 2),
    "count(board)": 3, "board.value": (1, 3, 2), "board[1].value": (1, 3), "count(board[2])": 1, "count(board[3])": 0,
    "held.value": (3,), "count(held[seat(2)])": 1, "sum(held[seat(2)].value)": 3, "count(board[1, 1])": 1,
    "position(line[3])": 3, "position(top(deck))": 1, "position(bottom(deck))": 2, "position(board[1, 1])": 1,
    "count(x in 1..3, y in 1..3 where board[x, y] is not none)": 3,
    "list(10 * x + y for x in 1..2, y in x..2)": (11, 12, 22), "count(t in line)": 3,
    "list(t in line where t.value > 1).value": (2, 3), "max(line.value)": 3, "any(t in line where t.value is 3)": True,
    "every(t in line where t.value < 3)": False, "every(hue where hue in line.hue)": False, "count(hue)": 3,
    "list(hue)": (0, 1, 2), "hue.blue in line.hue": True, "sum(grade[n] for n in 1..3)": 14, "grade[2]": 4,
    "tea.price + java.price": 6, "sum(drink.price)": 6, "list(d in drink where d.strong)": (1,),
    "sum(menu[d, 1] for d in drink)": 11, "[seven, two][2]": 2, "[red, blue, green][two]": 1, "sack.value": (),
    "count(sack)": 0,
}  # fmt: skip


def test_lists_and_places() -> None:
    """§3: `P[i, j, n]`; a place as a value is the list of its pieces; x.attr of a list is the list of the attrs."""
    assert asked(LISTS_AND_PLACES, LAID) == LISTS_AND_PLACES


DESCRIPTIONS: dict[str, Any] = {
    "line[1] is tile(1, blue)": True, "line[1] is tile(1, red)": False, "line[1] is tile(value: 1)": True,
    "line[1] is tile(hue: blue)": True, "line[1] is not tile(hue: red)": True, "line[9] is tile(1, blue)": False,
    "board[1, 1] is tile(1, red)": True, "board[2, 2] is tile(1, red)": False, "line[two] is tile(value: two)": True,
    "tile(hue: green) in line": True, "tile(hue: red) in line": False, "tile(3, red) not in line": True,
    "tile(value: 2) in board": True, "line[1] in line": True, "line[1] in deck": False,
    "line is [tile(1, blue), tile(value: 2), tile(hue: green)]": True,
    "line is [tile(value: 2), tile(1, blue), tile(hue: green)]": False, "line is [tile(1, blue)]": False,
    "line is not [tile(1, blue)]": True, "held[seat(2)] is [tile(3, red)]": True, "held[starter] is []": True,
    "deck is [tile(2, green), tile(1, green)]": True, "deck is [tile(1, green), tile(2, green)]": False,
    "count(t in line where t is tile(hue: blue))": 2,
}  # fmt: skip


def test_descriptions() -> None:
    """§3: `piece is description` matches, `description in P` = some piece matches, `P is [d, d]` = exactly these, in order."""
    assert asked(DESCRIPTIONS, LAID) == DESCRIPTIONS


def test_exactly_these_without_order_in_bag_and_hand() -> None:
    """§3: … without order for bag and hand: every description has a piece of its own."""
    setup = "move list(t in sack where t.value is 1) to held[starter]\nmove list(t in sack) to deck"
    assert value("held[starter] is [tile(1, green), tile(1, red), tile(1, blue)]", setup)
    assert value("held[starter] is [tile(value: 1), tile(1, red), tile(value: 1)]", setup)
    assert not value("held[starter] is [tile(1, red), tile(1, red), tile(value: 1)]", setup)
    assert not value("held[starter] is [tile(value: 1), tile(value: 1)]", setup)
    assert value("sack is []", setup)


# ---- lines and pictures --------------------------------------------------------------------------
def runs(family: str, length: int) -> list[tuple[int, ...]]:
    """All runs of a family whose cells are numbered 1, 2, … in index order."""
    cells = {"grid": "x: 1..3, y: 1..2", "road": "k: 1..4", "square": "x: 1..3, y: 1..3"}[family]
    count = {"grid": 6, "road": 4, "square": 9}[family]
    names = ", ".join(part.split(":")[0] for part in cells.split(", "))
    binders = ", ".join(part.replace(": ", " in ") for part in cells.split(", "))
    text = f"""
piece dot in pot
  n: 1..9
  | copies | n      |
  | 1      | 1..{count} |
place pot: pile of dot
place {family}[{cells}]: spot of dot
setup
  for each {binders}
    move first(d in pot) to {family}[{names}]
define asked = lines({family}, {length})
play
  end game
"""
    return [tuple(p + 1 for p in line) for line in tiny(text).ask("asked")]


def test_lines_of_one_index_are_runs() -> None:
    """§3: one index: runs."""
    assert runs("road", 3) == [(1, 2, 3), (2, 3, 4)]
    assert runs("road", 1) == [(1,), (2,), (3,), (4,)]
    assert runs("road", 5) == []


def test_lines_of_two_indices_go_across_up_and_both_diagonals() -> None:
    """§3, 12.1 Order: directions in the order named, then index order; every straight run once."""
    assert runs("grid", 2) == [(1, 3), (2, 4), (3, 5), (4, 6), (1, 2), (3, 4), (5, 6), (1, 4), (3, 6), (2, 3), (4, 5)]
    assert runs("grid", 3) == [(1, 3, 5), (2, 4, 6)]
    square = runs("square", 3)
    assert square == [(1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 5, 9), (3, 5, 7)]


PICTURE = """
kind hue: red, blue
kind sort: cup, plate
piece thing in pot
  sort
  hue
  | copies | sort | hue |
  | 2      | each | each   |
place pot: pile of thing
place cell[n: 1..3]: pile of thing
kind card
  shape: picture of thing
  | card  | shape                 |
  | pair  | cup red, plate / cup blue |
  | gap   | cup / none            |
  | twins | cup red, cup red / thing |
define a(s: sort, c: hue) = first(t in pot where t.sort is s and t.hue is c)
setup
  {}
define seen(card) = any(run in lines(cell, 2) where shows(run, card.shape))
define all_red(card) = any(run in lines(cell, 2) where shows(run, card.shape, thing(hue: red)))
play
  end game
"""


def pictures(*moves: str) -> tuple[list[bool], list[bool]]:
    """Which of the three cards are shown, and shown in red."""
    setup = "\n  ".join(moves) or "shuffle pot"
    game = tiny(PICTURE.format(setup))
    return [game.ask("seen", n) for n in range(3)], [game.ask("all_red", n) for n in range(3)]


def test_every_cell_holds_pieces_that_match_its_descriptions() -> None:
    """§3 `shows`, §2 pictures: `/` between cells, `,` within, `none` = must be empty."""
    pair = ["move a(cup, red) to cell[1]", "move a(plate, blue) to cell[1]", "move a(cup, blue) to cell[2]"]
    assert pictures(*pair)[0] == [True, True, False]  # a cup at 2 and nothing at 3: the gap
    assert pictures(*pair[1:])[0] == [False, True, False]
    assert pictures(*pair, "move a(plate, red) to cell[3]")[0] == [True, False, False]


def test_a_cell_holds_distinct_pieces() -> None:
    """§3: distinct pieces: one red cup does not show two."""
    other = "move a(plate, red) to cell[3]"
    assert pictures("move a(cup, red) to cell[2]", "move a(plate, red) to cell[2]", other)[0][2] is False
    assert pictures("move a(cup, red) to cell[2]", "move a(cup, red) to cell[2]", other)[0][2] is True


def test_shows_with_a_third_argument_asks_that_of_every_piece() -> None:
    """§3: `shows(line, picture, d)`: matching its descriptions (and d)."""
    reds = ["move a(cup, red) to cell[1]", "move a(cup, red) to cell[1]", "move a({}) to cell[2]"]
    assert pictures(*reds[:2], reds[2].format("plate, red")) == ([False, False, True], [False, False, True])
    assert pictures(*reds[:2], reds[2].format("plate, blue")) == ([False, False, True], [False, False, False])


# ---- tables --------------------------------------------------------------------------------------
def test_tables_are_looked_up_by_their_keys() -> None:
    """§2 `table`: keys may be ranges; 12.1 Tables: an index 0..unlimited."""
    keys = {"menu[tea, 1]": 5, "menu[java, two]": 8, "fee[zero]": 0, "fee[two]": 2, "fee[seven]": 5, "fee[5000 * seven]": 5}
    assert asked(keys) == keys


@pytest.mark.parametrize("expression", ["menu[tea, 2]", "menu[tea, two]", "menu[java, seven]", "fee[minus]"])
def test_looking_up_a_hole_or_a_missing_key_stops_the_game(expression: str) -> None:
    """12.1 Tables: tables never give `none`."""
    assert stops(expression) == "RK522"


def test_a_table_with_two_keys_may_have_an_open_end() -> None:
    """12.1 Tables: an index `0..unlimited` is allowed in tables, whatever other keys there are."""
    text = """
marker far: 0..9000 = 8000
table rent[days: 0..unlimited, rooms: 1..2]: number
  | days         | 1 | 2 |
  | 0..2         | 3 | 4 |
  | 3..unlimited | 5 | - |
define short = rent[2, 2]
define long_ = rent[far, 1]
define hole = rent[far, 2]
play
  end game
"""
    game = tiny(text)
    assert (game.ask("short"), game.ask("long_")) == (4, 5)
    with pytest.raises(Fault) as fault:
        game.ask("hole")
    assert fault.value.code == "RK522"


# ---- players, banks ------------------------------------------------------------------------------
PLAYERS: dict[str, Any] = {
    "players": (0, 1, 2), "count(players)": 3, "starter": 0, "next(seat(3))": 0, "previous(starter)": 2,
    "clockwise(seat(2))": (1, 2, 0), "seat(1)": 0, "seat(3)": 2, "seat(4)": 0, "seat(two)": 1, "seat(seven)": 0,
    "next(active)": 1, "bank(coins)": 9, "coins[starter]": 0, "count(player)": 3, "sum(coins)": 0,
}  # fmt: skip


def test_players() -> None:
    """§3 Standard names: seat(n) from the starter, counting on past the last."""
    assert asked(PLAYERS) == PLAYERS


def test_the_bank_of_a_tally() -> None:
    """§3: bank(coins), bank(goods[wood])."""
    text = """
kind wood: oak, pine
tally goods[player, wood] bank 4
setup
  gain 3 goods[pine]
define oaks = bank(goods[oak])
define pines = bank(goods[pine])
define all_mine = sum(goods[starter])
play
  end game
"""
    game = tiny(text)
    assert [game.ask(n) for n in ("oaks", "pines", "all_mine")] == [4, 1, 3]


def test_a_definition_takes_arguments_within_its_bounds() -> None:
    """§2 `define price(side, row: 1..5)`."""
    text = "marker six: 0..9 = 6\ndefine twice(n: 1..5) = 2 * n\nplay\n  end game\n"
    text += "define good = twice(3)\ndefine bad = twice(six)\n"
    assert tiny(text).ask("good") == 6
    with pytest.raises(Fault) as fault:
        tiny(text).ask("bad")
    assert fault.value.code == "RK525"


def test_options_are_constants_of_a_game() -> None:
    """§2 `option`: a number, yes or no, or a named value."""
    text = """
option tip "How much?" = 1 among 0..5
option kind_one "Kind?" = no
option mode "Which?" = slow among slow, fast
define total = tip + (if kind_one then 10 else 0) + (if mode is fast then 100 else 0)
play
  end game
"""
    assert tiny(text).ask("total") == 1
    assert tiny(text, tip=5, kind_one=True).ask("total") == 15
