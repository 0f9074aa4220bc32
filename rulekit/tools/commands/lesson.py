"""`rulekit lesson`: is a lesson in order? Its start must leave something to do, and its solution must reach every goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rulekit.report.text import clean, plural
from rulekit.study.lessons.lessons import Lesson
from rulekit.tools.io.lessons import check_lesson, lesson_languages, read_lesson
from rulekit.tools.io.problems import FINE, FOUND
from rulekit.tools.terminal.terminal import say


def check_lesson_files(files: Iterable[str], language: str | None = None) -> int:
    """Check each lesson; status 1 if one is not in order. Without a language, that of the folder it lies in, else English."""
    status = FINE
    for file in files:
        path = Path(file)
        folder = path.absolute().parent.name
        lesson = read_lesson(path, language or (folder if folder in lesson_languages() else "en"))
        wrong = list(faults(lesson))
        for line in wrong or [f"fine, {plural(len(lesson.goals), 'goal')}"]:
            say(f"{clean(file)}: {clean(line)}")
        status = FOUND if wrong else status
    return status


def faults(lesson: Lesson) -> Iterator[str]:
    """Yield what is not in order in a lesson; the first kind of faults hides the others."""
    if lesson.mistakes or not lesson.goals:
        yield from (f"line {mistake.line}: {mistake.text}" for mistake in lesson.mistakes)
        if not lesson.goals:
            yield "there is no goal"
        return
    if all(verdict["done"] for verdict in check_lesson(lesson, lesson.start)):
        yield "the start reaches every goal already, so there is nothing to do"
    for verdict in check_lesson(lesson, lesson.solution):
        if not verdict["done"]:
            yield f"the solution does not reach the goal “{verdict['goal']}”: {verdict['why']}"
