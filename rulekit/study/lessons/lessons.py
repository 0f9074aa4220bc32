"""Lessons: a page of Markdown comes in; what is read, what the editor begins with, and what a learner's file has to fulfil
go out. Nothing is checked or played here, and nothing is read from the disk.

The first heading is the title. Blocks with a meaning: `cafe start` is what the editor begins with, `cafe solution` one answer,
`cafe game` the game that a house rule of the lesson changes, `check` the goals. The section that holds `check` is the task.
"""

from __future__ import annotations

import re

from attrs import evolve, frozen

from rulekit.study.books.markdown import Block, Heading, Part, part_data, parts_of, plain, runs_data, runs_of
from rulekit.study.lessons.goals import Goal, Goals, Mistake, Sample, goals_from

START, SOLUTION, GAME = ("cafe", "start"), ("cafe", "solution"), ("cafe", "game")
CHECK = ("check",)
HIDDEN = (SOLUTION, CHECK)  # what is no part of the page that is read
_NUMBER = re.compile(r"\d{1,6}")


@frozen
class Lesson:
    """One lesson. `parts` are read before the task; `game` (None: none) is what a house rule is laid over."""

    name: str
    language: str
    title: str
    parts: tuple[Part, ...]
    task: tuple[Part, ...]
    start: str
    solution: str
    game: str | None
    goals: tuple[Goal, ...]
    sample: Sample
    mistakes: tuple[Mistake, ...]

    @property
    def number(self) -> int:
        """The number its name begins with; 0 if there is none."""
        found = _NUMBER.match(self.name)
        return int(found.group()) if found else 0

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON, for a page to build its elements from."""
        return {
            "name": self.name, "number": self.number, "language": self.language, "title": self.title,
            "parts": [part_data(part) for part in self.parts], "task": [part_data(part) for part in self.task],
            "start": self.start, "solution": self.solution, "game": self.game,
            "goals": [{"goal": goal.sentence, "runs": runs_data(runs_of(goal.sentence))} for goal in self.goals],
        }  # fmt: skip


def lesson_from(text: str, name: str = "", language: str = "en") -> Lesson:
    """Make a lesson of a page; what is missing or not understood stands in its `mistakes`."""
    page = parts_of(text)
    title = next((part for part in page if isinstance(part, Heading) and part.level == 1), None)
    checks = [part for part in page if isinstance(part, Block) and part.words == CHECK]
    made = goals_from(checks[0].text, checks[0].line) if checks else Goals()
    read, task = _sections(page, title)
    return Lesson(
        name, language, plain(title.runs) if title else name, read, task, _only(page, START) or "", _only(page, SOLUTION) or "",
        _only(page, GAME), made.goals, made.sample, (*_missing(page, title), *made.mistakes),
    )  # fmt: skip


def _only(page: tuple[Part, ...], words: tuple[str, ...]) -> str | None:
    return next((part.text for part in page if isinstance(part, Block) and part.words == words), None)


def _sections(page: tuple[Part, ...], title: Heading | None) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return what is read before the task (and after it), and the task: the section with the goals."""
    before: list[Part] = []
    task: list[Part] = []
    section: list[Part] = []
    for part in (*page, Heading(0, ())):
        if isinstance(part, Heading) and part.level <= 2 and section:
            is_task = any(isinstance(p, Block) and p.words == CHECK for p in section)
            (task if is_task else before).extend(_shown(p) for p in section if not _is_hidden(p))
            section = []
        if part is not title:
            section.append(part)
    return tuple(before), tuple(task)


def _is_hidden(part: Part) -> bool:
    return isinstance(part, Block) and part.words in HIDDEN


def _shown(part: Part) -> Part:
    """Return where a block stands in its page is of no interest to those who read it."""
    return evolve(part, line=0) if isinstance(part, Block) else part


def _missing(page: tuple[Part, ...], title: Heading | None) -> tuple[Mistake, ...]:
    """Return what every lesson has once."""
    counts = {words: sum(isinstance(part, Block) and part.words == words for part in page) for words in (START, SOLUTION, CHECK)}
    wrong = [
        f"there is no block `{' '.join(words)}`" if count == 0 else f"there are {count} blocks `{' '.join(words)}`"
        for words, count in counts.items()
        if count != 1
    ]
    return tuple(Mistake(1, text) for text in (*([] if title else ["there is no title"]), *wrong))
