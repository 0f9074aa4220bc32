"""What a test tells about `none`: in its own branch, after it, and inside the expression it stands in.

Facts are expressions known not to be `none`. Definitions are opened: their parameters are what they are told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs
from attrs import field, frozen

from rulekit.model import expressions as exprs
from rulekit.model.analysis.game_index import Names, deep
from rulekit.model.model import KindAttribute, SortAttribute
from rulekit.model.model_walk import children, everything, rebuild
from rulekit.model.types import NONE

Facts = frozenset[exprs.Expr]
Loose = frozenset[int]
NO_FACTS: Facts = frozenset()
MOST_OPENINGS = 2_000  # of one definition, in one look at a file
TELLING = ("is", "is not", "in")
ARITHMETIC = ("+", "-", "*", "div", "mod", "<", "<=", ">", ">=")


def plain(e: exprs.Expr) -> exprs.Expr:
    """Return an expression without its types, so that the same thing is equal wherever it stands."""
    return rebuild(attrs.evolve(e, type=NONE), plain)


def forget(facts: Facts, markers: frozenset[str]) -> Facts:
    """Facts without those about markers that were set."""
    if not markers:
        return facts
    return frozenset(f for f in facts if not any(isinstance(n, exprs.MarkerOf) and n.marker in markers for n in everything(f)))


def portable(facts: Facts) -> Facts:
    """Return the facts that hold in a deed that is called: those without locals."""
    return frozenset(f for f in facts if not any(isinstance(n, exprs.Local | exprs.Bound) for n in everything(f)))


def _may_tell(node: exprs.Expr) -> bool:
    """Return whether a part of a test can be one of those that tell what is not `none`."""
    return isinstance(node, exprs.Matches | exprs.IsEmpty) or (isinstance(node, exprs.Binary) and node.op in TELLING)


def without_me(facts: Facts) -> Facts:
    """Return the facts that hold whoever `me` is."""
    return frozenset(f for f in facts if not any(isinstance(n, exprs.Me | exprs.Active) for n in everything(f)))


@frozen
class Narrow:
    """Knows the declarations. `bounds`: parameters declared `or none`; `lenient`: everything else is taken to be there."""

    game: Names
    lenient: bool = False
    bounds: Loose = frozenset()
    openings: Counter[str] = field(factory=Counter, eq=False, repr=False)  # definitions that were opened
    telling: dict[str, bool] = field(factory=dict, eq=False, repr=False)  # whether there are facts to be had from them

    # ---- facts ------------------------------------------------------------------------------------
    def entry(self, e: exprs.Expr) -> Facts:
        """Return the fact that something is there; of `x.attr` also that x is."""
        facts = {plain(e)}
        while isinstance(e, exprs.AttrOf):
            e = e.of
            facts.add(plain(e))
        return frozenset(facts)

    def if_true(self, test: exprs.Expr) -> Facts:
        """Return what is not `none` if a test holds."""
        return self._if(test, True)

    def if_false(self, test: exprs.Expr) -> Facts:
        """Return what is not `none` if a test does not hold."""
        return self._if(test, False)

    def _if(self, test: exprs.Expr, holds: bool) -> Facts:
        self.game.effort.spend()
        match test:
            case exprs.Binary(op="and" | "or" as op):
                one, two = self._if(test.left, holds), self._if(test.right, holds)
                return one | two if (op == "and") == holds else one & two
            case exprs.Unary(op="not"):
                return self._if(test.of, not holds)
            case (
                exprs.Binary(op="is" | "is not" as op, left=one, right=exprs.Const(value=None))
                | exprs.Binary(op="is" | "is not" as op, left=exprs.Const(value=None), right=one)
            ) if (op == "is not") == holds:
                return self.entry(one)
            case exprs.Binary(op="is", left=one, right=other) if holds:
                return self._same(one, other) | self._same(other, one)
            case exprs.Binary(op="in", left=one) | exprs.Matches(piece=one) if holds:
                return self.entry(one)
            case exprs.IsEmpty(of=one) if not holds:
                return self.entry(one)
            case exprs.Apply() if self._tells(test):
                return self._if(self.opened(test), holds)
        return NO_FACTS

    def _same(self, one: exprs.Expr, other: exprs.Expr) -> Facts:
        """`one is other` where the other is there."""
        return self.entry(one) if not self.may_be_none(other, NO_FACTS, frozenset()) else NO_FACTS

    def _tells(self, use: exprs.Apply) -> bool:
        """Whether a definition is worth opening for facts: it, one it uses, or what it is told has a test that tells some."""
        if not self._opens(use):
            return False
        if use.define not in self.telling:
            self.telling[use.define] = any(map(_may_tell, deep(self.game, self.game.defines[use.define].body)))
        return self.telling[use.define] or any(_may_tell(part) for told in use.args for part in deep(self.game, told))

    def _opens(self, use: exprs.Apply) -> bool:
        """Whether a definition is still opened: definitions that each use the one before twice would never come to an end."""
        return use.define in self.game.defines and self.openings[use.define] < MOST_OPENINGS

    def opened(self, use: exprs.Apply) -> exprs.Expr:
        """Return a definition's body with what it is told in the place of its parameters."""
        self.openings[use.define] += 1
        define = self.game.defines[use.define]
        told = {p.index: value for p, value in zip(define.params, use.args, strict=False)}

        def put(node: exprs.Expr) -> exprs.Expr:
            self.game.effort.spend()
            if isinstance(node, exprs.Bound) and node.index in told:
                return told[node.index]
            return rebuild(node, put)

        return put(define.body)

    # ---- questions --------------------------------------------------------------------------------
    def may_be_none(self, e: exprs.Expr, facts: Facts, loose: Loose) -> bool:
        """Return whether something is declared `or none` and not excluded."""
        self.game.effort.spend()
        if facts and plain(e) in facts:
            return False
        match e:
            case exprs.Const():
                return e.value is None
            case exprs.MarkerOf():
                return not self.lenient and e.marker in self.game.markers and self.game.markers[e.marker].domain.optional
            case exprs.Local():
                return e.index in loose
            case exprs.Bound():
                return e.index in self.bounds
            case exprs.AttrOf():
                return self.may_be_none(e.of, facts, loose) or self._optional_attribute(e)
            case exprs.Lookup():
                return not self.lenient and e.table in self.game.tables and self.game.tables[e.table].domain.optional
            case exprs.IfElse():
                yes = self.may_be_none(e.yes, facts | self.if_true(e.test), loose)
                return yes or self.may_be_none(e.no, facts | self.if_false(e.test), loose)
            case exprs.Apply() if self._risky(e, facts, loose):
                return self.may_be_none(self.opened(e), facts, loose)
        return False

    def _optional_attribute(self, e: exprs.AttrOf) -> bool:
        if self.lenient:
            return False
        declared: list[SortAttribute | KindAttribute] = []
        if e.owner in self.game.sorts:
            declared.extend(self.game.sorts[e.owner].attributes)
        elif e.owner in self.game.kinds:
            declared.extend(self.game.kinds[e.owner].attributes)
        return any(a.name == e.attr and a.domain.optional for a in declared)

    def _risky(self, use: exprs.Apply, facts: Facts, loose: Loose) -> bool:
        """Whether a definition is worth opening: it looks at something optional, or is told something that may be `none`."""
        if self.lenient or not self._opens(use):
            return False
        if any(self.may_be_none(value, facts, loose) for value in use.args):
            return True
        nodes = deep(self.game, self.game.defines[use.define].body)
        return any(isinstance(n, exprs.MarkerOf | exprs.AttrOf | exprs.Lookup) and self._declared_optional(n) for n in nodes)

    def _declared_optional(self, node: exprs.MarkerOf | exprs.AttrOf | exprs.Lookup) -> bool:
        if isinstance(node, exprs.AttrOf):
            return self._optional_attribute(node)
        return self.may_be_none(node, NO_FACTS, frozenset())

    def bad(self, e: exprs.Expr, facts: Facts, loose: Loose) -> Iterator[exprs.Expr]:
        """Yield the parts of an expression that are calculated with although they may be `none`."""
        self.game.effort.spend()
        match e:
            case exprs.Binary(op="and" | "or" as op):
                yield from self.bad(e.left, facts, loose)
                more = self.if_true(e.left) if op == "and" else self.if_false(e.left)
                yield from self.bad(e.right, facts | more, loose)
                return
            case exprs.IfElse():
                yield from self.bad(e.test, facts, loose)
                yield from self.bad(e.yes, facts | self.if_true(e.test), loose)
                yield from self.bad(e.no, facts | self.if_false(e.test), loose)
                return
            case exprs.Collect():
                inside = facts | self.if_true(e.where) if e.where is not None else facts
                for part in (*(b.source for b in e.binders), *((e.where,) if e.where is not None else ())):
                    yield from self.bad(part, facts, loose)
                yield from self.bad(e.value, inside, loose)
                return
            case exprs.Apply() if self._risky(e, facts, loose):
                yield from self.bad(self.opened(e), facts, loose)
            case exprs.Binary() if e.op in ARITHMETIC:
                yield from (part for part in (e.left, e.right) if self.may_be_none(part, facts, loose))
            case exprs.Unary(op="-"):
                yield from (part for part in (e.of,) if self.may_be_none(part, facts, loose))
            case exprs.Range():
                yield from (part for part in (e.low, e.high) if self.may_be_none(part, facts, loose))
        for part in children(e):
            yield from self.bad(part, facts, loose)
