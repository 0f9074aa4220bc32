"""Views as rows of numbers: one row for one view, whatever pieces it is made of."""

from __future__ import annotations

from pathlib import Path

from rulekit.adapters.observe import Observer, make_observer
from rulekit.engine.engine import Engine
from rulekit.engine.view import view
from rulekit.pipeline import check_game
from rulekit.program.lower import lower

COINS = """cafe en
game coins "Coins"
  players 2

piece coin in purse[owner]
  owner: player
  worth: 0..9 = 0
  | copies | owner |
  | 2      | each  |

place purse[player]: hand of coin
marker guess[player]: coin or none, private

play
  turns from starter until every(p in players where sum(purse[p].worth) > 8)
    do mark

action mark
  choose coin in purse[me]
  choose value in [3, 7]
  only if coin.worth is 0 because "it is marked already"
  set coin.worth to value
  set guess[me] to coin

winner p
  most sum(purse[p].worth)
"""


def engine_of(text: str) -> Engine:
    """A game for two."""
    checked = check_game(text, "coins.cafe")
    assert checked.value is not None and checked.ok, checked.diagnostics
    program = lower(checked.value, 2).value
    assert program is not None
    return Engine(program)


def told(engine: Engine, *moves: tuple[int, int], player: int | None = 0, all_seen: bool = False) -> dict[str, int]:
    """What a player sees after moves: (coin number among those of the game, value)."""
    state = engine.start(1)
    for wanted in moves:
        found = next(m for m in engine.moves(state) if tuple(p.value for p in m.picks) == wanted)
        after = engine.apply(state, found)
        assert not hasattr(after, "move")
        state = after
    observer = make_observer(engine.program.layout, all_seen)
    assert isinstance(observer, Observer)
    numbers = observer.numbers(view(engine, state, player))
    return {column.name: n for column, n in zip(observer.columns, numbers, strict=True)}


def test_which_of_two_alike_coins_is_marked_does_not_show() -> None:
    engine = engine_of(COINS)
    one = told(engine, (0, 3), (2, 7), (1, 7))
    other = told(engine, (0, 7), (2, 7), (1, 3))
    assert one == other
    assert [one[f"purse[0]: worth at {at}"] for at in (1, 2)] == [3, 7]
    assert one["guess[0]"] == 1


def test_what_is_hidden_is_nought_and_what_is_not_there_is_none() -> None:
    engine = engine_of(COINS)
    numbers = told(engine, (0, 3))
    assert (numbers["whether guess[0]"], numbers["guess[0]"]) == (2, 1)
    assert (numbers["whether guess[1]"], numbers["guess[1]"]) == (0, 0)
    assert (numbers["purse[1]: pieces"], numbers["purse[1]: look at 1"], numbers["purse[1]: whether worth at 1"]) == (2, 0, 0)
    assert told(engine, (0, 3), player=1)["whether guess[1]"] == 1
    everything = told(engine, (0, 3), player=None, all_seen=True)
    assert (everything["player"], everything["purse[1]: look at 1"], everything["guess[0]"]) == (-1, 2, 1)


def test_every_number_lies_within_its_bounds() -> None:
    engine = engine_of(COINS)
    observer = make_observer(engine.program.layout)
    assert isinstance(observer, Observer)
    state, steps = engine.start(2), 0
    while moves := engine.moves(state):
        for player in (0, 1):
            numbers = observer.numbers(view(engine, state, player))
            assert all(c.low <= n <= c.high for c, n in zip(observer.columns, numbers, strict=True))
        state, steps = engine.apply(state, moves[-1]), steps + 1  # type: ignore[assignment]
    assert steps == 4


def test_a_game_without_pieces_has_columns_too() -> None:
    nim = (Path(__file__).parents[2] / "examples" / "games" / "nim.cafe").read_text(encoding="utf-8")
    observer = make_observer(engine_of(nim).program.layout)
    assert isinstance(observer, Observer)
    assert [c.name for c in observer.columns] == ["player", "active", "decider", *(f"heap[{n}]" for n in range(1, 5))]
