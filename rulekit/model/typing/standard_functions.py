"""What the standard functions take and give: numbers of values, and the type of the result for the types of the values."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.model import types
from rulekit.model.expressions import Expr
from rulekit.model.scope import World, fits, is_unknown, say, strip
from rulekit.model.typing.operators import expect
from rulekit.syntax import ast
from rulekit.wording import Keyword, sentence

Result = Callable[[World, tuple[Expr, ...], ast.Call], "types.Type | None"]
ARITY = {"min": (1, 99), "max": (1, 99), "top": (1, 2), "bottom": (1, 2), "shows": (2, 3)}


def element(kind: types.Type) -> types.Type | None:
    """Return the type of what a list (or a picture: a cell) consists of."""
    inner = strip(kind)
    if isinstance(inner, types.ListType):
        return inner.of
    return types.OptionalType(types.ListType(types.DescriptionType(inner.sort))) if isinstance(inner, types.PictureType) else None


def _span(node: ast.Call, i: int) -> ast.Node:
    return node.arguments[i] if i < len(node.arguments) else node


def _wants(w: World, args: tuple[Expr, ...], node: ast.Call, *taken: types.Type) -> bool:
    good = True
    for i, (arg, wanted) in enumerate(zip(args, taken, strict=False)):
        checked = expect(w, arg, wanted, _span(node, i).span, sentence("what `{name}` takes", name=Keyword(node.name.text)))
        good = good and not is_unknown(checked.type)
    return good


def _a_list(w: World, arg: Expr, node: ast.Call) -> types.Type | None:
    found = element(arg.type)
    if found is None:
        w.report(
            "RK319",
            _span(node, 0).span,
            "`{name}` needs a list or a place; this is {arg}",
            name=Keyword(node.name.text),
            arg=say(arg.type),
        )
    return found


def _count(w: World, args: tuple[Expr, ...], node: ast.Call) -> types.Type | None:
    kind = args[0].type
    if isinstance(kind, types.OptionalType | types.NoneType) or element(kind) is not None:
        return types.NUMBER
    return _a_list(w, args[0], node)


def _numbers(w: World, args: tuple[Expr, ...], node: ast.Call) -> types.Type | None:
    if len(args) == 1 and not isinstance(strip(args[0].type), types.NumberType):
        found = _a_list(w, args[0], node)
        if found is None or fits(found, types.NUMBER):
            return None if found is None else types.NUMBER
        w.report(
            "RK301",
            _span(node, 0).span,
            "`{name}` takes numbers; this is {args}",
            name=Keyword(node.name.text),
            args=say(args[0].type),
        )
        return None
    if node.name.text == "sum":
        return _a_list(w, args[0], node)
    return types.NUMBER if _wants(w, args, node, *[types.NUMBER] * len(args)) else None


def _same_list(w: World, args: tuple[Expr, ...], node: ast.Call) -> types.Type | None:
    if isinstance(strip(args[0].type), types.PictureType) and node.name.text == "reversed":
        return strip(args[0].type)
    return None if _a_list(w, args[0], node) is None else strip(args[0].type)


def _one_of_list(w: World, args: tuple[Expr, ...], node: ast.Call) -> types.Type | None:
    found = _a_list(w, args[0], node)
    if found is None or len(args) == 1:
        return found
    return strip(args[0].type) if _wants(w, args, node, args[0].type, types.NUMBER) else None


def _position(w: World, args: tuple[Expr, ...], node: ast.Call) -> types.Type | None:
    if isinstance(strip(args[0].type), types.PieceType):
        return types.NUMBER
    w.report("RK301", _span(node, 0).span, "`position` takes a piece; this is {args}", args=say(args[0].type))
    return None


def _takes(result: types.Type, wanted: types.Type) -> Result:
    """Return the rule of a function that takes one value of a type."""
    return lambda w, args, node: result if _wants(w, args, node, wanted) else None


def _shows(w: World, args: tuple[Expr, ...], node: ast.Call) -> types.Type | None:
    picture = strip(args[1].type)
    if not isinstance(picture, types.PictureType):
        w.report("RK301", _span(node, 1).span, "`shows` takes a line and a picture; this is {picture}", picture=say(picture))
        return None
    if element(args[0].type) is None:
        return _a_list(w, args[0], node)
    return types.TRUTH if _wants(w, args, node, args[0].type, picture, types.DescriptionType(picture.sort)) else None


RESULTS: dict[str, Result] = {
    "count": _count,
    "sum": _numbers,
    "min": _numbers,
    "max": _numbers,
    "any": _takes(types.TRUTH, types.ListType(types.TRUTH)),
    "every": _takes(types.TRUTH, types.ListType(types.TRUTH)),
    "list": _same_list,
    "distinct": _same_list,
    "reversed": _same_list,
    "first": _one_of_list,
    "top": _one_of_list,
    "bottom": _one_of_list,
    "position": _position,
    "next": _takes(types.PLAYER, types.PLAYER),
    "previous": _takes(types.PLAYER, types.PLAYER),
    "clockwise": _takes(types.ListType(types.PLAYER), types.PLAYER),
    "seat": _takes(types.PLAYER, types.NUMBER),
    "shows": _shows,
}
