"""Expressions of the tree → typed expressions of the model. One mistake gives one finding; what depends on it stays silent."""

from __future__ import annotations

from rulekit.model.declare.headers import signature
from rulekit.model.expressions import UNLIMITED, Can, Const, Expr, Items, Me, Unary
from rulekit.model.scope import NOTHING, Scope, World, is_unknown, say, strip, unify
from rulekit.model.statements.arguments import arguments
from rulekit.model.types import NONE, NUMBER, PLAYER, TRUTH, DescriptionType, ListType, PictureType, PieceType, Type
from rulekit.model.typing.calls import type_call, type_collect
from rulekit.model.typing.names import type_field, type_ident, type_index
from rulekit.model.typing.operators import expect, type_binary, type_conditional, type_unary
from rulekit.model.typing.texts import type_text
from rulekit.syntax import ast
from rulekit.wording import sentence


def type_expr(w: World, scope: Scope, node: ast.Expr, hint: Type | None = None) -> Expr:
    """Type one expression."""
    match node:
        case ast.Number(value=number):
            return Const(NUMBER, number)
        case ast.Truth(value=truth):
            return Const(TRUTH, truth)
        case ast.NoneValue():
            return Const(NONE, None)
        case ast.Unlimited():
            return Const(NUMBER, UNLIMITED)
        case ast.Empty():
            return w.fail("RK318", node.span, "`empty` can only stand after `is` or `is not`")
        case ast.Me():
            return _me(w, scope, node)
        case ast.Text():
            return type_text(w, scope, node)
        case ast.Ident():
            return type_ident(w, scope, node, hint)
        case ast.ListLiteral():
            return _items(w, scope, node, hint)
        case ast.Index():
            return type_index(w, scope, node)
        case ast.Field():
            return type_field(w, scope, node)
        case ast.Call():
            return type_call(w, scope, node)
        case ast.Collect():
            return type_collect(w, scope, node)
        case ast.Unary():
            return type_unary(w, scope, node)
        case ast.Binary():
            return type_binary(w, scope, node)
        case ast.Conditional():
            return type_conditional(w, scope, node, hint)
        case ast.Can():
            made = type_can(w, scope, node)
            return made if node.able or is_unknown(made.type) else Unary(TRUTH, "not", made)


def _me(w: World, scope: Scope, node: ast.Me) -> Expr:
    if scope.me is None:
        return Me(PLAYER)
    return w.fail("RK219", node.span, "`me` means nothing here: {me}", me=scope.me)


def _items(w: World, scope: Scope, node: ast.ListLiteral, hint: Type | None) -> Expr:
    inner = strip(hint) if hint is not None else None
    wanted = inner.of if isinstance(inner, ListType) else None
    items = tuple(w.expr(scope, item, wanted) for item in node.items)
    if any(is_unknown(item.type) for item in items):
        return NOTHING
    kind: Type = NONE
    for item, child in zip(items, node.items, strict=True):
        if isinstance(strip(item.type), ListType | PictureType):
            return w.fail("RK303", child.span, "this is a list already, and there are no lists of lists")
        both = item.type if kind == NONE else _mixed(kind, item.type)
        if both is None:
            return w.fail(
                "RK302",
                child.span,
                "a list holds things of one type; here {kind} and {item} meet",
                kind=say(kind),
                item=say(item.type),
            )
        kind = both
    return Items(ListType(kind), items)


def _mixed(one: Type, two: Type) -> Type | None:
    """Return pieces and descriptions may stand side by side in `P is […]`."""
    pair = (strip(one), strip(two))
    for a, b in (pair, pair[::-1]):
        if isinstance(a, PieceType) and isinstance(b, DescriptionType) and a.sort == b.sort:
            return b
    return unify(one, two)


def type_can(w: World, scope: Scope, node: ast.Can) -> Expr:
    """`p can buy(…)`, without its `not`."""
    player = expect(w, w.expr(scope, node.player), PLAYER, node.player.span, sentence("who can do something"))
    args = arguments(w, scope, node.deed)
    if args is None or is_unknown(player.type) or not signature(w, node.deed.name.text).role:
        return NOTHING
    return Can(TRUTH, player, node.deed.name.text, args)
