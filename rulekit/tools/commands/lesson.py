"""`rulekit lesson`: is a lesson in order? Its start must leave something to do, and its solution must reach every goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rulekit.report.text import clean
from rulekit.study.lessons.lessons import Lesson
from rulekit.tools.io.lessons import check_lesson, lesson_languages, read_lesson
from rulekit.tools.io.problems import FINE, FOUND
from rulekit.tools.terminal.terminal import say
from rulekit.wording import Sentence, numbered, sentence


def check_lesson_files(files: Iterable[str], language: str | None = None) -> int:
    """Check each lesson; status 1 if one is not in order. Without a language, that of the folder it lies in, else English."""
    status = FINE
    for file in files:
        path = Path(file)
        folder = path.absolute().parent.name
        lesson = read_lesson(path, language or (folder if folder in lesson_languages() else "en"))
        wrong = list(faults(lesson))
        fine = numbered(len(lesson.goals), "fine, {count} goal", "fine, {count} goals")
        for line in wrong or [fine]:
            say(sentence("{file}: {what}", file=clean(file), what=line), lesson.language)
        status = FOUND if wrong else status
    return status


def faults(lesson: Lesson) -> Iterator[Sentence]:
    """Yield what is not in order in a lesson; the first kind of faults hides the others."""
    if lesson.mistakes or not lesson.goals:
        yield from (sentence("line {line}: {what}", line=mistake.line, what=clean(mistake.text)) for mistake in lesson.mistakes)
        if not lesson.goals:
            yield sentence("there is no goal")
        return
    if all(verdict["done"] for verdict in check_lesson(lesson, lesson.start)):
        yield sentence("the start reaches every goal already, so there is nothing to do")
    for verdict in check_lesson(lesson, lesson.solution):
        if not verdict["done"]:
            goal, why = clean(str(verdict["goal"])), clean(str(verdict["why"]))
            yield sentence("the solution does not reach the goal “{goal}”: {why}", goal=goal, why=why)
