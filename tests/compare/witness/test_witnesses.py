"""A witness is true: its moves are legal in both games one after the other, and at the end they differ as it says."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rulekit.compare.compare import compare
from rulekit.compare.lockstep.chance import moved
from rulekit.compare.result import CompareOptions, Witness
from rulekit.compare.witness.retelling import Telling, retelling
from rulekit.engine.faults import Fault
from rulekit.engine.state import State, first_cells
from rulekit.program.program import FORCED, ME, Cells
from tests.compare.games import MARKET, changed, compared, file
from tests.compare.rules.test_mixed import overlaid
from tests.compare.witness.test_blame import bold

EDITS = (
    ('in a day?" = 1 among', 'in a day?" = 2 among'),
    ("until days is 4 ", "until days is 3 "),
    ("coins[me] >= toll[days] + 1 because", "coins[me] > toll[days] + 2 because"),
    ("| fish  | 3     | ", "| fish  | 4     | "),
    ("  fewest count(basket[p]) ", "  most count(basket[p]) "),
    ("place scrap: pile of card ", "place scrap: pile of card, hidden "),
    ("  set days to days + 1                      @12\n", "  set days to days + 1                      @12\n  next turn me\n"),
)


@cache
def witnesses(name: str) -> tuple[Witness, ...]:
    """The witnesses of some comparisons."""
    if name == "market":
        return compared(MARKET, changed(MARKET, *EDITS)).witnesses
    if name == "back":
        return compared(changed(MARKET, *EDITS), MARKET).witnesses
    if name == "bold":
        return compared(bold("x + y < 4"), bold("x + y < 4", "x", "y")).witnesses
    if name == "pile":
        pile, game_ = (
            ('only cheese appears?" = before_mouse', 'only cheese appears?" = whole_pile'),
            file("rules/bon-appetit.cafe"),
        )
        return compared(game_, changed(game_, pile), CompareOptions(players=(2,), effort=2_000, seconds=20)).witnesses
    one, two = (overlaid("rules/cafe-del-gatto.cafe", f"rules/cafe-del-gatto.{name}.cafe") for name in ("fr", "en"))
    found = compare(one, two, CompareOptions(players=(3,), effort=300, seconds=1_000, each=False)).value
    assert found is not None
    return found.witnesses


@pytest.mark.parametrize("name", ["market", "back", "bold", "pile", "gatto"])
def test_every_witness_is_true(name: str) -> None:
    found = witnesses(name)
    assert found
    for witness in found:
        told = retelling(witness)
        assert len(told.one.made) == len(told.two.made) == len(witness.play.keys)
        for side in (told.one, told.two):
            follow(witness, side)
        part(witness, told.one, told.two)


def follow(witness: Witness, side: Telling) -> None:
    """Every move stands in the menu of the state before, and leads to the next one."""
    engine, play = side.table.engine, witness.play
    cells = first_cells(side.table.program, play.seed)
    cells[FORCED] = play.forced
    state = settled(side, State(tuple(cells)))
    for made, key in zip(side.made, play.keys, strict=True):
        assert made.player == state.cells[ME]
        assert made.move in engine.moves(state)
        cells = Cells(state.cells)
        after = Cells(side.table.moves(cells, engine.machine.settle(cells))[key][1])
        moved(key, after)  # so that both games have the same luck after the same moves, however much each of them draws
        state = settled(side, State(tuple(after)))
        assert data(side, made.after) == data(side, state)
    assert data(side, side.last) == data(side, state)


def settled(side: Telling, state: State) -> State:
    """The state at its next decision."""
    cells = Cells(state.cells)
    try:
        side.table.engine.machine.settle(cells)
    except Fault:
        return state
    return State(tuple(cells))


def data(side: Telling, state: State) -> dict[Any, Any]:
    """What lies on the table, in common terms."""
    return {label: side.table.data(Cells(state.cells), cell) for label, cell in side.table.cells.items()}


def part(witness: Witness, one: Telling, two: Telling) -> None:
    """The two states differ in what the parting names."""
    parting = witness.play.parting
    menus = [s.table.keys(Cells(s.last.cells), s.table.engine.machine.settle(Cells(s.last.cells))) for s in (one, two)]
    match parting.what:
        case "moves":
            assert set(parting.only_a) <= menus[0].keys() - menus[1].keys() and len(one.only) == len(parting.only_a)
            assert set(parting.only_b) <= menus[1].keys() - menus[0].keys() and len(two.only) == len(parting.only_b)
            assert parting.only_a or parting.only_b
        case "turn":
            assert one.last.cells[ME] != two.last.cells[ME] and menus[0] and menus[1]
        case "end":
            assert one.over != two.over
        case "result":
            assert one.over and two.over
            assert one.table.engine.outcome(one.last) != two.table.engine.outcome(two.last)
        case "position":
            assert all(data(one, one.last)[label] != data(two, two.last)[label] for label in parting.labels)
        case "sight":
            assert all(one.table.cells[label].sight != two.table.cells[label].sight for label in parting.labels)
        case _:
            pytest.fail(parting.what)
    assert witness.observable == (parting.what not in ("position", "sight"))


def test_all_kinds_of_parting_were_met() -> None:
    met = {w.play.parting.what for name in ("market", "back", "bold") for w in witnesses(name)}
    assert met >= {"moves", "turn", "end", "result"}


def test_every_difference_of_the_market_has_its_witness() -> None:
    """Except the place that is never used: nobody could see what lies there."""
    found = compared(MARKET, changed(MARKET, *EDITS))
    used = {found.rules.differences[n].name for w in found.witnesses for n in w.blame}
    assert used == {"wage", "play", "buy", "ware.fish", "winner", "rest"}
    assert {d.name for d in found.unneeded} == {"scrap"}
