"""Names in common: how a model's declarations are called when two games are held against each other.

Comes in: a model, and for its names those of the other one (`Names`). The first game's own names are the common ones.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from rulekit.model.expressions import Value
from rulekit.model.model import GameModel, Kind, Sort
from rulekit.model.model_walk import described
from rulekit.model.types import DescriptionType, KindType, ListType, OptionalType, OptionType, PictureType, Type


@frozen
class Names:
    """What things of the second game are called in the first. `values` (and answers) and `attrs` go by (kind,
    option or sort, name) of the second."""

    tops: Mapping[str, str] = {}
    values: Mapping[tuple[str, str], str] = {}
    attrs: Mapping[tuple[str, str], str] = {}
    lines: Mapping[str, str] = {}


@frozen
class Vocabulary:
    """The common names of one model's things. Things that only this model has keep their names, marked where these are taken."""

    model: GameModel
    names: Names
    taken: frozenset[str] = frozenset()
    kinds: Mapping[str, tuple[str, ...]] = field(init=False)
    answers: Mapping[str, tuple[str, ...]] = field(init=False)
    types: Mapping[tuple[str, str], Type] = field(init=False)
    deeds: Mapping[str, tuple[str, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        put = object.__setattr__
        owners: tuple[Sort | Kind, ...] = (*self.model.kinds, *self.model.sorts)
        put(self, "kinds", {k.name: k.values for k in self.model.kinds})
        put(self, "answers", {o.name: tuple(a.name for a in o.answers) for o in self.model.options})
        put(self, "types", {(o.name, a.name): a.domain.type for o in owners for a in o.attributes})
        put(self, "deeds", {d.name: (*(p.name for p in d.params), *d.choices) for d in self.model.deeds})

    def top(self, name: str) -> str:
        """Return a declaration's common name."""
        if name in self.names.tops:
            return self.names.tops[name]
        return f"{name}'" if name in self.taken else name

    def value(self, kind: str, position: int) -> str:
        """Return a kind value's common name."""
        name = self.kinds[kind][position] if kind in self.kinds else str(position)
        return self.names.values.get((kind, name), name)

    def answer(self, option: str, position: int) -> str | int:
        """Return an answer's common name."""
        answers = self.answers.get(option, ())
        return self.names.values.get((option, answers[position]), answers[position]) if position < len(answers) else position

    def attr(self, owner: str, name: str) -> str:
        """Return an attribute's common name."""
        return self.names.attrs.get((owner, name), name)

    def line(self, name: str) -> str:
        """Return a score line's common name."""
        return self.names.lines.get(name, name)

    def argument(self, deed: str, name: str | None) -> str | int | None:
        """Return a parameter or choice of a deed: its place among them."""
        known = self.deeds.get(deed, ())
        return known.index(name) if name in known else name

    def said(self, kind: Type, value: Value) -> Value:
        """Return a value of a type in common names."""
        match kind:
            case _ if value is None:
                return None
            case OptionalType(of=of):
                return self.said(of, value)
            case ListType(of=of) if isinstance(value, tuple):
                return tuple(self.said(of, v) for v in value)
            case KindType(kind=name) if isinstance(value, int):
                return ("value", self.top(name), self.value(name, value))
            case OptionType(option=name) if isinstance(value, int):
                return ("answer", self.top(name), self.answer(name, value))
            case DescriptionType(sort=sort):
                return self._described(sort, value)
            case PictureType(sort=sort) if isinstance(value, tuple):
                return tuple(tuple(self._described(sort, d) for d in c) if isinstance(c, tuple) else None for c in value)
        return value

    def _described(self, sort: str, value: Value) -> Value:
        return tuple(sorted((self.attr(sort, a), self.said(self.types[sort, a], v)) for a, v in described(value)))


def taken_names(a: GameModel) -> frozenset[str]:
    """Return names of the first game's declarations: something else of the second may not have them."""
    parts = ("kinds", "sorts", "places", "tallies", "markers", "options", "tables", "defines", "deeds")
    return frozenset(d.name for part in parts for d in getattr(a, part))
