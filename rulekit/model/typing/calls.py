"""Calls: standard functions, comprehensions, definitions; descriptions of pieces are made in `descriptions`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from rulekit.model import types
from rulekit.model.declare.headers import check_type_name, head, signature, value_type
from rulekit.model.expressions import Apply, BankOf, Binding, Bound, Builtin, Collect, Contents, Expr, Lines, Local, ScoreOf
from rulekit.model.names import TITLES, check_local
from rulekit.model.scope import (
    FUNCTIONS,
    NOTHING,
    UNKNOWN,
    Scope,
    World,
    indices_of,
    is_unknown,
    say,
    strip,
)
from rulekit.model.typing.descriptions import describe
from rulekit.model.typing.names import ALL_PLAYERS, check_indices, is_standard, kind_list, type_values
from rulekit.model.typing.operators import expect
from rulekit.model.typing.standard_functions import ARITY, RESULTS, element
from rulekit.syntax import ast
from rulekit.wording import Keyword, Sentence, numbered, quoted, sentence

COLLECTING = ("count", "sum", "min", "max", "any", "every", "list", "distinct", "first")


# ---- binders -------------------------------------------------------------------------------------
def source(w: World, scope: Scope, name: ast.Ident, node: ast.Expr | None) -> Expr:
    """Return what a binder runs over: the list after `in`, else all values of the kind it is called after."""
    if node is None:
        if name.std and name.text == "player":
            return ALL_PLAYERS
        if not is_standard(name) and w.what(name.text) == "kind":
            return kind_list(w, name.text)
        message = sentence("`{name}` is no kind, so it has to be said what it runs over", name=name.text)
        return w.unknown("RK205", name, (), message, "write `{name} in …`", name=name.text)
    found = type_values(w, node) or w.expr(scope, node)
    if is_unknown(found.type):
        return NOTHING
    if element(found.type) is None:
        hint = sentence("a spot is its piece or none") if isinstance(found, Contents) else None
        return w.fail(
            "RK319", node.span, "what stands after `in` has to be a list or a place; this is {name}", hint, name=say(found.type)
        )
    return found


def bound(w: World, scope: Scope, name: ast.Ident, kind: types.Type, local: bool = False) -> tuple[Scope, int]:
    """Declare a variable: the scope that sees it, and its index."""
    if not is_unknown(kind):
        check_local(w, name)
        check_type_name(w, name, kind)
    index = scope.numbering.local() if local else scope.numbering.bound()
    made: Expr = Local(kind, index, name.text) if local else Bound(kind, index, name.text)
    return scope.bind(name.text, NOTHING if is_unknown(kind) else made), index


def type_collect(w: World, scope: Scope, node: ast.Collect) -> Expr:
    """`count(value for x in S where c)` and the short forms."""
    function = node.name.text
    inner, binders = scope, []
    for binder in node.binders:
        over = source(w, inner, binder.name, binder.source)
        inner, index = bound(w, inner, binder.name, element(over.type) or UNKNOWN)
        binders.append(Binding(index, binder.name.text, over))
    value, where = _value_and_where(w, inner, node)
    if any(is_unknown(e.type) for e in (value, where or value, *(b.source for b in binders))):
        return NOTHING
    if function in COLLECTING and is_standard(node.name):
        kind = _collected(w, function, value, node)
        return NOTHING if kind is None else Collect(kind, function, value, tuple(binders), where)
    kind = _collected(w, "list", value, node)
    if kind is None:
        return NOTHING
    listed = Collect(kind, "list", value, tuple(binders), where)
    return _call(w, scope, ast.Call(node.span, node.name, (node,)), (listed,))


def _value_and_where(w: World, scope: Scope, node: ast.Collect) -> tuple[Expr, Expr | None]:
    where = None
    if node.where is not None:
        where = expect(w, w.expr(scope, node.where), types.TRUTH, node.where.span, sentence("what stands after `where`"))
    if node.value is not None:
        return w.expr(scope, node.value), where
    if node.name.text in ("any", "every") and is_standard(node.name):
        if where is None:
            hint = sentence("as in `{name}(p in players where …)`", name=Keyword(node.name.text))
            return w.fail(
                "RK211", node.span, "`{name}` needs a condition after `where`", hint, name=Keyword(node.name.text)
            ), None
        return where, None
    return scope.names.get(node.binders[0].name.text, NOTHING) if node.binders else NOTHING, where


def _collected(w: World, function: str, value: Expr, node: ast.Collect) -> types.Type | None:
    span = node.span if node.value is None else node.value.span
    match function:
        case "count":
            return types.NUMBER
        case "sum" | "min" | "max":
            good = expect(w, value, types.NUMBER, span, sentence("what `{name}` takes", name=Keyword(function)))
            return None if is_unknown(good.type) else types.NUMBER
        case "any" | "every":
            good = expect(w, value, types.TRUTH, span, sentence("the condition of `{function}`", function=Keyword(function)))
            return None if is_unknown(good.type) else types.TRUTH
        case "first":
            return value.type
        case _:
            if isinstance(strip(value.type), types.ListType | types.PictureType):
                w.report("RK303", span, "each of these is a list already, and there are no lists of lists")
                return None
            return types.ListType(strip(value.type) if isinstance(value, Contents) else value.type)


# ---- calls ---------------------------------------------------------------------------------------
def type_call(w: World, scope: Scope, node: ast.Call) -> Expr:
    """`name(…)`: a standard function, a definition, or a description of a piece."""
    what = None if is_standard(node.name) else w.what(node.name.text)
    if what == "piece":
        return describe(w, scope, node)
    if is_standard(node.name) or (what is None and node.name.text in FUNCTIONS):
        special = SPECIAL.get(node.name.text)
        if special is not None:
            return special(w, scope, node)
    elif what == "define":
        return _apply(w, scope, node)
    elif what is None:
        near = chain(w.symbols, FUNCTIONS)
        return w.unknown("RK201", node.name, near, "nothing is called `{name}`", name=node.name.text)
    else:
        return _no_call(w, scope, node, what)
    args = []
    for argument in node.arguments:
        if isinstance(argument, ast.Named):
            return w.fail("RK210", argument.span, "`{name}` takes its values in order, without names", name=node.name.text)
        args.append(w.expr(scope, argument))
    return _call(w, scope, node, tuple(args))


def _no_call(w: World, scope: Scope, node: ast.Call, what: str) -> Expr:
    if node.name.text in scope.names:
        return w.fail("RK218", node.span, "`{name}` is a value and takes nothing in brackets", name=node.name.text)
    hint = sentence("indices stand in square brackets") if what in ("place", "tally", "marker", "table") else None
    if what in ("action", "step"):
        hint = sentence("it is done with `do {name}(…)`, or asked for with `me can {name}(…)`", name=node.name.text)
    return w.fail(
        "RK218",
        node.span,
        "`{name}` is {what}, not something that can be worked out",
        hint,
        name=node.name.text,
        what=TITLES[what],
    )


def _call(w: World, scope: Scope, node: ast.Call, args: tuple[Expr, ...]) -> Expr:
    name = node.name.text
    if not is_standard(node.name) and w.what(name) == "define":
        return _applied(w, node, args)
    if any(is_unknown(a.type) for a in args):
        return NOTHING
    low, high = ARITY.get(name, (1, 1))
    if not low <= len(args) <= high:
        return w.fail("RK211", node.span, _wrong_number(Keyword(name), low, high, len(args)))
    kind = RESULTS[name](w, args, node) if name in RESULTS else None
    if kind is None:
        if name not in RESULTS:
            return w.fail("RK218", node.span, "`{name}` cannot be used with brackets here", name=name)
        return NOTHING
    return Builtin(kind, name, args)


def _wrong_number(name: str, low: int, high: int, given: int) -> Sentence:
    if low == high:
        return numbered(
            low,
            "`{name}` takes {count} value in brackets; here are {given}",
            "`{name}` takes {count} values in brackets; here are {given}",
            name=name,
            given=given,
        )
    if high < 99:
        return sentence(
            "`{name}` takes {low} to {high} values in brackets; here are {given}", name=name, low=low, high=high, given=given
        )
    return sentence("`{name}` takes one or more values in brackets; here are {given}", name=name, given=given)


def _apply(w: World, scope: Scope, node: ast.Call) -> Expr:
    params = signature(w, node.name.text).params
    given: dict[str, tuple[Expr, ast.Node]] = {}
    for i, argument in enumerate(node.arguments):
        named = isinstance(argument, ast.Named)
        name = argument.name.text if isinstance(argument, ast.Named) else params[i].name if i < len(params) else ""
        param = next((p for p in params if p.name == name), None)
        if param is None or name in given:
            return _bad_argument(w, node, argument, name if named else "", tuple(p.name for p in params))
        value = argument.value if isinstance(argument, ast.Named) else argument
        given[name] = (w.expr(scope, value, value_type(param.domain)), value)
    if len(given) < len(params):
        missing = quoted(p.name for p in params if p.name not in given)
        return w.fail("RK211", node.span, "`{name}` also needs {missing}", name=node.name.text, missing=missing)
    good = [expect(w, given[p.name][0], value_type(p.domain), given[p.name][1].span, f"`{p.name}`") for p in params]
    kind = w.definer(w, node.name.text)
    return NOTHING if is_unknown(kind) or any(is_unknown(g.type) for g in good) else Apply(kind, node.name.text, tuple(good))


def _bad_argument(w: World, node: ast.Call, argument: ast.Node, name: str, known: tuple[str, ...]) -> Expr:
    if name and name not in known:
        assert isinstance(argument, ast.Named)
        return w.unknown(
            "RK210", argument.name, known, sentence("`{node}` has no parameter `{name}`", node=node.name.text, name=name)
        )
    count = numbered(len(known), "one value", "{count} values") if known else sentence("nothing")
    return w.fail(
        "RK211", argument.span, "`{name}` takes {count} in brackets; this is one too many", name=node.name.text, count=count
    )


def _applied(w: World, node: ast.Call, args: tuple[Expr, ...]) -> Expr:
    params = signature(w, node.name.text).params
    if len(params) != 1:
        return w.fail(
            "RK211", node.span, "`{name}` takes {params} values in brackets, not 1", name=node.name.text, params=len(params)
        )
    good = expect(w, args[0], value_type(params[0].domain), node.span, f"`{params[0].name}`")
    kind = w.definer(w, node.name.text)
    return NOTHING if is_unknown(kind) or is_unknown(good.type) else Apply(kind, node.name.text, (good,))


# ---- functions of names --------------------------------------------------------------------------
def _listing(w: World, scope: Scope, node: ast.Call) -> Expr:
    if len(node.arguments) == 1 and not isinstance(node.arguments[0], ast.Named):
        values = type_values(w, node.arguments[0])
        if values is not None:
            return values
    return _call(w, scope, node, tuple(w.expr(scope, a) for a in node.arguments if not isinstance(a, ast.Named)))


def _bank(w: World, scope: Scope, node: ast.Call) -> Expr:
    of = node.arguments[0] if len(node.arguments) == 1 else node
    name, nodes = (of.of, of.indices) if isinstance(of, ast.Index) else (of, ())
    if not isinstance(name, ast.Ident) or w.what(name.text) != "tally":
        if isinstance(name, ast.Ident) and w.what(name.text) is None and not is_standard(name):
            return w.unknown("RK201", name, w.symbols, "there is no tally called `{name}`", name=name.text)
        return w.fail("RK218", node.span, "`bank` takes the name of a tally: `bank(coins)`, `bank(goods[wood])`")
    found = head(w, name.text)
    if found.shape != "bank":
        hint = sentence("declare it with one: `tally {name}[player] bank 20`", name=name.text)
        return w.fail("RK325", node.span, "`{name}` has no bank", hint, name=name.text)
    others = found.dims[1:]
    indices = tuple(w.expr(scope, n, d.domain.type) for n, d in zip(nodes, others, strict=False))
    if len(nodes) != len(others):
        indexed = sentence(
            "the bank of `{name}` has {many} (the player is left out)", name=name.text, many=indices_of(len(others))
        )
        return w.fail("RK211", node.span, indexed)
    return BankOf(types.NUMBER, name.text, indices) if check_indices(w, name, others, indices, nodes) else NOTHING


def _score(w: World, scope: Scope, node: ast.Call) -> Expr:
    if len(node.arguments) != 1 or isinstance(node.arguments[0], ast.Named):
        return w.fail("RK211", node.span, "`score` takes one player: `score(p)`")
    player = expect(w, w.expr(scope, node.arguments[0]), types.PLAYER, node.arguments[0].span, sentence("what `score` takes"))
    return NOTHING if is_unknown(player.type) else ScoreOf(types.NUMBER, player, None)


def _lines(w: World, scope: Scope, node: ast.Call) -> Expr:
    name = node.arguments[0] if node.arguments else None
    if len(node.arguments) != 2 or isinstance(node.arguments[1], ast.Named):
        return w.fail("RK211", node.span, "`lines` takes a family of places and a number: `lines(board, 3)`")
    length = expect(w, w.expr(scope, node.arguments[1]), types.NUMBER, node.arguments[1].span, sentence("the length of a line"))
    if not isinstance(name, ast.Ident) or w.what(name.text) != "place":
        if isinstance(name, ast.Ident) and w.what(name.text) is None and not is_standard(name):
            return w.unknown("RK201", name, w.symbols, "there is no place called `{name}`", name=name.text)
        return w.fail("RK218", node.span, "`lines` needs the name of a place with indices")
    found = head(w, name.text)
    if not 1 <= len(found.dims) <= 2 or any(not isinstance(d.domain.type, types.NumberType) for d in found.dims):
        if any(is_unknown(d.domain.type) for d in found.dims):
            return NOTHING
        return w.fail(
            "RK211", node.span, "`lines` needs a place with one or two ranges as indices; `{name}` is none", name=name.text
        )
    piece = types.PieceType(found.sort)
    content: types.Type = types.OptionalType(piece) if found.shape == "spot" else types.ListType(piece)
    return NOTHING if is_unknown(length.type) else Lines(types.ListType(types.ListType(content)), name.text, length)


def _condition(w: World, scope: Scope, node: ast.Call) -> Expr:
    """`any(p in players)`: what was meant as a binder is read as a comparison with an unknown name."""
    only = node.arguments[0] if len(node.arguments) == 1 else None
    if isinstance(only, ast.Binary) and only.op == "in" and isinstance(only.left, ast.Ident):
        name = only.left.text
        if name not in scope.names and not is_standard(only.left) and w.what(name) is None and name not in w.lost:
            hint = sentence("as in `{node}({name} in … where …)`", node=node.name.text, name=name)
            return w.fail("RK211", node.span, "`{name}` needs a condition after `where`", hint, name=Keyword(node.name.text))
    return _call(w, scope, node, tuple(w.expr(scope, a) for a in node.arguments if not isinstance(a, ast.Named)))


SPECIAL: dict[str, Callable[[World, Scope, ast.Call], Expr]] = {
    "any": _condition,
    "every": _condition,
    "list": _listing,
    "bank": _bank,
    "score": _score,
    "lines": _lines,
}
