"""Numbers known before the game: pieces, banks, spots, ranges, lists, sets."""

from __future__ import annotations

import pytest

from rulekit.model import expressions as exprs
from rulekit.model.analysis.folding import MOST_EFFORT, Tangled
from rulekit.model.analysis.game_index import names_of
from rulekit.model.analysis.numbers import between, known, longest
from rulekit.model.types import NUMBER, TRUTH
from tests.model.checks.programs import CARDS, COINS, PLAY, found, game
from tests.model.games import made
from tests.model.pages import run

TAKE = "\naction take\n  gain 1 coins\n"


def _pieces(rows: str, start: str = "heap", place: str = "heap: pile of stone", attributes: str = "  worth: 1..3\n") -> list[str]:
    piece = f"\npiece stone in {start}\n{attributes}{rows}\nplace {place}\n"
    use = f"\nscore p\n  stones: count({place.split(':')[0].split('[')[0]})\n"
    return found(COINS, TAKE, piece, use)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("  | copies | worth |\n  | 2 | each |\n  total 6\n", []),
        ("  | copies | worth |\n  | 2 | each |\n  total 7\n", ["RK430"]),
        ("  | copies | worth |\n  | 2 | 1, 2 |\n  | 1 | 3 |\n  total 5\n", []),
        ("  | copies | worth |\n  | count(players) | 1 |\n  total count(players)\n", []),
        ("  | copies | worth |\n  | count(players) | 1 |\n  total 2\n", ["RK430"]),
        ("  | copies | worth |\n  | count(players) | 1 |\n  total 3\n", ["RK430"]),  # right for the most players alone
        ("  | copies | worth |\n  | 9999 | each |\n", ["RK431"]),
        ("  | copies | worth |\n  | 1 - 2 | each |\n", ["RK433"]),
    ],
)
def test_pieces_add_up(rows: str, expected: list[str]) -> None:
    """For every number of players."""
    assert _pieces(rows) == expected


def test_spots_hold_one_piece() -> None:
    """At the start too; each index is a spot of its own."""
    one = "  | copies | worth |\n  | 1 | each |\n"
    assert _pieces(one, "field[worth]", "field[1..3]: spot of stone") == []
    assert _pieces(one, "field[1]", "field[1..3]: spot of stone") == ["RK432"]
    assert _pieces(one.replace("| 1 |", "| 2 |"), "field[worth]", "field[1..3]: spot of stone") == ["RK432"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("  gain -1 coins\n", ["RK433"]),
        ("  choose n in 1..3\n  gain n coins\n", []),
        ("  choose n in 3..1\n  gain n coins\n", ["RK434"]),
        ("  choose n in 1..tip\n  gain n coins\n", []),
        ("  choose n in 1..5000\n  gain n coins\n", ["RK435"]),
        ("  choose n in 1..bank(coins)\n  gain n coins\n", []),
        ("  gain count(list(x for x in 1..100, y in 1..100)) coins\n", ["RK435"]),
        ("  gain count(x for x in 1..100, y in 1..100) coins\n", []),
        ("  for each x in 1..100, y in 1..100\n    gain 1 coins\n", ["RK435"]),
    ],
)
def test_ranges_and_lists(lines: str, expected: list[str]) -> None:
    """Constants are checked, what depends on the game is not."""
    option = '\noption tip "Tip?" = 0 among 0..5\n' if "tip" in lines else ""
    assert found(COINS, option, f"\naction take\n{lines}") == expected


def test_banks_are_not_negative() -> None:
    """Constant ones."""
    assert found(COINS.replace("bank 20", "bank 2 - 3"), TAKE) == ["RK433"]


@pytest.mark.parametrize(
    ("pick", "pieces", "expected"),
    [
        ("some stones", 12, []),
        ("some stones", 13, ["RK436"]),
        ("2 stones", 40, []),
        ("3 stones", 40, ["RK436"]),
        ("up to 2 stones", 40, []),
    ],
)
def test_sets_to_choose_from(pick: str, pieces: int, expected: list[str]) -> None:
    """2 to the 12 sets are the limit, and as many for other numbers."""
    piece = f"\npiece stone in heap\n  | copies |\n  | {pieces} |\n\nplace heap: pile of stone\nplace away: pile of stone\n"
    action = f"\naction take\n  choose {pick} in heap\n  move stones to away\n"
    assert found("\nplay\n  turns from starter until heap is empty\n    do take\n", piece, action) == expected


# ---- values and bounds ---------------------------------------------------------------------------
MODEL = run(
    game(
        CARDS,
        PLAY,
        "\ntally coins[player] bank 2 * stock\ntally free[player]\nmarker day: 1..7 = 1\n",
        '\noption stock "Stock?" = 5 among 1..9\n',
        "\naction lay\n  choose card in hand[me]\n  move card to laid\n  set day to 1\n  gain day coins\n  gain 1 free\n",
    )
).value
assert MODEL is not None
NAMES = names_of(MODEL)
STOCK = exprs.OptionRef(NUMBER, "stock")
DAY = exprs.MarkerOf(NUMBER, "day", ())
RANK = exprs.AttrOf(NUMBER, exprs.Contents(NUMBER, "laid", ()), "card", "rank")


def _n(value: int) -> exprs.Const:
    return exprs.Const(NUMBER, value)


def _op(op: str, left: exprs.Expr, right: exprs.Expr) -> exprs.Binary:
    return exprs.Binary(TRUTH, op, left, right)


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        ("+", 9),
        ("-", 5),
        ("*", 14),
        ("div", 3),
        ("mod", 1),
        ("<", False),
        ("<=", False),
        (">", True),
        (">=", True),
        ("is", False),
        ("is not", True),
    ],
)
def test_constant_arithmetic(op: str, expected: object) -> None:
    """As in the game, rounding down."""
    assert known(NAMES, _op(op, _n(7), _n(2)), 2) == expected


def test_constant_logic_and_lists() -> None:
    """`and`, `or` stop early; `in`, `count`, `min`, `max`, `sum` of constants; options with their value."""
    yes, no, unknown = exprs.Const(TRUTH, True), exprs.Const(TRUTH, False), exprs.Me(TRUTH)
    three = exprs.Range(NUMBER, _n(1), _n(3))
    assert known(NAMES, _op("or", yes, unknown), 2) is True
    assert known(NAMES, _op("and", no, unknown), 2) is False
    assert known(NAMES, _op("and", yes, unknown), 2) is None
    assert known(NAMES, _op("in", _n(2), three), 2) is True
    assert known(NAMES, _op("not in", _n(2), three), 2) is False
    assert [known(NAMES, exprs.Builtin(NUMBER, f, (three,)), 2) for f in ("count", "min", "max", "sum")] == [3, 1, 3, 6]
    assert known(NAMES, exprs.Builtin(NUMBER, "min", (_n(4), STOCK)), 2) == 4
    assert known(NAMES, exprs.Builtin(NUMBER, "count", (exprs.Players(NUMBER),)), 3) == 3
    assert known(NAMES, _op("div", _n(1), _n(0)), 2) is None


def test_bounds_of_what_changes() -> None:
    """Options with all values, markers and attributes as declared, tallies up to the bank, counts of pieces."""
    assert between(NAMES, STOCK, 2) == (1, 9)
    assert between(NAMES, DAY, 2) == (1, 7)
    assert between(NAMES, RANK, 2) == (1, 10)
    assert between(NAMES, exprs.TallyOf(NUMBER, "free", ()), 2) is None
    assert between(NAMES, _op("+", DAY, STOCK), 2) == (2, 16)
    assert between(NAMES, _op("-", DAY, STOCK), 2) == (-8, 6)
    assert between(NAMES, exprs.Builtin(NUMBER, "count", (exprs.Contents(NUMBER, "laid", ()),)), 2) == (0, 10)
    assert longest(NAMES, exprs.Range(NUMBER, _n(1), DAY), 2) == 7
    assert longest(NAMES, exprs.Builtin(NUMBER, "top", (exprs.Contents(NUMBER, "laid", ()), _n(3))), 2) == 3
    assert longest(NAMES, exprs.Range(NUMBER, _n(1), exprs.TallyOf(NUMBER, "free", ())), 2) is None


def test_definitions_that_double_are_worked_out_once() -> None:
    doubling = "define d0 = 1\n" + "".join(f"define d{n} = d{n - 1} + d{n - 1}\n" for n in range(1, 30))
    model = made(doubling + "tally coins[player] bank d29\n")
    game = names_of(model)
    assert known(game, model.tallies[0].bank, 2) == 2**29
    assert MOST_EFFORT - game.effort.left < 200


def test_what_takes_too_long_to_work_out_ends_the_check() -> None:
    """Every call has other arguments: 2⁴⁰ of them."""
    growing = "define e0(n: number) = n\n" + "".join(
        f"define e{n}(n: number) = e{n - 1}((2 * n) mod 99991) + e{n - 1}((2 * n + 1) mod 99991)\n" for n in range(1, 40)
    )
    model = made(growing + "tally coins[player] bank e39(1) mod 7\n")
    game = names_of(model)
    with pytest.raises(Tangled):
        known(game, model.tallies[0].bank, 2)
