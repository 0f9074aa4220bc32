"""Games that begin as they are wanted: every piece where a test puts it, and moves that are told by their words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import define

from rulekit.engine.engine import Engine, Refused
from rulekit.engine.events.log import Log, log_from
from rulekit.engine.state import State
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.table.log_lines import log_lines
from rulekit.report.words import Namer, make_namer

GAMES = Path(__file__).parent / "games"
NAMES = ("Ada", "Bruno", "Carla", "Dora")


def model_of(name: str) -> GameModel:
    """One of the small games beside this file; nothing is wrong with it."""
    checked = check_game((GAMES / f"{name}.cafe").read_text(encoding="utf-8"), f"{name}.cafe")
    assert checked.value is not None and not checked.diagnostics, checked.diagnostics
    return checked.value


@define
class Arranged:
    """A game in progress, with everybody's log."""

    engine: Engine
    namer: Namer
    state: State
    log: Log

    @classmethod
    def at(cls, name: str, players: int, cells: dict[str, Any], seed: int = 0) -> Arranged:
        """Begin a game; `cells`: what lies in places, by their names with indices (`hand[0]`)."""
        model = model_of(name)
        program = lower(model, players).value
        assert program is not None
        engine, namer = Engine(program), make_namer(model, program.layout, "en", NAMES[:players])
        found = list(engine.start(seed).cells)
        for place in program.layout.places:
            for n in range(place.size):
                found[place.base + n] = cells.get(f"{place.name}[{n}]" if place.dims else place.name, found[place.base + n])
        state = State(tuple(found))
        log = log_from(engine, state)
        log.rest(0)
        return cls(engine, namer, state, log)

    def play(self, *moves: str) -> Arranged:
        """Make moves; each is the beginning of what the menu says."""
        for wanted in moves:
            offered = self.engine.moves(self.state)
            texts = self.namer.moves(offered, self.state.cells)
            move = next((m for m, text in zip(offered, texts, strict=True) if text.startswith(wanted)), None)
            assert move is not None, (wanted, texts)
            after = self.engine.apply(self.state, move)
            assert not isinstance(after, Refused)
            self.log.follow(self.state, move.path, None, after)
            self.state = after
        return self

    def read(self, viewer: int | None) -> list[str]:
        """The log of a viewer, line by line."""
        lines = log_lines(self.namer, self.log, viewer)
        names = ["" if line.player is None else self.namer.player(line.player) for line in lines]
        return [" | ".join(filter(None, (f"{n}: {x.text}" if n else "", x.changes))) for n, x in zip(names, lines, strict=True)]
