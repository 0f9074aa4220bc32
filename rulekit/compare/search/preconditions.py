"""What has to happen before a node of the flow is reached: tests that must come out one way, on every way that leads there.

Comes in: a program, a node to reach, a node where play stands. Goes out: these tests, in the order in which play meets them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cached_property

from attrs import frozen

from rulekit.model.expressions import Expr
from rulekit.model.model_walk import closure
from rulekit.program import program as prog

Edge = tuple[int, int]


@frozen
class Precondition:
    """A test and whether it has to hold."""

    test: Expr
    holds: bool


@frozen(slots=False)
class Ways:
    """The ways of a program."""

    program: prog.Program

    @cached_property
    def following(self) -> tuple[tuple[int, ...], ...]:
        """For each node those that may come next."""
        return tuple(tuple(dict.fromkeys(_possible(n))) for n in self.program.nodes)

    def reached(self, start: int) -> set[int]:
        """Return all nodes that can come after one, and itself."""
        return closure([start], lambda node: self.following[node])

    def tests(self, start: int) -> Iterator[int]:
        """Yield the tests that play may come to from a node, without a decision on the way."""
        seen, todo = {start}, [start]
        while todo:
            here = todo.pop()
            node = self.program.nodes[here]
            if isinstance(node, prog.Test):
                yield here
            if not isinstance(node, prog.DECISIONS):
                more = [node for node in self.following[here] if node not in seen]
                seen.update(more)
                todo.extend(more)

    def gates(self, start: int, goal: int) -> tuple[Precondition, ...] | None:
        """Return the tests that every way from one node to another passes; None if there is no way."""
        path = self._path(start, goal)
        if path is None:
            return None
        found = []
        for here, following in self._bridges(path):
            node = self.program.nodes[here]
            if isinstance(node, prog.Test | prog.Require):
                found.append(Precondition(node.test, isinstance(node, prog.Require) or following == node.yes))
        return tuple(found)

    def _path(self, start: int, goal: int) -> list[int] | None:
        """Return a shortest way."""
        came, todo = {start: -1}, deque([start])
        while todo and goal not in came:
            here = todo.popleft()
            for node in self.following[here]:
                if node not in came:
                    came[node] = here
                    todo.append(node)
        if goal not in came:
            return None
        path = [goal]
        while came[path[-1]] >= 0:
            path.append(came[path[-1]])
        return path[::-1]

    def _bridges(self, path: list[int]) -> Iterator[Edge]:
        """Yield the steps of a way that no other way between its ends leaves out: nothing before them leads past them."""
        at, seen, furthest = {node: n for n, node in enumerate(path)}, set[int](), 0
        for n, here in enumerate(path[:-1]):
            todo = [node for node in self.following[here] if node != path[n + 1]]
            while todo:
                node = todo.pop()
                if node in at:
                    furthest = max(furthest, at[node])
                elif node not in seen:
                    seen.add(node)
                    todo.extend(self.following[node])
            if furthest <= n:
                yield here, path[n + 1]


def _possible(node: prog.AnyNode) -> tuple[int, ...]:
    """Return what may come next: where everybody may have a turn, somebody always has the next one."""
    match node:
        case prog.TurnFirst(where=None, next=following):
            return (following,)
        case prog.TurnNext(where=None, whole=whole, tested=tested, body=body):
            return (tested, body) if whole else (tested,)
    return prog.successors(node)
