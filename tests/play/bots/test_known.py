"""Bots profit from nothing that their player does not see: what they know is the same wherever it looks the same."""

from __future__ import annotations

from random import Random

import pytest

from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.engine.view import view
from rulekit.native.llvm.cache import Cache
from rulekit.play.bots.bot_notation import Form, GreedyForm, MctsForm, WeightedForm
from rulekit.play.bots.bots import Bots
from rulekit.play.bots.determinize import worlds_of
from rulekit.play.bots.known import Eyes
from rulekit.program.program import FROZEN, ME, Cells, pieces_held
from tests.engine.veil import exchanged
from tests.play.bots.games import decisions, engine, native

HIDING = (("cafe-international", 3), ("oh-hell", 3), ("gops", 3), ("crazy-eights", 2), ("espresso-doppio", 2), ("secrets", 3))
FORMS: tuple[Form, ...] = (GreedyForm(2), MctsForm(30), WeightedForm((("play", 3),)))


@pytest.mark.parametrize(("name", "players"), HIDING)
def test_states_that_look_the_same_are_known_the_same(name: str, players: int) -> None:
    playing = engine(name, players)
    eyes, different = Eyes(playing), 0
    for state in decisions(playing, 1, 60):
        for player in range(players):
            other = exchanged(playing, state, player, 5)
            different += state != other
            if state.cells[FROZEN] is None or player == state.cells[ME]:
                assert eyes.known(state, player) == eyes.known(other, player)
    assert different > 8


@pytest.mark.parametrize(("name", "players"), HIDING)
def test_choices_are_the_same_in_states_that_look_the_same(name: str, players: int, kept: Cache) -> None:
    playing = engine(name, players)
    bots, different = Bots(playing, native(name, players, kept)), 0
    for state in decisions(playing, 2, 30, every=3):
        other = exchanged(playing, state, state.cells[ME], 5)
        different += state != other
        count = len(playing.moves(state))
        for form in FORMS:
            assert bots.choose(form, state, count, 77) == bots.choose(form, other, count, 77)
    assert different > 3


def test_the_seed_of_chance_is_not_known() -> None:
    playing = engine("crazy-eights", 2)
    state = playing.start(1)
    cells = Cells(state.cells)
    cells[3] += 1
    assert Eyes(playing).known(state, 0) == Eyes(playing).known(State(tuple(cells)), 0)


@pytest.mark.parametrize("name", ["gops", "secrets"])
def test_what_others_have_chosen_in_secret_is_not_known(name: str) -> None:
    playing = engine(name, 3)
    first, eyes = playing.start(3), Eyes(playing)
    assert first.cells[FROZEN] is not None and first.cells[ME] == 0
    known = set()
    for state in _all_ways(playing, first, 1):
        found = eyes.known(state, 1)
        assert found is not None and found.mine == ()
        known.add(found)
    assert len(known) == 1


def test_one_s_own_secret_choices_are_known() -> None:
    """The second choice in secret: the first is one's own, and the worlds that are thought of have it too."""
    playing = engine("secrets", 2)
    at = _all_ways(playing, playing.start(3), 1)[0]
    menu = playing.moves(at)
    state = playing.apply(at, menu[1])
    assert isinstance(state, State) and state.cells[ME] == 1
    found = Eyes(playing).known(state, 1)
    assert found is not None and found.mine == (1,)
    bots = Bots(playing)
    worlds = worlds_of(bots.eyes, found, bots.table)
    for seed in range(20):
        assert worlds.deal(Random(seed)) == 3
        assert view(playing, bots.table.state(), 1) == view(playing, state, 1)


@pytest.mark.parametrize(("name", "players"), HIDING)
def test_worlds_that_are_thought_of_look_like_the_real_one(name: str, players: int) -> None:
    playing = engine(name, players)
    bots, different = Bots(playing), set()
    for state in decisions(playing, 4, 40, every=4):
        player = state.cells[ME]
        found = bots.eyes.known(state, player)
        assert found is not None
        worlds = worlds_of(bots.eyes, found, bots.table)
        moves = [m.parts for m in playing.moves(state)]
        for seed in range(3):
            assert worlds.deal(Random(seed)) == len(moves)
            world = bots.table.state()
            different.add(world.cells[slice(*playing.program.layout.data)])
            assert view(playing, world, player) == view(playing, state, player)
            assert [m.parts for m in playing.moves(world)] == moves
    assert len(different) > 8


def test_what_is_hidden_is_guessed_evenly() -> None:
    """Ada has three cards of four values, three copies each: each other card is as often in Bob's hand as any."""
    playing = engine("secrets", 2)
    state = playing.start(3)
    bots = Bots(playing)
    found = bots.eyes.known(state, 0)
    assert found is not None
    worlds = worlds_of(bots.eyes, found, bots.table)
    place = next(p for p in playing.program.layout.places if p.name == "hand")
    counts = dict.fromkeys(range(12), 0)
    for seed in range(900):
        worlds.deal(Random(seed))
        for piece in pieces_held(bots.table.state().cells[place.base + 1]):
            counts[piece] += 1
    mine = set(pieces_held(state.cells[place.base]))
    assert len(mine) == 3 and all(counts[p] == 0 for p in mine)
    assert all(250 < counts[p] < 350 for p in counts if p not in mine)  # 900 * 3 / 9 = 300, ± 3.5 deviations


def _all_ways(playing: Engine, state: State, player: int) -> list[State]:
    """All states at which the player first decides."""
    if state.cells[ME] == player:
        return [state]
    found = []
    for move in playing.moves(state):
        after = playing.apply(state, move)
        assert isinstance(after, State)
        found += _all_ways(playing, after, player)
    return found
