"""What the book of a reading says of each rule and option, and how strongly. Where it is silent, the game's own answer counts.

Comes in: a model with readings. Goes out: everything that cites some book, and every option, with what one reading says of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulekit.model.model import SILENT, STATED, STRENGTHS, GameModel, Option, ReadingAnswer
from rulekit.study.books.cover import Cites, Part, all_parts, rules_of


@frozen
class Said:
    """What a book says of a rule or option: how strongly, where, and what it answers. Silent: it says nothing at all."""

    part: Part
    strength: str
    cites: Cites
    answers: tuple[ReadingAnswer, ...] = ()


@frozen
class Book:
    """One reading's book, as a model knows it."""

    model: GameModel
    reading: str

    def said(self) -> Iterator[Said]:
        """Yield what it says, in the order of the rules."""
        options = {option.name: option for option in self.model.options}
        for part in rules_of(self.model):
            if part.what == "option":
                yield self._option(part, options[part.address])
            else:
                yield from (self._rule(p) for p in all_parts([part]) if any(cite.how == "cited" for cite in p.cites))

    def _rule(self, part: Part) -> Said:
        """Return what it says of a rule: what cites it is stated."""
        cites = self._own(part.cites)
        return Said(part, STATED if cites else SILENT, cites)

    def _option(self, part: Part, option: Option) -> Said:
        """Return what it says of an option: what the reading answers, else what the game says of the value in force."""
        answers = tuple(answer for answer in self.model.answers if (answer.reading, answer.option) == (self.reading, option.name))
        if answers:
            strongest = min(answers, key=lambda answer: STRENGTHS.index(answer.strength))
            return Said(part, strongest.strength, self._own(strongest.cites), answers)
        in_force = (cite for answer in option.answers if answer.value == option.value for cite in answer.cites)
        cites = self._own((*option.cites, *in_force))
        return Said(part, STATED if cites else SILENT, cites)

    def _own(self, cites: Cites) -> Cites:
        """Return what points into the book."""
        books = frozenset(dict(self.model.readings).get(self.reading, ()))
        return tuple(cite for cite in cites if cite.how == "cited" and not books.isdisjoint(self.model.books(cite)))


def said_in(model: GameModel, reading: str) -> tuple[Said, ...]:
    """Return what a reading says of every option, and of every rule that cites some book."""
    return tuple(Book(model, reading).said())
