"""Bots: who decides for a seat. A bot is asked with a state, but looks at it only through `Eyes`."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.model.expressions import ScoreOf
from rulekit.play.bots.bot_notation import Form, GreedyForm, MctsForm, RandomForm, WeightedForm
from rulekit.play.bots.determinize import worlds_of
from rulekit.play.bots.greedy import best_move
from rulekit.play.bots.known import Eyes
from rulekit.play.bots.mcts import Search
from rulekit.play.bots.worth import Rewards
from rulekit.play.choices import below
from rulekit.play.tables import Table, first_action, table_of
from rulekit.program.program import ME

if TYPE_CHECKING:
    from rulekit.native.engine import Native


@define
class Bots:
    """Bots of one game, for one thread; `native` (made with paths) is used for what they try, if it is there."""

    engine: Engine
    native: Native | None = None
    eyes: Eyes = field(init=False)
    table: Table = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.eyes = Eyes(self.engine)
        self.table = table_of(self.engine, self.native)

    def choose(self, form: Form, state: State, count: int, number: int) -> int:
        """The move of the menu (of `count` moves) that a bot makes; `number`: 64 random bits that decide all its chance."""
        if count == 1:
            return 0
        match form:
            case GreedyForm() | MctsForm():
                return self._thought(form, state, count, number)
            case WeightedForm(weights=weights):
                return weighted(weights, self._actions(state), number)
            case RandomForm():
                return below(number, count)

    def _thought(self, form: GreedyForm | MctsForm, state: State, count: int, number: int) -> int:
        known = self.eyes.known(state, state.cells[ME])
        if known is None:
            return below(number, count)
        worlds = worlds_of(self.eyes, known, self.table)
        chance, rewards = Random(number), Rewards(self.engine.program.layout.players, scored(self.engine))
        if isinstance(form, GreedyForm):
            return best_move(worlds, count, form.samples, rewards, chance)
        return Search(worlds, count, rewards, chance).run(form.iterations, form.seconds)

    def _actions(self, state: State) -> list[str | None]:
        """For each move the first action it begins."""
        return [first_action(self.engine.program, path) for path, _, _ in self.engine.menu(state)]


def scored(engine: Engine) -> int:
    """Return what a point is worth to the winner: 1, -1 if the fewest win, 0 if the winner does not depend on the score."""
    for line in engine.program.winner:
        if isinstance(line.value, ScoreOf) and line.value.line is None and line.name in ("most", "fewest"):
            return 1 if line.name == "most" else -1
    return 0


def weighted(weights: tuple[tuple[str, int], ...], actions: list[str | None], number: int) -> int:
    """Return one of the moves, each as likely as the weight of its action; if nothing weighs anything, any of them.

    >>> weighted((("buy", 0),), ["buy", "serve", "buy"], 2**63)
    1
    """
    heavy = dict(weights)
    each = [1 if a is None else heavy.get(a, 1) for a in actions]
    if not sum(each):
        return below(number, len(each))
    left = below(number, sum(each))
    for move, weight in enumerate(each):
        left -= weight
        if left < 0:
            return move
    raise AssertionError(number)
