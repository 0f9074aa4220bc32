"""What a move touches: pieces and places, as far as the player can know."""

from __future__ import annotations

from pathlib import Path

from rulekit.engine.best_reason import refused_ways
from rulekit.engine.engine import Engine
from rulekit.engine.explain import refusal
from rulekit.engine.moves import move_of
from rulekit.engine.state import State
from rulekit.engine.touched_by_move import Touched, touched
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.program.program import PC, Cells, as_pieces

ROOT = Path(__file__).parents[2]
PICKING = """cafe en
game picking "Picking"
  players 2

kind colour: red, blue

piece stone in bag
  colour
  | copies | colour |
  | 3      | each   |

place bag: bag of stone
place table: row of stone
place mine[player]: pile of stone
marker turns: 0..9 = 0

setup
  fill table to 3 from bag

play
  turns from starter until turns is 6
    do take

action take
  choose n in 1..count(table)
  choose p in players
  let stone = table[n]
  first: only if n is not 3 because "not the third"
  own: only if p is me because "only for yourself"
  move stone to mine[p]
  refill: fill table to 3 from bag
  set turns to turns + 1
"""


def engine_for(text: str, players: int = 2) -> Engine:
    """A game from its text."""
    model = check_game(text, "x.cafe")
    assert model.value is not None, model.diagnostics
    program = lower(model.value, players).value
    assert program is not None
    return Engine(program)


def of_menu(engine: Engine, state: State) -> list[Touched]:
    """What each move of a menu touches."""
    before = Cells(state.cells)
    found = [(move_of(engine.program, path), cells) for path, cells, _ in engine.menu(state)]
    return [touched(engine, before, cells, cells[PC], move.parts) for move, cells in found]


def cells_of(engine: Engine, name: str) -> range:
    """The cells of a family of places."""
    place = next(p for p in engine.program.layout.places if p.name == name)
    return range(place.base, place.base + place.size)


def test_a_move_touches_the_piece_its_numbers_mean_and_the_place_it_goes_to() -> None:
    engine = engine_for(PICKING)
    state = engine.start(1)
    table = as_pieces(state.cells[cells_of(engine, "table")[0]])
    mine = cells_of(engine, "mine")[0]
    assert of_menu(engine, state) == [Touched((table[0],), (mine,)), Touched((table[1],), (mine,))]


def test_what_chance_brings_is_not_told() -> None:
    """The refill comes after the move: neither the stone that is drawn nor the row it comes to."""
    engine = engine_for(PICKING)
    for seed in range(20):
        state = engine.start(seed)
        bag, row = as_pieces(state.cells[cells_of(engine, "bag")[0]]), cells_of(engine, "table")[0]
        for touch in of_menu(engine, state):
            assert not set(touch.pieces) & set(bag) and row not in touch.places


def test_a_refused_move_is_told_with_what_it_would_have_touched() -> None:
    engine = engine_for(PICKING)
    state = engine.start(1)
    table, (mine, yours) = as_pieces(state.cells[cells_of(engine, "table")[0]]), cells_of(engine, "mine")
    told = {(refusal(engine, end).address, t.pieces, t.places) for end, t in refused_ways(engine, state)}
    assert told == {
        ("take.own", (table[0],), (yours,)),
        ("take.own", (table[1],), (yours,)),
        ("take.first", (table[2],), (mine,)),
        ("take.first", (table[2],), (yours,)),
    }


def test_nothing_is_changed_by_looking() -> None:
    engine = engine_for(PICKING)
    state = engine.start(1)
    before = tuple(state.cells)
    of_menu(engine, state)
    refused_ways(engine, state)
    assert state.cells == before


def test_every_move_of_a_board_points_at_its_spot() -> None:
    engine = engine_for((ROOT / "examples/games/tic-tac-toe.cafe").read_text(encoding="utf-8"))
    board = cells_of(engine, "board")
    assert [t.places[-1] for t in of_menu(engine, engine.start(0))] == list(board)
