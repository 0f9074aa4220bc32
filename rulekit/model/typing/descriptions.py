"""Descriptions of pieces: `tile(3, hot)` in expressions, `cup caramel` in cells. Each value names its attribute by its type."""

from __future__ import annotations

from rulekit.diagnostics import Span
from rulekit.model.declare.headers import head, in_range, value_type
from rulekit.model.expressions import Const, Describe, Expr, Value
from rulekit.model.scope import NOTHING, Scope, World, fits, is_unknown, say
from rulekit.model.types import DescriptionType, NoneType
from rulekit.syntax import ast
from rulekit.wording import either, quoted, sentence


def describe(w: World, scope: Scope, node: ast.Call) -> Expr:
    """`tile(3, hot)`, `tile(symbol: hot)`."""
    sort, good = node.name.text, True
    fields: list[tuple[str, Expr]] = []
    for argument in node.arguments:
        if isinstance(argument, ast.Named):
            attr, value = _named(w, scope, sort, argument)
        else:
            value = w.expr(scope, argument)
            attr = attribute_for(w, sort, value, argument.span, [f for f, _ in fields])
        if attr is None or is_unknown(value.type):
            good = False
        elif any(f == attr for f, _ in fields):
            w.report("RK313", argument.span, "`{attr}` of `{name}` is described twice", attr=attr, name=sort)
        else:
            found = head(w, sort).attribute(attr)
            if found is not None:
                value = in_range(w, value, found.domain, argument.span, f"`{attr}`")
            good = good and not is_unknown(value.type)
            fields.append((attr, value))
    return Describe(DescriptionType(sort), sort, tuple(fields)) if good else NOTHING


def _named(w: World, scope: Scope, sort: str, argument: ast.Named) -> tuple[str | None, Expr]:
    found = head(w, sort).attribute(argument.name.text)
    if found is None:
        near = (a.name for a in head(w, sort).attributes)
        w.unknown("RK207", argument.name, near, "`{owner}` has no attribute `{name}`", owner=sort, name=argument.name.text)
        return None, NOTHING
    value = w.expr(scope, argument.value, value_type(found.domain))
    if not fits(value.type, value_type(found.domain)):
        w.report(
            "RK301",
            argument.value.span,
            "`{name}` has to be {value_type}; this is {value}",
            name=found.name,
            value_type=say(value_type(found.domain)),
            value=say(value.type),
        )
        return None, NOTHING
    return found.name, value


def attribute_for(w: World, sort: str, value: Expr, span: Span, taken: list[str]) -> str | None:
    """Find the one attribute a value of this type can belong to."""
    if is_unknown(value.type):
        return None
    found = [
        a.name
        for a in head(w, sort).attributes
        if fits(value.type, value_type(a.domain)) and not is_unknown(a.domain.type) and not isinstance(value.type, NoneType)
    ]
    free = [name for name in found if name not in taken]
    if len(found) == 1:
        return found[0]
    if any(is_unknown(a.domain.type) for a in head(w, sort).attributes):
        return None
    if not found:
        known = quoted(a.name for a in head(w, sort).attributes) or (sentence("none"),)
        w.report(
            "RK313", span, "no attribute of `{name}` is {value} (it has {known})", name=sort, value=say(value.type), known=known
        )
    else:
        ways = either(quoted(f"{name}: …" for name in free or found))
        w.report(
            "RK313", span, "several attributes of `{name}` are {value}; write {ways}", name=sort, value=say(value.type), ways=ways
        )
    return None


def described(w: World, scope: Scope, sort: str, entry: ast.Expr | ast.Described) -> Expr:
    """Return a description in a cell: juxtaposed words, one word, the sort's own name (any), or `tile(…)`."""
    if isinstance(entry, ast.Call):
        return _constant(w, w.expr(scope, entry, DescriptionType(sort)), entry.span)
    words = entry.words if isinstance(entry, ast.Described) else (entry,)
    fields: list[tuple[str, Value]] = []
    good = True
    for word in words:
        if isinstance(word, ast.Ident) and word.text == sort:
            continue
        value = w.expr(scope, word)
        attr = attribute_for(w, sort, value, word.span, [f for f, _ in fields])
        if attr is None or not isinstance(value, Const):
            if attr is not None:
                w.report("RK313", word.span, "a description in a table consists of constant values")
            good = False
        else:
            fields.append((attr, value.value))
    return Const(DescriptionType(sort), tuple(fields)) if good else NOTHING


def _constant(w: World, value: Expr, span: Span) -> Expr:
    if is_unknown(value.type):
        return NOTHING
    if isinstance(value, Describe) and all(isinstance(v, Const) for _, v in value.fields):
        return Const(value.type, tuple((name, v.value) for name, v in value.fields if isinstance(v, Const)))
    return w.fail("RK313", span, "a description in a table consists of constant values")
