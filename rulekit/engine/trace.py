"""Traces: seed, moves and draws of a game, enough to replay it; without the generator too, since draws are recorded."""

from __future__ import annotations

import json

from attrs import evolve, frozen

from rulekit.diagnostics import NOWHERE, Checked, finding
from rulekit.engine.engine import Engine, Refused
from rulekit.engine.faults import ChanceNeeded, Fault
from rulekit.engine.machine import Found
from rulekit.engine.moves import Move, move_tokens
from rulekit.engine.runtime.draws import logged
from rulekit.engine.state import State, first_cells
from rulekit.model.expressions import Value
from rulekit.program.program import FORCED, LOG, Cells
from rulekit.records import Json
from rulekit.wording import Sentence, sentence

FORMAT = "rulekit trace 2"
OLD_FORMAT = "rulekit trace 1"  # its fingerprint was one of the words too: whether the rules are the same, only playing it tells


@frozen
class Step:
    """One decision: the seat, the move as tokens, and what chance gave until the next decision."""

    player: int
    move: Json
    draws: tuple[int, ...]


@frozen
class Trace:
    """A game as it was played. `draws` are those of the set-up, `digest` is the fingerprint of its rules (empty: unknown)."""

    game: str
    digest: str
    players: int
    options: tuple[tuple[str, Value], ...]
    seed: int
    draws: tuple[int, ...]
    steps: tuple[Step, ...]

    def then(self, step: Step) -> Trace:
        """Return the trace with one more step."""
        return evolve(self, steps=(*self.steps, step))

    def to_json(self) -> str:
        """Return one line a step: traces can be read and compared."""
        head = {
            "format": FORMAT,
            "game": self.game,
            "rules": self.digest,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "draws": list(self.draws),
        }
        steps = [json.dumps({"player": s.player, "move": s.move, "draws": list(s.draws)}, ensure_ascii=False) for s in self.steps]
        body = ",\n ".join(steps)
        return json.dumps(head, ensure_ascii=False)[:-1] + ', "steps": [' + (f"\n {body}\n" if steps else "") + "]}\n"


def trace_from_json(text: str, path: str = "") -> Checked[Trace]:
    """Return a trace read back; anything else is told so."""
    try:
        data = json.loads(text)
        if data["format"] not in (FORMAT, OLD_FORMAT):
            return _other_version(data["format"], path)
        rules = str(data["rules"]) if data["format"] == FORMAT else ""
        steps = tuple(Step(int(s["player"]), s["move"], tuple(int(d) for d in s["draws"])) for s in data["steps"])
        return Checked(
            Trace(
                str(data["game"]),
                rules,
                int(data["players"]),
                tuple(sorted(data["options"].items())),
                int(data["seed"]),
                tuple(int(d) for d in data["draws"]),
                steps,
            )
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
        span = evolve(NOWHERE, path=path)
        return Checked(
            None,
            (finding("RK551", span, "this is no trace of a game", "`rulekit play --save FILE` writes one"),),
        )


def _other_version(found: object, path: str) -> Checked[Trace]:
    """Return a file that says what it is, but is no trace of this version."""
    if not str(found).startswith(FORMAT.rpartition(" ")[0]):
        raise ValueError(found)
    message = sentence(
        "this trace is of another version: `{name}`, while this rulekit reads `{format}`", name=found, format=FORMAT
    )
    return Checked(None, (finding("RK554", evolve(NOWHERE, path=path), message, "replay it with the rulekit it was saved with"),))


@frozen
class Recording:
    """A game being played, with its trace so far. Every step makes a new one: undo is keeping the old."""

    engine: Engine
    trace: Trace
    state: State

    def play(self, move: Move) -> Recording | Refused:
        """Go on with a move."""
        player = self.engine.decider(self.state)
        after = self.engine.apply(self.state, move)
        if isinstance(after, Refused):
            return after
        step = Step(player or 0, move_tokens(self.engine.program, move), logged(after.cells[LOG]))
        return Recording(self.engine, self.trace.then(step), _clear_log(after))


def after_step(here: Recording, move: Move, cells: Cells) -> tuple[Recording, list[Found]]:
    """Go on with a move of the menu that leads to these cells; the next menu comes along."""
    engine, after = here.engine, cells.copy()
    after[LOG] = ()
    menu = engine.machine.settle(after)
    step = Step(engine.decider(here.state) or 0, move_tokens(engine.program, move), logged(after[LOG]))
    return Recording(engine, here.trace.then(step), _clear_log(State(tuple(after)))), menu


def record(engine: Engine, seed: int) -> Recording:
    """Begin a game that is recorded."""
    state = engine.start(seed, log=True)
    program = engine.program
    trace = Trace(program.game, program.digest, program.layout.players, program.options, seed, logged(state.cells[LOG]), ())
    return Recording(engine, trace, _clear_log(state))


def _clear_log(state: State) -> State:
    cells = Cells(state.cells)
    cells[LOG] = ()
    return State(tuple(cells))


def replay(engine: Engine, trace: Trace, upto: int | None = None) -> Checked[Recording]:
    """Play a trace again with its recorded draws; upto: so many steps only."""
    if trace.digest not in ("", engine.program.digest):
        return _problem(
            "RK552",
            sentence("this trace of `{game}` was made with other rules", game=trace.game),
            sentence("replay it with the file, overlays and options it was played with"),
        )
    try:
        recording = _forced_start(engine, trace)
        for number, step in enumerate(trace.steps[:upto]):
            following = again(recording, step)
            if following is None:
                return _problem(
                    "RK553",
                    sentence(
                        "step {number} of the trace is not possible: {dumps}",
                        number=number + 1,
                        dumps=json.dumps(step.move, ensure_ascii=False),
                    ),
                    sentence("the trace was changed, or the rules were"),
                )
            recording = following
    except (ChanceNeeded, ValueError):
        return _problem(
            "RK553", sentence("the draws of the trace do not fit the game"), sentence("the trace was changed, or the rules were")
        )
    except Fault as fault:
        return Checked(None, (fault.diagnostic(),))
    return Checked(recording)


def _problem(code: str, message: Sentence, hint: Sentence) -> Checked[Recording]:
    return Checked(None, (finding(code, NOWHERE, message, hint),))


def _forced_start(engine: Engine, trace: Trace) -> Recording:
    fresh = record(engine, trace.seed)
    if fresh.trace.draws == trace.draws:
        return fresh
    cells = first_cells(engine.program, trace.seed)
    cells[LOG], cells[FORCED] = (), trace.draws
    state = engine.settled(cells)
    return Recording(engine, evolve(fresh.trace, draws=trace.draws), _clear_log(_unforced(state)))


def _unforced(state: State) -> State:
    cells = Cells(state.cells)
    cells[FORCED] = None
    return State(tuple(cells))


def again(recording: Recording, step: Step) -> Recording | None:
    """Play one step of a trace again, with its draws; None if it is not possible here."""
    program = recording.engine.program
    for move in recording.engine.moves(recording.state):
        if move_tokens(program, move) == step.move:
            played = recording.play(move)
            if isinstance(played, Refused):
                return None
            if played.trace.steps[-1].draws == step.draws:
                return played
            cells = Cells(recording.state.cells)
            cells[FORCED] = step.draws
            forced = Recording(recording.engine, recording.trace, State(tuple(cells))).play(move)
            return None if isinstance(forced, Refused) else evolve(forced, state=_unforced(forced.state))
    return None
