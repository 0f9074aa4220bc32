"""One position of a game with what was worked out about it: the menu, its words, what everybody sees. Each is made once."""

from __future__ import annotations

import json
from collections.abc import Callable

from attrs import define, field

from rulekit.engine.engine import Engine
from rulekit.engine.machine import Found
from rulekit.engine.moves import Move, move_of
from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.engine.state import State
from rulekit.engine.trace import Recording, after_step
from rulekit.engine.view import View, view
from rulekit.program.program import ME
from rulekit.report.words import Namer


def written(data: object) -> bytes:
    """Data as JSON, without blanks and line breaks."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


@define(eq=False)
class TablePosition:
    """A position; its menu comes along if it is known already."""

    engine: Engine
    state: State
    _menu: list[Found] | None = None
    _moves: list[Move] | None = None
    _texts: dict[int, tuple[Namer, list[str]]] = field(factory=dict)
    _views: dict[int, View] = field(factory=dict)
    _where: dict[int, str] | None = None
    _written: dict[tuple[int, int, str], bytes] = field(factory=dict)

    def menu(self) -> list[Found]:
        """Return the moves that are offered, with the cells each leads to."""
        if self._menu is None:
            self._menu = self.engine.menu(self.state)
        return self._menu

    def moves(self) -> list[Move]:
        """Return the same as moves."""
        if self._moves is None:
            self._moves = [move_of(self.engine.program, path) for path, _, _ in self.menu()]
        return self._moves

    def texts(self, namer: Namer) -> list[str]:
        """Return the same in words."""
        if id(namer) not in self._texts:
            self._texts[id(namer)] = (namer, namer.moves(self.moves(), self.state.cells))
        return self._texts[id(namer)][1]

    def said(self, namer: Namer, move: Move) -> str:
        """Return a move of the menu in words."""
        return self.texts(namer)[self.moves().index(move)]

    def view(self, looker: int) -> View:
        """Return what somebody sees."""
        if looker not in self._views:
            self._views[looker] = view(self.engine, self.state, looker)
        return self._views[looker]

    def written(self, key: tuple[int, int, str], make: Callable[[], object]) -> bytes:
        """Return something that is told of it, as JSON."""
        if key not in self._written:
            self._written[key] = written(make())
        return self._written[key]

    def where(self) -> dict[int, str]:
        """Return the ids of all pieces: the cell and the position in it; the cell alone where who decides does not see them."""
        if self._where is None:
            cells = self.state.cells
            found: dict[int, str] = {}
            for cell, sight in self.engine.code.tables.sight.items():
                seen = sight[cells[ME]]
                found |= {piece: f"{cell}:{n}" if seen else str(cell) for n, piece in enumerate(pieces_in(cells[cell]))}
            self._where = found
        return self._where

    def play(self, here: Recording, number: int) -> tuple[Recording, TablePosition]:
        """Make a move of the menu: the game after it, and the next position with its menu."""
        move = self.moves()[number]
        after, menu = after_step(here, move, self.menu()[number][1])
        return after, TablePosition(self.engine, after.state, menu)
