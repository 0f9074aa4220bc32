"""A game with other values of its options: every combination is played on the same seeds and held against the game's own values.

Comes in: the texts of a game, the swept options, how many games. Goes out: one row for each combination. A combination goes
the whole way that `--set` goes (check, lower, play), so its numbers are those of `simulate --set`. The work is cut into parts
for several processes; as every game has its own seed, the numbers do not depend on how. No more than the games of one round
are kept at a time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from itertools import compress, product
from math import ceil, lcm, prod
from operator import sub

from attrs import Factory, asdict, define, frozen

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.limits import MOST_DECISIONS
from rulekit.model.expressions import UNLIMITED
from rulekit.model.model import GameModel, Option
from rulekit.model.types import NumberType, TruthType
from rulekit.pipeline import Source, check_game
from rulekit.play.columns import GameColumns, joined
from rulekit.play.results import ENDS
from rulekit.play.series_player import AUTO, Series
from rulekit.program.lower import lower
from rulekit.program.program import Program
from rulekit.study.measures.intervals import Estimate, Share, share
from rulekit.study.series.run_series import Want, Watch, run
from rulekit.study.series.tally import Numbers, Tally, over_columns
from rulekit.suggestions import Suggestions
from rulekit.wording import Sentence, sentence

MOST_COMBINED = 200
FEWEST_GAMES_OF_A_PART = 25
GAMES_OF_A_ROUND = 250_000
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

    message: Sentence
    hint: Sentence | None = None
    many: bool = False


def sweep_of(options: Sequence[Option], name: str, text: str) -> Swept | Unfit:
    """Read `3..7`, `served,free` or `*` as values of an option."""
    option = next((o for o in options if o.name == name), None)
    if option is None:
        names = [o.name for o in options]
        listed = sentence("its options are {some}", some=tuple(names)) if names else sentence("it has no options at all")
        return Unfit(sentence("the game has no option `{name}`", name=name), Suggestions().hint(name, names) or listed)
    values: dict[str, None] = {}
    for part in [p.strip() for p in text.split(",")]:
        found = _all(option) if part in ALL else _part(option, part)
        if isinstance(found, Unfit):
            return found
        values |= dict.fromkeys(found)
    return Swept(name, tuple(values), option.spelt(option.value))


def _all(option: Option) -> list[str] | Unfit:
    """Return every value an option may have."""
    if isinstance(option.type, NumberType):
        if sum(high - low + 1 for low, high in option.allowed) > MOST_COMBINED:
            return _too_many(sentence("`{name}` has more than {most} values", name=option.name, most=MOST_COMBINED))
        return [option.spelt(n) for low, high in option.allowed for n in range(low, high + 1)]
    return [a.name for a in option.answers] or ["yes", "no"]


def _part(option: Option, text: str) -> list[str] | Unfit:
    """Return one value, or the numbers of one range."""
    between = _RANGE.fullmatch(text)
    if between is None:
        value = str(int(text)) if _NUMBER.fullmatch(text) else text
        return [value] if _may_be(option, value) else _not_allowed(option, text)
    low, high = int(between[1]), int(between[2])
    if high < low:
        meant = sentence("did you mean `{near}`?", near=f"{option.name}={high}..{low}")
        return Unfit(sentence("`{name}` is empty: it ends before it begins", name=text), meant)
    if high - low >= MOST_COMBINED:
        return _too_many(sentence("`{name}` has more than {most} values", name=text, most=MOST_COMBINED))
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
    said = (
        sentence("`{name}` cannot be `{text}`", name=option.name, text=text)
        if text
        else sentence("a value of `{name}` is missing", name=option.name)
    )
    return Unfit(said, Suggestions().hint(text, allowed) or sentence("it may be {some}", some=tuple(allowed)))


def _too_many(message: Sentence) -> Unfit:
    hint = sentence("at most {most} combinations are played; name fewer values: `--sweep option=3,5,7`", most=MOST_COMBINED)
    return Unfit(message, hint, many=True)


def too_many(swept: Sequence[Swept]) -> Unfit | None:
    """Return whether there are more combinations than are played."""
    count = prod(len(s.values) for s in swept)
    times = " × ".join(str(len(s.values)) for s in swept)
    return (
        _too_many(sentence("{times} values make {all} combinations", times=times, all=count)) if count > MOST_COMBINED else None
    )


# ---- how it is played ----------------------------------------------------------------------------
@frozen
class Job:
    """A game with changes and settings, and how it is to be played."""

    sources: tuple[Source, ...]
    settings: Settings = ()
    players: int = 2
    games: int = 100
    seed: int = 0
    longest: int = MOST_DECISIONS
    engine: str = AUTO


@frozen
class Part:
    """Some games in a row of one combination, or why it cannot be played; `notes`: what there is to say of the engine."""

    combination: int
    first: int
    played: GameColumns | None = None
    refused: Diagnostic | None = None
    notes: tuple[Diagnostic, ...] = ()


Task = tuple[Job, int, Settings, int, int]  # combination and its settings, first game and how many


def combinations(swept: Sequence[Swept]) -> tuple[tuple[str, ...], ...]:
    """Return all combinations of values, the last option changing fastest; the game's own first if it is not among them."""
    made = tuple(product(*(s.values for s in swept)))
    own = tuple(s.own for s in swept)
    return made if own in made else (own, *made)


def rounds(job: Job, swept: Sequence[Swept], jobs: int = 1) -> Iterator[list[Task]]:
    """Yield the whole work in parts, round after round; in each all combinations play the same games."""
    for first in range(0, job.games, GAMES_OF_A_ROUND):
        yield tasks(job, swept, jobs, first, min(GAMES_OF_A_ROUND, job.games - first))


def tasks(job: Job, swept: Sequence[Swept], jobs: int, begin: int, games: int) -> list[Task]:
    """Return the parts of a round, enough for so many processes, none so small that preparing it takes longest.

    Those of the game's own values come first, as all others are held against them.
    """
    todo = combinations(swept)
    own = tuple(s.own for s in swept)
    parts = max(1, min(ceil(2 * jobs / len(todo)), games // FEWEST_GAMES_OF_A_PART)) if jobs > 1 else 1
    size, end = ceil(games / parts), begin + games
    return [
        (job, number, tuple((s.name, value) for s, value in zip(swept, values, strict=True)), first, min(size, end - first))
        for number, values in sorted(enumerate(todo), key=lambda one: one[1] != own)
        for first in range(begin, end, size)
    ]


def play_part(task: Task) -> Part:
    """Check, lower and play one part."""
    job, number, settings, first, count = task
    made = program_for(job, settings)
    if isinstance(made, Diagnostic):
        return Part(number, first, refused=made)
    model, program = made
    notes: list[Diagnostic] = []
    want = Want(count, job.engine, keep=True, first=first)
    chunks = run(model, Series(program, job.seed, job.longest), want, Watch(note=notes.append))
    return Part(number, first, joined([chunk.played for chunk in chunks if chunk.played is not None]), notes=tuple(notes))


def program_for(job: Job, settings: Settings) -> tuple[GameModel, Program] | Diagnostic:
    """Return the model and program of a combination, or the first thing that stands against it."""
    (text, path), *changes = job.sources
    checked = check_game(text, path, tuple(changes), (*job.settings, *settings))
    wrong = next((d for d in checked.diagnostics if d.is_error), None)
    if wrong is not None or checked.value is None:
        return wrong or checked.diagnostics[0]
    program = lower(checked.value, job.players)
    return program.diagnostics[0] if program.value is None else (checked.value, program.value)


def engine_for(job: Job, settings: Settings) -> Engine | Diagnostic:
    """Return the reference engine of a combination, or the first thing that stands against it."""
    made = program_for(job, settings)
    return made if isinstance(made, Diagnostic) else Engine(made[1])


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

    def to_dict(self, swept: Sequence[Swept]) -> dict[str, object]:
        """Plain data for JSON."""
        named = ("length", "score", "first", "ties", "length_change", "score_change", "first_change")
        numbers = {name: made.to_dict() if (made := getattr(self, name)) is not None else None for name in named}
        refused = None if self.refused is None else f"{self.refused.code}: {self.refused.message}"
        values = {s.name: value for s, value in zip(swept, self.values, strict=True)}
        return {"values": values, "own": self.own, "ends": dict(self.ends), "faults": dict(self.faults),
                **numbers, "seats": [s.to_dict() for s in self.seats], "refused": refused}  # fmt: skip


@frozen
class Sweep:
    """All combinations of the swept options; `stopped`: only some of them, or of the games that were `asked` for."""

    game: str
    players: int
    seed: int
    games: int
    swept: tuple[Swept, ...]
    rows: tuple[Row, ...]
    asked: int = 0
    stopped: bool = False

    @property
    def own(self) -> Row:
        """The row of the game's own values."""
        return next(row for row in self.rows if row.own)

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return asdict(self, recurse=False) | {
            "swept": {s.name: {"own": s.own, "values": list(s.values)} for s in self.swept},
            "rows": [row.to_dict(self.swept) for row in self.rows],
        }


def put_together(job: Job, game: str, scored: bool, swept: Sequence[Swept], parts: Iterable[Part]) -> Sweep:
    """Make rows of parts, as they come.

    If they end too soon, there are the games of all rounds that were finished; in the first round, those combinations that were,
    and none as long as the game's own values are not among them.
    """
    heap = Heap(job, scored, combinations(swept), tuple(s.own for s in swept))
    for part in parts:
        heap.add(part)
    games, rows = heap.so_far()
    stopped = len(rows) < len(heap.todo) or games < job.games
    return Sweep(game, job.players, job.seed, games, tuple(swept), rows, job.games, stopped)


@define
class Heap:
    """Parts as they come; of the game's own values nothing is kept but what others are still to be held against."""

    job: Job
    scored: bool
    todo: tuple[tuple[str, ...], ...]
    own_values: tuple[str, ...]
    own: int = Factory(lambda self: self.todo.index(self.own_values), takes_self=True)
    counts: list[Count] = Factory(lambda self: [Count(self.job.players, self.scored) for _ in self.todo], takes_self=True)
    refused: dict[int, Diagnostic] = Factory(dict)
    before: dict[int, GameColumns | None] = Factory(dict)
    waiting: dict[int, list[Part]] = Factory(dict)
    left: Counter[int] = Factory(Counter)
    end: int = Factory(lambda self: min(GAMES_OF_A_ROUND, self.job.games), takes_self=True)  # where the round ends that is played
    kept: tuple[int, list[Count]] | None = None  # where the round before ended, with its counts

    def add(self, part: Part) -> None:
        """Count a part as soon as there is one of the game's own values to hold it against."""
        if part.refused is not None:
            self.refused[part.combination] = part.refused
        self.left[part.first] += 1
        self.waiting.setdefault(part.first, []).append(part)
        if part.combination == self.own:
            self.before[part.first] = part.played
        if part.first in self.before:
            for ready in self.waiting.pop(part.first):
                if ready.played is not None:
                    before = None if ready.combination == self.own else self.before[part.first]
                    self.counts[ready.combination].add(ready.played, before)
        if self.left[part.first] == len(self.todo):
            del self.left[part.first], self.before[part.first]
            if self.end < self.job.games and len(self._finished()) == len(self.todo):
                self.kept, self.end = (self.end, deepcopy(self.counts)), min(self.end + GAMES_OF_A_ROUND, self.job.games)

    def _finished(self) -> list[int]:
        """Return the combinations that have come to the end of the round."""
        return [n for n, count in enumerate(self.counts) if n in self.refused or count.tally.games == self.end]

    def so_far(self) -> tuple[int, tuple[Row, ...]]:
        """Return how many games there are of each combination, and what is known of them."""
        finished = self._finished()
        if len(finished) < len(self.todo) and self.kept is not None:
            games, counts = self.kept
            return games, tuple(self._row(n, counts) for n in range(len(self.todo)))
        return self.end, tuple(self._row(n, self.counts) for n in finished if self.own in finished)

    def _row(self, number: int, counts: list[Count]) -> Row:
        values, own = self.todo[number], number == self.own
        return Row(values, own, refused=self.refused[number]) if number in self.refused else counts[number].row(values, own)


@define
class Count:
    """The games of one combination so far, and their differences to those of the game's own values on the same seeds.

    A share of a win is counted in parts of `unit`, so that all numbers are whole.
    """

    players: int
    scored: bool
    tally: Tally = Factory(lambda self: Tally(self.players), takes_self=True)
    scores: Numbers = Factory(Numbers)
    firsts: Numbers = Factory(Numbers)
    changes: tuple[Numbers, Numbers, Numbers] = Factory(lambda: (Numbers(), Numbers(), Numbers()))

    @property
    def unit(self) -> int:
        """Into so many parts a win can be shared evenly, among however many."""
        return lcm(*range(1, self.players + 1))

    def add(self, played: GameColumns, before: GameColumns | None) -> None:
        """Count some more games; `before`: those of the game's own values."""
        self.tally.add(played)
        _, winners, *totals = over_columns(played)
        self.scores.add(map(sum, zip(*totals, strict=True)))
        self.firsts.add(self._firsts(winners))
        if before is not None:
            both = [not (a or b) for a, b in zip(before.ends, played.ends, strict=True)]
            for numbers, old, new in zip(self.changes, self._measures(before), self._measures(played), strict=True):
                numbers.add(compress(map(sub, new, old), both))

    def _measures(self, played: GameColumns) -> tuple[Iterable[int], Iterable[int], Iterable[int]]:
        return played.decisions, map(sum, zip(*played.totals, strict=True)), self._firsts(played.winners)

    def _firsts(self, winners: Iterable[int]) -> Iterable[int]:
        unit = self.unit
        return (unit // won.bit_count() if won & 1 else 0 for won in winners)

    def row(self, values: tuple[str, ...], own: bool) -> Row:
        """Return all of it as data."""
        over, unit = self.tally.lengths.count, self.unit
        lengths, scores, firsts = self.changes
        return Row(
            values, own, tuple((end, self.tally.ends[end]) for end in ENDS), tuple(sorted(self.tally.faults.items())),
            length=self.tally.lengths.estimate(), score=self.scores.estimate(self.players) if self.scored else None,
            first=share(self.firsts.total / unit, over) if over else None,
            ties=share(over - self.tally.alone.total(), over) if over else None,
            seats=tuple(e for n in self.tally.totals if self.scored and (e := n.estimate()) is not None),
            length_change=lengths.estimate(), score_change=scores.estimate(self.players) if self.scored else None,
            first_change=firsts.estimate(unit),
        )  # fmt: skip
