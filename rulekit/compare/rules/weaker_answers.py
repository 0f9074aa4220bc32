"""What readings answer to options without their books stating it: arguable answers, and slips.

Comes in: two models in common names. Goes out: answers that are not in force and that the other game does not share. They are no
differences of the rules: they are told beside them, and change no play until somebody puts them in force.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulekit.compare.rules.differences import Difference, Rules, Side
from rulekit.compare.rules.find_differences import answer_side, is_value, option_side
from rulekit.model.model import SLIP, STATED, STRENGTHS, GameModel, Option, ReadingAnswer


@frozen
class WeakerAnswer:
    """An answer that is not in force, and what stands against it in the other game."""

    strength: str
    option: str
    one: Side
    two: Side


def weaker_answers(rules: Rules) -> tuple[WeakerAnswer, ...]:
    """Return the answers that one game's readings do not state, where the other game says something else."""
    found: dict[tuple[str, object], WeakerAnswer] = {}
    for a, b, turned in ((rules.a, rules.b, False), (rules.b, rules.a, True)):
        theirs = {option.name: option for option in b.options}
        for answer, option in kept_back(a, SLIP):
            other = theirs.get(option.name)
            if other is None or is_value(other, answer.value) or _shared(answer, b):
                continue
            said, against = answer_side(option, answer), option_side(other, b)
            sides = (against, said) if turned else (said, against)
            found.setdefault((option.name, answer.value), WeakerAnswer(answer.strength, option.name, *sides))
    return tuple(sorted(found.values(), key=lambda one: STRENGTHS.index(one.strength)))


def strength_in_force(rules: Rules, difference: Difference) -> str:
    """Return how strongly a difference is said: as its weaker side, where somebody has put that in force."""
    strengths = (
        answer.strength
        for model in (rules.a, rules.b)
        for answer, option in _answered(model)
        if (difference.what, difference.name) == ("option", option.name) and is_value(option, answer.value)
    )
    return max(strengths, key=STRENGTHS.index, default=STATED)


def _answered(model: GameModel) -> Iterator[tuple[ReadingAnswer, Option]]:
    options = {option.name: option for option in model.options}
    return ((answer, options[answer.option]) for answer in model.answers if answer.option in options)


def kept_back(model: GameModel, least: str) -> Iterator[tuple[ReadingAnswer, Option]]:
    """Return the answers that are not in force, down to a strength."""
    weak = STRENGTHS[1 : STRENGTHS.index(least) + 1]
    return ((a, option) for a, option in _answered(model) if a.strength in weak and not is_value(option, a.value))


def _shared(answer: ReadingAnswer, other: GameModel) -> bool:
    """Return whether the other book can be taken so just as well."""
    return any(a.option == answer.option and a.value == answer.value for a in other.answers)
