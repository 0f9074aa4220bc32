"""What a thing looks like from outside: all the places where it is named, and what it consists of, with names left open.

Comes in: a model and what its names are known as (unknown ones are all the same). Goes out: for every declaration, kind value,
attribute and answer a bag of forms. Things of two games whose bags are alike are probably the same thing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import get_args

from attrs import field, frozen

from rulekit.compare.rules.canonical import TOPS, AnyVariable, Canon, Scope, canon
from rulekit.compare.rules.vocabulary import Vocabulary
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Value
from rulekit.model.model import Declared, GameModel, Kind, Option, PieceRow, Sort, TableEntry
from rulekit.model.model_walk import fields, records
from rulekit.model.types import KindType, ListType, OptionalType, OptionType, Type
from rulekit.records import Record

Key = tuple[str, ...]  # ("", name), ("value", kind, name), ("attr", owner, name), ("answer", option, name)
Numbers = dict[Canon, int]  # of forms: a number is compared at once, a form has to be walked through
Profiles = dict[Key, Counter[Canon]]
DECLARED = ("kinds", "sorts", "places", "tallies", "markers", "options", "tables", "defines", "deeds")


@frozen
class Open(Vocabulary):
    """What is not known yet is all the same."""

    def top(self, name: str) -> str:
        """Return a known name, or `?`."""
        return self.names.tops.get(name, "?")

    def value(self, kind: str, position: int) -> str:
        """Return a known value, or `?`."""
        name = self.kinds[kind][position] if kind in self.kinds else ""
        return self.names.values.get((kind, name), "?")

    def answer(self, option: str, position: int) -> str | int:
        """Return a known answer, or `?`."""
        answers = self.answers.get(option, ())
        return self.names.values.get((option, answers[position]), "?") if position < len(answers) else position

    def attr(self, owner: str, name: str) -> str:
        """Return a known attribute, or `?`."""
        return self.names.attrs.get((owner, name), "?")


def profiles(model: GameModel, words: Open, numbers: Numbers) -> Profiles:
    """The bags of forms of all things of a model; `numbers` are those of two models whose bags are held against each other."""
    maker = _Maker(model, words, Scope(words, locals=AnyVariable()), numbers)
    for category in DECLARED:
        for one in getattr(model, category):
            maker.declared(category, one)
    maker.walk(model.score, (), "score")
    maker.walk(model.winner, (), "winner")
    return maker.found


@frozen
class _Maker:
    model: GameModel
    words: Open
    scope: Scope
    numbers: Numbers
    forms: dict[int, int] = field(factory=dict)  # number of the form, by the identity of a part of the model
    found: Profiles = field(factory=lambda: defaultdict(Counter))

    def declared(self, category: str, one: Declared) -> None:
        """What a declaration consists of, and what it names."""
        own = self.found["", one.name]
        own[category, getattr(one, "shape", ""), getattr(one, "role", ""), self.words.top(one.name)] += 1
        for part in records(one):
            if not isinstance(part, Declared | exprs.Const | exprs.Local | exprs.Bound):
                own["has", self._form(part)] += 1
        if isinstance(one, Kind):
            self._kind(one)
        if isinstance(one, Sort | Kind):
            for attribute in one.attributes:
                form = ("attribute", canon(attribute.domain, self.scope), self.words.attr(one.name, attribute.name))
                self.found["attr", one.name, attribute.name][form] += 1
        if isinstance(one, Option):
            for answer in one.answers:
                self.found["answer", one.name, answer.name]["at", answer.value, answer.value == one.value] += 1
        self.walk(one, (), self.words.top(one.name))

    def _kind(self, kind: Kind) -> None:
        for at, value in enumerate(kind.values):
            row = tuple((self.words.attr(kind.name, a.name), canon(a.values[at], self.scope)) for a in kind.attributes)
            self.found["value", kind.name, value]["row", row] += 1

    def walk(self, part: object, above: tuple[Record, ...], where: str) -> None:
        """Note every name with the forms of what it stands in."""
        if isinstance(part, tuple):
            for item in part:
                self.walk(item, above, where)
            return
        if not isinstance(part, Record) or isinstance(part, _TYPES):
            return
        inner = (part, *above[:1])
        for name, value in fields(part):
            if (name in TOPS and isinstance(value, str)) or (name == "to" and isinstance(value, str)):
                self._note(("", value), inner, where)
            elif not isinstance(value, str):
                self.walk(value, inner, where)
        match part:
            case exprs.AttrOf(owner=owner, attr=attr):
                self._note(("attr", owner, attr), inner, where)
                self._note(("", owner), inner, where)
            case exprs.Const(type=kind, value=value):
                for key in self._valued(kind, value):
                    self._note(key, above, where)

    def _valued(self, kind: Type, value: Value) -> Iterator[Key]:
        match kind:
            case OptionalType(of=of):
                yield from self._valued(of, value)
            case ListType(of=of) if isinstance(value, tuple):
                for item in value:
                    yield from self._valued(of, item)
            case KindType(kind=name) if isinstance(value, int) and name in self.words.kinds:
                yield "value", name, self.words.kinds[name][value]
            case OptionType(option=name) if isinstance(value, int) and name in self.words.answers:
                yield "answer", name, self.words.answers[name][value]

    def _note(self, key: Key, around: tuple[Record, ...], where: str) -> None:
        for depth, part in enumerate(around):
            if isinstance(part, PieceRow | TableEntry) or depth < 2:
                self.found[key]["in", depth, self._form(part)] += 1
                self.found[key]["at", where, type(part).__name__] += 1

    def _form(self, part: Record) -> int:
        """Return the form of a part, worked out once: a name stands in the same block as often as it is used there."""
        if id(part) not in self.forms:
            self.forms[id(part)] = self.numbers.setdefault(canon(part, self.scope), len(self.numbers))
        return self.forms[id(part)]


_TYPES = get_args(Type)


def likeness(one: Counter[Canon], two: Counter[Canon]) -> float:
    """Return how much two bags have in common, from 0 to 1."""
    total = one.total() + two.total()
    return 2 * (one & two).total() / total if total else 0.0
