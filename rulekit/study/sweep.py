"""A game with other values of its options: every combination is played on the same seeds and held against the game's own values.

Comes in: the texts of a game, the swept options, how many games. Goes out: one row for each combination. A combination goes
the whole way that `--set` goes (check, lower, play), so its numbers are those of `simulate --set`. The work is cut into parts
for several processes; as every game has its own seed, the numbers do not depend on how.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import ceil, prod
from typing import Any

from attrs import asdict, frozen

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.model.expr import UNLIMITED
from rulekit.model.model import Option
from rulekit.model.scope import did_you_mean
from rulekit.model.types import NumberType, TruthType
from rulekit.pipeline import Source, check_game
from rulekit.program.lower import lower
from rulekit.study.intervals import Estimate, Share, estimate, paired, part_of_win, share
from rulekit.study.simulate import ENDS, LONGEST, GameResult, random_games

LIMIT = 200
FEWEST = 25
ALL = ("*", "all")
Settings = tuple[tuple[str, str], ...]
_RANGE = re.compile(r"(-?\d{1,10})\s*\.\.\s*(-?\d{1,10})")
_NUMBER = re.compile(r"-?\d{1,10}")


# ---- what is swept -------------------------------------------------------------------------------
@frozen
class Swept:
    """An option with the values to try, as `--set` takes them, and its own one, in force without a sweep."""

    name: str
    values: tuple[str, ...]
    own: str


@frozen
class Unfit:
    """Why an option cannot be swept so: what is wrong, and what to do. `many`: there would be too many combinations."""

    message: str
    hint: str | None = None
    many: bool = False


def sweep_of(options: Sequence[Option], name: str, text: str) -> Swept | Unfit:
    """Read `3..7`, `served,free` or `*` as values of an option."""
    option = next((o for o in options if o.name == name), None)
    if option is None:
        names = [o.name for o in options]
        listed = f"its options are {', '.join(names)}" if names else "it has no options at all"
        return Unfit(f"the game has no option `{name}`", did_you_mean(name, names) or listed)
    values: dict[str, None] = {}
    for part in [p.strip() for p in text.split(",")]:
        found = _all(option) if part in ALL else _part(option, part)
        if isinstance(found, Unfit):
            return found
        values |= dict.fromkeys(found)
    return Swept(name, tuple(values), option.spelt(option.value))


def _all(option: Option) -> list[str] | Unfit:
    """Every value an option may have."""
    if isinstance(option.type, NumberType):
        if sum(high - low + 1 for low, high in option.allowed) > LIMIT:
            return _too_many(f"`{option.name}` has more than {LIMIT} values")
        return [option.spelt(n) for low, high in option.allowed for n in range(low, high + 1)]
    return [a.name for a in option.answers] or ["yes", "no"]


def _part(option: Option, text: str) -> list[str] | Unfit:
    """One value, or the numbers of one range."""
    between = _RANGE.fullmatch(text)
    if between is None:
        value = str(int(text)) if _NUMBER.fullmatch(text) else text
        return [value] if _may_be(option, value) else _not_allowed(option, text)
    low, high = int(between[1]), int(between[2])
    if high < low:
        return Unfit(f"`{text}` is empty: it ends before it begins", f"did you mean `{option.name}={high}..{low}`?")
    if high - low >= LIMIT:
        return _too_many(f"`{text}` has more than {LIMIT} values")
    wrong = next((n for n in range(low, high + 1) if not _may_be(option, str(n))), None)
    return [str(n) for n in range(low, high + 1)] if wrong is None else _not_allowed(option, str(wrong))


def _may_be(option: Option, text: str) -> bool:
    if isinstance(option.type, NumberType):
        number = UNLIMITED if text == "unlimited" else int(text) if _NUMBER.fullmatch(text) else None
        return number is not None and any(low <= number <= high for low, high in option.allowed)
    return text in (("yes", "no") if isinstance(option.type, TruthType) else [a.name for a in option.answers])


def _not_allowed(option: Option, text: str) -> Unfit:
    allowed = [f"{a}..{b}" if a != b else option.spelt(a) for a, b in option.allowed] or _all(option)
    assert not isinstance(allowed, Unfit)
    said = f"`{option.name}` cannot be `{text}`" if text else f"a value of `{option.name}` is missing"
    return Unfit(said, did_you_mean(text, allowed) or f"it may be {', '.join(allowed)}")


def _too_many(message: str) -> Unfit:
    return Unfit(message, f"at most {LIMIT} combinations are played; name fewer values: `--sweep option=3,5,7`", many=True)


def too_many(swept: Sequence[Swept]) -> Unfit | None:
    """Whether there are more combinations than are played."""
    count = prod(len(s.values) for s in swept)
    times = " × ".join(str(len(s.values)) for s in swept)
    return _too_many(f"{times} values make {count} combinations") if count > LIMIT else None


# ---- how it is played ----------------------------------------------------------------------------
@frozen
class Job:
    """A game with changes and settings, and how it is to be played."""

    sources: tuple[Source, ...]
    settings: Settings = ()
    players: int = 2
    games: int = 100
    seed: int = 0
    longest: int = LONGEST


@frozen
class Part:
    """Some games in a row of one combination, or why it cannot be played."""

    combination: int
    first: int
    results: tuple[GameResult, ...] = ()
    refused: Diagnostic | None = None


Task = tuple[Job, int, Settings, int, int]  # combination and its settings, first game and how many


def combinations(swept: Sequence[Swept]) -> tuple[tuple[str, ...], ...]:
    """All combinations of values, the last option changing fastest; the game's own first if it is not among them."""
    made = tuple(product(*(s.values for s in swept)))
    own = tuple(s.own for s in swept)
    return made if own in made else (own, *made)


def tasks(job: Job, swept: Sequence[Swept], jobs: int = 1) -> list[Task]:
    """The whole work in parts, enough for so many processes, none so small that preparing it takes longest."""
    todo = combinations(swept)
    parts = max(1, min(ceil(2 * jobs / len(todo)), job.games // FEWEST)) if jobs > 1 else 1
    size = ceil(job.games / parts)
    return [
        (job, number, tuple((s.name, value) for s, value in zip(swept, values, strict=True)), first, min(size, job.games - first))
        for number, values in enumerate(todo)
        for first in range(0, job.games, size)
    ]


def play_part(task: Task) -> Part:
    """Check, lower and play one part."""
    job, number, settings, first, count = task
    made = engine_for(job, settings)
    if isinstance(made, Diagnostic):
        return Part(number, first, refused=made)
    return Part(number, first, tuple(random_games(made, count, job.seed, job.longest, first)))


def engine_for(job: Job, settings: Settings) -> Engine | Diagnostic:
    """The engine of a combination, or the first thing that stands against it."""
    (text, path), *changes = job.sources
    checked = check_game(text, path, tuple(changes), (*job.settings, *settings))
    wrong = next((d for d in checked.diagnostics if d.is_error), None)
    if wrong is not None or checked.value is None:
        return wrong or checked.diagnostics[0]
    program = lower(checked.value, job.players)
    return program.diagnostics[0] if program.value is None else Engine(program.value)


# ---- what came of it -----------------------------------------------------------------------------
@frozen
class Row:
    """One combination. `own`: the game's own values. Differences are to those, game by game; a score may be absent.

    `first` is the share of wins of seat 1 (a shared win counts in parts), `ties` of games without exactly one winner.
    """

    values: tuple[str, ...]
    own: bool = False
    ends: tuple[tuple[str, int], ...] = ()
    faults: tuple[tuple[str, int], ...] = ()
    length: Estimate | None = None
    score: Estimate | None = None
    first: Share | None = None
    ties: Share | None = None
    seats: tuple[Estimate, ...] = ()
    length_change: Estimate | None = None
    score_change: Estimate | None = None
    first_change: Estimate | None = None
    refused: Diagnostic | None = None

    def to_dict(self, swept: Sequence[Swept]) -> dict[str, Any]:
        """Plain data for JSON."""
        named = ("length", "score", "first", "ties", "length_change", "score_change", "first_change")
        numbers = {name: made.to_dict() if (made := getattr(self, name)) is not None else None for name in named}
        refused = None if self.refused is None else f"{self.refused.code}: {self.refused.message}"
        values = {s.name: value for s, value in zip(swept, self.values, strict=True)}
        return {"values": values, "own": self.own, "ends": dict(self.ends), "faults": dict(self.faults),
                **numbers, "seats": [s.to_dict() for s in self.seats], "refused": refused}  # fmt: skip


@frozen
class Sweep:
    """All combinations of the swept options."""

    game: str
    players: int
    seed: int
    games: int
    swept: tuple[Swept, ...]
    rows: tuple[Row, ...]

    @property
    def own(self) -> Row:
        """The row of the game's own values."""
        return next(row for row in self.rows if row.own)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self, recurse=False) | {
            "swept": {s.name: {"own": s.own, "values": list(s.values)} for s in self.swept},
            "rows": [row.to_dict(self.swept) for row in self.rows],
        }


def put_together(job: Job, game: str, scored: bool, swept: Sequence[Swept], parts: Iterable[Part]) -> Sweep:
    """Make rows of parts, in whatever order they come."""
    todo = combinations(swept)
    played: dict[int, list[Part]] = {number: [] for number in range(len(todo))}
    for part in parts:
        played[part.combination].append(part)
    own = todo.index(tuple(s.own for s in swept))
    before = _results(played[own])
    rows = []
    for number, values in enumerate(todo):
        refused = next((p.refused for p in played[number] if p.refused is not None), None)
        if refused is not None:
            rows.append(Row(values, number == own, refused=refused))
        else:
            rows.append(_row(values, number == own, before, _results(played[number]), scored))
    return Sweep(game, job.players, job.seed, job.games, tuple(swept), tuple(rows))


def _results(parts: list[Part]) -> list[GameResult]:
    return sorted((r for part in parts for r in part.results), key=lambda r: r.index)


def _row(values: tuple[str, ...], own: bool, before: list[GameResult], games: list[GameResult], scored: bool) -> Row:
    over = [g for g in games if g.end == "over"]
    pairs = [] if own else list(_pairs(before, games))
    old, new = [a for a, _ in pairs], [b for _, b in pairs]
    players = len(over[0].totals) if over and scored else 0
    return Row(
        values, own, tuple((end, sum(g.end == end for g in games)) for end in ENDS),
        faults=tuple(sorted(Counter(g.fault for g in games if g.fault).items())),
        length=estimate(_lengths(over)), score=estimate(_scores(over)) if scored else None,
        first=share(sum(_firsts(over)), len(over)) if over else None,
        ties=share(sum(len(g.winners) != 1 for g in over), len(over)) if over else None,
        seats=tuple(e for seat in range(players) if (e := estimate([g.totals[seat] for g in over])) is not None),
        length_change=paired(_lengths(old), _lengths(new)),
        score_change=paired(_scores(old), _scores(new)) if scored else None,
        first_change=paired(_firsts(old), _firsts(new)),
    )  # fmt: skip


def _pairs(before: list[GameResult], after: list[GameResult]) -> Iterator[tuple[GameResult, GameResult]]:
    """Games of the same seed that both ended as they should."""
    return ((a, b) for a, b in zip(before, after, strict=False) if a.end == b.end == "over")


def _lengths(games: list[GameResult]) -> list[float]:
    return [float(g.decisions) for g in games]


def _scores(games: list[GameResult]) -> list[float]:
    return [sum(g.totals) / len(g.totals) for g in games]


def _firsts(games: list[GameResult]) -> list[float]:
    return [part_of_win(g.winners, 0) for g in games]
