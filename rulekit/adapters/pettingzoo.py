"""Any game as a PettingZoo environment in which agents act one after the other (AEC). Needs the extra `rl`.

>>> from rulekit.adapters.pettingzoo import env
>>> table = env("bon-appetit", players=3)
>>> table.reset(seed=1)
>>> table.agent_selection
'player_0'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.engine.machine import MOST_MOVES
from rulekit.extras import has, missing
from rulekit.limits import MOST_DECISIONS
from rulekit.native.engine import native_of
from rulekit.play.series_player import ENGINES, NATIVE, REFERENCE
from rulekit.play.tables import HandoverTable
from rulekit.program.program import Program
from rulekit.tools.io.loading import load, make_spec, namer_of, program_of
from rulekit.tools.io.problems import Problem, Usage
from rulekit.wording import sentence

if TYPE_CHECKING:
    from rulekit.adapters.aec import GameEnv

REWARDS = ("win", "score")


def env(game: str, **told: Any) -> Any:
    """The environment of a game, in PettingZoo's usual wrappers: a move that is not offered ends the game with reward -1."""
    raw = raw_env(game, **told)
    from pettingzoo.utils import wrappers

    guarded = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    return wrappers.OrderEnforcingWrapper(guarded)


def raw_env(
    game: str, *, players: int | None = None, changes: Iterable[str] = (), options: Mapping[str, object] | None = None,
    seed: int = 0, engine: str = "auto", reward: str = "win", actions: int = MOST_MOVES, longest: int = MOST_DECISIONS,
    render_mode: str | None = None,
) -> GameEnv:  # fmt: skip
    """Return the environment without wrappers: a move that is not offered is a ValueError. `game`: its name or file."""
    _check(engine, reward, actions, longest)
    loaded = load(make_spec(game, changes, [f"{name}={value}" for name, value in (options or {}).items()]))
    play = _table(program_of(loaded, players), engine)
    if reward == "score" and not play.engine.program.score:
        raise Usage(sentence('`{model}` has no score sheet: reward="win" is all there is', model=loaded.model.name))
    if not has("pettingzoo"):
        raise Problem((missing("pettingzoo", "rl", sentence("an environment")),))
    from rulekit.adapters.aec import GameEnv, Terms

    made = GameEnv.of(play, Terms(reward, actions, longest, seed, render_mode), namer_of(loaded, play.engine))
    if isinstance(made, Diagnostic):
        raise Problem((made,), loaded.texts)
    return made


def _table(program: Program, engine: str) -> HandoverTable:
    """Return a table for a program; `auto` takes native code if it can be had, else the reference engine."""
    native = None if engine == REFERENCE else native_of(program)
    if engine == NATIVE and isinstance(native, Diagnostic):
        raise Problem((native,))
    return HandoverTable(Engine(program), None if native is None or isinstance(native, Diagnostic) else native.table())


def _check(engine: str, reward: str, actions: int, longest: int) -> None:
    for name, value, known in (("engine", engine, ENGINES), ("reward", reward, REWARDS)):
        if value not in known:
            raise Usage(sentence("{name} is one of {some}, not `{value}`", name=name, some=", ".join(known), value=value))
    if not 1 <= actions <= MOST_MOVES:
        raise Usage(sentence("actions is a number from 1 to {most}", most=MOST_MOVES))
    if longest < 1:
        raise Usage(sentence("longest is a number of decisions, 1 or more"))
