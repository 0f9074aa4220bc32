"""Operators: arithmetic, logic, comparisons, with what `is` and `in` mean for pieces and descriptions."""

from __future__ import annotations

from rulekit.diagnostics import Span
from rulekit.model import expressions as exprs
from rulekit.model import types
from rulekit.model.declare.headers import head
from rulekit.model.faults import BY_ZERO
from rulekit.model.scope import (
    NOTHING,
    Scope,
    World,
    fits,
    is_unknown,
    say,
    strip,
    unify,
)
from rulekit.model.typing.names import is_standard, type_values
from rulekit.syntax import ast
from rulekit.wording import Keyword, Sentence, sentence

ARITHMETIC = ("+", "-", "*", "div", "mod")
ORDER = ("<", "<=", ">", ">=")


def expect(w: World, value: exprs.Expr, wanted: types.Type, span: Span, why: str) -> exprs.Expr:
    """Report a value of another type than the one wanted; `why` begins the sentence («the price»)."""
    if fits(value.type, wanted):
        return NOTHING if is_unknown(value.type) else value
    if isinstance(value, exprs.TallyOf) and wanted == types.NUMBER:
        return w.fail("RK301", span, "`{name}` is a tally; a number of them is written `{name}[player]`", name=value.tally)
    return w.fail(
        "RK301", span, "{what} has to be {wanted}; this is {value}", what=why, wanted=say(wanted), value=say(value.type)
    )


def type_unary(w: World, scope: Scope, node: ast.Unary) -> exprs.Expr:
    """`-n`, `not c`."""
    wanted: types.Type = types.NUMBER if node.op == "-" else types.TRUTH
    inner = expect(w, w.expr(scope, node.of), wanted, node.of.span, sentence("what stands after `{word}`", word=Keyword(node.op)))
    if is_unknown(inner.type):
        return NOTHING
    if node.op == "-" and isinstance(inner, exprs.Const) and isinstance(inner.value, int):
        return exprs.Const(types.NUMBER, -inner.value)
    return exprs.Unary(wanted, node.op, inner)


def type_binary(w: World, scope: Scope, node: ast.Binary) -> exprs.Expr:
    """Return an operator with two sides."""
    if node.op in ARITHMETIC or node.op in ORDER:
        return _of_two(w, scope, node, types.NUMBER, types.NUMBER if node.op in ARITHMETIC else types.TRUTH)
    if node.op in ("and", "or"):
        return _of_two(w, scope, node, types.TRUTH, types.TRUTH)
    if node.op == "..":
        return _range(w, scope, node)
    if node.op in ("in", "not in"):
        return _negated(node.op == "not in", _membership(w, scope, node))
    return _negated(node.op == "is not", _equality(w, scope, node), "is not")


def _of_two(w: World, scope: Scope, node: ast.Binary, wanted: types.Type, result: types.Type) -> exprs.Expr:
    sides = [
        expect(
            w, w.expr(scope, node.left), wanted, node.left.span, sentence("what stands before `{word}`", word=Keyword(node.op))
        ),
        expect(
            w, w.expr(scope, node.right), wanted, node.right.span, sentence("what stands after `{word}`", word=Keyword(node.op))
        ),
    ]
    if any(is_unknown(side.type) for side in sides):
        return NOTHING
    if node.op in ("div", "mod") and written(sides[1]) == 0:
        code, message, hint = BY_ZERO
        return w.fail(code, node.span, message, hint)
    return exprs.Binary(result, node.op, sides[0], sides[1])


def written(e: exprs.Expr) -> int | None:
    """Return the number an expression is, if it consists of nothing but numbers."""
    match e:
        case exprs.Const(value=int() as number):
            return number
        case exprs.Unary(op="-", of=of):
            inner = written(of)
            return None if inner is None else -inner
        case exprs.Binary(op="+" | "-" | "*" as op, left=left, right=right):
            a, b = written(left), written(right)
            return None if a is None or b is None else {"+": a + b, "-": a - b, "*": a * b}[op]
    return None


def _range(w: World, scope: Scope, node: ast.Binary) -> exprs.Expr:
    low = expect(w, w.expr(scope, node.left), types.NUMBER, node.left.span, sentence("the beginning of a range"))
    high = expect(w, w.expr(scope, node.right), types.NUMBER, node.right.span, sentence("the end of a range"))
    if is_unknown(low.type) or is_unknown(high.type):
        return NOTHING
    return exprs.Range(types.ListType(types.NUMBER), low, high)


def _negated(no: bool, value: exprs.Expr, op: str = "not in") -> exprs.Expr:
    if not no or is_unknown(value.type):
        return value
    if isinstance(value, exprs.Binary):
        return exprs.Binary(types.TRUTH, op, value.left, value.right)
    return exprs.Unary(types.TRUTH, "not", value)


def type_conditional(w: World, scope: Scope, node: ast.Conditional, hint: types.Type | None) -> exprs.Expr:
    """`if a then b else c`."""
    test = expect(w, w.expr(scope, node.test), types.TRUTH, node.test.span, sentence("what stands after `if`"))
    yes = w.expr(scope, node.yes, hint)
    no = w.expr(scope, node.no, hint)
    if any(is_unknown(e.type) for e in (test, yes, no)):
        return NOTHING
    both = unify(yes.type, no.type)
    if both is None:
        message = sentence("one way this is {yes}, the other way {no}", yes=say(yes.type), no=say(no.type))
        return w.fail("RK302", node.span, message, "both ways have to give the same sort of value")
    return exprs.IfElse(both, test, yes, no)


# ---- is ------------------------------------------------------------------------------------------
def _option_answer(w: World, scope: Scope, node: ast.Expr) -> bool:
    """Return a word that means nothing by itself, so perhaps an answer of the option on the other side."""
    if not isinstance(node, ast.Ident) or node.text in scope.names or is_standard(node):
        return False
    return w.what(node.text) != "option" and node.text in w.answers


def _sides(w: World, scope: Scope, node: ast.Binary) -> tuple[exprs.Expr, exprs.Expr]:
    if _option_answer(w, scope, node.left) and not isinstance(node.right, ast.Empty):
        right = w.expr(scope, node.right)
        return w.expr(scope, node.left, right.type), right
    left = w.expr(scope, node.left)
    return left, w.expr(scope, node.right, left.type)


def _equality(w: World, scope: Scope, node: ast.Binary) -> exprs.Expr:
    if isinstance(node.right, ast.Empty):
        return _emptiness(w, w.expr(scope, node.left), node)
    left, right = _sides(w, scope, node)
    if is_unknown(left.type) or is_unknown(right.type):
        return NOTHING
    a, b = strip(left.type), strip(right.type)
    if isinstance(b, types.PieceType) and isinstance(a, types.DescriptionType):
        left, right, a, b = right, left, b, a
    if isinstance(a, types.PieceType) and isinstance(b, types.DescriptionType):
        return _same_sort(w, a.sort, b.sort, node) or exprs.Matches(types.TRUTH, left, right)
    if isinstance(left, exprs.Items) and not isinstance(right, exprs.Items):
        left, right, a, b = right, left, b, a
    if isinstance(right, exprs.Items) and isinstance(a, types.ListType) and isinstance(strip(a.of), types.PieceType):
        return _exactly(w, left, right, node)
    comparable = isinstance(a, types.NoneType) or isinstance(b, types.NoneType) or unify(a, b) is not None
    if comparable and not isinstance(a, types.TextType) and not isinstance(b, types.TextType):
        return exprs.Binary(types.TRUTH, "is", left, right)
    return w.fail(
        "RK302",
        node.span,
        "{left} is compared with {right}: they are never the same",
        _hint(w, a, b),
        left=say(left.type),
        right=say(right.type),
    )


def _hint(w: World, a: types.Type, b: types.Type) -> Sentence | None:
    for one, two in ((a, b), (b, a)):
        if isinstance(one, types.ListType) and isinstance(two, types.DescriptionType):
            return sentence("exactly this one piece is written `P is [description]`, some such piece `description in P`")
        if isinstance(one, types.PieceType | types.KindType):
            of = head(w, one.sort if isinstance(one, types.PieceType) else one.kind)
            attribute = next((x.name for x in of.attributes if x.domain.type == two), None)
            if attribute is not None:
                return sentence("compare its attribute: `….{name}`", name=attribute)
    return sentence("a list of one is written in square brackets") if isinstance(a, types.ListType) else None


def _same_sort(w: World, one: str, two: str, node: ast.Node) -> exprs.Expr | None:
    if one == two or "" in (one, two):
        return None
    return w.fail("RK302", node.span, "a `{name}` piece is never like a `{other}`", name=one, other=two)


def _exactly(w: World, pieces: exprs.Expr, items: exprs.Items, node: ast.Binary) -> exprs.Expr:
    kind = strip(pieces.type)
    element = strip(kind.of) if isinstance(kind, types.ListType) else kind
    for item in items.items:
        inner = strip(item.type)
        sort = inner.sort if isinstance(inner, types.DescriptionType | types.PieceType) else None
        if sort is None:
            return w.fail("RK302", node.span, "these are pieces; {item} cannot be one of them", item=say(item.type))
        if isinstance(element, types.PieceType) and (wrong := _same_sort(w, element.sort, sort, node)) is not None:
            return wrong
    return exprs.Exactly(types.TRUTH, pieces, items.items, _is_ordered(w, pieces))


def _is_ordered(w: World, pieces: exprs.Expr) -> bool:
    if not isinstance(pieces, exprs.Contents):
        return True
    return pieces.place != "box" and head(w, pieces.place).shape not in ("bag", "hand")


def _emptiness(w: World, of: exprs.Expr, node: ast.Binary) -> exprs.Expr:
    if is_unknown(of.type):
        return NOTHING
    if isinstance(strip(of.type), types.ListType | types.PictureType) or isinstance(of, exprs.Contents):
        return exprs.IsEmpty(types.TRUTH, of)
    hint = sentence("write `is none`") if isinstance(of.type, types.OptionalType) else None
    return w.fail("RK318", node.span, "only a place or a list can be empty; this is {of}", hint, of=say(of.type))


# ---- in ------------------------------------------------------------------------------------------
def _membership(w: World, scope: Scope, node: ast.Binary) -> exprs.Expr:
    left = w.expr(scope, node.left)
    right = type_values(w, node.right) or w.expr(scope, node.right, types.ListType(left.type))
    if is_unknown(left.type) or is_unknown(right.type):
        return NOTHING
    whole = strip(right.type)
    if not isinstance(whole, types.ListType):
        hint = sentence("a spot holds one piece: use `is`") if isinstance(right, exprs.Contents) else None
        return w.fail(
            "RK319",
            node.right.span,
            "what stands after `in` has to be a list or a place; this is {name}",
            hint,
            name=say(right.type),
        )
    a, element = strip(left.type), strip(whole.of)
    if isinstance(a, types.DescriptionType) and isinstance(element, types.PieceType):
        return _same_sort(w, element.sort, a.sort, node) or exprs.AnyMatch(types.TRUTH, left, right)
    if isinstance(a, types.NoneType) or whole.of == types.NONE or unify(a, element) is not None:
        return exprs.Binary(types.TRUTH, "in", left, right)
    return w.fail("RK302", node.span, "{left} is never in {right}", left=say(left.type), right=say(right.type))
