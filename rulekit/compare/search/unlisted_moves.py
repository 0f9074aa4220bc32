"""Random plays at little cost: one game makes a move without listing its menu, and the other has to allow it.

Comes in: two games in lock-step. Goes out: a play in which a move is refused, the turn, the end or the result differs, told in
the moves of full menus; what only one of them would have offered is not seen here. Some ten times as many games are played so.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from attrs import define, evolve, field

from rulekit.compare.lockstep.chance import moved
from rulekit.compare.lockstep.counterparts import ComparedGame, Key
from rulekit.compare.lockstep.find_move import find_move
from rulekit.compare.lockstep.lockstep import Pair, Position, outcome
from rulekit.compare.search.goals import FAR, Goal, goals
from rulekit.compare.search.plays import SHORT, Budget, Play, Searched
from rulekit.compare.search.random_plays import MOST_DECISIONS
from rulekit.engine.chance import game_seed
from rulekit.engine.compiling.compiler import DECISION
from rulekit.engine.faults import Fault
from rulekit.engine.random_move import Draw, led, random_move
from rulekit.program import program as prog
from rulekit.program.program import ME, Cells, CellValue

STYLES = 4
VARIED = (3, 6, 12, 24)  # so many decisions before its end a game is played on in another way
ENDS, BACK = 60, (1, 2, 3, 6, 12, 24, 48)  # so many ends of a game are played that aims at how it ends, from so far back
SHARE_SCRIPTED = 0.7  # of these differ in one move alone, as far as the others are allowed
TASTES = (1.0, 1.0, 4.0, 0.25)  # of a choice: none, none, what comes first, what comes last
FORGETS = (0.0, 0.0, 0.05, 0.2)  # how often a play with a goal forgets it
WEIGHTS = (1.0, 1.0, 0.01)  # of what should be small at the goal: first to be right there, or first to get there
MOST_MOVES_TRIED = 12  # moves that are tried for one that leads nearer to the goal
PART_WITHOUT_PROGRESS = 8  # this part of a long game without coming nearer: the goal is given up
MOST_LOOKS = 40  # at full menus in one play that has met its goal
DECISIONS_A_LOOK = 8  # so many light decisions cost as much as a look
SERIES = 2  # of the seeds: not those of full plays
OVER = "over"


@define
class UnlistedPlays:
    """Plays light games of a pair, each with other weights of the actions."""

    pair: Pair
    favoured: Collection[str]
    longest: int = MOST_DECISIONS  # decisions in one game: a few times as many as an even game takes
    whole: int = 0  # games of a series that were played to the end
    alone: bool = field(init=False)  # the course of play is the same: one game is enough
    _actions: dict[int, tuple[str, ...]] = field(factory=dict)
    _goals: tuple[Goal, ...] | None = None

    def __attrs_post_init__(self) -> None:
        a, b = self.pair.a.program, self.pair.b.program
        same = a.layout == b.layout and a.defines == b.defines and a.trials == b.trials
        self.alone = same and len(a.nodes) == len(b.nodes) and all(map(_same, a.nodes, b.nodes))

    def play(self, number: int, budget: Budget) -> Play | None:
        """Return the number-th light game, and a few more that end otherwise: where one parts, if it does."""
        draw, seed = Random(-number - 1), game_seed(SERIES, number)
        course = _Course(self, seed, self._chooser(draw, number), budget, self._aim(number), draw)
        start = self.pair.start(seed)
        play = course.run((start.a, start.a if self.alone else start.b), ())
        if number % STYLES == 0 and course.goal is None and course.trail:
            self.longest = min(self.longest, 3 * len(course.trail) + 50)
        if play is not None or not course.ended:
            return play
        course.varied = True
        return course.varied_ends() if course.goal is None or course.goal.node != prog.END else course.better_ends(course.goal)

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
                return Searched(players, games, budget.spent * DECISIONS_A_LOOK, shown=play, light=number - first)

    def _aim(self, number: int) -> Goal | None:
        """Return what a game aims at: every other four games at one of the goals in turn."""
        if not number // STYLES % 2:
            return None
        if self._goals is None:
            self._goals = goals(self.pair)
        return self._goals[number // (2 * STYLES) % len(self._goals)] if self._goals else None

    # ---- weights ---------------------------------------------------------------------------------
    def _chooser(self, draw: Random, number: int) -> Draw:
        """Return how one game likes its ways: all alike, what differs more, every action at will, one action above all."""
        style, liked = number % STYLES, dict[str, float]()
        actions = sorted(name for name, role in self.pair.a.program.deeds if role == "action")
        favourite = actions[draw.randrange(len(actions))] if actions else ""

        def weight(action: str) -> float:
            if action not in liked:
                lean = 6.0 if style in (1, 3) and action in self.favoured else 1.0
                strong = 40.0 if style == 3 and action == favourite else 1.0
                liked[action] = lean * strong * (20.0 ** draw.uniform(-1, 1) if style > 1 else 1.0)
            return liked[action]

        tastes: dict[int, float] = {}

        def choose(pc: int, ways: list[CellValue]) -> int:
            node = self.pair.a.program.nodes[pc]
            if style == 0:
                return int(draw.random() * len(ways))
            if isinstance(node, prog.Choose):
                taste = tastes.setdefault(pc, draw.choice(TASTES))
                return int(draw.random() ** taste * len(ways))
            weights = [max((weight(action) for action in self._begins(led(way)[1])), default=1.0) for way in ways]
            return draw.choices(range(len(ways)), weights)[0]

        return choose

    def _begins(self, node: int) -> tuple[str, ...]:
        """Return the actions that a way may start."""
        if node not in self._actions:
            nodes, seen, todo, found = self.pair.a.program.nodes, {node}, [node], set[str]()
            while todo:
                here = nodes[todo.pop()]
                if isinstance(here, prog.Start):
                    found.add(here.action)
                elif not isinstance(here, prog.Horizon) and len(seen) < 40:
                    more = [n for n in prog.successors(here) if n not in seen]
                    seen.update(more)
                    todo.extend(more)
            self._actions[node] = tuple(sorted(found))
        return self._actions[node]


@define
class _Course:
    """One game of a seed, played by one chooser; `trail`: where it was before each move."""

    plays: UnlistedPlays
    seed: int
    choose: Draw
    budget: Budget
    goal: Goal | None
    draw: Random
    trail: list[tuple[tuple[Cells, Cells], tuple[Key, ...]]] = field(factory=list)
    ended: bool = False
    varied: bool = False  # another end of a game that was counted
    forgets: float = 1.0
    weight: float = 1.0
    at_last: bool = False  # it is played at random, and only its end aims at something
    last: Cells = field(factory=Cells)
    keys: tuple[Key, ...] = ()  # all moves of a game that has ended
    script: tuple[Key, ...] = ()  # moves to make, where they are allowed
    free: bool = False  # but for the first
    met: bool = False  # it has been at its goal: from then on it is played at random
    nearest: float = FAR
    patience: int = 1  # decisions without coming nearer, after which the goal is given up
    looks: int = MOST_LOOKS
    tried: int = DECISIONS_A_LOOK  # moves since the budget was asked

    def __attrs_post_init__(self) -> None:
        if self.goal is not None:
            self.forgets, self.weight = self.draw.choice(FORGETS), self.draw.choice(WEIGHTS)
            self.at_last = self.goal.node == prog.END and self.weight == 1

    def run(self, cells: tuple[Cells, Cells], keys: tuple[Key, ...], most: int = MOST_DECISIONS) -> Play | None:
        """Play to the end; where the games part, told in full menus."""
        (a, b), pair, alone = cells, self.plays.pair, self.plays.alone
        self.trail, self.ended = [], False
        self.met, self.nearest, self.patience = False, FAR, 0 if self.at_last else 1
        for _ in range(min(most, self.plays.longest)):
            if not self._may():
                return None
            first = _advanced(pair.a, a)
            if alone:
                second, b = first, a
            else:
                second = _advanced(pair.b, b)
            self.ended, self.last, self.keys = first == second == OVER, a, keys
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

    def varied_ends(self) -> Play | None:
        """Return a game that was played to the end, and its last decisions in other ways."""
        trail = tuple(self.trail)
        for back in VARIED:
            if self.ended and len(trail) > back:
                (a, b), keys = trail[-back]
                play = self.run((a.copy(), b.copy()), keys)  # the trail keeps what it has
                if play is not None:
                    return play
        return None

    def better_ends(self, goal: Goal) -> Play | None:
        """A game that was played to the end, and others with one other move near it (and, at times, all that follow), always of
        the one that came nearest to the goal."""
        trail, keys, far, self.at_last, left = self.trail, self.keys, goal.far(self.last), True, ENDS
        while left and trail:
            left -= 1
            back = min(self.draw.choice(BACK), len(trail))
            (a, b), before = trail[-back]
            self.script = keys[len(before) + 1 :] if self.draw.random() < SHARE_SCRIPTED else ()
            self.free = True
            play = self.run((a.copy(), b.copy()), before, 2 * back + DECISIONS_A_LOOK)
            if play is not None or self.budget.late:
                return play
            now = goal.far(self.last) if self.ended else FAR
            if now <= far:
                trail, keys, far, left = trail[:-back] + self.trail, self.keys, now, left if now == far else ENDS
        return None

    def _may(self) -> bool:
        """Return whether the budget allows for what was tried since it was asked."""
        while self.tried >= DECISIONS_A_LOOK:
            if not self.budget.spend():
                return False
            self.tried -= DECISIONS_A_LOOK
        self.tried += 1
        return True

    def _step(self, a: Cells, b: Cells) -> tuple[Key, Cells, Cells] | None:
        """Return a move of the first game, made in both; None if the second does not allow it."""
        try:
            made = self._any(a) if self.goal is None else self._aimed(self.goal, a, b)
        except Fault:
            return None
        if made is None:
            return None
        key, after = made
        if self.plays.alone:
            return key, after, after
        other = find_move(self.plays.pair.b, b, key)
        if other is None:
            return None
        moved(key, other)
        return key, after, other

    def _aimed(self, goal: Goal, a: Cells, b: Cells) -> tuple[Key, Cells] | None:
        """Return a move towards the goal, or any: at times, and from the goal on; None if full menus differ there."""
        if self.met:
            return None if self._parts(a, b) else self._any(a)
        if not self.patience:
            return self._any(a)
        here = goal.far(a, self.weight)
        if here < self.nearest:
            self.nearest, self.patience = here, self.plays.longest // PART_WITHOUT_PROGRESS
        self.patience -= 1
        self.met = here == 0
        if self.met:
            return self._aimed(goal, a, b)
        return self._any(a) if self.draw.random() < self.forgets else self._nearer(goal, a, here)

    def _any(self, a: Cells) -> tuple[Key, Cells] | None:
        """Any move of the first game, and where it leads."""
        table = self.plays.pair.a
        if self.script and not self.free:
            key, self.script = self.script[0], self.script[1:]
            after = find_move(table, a, key)
            if after is not None:
                moved(key, after)
                return key, after
        self.free = False
        found = random_move(table.engine.machine, a, self.choose)
        if found is None:
            return None
        key = table.key(a, found[0])
        moved(key, found[1])
        return key, found[1]

    def _nearer(self, goal: Goal, a: Cells, here: float) -> tuple[Key, Cells] | None:
        """Return the first of some moves that leads nearer to the goal, or else the best of them."""
        best, nearest = None, FAR
        for _ in range(MOST_MOVES_TRIED):
            made = self._any(a)
            if made is None:
                return None
            self.tried += 1
            after = made[1].copy()
            far = goal.ahead(after, self.weight)
            if best is None or far < nearest:
                best, nearest = (made if far == FAR else (made[0], after)), far
            if far < here:
                break
        self.met = nearest == 0
        return best

    def _parts(self, a: Cells, b: Cells) -> bool:
        """Return whether full menus differ: asked a few times, where the goal is met and as long as the positions differ."""
        pair = self.plays.pair
        first = self.looks == MOST_LOOKS
        if self.plays.alone or not self.looks or not (first or pair.latent(a, b) is not None):
            return False
        self.looks -= 1
        self.tried += DECISIONS_A_LOOK
        parting = pair.look(Position(a.copy(), b.copy())).parting
        return parting is not None and parting.observable

    def _told(self, keys: tuple[Key, ...]) -> Play | None:
        """Return the game again with full menus, up to where it parts."""
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


def _same(one: prog.AnyNode, two: prog.AnyNode) -> bool:
    """Return whether two nodes do the same, whatever the numbers of their rules."""
    if isinstance(one, prog.Fork) and isinstance(two, prog.Fork):
        return one.bullets == two.bullets
    return type(one) is type(two) and bool(evolve(one, rule=0) == evolve(two, rule=0))


def _advanced(table: ComparedGame, cells: Cells) -> str:
    """Run to the next decision; empty: it is there, `over`, or what went wrong."""
    machine = table.engine.machine
    try:
        pc = machine.advance(cells)
    except Fault as fault:
        return fault.code
    if pc < -1:
        return "RK541"
    return "" if machine.code.kinds[pc] == DECISION else OVER
