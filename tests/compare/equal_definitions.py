"""Rules written differently that mean the same: a definition is written out where it is used, or something gets a name."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs

from rulekit.syntax import ast
from rulekit.syntax.tree.walking import below, rewrite
from tests.compare.equal_rules import RULES, declared, free, fresh, is_plain_value, locals_of, substitute


def inline(dice: Random, file: ast.File, done: list[str]) -> ast.File:
    """Write what a definition says where it is used, and leave the definition out if nobody needs it any more."""
    said = {id(line.address) for i in file.items if isinstance(i, ast.Words) for line in i.lines if line.what == "say"}
    addressed = {part for n in below(file.items) if isinstance(n, ast.Address) and id(n) not in said for part in n.parts}
    worded = {n.text for i in file.items if isinstance(i, ast.Words | ast.Look) for n in below(i) if isinstance(n, ast.Ident)}
    names = [name for name in declared(file, ast.Define) if name not in addressed | worded]
    for name in dice.sample(names, min(2, len(names))):
        define = declared(file, ast.Define)[name]
        new = tuple(_without(item, define) if isinstance(item, RULES) and item is not define else item for item in file.items)
        if new == file.items:
            continue
        done.append("inlined")
        needed = any(isinstance(n, ast.Ident) and n.text == name for i in new if i is not define for n in below(i))
        file = attrs.evolve(file, items=tuple(i if needed else _unsaid(i, name) for i in new if needed or i is not define))
    return file


def _unsaid(item: Any, name: str) -> Any:
    """Words without the sentence of a definition."""
    if not isinstance(item, ast.Words):
        return item
    return attrs.evolve(item, lines=tuple(line for line in item.lines if line.address.parts != (name,)))


def _without(item: Any, define: ast.Define) -> Any:
    """An item with what a definition says instead of its name, where that is safe."""
    outside = set(free(define.value)) - {p.name.text for p in define.params}
    if outside & locals_of(item):
        return item
    params = [p.name.text for p in define.params]

    def change(node: Any) -> Any:
        if isinstance(node, ast.Call) and node.name.text == define.name.text and params:
            plain = all(isinstance(a, ast.Ident | ast.Number | ast.Me) for a in node.arguments)
            values = dict(zip(params, node.arguments, strict=False))
            return (substitute(define.value, values) or node) if plain and len(values) == len(params) else node
        if isinstance(node, ast.Ident) and node.text == define.name.text and not params:
            return define.value
        return node

    return rewrite(item, change)


def extract(dice: Random, file: ast.File, done: list[str]) -> ast.File:
    """Give a condition or a number of the rules a name of its own."""
    taken = {node.text for node in below(file.items) if isinstance(node, ast.Ident)}
    found = [(item, node) for item in file.items if isinstance(item, RULES) for node in _nameable(file, item)]
    for item, node in dice.sample(found, min(2, len(found))):
        if not any(item is i for i in file.items):
            continue
        name, outside = fresh("drawn_out", taken), set(free(node)) & (locals_of(item) | {"me"})
        define, use = _drawn_out(node, name, sorted(outside), item, taken)
        at = next(n for n, i in enumerate(file.items) if i is item)
        changed = rewrite(item, lambda n, node=node, use=use: use if n is node else n)  # type: ignore[misc]
        if changed != item:
            done.append("drawn out")
            file = attrs.evolve(file, items=(*file.items[:at], changed, define, *file.items[at + 1 :]))
    return file


def _nameable(file: ast.File, item: Any) -> Iterator[Any]:
    typed = {"me"} | set(declared(file, ast.Kind, ast.Piece))
    typed |= {item.player.text} if isinstance(item, ast.Score | ast.Winner) else set()
    unsafe = (ast.NoneValue, ast.Empty, ast.Can, ast.Text)
    for node in below(item):
        if is_plain_value(node):
            outside = set(free(node)) & (locals_of(item) | {"me"})
            if outside <= typed and not any(isinstance(n, unsafe) for n in below(node)):
                yield node


def _drawn_out(node: Any, name: str, outside: list[str], item: Any, taken: set[str]) -> tuple[ast.Define, Any]:
    span, player = node.span, ast.TypeExpr(node.span, ast.NamedType(node.span, ast.Ident(node.span, "player", True)), False)
    own = item.player.text if isinstance(item, ast.Score | ast.Winner) else None
    params, arguments, inside = [], [], node
    for one in outside:
        given = ast.Me(span) if one == "me" else ast.Ident(span, one)
        told = ast.Ident(span, fresh("who", taken) if one == "me" else one)
        params.append(ast.Param(span, told, player if one in ("me", own) else None))
        arguments.append(given)
        if one == "me":
            inside = rewrite(inside, lambda n, told=told: told if isinstance(n, ast.Me) else n)  # type: ignore[misc]
    ident = ast.Ident(span, name)
    use = ast.Call(span, ident, tuple(arguments)) if arguments else ident
    return ast.Define(span, ident, tuple(params), inside), use
