"""How one difference is carried over: functions that change a model of the first game into one with a part of the second."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import evolve

from rulekit.model.expressions import Expr
from rulekit.model.model import Declared, Deed, GameModel, Kind, KindAttribute, Option, Table
from rulekit.model.model_walk import evolved

Patch = Callable[[GameModel], GameModel]
D = TypeVar("D", bound=Declared)


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


def _changed(category: str, name: str, change: Callable[[D], D]) -> Patch:
    """Put another declaration in the place of the one with a name."""
    return lambda model: evolved(model, {category: tuple(change(d) if d.name == name else d for d in getattr(model, category))})


def set_option(name: str, new: Option) -> Patch:
    """Return another value in force; answers that are new come along."""

    def change(old: Option) -> Option:
        known = {a.name for a in old.answers}
        return evolve(old, value=new.value, answers=(*old.answers, *(a for a in new.answers if a.name not in known)))

    return _changed("options", name, change)


def set_cell(kind: str, attribute: str, at: int, new: Expr) -> Patch:
    """Return another attribute of one kind value."""

    def change(old: Kind) -> Kind:
        cells = {a.name: (*a.values[:at], new, *a.values[at + 1 :]) for a in old.attributes if a.name == attribute}
        return evolve(old, attributes=tuple(evolve(a, values=cells.get(a.name, a.values)) for a in old.attributes))

    return _changed("kinds", kind, change)


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

    def change(old: Table) -> Table:
        return evolve(old, entries=(*old.entries[:at], evolve(old.entries[at], value=value), *old.entries[at + 1 :]))

    return _changed("tables", table, change)


def choices(name: str, deed: Deed) -> Patch:
    """Let a deed that takes a statement over know the choices of both."""

    def change(old: Deed) -> Deed:
        return evolve(old, choices=(*old.choices, *(c for c in deed.choices if c not in old.choices)))

    return _changed("deeds", name, change)
