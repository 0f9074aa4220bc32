"""What was seen in a sample of games, put together: turns, menus, actions, leads, score lines, rules, ends.

Comes in: games as they were seen. Goes out: counts in whole numbers where they are whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import asdict, define, field

from rulekit.engine.score import Outcome
from rulekit.program import program as prog
from rulekit.study.measures.decisions import Ending, Seen
from rulekit.study.measures.intervals import Estimate, estimate, share
from rulekit.study.measures.one_game import TENTHS, Course, Story, story, tenths
from rulekit.study.series.tally import Numbers

QUANTILES = (5, 25, 50, 75, 95)
NAMES = ("pace", "behind", "drama", "worst", "decided", "settled")


@define
class ByTurn:
    """All turns with the same number: how many decisions they had, and how many moves their menus."""

    decisions: Counter[int] = field(factory=Counter)
    menus: Counter[int] = field(factory=Counter)


@define
class Actions:
    """How often one action was offered and taken, by decisions; in how many games it was taken."""

    offered: int = 0
    taken: int = 0
    games: int = 0


@define
class Sample:
    """Games seen decision by decision. `leads[n]`: in how many games with a winner it led after n + 1 tenths of the turns."""

    players: int
    lines: tuple[str, ...]
    games: int = 0
    decisions: int = 0
    forced: int = 0
    turns: Counter[int] = field(factory=Counter)
    menus: Counter[int] = field(factory=Counter)
    by_turn: list[ByTurn] = field(factory=list)
    actions: dict[int, Actions] = field(factory=dict)
    changes: Counter[int] = field(factory=Counter)
    stories: dict[str, list[float]] = field(init=False)
    spread: Counter[int] = field(factory=Counter)
    margin: Counter[int] = field(factory=Counter)
    won: int = 0
    leads: list[int] = field(init=False)
    apart: tuple[Counter[int], ...] = field(init=False)
    sheet: tuple[tuple[Counter[int], ...], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.stories = {name: [] for name in NAMES}
        self.leads = [0] * TENTHS
        self.apart = tuple(Counter() for _ in range(TENTHS))
        self.sheet = tuple(tuple(Counter() for _ in self.lines) for _ in range(self.players))

    def add(self, seen: Seen, upward: int) -> None:
        """Count a game; `upward`: see `way_of`."""
        self.games += 1
        self._menus(seen.course)
        self._actions(seen)
        self._story(story(seen.course, upward))
        self._ends(seen.course.outcome, upward)
        self._tenths(seen.course)
        for numbers, lines in zip(self.sheet, seen.lines, strict=True):
            for number, value in zip(numbers, lines, strict=True):
                number[value or 0] += 1

    def _menus(self, course: Course) -> None:
        self.turns[len(course.turns)] += 1
        for number, turn in enumerate(course.turns):
            if number == len(self.by_turn):
                self.by_turn.append(ByTurn())
            self.by_turn[number].decisions[len(turn.menus)] += 1
            for menu in turn.menus:
                self.decisions += 1
                self.forced += menu == 1
                self.menus[menu] += 1
                self.by_turn[number].menus[menu] += 1

    def _actions(self, seen: Seen) -> None:
        for offered, taken in zip(seen.offered, seen.taken, strict=True):
            for action in offered:
                self.actions.setdefault(action, Actions()).offered += 1
            self.actions[taken].taken += 1
        for action in set(seen.taken):
            self.actions[action].games += 1

    def _story(self, told: Story) -> None:
        if told.changes is not None:
            self.changes[told.changes] += 1
        for name in NAMES:
            value = getattr(told, name)
            if value is not None:
                self.stories[name].append(float(value))

    def _ends(self, outcome: Outcome, upward: int) -> None:
        ordered = sorted(outcome.totals)
        if self.players > 1 and self.lines:
            self.spread[ordered[-1] - ordered[0]] += 1
        if self.players > 1 and upward:
            self.margin[ordered[-1] - ordered[-2] if upward > 0 else ordered[1] - ordered[0]] += 1

    def _tenths(self, course: Course) -> None:
        winners = course.outcome.winners
        contested = bool(winners) and len(winners) < self.players
        self.won += contested
        for n, standing in enumerate(tenths(course.standings)):
            if self.lines:
                self.apart[n][max(standing.totals) - min(standing.totals)] += 1
            self.leads[n] += contested and standing.winners == winners

    def story(self, name: str) -> Estimate | None:
        """Return the mean of one number of the stories."""
        return estimate(self.stories[name])

    def to_dict(self, deeds: tuple[str, ...]) -> dict[str, object]:
        """Plain data for JSON; `deeds`: the names of the actions by number."""
        return {
            "games": self.games, "decisions": self.decisions, "forced": self.forced, "turns": told(self.turns, full=True),
            "menus": told(self.menus, full=True),
            "by_turn": [{"turn": n, "decisions": told(t.decisions), "menus": told(t.menus)}
                        for n, t in enumerate(self.by_turn, 1)],
            "actions": {deeds[a - 1] if a else "": asdict(self.actions[a]) for a in sorted(self.actions)},
            "lead_changes": told(self.changes, full=True),
            **{name: None if (made := self.story(name)) is None else _interval(made) for name in NAMES},
            "winner_leads": [share(n, self.won).to_dict() for n in self.leads],
            "spread": told(self.spread), "margin": told(self.margin), "apart": [told(n) for n in self.apart],
            "score_lines": {line: [told(seat[n]) for seat in self.sheet] for n, line in enumerate(self.lines)},
        }  # fmt: skip


def numbers(often: Counter[int]) -> Numbers:
    """Counted numbers with their sums.

    >>> numbers(Counter([1, 1, 4])).total
    6
    """
    if not often:
        return Numbers()
    total, squares = (sum(value**power * count for value, count in often.items()) for power in (1, 2))
    return Numbers(often.total(), total, squares, min(often), max(often), 0, Counter(often))


def quantile(made: Numbers, per_cent: int) -> int:
    """Return the least number that so many per cent are not above.

    >>> quantile(numbers(Counter([1, 2, 3, 4])), 50)
    2
    """
    wanted, seen = made.count * per_cent, 0
    for value in sorted(made.often):
        seen += 100 * made.often[value]
        if seen >= wanted:
            return value << made.shift
    return made.greatest


def told(often: Counter[int] | Numbers, full: bool = False) -> dict[str, object] | None:
    """Return numbers as plain data for JSON; `full`: with every number and how often it came."""
    made = numbers(often) if isinstance(often, Counter) else often
    mean = made.estimate()
    if mean is None:
        return None
    spread = {"deviation": made.deviation, "least": made.least, "greatest": made.greatest}
    listed = {"step": 1 << made.shift, "counts": {v << made.shift: made.often[v] for v in sorted(made.often)}} if full else {}
    return _interval(mean) | spread | {"quantiles": {q: quantile(made, q) for q in QUANTILES}} | listed


def _interval(made: Estimate) -> dict[str, object]:
    return {name: value for name, value in made.to_dict().items() if name != "clear"}


def sample_of(players: int, lines: tuple[str, ...], games: Sequence[Seen]) -> Sample:
    """Count all games."""
    sample, upward = Sample(players, lines), way_of([seen.course.outcome for seen in games])
    for seen in games:
        sample.add(seen, upward)
    return sample


def way_of(outcomes: Sequence[Outcome]) -> int:
    """1 if the most points won every game that some won and others did not, -1 if the fewest did, 0 if neither."""
    won = [o for o in outcomes if 0 < len(o.winners) < len(o.totals)]
    if not any(max(o.totals) > min(o.totals) for o in won):
        return 0
    for way, best in ((1, max), (-1, min)):
        if all(o.totals[w] == best(o.totals) for o in won for w in o.winners):
            return way
    return 0


@define
class Watched:
    """Rules at work: in how many games each address did something, and where the end became certain."""

    games: int = 0
    fired: Counter[str] = field(factory=Counter)
    endings: Counter[Ending] = field(factory=Counter)

    def add(self, program: prog.Program, seen: Seen) -> None:
        """Count a game that was watched."""
        self.games += 1
        self.fired.update({program.rules[n].address for n in seen.fired or ()} - {""})
        if seen.ending is not None:
            self.endings[seen.ending] += 1


def addresses(program: prog.Program) -> tuple[str, ...]:
    """Return the addresses of all rules that the flow of the game can come to, in the order of the file."""
    known = {program.rules[node.rule] for node in program.nodes if not isinstance(node, prog.End | prog.Done)}
    known |= {program.rules[n] for node in program.nodes if isinstance(node, prog.Fork) for n in node.rules}
    ordered = sorted(known, key=lambda rule: (rule.span.path, rule.span.start, rule.address))
    return tuple(dict.fromkeys(rule.address for rule in ordered if rule.address))


def watched_of(program: prog.Program, games: Iterable[Seen]) -> Watched:
    """Count all games that were watched."""
    watched = Watched()
    for seen in games:
        watched.add(program, seen)
    return watched
