"""What a worker remembers: the latest checked rules, engines and games in progress. All can be made again from what is sent.

Whoever asks sends the id of the rules and how many steps a table's game has. If that is not what lies here, the answer is
`Missing`, and the question comes again with the texts and the whole trace.
"""

from __future__ import annotations

import json
import random
from collections import OrderedDict
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from attrs import define, field, frozen

from rulekit.diagnostics import Checked, errors
from rulekit.engine.engine import Engine
from rulekit.engine.trace import Step, Trace
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.play.bots.bot_notation import Form
from rulekit.play.bots.bots import Bots
from rulekit.program.lower import lower
from rulekit.tools.command_line.bots_flag import bots_of
from rulekit.tools.io.problems import Problem
from rulekit.tools.web.workers.asked import Source, StepData, TableJob
from rulekit.tools.web.workers.redeal import Dealt, Redealing
from rulekit.tools.web.workers.seated_game import SeatedGame, go_on, sit_down
from rulekit.tools.web.workers.sources import source_id

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
Data = dict[str, object]


class Missing(Exception):
    """Something that was not sent is not known here."""


@define
class Latest(Generic[K, T]):
    """The latest things that were used."""

    most: int
    held: OrderedDict[K, T] = field(factory=OrderedDict)

    def get(self, key: K) -> T | None:
        """Return a thing, if it is still here; it counts as used."""
        if key in self.held:
            self.held.move_to_end(key)
        return self.held.get(key)

    def put(self, key: K, thing: T) -> T:
        """Keep a thing; the one not used for longest goes."""
        self.held[key] = thing
        self.held.move_to_end(key)
        while len(self.held) > self.most:
            self.held.popitem(last=False)
        return thing


@frozen
class Game:
    """Checked rules with the texts they came from."""

    source: Source
    checked: Checked[GameModel]

    @property
    def texts(self) -> dict[str, str]:
        """The texts by path."""
        return dict(self.source["files"])

    @property
    def model(self) -> GameModel:
        """The model; findings end the job."""
        if self.checked.value is None or not self.checked.ok:
            raise Problem(errors(self.checked.diagnostics) or self.checked.diagnostics, self.texts)
        return self.checked.value


@define
class WorkerCache:
    """All that one worker remembers."""

    games: Latest[str, Game] = field(factory=lambda: Latest(24))
    engines: Latest[tuple[str, int], Engine] = field(factory=lambda: Latest(24))
    seated_games: Latest[tuple[int | None, str, int, int], SeatedGame] = field(factory=lambda: Latest(600))
    minds: Latest[tuple[int, type[Form], bool], Bots] = field(factory=lambda: Latest(24))
    broken: int = 0  # faults of rulekit itself that jobs met here
    deals: Latest[str, Dealt] = field(factory=lambda: Latest(50))

    def clear(self) -> None:
        """Forget everything."""
        for latest in (self.games, self.engines, self.seated_games, self.minds, self.deals):
            latest.held.clear()

    def forget(self, table: int | None) -> None:
        """Forget the game of a table: it is made anew when it is asked for."""
        for key in [key for key in self.seated_games.held if key[0] == table]:
            del self.seated_games.held[key]

    def game(self, rules: str, source: Source | None) -> Game:
        """Rules by their id, checked."""
        known = self.games.get(rules)
        if known is not None:
            return known
        if source is None:
            raise Missing
        return self.games.put(source_id(source), check_source(source))

    def engine(self, rules: str, source: Source | None, players: int) -> Engine:
        """Return an engine for so many players."""
        known = self.engines.get((rules, players))
        return known if known is not None else self.engines.put((rules, players), engine_for(self.game(rules, source), players))

    def seated_game(self, job: TableJob) -> SeatedGame:
        """The game of a table as far as it has come; after moves that were taken back it is another one (`turned`), and so it may
        be when the table was read again (`reading`): what was tried here is not always what was kept."""
        key = (job["table"], job["rules"], job.get("turned", 0), job.get("reading", 0))
        names = tuple(job["names"])
        seated = self.seated_games.get(key)
        if seated is None or not (seated.back_to(job["steps"]) or self._caught_up(seated, job)):
            seated = self.seated_games.put(key, self.seated(job))
        seated.called(names)
        return seated

    def past(self, job: TableJob) -> SeatedGame:
        """Return the game of a table as it was after some steps."""
        known = self.seated_game(job).earlier(job["upto"])
        return known if known is not None else self.seated(job, job["upto"])

    def _caught_up(self, seated: SeatedGame, job: TableJob) -> bool:
        """Return whether the game could be played on to where it stands now."""
        here, steps = seated.here.trace.steps, steps_of(job.get("trace", ()))
        if not here or steps[: len(here)] != here:
            return False
        go_on(seated, steps[len(here) :])
        return True

    def bots(self, engine: Engine, form: Form, slow: bool) -> Bots:
        """Return the bots of a game; those that look ahead use machine code where there is any, unless it is `slow` to come."""
        key = (id(engine), type(form), slow)
        known = self.minds.get(key)
        if known is not None and known.engine is engine:
            return known
        return self.minds.put(key, Bots(engine) if slow else bots_of(engine, {0: form}))

    def seated(self, job: TableJob, upto: int | None = None) -> SeatedGame:
        """Return the same made anew from the trace."""
        if "trace" not in job:
            raise Missing
        engine = self.engine(job["rules"], job.get("source"), job["players"])
        return sit_down(self._model(job), engine, _trace(engine, job, upto), tuple(job["names"]))

    def _model(self, job: TableJob) -> GameModel:
        return self.game(job["rules"], job.get("source")).model

    def redealt(self, job: TableJob) -> Dealt:
        """The game of a table dealt anew where the player who asks could not see; the same as long as the game stands there."""
        key = json.dumps((job["table"], job["by"], job["names"], job["trace"]))
        known = self.deals.get(key)
        if known is not None:
            return known
        engine, dice = self.engine(job["rules"], job.get("source"), job["players"]), random.Random(job["fresh"])
        redealing = Redealing(self._model(job), engine.program, job["by"], tuple(job["names"]), dice)
        return self.deals.put(key, redealing.deal(_trace(engine, job)))


def _trace(engine: Engine, job: TableJob, upto: int | None = None) -> Trace:
    """Return the game of a table as it was sent."""
    program, steps = engine.program, steps_of(job["trace"][:upto])
    return Trace(program.game, program.digest, job["players"], program.options, job["seed"], tuple(job["draws"]), steps)


def steps_of(trace: Iterable[StepData]) -> tuple[Step, ...]:
    """Return the steps of a game as they were sent."""
    return tuple(Step(s["player"], s["move"], tuple(s["draws"])) for s in trace)


def check_source(source: Source) -> Game:
    """Check the texts of a source."""
    (path, text), *changes = source["files"]
    settings = tuple((n, v) for n, v in source["set"])
    return Game(source, check_game(text, path, tuple((t, p) for p, t in changes), settings))


def engine_for(game: Game, players: int) -> Engine:
    """Return an engine for so many players."""
    lowered = lower(game.model, players)
    if lowered.value is None:
        raise Problem(lowered.diagnostics, game.texts)
    return Engine(lowered.value)
