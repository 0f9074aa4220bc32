"""Walking and rewriting the tree without knowing every class; blocks of rules in particular."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import is_
from typing import Any, TypeVar

import attrs

from rulekit.records import names_of_fields
from rulekit.syntax import ast

INNER = (tuple, ast.Node)
names_below = names_of_fields("span")  # the fields of a class in which nodes may stand


def _nodes(value: object) -> Iterator[ast.Node]:
    if isinstance(value, ast.Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)


def below(node: object) -> Iterator[ast.Node]:
    """Yield a node (or tuple of nodes) and everything below it, in the order of the text."""
    for here in _nodes(node):
        yield here
        for name in names_below(type(here)):
            inner = getattr(here, name)
            if isinstance(inner, INNER):
                yield from below(inner)


# ---- rewriting -----------------------------------------------------------------------------------
N = TypeVar("N")
Deed = ast.Setup | ast.Play | ast.Action | ast.Step
DEEDS = (ast.Setup, ast.Play, ast.Action, ast.Step)
NAMED = (
    ast.Kind, ast.Piece, ast.Place, ast.Tally, ast.Marker, ast.Option, ast.Table, ast.Define, ast.Action, ast.Step, ast.Layout,
)  # fmt: skip


def rewrite(value: N, change: Callable[[Any], Any]) -> N:
    """Return the same tree with every node changed, the innermost first."""
    if isinstance(value, tuple):
        items = [rewrite(item, change) if isinstance(item, INNER) else item for item in value]
        return value if all(map(is_, items, value)) else tuple(items)  # type: ignore[return-value]
    if not isinstance(value, ast.Node):
        return value
    changed: dict[str, Any] = {}
    for name in names_below(type(value)):
        old = getattr(value, name)
        if isinstance(old, INNER):
            new = rewrite(old, change)
            if new is not old and new != old:
                changed[name] = new
    result: N = change(attrs.evolve(value, **changed) if changed else value)
    return result


# ---- blocks --------------------------------------------------------------------------------------
def statements(block: ast.Block) -> Iterator[ast.Statement | ast.Bullet]:
    """Yield all statements and bullets of a block, in the order of the text."""
    for statement in block:
        yield statement
        if isinstance(statement.act, ast.OneOf):
            for bullet in statement.act.bullets:
                yield bullet
                yield from statements(bullet.block)
        else:
            for _, inner in inner_blocks(statement.act):
                yield from statements(inner)


def edit(
    block: ast.Block, rule: Callable[[ast.Statement], ast.Block], bullet: Callable[[ast.Bullet], tuple[ast.Bullet, ...]]
) -> ast.Block:
    """Put something in the place of every statement and bullet, the innermost first."""

    def inner(part: ast.Block) -> ast.Block:
        return edit(part, rule, bullet)

    def one(statement: ast.Statement) -> ast.Block:
        return rule(attrs.evolve(statement, act=_edit_act(statement.act, inner, bullet)))

    return tuple(new for statement in block for new in one(statement))


def _edit_act(
    act: ast.Act, inner: Callable[[ast.Block], ast.Block], bullet: Callable[[ast.Bullet], tuple[ast.Bullet, ...]]
) -> ast.Act:
    match act:
        case ast.If():
            return attrs.evolve(act, branches=tuple((t, inner(b)) for t, b in act.branches), otherwise=inner(act.otherwise))
        case ast.OneOf():
            bullets = (attrs.evolve(b, block=inner(b.block)) for b in act.bullets)
            return attrs.evolve(act, bullets=tuple(new for b in bullets for new in bullet(b)))
        case ast.ForEach() | ast.May() | ast.Repeat() | ast.Turns() | ast.Secretly() | ast.Group():
            return attrs.evolve(act, block=inner(act.block))
        case _:
            return act


def inner_blocks(act: ast.Act) -> Iterator[tuple[ast.Ident | None, ast.Block]]:
    """Yield the blocks inside a statement, those of bullets with their labels."""
    match act:
        case ast.If(branches=branches, otherwise=otherwise):
            yield from ((None, block) for block in (*(inside for _, inside in branches), otherwise))
        case ast.OneOf(bullets=bullets):
            yield from ((bullet.label, bullet.block) for bullet in bullets)
        case ast.ForEach() | ast.May() | ast.Repeat() | ast.Turns() | ast.Secretly() | ast.Group():
            yield None, act.block


def label_of(node: ast.Statement | ast.Bullet) -> str | None:
    """Return the label as text."""
    return node.label.text if node.label else None
