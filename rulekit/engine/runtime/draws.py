"""Outcomes of chance as a state keeps them: a log to which one more is added, a script of which the next one is taken.

A set-up may draw hundreds of thousands of times before anybody decides; to copy all outcomes at each of them would take
minutes. A state that rests between two decisions has plain tuples: the log and the script of a move begin and end as such.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen


class Log:
    """Outcomes in their order. Those that grew out of each other share a list, of which each is the beginning."""

    __slots__ = ("_count", "_shared")

    def __init__(self, shared: list[int]) -> None:
        self._shared, self._count = shared, len(shared)

    def then(self, outcome: int) -> Log:
        """Return them with one more. Where others have grown out of these already, the list is not shared."""
        shared = self._shared if self._count == len(self._shared) else self._shared[: self._count]
        shared.append(outcome)
        return Log(shared)

    def __iter__(self) -> Iterator[int]:
        return iter(self._shared[: self._count])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


@frozen
class Script:
    """Outcomes that are given, and how many of them were taken."""

    outcomes: tuple[int, ...]
    taken: int = 0


def drawn(log: object, outcome: int) -> Log:
    """Return a log, as a state has it, with one outcome more."""
    return (log if isinstance(log, Log) else Log([*logged(log)])).then(outcome)


def logged(log: object) -> tuple[int, ...]:
    """Return the outcomes of a log, as a state has it."""
    if isinstance(log, Log | tuple):
        return tuple(log)
    raise TypeError(log)


def next_given(script: object) -> tuple[int, Script | tuple[int, ...]]:
    """Return the next outcome of a script, as a state has it, that has some; and the rest."""
    given = Script(script) if isinstance(script, tuple) else script
    assert isinstance(given, Script)
    taken = given.taken + 1
    return given.outcomes[taken - 1], Script(given.outcomes, taken) if taken < len(given.outcomes) else ()
