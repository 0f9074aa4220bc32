"""Folding: options, the number of players and everything that follows from them become constants.

In: expressions of a model. Out: expressions of a program, where locals are cells of the frame.
What cannot be known, or would stop the game, is left as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from attrs import define, evolve, field, frozen

from rulekit.model import expr as x
from rulekit.model.faults import NO_ENTRY, Impossible, Unknown
from rulekit.model.model import Define, GameModel
from rulekit.model.walk import rebuild
from rulekit.program.constant import aggregate, binary, builtin, unary
from rulekit.program.program import Cell

WORK = 400_000  # constant evaluations in one program: untrusted files must not eat the machine


@frozen
class Scope:
    """What names of the surrounding rule stand for: cells of locals, constants of bounds."""

    cells: Mapping[int, int] = {}
    bounds: Mapping[int, Any] = {}


EMPTY = Scope()


@define
class Folder:
    """Folds for one game, one number of players and one set of option values."""

    model: GameModel
    players: int
    options: Mapping[str, Any]
    work: int = WORK
    _kind_attrs: dict[tuple[str, str], tuple[Any, ...] | None] = field(factory=dict)
    _calls: dict[tuple[str, tuple[Any, ...]], Any] = field(factory=dict)
    defines: Mapping[str, Define] = field(init=False)

    @defines.default
    def _defines(self) -> Mapping[str, Define]:
        return {one.name: one for one in self.model.defines}

    def fold(self, expr: Any, scope: Scope = EMPTY) -> Any:
        """The same expression with all that is known worked out."""
        self.work -= 1
        match expr:
            case x.Const():
                return expr
            case x.Local():
                return Cell(expr.type, scope.cells[expr.index], expr.name)
            case x.Bound():
                return x.Const(expr.type, scope.bounds[expr.index]) if expr.index in scope.bounds else expr
            case x.OptionRef():
                return x.Const(expr.type, self.options[expr.option])
            case x.Players():
                return x.Const(expr.type, tuple(range(self.players)))
            case x.Starter():
                return x.Const(expr.type, 0)
            case x.IfElse():
                return self._if(expr, scope)
            case x.Collect():
                return self._collect(expr, scope)
        folded = rebuild(expr, lambda child: self.fold(child, scope))
        if self.work <= 0:
            return folded
        try:
            return self._known(folded)
        except (Unknown, TypeError, IndexError):
            return folded

    def work_out(self, expr: Any, scope: Scope = EMPTY) -> Any:
        """An expression whose parts are all known; raises what keeps it from being known."""
        return self._known(rebuild(expr, lambda child: self.fold(child, scope)))

    def value(self, expr: Any, scope: Scope = EMPTY) -> Any:
        """The value of an expression that must be known before the game; raises Unknown."""
        folded = self.fold(expr, scope)
        if isinstance(folded, x.Const):
            return folded.value
        raise Unknown

    def _if(self, expr: x.IfElse, scope: Scope) -> Any:
        test = self.fold(expr.test, scope)
        if isinstance(test, x.Const):
            return self.fold(expr.yes if test.value else expr.no, scope)
        return evolve(expr, test=test, yes=self.fold(expr.yes, scope), no=self.fold(expr.no, scope))

    def _collect(self, expr: x.Collect, scope: Scope) -> Any:
        if self.work > 0:
            try:
                found = list(islice(self._combinations(expr, 0, scope), 4097))
                if len(found) <= 4096:
                    return x.Const(expr.type, aggregate(expr.function, found))
            except (Unknown, TypeError):
                pass
        return rebuild(expr, lambda child: self.fold(child, scope))

    def _combinations(self, expr: x.Collect, at: int, scope: Scope) -> Any:
        if at == len(expr.binders):
            if expr.where is None or self.value(expr.where, scope):
                yield self.value(expr.value, scope)
            return
        binder = expr.binders[at]
        for item in self.value(binder.source, scope):
            yield from self._combinations(expr, at + 1, evolve(scope, bounds={**scope.bounds, binder.index: item}))

    def _known(self, expr: Any) -> Any:
        match expr:
            case x.Binary(op="and" | "or", left=x.Const(value=left)):
                return expr.right if left == (expr.op == "and") else expr.left
            case x.Binary(op="and" | "or", right=x.Const(value=right)) if right == (expr.op == "and"):
                return expr.left
            case x.Unary(of=x.Const(value=value)):
                return x.Const(expr.type, unary(expr.op, value))
            case x.Binary(left=x.Const(value=left), right=x.Const(value=right)):
                return x.Const(expr.type, binary(expr.op, left, right))
            case x.Range(low=x.Const(value=low), high=x.Const(value=high)) if high - low < 4096:
                return x.Const(expr.type, tuple(range(low, high + 1)))
            case x.Items(items=items):
                return x.Const(expr.type, tuple(_value(i) for i in items))
            case x.Describe(fields=fields):
                return x.Const(expr.type, tuple((name, _value(v)) for name, v in fields))
            case x.ItemAt(of=x.Const(value=of), position=x.Const(value=n)):
                return x.Const(expr.type, of[n - 1] if 1 <= n <= len(of) else None)
            case x.IsEmpty(of=x.Const(value=of)):
                return x.Const(expr.type, of is None or of == ())
            case x.AttrOf(of=x.Const(value=of)):
                return x.Const(expr.type, self._attr(expr.owner, expr.attr, of))
            case x.Lookup(keys=keys):
                return x.Const(expr.type, self.lookup(expr.table, tuple(_value(k) for k in keys)))
            case x.Builtin(args=args):
                return x.Const(expr.type, builtin(expr.function, [_value(a) for a in args], self.players))
            case x.Apply():
                return self._apply(expr)
        return expr

    def _apply(self, expr: x.Apply) -> Any:
        args = tuple(_value(a) for a in expr.args)
        key = (expr.define, args)
        if key not in self._calls:
            self._calls[key] = None
            define = self.defines[expr.define]
            bounds = {p.index: v for p, v in zip(define.params, args, strict=True)}
            body = self.fold(define.body, Scope(bounds=bounds))
            self._calls[key] = body if isinstance(body, x.Const) else None
        known = self._calls[key]
        return expr if known is None else x.Const(expr.type, known.value)

    def _attr(self, owner: str, attr: str, of: Any) -> Any:
        if of is None:
            return None
        if isinstance(of, tuple):
            return tuple(self._attr(owner, attr, item) for item in of)
        values = self.kind_attr(owner, attr)
        return values[of]

    def kind_attr(self, kind: str, attr: str) -> tuple[Any, ...]:
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

    def lookup(self, table: str, keys: tuple[Any, ...]) -> Any:
        """The entry of a table; a hole is Unknown: play stops there."""
        declared = next(t for t in self.model.tables if t.name == table)
        for entry in declared.entries:
            if all(self.value(low) <= key <= self.value(high) for key, (low, high) in zip(keys, entry.keys, strict=True)):
                if entry.value is None:
                    raise Impossible(NO_ENTRY)
                return self.value(entry.value)
        raise Impossible(NO_ENTRY)


def _value(expr: Any) -> Any:
    if isinstance(expr, x.Const):
        return expr.value
    raise Unknown
