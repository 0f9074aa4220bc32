"""Whether a model holds together: everything that is named in it is declared in it.

A model that was made from a sound text always does. One that was made from a text with mistakes, comes from a file of JSON, or
was mixed from two games, may not: it is a `PartialModel`, which no later pass takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import define, frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules, types
from rulekit.model.model import Declared, Deed, Define, Dim, GameModel, Parameter, Place, SortAttribute, When
from rulekit.model.model_walk import family, records
from rulekit.records import Record
from rulekit.wording import Sentence, sentence

BOX = "box"


@frozen
class PartialModel:
    """A model that may speak of what it does not have."""

    parts: GameModel

    def whole(self) -> GameModel | None:
        """Return the game, if it holds together."""
        return None if any(dangling(self.parts)) else self.parts


def the(what: str, name: str) -> Sentence:
    """Say what a name is, with the name."""
    match what:
        case "place":
            return sentence("the place `{name}`", name=name)
        case "tally":
            return sentence("the tally `{name}`", name=name)
        case "marker":
            return sentence("the marker `{name}`", name=name)
        case "table":
            return sentence("the table `{name}`", name=name)
        case "definition":
            return sentence("the definition `{name}`", name=name)
        case "action":
            return sentence("the action `{name}`", name=name)
        case "step":
            return sentence("the step `{name}`", name=name)
        case _:
            return sentence("`{name}`", name=name)


def dangling(model: GameModel) -> Iterator[Sentence]:
    """Yield what a model speaks of and does not have, in plain words."""
    names = _Names(model)
    for owner in (*_declarations(model), *model.score, *model.winner):
        bound = _bound(owner)
        for part in records(owner):
            yield from names.missing(part)
            if isinstance(part, exprs.Local | exprs.Bound) and part.index not in bound and bound:
                yield sentence("the variable `{part}`", part=part.name)


def unknown(model: GameModel, e: exprs.Expr) -> Iterator[Sentence]:
    """Yield what an expression of another game speaks of and a model does not have, in plain words."""
    names = _Names(model)
    for part in records(e):
        yield from names.missing(part)


def _declarations(model: GameModel) -> Iterator[Declared]:
    yield from (*model.kinds, *model.sorts, *model.places, *model.tallies, *model.markers, *model.tables)
    yield from (*model.defines, *model.deeds)


def _bound(owner: Record) -> set[int]:
    """Return the variables that a deed or definition has; nothing for other declarations, whose own are many."""
    if not isinstance(owner, Deed | Define):
        return set()
    found = set()
    for part in records(owner):
        if isinstance(part, Parameter | Dim | SortAttribute | exprs.Binding):
            found.add(part.index)
        elif isinstance(part, rules.Pick | rules.Let | rules.Loop):
            found.add(part.local)
    return found | {-1}


@define(slots=False)
class _Names:
    """Everything that a model declares."""

    model: GameModel

    @cached_property
    def others(self) -> dict[str, dict[str, int]]:
        """How many indices, keys or parameters each has."""
        model = self.model
        return {
            "place": {BOX: 0} | {p.name: len(p.dims) for p in model.places},
            "tally": {t.name: len(t.dims) for t in model.tallies},
            "marker": {m.name: len(m.dims) for m in model.markers},
            "table": {t.name: len(t.dims) for t in model.tables},
            "definition": {d.name: len(d.params) for d in model.defines},
        }

    @cached_property
    def deeds(self) -> dict[str, Deed]:
        return {d.name: d for d in self.model.deeds}

    @cached_property
    def attributes(self) -> dict[str, frozenset[str]]:
        """The attributes of each sort and kind."""
        kinds = {kind.name: frozenset(a.name for a in kind.attributes) for kind in self.model.kinds}
        return kinds | {sort.name: frozenset(a.name for a in sort.attributes) for sort in self.model.sorts}

    @cached_property
    def values(self) -> dict[str, frozenset[str]]:
        return {k.name: frozenset(k.values) for k in self.model.kinds}

    @cached_property
    def sorts(self) -> frozenset[str]:
        return frozenset(s.name for s in self.model.sorts)

    def missing(self, part: Record) -> Iterator[Sentence]:
        """Yield what one part names that is not there."""
        if isinstance(part, exprs.Typed):
            yield from self._types(part.type)
        looked_at = None if isinstance(part, rules.Citation | rules.Shuffle) else family(part)  # the others name it themselves
        if looked_at is not None:
            yield from self._other(*looked_at, getattr(part, "indices", ()))
        match part:
            case rules.Deal(to=place):
                yield from self._other("place", place, ())
            case exprs.Lookup(table=name, keys=some):
                yield from self._other("table", name, some, exactly=True)
            case exprs.Apply(define=name, args=some):
                yield from self._other("definition", name, some, exactly=True)
            case exprs.OptionRef(option=name) if all(o.name != name for o in self.model.options):
                yield sentence("the option `{name}`", name=name)
            case exprs.AttrOf(owner=owner, attr=attr) | rules.SetAttr(sort=owner, attr=attr):
                if attr not in self.attributes.get(owner, ()):
                    yield sentence("the attribute `{attr}` of `{owner}`", attr=attr, owner=owner)
            case exprs.Describe(sort=sort, fields=given):
                known = self.attributes.get(sort, frozenset())
                yield from (
                    sentence("the attribute `{attr}` of `{owner}`", attr=attr, owner=sort)
                    for attr, _ in given
                    if attr not in known
                )
            case exprs.Can(deed=name, args=told) | rules.Do(deed=name, args=told) | When(deed=name, args=told):
                yield from self._deed(name, told)
            case exprs.ScoreOf(line=line) if line is not None and all(s.name != line for s in self.model.score):
                yield sentence("the score line `{line}`", line=line)
            case Place(sort=sort) if sort not in self.sorts:
                yield sentence("the pieces `{name}`", name=sort)

    def _other(self, what: str, name: str, given: Sequence[object], exactly: bool = False) -> Iterator[Sentence]:
        has = self.others[what].get(name)
        if has is None or len(given) > has or (exactly and len(given) != has):
            yield the(what, name)

    def _deed(self, name: str, args: Sequence[exprs.Argument]) -> Iterator[Sentence]:
        deed = self.deeds.get(name)
        if deed is None:
            yield sentence("the action or step `{name}`", name=name)
            return
        known = {p.name for p in deed.params} | set(deed.choices)
        yield from (
            sentence("`{arg}` of `{name}`", arg=arg.name, name=name)
            for arg in args
            if arg.name is not None and arg.name not in known
        )

    def _types(self, kind: types.Type) -> Iterator[Sentence]:
        match types.innermost(kind):
            case types.KindType(kind=name) if name not in self.values:
                yield sentence("the kind `{name}`", name=name)
            case types.PieceType(sort=name) | types.DescriptionType(sort=name) | types.PictureType(sort=name) if (
                name not in self.sorts
            ):
                yield sentence("the pieces `{name}`", name=name)
            case types.OptionType(option=name) if all(o.name != name for o in self.model.options):
                yield sentence("the option `{name}`", name=name)
