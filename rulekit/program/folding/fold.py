"""Folding: options, the number of players and everything that follows from them become constants.

In: expressions of a model. Out: expressions of a program, where locals are cells of the frame.
What cannot be known, or would stop the game, is left as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from attrs import define, evolve, field, frozen

from rulekit.model import expressions as exprs
from rulekit.model.expression_walk import rebuild
from rulekit.model.expressions import Expr, Value
from rulekit.model.faults import NO_ENTRY, NONE_VALUE, Impossible, Unknown
from rulekit.model.model import Define, GameModel
from rulekit.program.folding.constants import aggregate, binary, builtin, unary
from rulekit.program.program import Cell

WORK = 400_000  # constant evaluations in one program: untrusted files must not eat the machine


@frozen
class Scope:
    """What names of the surrounding rule stand for: cells of locals, constants of bounds."""

    cells: Mapping[int, int] = {}
    bounds: Mapping[int, Value] = {}


EMPTY = Scope()


@define
class Folder:
    """Folds for one game, one number of players and one set of option values."""

    model: GameModel
    players: int
    options: Mapping[str, Value]
    work: int = WORK
    _kind_attrs: dict[tuple[str, str], tuple[Value, ...] | None] = field(factory=dict)
    _calls: dict[tuple[str, tuple[Value, ...]], exprs.Const | None] = field(factory=dict)
    defines: Mapping[str, Define] = field(init=False)

    @defines.default
    def _defines(self) -> Mapping[str, Define]:
        return {one.name: one for one in self.model.defines}

    def fold(self, expr: Expr, scope: Scope = EMPTY) -> Expr:
        """The same expression with all that is known worked out."""
        self.work -= 1
        match expr:
            case exprs.Const():
                return expr
            case exprs.Local():
                return Cell(expr.type, scope.cells[expr.index], expr.name)
            case exprs.Bound():
                return exprs.Const(expr.type, scope.bounds[expr.index]) if expr.index in scope.bounds else expr
            case exprs.OptionRef():
                return exprs.Const(expr.type, self.options[expr.option])
            case exprs.Players():
                return exprs.Const(expr.type, tuple(range(self.players)))
            case exprs.Starter():
                return exprs.Const(expr.type, 0)
            case exprs.IfElse():
                return self._if(expr, scope)
            case exprs.Collect():
                return self._collect(expr, scope)
        folded = rebuild(expr, lambda child: self.fold(child, scope))
        if self.work <= 0:
            return folded
        try:
            return self._known(folded)
        except (Unknown, TypeError, IndexError):
            return folded

    def work_out(self, expr: Expr, scope: Scope = EMPTY) -> Expr:
        """An expression whose parts are all known; raises what keeps it from being known."""
        return self._known(rebuild(expr, lambda child: self.fold(child, scope)))

    def value(self, expr: Expr, scope: Scope = EMPTY) -> Value:
        """The value of an expression that must be known before the game; raises Unknown."""
        folded = self.fold(expr, scope)
        if isinstance(folded, exprs.Const):
            return folded.value
        raise Unknown

    def _if(self, expr: exprs.IfElse, scope: Scope) -> Expr:
        test = self.fold(expr.test, scope)
        if isinstance(test, exprs.Const):
            return self.fold(expr.yes if test.value else expr.no, scope)
        return evolve(expr, test=test, yes=self.fold(expr.yes, scope), no=self.fold(expr.no, scope))

    def _collect(self, expr: exprs.Collect, scope: Scope) -> Expr:
        if self.work > 0:
            try:
                found = list(islice(self._combinations(expr, 0, scope), 4097))
                if len(found) <= 4096:
                    return exprs.Const(expr.type, aggregate(expr.function, found))
            except (Unknown, TypeError):
                pass
        return rebuild(expr, lambda child: self.fold(child, scope))

    def _combinations(self, expr: exprs.Collect, at: int, scope: Scope) -> Iterator[Value]:
        if at == len(expr.binders):
            if expr.where is None or self.value(expr.where, scope):
                yield self.value(expr.value, scope)
            return
        binder = expr.binders[at]
        items = self.value(binder.source, scope)
        if not isinstance(items, tuple):
            raise Impossible(NONE_VALUE)
        for item in items:
            yield from self._combinations(expr, at + 1, evolve(scope, bounds={**scope.bounds, binder.index: item}))

    def _known(self, expr: Expr) -> Expr:
        match expr:
            case exprs.Binary(op="and" | "or", left=exprs.Const(value=left)):
                return expr.right if left == (expr.op == "and") else expr.left
            case exprs.Binary(op="and" | "or", right=exprs.Const(value=right)) if right == (expr.op == "and"):
                return expr.left
            case exprs.Unary(of=exprs.Const(value=value)):
                return exprs.Const(expr.type, unary(expr.op, value))
            case exprs.Binary(left=exprs.Const(value=left), right=exprs.Const(value=right)):
                return exprs.Const(expr.type, binary(expr.op, left, right))
            case exprs.Range(low=exprs.Const(value=int() as low), high=exprs.Const(value=int() as high)):
                return exprs.Const(expr.type, tuple(range(low, high + 1))) if high - low < 4096 else expr
            case exprs.Items(items=parts):
                return exprs.Const(expr.type, tuple(_value(p) for p in parts))
            case exprs.Describe(fields=fields):
                return exprs.Const(expr.type, tuple((name, _value(v)) for name, v in fields))
            case exprs.Range(low=exprs.Const(), high=exprs.Const()):
                raise Impossible(NONE_VALUE)
            case exprs.ItemAt(of=exprs.Const(value=items), position=exprs.Const(value=n)):
                return exprs.Const(expr.type, _item(items, n))
            case exprs.IsEmpty(of=exprs.Const(value=held)):
                return exprs.Const(expr.type, held is None or held == ())
            case exprs.AttrOf(of=exprs.Const(value=owned)):
                return exprs.Const(expr.type, self._attr(expr.owner, expr.attr, owned))
            case exprs.Lookup(keys=keys):
                return exprs.Const(expr.type, self.lookup(expr.table, tuple(_value(k) for k in keys)))
            case exprs.Builtin(args=args):
                return exprs.Const(expr.type, builtin(expr.function, [_value(a) for a in args], self.players))
            case exprs.Apply():
                return self._apply(expr)
        return expr

    def _apply(self, expr: exprs.Apply) -> Expr:
        args = tuple(_value(a) for a in expr.args)
        key = (expr.define, args)
        if key not in self._calls:
            self._calls[key] = None
            define = self.defines[expr.define]
            bounds = {p.index: v for p, v in zip(define.params, args, strict=True)}
            body = self.fold(define.body, Scope(bounds=bounds))
            self._calls[key] = body if isinstance(body, exprs.Const) else None
        known = self._calls[key]
        return expr if known is None else exprs.Const(expr.type, known.value)

    def _attr(self, owner: str, attr: str, of: Value) -> Value:
        if of is None:
            return None
        if isinstance(of, tuple):
            return tuple(self._attr(owner, attr, item) for item in of)
        values = self.kind_attr(owner, attr)
        if not isinstance(of, int):
            raise Impossible(NONE_VALUE)
        return values[of]

    def kind_attr(self, kind: str, attr: str) -> tuple[Value, ...]:
        """The constant values of an attribute of a kind, in the order of its values."""
        key = (kind, attr)
        if key not in self._kind_attrs:
            self._kind_attrs[key] = None
            declared = next((k for k in self.model.kinds if k.name == kind), None)
            column = next((a for a in declared.attributes if a.name == attr), None) if declared else None
            if column is None:
                raise Unknown
            self._kind_attrs[key] = tuple(self.value(v) for v in column.values)
        values = self._kind_attrs[key]
        if values is None:
            raise Unknown
        return values

    def lookup(self, table: str, keys: tuple[Value, ...]) -> Value:
        """The entry of a table; a hole is Unknown: play stops there."""
        declared = next(t for t in self.model.tables if t.name == table)
        for entry in declared.entries:
            if all(self._covers(key, low, high) for key, (low, high) in zip(keys, entry.keys, strict=True)):
                if entry.value is None:
                    raise Impossible(NO_ENTRY)
                return self.value(entry.value)
        raise Impossible(NO_ENTRY)

    def _covers(self, key: Value, low: Expr, high: Expr) -> bool:
        ends = self.value(low), self.value(high)
        if not (isinstance(key, int) and isinstance(ends[0], int) and isinstance(ends[1], int)):
            raise Impossible(NONE_VALUE)
        return ends[0] <= key <= ends[1]


def _value(expr: Expr) -> Value:
    if isinstance(expr, exprs.Const):
        return expr.value
    raise Unknown


def _item(items: Value, position: Value) -> Value:
    """The element at a position from 1, or none."""
    if isinstance(position, int) and position < 1:
        return None
    if not isinstance(items, tuple) or not isinstance(position, int):
        raise Impossible(NONE_VALUE)
    return items[position - 1] if position <= len(items) else None
