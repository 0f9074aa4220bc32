"""The second game in the names of the first, so that rules of both can stand in one model.

Comes in: both models and the common names. Goes out: the second model with these names. Kind values and answers have the
positions of the first game; those that only the second has come behind them.
"""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve, frozen

from rulekit.compare.rules.canonical import TOPS
from rulekit.compare.rules.vocabulary import Names, Vocabulary, taken_names
from rulekit.model import expressions as exprs
from rulekit.model import model, rules
from rulekit.model.expressions import Value
from rulekit.model.model_walk import Changes, T, described, fields, rebuilt
from rulekit.model.types import DescriptionType, KindType, ListType, OptionalType, OptionType, PictureType, Type
from rulekit.records import Record

A = TypeVar("A", model.SortAttribute, model.KindAttribute)
KEPT = frozenset(("span", "cites", "address", "headings"))
PARTS = ("kinds", "sorts", "places", "tallies", "markers", "options", "tables", "defines", "deeds", "score", "winner")


def translated(a: model.GameModel, b: model.GameModel, names: Names) -> model.GameModel:
    """Return the second model in the names of the first."""
    words = Vocabulary(b, names, taken_names(a))
    kinds = {k.name: k.values for k in a.kinds}
    orders = {}
    for kind in b.kinds:
        theirs = [words.value(kind.name, n) for n in range(len(kind.values))]
        mine = kinds.get(words.top(kind.name), ())
        orders[kind.name] = (*mine, *(v for v in theirs if v not in mine)) if names.tops.get(kind.name) else tuple(theirs)
    answers = {o.name: tuple(s.name for s in o.answers) for o in a.options}
    for option in b.options:
        theirs = [str(words.answer(option.name, n)) for n in range(len(option.answers))]
        mine = answers.get(words.top(option.name), ())
        orders[option.name] = (*mine, *(v for v in theirs if v not in mine))
    places = {name: {value: at for at, value in reversed(list(enumerate(order)))} for name, order in orders.items()}
    worker = _Translator(words, orders, places)
    return evolve(b, **{part: worker.part(getattr(b, part)) for part in PARTS})


@frozen
class _Translator:
    words: Vocabulary
    orders: dict[str, tuple[str, ...]]
    places: dict[str, dict[str, int]]

    def part(self, part: T) -> T:
        """Any part of the model."""
        if isinstance(part, tuple) and part and isinstance(part[0], model.TableEntry):
            return tuple(e for p in part for e in self._entries(p))  # type: ignore[return-value]
        return rebuilt(part, self.part, lambda record: self._tops(record) | self._own(record))

    def _tops(self, part: Record) -> Changes:
        """Fields that name a declaration, and those that stay as they are."""
        kept = {name: value for name, value in fields(part) if name in KEPT}
        return kept | {name: self.words.top(value) for name, value in fields(part) if name in TOPS and isinstance(value, str)}

    def _own(self, part: Record) -> Changes:
        """Fields that name something in their own way."""
        words = self.words
        match part:
            case exprs.Const(type=kind, value=value):
                return {"value": self._value(kind, value)}
            case exprs.AttrOf(owner=owner, attr=attr):
                return {"owner": words.top(owner), "attr": words.attr(owner, attr)}
            case exprs.Describe(sort=sort, fields=fields):
                return {"fields": tuple((words.attr(sort, n), self.part(e)) for n, e in fields)}
            case exprs.ScoreOf(line=str(line)):
                return {"line": words.line(line)}
            case rules.SetAttr(sort=sort, attr=attr):
                return {"attr": words.attr(sort, attr)}
            case rules.Deal(to=to):
                return {"to": words.top(to)}
            case model.ScoreLine(name=name):
                return {"name": words.line(name)}
            case model.Kind():
                return self._kind(part)
            case model.Option():
                return self._option(part)
            case model.Sort(name=name, attributes=attributes):
                return {"name": words.top(name), "attributes": tuple(self._attribute(name, a) for a in attributes)}
            case model.Deed(name=name, role=role):
                return {"name": name if role in ("setup", "play") else words.top(name)}
            case model.PieceRow() | model.Dim() | model.SortAttribute() | model.KindAttribute() | model.OptionAnswer():
                return {}
            case _ if hasattr(part, "cites") and hasattr(part, "name") and not hasattr(part, "address"):
                return {"name": words.top(part.name)}
        return {}

    def _attribute(self, owner: str, attribute: A) -> A:
        return evolve(self.part(attribute), name=self.words.attr(owner, attribute.name))

    def _kind(self, kind: model.Kind) -> Changes:
        order = self.orders[kind.name]
        places = {self.words.value(kind.name, n): n for n in range(len(kind.values))}
        kept = [v for v in order if v in places]
        attributes = [
            evolve(self._attribute(kind.name, a), values=tuple(self.part(a.values[places[v]]) for v in kept))
            for a in kind.attributes
        ]
        return {"name": self.words.top(kind.name), "values": tuple(kept), "attributes": tuple(attributes)}

    def _option(self, option: model.Option) -> Changes:
        order = self.orders[option.name]
        by_name = {str(self.words.answer(option.name, n)): a for n, a in enumerate(option.answers)}
        kind, places = option.type, self.places[option.name]
        named = isinstance(kind, OptionType)
        answers = tuple(evolve(by_name[n], name=n, value=places[n] if named else by_name[n].value) for n in order if n in by_name)
        return {
            "name": self.words.top(option.name), "answers": answers,
            "value": self._value(kind, option.value), "default": self._value(kind, option.default),
        }  # fmt: skip

    def _value(self, kind: Type, value: Value) -> Value:
        match kind:
            case _ if value is None:
                return None
            case OptionalType(of=of):
                return self._value(of, value)
            case ListType(of=of) if isinstance(value, tuple):
                return tuple(self._value(of, v) for v in value)
            case KindType(kind=name) if isinstance(value, int):
                return self.places[name][self.words.value(name, value)]
            case OptionType(option=name) if isinstance(value, int):
                return self.places[name][str(self.words.answer(name, value))]
            case DescriptionType(sort=sort):
                return self._described(sort, value)
            case PictureType(sort=sort) if isinstance(value, tuple):
                return tuple(tuple(self._described(sort, d) for d in c) if isinstance(c, tuple) else None for c in value)
        return value

    def _described(self, sort: str, value: Value) -> Value:
        return tuple((self.words.attr(sort, a), self._value(self.words.types[sort, a], v)) for a, v in described(value))

    def _entries(self, entry: model.TableEntry) -> list[model.TableEntry]:
        """Return an entry; one that covers several values of a kind becomes one for each, since their order may be another."""
        made = [evolve(entry, keys=(), value=self.part(entry.value))]
        for low, high in entry.keys:
            keys: list[tuple[exprs.Expr, exprs.Expr]] = [(low, high)]
            least, most = exprs.number_of(low), exprs.number_of(high)
            if least is not None and most is not None and isinstance(low.type, KindType):
                keys = [(exprs.Const(low.type, n),) * 2 for n in range(least, most + 1)]
            made = [evolve(e, keys=(*e.keys, (self.part(p), self.part(q)))) for e in made for p, q in keys]
        return made
