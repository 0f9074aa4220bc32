"""The environment itself: agents `player_0` … act when it is their decision; action k is the k-th move of the menu.

Comes in: something to play on, and the terms. Goes out: what PettingZoo's AEC API asks for. An observation is a dictionary:
`observation`, the numbers of the agent's own view (`columns` names them), and `action_mask`. Rewards come at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import frozen
from gymnasium import spaces
from pettingzoo import AECEnv

from rulekit.adapters.observe import Column, Observer, make_observer
from rulekit.diagnostics import Diagnostic
from rulekit.engine.chance import game_seed
from rulekit.engine.faults import Fault
from rulekit.engine.moves import Move
from rulekit.engine.score import Outcome
from rulekit.engine.view import view
from rulekit.play.tables import HandoverTable

if TYPE_CHECKING:
    from rulekit.report.words import Namer


@frozen
class Terms:
    """How it is played: what is rewarded, how many actions there are, how many decisions at the most, which series of games."""

    reward: str
    actions: int
    longest: int
    seed: int
    render_mode: str | None


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game for agents that learn."""

    def __init__(self, play: HandoverTable, terms: Terms, observer: Observer, whole: Observer, namer: Namer) -> None:
        super().__init__()
        self.play, self.terms, self.observer, self.whole, self.namer = play, terms, observer, whole, namer
        self.render_mode = terms.render_mode
        self.metadata = {"name": f"{play.engine.program.game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(play.engine.program.layout.players)]
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(terms.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.state_space = _box(whole.columns)
        self._series, self._game, self._decisions = terms.seed, -1, 0

    @classmethod
    def of(cls, play: HandoverTable, terms: Terms, namer: Namer) -> GameEnv | Diagnostic:
        """Return an environment; or why there can be none."""
        layout = play.engine.program.layout
        observer, whole = make_observer(layout), make_observer(layout, all_seen=True)
        for made in (observer, whole):
            if isinstance(made, Diagnostic):
                return made
        assert isinstance(observer, Observer) and isinstance(whole, Observer)
        return cls(play, terms, observer, whole, namer)

    def _space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.terms.actions,), np.int8)
        return spaces.Dict({"observation": _box(self.observer.columns), "action_mask": mask})

    # ---- what PettingZoo asks for ----------------------------------------------------------------
    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begin a game: the first one of a series if its seed is given, else the next one."""
        self._series, self._game = (self._series, self._game + 1) if seed is None else (seed, 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection, self._skip_agent_selection, self._decisions = self.agents[0], None, 0
        self._go_on(None)

    def step(self, action: Any) -> None:
        """Make a move for the agent whose decision it is; an agent that is done is taken away."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < self.play.count:
            raise ValueError(f"{agent} is offered {self.play.count} moves, and {action} is none of them")
        self._decisions += 1
        self._go_on(int(action))
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and what it may do."""
        seen = view(self.play.engine, self.play.state, self.possible_agents.index(agent))
        return {"observation": np.array(self.observer.numbers(seen), np.int32), "action_mask": self._mask(agent)}

    def state(self) -> Any:
        """Return the whole truth, for learning that may look at it."""
        return np.array(self.whole.numbers(view(self.play.engine, self.play.state, None)), np.int32)

    def render(self) -> str | None:
        """Return the table as text, as the one sees it whose decision it is."""
        if self.render_mode != "ansi":
            return None
        from rulekit.report.scene.table_text import seen_table

        seat = self.possible_agents.index(self.agent_selection)
        return "\n".join(line.plain for line in seen_table(self.namer, self.play.engine, self.play.state, seat))

    def close(self) -> None:
        """There is nothing to close."""

    # ---- and besides -----------------------------------------------------------------------------
    @property
    def columns(self) -> tuple[Column, ...]:
        """What each number of an observation means."""
        return self.observer.columns

    def moves(self) -> tuple[Move, ...]:
        """Return the moves of the menu: what the actions mean now."""
        return self.play.engine.moves(self.play.state)

    def move_names(self) -> list[str]:
        """Return the moves of the menu in words."""
        return self.namer.moves(self.moves(), self.play.state.cells)

    # ---- the game --------------------------------------------------------------------------------
    def _mask(self, agent: str) -> Any:
        mask = np.zeros(self.terms.actions, np.int8)
        if agent == self.agent_selection and not (self.terminations.get(agent) or self.truncations.get(agent)):
            mask[: self.play.count] = 1
        return mask

    def _go_on(self, move: int | None) -> None:
        """Start (no move) or make a move, and see whether the game goes on."""
        try:
            if move is None:
                self.play.start(game_seed(self._series, self._game))
            else:
                self.play.take(move)
            outcome = self.play.engine.outcome(self.play.state) if not self.play.count else None
        except Fault as fault:
            self._cut("fault", fault.diagnostic())
            return
        if outcome is not None:
            self._finish(outcome)
        elif self._decisions >= self.terms.longest:
            self._cut("too long")
        elif self.play.count > self.terms.actions:
            self._cut("too many moves")
        else:
            self.agent_selection = self.possible_agents[self.play.decider]
            self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _finish(self, outcome: Outcome) -> None:
        rewards = _rewards(self.terms.reward, outcome)
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        told = {"end": "over", "winners": outcome.winners, "totals": outcome.totals}
        self.infos = {agent: {"action_mask": self._mask(agent), **told} for agent in self.agents}

    def _cut(self, end: str, why: Diagnostic | None = None) -> None:
        """End a game that cannot go on: nobody gets anything, and the infos say why."""
        self.truncations = dict.fromkeys(self.agents, True)
        told = {"end": end} if why is None else {"end": end, "code": why.code, "fault": why.message}
        self.infos = {agent: {"action_mask": self._mask(agent), **told} for agent in self.agents}


def _rewards(reward: str, outcome: Outcome) -> list[float]:
    """By seat: the total, or 1 for a winner and -1 for the others; 0 where all win or nobody does."""
    if reward == "score":
        return [float(total) for total in outcome.totals]
    if len(outcome.winners) in (0, len(outcome.totals)):
        return [0.0] * len(outcome.totals)
    return [1.0 if seat in outcome.winners else -1.0 for seat in range(len(outcome.totals))]


def _box(columns: tuple[Column, ...]) -> spaces.Box:
    low, high = (np.array([getattr(column, end) for column in columns], np.int32) for end in ("low", "high"))
    return spaces.Box(low, high, dtype=np.int32)
