"""What must hold in every game: one function a property; each plays a run at random and fails where it does not hold."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from attrs import evolve

from rulekit.engine.engine import Refused
from rulekit.engine.explain import Wanted, explore
from rulekit.engine.faults import Fault
from rulekit.engine.moves import move_of, move_tokens
from rulekit.engine.random_move import random_move
from rulekit.engine.state import State, from_json
from rulekit.engine.trace import Recording, record, replay, trace_from_json
from rulekit.engine.view import view
from rulekit.model.types import NumberType
from rulekit.program.program import COUNTER, FORCED, LOG, ME, PC, SEED, Cells, as_number
from tests.engine.brute import Brute, TooMany
from tests.engine.play import Run, conserved, fine_settle
from tests.engine.veil import exchanged, shown_moves, shown_refusals

MOST_TRIED = 12


def nothing_is_lost_and_fine_code_agrees(run: Run) -> None:
    """After every node all pieces and tokens are there; merged code and one node at a time give the same states."""
    look = conserved(run.engine)
    for stop in run.stops():
        look(Cells(stop.state.cells))
        if stop.taken is None:
            continue
        cells = next(c.copy() for path, c, _ in run.engine.menu(stop.state) if path == stop.taken.path)
        after = run.after(stop.state, stop.taken)
        if after is not None:
            fine_settle(run.engine, cells, look)
            assert State(tuple(cells)) == after


def offered_moves_can_be_played(run: Run) -> None:
    """Every offered move (or a sample of many) leads to a state; moves are offered once."""
    dice = random.Random(run.seed)
    for stop in run.stops():
        paths = [move.path for move in stop.moves]
        assert len(set(paths)) == len(paths)
        for move in dice.sample(stop.moves, min(len(stop.moves), MOST_TRIED)):
            run.after(stop.state, move)


def strolls_are_offered_moves(run: Run) -> None:
    """A move found choice by choice is one of the menu, with the same cells; there is one exactly if the menu has one."""
    dice = random.Random(run.seed)
    for stop in run.stops():
        menu = {path: (cells, acted) for path, cells, acted in run.engine.menu(stop.state)}
        for _ in range(3 if menu else 0):
            found = random_move(run.engine.machine, Cells(stop.state.cells), lambda pc, ways: dice.randrange(len(ways)))
            path, cells, acted = found or ((), [], False)
            assert menu.get(path) == (cells, acted)


def other_moves_are_refused(run: Run) -> None:
    """A move of an earlier state is played only if it is offered again; nothing can be played after the end."""
    earlier: list[Any] = []
    for stop in run.stops():
        offered = {move.path for move in stop.moves}
        for move in earlier[-MOST_TRIED:]:
            if move.path not in offered:
                assert run.engine.apply(stop.state, move) == Refused(move)
        earlier += stop.moves


def states_can_be_saved(run: Run) -> None:
    """A state written to JSON and read back is the same, and goes on in the same way."""
    for stop in run.stops():
        text = json.dumps(stop.state.to_json())
        again = from_json(run.engine.program, json.loads(text)).value
        assert again == stop.state and hash(again) == hash(stop.state)
        assert run.engine.moves(again) == stop.moves
        if stop.taken is not None:
            assert run.after(again, stop.taken) == run.after(stop.state, stop.taken)


def recorded(run: Run) -> tuple[list[State], Recording | None]:
    """Play with a record; None where the rules were at fault at once."""
    dice, states = random.Random(run.seed), []
    recording = None
    try:
        recording = record(run.engine, run.seed)
        states.append(recording.state)
        for _ in range(run.most):
            moves = run.engine.moves(recording.state)
            if not moves:
                break
            after = recording.play(moves[int(dice.random() * len(moves))])
            assert isinstance(after, Recording)
            recording = after
            states.append(recording.state)
    except Fault:
        if run.strict:
            raise
    return states, recording


def traces_can_be_replayed(run: Run) -> None:
    """A trace, written and read, gives the same states again; with its recorded draws under another seed too."""
    states, recording = recorded(run)
    if recording is None:
        return
    trace = trace_from_json(recording.trace.to_json()).value
    assert trace == recording.trace
    for upto in {0, len(states) // 2, len(states) - 1}:
        again = replay(run.engine, trace, upto)
        assert again.value is not None, again.diagnostics
        assert again.value.state == states[upto]
    other = replay(run.engine, evolve(trace, seed=trace.seed + 1))
    if other.value is not None or run.strict:
        assert other.value is not None, other.diagnostics
        assert _without_chance(other.value.state) == _without_chance(states[-1])


def _without_chance(state: State) -> list[Any]:
    cells = Cells(state.cells)
    for cell in (SEED, COUNTER, LOG, FORCED):
        cells[cell] = None
    return cells


def same_seed_same_game(run: Run) -> None:
    """Playing again gives the same states, moves and trace."""
    first, again = recorded(run), recorded(run)
    assert first[0] == again[0]
    assert first[1] is None or (again[1] is not None and first[1].trace.to_json() == again[1].trace.to_json())


def brute_force_agrees(run: Run) -> None:
    """What is offered can be completed, what is not offered cannot: by trying everything."""
    for stop in run.stops():
        if not stop.moves:
            return
        cells = Cells(stop.state.cells)
        try:
            found, refused = Brute(run.engine, 4000).menu(cells)
        except TooMany:
            continue
        menu = {path: there for path, there, _ in run.engine.machine.menu(cells)}
        assert list(menu) == [path for path, _ in found]
        assert all(there == menu[path] for path, there in found if there[PC] == menu[path][PC])
        for path in refused[:MOST_TRIED]:
            assert isinstance(run.engine.apply(stop.state, move_of(run.engine.program, path)), Refused)


def views_leak_nothing(run: Run) -> None:
    """With other pieces where a player sees none, that player's view, moves and refusals are the same."""
    engine = run.engine
    for number, stop in enumerate(run.stops()):
        for player in range(engine.program.layout.players):
            other = exchanged(engine, stop.state, player, run.seed + number)
            assert view(engine, other, player) == view(engine, stop.state, player)
            if stop.moves and stop.state.cells[ME] == player:
                assert shown_moves(engine, other, player) == shown_moves(engine, stop.state, player)
                assert shown_refusals(engine, other, player) == shown_refusals(engine, stop.state, player)


def receipts_add_up(run: Run) -> None:
    """The lines of a score sheet that are numbers make the total; winners are players."""
    engine = run.engine
    for stop in run.stops():
        try:
            outcome = engine.outcome(stop.state)
            receipts = [engine.receipt(stop.state, p) for p in range(engine.program.layout.players)]
        except Fault:
            if run.strict and not stop.moves:
                raise
            continue
        for player, receipt in enumerate(receipts):
            assert (
                receipt.total
                == sum(as_number(e.value) for e in receipt.lines if isinstance(e.type, NumberType))
                == outcome.totals[player]
            )
            assert all(0 <= piece < len(engine.code.tables.sort_of) for e in receipt.lines for piece in e.pieces)
        assert set(outcome.winners) <= set(range(engine.program.layout.players))


def refused_for_a_reason(run: Run) -> None:
    """What `explore` finds is offered, and it finds all moves with the action; where there is none it has a reason."""
    for stop in run.stops():
        for deed, role in run.engine.program.deeds:
            if role == "action" and stop.moves:
                offered, refusals = explore(run.engine, stop.state, Wanted(deed))
                wanted = [m for m in stop.moves if deed in m.actions]
                assert sorted(m.path for m in offered) == sorted(m.path for m in wanted)
                assert offered or refusals


PROPERTIES: tuple[Callable[[Run], None], ...] = (
    nothing_is_lost_and_fine_code_agrees,
    offered_moves_can_be_played,
    strolls_are_offered_moves,
    other_moves_are_refused,
    states_can_be_saved,
    traces_can_be_replayed,
    same_seed_same_game,
    brute_force_agrees,
    views_leak_nothing,
    receipts_add_up,
    refused_for_a_reason,
)


def tokens_of(run: Run) -> list[Any]:
    """The game as it was played, for comparison between processes."""
    return [[move_tokens(run.engine.program, m) for m in stop.moves] for stop in run.stops()]
