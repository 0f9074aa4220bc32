"""What statements change that are no pieces: tallies, banks, markers, attributes (§2, §4, 12.1 Numbers, Markers)."""

from __future__ import annotations

from tests.engine.language.test_statements import CARDS, after
from tests.engine.spec import fault, tiny, values

# ---- tallies -------------------------------------------------------------------------------------
COINS = """
kind wood: oak, pine
tally coins[player] bank 5
tally points[player]
tally logs[player, wood] bank 3
setup
{}play
  end game
score p
  coins: coins[p]
"""


def coins(*lines: str, players: int = 2) -> tuple[list[int], int]:
    """Everybody's coins, and the bank."""
    game = tiny(COINS.format("".join(f"  {line}\n" for line in lines)), players)
    return [game.tally("coins", p) for p in range(players)], game.bank("coins")


def test_everything_is_in_the_bank_at_the_start() -> None:
    """§5 Conservation: players + bank = the number after `bank`."""
    game = tiny(COINS.format("  gain 0 coins\n"), 3)
    assert game.bank("coins") == 5
    assert (game.bank("logs", 0), game.bank("logs", 1)) == (3, 3)


def test_gain_takes_what_the_bank_has() -> None:
    """§4: `gain` from a bank takes what is there."""
    assert coins("gain 3 coins", "seat(2) gains 9 coins") == ([3, 2], 0)


def test_gain_without_a_bank_has_no_limit() -> None:
    """§2: without `bank` there is none."""
    game = tiny(COINS.format("  gain 900 points\n  pay 100 points\n"))
    assert game.tally("points", 0) == 800


def test_pay_goes_back_to_the_bank() -> None:
    """§4, §5 Conservation."""
    assert coins("gain 4 coins", "pay 3 coins") == ([1, 0], 4)


def test_pay_to_a_player() -> None:
    """§4: `pay n coins to p`; the bank is not touched."""
    assert coins("gain 4 coins", "pay 3 coins to seat(2)") == ([1, 3], 1)
    assert coins("gain 4 coins", "pay 3 coins to starter") == ([4, 0], 1)
    assert coins("seat(2) gains 4 coins", "seat(2) pays 1 coins to starter") == ([1, 3], 1)


def test_pay_takes_all_or_is_a_dead_end() -> None:
    """§4: `pay` takes all or is a dead end."""
    assert fault(COINS.format("  gain 2 coins\n  debt: pay 3 coins\n")) == "RK541 setup.debt"


def test_gain_and_pay_of_less_than_0_stop_the_game() -> None:
    """12.1 Numbers."""
    assert fault(COINS.format("  less: gain points[starter] - 1 coins\n")) == "RK527 setup.less"
    assert fault(COINS.format("  gain 2 points\n  less: pay 1 - points[starter] points\n")) == "RK527 setup.less"


def test_there_is_one_bank_for_each_combination_of_the_other_indices() -> None:
    """§2: one bank for each combination of the others."""
    game = tiny(COINS.format("  gain 2 logs[pine]\n  seat(2) gains 2 logs[pine]\n  gain 1 logs[oak]\n"))
    assert [game.tally("logs", p, w) for p in range(2) for w in range(2)] == [1, 2, 0, 1]
    assert [game.bank("logs", w) for w in range(2)] == [2, 0]


def test_a_bank_may_depend_on_the_number_of_players_and_options() -> None:
    """12.1 Layout: evaluated once, before `setup`."""
    text = """
option each "How many for each?" = 2 among 1..5
tally coins[player] bank each * count(players)
play
  end game
score p
  coins: coins[p]
"""
    assert [tiny(text, players).bank("coins") for players in (2, 3)] == [4, 6]
    assert tiny(text, 2, each=5).bank("coins") == 10


# ---- markers and attributes ----------------------------------------------------------------------
def test_markers_begin_with_their_value_for_each_index() -> None:
    """§2: `marker heap[n: 1..4]: 0..7 = 2 * n - 1`; without `=` none (12.1 Markers)."""
    game = tiny("marker heap[n: 1..4]: 0..7 = 2 * n - 1\nmarker owner: player or none\nplay\n  end game\n")
    assert [game.marker("heap", n) for n in range(1, 5)] == [1, 3, 5, 7]
    assert game.marker("owner") is None


def test_a_value_outside_the_declared_type_stops_the_game() -> None:
    """12.1 Markers: … with the address of the `set`."""
    rules = "marker m: 0..3 = 3\nsetup\n  higher: set m to m + 1\nplay\n  end game\n"
    assert fault(rules) == "RK526 setup.higher"


def test_set_changes_the_attribute_of_one_piece() -> None:
    """§2: with `=` the attribute can change."""
    text = """
piece disc in line
  n: 1..2
  up: player = starter
  | copies | n    |
  | 1      | each |
place line: row of disc
setup
  set line[2].up to seat(2)
play
  end game
define ups = list(d.up for d in line)
"""
    assert tiny(text).ask("ups") == (0, 1)


def test_let_keeps_its_value() -> None:
    """§4: `let x = e` is evaluated where it stands."""
    lines = "let c = top(deck)\nmove c to line\nlet d = count(deck)\nmove top(deck) to line\ndraw d from deck to line"
    assert after(lines, "line") == [1, 2, 3, 4, 5]
    lines = "let before = count(deck)\nmove top(deck) to line\ndraw before - 3 from deck to line"
    assert values(CARDS, setup=lines, n="count(line)") == {"n": 3}
