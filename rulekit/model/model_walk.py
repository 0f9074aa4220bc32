"""Walking and rebuilding a model without knowing every class: expressions, statements, declarations; nodes of programs too."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from operator import is_
from typing import Any, TypeVar

import attrs

from rulekit.model import expressions as exprs
from rulekit.model.expressions import Argument, Binding, Const, Expr, TextPart, Typed, Value
from rulekit.records import Record, by_identity, names_of_fields, names_of_parts

Part = Expr | Binding | Argument | TextPart
P = TypeVar("P", bound=Part)
R = TypeVar("R", bound=Record)
T = TypeVar("T")
H = TypeVar("H", bound=Hashable)
Change = Callable[[Any], Expr]  # what becomes of an expression
Changes = dict[str, Any]  # fields of a record that become something else, by name
_ALL, _INNER = names_of_fields(), names_of_parts("type", "span")
_HOLDERS = (Binding, Argument, TextPart)  # no expressions, with expressions in them
_INSIDE = (tuple, Record)
_FAMILY: Callable[[type], str] = cache(lambda cls: next((n for n in _ALL(cls) if n in ("place", "tally", "marker")), ""))


def closure(begin: Iterable[H], onward: Callable[[H], Iterable[H]]) -> set[H]:
    """Return all that is come to from some things, these among them, by going on from each."""
    seen = set(begin)
    todo = list(seen)
    while todo:
        fresh = set(onward(todo.pop())) - seen
        seen |= fresh
        todo += fresh
    return seen


# ---- expressions ---------------------------------------------------------------------------------
def _add(value: object, found: list[Any]) -> None:
    if isinstance(value, Typed):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _add(item, found)
    elif isinstance(value, _HOLDERS):
        found.extend(children(value))


def children(node: Part) -> list[Expr]:
    """Return the expressions directly inside an expression, binders and arguments looked through."""
    found: list[Expr] = []
    if type(node) is Const:  # its value may be a long list, but of no expressions
        return found
    for name in _INNER(type(node)):
        _add(getattr(node, name), found)
    return found


def family(node: Record) -> tuple[str, str] | None:
    """What an expression itself looks at, by the name of its field: `("place", "hand")`, a tally or a marker; None: nothing."""
    what = _FAMILY(type(node))
    return (what, getattr(node, what)) if what else None


def everything(node: Expr) -> Iterator[Expr]:
    """Yield an expression and all expressions below it."""
    todo = [node]
    while todo:
        here = todo.pop()
        yield here
        todo.extend(children(here))


def rebuild(node: P, change: Change) -> P:
    """Return the same node with every direct child expression changed."""
    if type(node) is Const:
        return node
    changed: Changes = {}
    for name in _INNER(type(node)):
        old = getattr(node, name)
        new = _rebuilt_inside(old, change)
        if new is not old:
            changed[name] = new
    return evolved(node, changed) if changed else node


def _rebuilt_inside(part: object, change: Change) -> object:
    if isinstance(part, Typed):
        return change(part)
    if isinstance(part, tuple):
        items = [_rebuilt_inside(item, change) for item in part]
        return part if all(map(is_, items, part)) else tuple(items)
    return rebuild(part, change) if isinstance(part, _HOLDERS) else part


def put_in(body: Expr, told: Mapping[int, Expr]) -> Expr:
    """Return an expression with others in the place of its bound names, by their index."""
    if isinstance(body, exprs.Bound) and body.index in told:
        return told[body.index]
    return rebuild(body, lambda inner: put_in(inner, told))


def described(value: Value) -> Iterator[tuple[str, Value]]:
    """Yield the attributes that a description names, with their values."""
    for part in value if isinstance(value, tuple) else ():
        match part:
            case (str() as name, wanted):
                yield name, wanted


@by_identity
def leaves(text: exprs.Text) -> tuple[Expr, ...]:
    """Return the expressions of a text whose values are said, or decide what is said, in order."""
    return tuple(leaf for part in children(text) for leaf in (leaves(part) if isinstance(part, exprs.Text) else (part,)))


def plain_parts(text: exprs.Text, number: Expr | None = None) -> Iterator[str | Expr]:
    """Yield the words and values of a text, told to a player, with all that may be left out.

    Of several forms it is the first, or that for many: a `number` that is not known is rarely one.
    """
    for part in text.parts:
        match part:
            case exprs.Little(word=word, value=value):
                yield from (f"{word} ", value)
            case exprs.Counted(number=number, name=name, value=thing):
                yield from (number, " ", name if thing is None else thing)
            case exprs.ByValue(value=value, forms=forms, keys=keys):
                yield from plain_parts(forms[0] if keys else forms[-1], value)
            case exprs.Fitting(forms=forms):
                yield from plain_parts(forms[0], number)
            case exprs.ToAndOf(to=inner) | exprs.Maybe(text=inner):
                yield from plain_parts(inner, number)
            case exprs.NumberSign():
                yield "#" if number is None else number
            case _:
                yield part


# ---- any part of a model -------------------------------------------------------------------------
def records(part: object, closed: type | tuple[type, ...] = ()) -> Iterator[Record]:
    """All records in a part of a model, itself included, in the order of the text; those of `closed` classes are not entered."""
    if isinstance(part, tuple):
        for item in part:
            if isinstance(item, _INSIDE):
                yield from records(item, closed)
    elif isinstance(part, Record):
        yield part
        if not isinstance(part, closed):
            for name in _INNER(type(part)):
                inner = getattr(part, name)
                if isinstance(inner, _INSIDE):
                    yield from records(inner, closed)


def expressions(part: object, *closed: type) -> Iterator[Expr]:
    """Return every outermost expression of a statement, block, declaration or node, in order; none inside of `closed` classes."""
    return (one for one in records(part, (Typed, *closed)) if isinstance(one, Typed))  # type: ignore[misc]  # Expr has no others


def fields(record: object) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a record, with their names."""
    for name in _ALL(type(record)):
        yield name, getattr(record, name)


def rebuilt(part: T, change: Callable[[Any], object], own: Callable[[Record], Changes] = lambda part: {}) -> T:
    """Return the same part with every part in it changed; `own` gives fields of the record itself that become something else."""
    if isinstance(part, tuple):
        items = [change(item) for item in part]
        return part if all(map(is_, items, part)) else tuple(items)  # type: ignore[return-value]
    if not isinstance(part, Record):
        return part
    changed: Changes = {}
    for name in _ALL(type(part)):
        old = getattr(part, name)
        new = change(old)
        if new is not old:
            changed[name] = new
    changed |= own(part)
    return evolved(part, changed) if changed else part


def unnumbered(part: T) -> T:
    """Return the same part with the names bound in it told apart by name alone: the same words are equal wherever they stand."""
    found: T = rebuilt(part, unnumbered, lambda one: {"index": 0} if isinstance(one, exprs.Bound | Binding) else {})
    return found


def evolved(record: R, changed: Changes) -> R:
    """Return a record with other values in some fields."""
    return attrs.evolve(record, **changed)  # type: ignore[misc]
