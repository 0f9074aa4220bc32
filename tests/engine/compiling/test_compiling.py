"""Generated code: indices whose range is not proven, in whole families and parts of them."""

from __future__ import annotations

from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.pipeline import check_game
from rulekit.program.lower import lower

GAME = """cafe en
game g "G"
  players 2
piece stone in heap
  | copies |
  | 9      |
place heap: pile of stone
place grid[x: 1..3, y: 1..3]: spot of stone
tally luck[player, n: 1..3]
marker k: 0..9 = 1
play
  turns from starter until count(grid[k + 1]) is 3 or sum(luck[active]) > 90
    do put
action put
  choose y in 1..3
  free: only if grid[k + 1, y] is empty because "taken"
  draw 1 from heap to grid[k + 1, y]
  gain k luck[k + 1]
winner p
  most sum(luck[p])
"""


def test_parts_of_families_are_counted_by_an_index_that_is_not_proven() -> None:
    model = check_game(GAME, "g.cafe").value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    engine = Engine(program)
    state = engine.start(1)
    decisions = 0
    while not engine.is_over(state):
        following = engine.apply(state, engine.moves(state)[0])
        assert isinstance(following, State)
        state, decisions = following, decisions + 1
    assert decisions == 3
    assert engine.outcome(state).winners == (0,)
