"""Does anything notice a changed rule? One mutation is tried at a time: checked, run through the examples, played.

Comes in: the texts of a game and its changes, and a mutation. Goes out: who noticed it. The checker comes first, then the
worked examples, those near the rule before the others, then the locked plays: seeded games, one for each number of players,
which are compared with those of the unchanged rules. The first that notices ends the trial.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from typing import Any

from attrs import define, frozen

from rulekit.debugging import keep_traceback
from rulekit.diagnostics import Checked
from rulekit.engine.engine import Engine
from rulekit.model.model import Example, GameModel
from rulekit.model.mutations.mutations import Mutation, Trees, mutated, mutations, read_trees
from rulekit.pipeline import check_trees
from rulekit.program.lower import lower
from rulekit.study.examples.run_examples import Result, run_examples
from rulekit.study.series.seed_snapshots import seeded_game

CHECKER, EXAMPLES, PLAYS = "checker", "examples", "plays"
NOTHING, SAME, CRASH = "", "same", "crash"
NEVER_ENDS, TOO_MUCH = "it never ends", "it takes too much memory"
NO_CHANGE = "RK458"  # a line of the game that a variant replaces now says what the variant says
OTHER_FILE = 1_000_000
Tell = Callable[[str], None]


@frozen
class Job:
    """What is to be tried: texts with their paths (the game first), settings, and whether to do without plays."""

    sources: tuple[tuple[str, str], ...]
    settings: tuple[tuple[str, str], ...] = ()
    examples_only: bool = False


@frozen
class Verdict:
    """What came of a mutation. `noticed`: checker, examples, plays, or nothing; `same`: the rule is not in force, so nothing
    was changed; `crash`: rulekit itself failed. `by` tells more."""

    number: int
    noticed: str
    by: str = ""


@define(slots=False)
class Bench:
    """A game on which mutations are tried."""

    job: Job

    @cached_property
    def trees(self) -> Trees:
        """The files of the game."""
        return read_trees(self.job.sources)

    @cached_property
    def mutations(self) -> tuple[Mutation, ...]:
        """All changes that can be tried, always in the same order."""
        return mutations(self.trees, tuple(name for name, _ in self.job.settings))

    @cached_property
    def model(self) -> GameModel:
        """The unchanged game."""
        model = self._checked(self.trees).value
        assert model is not None
        return model

    @cached_property
    def plays(self) -> dict[int, Any]:
        """The locked plays of the unchanged game, by the number of players, as far as they were needed."""
        return {}

    def _checked(self, trees: Trees) -> Checked[GameModel]:
        return check_trees(trees, self.job.settings)

    # ---- one mutation ----
    def judge(self, number: int, tell: Tell = lambda stage: None) -> Verdict:
        """Try one mutation; `tell` hears which stage begins."""
        try:
            return Verdict(number, *self._noticed(self.mutations[number], tell))
        except MemoryError:
            return Verdict(number, PLAYS, TOO_MUCH)
        except Exception as error:  # a border: a mutation that breaks rulekit is told as that, and the others are tried
            keep_traceback()
            return Verdict(number, CRASH, f"{type(error).__name__}: {error}")

    def _noticed(self, mutation: Mutation, tell: Tell) -> tuple[str, str]:
        tell(CHECKER)
        checked = self._checked(mutated(self.trees, mutation))
        found = tuple(f for f in checked.diagnostics if f.is_error or f.code == NO_CHANGE)
        overtaken = mutation.file == 0 and [f.code for f in found] == [NO_CHANGE]
        if overtaken or checked.value == self.model:
            return SAME, ""
        if checked.value is None or found:
            return CHECKER, found[0].code
        tell(EXAMPLES)
        failed = next((r for r in examples_near(checked.value, mutation) if not r.ok), None)
        if failed is not None and failed.engine is None:
            return CHECKER, failed.problem.code if failed.problem else ""
        if failed is not None:
            return EXAMPLES, failed.example.name
        if self.job.examples_only:
            return NOTHING, ""
        tell(PLAYS)
        return self._played(checked.value)

    def _played(self, model: GameModel) -> tuple[str, str]:
        low, high = model.players
        for players in range(low, high + 1):
            if players not in self.plays:
                self.plays[players] = locked_play(self.model, players)
            play = locked_play(model, players)
            if isinstance(play, str):
                return CHECKER, play
            if play != self.plays[players]:
                return PLAYS, f"{players} players"
        return NOTHING, ""


def locked_play(model: GameModel, players: int) -> Any:
    """Return what is compared of a seeded game; the code of a finding if the game cannot be laid out for so many players."""
    program = lower(model, players)
    if program.value is None:
        return program.diagnostics[0].code
    engine = Engine(program.value)
    return seeded_game(engine).locked(engine)


def examples_near(model: GameModel, mutation: Mutation) -> Iterator[Result]:
    """Run the examples, those near a rule first; examples that share an engine are run together."""
    low, high = model.players
    groups: dict[Hashable, list[Example]] = {}
    for example in sorted(model.examples, key=lambda e: _distance(e, mutation)):
        if low <= len(example.seats) <= high:
            groups.setdefault((len(example.seats), example.options), []).append(example)
    for group in groups.values():
        results = {r.example.name: r for r in run_examples(model, [example.name for example in group])}
        yield from (results[example.name] for example in group)


def _distance(example: Example, mutation: Mutation) -> int:
    here, there = example.span, mutation.span
    return abs(here.line - there.line) if here.path == there.path else OTHER_FILE
