"""Random plays at little cost: one game makes a move without listing its menu, and the other has to allow it.

Comes in: two games in lock-step. Goes out: a play in which a move is refused, the turn, the end or the result differs, told in
the moves of full menus; what only one of them would have offered is not seen here. Some ten times as many games are played so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Any

from attrs import define, field

from rulekit.compare.lockstep import Pair, outcome
from rulekit.compare.search import LONGEST, SHORT, Budget, Play, Searched
from rulekit.compare.sides import Key, Table
from rulekit.engine.chance import game_seed
from rulekit.engine.compile import DECISION
from rulekit.engine.machine import CAUGHT, DEEPEST, Path, bind, told
from rulekit.engine.stop import Fault
from rulekit.engine.stroll import stroll
from rulekit.program import program as g
from rulekit.program.program import ME, PC

Cells = list[Any]
STYLES = 4
VARIED = (3, 6, 12, 24)  # so many decisions before its end a game is played on in another way
TASTES = (1.0, 1.0, 4.0, 0.25)  # of a choice: none, none, what comes first, what comes last
STEPS = 8  # so many light decisions cost as much as a look
SERIES = 2  # of the seeds: not those of full plays
OVER = "over"


@define
class LightPlays:
    """Plays light games of a pair, each with other weights of the actions."""

    pair: Pair
    leaning: Collection[str]
    longest: int = LONGEST  # decisions in one game: a few times as many as an even game takes
    whole: int = 0  # games of a series that were played to the end
    alone: bool = field(init=False)  # the course of play is the same: one game is enough
    _actions: dict[int, tuple[str, ...]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        a, b = self.pair.a.program, self.pair.b.program
        self.alone = a.nodes == b.nodes and a.layout == b.layout and a.defines == b.defines and a.trials == b.trials

    def play(self, number: int, budget: Budget) -> Play | None:
        """The number-th light game, and a few more that end otherwise: where one parts, if it does."""
        draw, seed = Random(-number - 1), game_seed(SERIES, number)
        course = _Course(self, seed, self._chooser(draw, number), budget)
        start = self.pair.start(seed)
        play = course.run((start.a, start.a if self.alone else start.b), ())
        if number % STYLES == 0 and course.trail:
            self.longest = min(self.longest, 3 * len(course.trail) + 50)
        trail = tuple(course.trail)
        for back in VARIED:
            if play is None and course.ended and len(trail) > back:
                (a, b), keys = trail[-back]
                course.varied = True
                play = course.run((a.copy(), b.copy()), keys)  # the trail keeps what it has
        return play

    def series(self, budget: Budget, first: int) -> Searched:
        """Light games from the number `first` on, until one parts or the budget is used up; only whole games count."""
        number = first
        self.whole = 0
        while True:
            play = self.play(number, budget)
            number += 1
            if play is not None or budget.spent >= budget.looks or budget.late:
                players = self.pair.a.program.layout.players
                games = self.whole + (play is not None)
                return Searched(players, games, budget.spent * STEPS, shown=play, light=number - first)

    # ---- weights ---------------------------------------------------------------------------------
    def _chooser(self, draw: Random, number: int) -> Callable[[int, list[Any]], int]:
        """How one game likes its ways: all alike, leaning, every action at will, one action above all."""
        style, liked = number % STYLES, dict[str, float]()
        actions = sorted(name for name, role in self.pair.a.program.deeds if role == "action")
        favourite = actions[draw.randrange(len(actions))] if actions else ""

        def weight(action: str) -> float:
            if action not in liked:
                lean = 6.0 if style in (1, 3) and action in self.leaning else 1.0
                strong = 40.0 if style == 3 and action == favourite else 1.0
                liked[action] = lean * strong * (20.0 ** draw.uniform(-1, 1) if style > 1 else 1.0)
            return liked[action]

        tastes: dict[int, float] = {}

        def choose(pc: int, ways: list[Any]) -> int:
            node = self.pair.a.program.nodes[pc]
            if style == 0:
                return int(draw.random() * len(ways))
            if isinstance(node, g.Choose):
                taste = tastes.setdefault(pc, draw.choice(TASTES))
                return int(draw.random() ** taste * len(ways))
            weights = [max((weight(action) for action in self._begins(following)), default=1.0) for _, following in ways]
            return draw.choices(range(len(ways)), weights)[0]

        return choose

    def _begins(self, node: int) -> tuple[str, ...]:
        """The actions that a way may start."""
        if node not in self._actions:
            nodes, seen, todo, found = self.pair.a.program.nodes, {node}, [node], set[str]()
            while todo:
                here = nodes[todo.pop()]
                if isinstance(here, g.Start):
                    found.add(here.action)
                elif not isinstance(here, g.Horizon) and len(seen) < 40:
                    more = [n for n in g.successors(here) if n not in seen]
                    seen.update(more)
                    todo.extend(more)
            self._actions[node] = tuple(sorted(found))
        return self._actions[node]


@define
class _Course:
    """One game of a seed, played by one chooser; `trail`: where it was before each move."""

    plays: LightPlays
    seed: int
    choose: Callable[[int, list[Any]], int]
    budget: Budget
    trail: list[tuple[tuple[Cells, Cells], tuple[Key, ...]]] = field(factory=list)
    ended: bool = False
    varied: bool = False  # another end of a game that was counted

    def run(self, cells: tuple[Cells, Cells], keys: tuple[Key, ...]) -> Play | None:
        """Play to the end; where the games part, told in full menus."""
        (a, b), pair, alone = cells, self.plays.pair, self.plays.alone
        self.trail, self.ended = [], False
        for step in range(self.plays.longest):
            if step % STEPS == 0 and not self.budget.spend():
                return None
            first = _advanced(pair.a, a)
            if alone:
                second, b = first, a
            else:
                second = _advanced(pair.b, b)
            self.ended = first == second == OVER
            if self.ended and outcome(pair.a, a) == outcome(pair.b, b):
                self.plays.whole += not self.varied
                return None
            if first != second or self.ended or (not first and a[ME] != b[ME]):
                return self._told(keys)
            if first:
                return None
            self.trail.append(((a, b), keys))
            made = self._step(a, b)
            if made is None:
                return self._told(keys)
            key, a, b = made
            keys = (*keys, key)
        return None

    def _step(self, a: Cells, b: Cells) -> tuple[Key, Cells, Cells] | None:
        """A move of the first game, made in both; None if the second does not allow it."""
        pair = self.plays.pair
        try:
            found = stroll(pair.a.engine.machine, a, self.choose)
        except Fault:
            return None
        if found is None:
            return None
        key = pair.a.key(a, found[0])
        after = found[1] if self.plays.alone else find(pair.b, b, key)
        return None if after is None else (key, found[1], after)

    def _told(self, keys: tuple[Key, ...]) -> Play | None:
        """The game again with full menus, up to where it parts."""
        pair = self.plays.pair
        position, at = pair.start(self.seed), 0
        made: list[Key] = []
        while True:
            look = pair.look(position)
            if look.parting is not None and look.parting.observable:
                return Play(pair.a.program.layout.players, self.seed, tuple(made), look.parting, SHORT)
            while at < len(keys) and not (keys[at] in look.menu_a and keys[at] in look.menu_b):
                at += 1  # a forced choice that full menus do not ask for
            if look.over or at >= len(keys):
                return None
            made.append(keys[at])
            position = look.after(keys[at])
            at += 1


def _advanced(table: Table, cells: Cells) -> str:
    """Run to the next decision; empty: it is there, `over`, or what went wrong."""
    machine = table.engine.machine
    try:
        pc = machine.advance(cells)
    except Fault as fault:
        return fault.code
    if pc < -1:
        return "RK541"
    return "" if machine.code.kinds[pc] == DECISION else OVER


# ---- a move that is wanted -----------------------------------------------------------------------
def find(table: Table, cells: Cells, key: Key) -> Cells | None:
    """Where a move leads that has this key; None if it is not offered."""
    machine = table.engine.machine
    finder = _Finder(table, cells, key)
    with machine.searching():
        try:
            return finder.onward(cells.copy(), cells[PC], (), cells[ME])
        except CAUGHT:
            return None


@define
class _Finder:
    table: Table
    before: Cells
    key: Key

    def onward(self, state: Cells, pc: int, path: Path, me: int) -> Cells | None:
        """Go on along the ways that fit."""
        machine = self.table.engine.machine
        while True:
            pc = machine.to_choice(state, pc, me)
            if pc < 0:
                return None
            if machine.code.kinds[pc] != DECISION or state[ME] != me:
                break
            node = machine.nodes[pc]
            if type(node) is not g.Start:
                return None if len(path) > DEEPEST else self._ways(state, pc, node, path, me)
            path, pc = (*path, (pc, told(state, node))), node.next
            if not self._fits(path):
                return None
        if self.table.key(self.before, path) != self.key or not machine.offered(state, pc, me):
            return None
        state[PC] = pc
        return state

    def _ways(self, state: Cells, pc: int, node: Any, path: Path, me: int) -> Cells | None:
        machine = self.table.engine.machine
        for value, following, slots in machine.choices(pc, node, state, machine.code.options):
            machine.visit(pc)
            longer = (*path, (pc, value))
            if not self._fits(longer):
                continue
            branch = state.copy()
            bind(branch, slots, value)
            found = self.onward(branch, following, longer, me)
            if found is not None:
                return found
        return None

    def _fits(self, path: Path) -> bool:
        """Whether what was chosen so far is a beginning of what is wanted."""
        done = [p for p in self.table.key(self.before, path) if p[0] in ("does", "takes")]
        wanted = [p for p in self.key if p[0] in ("does", "takes")]
        return done == wanted[: len(done)]


