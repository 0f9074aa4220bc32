"""All plays of a tiny game, with whatever chance gives, and the logs that each viewer has of them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from attrs import define, field

from rulekit.engine.engine import Engine
from rulekit.engine.events.event import Event
from rulekit.engine.events.log import Log, log_from
from rulekit.engine.faults import ChanceNeeded
from rulekit.engine.machine import Path
from rulekit.engine.state import State, first_cells
from rulekit.engine.view import OPEN
from rulekit.program.program import FORCED, Cells
from tests.engine.events.watching import Watching, watch

Steps = tuple[tuple[Path, tuple[int, ...]], ...]  # the moves, with what chance gave after each


@define
class Plays:
    """Goes through all plays of so many moves; what was noticed leads to the logs that go with it."""

    engine: Engine
    most: int
    logs: dict[Any, dict[tuple[Event, ...], Steps]] = field(factory=lambda: defaultdict(dict))
    count: int = 0

    @property
    def viewers(self) -> tuple[int, ...]:
        """Everybody at the table, and somebody who only watches."""
        return (OPEN, *range(self.engine.program.layout.players))

    def all(self) -> Plays:
        """Go through all of them."""
        self._go((), (), ())
        return self

    def _go(self, done: Steps, path: Path, draws: tuple[int, ...]) -> None:
        """Play on with one more move; where chance is asked, every answer is tried."""
        steps = (*done, (path, draws))
        try:
            state, log, noticed = self._play(steps)
        except ChanceNeeded as asked:
            for outcome in range(asked.count):
                self._go(done, path, (*draws, outcome))
            return
        self.count += 1
        for viewer in self.viewers:
            self.logs[viewer, noticed[viewer]].setdefault(log.events(viewer), steps)
        if len(steps) <= self.most:
            for found, _, _ in self.engine.menu(state):
                self._go(steps, found, ())

    def _play(self, steps: Steps) -> tuple[State, Log, dict[int, Any]]:
        start = State(tuple(first_cells(self.engine.program, 0)))
        state, log = start, log_from(self.engine, start)
        watchers = [Watching(self.engine, viewer) for viewer in self.viewers]
        for path, draws in steps:
            cells = Cells(state.cells)
            cells[FORCED] = draws
            after = watch(self.engine, cells, path, watchers)
            assert log.follow(state, path, draws).cells == after.cells
            assert all(listener.nodes for listener in log.listeners.values())  # what was told fits the rules
            state = after
        return state, log, {w.viewer: tuple(w.noticed) for w in watchers}

    def broken(self) -> list[tuple[Any, ...]]:
        """Pairs of plays that somebody cannot tell apart, but whose logs are not the same."""
        found = []
        for (viewer, _), logs in self.logs.items():
            if len(logs) > 1:
                (one, steps), (two, others) = list(logs.items())[:2]
                differ = next(((a, b) for a, b in zip(one, two, strict=False) if a != b), (len(one), len(two)))
                found.append((viewer, differ, steps, others))
        return found

    def shared(self) -> int:
        """How many plays look to somebody like another one."""
        return self.count * len(self.viewers) - len(self.logs)
