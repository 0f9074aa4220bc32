"""Information-set MCTS with one tree: every iteration guesses what is hidden anew and goes down the tree with that.

A node stands for the moves made since the decision, whoever made them; at each node only the moves that are possible in the
guessed position take part, and a move is judged by how often it was possible (Cowling, Powley, Whitehouse 2012, SO-ISMCTS).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt
from random import Random
from time import perf_counter

from attrs import define, field

from rulekit.play.bots.determinize import Worlds, one_of
from rulekit.play.bots.worth import Rewards

EXPLORE = 0.7
Key = Hashable  # of a move: its number at the root, elsewhere what the table says
DEPTH = 24  # decisions of a rollout; then it counts as it stands
MOST_MISSES = 50  # positions that are not as they should be, before giving up
MOST_NODES = 400_000


class Node:
    """A move in the tree: how often it was made and possible, and what came of it for the one who made it."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.available = 0
        self.total = 0.0
        self.children: dict[Key, Node] = {}


@define
class Search:
    """One decision of one player."""

    worlds: Worlds
    count: int
    rewards: Rewards
    chance: Random
    root: Node = field(factory=Node)
    nodes: int = 0
    misses: int = 0

    def run(self, iterations: int | None, seconds: float | None, clock: Callable[[], float] = perf_counter) -> int:
        """Search for so many iterations or seconds; the move made most often."""
        until = None if seconds is None else clock() + seconds
        done = 0
        while done != iterations and (until is None or clock() < until) and self.misses < MOST_MISSES:
            done += 1
            self._iterate()
        children = self.root.children
        tried = [n for n in range(self.count) if n in children]
        if not tried:
            return one_of(self.chance, self.count)
        return max(tried, key=lambda n: (children[n].visits, children[n].total, -n))

    def _iterate(self) -> None:
        """Guess, go down the tree to a new node, play on, and count what came of it."""
        table = self.worlds.table
        if self.worlds.deal(self.chance) != self.count:
            self.misses += 1
            return
        node, made = self.root, []
        keys: Sequence[Key] = range(self.count)
        while True:
            mover = table.decider
            move, child, is_new = self._pick(node, keys)
            made.append((child, mover))
            table.take(move)
            while table.count == 1:
                table.take(0)
            if is_new or table.count <= 0:
                break
            node, keys = child, table.keys()
        outcome = table.play_on(self.chance.getrandbits(64), DEPTH) if table.count >= 0 else None
        if outcome is None:
            self.misses += 1
            return
        worth = self.rewards.of(outcome)
        for child, mover in made:
            child.visits += 1
            child.total += worth[mover]

    def _pick(self, node: Node, keys: Sequence[Key]) -> tuple[int, Node, bool]:
        """Return a move that was never tried, or the most promising one."""
        children = node.children
        known = [children.get(key) for key in keys]
        fresh = [n for n, child in enumerate(known) if child is None]
        for child in known:
            if child is not None:
                child.available += 1
        if fresh and self.nodes < MOST_NODES:
            move = fresh[one_of(self.chance, len(fresh))]
            new = children[keys[move]] = Node()
            new.available = 1
            self.nodes += 1
            return move, new, True
        best, found = -1.0, None
        for n, child in enumerate(known):
            if child is not None:
                visits = child.visits or 1
                promise = child.total / visits + EXPLORE * sqrt(log(child.available) / visits)
                if promise > best:
                    best, found = promise, (n, child)
        if found is None:
            return one_of(self.chance, len(known)), Node(), True
        return found[0], found[1], False
