"""Counting paths: known numbers of known games, and the same numbers without remembering anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.engine.engine import Engine
from rulekit.engine.state import first_cells
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.program.program import FORCED
from rulekit.study.series.perft import TooMuchChance, _Counter, perft

ROOT = Path(__file__).parents[3]


def engine(path: str, players: int = 2) -> Engine:
    """An engine for a game of this tree."""
    model = check_game((ROOT / path).read_text(encoding="utf-8"), path).value
    assert model is not None
    program = lower(model, players).value
    assert program is not None
    return Engine(program)


def test_tic_tac_toe_has_255168_games() -> None:
    plies = perft(engine("examples/games/tic-tac-toe.cafe"), 10)
    assert [p.paths for p in plies] == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0]
    assert sum(p.finished or 0 for p in plies) == 255168


def test_reversi_begins_in_4_12_56_244_1396_ways() -> None:
    assert [p.paths for p in perft(engine("examples/games/reversi.cafe"), 5)] == [4, 12, 56, 244, 1396]


def test_connect_four_begins_in_powers_of_seven() -> None:
    assert [p.paths for p in perft(engine("examples/games/connect-four.cafe"), 5)] == [7, 49, 343, 2401, 16807]


@pytest.mark.parametrize(
    ("path", "players", "depth", "seed"),
    [
        ("examples/games/nim.cafe", 2, 4, None),
        ("examples/games/reversi.cafe", 2, 4, None),
        ("examples/games/gops.cafe", 2, 4, 3),
        ("examples/games/crazy-eights.cafe", 2, 7, 3),
        ("examples/games/oh-hell.cafe", 3, 9, 3),
        ("rules/cafe-del-gatto.cafe", 2, 2, 5),
        ("rules/espresso-doppio.cafe", 2, 2, 3),
        ("rules/bon-appetit.cafe", 3, 12, 5),
    ],
)
def test_remembering_changes_no_number(path: str, players: int, depth: int, seed: int | None) -> None:
    made = engine(path, players)
    cells = first_cells(made.program, seed or 0)
    cells[FORCED] = () if seed is None else None
    plain, _ = _Counter(made, tuple).count(cells, depth)
    assert [p.paths for p in perft(made, depth, seed)] == list(plain[1:])


def test_chance_is_enumerated(tmp_path: Path) -> None:
    text = (
        'cafe en\ngame dice "Dice"\n  players 2\n\nmarker thrown: 0..6 = 0\n\nplay\n  repeat 2 times\n    starter does throw\n\n'
        "action throw\n  choose n in 1..3\n  choose eyes in 1..6 at random\n  set thrown to eyes\n\nwinner p\n  most thrown\n"
    )
    model = check_game(text, "dice.cafe").value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    assert [(p.paths, p.finished) for p in perft(Engine(program), 3)] == [(3, 0), (3 * 6 * 3, 3 * 6 * 3 * 6), (0, None)]


def test_a_whole_deck_is_too_much_chance() -> None:
    with pytest.raises(TooMuchChance):
        perft(engine("rules/bon-appetit.cafe", 3), 2)
