"""Lessons: those that come with rulekit, and what a learner's file fulfils of the goals of one.

Comes in: a lesson and a text, whatever it is. Goes out: for every goal a sentence, whether it is reached, and why (not).
What is asked in a worked example is laid over the learner's file as a change, so that the lines of the file stay its own.
Bad texts never raise. Time is looked at between games and between goals: whoever checks texts of strangers does it in a
process with limits.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Any, TypedDict

from attrs import define, field, frozen

from rulekit.bundle import bundled
from rulekit.debugging import keep_traceback
from rulekit.diagnostics import Checked, errors
from rulekit.engine.engine import Engine
from rulekit.model.model import GameModel
from rulekit.model.rules import OnlyIf
from rulekit.pipeline import check_game
from rulekit.play.random_games import random_game
from rulekit.play.results import GameResult
from rulekit.program.lower import lower
from rulekit.report.rules.expressions import ENGLISH, local_names, notation, show, statements
from rulekit.report.rules.reasons import refusal_sentence, shown_value
from rulekit.report.sentences import Sentences, sentences
from rulekit.report.text import clean
from rulekit.report.words import Namer, make_namer
from rulekit.study.examples.run_examples import Result, run_examples
from rulekit.study.lessons.goals import Condition, Declared, Goal, Measured, NoErrors, Reason, Worked, value_of
from rulekit.study.lessons.lessons import Lesson, lesson_from
from rulekit.syntax.keywords import languages, vocabulary
from rulekit.tools.io.files import read_bytes

SECONDS_OF_A_LESSON = 10.0
MOST_DECISIONS_TRIED = 1_000  # decisions after which a random game is given up
YOURS, GAME, HIDDEN = "your file", "the game of the lesson", "the goals of the lesson"
NAME = "goal_of_the_lesson"


class Verdict(TypedDict):
    """What is told of a goal: its sentence, whether it is reached, and a short explanation (empty: there is nothing to add)."""

    goal: str
    done: bool
    why: str


@frozen
class Judged:
    """What came of one condition."""

    done: bool
    why: str = ""


# ---- from the disk -------------------------------------------------------------------------------
def lesson_languages() -> tuple[str, ...]:
    """Return the languages there are lessons in."""
    return tuple(sorted(folder.name for folder in bundled("lessons").iterdir() if folder.is_dir()))


def bundled_lessons(language: str) -> tuple[Lesson, ...]:
    """Return the lessons in a language, in order; none if there are none."""
    return lessons_in(bundled("lessons") / language, language) if language in lesson_languages() else ()


def lessons_in(folder: Path, language: str) -> tuple[Lesson, ...]:
    """Return all lessons of a folder, by their numbers."""
    found = [read_lesson(path, language) for path in sorted(folder.glob("*.md")) if path.stem.upper() != "README"]
    return tuple(sorted(found, key=lambda lesson: lesson.number))


def read_lesson(path: Path, language: str) -> Lesson:
    """Return one lesson from its file."""
    return lesson_from(read_bytes(path, None).decode("utf-8", "replace"), path.stem, language)


# ---- checking ------------------------------------------------------------------------------------
def check_lesson(lesson: Lesson, text: str, seconds: float = SECONDS_OF_A_LESSON) -> list[Verdict]:
    """Say of every goal of a lesson whether a text reaches it."""
    checker = _Checker(lesson, text, sentences(lesson.language), perf_counter() + seconds)
    return [checker.verdict(goal) for goal in lesson.goals]


@define
class _Checker:
    lesson: Lesson
    text: str
    say: Sentences
    until: float
    _checked: Checked[GameModel] | None = None
    _games: list[GameResult] = field(factory=list)

    def verdict(self, goal: Goal) -> Verdict:
        """Judge the conditions of a goal, up to the first that does not hold."""
        told = []
        for condition in goal.conditions:
            judged = self._judge(condition)
            if not judged.done:
                return Verdict(goal=goal.sentence, done=False, why=judged.why)
            told.append(judged.why)
        return Verdict(goal=goal.sentence, done=bool(goal.conditions), why=" ".join(why for why in told if why))

    def _judge(self, condition: Condition) -> Judged:
        try:
            return self._too_late() or self._mistakes(condition) or self._holds(condition)
        except Exception:  # a border: a fault of the rules, or of rulekit; a learner can help neither
            keep_traceback()
            return Judged(False, self.say("lesson_broken"))

    def _too_late(self) -> Judged | None:
        return Judged(False, self.say("lesson_slow")) if perf_counter() > self.until else None

    # ---- the file --------------------------------------------------------------------------------
    @property
    def checked(self) -> Checked[GameModel]:
        """The learner's file, or the lesson's game with it, checked once."""
        if self._checked is None:
            self._checked = self._with()
        return self._checked

    @property
    def model(self) -> GameModel:
        """The game; it is there if the file has no mistakes."""
        assert self.checked.value is not None
        return self.checked.value

    def _with(self, *more: tuple[str, str]) -> Checked[GameModel]:
        if self.lesson.game is None:
            return check_game(self.text, YOURS, more)
        return check_game(self.lesson.game, GAME, ((self.text, YOURS), *more))

    def _mistakes(self, condition: Condition) -> Judged | None:
        """Return why a file with mistakes reaches no goal; None if it has none."""
        if self.checked.ok:
            return None
        if not isinstance(condition, NoErrors):
            return Judged(False, self.say("lesson_first"))
        found = errors(self.checked.diagnostics) or self.checked.diagnostics
        first = min(found, key=lambda d: (d.span.path != YOURS, d.span.line))
        message = first.message.rstrip(".") + (f" ({first.hint})" if first.hint else "")
        if first.span.path != YOURS or first.span.line == 0:
            return Judged(False, clean(message))
        return Judged(False, self.say("lesson_finding", line=first.span.line, message=message))

    def _holds(self, condition: Condition) -> Judged:
        match condition:
            case NoErrors():
                return Judged(True)
            case Declared():
                return self._declared(condition)
            case Reason(address=address):
                return self._reason(address)
            case Worked():
                return self._worked(condition)
            case Measured():
                return self._measured(condition)

    def _declared(self, wanted: Declared) -> Judged:
        if wanted.name in _names(self.model, wanted.what):
            return Judged(True)
        word = vocabulary(self.rule_language).spellings[wanted.what.upper()][0]
        return Judged(False, self.say("lesson_missing", what=f"{word} {wanted.name}".strip()))

    def _reason(self, address: str) -> Judged:
        found = [s for deed in self.model.deeds for s in statements(deed.block) if isinstance(s, OnlyIf) and s.address == address]
        if not found:
            return Judged(False, self.say("lesson_missing", what=address))
        if any(s.reason is None for s in found):
            return Judged(False, self.say("lesson_no_reason", address=address))
        return Judged(True)

    # ---- worked examples -------------------------------------------------------------------------
    @property
    def rule_language(self) -> str:
        """The language of the lesson's rule files: that of the text the editor begins with."""
        words = self.lesson.start.split(maxsplit=2)
        return words[1] if words[:1] == ["cafe"] and words[1] in languages() else "en"

    def _worked(self, wanted: Worked) -> Judged:
        hidden = self._hidden(wanted)
        checked = self._with((hidden, HIDDEN))
        unknown = next((d for d in errors(checked.diagnostics) if d.span.path == HIDDEN), None)
        if unknown is not None:
            return Judged(False, self.say("lesson_unknown", what=hidden[unknown.span.start : unknown.span.end].strip()))
        assert checked.value is not None
        outside = self._outside(wanted.body.partition("\n")[0].count(",") + 1)
        if outside is not None:
            return outside
        (result,) = run_examples(checked.value, [NAME])
        return Judged(True) if result.problem is None else Judged(False, self._failure(result, hidden, checked.value))

    def _outside(self, players: int) -> Judged | None:
        """Return why so many cannot play; None if they can."""
        low, high = self.model.players
        if low <= players <= high:
            return None
        return Judged(False, self.say("lesson_players", wanted=players, says=low if low == high else f"{low}..{high}"))

    def _hidden(self, wanted: Worked) -> str:
        """Return the example as a file of changes of the game."""
        language = self.rule_language
        words = {name: vocabulary(language).spellings[name][0] for name in ("VARIANT", "OF", "EXAMPLE")}
        head = f'cafe {language}\n{words["VARIANT"]} {NAME} {words["OF"]} {self.model.name} ""\n'
        return f'{head}\n{words["EXAMPLE"]} {NAME} ""\n{wanted.body}'

    def _failure(self, result: Result, hidden: str, model: GameModel) -> str:
        """Return the line that does not hold, and what is so instead."""
        problem, engine = result.problem, result.engine
        assert problem is not None
        if engine is None or problem.span.path != HIDDEN or problem.span == result.example.span:
            return self.say("lesson_stopped_here", message=problem.message.rstrip("."))
        line = " ".join(hidden[problem.span.start : problem.span.end].split())
        told = [self.say("lesson_not_so", line=line)]
        namer = make_namer(model, engine.program.layout, self.lesson.language, result.example.seats, engine)
        cells = None if result.state is None else result.state.cells
        if problem.answer is not None:
            told.append(self.say("lesson_refused", reason=refusal_sentence(namer, problem.answer.best, cells).rstrip(".!")))
        for shown in problem.values:
            value = shown_value(namer, shown, cells)
            told.append(self.say("lesson_now", what=self._written(shown.expr, namer), value=value))
        return " ".join(told)

    def _written(self, expr: Any, namer: Namer) -> str:
        """Return an expression in the words of the rule file."""
        language = self.rule_language
        spelt = ENGLISH if language == "en" else notation(language, lambda name: name, lambda owner, name: name)
        return show(expr, namer.layout, local_names(namer.model, namer.layout), namer.players, spelt)

    # ---- many games ------------------------------------------------------------------------------
    def _measured(self, wanted: Measured) -> Judged:
        sample = self.lesson.sample
        outside = self._outside(sample.players)
        if outside is not None:
            return outside
        self._play()
        if len(self._games) < sample.games:
            return Judged(False, self.say("lesson_slow"))
        value = value_of(wanted, self._games)
        if value is None:
            return Judged(False, self.say("lesson_none") + self._stopped())
        done = wanted.holds(value)
        told = self._figure(wanted, value)
        return Judged(done, told if done else told + self._stopped())

    def _play(self) -> None:
        """Play the games once; a part of them if the time is up."""
        sample = self.lesson.sample
        if self._games:
            return
        lowered = lower(self.model, sample.players)
        assert lowered.value is not None
        engine = Engine(lowered.value)
        for index in range(sample.games):
            if perf_counter() > self.until:
                return
            self._games.append(random_game(engine, sample.seed, index, MOST_DECISIONS_TRIED))

    def _stopped(self) -> str:
        """Return what the first game says that was stopped by its rules."""
        message = next((game.fault.partition(": ")[2] for game in self._games if game.fault), "")
        return " " + self.say("lesson_stopped", message=message) if message else ""

    def _figure(self, wanted: Measured, value: float) -> str:
        """Return the number in a sentence."""
        games, shown = self.lesson.sample.games, f"{value:.1f}".removesuffix(".0")
        shown = shown if self.lesson.language == "en" else shown.replace(".", ",")
        match wanted.quantity:
            case "mean":
                return self.say("lesson_mean", value=shown, games=games)
            case "shortest":
                return self.say("lesson_shortest", value=shown, games=games)
            case "longest":
                return self.say("lesson_longest", value=shown, games=games)
            case "score":
                return self.say("lesson_score", value=shown, games=games)
            case "wins":
                return self.say("lesson_wins", seat=wanted.seat, value=shown, games=games)
            case "shared":
                return self.say("lesson_shared", value=shown, games=games)
            case "over":
                return self.say("lesson_over", value=shown, games=games)
            case "stuck":
                return self.say("lesson_stuck", value=shown, games=games)
            case "fault":
                return self.say("lesson_fault", value=shown, games=games)
        return self.say("lesson_capped", value=shown, games=games)


def _names(model: GameModel, what: str) -> frozenset[str]:
    """Return the names of all things of a sort that a game declares; what has no name has the empty one."""
    deeds = {role: [deed.name for deed in model.deeds if deed.role == role] for role in ("action", "step", "setup")}
    found = {
        "kind": model.kinds, "piece": model.sorts, "place": model.places, "tally": model.tallies, "marker": model.markers,
        "option": model.options, "table": model.tables, "define": model.defines, "score": model.score,
    }.get(what)  # fmt: skip
    if found is not None:
        return frozenset(thing.name for thing in found)  # type: ignore[attr-defined]
    if what == "winner":
        return frozenset([""] if model.winner else [])
    return frozenset("" if what == "setup" else name for name in deeds[what])
