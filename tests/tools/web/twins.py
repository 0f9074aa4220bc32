"""Another game that somebody cannot tell from one that was played: what they never saw lies elsewhere, what others chose where
they did not see it is something else, and chance gives something else from now on.

Comes in: an engine, all that happened at a table, who looks. Goes out: the draws and moves of the other game. What may be known
is written down here once more (`known`), not taken from the engine's views: these are what is tested.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from typing import Any, TypeVar

from attrs import define, evolve, field, frozen

from rulekit.engine.chance import Seeded
from rulekit.engine.engine import Engine
from rulekit.engine.machine import Found
from rulekit.engine.moves import Move, move_of, move_tokens
from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.engine.runtime.constant_tables import owner_of
from rulekit.engine.runtime.draws import drawn
from rulekit.engine.state import State, first_cells
from rulekit.engine.trace import Recording, Step, after_step, again, record
from rulekit.engine.view import may_see
from rulekit.program.program import ACTIVE, COUNTER, FORCED, FROZEN, LOG, SEED, Cells, MarkerLayout, PlaceLayout
from tests.tools.web.veiled import Other, exchange, renamed, renamed_move, unseen

T = TypeVar("T")
Event = Step | int  # a move, or so many steps are left after moves were taken back
TRIES = 5
MOST_TRIED = 8  # other moves
OTHERWISE = 0.3  # of the moves that others do not see


@frozen
class Happened:
    """All that happened at a table: what chance gave at the set-up, then moves and moves taken back."""

    draws: tuple[int, ...]
    events: tuple[Event, ...]


# ---- what somebody may know ----------------------------------------------------------------------
def known(engine: Engine, state: State, looker: int) -> tuple[Any, ...]:
    """What lies open to somebody; of what does not, how much it is."""
    layout, cells = engine.program.layout, state.cells
    low, before = layout.data[0], cells[FROZEN]

    def now(cell: int, owner: int | None) -> Any:
        return cells[cell] if before is None or owner in (None, looker) else before[cell - low]

    found: list[Any] = [engine.decider(state), cells[ACTIVE], cells[layout.box], before is None]
    families: tuple[PlaceLayout | MarkerLayout, ...] = (*layout.places, *layout.markers)
    for family in families:
        for offset in range(family.size):
            owner = owner_of(family.dims, offset)
            value = now(family.base + offset, owner)
            if not may_see(family.sight, owner, looker):
                value = (len(value) if isinstance(value, tuple) else value is None) if family in layout.places else None
            found.append(value)
    shown = {piece for value in found[2:] for piece in pieces_in(value)}
    for (sort, _), base in engine.code.tables.changing.items():
        first, count = next((s.first, s.count) for s in layout.sorts if s.name == sort)
        found += [cells[base + n] for n in range(count) if first + n in shown]
    for tally in layout.tallies:
        own = tally.size // layout.players
        found += [now(tally.base + n, n // own) for n in range(tally.size)]
    if engine.is_over(state) and engine.program.score:  # then all that counts is told
        found += [engine.receipt(state, seat) for seat in range(layout.players)]
    return tuple(found)


# ---- chance that is watched, and chance that is led -----------------------------------------------
@define
class Watched(Seeded):
    """Chance as it is, with what it gave: pieces and values instead of numbers."""

    gave: list[Any] = field(factory=list)

    def shuffled(self, cells: Cells, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Shuffle."""
        found = Seeded.shuffled(cells, pieces)
        return self._note(cells, found, found)

    def pick(self, cells: Cells, pieces: tuple[int, ...]) -> int:
        """Pick a piece."""
        at = super().pick(cells, pieces)
        return self._note(cells, at, (pieces[at],))

    def some(self, cells: Cells, values: list[Any], pieces: bool) -> int:
        """Pick a value."""
        at = super().some(cells, values, pieces)
        return self._note(cells, at, (values[at],) if pieces else values[at])

    def _note(self, cells: Cells, answer: T, gave: Any) -> T:
        if cells[LOG] is not None:  # else the rules are only tried
            self.gave.append(gave)
        return answer


@define
class Led(Seeded):
    """Chance that gives what it gave elsewhere, with other pieces; where that does not fit, what the seed gives."""

    other: Other = field(factory=dict)
    gives: deque[Any] = field(factory=deque)

    def shuffled(self, cells: Cells, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Shuffle."""
        wanted = self._next(cells)
        if wanted is None or sorted(wanted) != sorted(pieces):
            return Seeded.shuffled(cells, pieces)
        order = list(pieces)
        for i in range(len(order), 1, -1):
            j = order.index(wanted[i - 1])
            order[i - 1], order[j] = order[j], order[i - 1]
            _count(cells, j)
        return tuple(order)

    def pick(self, cells: Cells, pieces: tuple[int, ...]) -> int:
        """Pick a piece."""
        return self._one(cells, pieces)

    def some(self, cells: Cells, values: list[Any], pieces: bool) -> int:
        """Pick a value."""
        return self._one(cells, values)

    def _one(self, cells: Cells, values: Sequence[Any]) -> int:
        wanted = self._next(cells)
        wanted = wanted[0] if isinstance(wanted, tuple) else wanted
        if wanted is None or wanted not in values:
            return Seeded.draw(cells, len(values))
        if len(values) > 1:
            _count(cells, values.index(wanted))
        return values.index(wanted)

    def _next(self, cells: Cells) -> Any:
        if cells[LOG] is None or not self.gives:
            return None
        gave = self.gives.popleft()
        return tuple(self.other.get(p, p) for p in gave) if isinstance(gave, tuple) else gave


def _count(cells: Cells, outcome: int) -> None:
    cells[COUNTER] += 1
    cells[LOG] = drawn(cells[LOG], outcome)


# ---- the game as it was --------------------------------------------------------------------------
@frozen
class Passed:
    """A game as it went: the state after each event, what chance gave there, the move that was made."""

    states: tuple[State, ...]
    gave: tuple[tuple[Any, ...], ...]
    moves: tuple[Move | None, ...]


@define
class Watcher:
    """Plays games again and notes what chance gave."""

    engine: Engine
    chance: Watched

    @classmethod
    def of(cls, engine: Engine) -> Watcher:
        """One for an engine; it is made once."""
        if "watcher" not in engine.memory:
            chance = Watched()
            engine.memory["watcher"] = cls(Engine(engine.program, chance=chance), chance)
        found: Watcher = engine.memory["watcher"]
        return found

    def watch(self, happened: Happened) -> Passed:
        """Play it all again."""
        here = [self._begin(happened.draws)]
        states, gave, moves = [here[0].state], [self._gave()], list[Move | None]([None])
        for event in happened.events:
            move = None
            if isinstance(event, int):
                del here[event + 1 :]
                self._gave()
            else:
                move = next(m for m in self.engine.moves(here[-1].state) if move_tokens(self.engine.program, m) == event.move)
                here.append(self._again(here[-1], event))
            states.append(here[-1].state)
            gave.append(self._gave() if move else ())
            moves.append(move)
        return Passed(tuple(states), tuple(gave), tuple(moves))

    def _begin(self, draws: tuple[int, ...]) -> Recording:
        fresh = record(self.engine, 0)
        self._gave()
        cells = first_cells(self.engine.program, 0)
        cells[LOG], cells[FORCED] = (), draws
        cells = Cells(self.engine.settled(cells).cells)
        cells[LOG], cells[FORCED] = (), None
        return evolve(fresh, trace=evolve(fresh.trace, draws=draws), state=State(tuple(cells)))

    def _again(self, here: Recording, step: Step) -> Recording:
        cells = Cells(here.state.cells)
        cells[FORCED] = step.draws
        self._gave()
        after = again(evolve(here, state=State(tuple(cells))), step)
        assert after is not None
        cells = Cells(after.state.cells)
        cells[FORCED] = None
        return evolve(after, state=State(tuple(cells)))

    def _gave(self) -> tuple[Any, ...]:
        found = tuple(self.chance.gave)
        self.chance.gave.clear()
        return found


# ---- another game --------------------------------------------------------------------------------
@frozen
class Place:
    """Where a game stands, with what is offered there."""

    here: Recording
    menu: list[Found]


@define
class Twin:
    """Makes the other game of a table for those who look (seats, or `OPEN`)."""

    engine: Engine
    lookers: tuple[int, ...]
    dice: random.Random
    other: Other = field(factory=dict)
    _led: Engine = field(init=False)
    _chance: Led = field(init=False)

    def __attrs_post_init__(self) -> None:
        if "led" not in self.engine.memory:
            chance = Led()
            self.engine.memory["led"] = (Engine(self.engine.program, chance=chance), chance)
        self._led, self._chance = self.engine.memory["led"]

    def hidden(self, passed: Passed) -> set[int]:
        """The pieces that none of them has ever seen."""
        found = set(range(len(self.engine.code.tables.sort_of)))
        for state in dict.fromkeys(passed.states):
            for looker in self.lookers:
                found &= unseen(self.engine, state, looker)
        return found

    def made(self, passed: Passed, happened: Happened, seed: int) -> Happened | None:
        """Another game in which the same pieces are in sight; None if none was found."""
        hidden = self.hidden(passed)
        for number in range(TRIES):
            self.other = exchange(self.engine, hidden, self.dice)
            found = self._followed(passed, happened.events, seed, number < TRIES - 2)
            if found is not None and found != happened:
                return found
        return None

    def _followed(self, passed: Passed, events: tuple[Event, ...], seed: int, otherwise: bool) -> Happened | None:
        """The game from its beginning, event by event; `otherwise`: what others choose unseen may be something else."""
        self._lead(passed.gave[0])
        begun = record(self._led, seed)
        here, told = [Place(begun, self._led.menu(begun.state))], list[Event]()
        since = max((n for n, s in enumerate(passed.states) if s.cells[FROZEN] is None), default=0)
        after: Place | None = here[0] if self._same(passed.states[0], begun.state) else None
        for number, event in enumerate(events, 1):
            if after is None:
                return None
            if isinstance(event, int):
                del here[event + 1 :]
                told.append(event)
                continue
            free = otherwise and (number > since or self.dice.random() < OTHERWISE)
            tried = self._tried(here[-1], passed.moves[number], free)
            after = next((a for m, cells in tried if (a := self._after(here[-1], m, cells, passed, number)) is not None), None)
            if after is not None:
                here.append(after)
                told.append(after.here.trace.steps[-1])
        return Happened(begun.trace.draws, tuple(told)) if after is not None else None

    def _tried(self, place: Place, wanted: Move | None, otherwise: bool) -> list[tuple[Move, Cells]]:
        """The same move with other pieces; where others do not see it or it is not possible, another one before it."""
        assert wanted is not None
        state, moves = place.here.state, [(move_of(self.engine.program, path), cells) for path, cells, _ in place.menu]
        mapped = renamed_move(wanted, self.other)
        same = [pair for pair in moves if pair[0] == mapped]
        mine = self._led.decider(state) in self.lookers
        if mine or (same and not (otherwise and self._veiled(state))):
            return same
        secret = state.cells[FROZEN] is not None  # else everybody knows what is begun
        rest = [pair for pair in moves if pair not in same and (secret or pair[0].actions == wanted.actions)]
        return [*self.dice.sample(rest, len(rest))[:MOST_TRIED], *same]

    def _veiled(self, state: State) -> bool:
        """Whether others may not know what is chosen."""
        return state.cells[FROZEN] is not None or any(m.sight != "open" for m in self.engine.program.layout.markers)

    def _after(self, place: Place, move: Move, cells: Cells, passed: Passed, number: int) -> Place | None:
        self._lead(passed.gave[number])
        after, menu = after_step(place.here, move, cells)
        return Place(after, menu) if self._same(passed.states[number], after.state) else None

    def _lead(self, gave: tuple[Any, ...]) -> None:
        self._chance.other, self._chance.gives = self.other, deque(gave)

    def _same(self, one: State, two: State) -> bool:
        """Whether those who look cannot tell two states from each other."""
        if not self.engine.is_over(one) and _bare(renamed(self.engine, one, self.other)) == _bare(two):
            return True
        return all(known(self.engine, one, looker) == known(self.engine, two, looker) for looker in self.lookers)


def _bare(state: State) -> State:
    cells = Cells(state.cells)
    cells[SEED] = cells[COUNTER] = cells[LOG] = cells[FORCED] = None
    return State(tuple(cells))
