"""Walking typed expressions without knowing every class: children, rebuilding, all below."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

import attrs

from rulekit.model.expressions import Argument, Binding, Const, Expr, Typed

Part = Expr | Binding | Argument
P = TypeVar("P", bound=Part)


def _names(cls: Any) -> tuple[str, ...]:
    return tuple(a.name for a in attrs.fields(cls) if a.name not in ("type", "span"))


_fields: Callable[[type], tuple[str, ...]] = cache(_names)


def _add(value: object, found: list[Any]) -> None:
    if isinstance(value, Typed):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _add(item, found)
    elif isinstance(value, Binding | Argument):
        found.extend(children(value))


def children(node: Part) -> list[Expr]:
    """The expressions directly inside an expression, binders and arguments looked through."""
    found: list[Expr] = []
    if type(node) is Const:  # its value may be a long list, but of no expressions
        return found
    for name in _fields(type(node)):
        _add(getattr(node, name), found)
    return found


def everything(node: Expr) -> Iterator[Expr]:
    """An expression and all expressions below it."""
    todo = [node]
    while todo:
        here = todo.pop()
        yield here
        todo.extend(children(here))


def _map(value: Any, change: Callable[[Any], Expr]) -> object:
    if isinstance(value, Typed):
        return change(value)
    if isinstance(value, Binding | Argument):
        return rebuild(value, change)
    if isinstance(value, tuple):
        return tuple(_map(item, change) for item in value)
    return value


def rebuild(node: P, change: Callable[[Any], Expr]) -> P:
    """The same node with every direct child expression changed."""
    if type(node) is Const:
        return node
    changed: dict[str, Any] = {}
    for name in _fields(type(node)):
        old = getattr(node, name)
        new = _map(old, change)
        if new is not old:
            changed[name] = new
    return attrs.evolve(node, **changed) if changed else node
