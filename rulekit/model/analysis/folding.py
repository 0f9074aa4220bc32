"""The one evaluator of constants: options, the number of players and everything that follows from them become values.

An `Evaluator` works out what needs no data of the game; a `Folder` looks into kinds, tables and comprehensions too, and
makes of an expression of the model one of a program, where locals are cells of the frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from attrs import define, evolve, field, frozen

from rulekit.model import expressions as exprs
from rulekit.model.analysis.constants import aggregate, binary, builtin, item_at, span_of, unary
from rulekit.model.expressions import Cell, Expr, Value
from rulekit.model.faults import NO_ENTRY, NONE_VALUE, Impossible, Unknown
from rulekit.model.model import Define, GameModel
from rulekit.model.model_walk import children, rebuild

MOST_EFFORT = 500_000  # parts of rules that one check looks at; no bundled game needs a hundredth of that
MOST_FOLDING = 400_000  # constant evaluations in one program: untrusted files must not eat the machine
LONGEST_LIST = 4096  # what is longer is not made a constant

Bounds = Mapping[int, Value]


class Tangled(Exception):
    """A check would look at more than it may: rules lead to others again and again; never leaves the checks."""


@define
class Effort:
    """What may still be looked at, and what is raised when that is used up."""

    left: int = field(factory=lambda: MOST_EFFORT)
    too_much: type[Exception] = Tangled

    def spend(self, parts: int = 1) -> None:
        """Look at some parts of the rules."""
        self.left -= parts
        if self.left < 0:
            raise self.too_much


@define
class Evaluator:
    """Works out values for one number of players (0: not known) and one set of option values."""

    options: Mapping[str, Value]
    defines: Mapping[str, Define]
    players: int
    effort: Effort = field(factory=Effort)
    longest_range: int = 100_001
    _given: dict[tuple[str, tuple[Value, ...]], Value | Unknown] = field(factory=dict)  # by definitions, found so far

    def value(self, expr: Expr, bounds: Bounds) -> Value:
        """The value of an expression; raises `Unknown`, and `Impossible` where working it out would stop the game."""
        self.effort.spend()
        match expr:
            case exprs.Const():
                return expr.value
            case exprs.Bound() if expr.index in bounds:
                return bounds[expr.index]
            case exprs.OptionRef() if expr.option in self.options:
                return self.options[expr.option]
            case exprs.Players() if self.players:
                return tuple(range(self.players))
            case exprs.Starter():
                return 0
            case exprs.IfElse():
                return self.value(expr.yes if self.value(expr.test, bounds) else expr.no, bounds)
            case exprs.Binary(op="and" | "or"):
                left = self.value(expr.left, bounds)
                return self.value(expr.right, bounds) if left == (expr.op == "and") else left
        return self.operation(expr, [self.value(part, bounds) for part in self.operands(expr)])

    def operands(self, expr: Expr) -> list[Expr]:
        """The parts whose values decide that of an expression; raises `Unknown` if they do not."""
        if isinstance(expr, exprs.Unary | exprs.Binary | exprs.Range | exprs.Items | exprs.Builtin | exprs.Apply):
            return children(expr)
        raise Unknown

    def operation(self, expr: Expr, values: list[Value]) -> Value:
        """The value of an expression, given those of its operands."""
        match expr:
            case exprs.Unary():
                return unary(expr.op, *values)
            case exprs.Binary():
                return binary(expr.op, *values)
            case exprs.Range():
                return span_of(values[0], values[1], self.longest_range)
            case exprs.Items():
                return tuple(values)
            case exprs.Builtin():
                return builtin(expr.function, values, self.players)
            case exprs.Apply() if expr.define in self.defines:
                return self._applied(self.defines[expr.define], tuple(values))
        raise Unknown

    def _applied(self, define: Define, told: tuple[Value, ...]) -> Value:
        """What a definition gives, worked out once; nothing if it needs itself."""
        key = (define.name, told)
        if key not in self._given:
            self._given[key] = Unknown()
            try:
                self._given[key] = self.value(define.body, {p.index: v for p, v in zip(define.params, told, strict=False)})
            except Unknown as unknown:
                self._given[key] = unknown
        found = self._given[key]
        if isinstance(found, Unknown):
            raise found
        return found


@frozen
class Scope:
    """What names of the surrounding rule stand for: cells of locals, constants of bounds."""

    cells: Mapping[int, int] = {}
    bounds: Mapping[int, Value] = {}


EMPTY = Scope()


@define
class Folder(Evaluator):
    """Folds for one game; what cannot be known, or would stop the game, is left as it stands."""

    model: GameModel = field(kw_only=True)
    _kind_attrs: dict[tuple[str, str], tuple[Value, ...] | None] = field(factory=dict)

    def fold(self, expr: Expr, scope: Scope = EMPTY) -> Expr:
        """The same expression with all that is known worked out."""
        self.effort.left -= 1
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
        return self.worked_out(folded) if self.effort.left > 0 else folded

    def _if(self, expr: exprs.IfElse, scope: Scope) -> Expr:
        test = self.fold(expr.test, scope)
        if isinstance(test, exprs.Const):
            return self.fold(expr.yes if test.value else expr.no, scope)
        return evolve(expr, test=test, yes=self.fold(expr.yes, scope), no=self.fold(expr.no, scope))

    def _collect(self, expr: exprs.Collect, scope: Scope) -> Expr:
        try:
            return exprs.Const(expr.type, self._collected(expr, scope.bounds))
        except Unknown:
            return rebuild(expr, lambda child: self.fold(child, scope))

    def worked_out(self, folded: Expr) -> Expr:
        """An expression whose parts are folded; the expression itself if they are not all known."""
        match folded:
            case exprs.Binary(op="and" | "or" as op, left=exprs.Const(value=left)):
                return folded.right if left == (op == "and") else folded.left
            case exprs.Binary(op="and" | "or" as op, right=exprs.Const(value=right)) if right == (op == "and"):
                return folded.left
        try:
            parts = self.operands(folded)
            known = [part.value for part in parts if isinstance(part, exprs.Const)]
            return exprs.Const(folded.type, self.operation(folded, known)) if len(known) == len(parts) else folded
        except Unknown:
            return folded

    # ---- data of the game ------------------------------------------------------------------------
    def value(self, expr: Expr, bounds: Bounds = EMPTY.bounds) -> Value:
        """The value of an expression, comprehensions included; raises `Unknown` or `Impossible`."""
        return self._collected(expr, bounds) if isinstance(expr, exprs.Collect) else super().value(expr, bounds)

    def operands(self, expr: Expr) -> list[Expr]:
        """The parts that decide a value, also of what looks into descriptions, kinds and tables."""
        if isinstance(expr, exprs.Describe | exprs.ItemAt | exprs.IsEmpty | exprs.AttrOf | exprs.Lookup):
            return children(expr)
        return super().operands(expr)

    def operation(self, expr: Expr, values: list[Value]) -> Value:
        """The value of an expression, given those of its operands, with the data of the game."""
        match expr:
            case exprs.Describe():
                return tuple((name, value) for (name, _), value in zip(expr.fields, values, strict=True))
            case exprs.ItemAt():
                return item_at(*values)
            case exprs.IsEmpty():
                return values[0] is None or values[0] == ()
            case exprs.AttrOf():
                return self._attr(expr.owner, expr.attr, values[0])
            case exprs.Lookup():
                return self._lookup(expr.table, values)
        return super().operation(expr, values)

    def _collected(self, expr: exprs.Collect, bounds: Bounds) -> Value:
        found = list(islice(self._combinations(expr, 0, bounds), LONGEST_LIST + 1))
        if len(found) > LONGEST_LIST:
            raise Unknown
        return aggregate(expr.function, found)

    def _combinations(self, expr: exprs.Collect, at: int, bounds: Bounds) -> Iterator[Value]:
        if at == len(expr.binders):
            if expr.where is None or self.value(expr.where, bounds):
                yield self.value(expr.value, bounds)
            return
        binder = expr.binders[at]
        items = self.value(binder.source, bounds)
        if not isinstance(items, tuple):
            raise Impossible(NONE_VALUE)
        for item in items:
            yield from self._combinations(expr, at + 1, {**bounds, binder.index: item})

    def _attr(self, owner: str, attr: str, of: Value) -> Value:
        if of is None:
            return None
        if isinstance(of, tuple):
            return tuple(self._attr(owner, attr, item) for item in of)
        values = self._kind_attr(owner, attr)
        if not isinstance(of, int):
            raise Impossible(NONE_VALUE)
        if not 0 <= of < len(values):
            raise Unknown
        return values[of]

    def _kind_attr(self, kind: str, attr: str) -> tuple[Value, ...]:
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

    def _lookup(self, table: str, keys: list[Value]) -> Value:
        """The entry of a table; play stops at a hole."""
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


def folder_of(model: GameModel, players: int, options: Mapping[str, Value]) -> Folder:
    """What folds the expressions of a program."""
    defines = {define.name: define for define in model.defines}
    return Folder(options, defines, players, Effort(MOST_FOLDING, Unknown), longest_range=LONGEST_LIST, model=model)
