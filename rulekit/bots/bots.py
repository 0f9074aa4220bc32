"""Bots: who decides for a seat. A bot is asked with a state, but looks at it only through `Eyes`."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.bots.boards import Board, ReferenceBoard, draw, scored
from rulekit.bots.forms import Form, GreedyForm, MctsForm, RandomForm, WeightedForm
from rulekit.bots.greedy import best_move
from rulekit.bots.known import Eyes
from rulekit.bots.mcts import Search
from rulekit.bots.worth import Rewards
from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.program import program as prog
from rulekit.program.program import ME

if TYPE_CHECKING:
    from rulekit.native.engine import Native


@define
class Bots:
    """Bots of one game, for one thread; `native` (made with paths) is used for what they try, if it is there."""

    engine: Engine
    native: Native | None = None
    eyes: Eyes = field(init=False)
    board: Board = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.eyes = Eyes(self.engine)
        if self.native is None:
            self.board = ReferenceBoard(self.engine, self.eyes)
        else:
            from rulekit.bots.native_board import NativeBoard

            self.board = NativeBoard(self.engine, self.eyes, self.native)

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
                return draw(number, count)

    def _thought(self, form: GreedyForm | MctsForm, state: State, count: int, number: int) -> int:
        known = self.eyes.known(state, state.cells[ME])
        if known is None:
            return draw(number, count)
        self.board.prepare(known)
        chance, rewards = Random(number), Rewards(self.board.players, scored(self.engine))
        if isinstance(form, GreedyForm):
            return best_move(self.board, count, form.samples, rewards, chance)
        return Search(self.board, count, rewards, chance).run(form.iterations, form.seconds)

    def _actions(self, state: State) -> list[str | None]:
        """For each move the first action it begins."""
        nodes = self.engine.program.nodes
        begun = ((nodes[n] for n, _ in path) for path, _, _ in self.engine.menu(state))
        return [next((n.action for n in path if isinstance(n, prog.Start)), None) for path in begun]


def weighted(weights: tuple[tuple[str, int], ...], actions: list[str | None], number: int) -> int:
    """One of the moves, each as likely as the weight of its action; if nothing weighs anything, any of them.

    >>> weighted((("buy", 0),), ["buy", "serve", "buy"], 2**63)
    1
    """
    heavy = dict(weights)
    each = [1 if a is None else heavy.get(a, 1) for a in actions]
    if not sum(each):
        return draw(number, len(each))
    left = draw(number, sum(each))
    for move, weight in enumerate(each):
        left -= weight
        if left < 0:
            return move
    raise AssertionError(number)
