"""Numbers known before the game: pieces, banks, spots, ranges, lists, sets."""

from __future__ import annotations

import pytest

from tests.model.checks.programs import COINS, found

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
