"""One form for rules that mean the same: expressions and statements as nested tuples in common names.

Comes in: a part of a model and the vocabulary of that model. Goes out: a tuple; equal tuples mean the same. Turned round are
comparisons, negations, sums, `any` and `count`; looked through are definitions that only one of two games has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import TypeAlias, overload

from attrs import evolve, frozen

from rulekit.compare.rules.vocabulary import Vocabulary
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.model import Define, Dim, Domain, Parameter, Sort
from rulekit.model.model_walk import fields
from rulekit.model.types import NumberType
from rulekit.records import Record

TOPS = frozenset(("place", "tally", "marker", "option", "table", "define", "deed", "sort", "kind"))
DROPPED = frozenset(("type", "name", "address", "cites", "span", "labelled", "reason"))
LARGEST, DEEPEST = 3_000, 4  # definitions that are looked through: their parts, and how deep they may stand in arguments
TRUE = ("const", True)
Canon: TypeAlias = "tuple[Part, ...]"  # what form it has, its first element tells
Part: TypeAlias = "Canon | str | int | None"  # what is in one: others, words, numbers, truths and None
Form = Callable[[Record], Canon]  # the one form of a part of a model


class AnyVariable(dict[int, Canon]):
    """For `Scope.locals`: every variable is the same."""

    def get(self, key: int, default: object = None) -> Canon:
        """Return the one form of all of them."""
        return ("local",)


@frozen
class Scope:
    """What stands for variables: of a deed (`locals`) and of an expression (`bounds`); `inlined` definitions are opened."""

    words: Vocabulary
    locals: Mapping[int, Canon] = {}
    bounds: Mapping[int, Canon] = {}
    inlined: Mapping[str, Define] = {}
    depth: int = 0
    nested: int = 0  # definitions in whose arguments this stands

    def bind(self, indices: tuple[int, ...]) -> Scope:
        """With more variables of an expression."""
        new = {index: ("bound", self.depth + n) for n, index in enumerate(indices)}
        return evolve(self, bounds={**self.bounds, **new}, depth=self.depth + len(indices))


@overload
def canon(part: Record | tuple[object, ...], scope: Scope) -> Canon: ...
@overload
def canon(part: object, scope: Scope) -> Part: ...
def canon(part: object, scope: Scope) -> Part:
    """Return the form of any part of a model."""
    if isinstance(part, tuple):
        return tuple(canon(p, scope) for p in part)
    if not isinstance(part, Record):
        assert part is None or isinstance(part, str | int)
        return part
    special = _SPECIAL.get(type(part))
    return special(part, scope) if special else _plain(part, scope)


def _plain(part: Record, scope: Scope) -> Canon:
    """Return a record as its class and fields: names of declarations become the common ones."""
    found: list[Part] = [type(part).__name__]
    for name, value in fields(part):
        if name not in DROPPED:
            found.append(scope.words.top(value) if name in TOPS and isinstance(value, str) else canon(value, scope))
    return tuple(found)


# ---- values and variables ------------------------------------------------------------------------
def _const(part: exprs.Const, scope: Scope) -> Canon:
    return ("const", scope.words.said(part.type, part.value))


def _items(part: exprs.Items, scope: Scope) -> Canon:
    items = [canon(item, scope) for item in part.items]
    if all(i[0] == "const" for i in items):
        return ("const", tuple(i[1] for i in items))
    return ("Items", tuple(items))


def _local(part: exprs.Local, scope: Scope) -> Canon:
    return scope.locals.get(part.index, ("local", part.index))


def _bound(part: exprs.Bound, scope: Scope) -> Canon:
    return scope.bounds.get(part.index, ("bound", part.index))


def _attr(part: exprs.AttrOf, scope: Scope) -> Canon:
    return ("attr", canon(part.of, scope), scope.words.top(part.owner), scope.words.attr(part.owner, part.attr))


def _describe(part: exprs.Describe, scope: Scope) -> Canon:
    fields = sorted((scope.words.attr(part.sort, a), canon(e, scope)) for a, e in part.fields)
    if all(e[0] == "const" for _, e in fields):
        return ("const", tuple((a, e[1]) for a, e in fields))
    return ("Describe", scope.words.top(part.sort), tuple(fields))


def _score_of(part: exprs.ScoreOf, scope: Scope) -> Canon:
    return ("ScoreOf", canon(part.player, scope), None if part.line is None else scope.words.line(part.line))


def _told(part: exprs.Can | rules.Do, scope: Scope) -> Canon:
    args = tuple(sorted(((scope.words.argument(part.deed, a.name), canon(a.value, scope)) for a in part.args), key=repr))
    rest = (canon(part.player, scope),) if isinstance(part, exprs.Can) else (part.if_able,)
    return (type(part).__name__, scope.words.top(part.deed), args, *rest)


# ---- operators -----------------------------------------------------------------------------------
def _unary(part: exprs.Unary, scope: Scope) -> Canon:
    of = canon(part.of, scope)
    if part.op == "not":
        return negated(of)
    number = _number(of)
    return ("-", of) if number is None else ("const", -number)


def _binary(part: exprs.Binary, scope: Scope) -> Canon:
    left, right = canon(part.left, scope), canon(part.right, scope)
    one, two = _number(left), _number(right)
    match part.op:
        case ">" | ">=":
            return _order("<" if part.op == ">" else "<=", right, left)
        case "<" | "<=":
            return _order(part.op, left, right)
        case "is not":
            return negated(_commuting("is", left, right))
        case "not in":
            return negated(("in", left, right))
        case "and" | "or":
            return _joined(part.op, left, right)
        case "+" | "*" | "is":
            return _commuting(part.op, left, right)
        case "-" if one is not None and two is not None:
            return ("const", one - two)
        case "-" if two is not None:
            return _commuting("+", left, ("const", -two))
    return (part.op, left, right)


def _number(form: Canon) -> int | None:
    """Return the number that a form is; None if it is none."""
    value = form[1] if form[0] == "const" else None
    return value if type(value) is int else None


def _inside(part: Part) -> Canon:
    """Return a form that is part of another one."""
    assert isinstance(part, tuple)
    return part


def _operands(op: str, *sides: Canon) -> Iterator[Canon]:
    """Yield what is joined by an operator, with what is joined by it on either side."""
    for side in sides:
        yield from map(_inside, side[1:]) if side[0] == op else (side,)


def _joined(op: str, left: Canon, right: Canon) -> Canon:
    return (op, *_operands(op, left, right))


def _commuting(op: str, left: Canon, right: Canon) -> Canon:
    for one, other in ((left, right), (right, left)) if op == "is" else ():
        if one[0] == "const" and isinstance(one[1], bool):
            return other if one[1] else negated(other)
    if op == "is" and ("const", 0) in (left, right):
        counted = _counted(right if left == ("const", 0) else left)
        if counted is not None:
            return negated(counted)
    if op != "is":
        parts = sorted(_operands(op, left, right), key=repr)
        numbers = [number for p in parts if (number := _number(p)) is not None]
        if len(numbers) > 1:
            folded = sum(numbers) if op == "+" else numbers[0] * numbers[1]
            parts = [*(p for p in parts if _number(p) is None), ("const", folded)]
        parts = [p for p in parts if not (op == "+" and p == ("const", 0))] or [("const", 0)]
        return (op, *sorted(parts, key=repr)) if len(parts) > 1 else parts[0]
    return (op, *sorted((left, right), key=repr))


def _order(op: str, left: Canon, right: Canon) -> Canon:
    """`a < b` among whole numbers is `a + 1 <= b`; more than none of a list is `any`."""
    one, two = _number(left), _number(right)
    if op == "<" and one is not None:
        op, left = "<=", ("const", one + 1)
    elif op == "<" and two is not None:
        op, right = "<=", ("const", two - 1)
    if op == "<=" and left == ("const", 1):
        counted = _counted(right)
        if counted is not None:
            return counted
    if op == "<=" and right == ("const", 0):
        counted = _counted(left)
        if counted is not None:
            return negated(counted)
    return (op, left, right)


def _counted(form: Canon) -> Canon | None:
    """Of a count, whether there is one at all."""
    if form[0] == "Collect" and form[1] == "count":
        return ("Collect", "any", *form[2:])
    if form[0] == "Builtin" and form[1] == "count" and len(args := _inside(form[2])) == 1:
        return negated(("IsEmpty", args[0]))
    return None


def negated(form: Canon) -> Canon:
    """Return the opposite of a condition."""
    match form:
        case ("not", of):
            return _inside(of)
        case ("const", bool(value)):
            return ("const", not value)
        case ("<", left, right):
            return _order("<=", _inside(right), _inside(left))
        case ("<=", left, right):
            return _order("<", _inside(right), _inside(left))
        case ("and", *parts):
            return ("or", *map(negated, map(_inside, parts)))
        case ("or", *parts):
            return ("and", *map(negated, map(_inside, parts)))
    return ("not", form)


def _if_else(part: exprs.IfElse, scope: Scope) -> Canon:
    test, yes, no = (canon(p, scope) for p in (part.test, part.yes, part.no))
    if repr(negated(test)) < repr(test):
        test, yes, no = negated(test), no, yes
    return ("if", test, yes, no)


# ---- lists and definitions -----------------------------------------------------------------------
def _collect(part: exprs.Collect, scope: Scope) -> Canon:
    inner, sources = scope, []
    for binder in part.binders:
        sources.append(canon(binder.source, inner))
        inner = inner.bind((binder.index,))
    where = None if part.where is None else canon(part.where, inner)
    value = canon(part.value, inner)
    if part.function in ("any", "every"):
        tests = [f for f in (where, value) if f is not None and f != TRUE]
        test = tests[0] if len(tests) == 1 else None
        if part.function == "any" and len(tests) == 2:
            test = _joined("and", *tests)
        elif part.function == "every":
            value = value if where is None else _joined("or", negated(where), value)
            return negated(("Collect", "any", tuple(sources), negated(value)))
        return ("Collect", "any", tuple(sources), test)
    if part.function == "count":
        return ("Collect", "count", tuple(sources), where)
    return ("Collect", part.function, tuple(sources), value, where)


def _apply(part: exprs.Apply, scope: Scope) -> Canon:
    if part.define in scope.inlined and scope.nested < DEEPEST:
        define, inner = scope.inlined[part.define], evolve(scope, nested=scope.nested + 1)
        args = {p.index: canon(a, inner) for p, a in zip(define.params, part.args, strict=True)}
        return canon(define.body, evolve(scope, bounds=args, locals={}))
    return ("Apply", scope.words.top(part.define), canon(part.args, scope))


def openable(alone: Mapping[str, Define]) -> dict[str, Define]:
    """Definitions that may be looked through: those that do not grow too large when the ones in them are opened too."""
    sizes: dict[str, int] = {}

    def size(part: object) -> int:
        if isinstance(part, tuple):
            return sum(map(size, part))
        if not isinstance(part, Record):
            return 0
        opened = whole(part.define) if isinstance(part, exprs.Apply) and part.define in alone else 0
        return 1 + opened + sum(size(value) for _, value in fields(part))

    def whole(name: str) -> int:
        if name not in sizes:
            sizes[name] = size(alone[name].body)
        return sizes[name]

    return {name: define for name, define in alone.items() if whole(name) <= LARGEST}


def _domain(part: Domain, scope: Scope) -> Canon:
    kind = "number" if isinstance(part.type, NumberType) else _plain(part.type, scope)
    return ("Domain", kind, canon(part.low, scope), canon(part.high, scope), part.optional)


def _dim(part: Dim | Parameter, scope: Scope) -> Canon:
    return canon(part.domain, scope)


# ---- statements ----------------------------------------------------------------------------------
def _pick(part: rules.Pick, scope: Scope) -> Canon:
    named = scope.locals.get(part.local, ("local", part.local))
    return ("Pick", named, canon(part.source, scope), canon(part.low, scope), canon(part.high, scope), part.several)


def _let(part: rules.Let, scope: Scope) -> Canon:
    return ("Let", scope.locals.get(part.local, ("local", part.local)), canon(part.value, scope))


def _loop(part: rules.Loop, scope: Scope) -> Canon:
    return ("Loop", scope.locals.get(part.local, ("local", part.local)), canon(part.source, scope))


def _deal(part: rules.Deal, scope: Scope) -> Canon:
    return ("Deal", canon(part.count, scope), canon(part.source, scope), scope.words.top(part.to))


def _set_attr(part: rules.SetAttr, scope: Scope) -> Canon:
    attr = scope.words.attr(part.sort, part.attr)
    return ("SetAttr", canon(part.piece, scope), scope.words.top(part.sort), attr, canon(part.value, scope))


def _if(part: rules.If, scope: Scope) -> Canon:
    branches = canon(part.branches, scope)
    otherwise = canon(part.otherwise, scope)
    if len(branches) == 1 and otherwise:
        _, part_test, block = _inside(branches[0])
        test = _inside(part_test)
        if repr(negated(test)) < repr(test):
            return ("If", (("Branch", negated(test), otherwise),), block)
    return ("If", branches, otherwise)


def _one_of(part: rules.OneOf, scope: Scope) -> Canon:
    return ("OneOf", tuple(sorted(canon(part.bullets, scope), key=repr)))


_SPECIAL: dict[type, Callable[..., Canon]] = {
    exprs.Const: _const, exprs.Items: _items, exprs.Local: _local, exprs.Bound: _bound, exprs.AttrOf: _attr,
    exprs.Describe: _describe, exprs.ScoreOf: _score_of, exprs.Can: _told, rules.Do: _told, exprs.Unary: _unary,
    exprs.Binary: _binary, exprs.IfElse: _if_else, exprs.Collect: _collect, exprs.Apply: _apply, Domain: _domain, Dim: _dim,
    Parameter: _dim, rules.Pick: _pick, rules.Let: _let, rules.OneOf: _one_of, rules.Loop: _loop, rules.Deal: _deal,
    rules.SetAttr: _set_attr, rules.If: _if,
}  # fmt: skip


# ---- names and pieces ------------------------------------------------------------------------------
def mentioned(part: object) -> Iterator[str]:
    """Yield the declarations that a part of a model names."""
    if isinstance(part, tuple):
        for item in part:
            yield from mentioned(item)
    elif isinstance(part, Record):
        for name, value in fields(part):
            if isinstance(value, str):
                if name in TOPS or name in ("owner", "to"):
                    yield value
            else:
                yield from mentioned(value)


def copies(sort: Sort, form: Form) -> dict[Canon, Part]:
    """Return how many pieces of each look a sort has, however its rows are written; amounts that are no numbers are listed."""
    numbers: Counter[Canon] = Counter()
    others: dict[Canon, list[Canon]] = {}
    for row in sort.rows:
        count = form(row.copies)
        alternatives = [[("const", None)] if column is None else _alternatives(column, form) for column in row.values]
        for look in product(*alternatives):
            if count[0] == "const" and isinstance(count[1], int):
                numbers[look] += count[1]
            else:
                others.setdefault(look, []).append(count)
    listed: dict[Canon, Part] = {look: (numbers.get(look, 0), *sorted(counts, key=repr)) for look, counts in others.items()}
    return {**numbers, **listed}


def _alternatives(column: tuple[Record, ...], form: Form) -> list[Canon]:
    """Return the values a row's cell stands for; a range of numbers is each of them."""
    found: list[Canon] = []
    for value in map(form, column):
        low, high = (_number(_inside(end)) for end in value[1:3]) if value[0] == "Range" else (None, None)
        if low is not None and high is not None:
            found.extend(("const", n) for n in range(low, high + 1))
        else:
            found.append(value)
    return found
