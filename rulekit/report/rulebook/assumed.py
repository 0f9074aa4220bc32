"""Which values no rulebook gives: they carry a small sign wherever they are printed.

Comes in: expressions of the model, before anything is worked out. Goes out: whether a value in them is assumed.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulekit.model import expressions as exprs
from rulekit.model.model import GameModel, Option
from rulekit.model.model_walk import everything
from rulekit.model.rules import Citation

SIGN = "°"


def is_assumed(cites: Iterable[Citation]) -> bool:
    """Return whether the last word on a value is an assumption; a cell's own citations come after those of its row."""
    told = [cite.how for cite in cites if cite.how != "ruling"]
    return bool(told) and told[-1] == "assumed"


def sign(cites: Iterable[Citation]) -> str:
    """Return the sign of an assumed value, else nothing."""
    return SIGN if is_assumed(cites) else ""


@frozen
class Assumptions:
    """Knows which values of a game are assumed."""

    model: GameModel

    def reads(self, expr: exprs.Expr, seen: frozenset[str] = frozenset()) -> bool:
        """Return whether an expression, or a definition that it uses, reads an assumed value."""
        for e in everything(expr):
            match e:
                case exprs.OptionRef(option=name) if self._option(name):
                    return True
                case exprs.Lookup() if self._looked_up(e):
                    return True
                case exprs.AttrOf(of=exprs.Const(value=int() as at), owner=owner) if self._kind_row(owner, at):
                    return True
                case exprs.BankOf(tally=name) if self._bank(name, seen):
                    return True
                case exprs.Apply(define=name) if name not in seen and self._define(name, seen | {name}):
                    return True
        return False

    def _option(self, name: str) -> bool:
        found = next((o for o in self.model.options if o.name == name), None)
        return found is not None and _is_assumed_option(found)

    def _looked_up(self, expr: exprs.Lookup) -> bool:
        table = next((t for t in self.model.tables if t.name == expr.table), None)
        keys = [key.value if isinstance(key, exprs.Const) else None for key in expr.keys]
        return table is not None and any(is_assumed(e.cites) for e in table.entries if _fits(e.keys, keys))

    def _kind_row(self, owner: str, at: int) -> bool:
        kind = next((k for k in self.model.kinds if k.name == owner), None)
        return kind is not None and at < len(kind.rows) and is_assumed(kind.rows[at].cites)

    def _bank(self, name: str, seen: frozenset[str]) -> bool:
        tally = next((t for t in self.model.tallies if t.name == name), None)
        return tally is not None and tally.bank is not None and (is_assumed(tally.cites) or self.reads(tally.bank, seen))

    def _define(self, name: str, seen: frozenset[str]) -> bool:
        define = next((d for d in self.model.defines if d.name == name), None)
        return define is not None and (is_assumed(define.cites) or self.reads(define.body, seen))


def _is_assumed_option(option: Option) -> bool:
    """Return whether the value in force is a guess: one that somebody has set is the rule of this table."""
    answer = next((a.cites for a in option.answers if a.value == option.value), ())
    return option.value == option.default and (is_assumed(answer) or (not answer and is_assumed(option.cites)))


def _fits(entry: tuple[tuple[exprs.Expr, exprs.Expr], ...], keys: list[exprs.Value]) -> bool:
    """Return whether an entry is one that is looked up; what is not known can be any."""
    for (low, high), key in zip(entry, keys, strict=False):
        first, last = exprs.number_of(low), exprs.number_of(high)
        if isinstance(key, int) and first is not None and last is not None and not first <= key <= last:
            return False
    return True
