"""`set`: a marker or an attribute of a piece gets a value."""

from __future__ import annotations

from rulekit.model.declare.headers import head, in_range, value_type
from rulekit.model.names import TITLES
from rulekit.model.rules import SetAttr, SetMarker, Statement
from rulekit.model.scope import Scope, World, say, strip
from rulekit.model.statements.deed import Here, known
from rulekit.model.types import PieceType
from rulekit.model.typing.names import is_standard, type_index
from rulekit.model.typing.operators import expect
from rulekit.syntax import ast
from rulekit.wording import sentence

Made = tuple[Statement | None, Scope]


def set_line(here: Here, scope: Scope, act: ast.Set) -> Made:
    """`set m to e`, `set piece.attribute to e`."""
    w = here.w
    if isinstance(act.target, ast.Field):
        return _set_attribute(here, scope, act, act.target), scope
    name, nodes = (act.target.of, act.target.indices) if isinstance(act.target, ast.Index) else (act.target, ())
    if not isinstance(name, ast.Ident) or w.what(name.text) != "marker" or name.text in scope.names:
        _not_settable(w, scope, act, name)
        w.expr(scope, act.value)
        return None, scope
    of = head(w, name.text)
    target = type_index(w, scope, ast.Index(act.target.span, name, nodes))
    value = w.expr(scope, act.value, value_type(of.domain))
    good = expect(w, value, value_type(of.domain), act.value.span, f"`{name.text}`")
    good = in_range(w, good, of.domain, act.value.span, f"`{name.text}`")
    if not known(target, good):
        return None, scope
    indices = getattr(target, "indices", ())
    return SetMarker(here.address, name.text, indices, good), scope


def _not_settable(w: World, scope: Scope, act: ast.Set, name: ast.Expr) -> None:
    if not isinstance(name, ast.Ident):
        w.report("RK218", act.target.span, "only a marker or an attribute of a piece can be set")
        return
    if name.text in w.doubled:
        return
    what = None if name.text in scope.names else w.what(name.text)
    hints = {"tally": sentence("a tally changes by `gain` and `pay`"), "place": sentence("pieces are moved: `move … to …`")}
    if name.text in scope.names:
        w.report("RK218", name.span, "`{name}` is a value of this rule and cannot be set; declare a marker", name=name.text)
    elif what is None and not is_standard(name):
        near = (n for n, s in w.symbols.items() if s.what == "marker")
        w.unknown("RK201", name, near, "there is no marker called `{name}`", name=name.text)
    else:
        title = TITLES.get(what or "", sentence("a word of the language"))
        w.report("RK218", name.span, "`{name}` is {title} and cannot be set", hints.get(what or ""), name=name.text, title=title)


def _set_attribute(here: Here, scope: Scope, act: ast.Set, target: ast.Field) -> Statement | None:
    w = here.w
    piece = w.expr(scope, target.of)
    owner = strip(piece.type)
    found = head(w, owner.sort).attribute(target.name.text) if isinstance(owner, PieceType) else None
    value = w.expr(scope, act.value, None if found is None else value_type(found.domain))
    if not known(piece):
        return None
    if not isinstance(owner, PieceType):
        w.report("RK314", target.span, "an attribute is set of one piece; this is {piece}", piece=say(piece.type))
        return None
    if found is None:
        near = (a.name for a in head(w, owner.sort).attributes)
        w.unknown("RK207", target.name, near, "{owner} has no attribute `{name}`", owner=say(owner), name=target.name.text)
        return None
    if not found.changes:
        hint = sentence("give it a first value where it is declared: `{name}: … = …`", name=found.name)
        w.report("RK314", target.name.span, "`{name}` of `{sort}` never changes", hint, name=found.name, sort=owner.sort)
        return None
    good = expect(w, value, value_type(found.domain), act.value.span, f"`{found.name}`")
    return SetAttr(here.address, piece, owner.sort, found.name, good) if known(good) else None
