"""All measures of a game together: the series of results, a sample seen decision by decision, the rules at work, the options.

Comes in: an engine, the counted series, and how many games to look at closer. Goes out: data for `report.measures`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import perf_counter

from attrs import asdict, evolve, frozen

from rulekit.engine.engine import Engine
from rulekit.limits import MOST_DECISIONS
from rulekit.model.types import NumberType
from rulekit.native.engine import Native
from rulekit.play.results import ENDS
from rulekit.play.tables import ReferenceTable, table_of
from rulekit.program.program import Program
from rulekit.study.measures.decisions import Seen, Watcher, see_games
from rulekit.study.measures.intervals import Share, share
from rulekit.study.measures.one_game import Evenness, even_test
from rulekit.study.measures.options import Mattered, is_slow
from rulekit.study.measures.sample import Sample, Watched, addresses, sample_of, told, watched_of
from rulekit.study.series.tally import Tally

SEEN, WATCHED, TRIED = 1_000, 50, 30
Faster = Callable[[bool], Native | None]


@frozen
class Wanted:
    """How it is played: the seed, how many games are seen decision by decision, how many of those are watched rule by rule."""

    seed: int = 0
    seen: int = SEEN
    watched: int = WATCHED
    longest: int = MOST_DECISIONS


@frozen
class Measures:
    """Everything that was measured. `options` None: not tried; `asked`: how many games it should have been."""

    program: Program
    seed: int
    tally: Tally
    sample: Sample
    watched: Watched
    options: tuple[Mattered, ...] | None = None
    asked: int = 0

    @property
    def stopped(self) -> bool:
        """Whether there are fewer games than were asked for."""
        return self.tally.games < self.asked

    @property
    def players(self) -> int:
        """How many play."""
        return self.program.layout.players

    @property
    def over(self) -> int:
        """How many games ended as they should."""
        return self.tally.ends["over"]

    def wins(self, seat: int) -> Share:
        """Return a seat's share of the games that one player won alone."""
        return share(self.tally.alone[seat], self.tally.alone.total())

    def even(self) -> Evenness | None:
        """Return whether all seats could win equally often."""
        return even_test([self.tally.alone[seat] for seat in range(self.players)])

    @property
    def deeds(self) -> tuple[str, ...]:
        """The names of the deeds, by number."""
        return tuple(name for name, _ in self.program.deeds)

    @property
    def scored(self) -> bool:
        """Whether the game has a score sheet."""
        return bool(self.program.score)

    @property
    def never_fired(self) -> tuple[str, ...]:
        """The rules that did nothing in any game that was watched."""
        return tuple(a for a in addresses(self.program) if a not in self.watched.fired)

    @property
    def never_taken(self) -> tuple[str, ...]:
        """The actions that nobody took in any game of the sample."""
        taken = {a for a, counts in self.sample.actions.items() if counts.taken}
        deeds = enumerate(self.program.deeds, 1)
        idle = ((n, name) for n, (name, role) in deeds if role == "action" and not self.watched.fired[name])
        return tuple(name for number, name in idle if number not in taken)

    def _series(self) -> dict[str, object]:
        tally, over = self.tally, self.over
        seats = [
            {"seat": n + 1, "wins": self.wins(n).to_dict(), "shared": tally.together[n],
             "score": told(tally.totals[n], full=True) if self.scored else None}
            for n in range(self.players)
        ]  # fmt: skip
        return {
            "games": tally.games, "ends": {e: tally.ends[e] for e in ENDS}, "faults": dict(sorted(tally.faults.items())),
            "length": told(tally.lengths, full=True), "seats": seats, "even": 1 / self.players, "chi_square": _test(self.even()),
            "shared": share(tally.shared, over).to_dict(), "nobody": share(tally.nobody, over).to_dict(),
        }  # fmt: skip

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        rules = self.program.rules
        endings = [
            {"rule": rules[self.program.nodes[e.node].rule].address, "node": e.node, "games": count}
            for e, count in self.watched.endings.most_common()
        ]
        return {
            "game": self.program.game, "players": self.players, "seed": self.seed, **self._series(), "stopped": self.stopped,
            "sample": self.sample.to_dict(self.deeds), "never_taken": list(self.never_taken),
            "rules": {"games": self.watched.games, "fired": {a: self.watched.fired[a] for a in addresses(self.program)},
                      "never_fired": list(self.never_fired), "endings": endings},
            "options": None if self.options is None else [m.to_dict() for m in self.options],
        }  # fmt: skip


def _test(test: Evenness | None) -> dict[str, object] | None:
    return None if test is None else asdict(test)


def measure(engine: Engine, tally: Tally, wanted: Wanted, faster: Faster = lambda paths: None) -> Measures:
    """Look closer at the first games of a series that was counted.

    `faster` gives machine code (True: that knows paths), if there can be any; it is asked where the reference engine is slow.
    """
    program = engine.program
    lines = tuple(line.name for line in program.score if isinstance(line.value.type, NumberType))
    seen = _seen(engine, wanted, min(wanted.seen, tally.games), lambda: faster(False))
    sample = sample_of(program.layout.players, lines, list(_numbers_only(program, seen)))
    rules = _seen(engine, wanted, min(wanted.watched, tally.games), lambda: faster(True), Watcher(engine))
    return Measures(program, wanted.seed, tally, sample, watched_of(program, rules))


def _numbers_only(program: Program, games: Iterable[Seen]) -> Iterator[Seen]:
    """Without the lines of the score sheet that are lists."""
    kept = [n for n, line in enumerate(program.score) if isinstance(line.value.type, NumberType)]
    return (evolve(seen, lines=tuple(tuple(sheet[n] for n in kept) for sheet in seen.lines)) for seen in games)


def _seen(
    engine: Engine, wanted: Wanted, games: int, faster: Callable[[], Native | None], watcher: Watcher | None = None
) -> Iterator[Seen]:
    """Yield the first games: on the reference engine, and if that takes long, on the native one; both give the same."""
    since, at = perf_counter(), 0
    while at < games and not is_slow(since, at, games):
        yield from see_games(ReferenceTable(engine), wanted.seed, (at,), wanted.longest, watcher)
        at += 1
    if at < games:
        yield from see_games(table_of(engine, faster()), wanted.seed, range(at, games), wanted.longest, watcher)
