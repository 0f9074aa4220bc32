"""What a learner's rule file has to fulfil: the text of a `check` block comes in, goals with their conditions go out.

    games 300
    goal "The starter wins about half of the games."
      share of wins of seat 1 between 45 and 55

A condition is a mistake-free file, a declared thing, a reason, a worked example, or a number measured in random games.
Whether a condition holds of a file is found out in `tools`; here is only what can be said of the games that were played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Union

from attrs import define, evolve, field, frozen

from rulekit.play.results import ENDS, GameResult

MOST_GAMES = 2_000
DECLARED = (
    "kind", "piece", "place", "tally", "marker", "option", "table", "define", "action", "step", "score", "winner", "setup",
)  # fmt: skip
ALONE = ("winner", "setup")
_GOAL = re.compile(r'goal\s+"(?P<sentence>[^"]+)"$')
_SETTING = re.compile(r"(?P<name>games|players|seed)\s+(?P<number>\d{1,9})$")
_NAME = re.compile(r"[^\W\d]\w*$")
_ADDRESS = re.compile(r"[^\W\d]\w*(\.\w+)+$")
_NUMBER = r"-?\d{1,9}(?:\.\d{1,6})?"
_QUANTITY = re.compile(
    rf"(?:(?P<how>mean|shortest|longest) (?P<decisions>decisions)|(?P<score>mean score)(?: of seat (?P<scorer>\d+))?"
    rf"|(?P<wins>share of wins) of seat (?P<seat>\d+)|(?P<shared>share of shared wins)|ends (?P<end>{'|'.join(ENDS)}))"
    rf"\s+(?:(?P<sign><=|>=|<|>|=)\s*(?P<number>{_NUMBER}|all|none)|between (?P<low>{_NUMBER}) and (?P<high>{_NUMBER}))$"
)


@frozen
class NoErrors:
    """The file has no mistakes that keep it from being played."""


@frozen
class Declared:
    """The file declares a thing of this sort with this name; `score` is a line of the score sheet."""

    what: str
    name: str


@frozen
class Reason:
    """The requirement at this address tells its reason."""

    address: str


@frozen
class Worked:
    """A worked example, from `players` on, that must hold."""

    body: str
    line: int


@frozen
class Measured:
    """A number of the random games, between `low` and `high`; at the bounds too, unless they are `strict`.

    `quantity`: mean, shortest, longest (decisions), score, wins, shared, or how games end; with a seat, counted from 1.
    """

    quantity: str
    seat: int | None = None
    low: float = float("-inf")
    high: float = float("inf")
    strict: bool = False

    def holds(self, value: float) -> bool:
        """Return whether the number is as wanted."""
        return self.low < value < self.high if self.strict else self.low <= value <= self.high


Condition = Union[NoErrors, Declared, Reason, Worked, Measured]


@frozen
class Goal:
    """A sentence for the learner, and what must hold for it."""

    sentence: str
    conditions: tuple[Condition, ...]
    line: int


@frozen
class Sample:
    """The random games that are measured."""

    games: int = 300
    players: int = 2
    seed: int = 1


@frozen
class Mistake:
    """Something in a lesson that cannot be understood: the line and a sentence for its author."""

    line: int
    text: str


@frozen
class Goals:
    """All goals of a lesson, the games to measure, and what could not be understood."""

    goals: tuple[Goal, ...] = ()
    sample: Sample = Sample()
    mistakes: tuple[Mistake, ...] = ()


def goals_from(text: str, first: int = 1) -> Goals:
    """Read a `check` block whose first line has the number `first`."""
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), first):
        if line.strip() and not line.lstrip().startswith("#"):
            reader.line(line, number)
    return reader.done()


@define
class _Reader:
    goals: list[Goal] = field(factory=list)
    sample: Sample = Sample()
    mistakes: list[Mistake] = field(factory=list)
    example: list[str] | None = None
    began: int = 0

    def line(self, line: str, number: int) -> None:
        """Read a line: a setting, a goal, a condition, or a line of an example."""
        depth = len(line) - len(line.lstrip(" "))
        if self.example is not None and depth > 2:
            self.example.append(line)
            return
        self._end_example()
        if depth == 0:
            self._outer(line.rstrip(), number)
        elif not self.goals:
            self.mistakes.append(Mistake(number, f"`{line.strip()}` stands before the first goal"))
        elif line.strip() == "example":
            self.example, self.began = [], number
        else:
            self._condition(line.strip(), number)

    def _outer(self, line: str, number: int) -> None:
        goal, setting = _GOAL.match(line), _SETTING.match(line)
        if goal is not None:
            self.goals.append(Goal(goal["sentence"], (), number))
        elif setting is not None:
            most = MOST_GAMES if setting["name"] == "games" else 24 if setting["name"] == "players" else 10**9
            if not (setting["name"] != "seed") <= int(setting["number"]) <= most:
                self.mistakes.append(Mistake(number, f"`{setting['name']}` is a number from 1 to {most}"))
            else:
                self.sample = evolve(self.sample, **{setting["name"]: int(setting["number"])})
        else:
            self.mistakes.append(Mistake(number, f'expected `goal "…"`, `games`, `players` or `seed`, not `{line}`'))

    def _condition(self, line: str, number: int) -> None:
        made = condition_from(line)
        if made is None:
            self.mistakes.append(Mistake(number, f"`{line}` is no condition"))
        else:
            self._add(made)

    def _add(self, condition: Condition) -> None:
        last = self.goals[-1]
        self.goals[-1] = evolve(last, conditions=(*last.conditions, condition))

    def _end_example(self) -> None:
        if self.example is None:
            return
        if self.example:
            self._add(Worked(_dedented(self.example), self.began + 1))
        else:
            self.mistakes.append(Mistake(self.began, "this example is empty; its lines are indented more than the word itself"))
        self.example = None

    def done(self) -> Goals:
        """Return what was read."""
        self._end_example()
        empty = [
            Mistake(goal.line, f'nothing is asked for in the goal "{goal.sentence}"')
            for goal in self.goals
            if not goal.conditions and not self.mistakes
        ]
        return Goals(tuple(self.goals), self.sample, (*self.mistakes, *empty))


def _dedented(lines: list[str]) -> str:
    least = min(len(line) - len(line.lstrip(" ")) for line in lines)
    return "".join(f"  {line[least:].rstrip()}\n" for line in lines)


def condition_from(line: str) -> Condition | None:
    """Return one condition of a single line; None if it is not understood.

    >>> condition_from("action serve")
    Declared(what='action', name='serve')
    """
    line = " ".join(line.split())
    what, _, name = line.partition(" ")
    if line == "no errors":
        return NoErrors()
    if line in ALONE:
        return Declared(line, "")
    if what in DECLARED and what not in ALONE and _NAME.match(name):
        return Declared(what, name)
    if what == "reason" and _ADDRESS.match(name):
        return Reason(name)
    found = _QUANTITY.match(line)
    return None if found is None else _measured(found)


def _measured(found: re.Match[str]) -> Measured:
    quantity = found["how"] or found["end"] or ("score" if found["score"] else "wins" if found["wins"] else "shared")
    seat = found["seat"] or found["scorer"]
    bare = Measured(quantity, None if seat is None else int(seat))
    if found["sign"] is None:
        return evolve(bare, low=float(found["low"]), high=float(found["high"]))
    named = {"all": 100.0, "none": 0.0}
    number = named[found["number"]] if found["number"] in named else float(found["number"])
    low = number if found["sign"] in (">", ">=", "=") else bare.low
    high = number if found["sign"] in ("<", "<=", "=") else bare.high
    return evolve(bare, low=low, high=high, strict=found["sign"] in ("<", ">"))


# ---- the games -----------------------------------------------------------------------------------
def value_of(wanted: Measured, games: Sequence[GameResult]) -> float | None:
    """Return the number that was asked for; shares and ends in per cent. None: no game can tell.

    A win that several share counts for each of them by its part.
    """
    if wanted.quantity in ENDS:
        return _share([game.end == wanted.quantity for game in games])
    over = [game for game in games if game.end == "over"]
    decisions = [game.decisions for game in over]
    if not over or (wanted.seat is not None and not 1 <= wanted.seat <= len(over[0].totals)):
        return None
    match wanted.quantity:
        case "mean":
            return sum(decisions) / len(decisions)
        case "shortest":
            return min(decisions)
        case "longest":
            return max(decisions)
        case "shared":
            return _share([len(game.winners) > 1 for game in over])
        case "wins":
            return _share([_part(game, wanted.seat or 1) for game in over])
    totals = list(_totals(over, wanted.seat))
    return sum(totals) / len(totals)


def _share(parts: Sequence[float]) -> float | None:
    return 100 * sum(parts) / len(parts) if parts else None


def _part(game: GameResult, seat: int) -> float:
    return 1 / len(game.winners) if seat - 1 in game.winners else 0.0


def _totals(games: Sequence[GameResult], seat: int | None) -> Iterator[int]:
    for game in games:
        yield from game.totals if seat is None else game.totals[seat - 1 : seat]
