"""What a viewer notices of a play, found without the code that makes logs: views after every effect, open choices, what is shown.

Two plays with the same `Noticed` are plays that the viewer cannot tell apart; the promise is that their logs are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, evolve, field

from rulekit.engine.compiling.compiler import DECISION, HORIZON
from rulekit.engine.engine import Engine
from rulekit.engine.machine import Path, bind
from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.engine.runtime.constant_tables import owner_of
from rulekit.engine.state import State
from rulekit.engine.view import describe, may_see, view
from rulekit.model import expressions as exprs
from rulekit.model.model_walk import plain_parts
from rulekit.model.types import is_piece
from rulekit.program import program as prog
from rulekit.program.program import ACTIVE, FORCED, FROZEN, LOG, ME, PC, Cells, CellValue

Noticed = tuple[Any, ...]


@define
class Watching:
    """One viewer watches one play."""

    engine: Engine
    viewer: int
    noticed: list[Any] = field(factory=list)
    _last: Any = None
    _cells: list[CellValue] | None = None

    def look(self, cells: Cells) -> None:
        """Note the view, if it is another one than before; secret parts are told afterwards as if they had been open."""
        shown = [cells[ACTIVE], *cells[slice(*self.engine.program.layout.data)]]  # what lies on the table: all that a view is of
        if shown == self._cells:
            return
        self._cells = shown
        bare = Cells(cells)
        bare[FROZEN] = None
        seen = view(self.engine, State(tuple(bare)), self.viewer)
        now = evolve(seen, decider=None, player=None)
        if now != self._last:
            self._last = now
            self.noticed.append(now)

    def hear(self, node: prog.AnyNode, value: Any, cells: Cells) -> None:
        """Note a choice, as far as it is open to everybody, or the viewer's own."""
        mine = cells[ME] == self.viewer
        match node:
            case prog.Start(action=action):
                self.noticed.append((cells[ME], action))
            case prog.Fork():
                self.noticed.append((cells[ME], "bullet", value))
            case prog.Choose(picks=picks) if mine or not node.private:
                values = (value,) if len(picks) == 1 else value
                told = [self._picked(pick, one, cells) for pick, one in zip(picks, values, strict=True)]
                self.noticed.append((cells[ME], *told))
            case prog.Offer() if mine:
                self.noticed.append((cells[ME], "may", value))

    def _picked(self, pick: prog.PickSpec, value: Any, cells: Cells) -> Any:
        if not is_piece(pick.type):
            return (pick.name, value)
        pieces = list(pieces_in(value))
        if all(self.sees(cells, piece) for piece in pieces):
            return (pick.name, tuple(describe(self.engine, cells, p) for p in pieces))
        return (pick.name, len(pieces))

    def said(self, part: exprs.Expr, cells: Cells) -> Any:
        """A value in a sentence; a piece as far as it is seen."""
        value = self.engine._for_player(part, cells, 0)
        if not is_piece(part.type):
            return value
        return tuple(describe(self.engine, cells, p) if self.sees(cells, p) else None for p in pieces_in(value))

    def sees(self, cells: Cells, piece: int) -> bool:
        """Whether the viewer sees where a piece lies."""
        cell = self.engine.code.space["find"](cells, piece)
        for place in self.engine.program.layout.places:
            if place.base <= cell < place.base + place.size:
                return may_see(place.sight, owner_of(place.dims, cell - place.base), self.viewer)
        return True


def watch(engine: Engine, cells: Cells, path: Path, watchers: list[Watching]) -> State:
    """Go on to the next menu that is asked, while everybody watches."""
    left = list(path)
    while True:
        pc = cells[PC]
        node = engine.program.nodes[pc]
        if engine.code.kinds[pc] <= HORIZON:
            _shown(engine, node, cells, watchers)
            cells[PC] = engine.code.fine[pc](cells)  # type: ignore[misc]
            assert cells[PC] >= 0
            for watcher in watchers:
                watcher.look(cells)
            continue
        if engine.code.kinds[pc] != DECISION:
            break
        if not left:
            menu = engine.machine.menu(cells)
            if len(menu) != 1 or menu[0][2]:
                break
            left = list(menu[0][0])
        _chosen(node, *left.pop(0), cells, watchers)
    cells[LOG] = cells[FORCED] = None
    return State(tuple(cells))


def _chosen(node: prog.AnyNode, number: int, value: Any, cells: Cells, watchers: list[Watching]) -> None:
    assert cells[PC] == number
    for watcher in watchers:
        watcher.hear(node, value, cells)
    match node:
        case prog.Choose(picks=picks):
            bind(cells, [pick.slot for pick in picks], value)
            cells[PC] = node.next
        case prog.Fork(bullets=bullets):
            cells[PC] = bullets[value]
        case prog.Offer(accept=accept, decline=decline):
            cells[PC] = accept if value else decline
        case prog.Start():
            cells[PC] = node.next


def _shown(engine: Engine, node: prog.AnyNode, cells: Cells, watchers: list[Watching]) -> None:
    """What is revealed or announced here: that something is shown, and whose, to all; what it is only to some."""
    if not isinstance(node, prog.Reveal | prog.Announce):
        return
    to = None if node.to is None else engine._for_player(node.to, cells, 0)
    for watcher in watchers:
        told = to in (None, watcher.viewer)
        if isinstance(node, prog.Announce):
            parts = [part if isinstance(part, str) else watcher.said(part, cells) for part in plain_parts(node.text)]
            watcher.noticed += [("announced", *parts)] if told else []
        elif isinstance(node.what, exprs.MarkerOf):
            at = tuple(engine._for_player(index, cells, 0) for index in node.what.indices)
            value = engine._for_player(node.what, cells, 0) if told else None
            watcher.noticed.append(("revealed", node.what.marker, at, to, value))
        else:
            pieces = list(pieces_in(engine._for_player(node.what, cells, 0)))
            homes = sorted((engine.code.space["find"](cells, piece), piece) for piece in pieces)
            seen = [(home, describe(engine, cells, p) if told or watcher.sees(cells, p) else None) for home, p in homes]
            watcher.noticed += [("revealed", to, *seen)] if seen else []


def same_cells(one: State, two: State) -> bool:
    """Whether two states are the same, whatever was noted of chance."""
    pairs: Iterator[tuple[int, tuple[Any, Any]]] = enumerate(zip(one.cells, two.cells, strict=True))
    return all(a == b for n, (a, b) in pairs if n not in (LOG, FORCED))
