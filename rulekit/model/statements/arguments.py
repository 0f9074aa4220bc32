"""Arguments of deeds: parameters first, then choices in the order of the text, by position or by name."""

from __future__ import annotations

from rulekit.model.declare.headers import signature, value_type
from rulekit.model.expressions import Argument, Expr
from rulekit.model.names import TITLES
from rulekit.model.scope import (
    PendingArgument,
    Scope,
    Signature,
    World,
    fits,
    is_unknown,
    say,
    strip,
)
from rulekit.model.types import DescriptionType, ListType, PieceType, Type
from rulekit.syntax import ast
from rulekit.wording import quoted, sentence


def deed_role(w: World, name: ast.Ident) -> str | None:
    """`action` or `step`; anything else is reported."""
    what = w.what(name.text)
    if what in ("action", "step"):
        return what
    if what is None:
        near = (n for n, s in w.symbols.items() if s.what in ("action", "step"))
        w.unknown("RK209", name, near, "there is no action or step called `{name}`", name=name.text)
    else:
        w.report("RK209", name.span, "`{name}` is {what}; only actions and steps can be done", name=name.text, what=TITLES[what])
    return None


def arguments(w: World, scope: Scope, deed: ast.Deed) -> tuple[Argument, ...] | None:
    """Name the arguments and check them; None if something was wrong."""
    if deed_role(w, deed.name) is None:
        for argument in deed.arguments:
            w.expr(scope, argument.value if isinstance(argument, ast.Named) else argument)
        return None
    known = signature(w, deed.name.text)
    made: list[Argument] = []
    good = True
    for i, argument in enumerate(deed.arguments):
        one = _argument(w, scope, deed, known, i, argument)
        if one is not None and one.name is not None and any(a.name == one.name for a in made):
            w.report("RK228", argument.span, "`{name}` is told twice", name=one.name)
            one = None
        good = good and one is not None
        if one is not None:
            made.append(one)
    return tuple(made) if good and not _missing(w, scope, deed, known, made) else None


def _missing(w: World, scope: Scope, deed: ast.Deed, known: Signature, made: list[Argument]) -> bool:
    lacking = [p.name for p in known.params if not any(a.name == p.name for a in made)]
    if not lacking or scope.example:
        return False
    w.report("RK229", deed.span, "`{name}` has to be told {names}", name=deed.name.text, names=quoted(lacking))
    return True


def _argument(w: World, scope: Scope, deed: ast.Deed, known: Signature, i: int, node: ast.Expr | ast.Named) -> Argument | None:
    value = node.value if isinstance(node, ast.Named) else node
    names = [p.name for p in known.params] + [c.name for c in known.choices]
    if isinstance(node, ast.Named):
        name = node.name.text
        if name not in names:
            w.unknown("RK210", node.name, names, "`{deed}` has no parameter or choice `{name}`", deed=deed.name.text, name=name)
            w.expr(scope, value)
            return None
    elif i < len(names):
        name = names[i]
    else:
        w.expr(scope, value)
        _too_many(w, deed, names, value)
        return None
    param = next((p for p in known.params if p.name == name), None)
    made = w.expr(scope, value, None if param is None else value_type(param.domain))
    if is_unknown(made.type):
        return None
    by_order = scope.example and param is None and not isinstance(node, ast.Named) and _depends(known, name)
    if param is None:
        w.pending.append(PendingArgument(deed.name.text, None if by_order else name, made, value.span, scope.example))
    elif not _fits(made, value_type(param.domain), scope.example):
        w.report(
            "RK301",
            value.span,
            "`{name}` has to be {value_type}; this is {value}",
            name=name,
            value_type=say(value_type(param.domain)),
            value=say(made.type),
        )
        return None
    return Argument(None if by_order else name, made)


def _depends(known: Signature, name: str) -> bool:
    """Return whether the order of the choices up to this one depends on the path taken."""
    names = [c.name for c in known.choices]
    return any(c.branched for c in known.choices[: names.index(name) + 1])


def _too_many(w: World, deed: ast.Deed, names: list[str], node: ast.Expr) -> None:
    if not names:
        what = sentence("there is nothing to tell or choose")
    else:
        what = sentence("it takes {some}", some=quoted(names))
    w.report("RK211", node.span, "this is too much for `{name}`: {what}", name=deed.name.text, what=what)


def _fits(value: Expr, wanted: Type, example: bool) -> bool:
    if fits(value.type, wanted):
        return True
    inner, asked = strip(value.type), strip(wanted)
    if isinstance(inner, ListType) and isinstance(asked, ListType):
        inner, asked = strip(inner.of), strip(asked.of)
    return example and isinstance(inner, DescriptionType) and isinstance(asked, PieceType) and inner.sort == asked.sort


def check_pending(w: World) -> None:
    """Check the values told for choices, now that all choices have types."""
    for told in w.pending:
        slots = [c for c in signature(w, told.deed).choices if told.choice in (None, c.name)]
        types = [t for c in slots for t in w.choice_types.get((told.deed, c.name), {})]
        types += [ListType(t) for c in slots if c.looped for t in w.choice_types.get((told.deed, c.name), {})]
        judged = types and all(w.choice_types.get((told.deed, c.name)) for c in slots)  # else a choice was not understood
        if judged and not any(_fits(told.value, t, told.example) for t in types):
            what = sentence("what is chosen") if told.choice is None else f"`{told.choice}`"
            w.report(
                "RK301",
                told.span,
                "{what} has to be {wanted}; this is {value}",
                what=what,
                wanted=say(types[0]),
                value=say(told.value.type),
            )
