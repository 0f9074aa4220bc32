"""A game dealt anew where one player could not see: everything that player was told stays the same, the rest is drawn again.

Comes in: the trace of a table and the seat of a player. Goes out: another trace, drawn at random from those in which this player
would have been told the very same at every step, or its first steps. It does not depend on what was hidden at the table, so
whatever is done with it tells nothing of that: other rules may open hands, or the game may be played on to see what comes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from attrs import define, field, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.events.log import Log, log_from
from rulekit.engine.faults import Fault
from rulekit.engine.machine import Found
from rulekit.engine.moves import Move, Part, move_tokens
from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.engine.runtime.constant_tables import owner_of
from rulekit.engine.runtime.draws import logged
from rulekit.engine.state import State, first_cells
from rulekit.engine.trace import Recording, Step, Trace
from rulekit.engine.view import SeenPiece, describe, may_see
from rulekit.model.model import GameModel
from rulekit.model.types import is_piece
from rulekit.program.program import FORCED, FROZEN, LOG, ME, Cells, DimSize, Freeze, KeptCells, Program, as_several
from rulekit.report.table.log_lines import has_secrets
from rulekit.tools.web.workers.position import TablePosition
from rulekit.tools.web.workers.redeal_chance import Climb, Dealer, Event, Parted
from rulekit.tools.web.workers.seated_game import SeatedGame

MOST_DRAWS = 12  # for what chance gives in one step
MOST_STEPS = 4_000  # steps that are tried, beside ten for every step of the game

END = object()


@frozen
class Dealt:
    """A game dealt anew; `whole`: all of it, not only the first steps."""

    trace: Trace
    whole: bool


@frozen
class _Heard:
    """What one player was told at the table, position by position, and what lay behind it: the moves, what chance was asked
    before each position, and the pieces that the player sees there or later."""

    told: tuple[bytes, ...]
    moves: tuple[tuple[int, Move], ...]
    events: tuple[tuple[Event, ...], ...]
    bound: tuple[frozenset[int], ...]


@define
class Redealing:
    """Deals games of one engine's program anew for one player."""

    model: GameModel
    program: Program
    looker: int
    names: tuple[str, ...]
    dice: random.Random
    dealer: Dealer = field(init=False)
    engine: Engine = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.dealer = Dealer(self.dice)
        self.engine = self.dealer.engine = Engine(self.program, chance=self.dealer)

    def deal(self, trace: Trace) -> Dealt:
        """Deal a game anew, or as much of it as could be found; at least another game begins."""
        heard, climb = self._hear(trace), Climb(self.dice)
        if self._is_open(heard):
            return Dealt(trace, True)
        ways, best = [self._starts(heard, trace.seed, climb)], self._start(self.dice.getrandbits(62), None).here.trace
        for _ in range(10 * len(trace.steps) + MOST_STEPS):
            found = next(ways[-1], END)
            if found is END:
                ways.pop()
            elif isinstance(found, SeatedGame):
                climb.reached(len(ways), partial(self._own, found))
                best = found.here.trace if len(ways) == 1 or len(best.steps) < len(ways) - 1 else best
                if len(ways) == len(heard.told):
                    return Dealt(best, True)
                ways.append(self._after(heard, found, len(ways)))
        return Dealt(best, False)

    def _is_open(self, heard: _Heard) -> bool:
        """Return whether nothing was hidden but what chance is still to give."""
        seen = zip(heard.events, heard.bound, strict=True)
        free = any(not event.pieces or not bound.issuperset(event.pieces) for events, bound in seen for event in events)
        return not free and not has_secrets(self.engine)

    def _own(self, seated: SeatedGame) -> tuple[int, ...]:
        """Return the pieces of the player who decides."""
        cells = seated.here.state.cells
        own = [p.base + n for p in self.program.layout.places for n in range(p.size) if owner_of(p.dims, n) == cells[ME]]
        return tuple(pieces_in(*(cells[cell] for cell in own)))

    # ---- the table -------------------------------------------------------------------------------
    def _hear(self, trace: Trace) -> _Heard:
        """Play the game of the table once more and note what the player was told."""
        seated, moves, events = self._start(trace.seed, trace.draws), list[tuple[int, Move]](), [self._events()]
        told, seen = [self._told(seated)], [self._seen(seated)]
        for step in trace.steps:
            move = next(m for m in seated.moves() if move_tokens(self.program, m) == step.move)
            seated = self._play(seated, move, step.draws)
            moves.append((step.player, move))
            events.append(self._events())
            told.append(self._told(seated))
            seen.append(self._seen(seated))
        bound = [frozenset[int]().union(*seen[n:]) for n in range(len(seen))]
        return _Heard(tuple(told), tuple(moves), tuple(events), tuple(bound))

    def _events(self) -> tuple[Event, ...]:
        found = tuple(self.dealer.heard)
        self.dealer.heard.clear()
        return found

    def _told(self, seated: SeatedGame) -> bytes:
        return seated.position(self.looker, "en")

    def _seen(self, seated: SeatedGame) -> set[int]:
        """The pieces that the player sees, as `view` shows them: while others choose in secret, theirs as they were before;
        at the end those of all score sheets."""
        layout, cells = self.program.layout, seated.here.state.cells
        found = set(pieces_in(cells[layout.box]))
        for seat in range(layout.players) if seated.is_over and self.program.score else ():
            found.update(p for line in self.engine.receipt(seated.here.state, seat).lines for p in line.pieces)
        for place in layout.places:
            found.update(self._shown(cells, place.base, place.dims, place.size, place.sight))
        for marker in layout.markers:
            if is_piece(marker.type):
                found.update(self._shown(cells, marker.base, marker.dims, marker.size, marker.sight))
        return found

    def _shown(self, cells: KeptCells, base: int, dims: tuple[DimSize, ...], size: int, sight: str) -> Iterator[int]:
        for offset in range(size):
            owner = owner_of(dims, offset)
            if may_see(sight, owner, self.looker):
                secret = cells[FROZEN] is not None and owner not in (None, self.looker)
                before = as_several(cells[FROZEN])[base + offset - self.program.layout.data[0]] if secret else None
                yield from pieces_in(before if secret else cells[base + offset])

    # ---- another game ----------------------------------------------------------------------------
    def _starts(self, heard: _Heard, seed: int, climb: Climb) -> Iterator[SeatedGame | None]:
        """Set-ups, one after the other; None for those that do not look the same. The deal decides most of what follows, so
        there is always another one."""
        while True:
            self.dealer.luck = climb.next()
            yield self._same_told(heard, 0, lambda: self._start(seed, None))

    def _after(self, heard: _Heard, seated: SeatedGame, number: int) -> Iterator[SeatedGame | None]:
        """Ways to go on to the next position; None for those that do not look the same."""
        player, then = heard.moves[number - 1]
        alike = [m for m in seated.moves() if self._alike(then, m, player, heard.bound[number - 1], seated)]
        for move in self.dice.sample(alike, len(alike)):
            for _ in range(MOST_DRAWS if heard.events[number] else 1):
                yield self._same_told(heard, number, lambda move=move: self._play(seated, move, None))  # type: ignore[misc]

    def _same_told(self, heard: _Heard, number: int, go: Callable[[], SeatedGame]) -> SeatedGame | None:
        """Go to a position, with chance that follows the table's; None if it does not look the same there."""
        self.dealer.script, self.dealer.bound = list(heard.events[number]), heard.bound[number]
        try:
            after = go()
        except (Parted, Fault):
            return None
        finally:
            self.dealer.script = self.dealer.luck = None
        return after if self._told(after) == heard.told[number] else None

    def _alike(self, then: Move, move: Move, player: int, bound: frozenset[int], seated: SeatedGame) -> bool:
        """Return whether a move may stand for one at the table: what the player knows of that, or will know, is the same."""
        if player != self.looker and self._has_secret_values():
            known, offered = self._looks(then, seated, bound), self._looks(move, seated)
            return not Counter(known) - Counter(offered)
        pairs = list(zip(then.parts, move.parts, strict=False))
        return len(then.parts) == len(move.parts) and all(self._same(a, b, bound, seated) for a, b in pairs)

    def _same(self, then: Part, part: Part, bound: frozenset[int], seated: SeatedGame) -> bool:
        if then.pick is None or part.pick is None or not is_piece(then.pick.type):
            return then == part
        known = [n for n, piece in enumerate(pieces_in(then.pick.value)) if piece in bound]
        one, two = ([self._look(p, seated) for p in pieces_in(pick.value)] for pick in (then.pick, part.pick))
        return len(one) == len(two) and all(one[n] == two[n] for n in known)

    def _looks(self, move: Move, seated: SeatedGame, bound: frozenset[int] | None = None) -> list[SeenPiece]:
        """Return what the pieces that a move names look like; only those that are bound."""
        picked = [pick.value for pick in move.picks if is_piece(pick.type)]
        return [self._look(p, seated) for p in pieces_in(*picked) if bound is None or p in bound]

    def _look(self, piece: int, seated: SeatedGame) -> SeenPiece:
        return describe(self.engine, Cells(seated.here.state.cells), piece)

    def _has_secret_values(self) -> bool:
        """Return whether what others choose may stay hidden even if it is no piece."""
        hidden = any(m.sight != "open" for m in self.program.layout.markers)
        return hidden or any(isinstance(node, Freeze) for node in self.program.nodes)

    # ---- playing ---------------------------------------------------------------------------------
    def _start(self, seed: int, draws: tuple[int, ...] | None) -> SeatedGame:
        program = self.program
        cells = first_cells(program, seed)
        menu, log = self._settle(cells, draws)
        trace = Trace(program.game, program.digest, program.layout.players, program.options, seed, log, ())
        seated = self._seated(trace, cells, menu, [], [])
        seated.log = log_from(self.engine, seated.here.state, [seated.eyes(self.looker)])  # nobody else is asked
        seated.log.rest(0)
        return seated

    def _play(self, seated: SeatedGame, move: Move, draws: tuple[int, ...] | None) -> SeatedGame:
        here, now = seated.here, seated.moment()
        cells = now.menu()[now.moves().index(move)][1].copy()
        menu, log = self._settle(cells, draws)
        step = Step(self.engine.decider(here.state) or 0, move_tokens(self.program, move), log)
        trace = here.trace.then(step)
        return self._seated(trace, cells, menu, [(here.state, move)], [now], seated.heard().copy())

    def _settle(self, cells: Cells, draws: tuple[int, ...] | None) -> tuple[list[Found], tuple[int, ...]]:
        """Run to the next menu, with these outcomes of chance if there are any; the outcomes."""
        cells[LOG], cells[FORCED] = (), draws
        menu = self.engine.machine.settle(cells)
        log = logged(cells[LOG])
        cells[LOG], cells[FORCED] = (), None
        return menu, log

    def _seated(
        self,
        trace: Trace,
        cells: Cells,
        menu: list[Found],
        before: list[tuple[State, Move]],
        moments: list[TablePosition],
        log: Log | None = None,
    ) -> SeatedGame:
        here = Recording(self.engine, trace, State(tuple(cells)))
        then = TablePosition(self.engine, here.state, menu)
        since = max(0, len(trace.steps) - 1)
        return SeatedGame(self.model, here, self.names, before, moments=[*moments, then], log=log, since=since)
