"""Two worlds of a larger game that a viewer cannot tell apart, played on side by side."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from attrs import define

from rulekit.engine.engine import Engine
from rulekit.engine.events.log import Log, log_from
from rulekit.engine.faults import Fault
from rulekit.engine.machine import CAUGHT, Found, Path
from rulekit.engine.state import State
from rulekit.program.program import Cells
from rulekit.report.table.log_lines import log_lines
from rulekit.report.words import Namer
from rulekit.tools.terminal.why_questions import answer
from tests.engine.events.watching import Noticed, Watching, watch
from tests.engine.play import Run
from tests.engine.veil import exchanged

MOST_TRIED = 12  # moves of the other world for one that looks the same


@define
class World:
    """One of the two: where it is, and the log of the viewer."""

    engine: Engine
    viewer: int
    state: State
    log: Log

    @classmethod
    def at(cls, engine: Engine, viewer: int, state: State) -> World:
        """Begin to listen here."""
        log = log_from(engine, state, [viewer])
        log.rest(0)
        return cls(engine, viewer, state, log)

    def would_notice(self, path: Path) -> tuple[Noticed, State] | None:
        """What the viewer notices of a move, and where it leads; None where the rules are at fault."""
        watcher = Watching(self.engine, self.viewer)
        watcher.look(Cells(self.state.cells))
        try:
            after = watch(self.engine, Cells(self.state.cells), path, [watcher])
        except (Fault, AssertionError, *CAUGHT):
            return None
        return tuple(watcher.noticed), after

    def reads(self, namer: Namer) -> list[str]:
        """What the viewer reads: the log in words; who decides also the menu, its question, and why nothing else is allowed."""
        lines = [f"{line.head(namer)} {line.changes}" for line in log_lines(namer, self.log, self.viewer)]
        if self.engine.decider(self.state) != self.viewer:
            return lines
        moves, cells = self.engine.moves(self.state), self.state.cells
        told = [namer.question(moves, cells), *namer.moves(moves, cells), *answer(namer, self.engine, self.state, "")]
        return [*lines, *told]

    def go(self, path: Path, after: State) -> None:
        """Make a move."""
        self.log.follow(self.state, path, None, after)
        self.state = after


@define
class Pairs:
    """Looks for worlds that look the same and read otherwise."""

    run: Run
    moves: int
    namers: Sequence[Namer] = ()  # languages in which all that the viewer reads is compared too
    compared: int = 0
    others: int = 0

    def differences(self, viewer: int) -> Iterator[object]:
        """Stop at some states of a game, exchange what the viewer does not see, and go on in both worlds."""
        for number, stop in enumerate(self.run.stops()):
            other = exchanged(self.run.engine, stop.state, viewer, number)
            one, two = (World.at(self.run.engine, viewer, state) for state in (stop.state, other))
            self.others += other != stop.state
            yield from self._side_by_side(one, two, random.Random(number))

    def _side_by_side(self, one: World, two: World, dice: random.Random) -> Iterator[object]:
        for _ in range(self.moves):
            paths = [path for path, _, _ in _menu(one)]
            if not paths:
                return
            path = dice.choice(paths)
            seen = one.would_notice(path)
            twin = None if seen is None else self._alike(two, seen[0], path, dice)
            if seen is None or twin is None:
                return
            one.go(path, seen[1])
            two.go(*twin)
            self.compared += 1
            logs = one.log.events(one.viewer), two.log.events(two.viewer)
            if logs[0] != logs[1]:
                yield [(a, b) for a, b in zip(*logs, strict=False) if a != b][:1] or logs
            for namer in self.namers:
                read = one.reads(namer), two.reads(namer)
                if read[0] != read[1]:
                    yield [(a, b) for a, b in zip(*read, strict=False) if a != b][:1] or read

    def _alike(self, world: World, noticed: Noticed, path: Path, dice: random.Random) -> tuple[Path, State] | None:
        """A move of the other world of which the viewer notices the same."""
        paths = [found for found, _, _ in _menu(world)]
        tried = [p for p in paths if p == path] + dice.sample(paths, min(len(paths), MOST_TRIED))
        for found in dict.fromkeys(tried):
            seen = world.would_notice(found)
            if seen is not None and seen[0] == noticed:
                return found, seen[1]
        return None


def _menu(world: World) -> list[Found]:
    try:
        return world.engine.menu(world.state)
    except Fault:
        return []
