"""In which order declarations are read: whatever one of them uses comes before it, however long the chain.

Comes in: the declarations by name, the lines of the score among them as `score.line`. Goes out: their names, in that order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulekit.syntax import ast

NO_NAMES: frozenset[str] = frozenset()


def used_by(node: Any, bound: frozenset[str] = NO_NAMES) -> Iterator[str]:
    """The names that a declaration's head or an expression asks for; those that it binds itself are its own."""
    match node:
        case tuple():
            for part in node:
                yield from used_by(part, bound)
        case ast.Ident(text=text):
            if text not in bound:
                yield text
        case ast.Field(of=ast.Call(name=ast.Ident(text="score", std=True)), name=name):
            yield f"score.{name.text}"
            yield from used_by(node.of, bound)
        case ast.Field(of=of) | ast.Named(value=of):
            yield from used_by(of, bound)
        case ast.Call(name=name, arguments=arguments) | ast.Deed(name=name, arguments=arguments):
            yield name.text
            yield from used_by(arguments, bound)
        case ast.Collect(value=value, binders=binders, where=where):
            for binder in binders:
                yield from used_by(binder.source if binder.source is not None else binder.name, bound)
                bound = bound | {binder.name.text}
            yield from used_by((value, where), bound)
        case ast.Define(params=params, value=value):
            yield from used_by(params)
            yield from used_by(value, frozenset(param.name.text for param in params))
        case ast.Action(params=params) | ast.Step(params=params):
            yield from used_by(params)
        case ast.Kind(attributes=attributes) | ast.Piece(attributes=attributes):
            yield from used_by(tuple(part.type or part.name for part in attributes))
        case ast.Place(dims=dims):
            yield from used_by(dims)
        case ast.Tally(dims=dims):
            yield from used_by(dims)
        case ast.Marker(dims=dims, type=kind) | ast.Table(dims=dims, type=kind):
            yield from used_by((dims, kind))
        case ast.Param() | ast.Dim():
            yield from used_by(node.type if node.type is not None else node.name)
        case ast.ScoreLine(value=value):
            yield from used_by(value)
        case ast.Node() if not isinstance(node, ast.Option):
            cls: Any = type(node)
            for field in attrs.fields(cls):
                if field.name != "span":
                    yield from used_by(getattr(node, field.name), bound)


def in_order(declared: Mapping[str, ast.Node]) -> Iterator[tuple[str, bool, list[str]]]:
    """Each name when it begins to wait for what it uses, and again (True) when all that is read; with those that still wait.

    In a circle a name is read while another that it uses waits.
    """
    seen: set[str] = set()
    waiting: list[str] = []
    todo = [iter(declared)]
    while todo:
        name = next((n for n in todo[-1] if n in declared and n not in seen), None)
        if name is not None:
            seen.add(name)
            yield name, False, waiting
            waiting.append(name)
            todo.append(iter(dict.fromkeys(used_by(declared[name]))))
            continue
        todo.pop()
        if waiting:
            yield waiting.pop(), True, waiting
