"""What is really there where a condition does not come out as expected: the values and pieces that it looks at.

Definitions are opened, so that the answer is about the table and not about yes and no.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from rulekit.engine.engine import Engine
from rulekit.engine.explain import is_open
from rulekit.engine.machine import CAUGHT
from rulekit.engine.said import Shown, shown
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.model.model_walk import put_in
from rulekit.model.types import KindType, ListType, NumberType, PlayerType, TruthType
from rulekit.program.analysis.visibility import with_arguments
from rulekit.program.program import Cells, as_several

MOST_OPENED = 50  # definitions that are opened: each may use another one twice
MOST_SHOWN = 12


def what_is_there(engine: Engine, test: Expr, cells: Cells) -> tuple[Shown, ...]:
    """Return the values that decided a condition, each once; of a truth that cannot be taken apart the truth itself."""
    found: dict[str, Shown] = {}
    for part in _Look(engine, cells).at(test):
        if not isinstance(part, exprs.Const) and not is_open(part) and len(found) < MOST_SHOWN:
            found.setdefault(repr(part), shown(engine, part, cells))
    return tuple(found.values())


@define
class _Look:
    engine: Engine
    cells: Cells
    opened: int = 0

    def at(self, test: Expr) -> Iterator[Expr]:
        """Yield what a condition looks at, as far as it decides."""
        match test:
            case exprs.Binary(op="and" | "or" as op, left=left, right=right):
                yield from self._sides(op, left, right)
            case exprs.Binary(left=left, right=right):
                yield from (*self._value(left), *self._value(right))
            case exprs.Unary(op="not", of=of):
                yield from self.at(of)
            case exprs.Exactly(pieces=of) | exprs.Matches(piece=of) | exprs.AnyMatch(pieces=of) | exprs.IsEmpty(of=of):
                yield from self._value(of)
            case exprs.Collect(function="any" | "every", binders=(binder,), where=None) if _is_fixed(binder.source):
                yield from self._each(test, binder)
            case exprs.Collect(function="any" | "every", binders=binders):
                yield from (binder.source for binder in binders)
            case exprs.Apply(define=name, args=args) if self.opened < MOST_OPENED:
                self.opened += 1
                definition = next(d for d in self.engine.program.defines if d.name == name)
                yield from self.at(with_arguments(definition, args))
            case _:
                yield test

    def _sides(self, op: str, left: Expr, right: Expr) -> Iterator[Expr]:
        """Yield both sides if both decided; of `and` the side that does not hold, of `or` the one that does."""
        decides = op == "or"
        if self._holds(left) == decides:
            yield from self.at(left)
        elif self._holds(right) == decides:
            yield from self.at(right)
        else:
            yield from (*self.at(left), *self.at(right))

    def _each(self, test: exprs.Collect, binder: exprs.Binding) -> Iterator[Expr]:
        """Yield what is looked at for each player, number or value of a kind; of `every` only where it does not hold."""
        assert isinstance(binder.source.type, ListType)
        kind = binder.source.type.of
        for value in as_several(self.engine._for_player(binder.source, self.cells, 0))[:MOST_SHOWN]:
            one = put_in(test.value, {binder.index: exprs.Const(kind, value)})
            if test.function == "any" or not self._holds(one):
                yield from self.at(one)

    def _holds(self, test: Expr) -> bool:
        """Return whether a condition holds; one that cannot be worked out does not."""
        try:
            return bool(self.engine._for_player(test, self.cells, 0))
        except CAUGHT:
            return False

    def _value(self, expr: Expr) -> Iterator[Expr]:
        """Yield a value; a truth is looked into."""
        yield from self.at(expr) if isinstance(expr.type, TruthType) and not isinstance(expr, exprs.MarkerOf) else (expr,)


def _is_fixed(source: Expr) -> bool:
    """Return whether a list is the same throughout a game and its members have names: players, numbers, values of a kind."""
    named = isinstance(source.type, ListType) and isinstance(source.type.of, PlayerType | KindType | NumberType)
    return named and isinstance(source, exprs.Players | exprs.Const | exprs.Range)
