"""`?`: what refuses an action, what keeps a player from getting to it, what can be done instead."""

from __future__ import annotations

from rulekit.tools.terminal.why_questions import answer
from tests.report.test_reading import thrown, well


def asked(words: str, language: str = "en", later: bool = False) -> list[str]:
    """The answer at the beginning, or after the first stone."""
    namer, engine = well(language)
    return answer(namer, engine, thrown(engine) if later else engine.start(1), words)


def test_a_requirement_before_the_action_is_named() -> None:
    first, rule, *_ = asked("watch")
    assert first == "watch: no, that cannot be done now: nothing has been thrown yet"
    assert rule == "    rule play.still"


def test_where_no_requirement_stands_before_it_the_answer_tells_what_can_be_done() -> None:
    assert asked("rest") == ["rest: no, that cannot be done now; what can be done: throw stone"]
    assert asked("throw stone", later=True) == ["throw stone: no, that cannot be done now; what can be done: rest"]


def test_all_actions_are_answered_in_short() -> None:
    assert [line for line in asked("") if not line.startswith(" ")] == [
        "throw stone: yes, 3 ways",
        "watch: no, that cannot be done now: nothing has been thrown yet",
        "rest: no, that cannot be done now",
    ]


def test_words_are_understood_without_their_accents_and_in_the_language() -> None:
    assert asked("throw EMERAUDE", "fr") == ["throw stone emeraude : oui, 2 possibilités"]
    assert asked("throw Émeraude", "fr") == ["throw stone émeraude : oui, 2 possibilités"]
    assert asked("throw wet", "fr") == ["throw stone : que veut dire « wet » ? On choisit ici : caillou"]


def test_expressions_are_written_in_the_keywords_of_the_language() -> None:
    assert [line for line in asked("watch", "it") if " = no" in line] == ["    esiste(seen[hue] per hue in [grey, green]) = no"]
