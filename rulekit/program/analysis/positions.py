"""Which families of places the game uses positions of: only there are alike pieces told apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import attrs

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.expression_walk import everything
from rulekit.model.expressions import Expr
from rulekit.model.model import GameModel
from rulekit.model.types import ListType, OptionalType, PieceType, Type


def expressions(node: object) -> Iterator[Expr]:
    """Every outermost expression of a statement, block or declaration, in order."""
    if isinstance(node, exprs.Typed):
        yield node  # type: ignore[misc]  # there are no others than those of Expr
    elif isinstance(node, tuple):
        for item in node:
            yield from expressions(item)
    else:
        for name in _fields(type(node)):
            yield from expressions(getattr(node, name))


def _names(cls: Any) -> tuple[str, ...]:
    """The parts of a statement or declaration in which expressions may stand; of anything else none."""
    if not attrs.has(cls):
        return ()
    return tuple(a.name for a in attrs.fields(cls) if a.name not in ("span", "cites", "type", "domain"))


_fields: Callable[[type], tuple[str, ...]] = cache(_names)


def statements(block: rules.Block) -> Iterator[rules.Statement]:
    """Every statement of a block and of the blocks inside it."""
    for statement in block:
        yield statement
        for name in ("block", "otherwise"):
            yield from statements(getattr(statement, name, ()))
        for part in getattr(statement, "branches", ()) + getattr(statement, "bullets", ()):
            yield from statements(part.block)


def positional_places(model: GameModel) -> frozenset[str]:
    """Families whose order matters somewhere in the rules (worked examples do not count)."""
    used: set[str] = set()
    parts = (*model.defines, *model.deeds, *model.score, *model.winner)
    for whole in parts:
        for outer in expressions(whole):
            for expr in everything(outer):
                used.update(_uses(expr, model))
    for deed in model.deeds:
        for statement in statements(deed.block):
            if isinstance(statement, rules.Draw | rules.Deal):
                used.add(statement.source.place)
    return frozenset(used)


def _uses(expr: Expr, model: GameModel) -> Iterator[str]:
    match expr:
        case exprs.PieceAt(place=place) | exprs.Lines(place=place):
            yield place
        case exprs.Builtin(function="position", args=(piece,)):
            sort = _sort(piece.type)
            yield from (p.name for p in model.places if p.sort == sort)
        case exprs.Builtin(function="top" | "bottom" | "first" | "reversed", args=args):
            yield from (e.place for a in args for e in everything(a) if isinstance(e, exprs.Contents))
        case exprs.Collect(function="first", binders=binders):
            yield from (e.place for b in binders for e in everything(b.source) if isinstance(e, exprs.Contents))
        case exprs.ItemAt(of=of):
            yield from (e.place for e in everything(of) if isinstance(e, exprs.Contents))


def _sort(kind: Type) -> str | None:
    while isinstance(kind, ListType | OptionalType):
        kind = kind.of
    return kind.sort if isinstance(kind, PieceType) else None
