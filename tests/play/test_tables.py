"""A game in progress is the same on both engines, comes back to where it was, and says when it cannot go on."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.engine.engine import Engine
from rulekit.engine.faults import STOPPED, Fault
from rulekit.native.engine import Native, native_of
from rulekit.native.llvm.cache import Cache
from rulekit.play.choices import Choices, choice_number, choices_of
from rulekit.play.random_games import random_game
from rulekit.play.tables import HandoverTable, ReferenceTable, Table, table_of
from tests.play.bots.games import FULL, engine, made, native

GAMES = (("oh-hell", 3), ("gops", 2), ("crazy-eights", 2), ("secrets", 2))


def full(kept: Cache) -> tuple[Engine, Native]:
    """The game in which nobody can take a fourth seat, and its machine code."""
    playing = made(FULL, 2)
    code = native_of(playing.program, paths=True, cache=kept)
    assert isinstance(code, Native)
    return playing, code


def told(table: Table) -> tuple[Any, ...]:
    """All that a table says of its position, but for the keys of moves, which each engine writes in its own way."""
    players = range(2)
    paths = [table.path(n) for n in range(table.count)]
    return table.count, table.decider, table.active, table.actions(), paths, table.outcome(), [table.sheet(p) for p in players]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_both_engines_tell_the_same_of_a_game(name: str, players: int, kept: Cache) -> None:
    playing = engine(name, players)
    slow, fast, draw = table_of(playing, None), table_of(playing, native(name, players, kept)), Choices(choices_of(5))
    assert slow.start(5) == fast.start(5) > 0
    for _ in range(30):
        assert told(slow) == told(fast)
        assert len(set(slow.keys())) == len(set(fast.keys())) == slow.count
        if not slow.count:
            break
        move = draw(slow.count)
        assert slow.take(move) == fast.take(move)


@pytest.mark.parametrize("on", ["reference", "native"])
def test_a_bookmark_comes_back_as_often_as_it_is_used(on: str, kept: Cache) -> None:
    table = table_of(engine("crazy-eights", 2), native("crazy-eights", 2, kept) if on == "native" else None)
    table.start(2)
    table.take(0)
    before, back = told(table), table.bookmark()
    after = []
    for move in (0, table.count - 1, 0):
        table.take(move)
        after.append(told(table))
        assert back() == before[0]
        assert told(table) == before
    assert after[0] == after[2] != after[1]


def test_playing_on_ends_alike_on_both_engines(kept: Cache) -> None:
    slow, fast = (table_of(engine("gops", 2), code) for code in (None, native("gops", 2, kept)))
    for stream, longest in ((7, 1000), (8, 1000), (7, 3)):
        assert slow.start(1) == fast.start(1)
        outcome = slow.play_on(stream, longest)
        assert outcome is not None and outcome == fast.play_on(stream, longest)


@pytest.mark.parametrize("on", ["reference", "native"])
def test_only_moves_of_the_menu_can_be_made(on: str, kept: Cache) -> None:
    table = table_of(engine("nim", 2), native("nim", 2, kept) if on == "native" else None)
    count = table.start(1)
    for move in (-1, count):
        with pytest.raises(IndexError):
            table.take(move)


def test_a_game_that_cannot_go_on_stops_on_both_engines_and_one_says_why(kept: Cache) -> None:
    playing, code = full(kept)
    slow, fast = ReferenceTable(playing), code.table()
    for table in (slow, fast):
        assert [table.start(1), *(table.take(0) for _ in range(4))] == [2, 2, 2, 2, STOPPED]
    assert slow.fault is not None and slow.fault.sentence == random_game(playing, 1, 0).fault
    assert slow.play_on(1, 9) is None
    assert slow.start(1) == 2 and slow.fault is None


# ---- handing over --------------------------------------------------------------------------------
def test_where_native_code_stops_the_reference_engine_says_why(kept: Cache) -> None:
    playing, code = full(kept)
    table = HandoverTable(playing, code.table())
    table.start(1)
    for _ in range(3):
        table.take(1)
    assert table.table is table.native
    with pytest.raises(Fault):
        table.take(1)
    assert isinstance(table.table, ReferenceTable)
    table.start(1)
    assert table.table is table.native and table.count == 2


def test_where_only_native_code_stops_the_game_goes_on(kept: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = engine("gops", 2)
    table, expected, draw = HandoverTable(playing, native("gops", 2, kept).table()), ReferenceTable(playing), Choices(9)
    table.start(3)
    expected.start(3)
    while expected.count:
        if draw.used == 4:
            monkeypatch.setattr("rulekit.native.engine.NativeTable._settled", lambda self, count: STOPPED)
        move = draw(expected.count)
        table.take(move)
        expected.take(move)
        assert (table.count, table.decider, table.state.cells[:20]) == (
            expected.count, expected.decider, expected.state().cells[:20],
        )  # fmt: skip
    assert isinstance(table.table, ReferenceTable) and draw.used > 4


# ---- choices -------------------------------------------------------------------------------------
def test_choices_are_numbered_as_a_game_makes_them() -> None:
    """Who asks for one choice only gets the number that it has in the game."""
    draw = Choices(choices_of(77))
    assert [draw(1000) for _ in range(5)] == [(choice_number(77, k) >> 32) * 1000 >> 32 for k in range(1, 6)]
