"""Lessons for the page: a list, one of them, and the check of what a learner wrote. English where a language has none."""

from __future__ import annotations

from rulekit.study.lessons.lessons import Lesson
from rulekit.tools.io.lessons import bundled_lessons, check_lesson, lesson_languages

Data = dict[str, object]


def lesson_list(lang: str) -> Data:
    """Return the lessons by number and title."""
    told = [{"number": number, "title": one.title} for number, one in enumerate(_lessons(lang), 1)]
    return {"lang": _language(lang), "lessons": told}


def lesson_data(lang: str, number: int) -> Data | None:
    """Return one lesson as data the page can build elements from."""
    found = _lessons(lang)
    return found[number - 1].to_dict() | {"count": len(found), "lang": _language(lang)} if 0 < number <= len(found) else None


def lesson_check(lang: str, number: int, text: str) -> Data:
    """Return what of a lesson's goals a text reaches."""
    found = _lessons(lang)
    if not 0 < number <= len(found):
        return {"goals": []}
    return {"goals": list(check_lesson(found[number - 1], text))}


def _language(lang: str) -> str:
    return lang if lang in lesson_languages() else "en"


def _lessons(lang: str) -> tuple[Lesson, ...]:
    return bundled_lessons(_language(lang))
