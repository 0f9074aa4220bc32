"""What a move changed, as players may know it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rulekit.bundle import bundled
from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.table.changes import change_line
from rulekit.report.words import Namer, make_namer
from tests.tools.running import GAMES

PLACES = {"bon-appetit": bundled("rules"), "gops": GAMES, "crazy-eights": GAMES, "nim": GAMES}


def game(name: str) -> tuple[Namer, Engine]:
    """A game for Ada and Bob."""
    checked = check_game((PLACES[name] / f"{name}.cafe").read_text(encoding="utf-8"), name)
    assert checked.value is not None
    program = lower(checked.value, 2).value
    assert program is not None
    return make_namer(checked.value, program.layout), Engine(program)


def go(engine: Engine, state: State, number: int = 0) -> State:
    after = engine.apply(state, engine.moves(state)[number])
    assert isinstance(after, State)
    return after


def test_the_card_that_comes_up_and_who_catches_the_mouse_are_told() -> None:
    namer, engine = game("bon-appetit")
    states = [engine.start(1)]
    while not engine.is_over(states[-1]):
        states.append(go(engine, states[-1]))
    said = [change_line(namer, engine, a, b) for a, b in pairwise(states)]
    assert all(said) and "→ common pile" in said[0]
    assert any("mouse token" in line and " +1 " in line for line in said)
    assert any("own pile[" in line and " cards" in line for line in said)


def test_a_hidden_draw_stays_hidden() -> None:
    namer, engine = game("crazy-eights")
    for seed in range(40):
        state = engine.start(seed)
        moves = engine.moves(state)
        draw = next((n for n, text in enumerate(namer.moves(moves, state.cells)) if "draw" in text), None)
        if draw is None:
            continue
        after, player = go(engine, state, draw), engine.decider(state) or 0
        hidden = f"hand[{namer.player(player)}] +1 card"
        assert hidden in change_line(namer, engine, state, after)
        assert hidden in change_line(namer, engine, state, after, 1 - player)
        own = change_line(namer, engine, state, after, player)
        assert hidden not in own and f"→ hand[{namer.player(player)}]" in own
        return
    pytest.fail("nobody can draw")


def test_a_secret_bid_is_told_when_all_have_made_theirs() -> None:
    namer, engine = game("gops")
    first = engine.start(1)
    second = go(engine, first)
    third = go(engine, second)
    assert change_line(namer, engine, first, second) == ""
    assert change_line(namer, engine, first, second, 1) == ""
    assert change_line(namer, engine, first, second, 0)
    assert "→ prize" in change_line(namer, engine, second, third)


def test_numbers_of_markers_are_told_where_nothing_else_changes() -> None:
    namer, engine = game("nim")
    state = engine.start(1)
    assert change_line(namer, engine, state, go(engine, state)) == "heap[1] 1 → 0"


def test_a_piece_that_looks_like_the_one_it_replaces_is_told() -> None:
    """A cheese lies where another cheese lay."""
    namer, engine = game("bon-appetit")
    state = engine.start(1)
    cell = next(p.base for p in engine.program.layout.places if p.name == "middle")
    cheeses = [p for p in range(90) if namer.piece(p) == "cheese"]
    states = [State((*state.cells[:cell], (cheese,), *state.cells[cell + 1 :])) for cheese in cheeses[:2]]
    assert change_line(namer, engine, states[0], states[1]) == "cheese → common pile"
    assert change_line(namer, engine, states[0], states[0]) == ""
