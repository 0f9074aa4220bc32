"""In which order declarations are read: whatever one of them uses comes before it, however long the chain.

Comes in: the declarations by name, the lines of the score among them as `score.line`. Goes out: their names, in that order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulekit.model.scope import RESERVED
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import names_below

NO_NAMES: frozenset[str] = frozenset()


def used_by(node: Any, bound: frozenset[str] = NO_NAMES) -> Iterator[str]:
    """Yield the names that a declaration's head or an expression asks for; those that it binds itself are its own."""
    match node:
        case tuple():
            for part in node:
                yield from used_by(part, bound)
        case ast.Ident(text=text, std=std):
            if text not in bound and not (std and text in RESERVED):
                yield text
        case ast.Field(of=ast.Call(name=ast.Ident(text="score", std=True)), name=name):
            yield f"score.{name.text}"
            yield from used_by(node.of, bound)
        case ast.Field(of=of) | ast.Named(value=of) | ast.ScoreLine(value=of):
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
            yield from used_by(params, bound)
            yield from used_by(value, bound.union(param.name.text for param in params))
        case ast.Action(params=params) | ast.Step(params=params):
            yield from used_by(params, bound)
        case ast.Kind(attributes=attributes) | ast.Piece(attributes=attributes):
            yield from used_by(tuple(part.type or part.name for part in attributes), bound)
        case ast.Place(dims=dims) | ast.Tally(dims=dims):
            yield from used_by(dims, bound)
        case ast.Marker(dims=dims, type=kind) | ast.Table(dims=dims, type=kind):
            yield from used_by((dims, kind), bound)
        case ast.Param() | ast.Dim():
            yield from used_by(node.type if node.type is not None else node.name, bound)
        case ast.Node() if not isinstance(node, ast.Option):
            for field in names_below(type(node)):
                yield from used_by(getattr(node, field), bound)


def in_order(declared: Mapping[str, ast.Node], answers: frozenset[str]) -> Iterator[tuple[str, bool, dict[str, None]]]:
    """Each name when it begins to wait for what it uses, and again (True) when all that is read; with those that still wait.

    In a circle a name is read while another that it uses waits. What may be an answer of an option counts for nothing.
    """
    seen: set[str] = set()
    waiting: dict[str, None] = {}  # in order, and quick to look up
    todo = [iter(declared)]
    while todo:
        name = next((n for n in todo[-1] if n in declared and n not in seen), None)
        if name is not None:
            seen.add(name)
            yield name, False, waiting
            waiting[name] = None
            todo.append(iter(dict.fromkeys(used_by(declared[name], answers))))
            continue
        todo.pop()
        if waiting:
            yield waiting.popitem()[0], True, waiting
