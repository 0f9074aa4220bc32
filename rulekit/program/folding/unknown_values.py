"""Why a value is not known before the game: the part of it that no number comes out of, if that is the reason.

In: an expression that a `Folder` could not fold. Out: code, message and hint as in play; None if it only depends on the play.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from rulekit.model import expressions as exprs
from rulekit.model.expression_walk import children
from rulekit.model.expressions import Expr, Value
from rulekit.model.faults import NONE_VALUE, Impossible, Unknown, Why
from rulekit.program.folding.fold import EMPTY, Folder, Scope


def trouble(folder: Folder, expr: Expr, scope: Scope = EMPTY) -> Why | None:
    """What would stop the game, in the order in which it would be worked out."""
    if isinstance(folder.fold(expr, scope), exprs.Const) or folder.work <= 0:
        return None
    match expr:
        case exprs.IfElse(test=test, yes=yes, no=no):
            return _after(folder, test, scope, lambda holds: yes if holds else no)
        case exprs.Binary(op="and" | "or", left=left, right=right):
            return _after(folder, left, scope, lambda holds: right)
        case exprs.Collect():
            return _collected(folder, expr, 0, scope)
    for child in children(expr):
        if not isinstance(folder.fold(child, scope), exprs.Const):
            return trouble(folder, child, scope)
    return _applied(folder, expr, scope) if isinstance(expr, exprs.Apply) else _here(folder, expr, scope)


def _after(folder: Folder, test: Expr, scope: Scope, then: Callable[[Value], Expr]) -> Why | None:
    known = folder.fold(test, scope)
    return trouble(folder, then(known.value), scope) if isinstance(known, exprs.Const) else trouble(folder, test, scope)


def _collected(folder: Folder, expr: exprs.Collect, at: int, scope: Scope) -> Why | None:
    """The first combination that does not come out."""
    if at == len(expr.binders):
        where = expr.where
        if where is None:
            return trouble(folder, expr.value, scope)
        return _after(folder, where, scope, lambda holds: expr.value if holds else where)
    binder = expr.binders[at]
    items = folder.fold(binder.source, scope)
    if not isinstance(items, exprs.Const):
        return trouble(folder, binder.source, scope)
    known = items.value if isinstance(items.value, tuple) else ()
    each = (evolve(scope, bounds={**scope.bounds, binder.index: item}) for item in known)
    return next((why for inner in each if (why := _collected(folder, expr, at + 1, inner))), None)


def _applied(folder: Folder, expr: exprs.Apply, scope: Scope) -> Why | None:
    define = next(d for d in folder.model.defines if d.name == expr.define)
    args = [folder.value(a, scope) for a in expr.args]
    return trouble(folder, define.body, Scope(bounds={p.index: v for p, v in zip(define.params, args, strict=True)}))


def _here(folder: Folder, expr: Expr, scope: Scope) -> Why | None:
    """All that this needs is known, and yet nothing comes out."""
    try:
        folder.work_out(expr, scope)
    except Impossible as found:
        return found.why
    except TypeError:
        return NONE_VALUE
    except (Unknown, IndexError):
        return None
    return None
