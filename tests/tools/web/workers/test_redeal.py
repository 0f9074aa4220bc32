"""A game dealt anew tells its player the same as before, and nothing of what was hidden."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from attrs import evolve

from rulekit.engine.trace import Trace, record, replay
from rulekit.program.program import as_pieces
from rulekit.tools.web.workers.redeal import Redealing
from rulekit.tools.web.workers.seated_game import SeatedGame, sit_down
from rulekit.tools.web.workers.sources import resolve, source_id
from rulekit.tools.web.workers.worker_cache import WorkerCache
from tests.tools.web.tables.test_hidden import GAMES, along

MOVES = 8
SOME = 5  # where each game is dealt anew three times
# they have pieces that look the same: which of two is which is left to the dice
TWINS = ("bon-appetit", "cafe-international", "espresso-doppio")


def played(name: str, seed: int, moves: int = MOVES) -> SeatedGame:
    """A random game so far."""
    *_, last = along(name, moves, seed)
    return last


def dealt(seated: SeatedGame, trace: Trace, looker: int, dice: int) -> Trace:
    """The game dealt anew for one player, all of it."""
    found = Redealing(seated.model, seated.engine.program, looker, seated.names, random.Random(dice)).deal(trace)
    assert found.whole
    return found.trace


def told(seated: SeatedGame, trace: Trace, looker: int) -> list[bytes]:
    """All positions of a game as one player was told them, by the engine that plays at tables."""
    steps = range(len(trace.steps) + 1)
    return [sit_down(seated.model, seated.engine, evolve(trace, steps=trace.steps[:n]), seated.names).position(looker, "en")
            for n in steps]  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_the_player_is_told_the_same_at_every_step(name: str) -> None:
    for seed, looker in ((1, 0), (2, 1)):
        seated = played(name, seed)
        trace = seated.here.trace
        other = dealt(seated, trace, looker, seed)
        assert replay(seated.engine, other).value is not None
        assert told(seated, other, looker) == told(seated, trace, looker)
        assert other.draws != trace.draws


@pytest.mark.parametrize("name", [name for name in GAMES if name not in TWINS])
def test_it_does_not_depend_on_what_was_hidden(name: str) -> None:
    """Two games that one player cannot tell apart are dealt anew into the same game, if the dice fall the same way."""
    for seed, looker in ((3, 0), (4, 1)):
        seated = played(name, seed, SOME)
        one = seated.here.trace
        two = dealt(seated, one, looker, 7)
        assert two != one
        assert dealt(seated, one, looker, 8) == dealt(seated, two, looker, 8)


def test_a_hand_is_dealt_in_every_way_it_could_have_been() -> None:
    """Who saw nothing of the others' hands finds every card there about equally often."""
    seated = played("crazy-eights", 5, 0)
    hands: Counter[Any] = Counter()
    for dice in range(40):
        trace = dealt(seated, seated.here.trace, 0, dice)
        state = sit_down(seated.model, seated.engine, trace, seated.names).here.state
        hand = next(p for p in seated.engine.program.layout.places if p.name == "hand")
        hands.update(as_pieces(state.cells[hand.base + 1]))
        assert state.cells[hand.base] == seated.here.state.cells[hand.base]
    unseen = 52 - len(as_pieces(seated.here.state.cells[hand.base])) - 1
    assert len(hands) > unseen * 0.9 and max(hands.values()) < 20


def test_where_nothing_is_hidden_the_game_stays_as_it_is() -> None:
    source = resolve({"game": "cafe-del-gatto"})
    cache, key = WorkerCache(), source_id(source)
    model, engine = cache.game(key, source).model, cache.engine(key, source, 2)
    seated = SeatedGame(model, record(engine, 5), ("Ada", "Bob"))
    for _ in range(6):
        seated.play(0)
    assert dealt(seated, seated.here.trace, 0, 1) == seated.here.trace
