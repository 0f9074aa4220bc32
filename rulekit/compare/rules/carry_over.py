"""How one difference is carried over: functions that change a model of the first game into one with a part of the second."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from rulekit.model.expressions import Expr
from rulekit.model.model import Declared, Deed, GameModel, Kind, KindAttribute, Option
from rulekit.model.model_walk import evolved

Patch = Callable[[GameModel], GameModel]


def put(category: str, new: Declared | None) -> Patch | None:
    """Put a declaration in, in the place of the one with its name. What is only gone stays: nothing uses it."""
    if new is None:
        return None

    def patch(model: GameModel) -> GameModel:
        old = getattr(model, category)
        names = [d.name for d in old]
        made = tuple(new if d.name == new.name else d for d in old) if new.name in names else (*old, new)
        return evolved(model, {category: made})

    return patch


def set_option(name: str, new: Option) -> Patch:
    """Return another value in force; answers that are new come along."""

    def patch(model: GameModel) -> GameModel:
        options = []
        for o in model.options:
            if o.name == name:
                known = {a.name for a in o.answers}
                o = evolve(o, value=new.value, answers=(*o.answers, *(a for a in new.answers if a.name not in known)))
            options.append(o)
        return evolve(model, options=tuple(options))

    return patch


def set_cell(kind: str, attribute: str, at: int, new: Expr) -> Patch:
    """Return another attribute of one kind value."""

    def patch(model: GameModel) -> GameModel:
        kinds = []
        for k in model.kinds:
            if k.name == kind:
                cells = {a.name: (*a.values[:at], new, *a.values[at + 1 :]) for a in k.attributes if a.name == attribute}
                changed = tuple(evolve(a, values=cells.get(a.name, a.values)) for a in k.attributes)
                k = evolve(k, attributes=changed)
            kinds.append(k)
        return evolve(model, kinds=tuple(kinds))

    return patch


def without(names: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names that are not among the others."""
    known = frozenset(others)
    return tuple(n for n in names if n not in known)


def grown(one: Kind, two: Kind) -> tuple[KindAttribute, ...]:
    """Return the attributes of the second kind, for the first one's values as they were."""
    owned = {a.name: dict(zip(one.values, a.values, strict=True)) for a in one.attributes}
    values = (*one.values, *without(two.values, one.values))
    made = []
    for theirs in two.attributes:
        said = {**dict(zip(two.values, theirs.values, strict=True)), **owned.get(theirs.name, {})}
        made.append(evolve(theirs, values=tuple(said[value] for value in values)))
    return tuple(made)


def set_entry(table: str, at: int, value: Expr | None) -> Patch:
    """Return another entry of a table."""

    def patch(model: GameModel) -> GameModel:
        tables = []
        for t in model.tables:
            if t.name == table:
                t = evolve(t, entries=(*t.entries[:at], evolve(t.entries[at], value=value), *t.entries[at + 1 :]))
            tables.append(t)
        return evolve(model, tables=tuple(tables))

    return patch


def choices(name: str, deed: Deed) -> Patch:
    """Let a deed that takes a statement over know the choices of both."""

    def patch(model: GameModel) -> GameModel:
        deeds = []
        for d in model.deeds:
            if d.name == name:
                d = evolve(d, choices=(*d.choices, *(c for c in deed.choices if c not in d.choices)))
            deeds.append(d)
        return evolve(model, deeds=tuple(deeds))

    return patch
