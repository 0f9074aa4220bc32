"""How far a condition is from holding: a number that a position gives, 0 where it holds.

Comes in: conditions of a program. Goes out: expressions of the same program: of `sack is empty` the number of things in the sack,
of `a >= b` the gap, of `any` the nearest, of `every` the sum. Where nothing better is known: 0 or 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain, count, islice

from attrs import define, evolve, field

from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.model.model_walk import everything, rebuild
from rulekit.model.types import KindType, ListType, NumberType, PlayerType, TruthType, Type
from rulekit.program import program as prog

NUMBER, TRUTH, PLAYER = NumberType(), TruthType(), PlayerType()
ZERO, ONE = exprs.Const(NUMBER, 0), exprs.Const(NUMBER, 1)
PLAYERS = ListType(PLAYER)
FIRST_LOCAL = 1_000_000  # number of the first variable made here: rules have fewer
MOST_LOOPS = 3  # variables of a rule that are tried with every value
MOST_OPENED = 12  # definitions that are opened in each other
WORK, LARGEST = 100_000, 3_000  # parts made for one program, and parts of one number: untrusted files must not eat the machine
TURNED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "is": "is not", "is not": "is"}


class TooLong(Exception):
    """The expressions have become too many."""


@define
class Measure:
    """Measures conditions of one program."""

    program: prog.Program
    defines: Mapping[str, prog.DefineCode] = field(init=False)
    _known: dict[int, Expr] = field(factory=dict)  # of cells of the frame: what they were set to
    _chosen: dict[int, Expr] = field(factory=dict)  # and the list they were chosen from
    fresh: Iterator[int] = field(factory=lambda: count(FIRST_LOCAL))

    work: int = WORK

    def __attrs_post_init__(self) -> None:
        self.defines = {d.name: d for d in self.program.defines}
        for node in self.program.nodes:
            if isinstance(node, prog.Let):
                self._known.setdefault(node.slot, node.value)
            elif isinstance(node, prog.Choose):
                self._chosen.update((p.slot, p.source) for p in node.picks if not p.several)

    # ---- conditions ------------------------------------------------------------------------------
    def parts(self, e: Expr, wanted: bool = True) -> Iterator[Expr]:
        """Yield how far each of the conditions is that all have to hold (or, if not `wanted`, not to hold)."""
        match self.opened(e):
            case exprs.Unary(op="not", of=of):
                yield from self.parts(of, not wanted)
            case exprs.Binary(op="and" | "or" as op, left=left, right=right) if (op == "and") == wanted:
                yield from self.parts(left, wanted)
                yield from self.parts(right, wanted)
            case exprs.Const():
                pass
            case other:
                yield self.far(other, wanted)

    def far(self, e: Expr, wanted: bool = True) -> Expr:
        """Return how far one condition is."""
        self._spend()
        match self.opened(e):
            case exprs.Unary(op="not", of=of):
                return self.far(of, not wanted)
            case exprs.Binary(op="and" | "or" as op, left=left, right=right):
                both = (self.far(left, wanted), self.far(right, wanted))
                return plus(*both) if (op == "and") == wanted else exprs.Builtin(NUMBER, "min", both)
            case exprs.Binary(op=op, left=left, right=right) if op in TURNED and _is_number(left) and _is_number(right):
                return _gap(op if wanted else TURNED[op], left, right)
            case exprs.IsEmpty(of=of) if wanted and isinstance(of.type, ListType):
                return exprs.Builtin(NUMBER, "count", (of,))
            case exprs.IfElse(test=test, yes=yes, no=no):
                return exprs.IfElse(NUMBER, test, self.far(yes, wanted), self.far(no, wanted))
            case exprs.Collect(function="any" | "every" as function) as each:
                return self._each(each, wanted, nearest=(function == "any") == wanted)
            case other:
                return exprs.IfElse(NUMBER, other, ZERO, ONE) if wanted else exprs.IfElse(NUMBER, other, ONE, ZERO)

    def _each(self, e: exprs.Collect, wanted: bool, nearest: bool) -> Expr:
        far = self.far(e.value, wanted)
        if not nearest:
            return exprs.Collect(NUMBER, "sum", far, e.binders, e.where)
        if e.where is not None:
            far = plus(far, self.far(e.where))
        return smallest(far, e.binders)

    def unlike(self, one: Expr, two: Expr) -> Expr | None:
        """Return how far two different expressions are from giving different values; None where nothing is known."""
        if isinstance(one.type, TruthType) and isinstance(two.type, TruthType):
            only_one, only_two = plus(self.far(one), self.far(two, False)), plus(self.far(one, False), self.far(two))
            return exprs.Builtin(NUMBER, "min", (only_one, only_two))
        match one, two:
            case exprs.Collect(where=here, binders=binders), exprs.Collect(where=there) if here is not None and there is not None:
                far = self.unlike(here, there) if (one.value, binders) == (two.value, two.binders) else None
                return None if far is None else smallest(far, binders)
        if _is_number(one) and _is_number(two):
            return exprs.IfElse(NUMBER, exprs.Binary(TRUTH, "is", one, two), ONE, ZERO)
        return None

    def _spend(self) -> None:
        self.work -= 1
        if self.work < 0:
            raise TooLong

    # ---- definitions and variables ---------------------------------------------------------------
    def opened(self, e: Expr, depth: int = 0) -> Expr:
        """Return a call of a condition as what it stands for."""
        if (
            not isinstance(e, exprs.Apply)
            or not isinstance(e.type, TruthType)
            or depth > MOST_OPENED
            or e.define not in self.defines
        ):
            return e
        code = self.defines[e.define]
        given = {index: arg for (index, _, _), arg in zip(code.params, e.args, strict=True)}
        return self.opened(self.put(code.body, given), depth + 1)

    def inlined(self, e: Expr, names: Collection[str]) -> Expr:
        """With the definitions of these names as what they stand for."""
        self._spend()
        if isinstance(e, exprs.Apply) and e.define in names and e.define in self.defines:
            code = self.defines[e.define]
            given = {index: self.inlined(arg, names) for (index, _, _), arg in zip(code.params, e.args, strict=True)}
            return self.inlined(self.put(code.body, given), names)
        return rebuild(e, lambda part: self.inlined(part, names))

    def put(self, e: Expr, given: Mapping[int, Expr]) -> Expr:
        """With expressions for variables, and new variables for its own."""
        self._spend()
        if isinstance(e, exprs.Bound):
            return given.get(e.index, e)
        if not isinstance(e, exprs.Collect):
            return rebuild(e, lambda part: self.put(part, given))
        binders = []
        for b in e.binders:
            new = next(self.fresh)
            binders.append(exprs.Binding(new, b.name, self.put(b.source, given)))
            given = {**given, b.index: exprs.Bound(_element(b.source), new, b.name)}
        where = None if e.where is None else self.put(e.where, given)
        return evolve(e, value=self.put(e.value, given), binders=tuple(binders), where=where)

    def free(self, e: Expr) -> Expr | None:
        """For the best player and the best values of the variables of the rule it stands in; None if these are too many."""
        loops: tuple[exprs.Binding, ...] = ()  # outermost first
        for _ in range(MOST_OPENED):
            parts = list(islice(chain(everything(e), *(everything(b.source) for b in loops)), LARGEST + 1))
            if len(parts) > LARGEST:
                return None
            here = next((part for part in parts if isinstance(part, prog.Cell | exprs.Me)), None)
            if here is None:
                return smallest(e, loops) if loops else e
            known = self._known.get(here.slot) if isinstance(here, prog.Cell) else None
            source = self._values(here)
            if source is not None:
                new = exprs.Bound(here.type, next(self.fresh), "")
                loops = (exprs.Binding(new.index, "", source), *(evolve(b, source=_replaced(b.source, here, new)) for b in loops))
                e = _replaced(e, here, new)
            elif known is not None:
                loops = tuple(evolve(b, source=_replaced(b.source, here, known)) for b in loops)
                e = _replaced(e, here, known)
            if (source is None and known is None) or len(loops) > MOST_LOOPS:
                return None
        return None

    def _values(self, here: Expr) -> Expr | None:
        """Return what a variable may be: anybody, any value of its kind, or what can be chosen."""
        if isinstance(here.type, PlayerType):
            return exprs.Const(PLAYERS, tuple(range(self.program.layout.players)))
        if isinstance(here.type, KindType):
            values = next(k.values for k in self.program.layout.kinds if k.name == here.type.kind)
            return exprs.Const(ListType(here.type), tuple(range(len(values))))
        return self._chosen.get(here.slot) if isinstance(here, prog.Cell) else None


# ---- small expressions ---------------------------------------------------------------------------
def plus(one: Expr, two: Expr) -> Expr:
    """Return the sum of two numbers."""
    return two if one == ZERO else one if two == ZERO else exprs.Binary(NUMBER, "+", one, two)


def smallest(far: Expr, binders: tuple[exprs.Binding, ...]) -> Expr:
    """Return the least of a number for all values of some variables; 1 where there are none."""
    none = exprs.Binary(TRUTH, "is", exprs.Collect(NUMBER, "count", ONE, binders, None), ZERO)
    if all(isinstance(b.source, exprs.Const) and b.source.value for b in binders):
        return exprs.Collect(NUMBER, "min", far, binders, None)
    return exprs.IfElse(NUMBER, none, ONE, exprs.Collect(NUMBER, "min", far, binders, None))


def _gap(op: str, left: Expr, right: Expr) -> Expr:
    over, under = exprs.Binary(NUMBER, "-", left, right), exprs.Binary(NUMBER, "-", right, left)
    match op:
        case "is":
            return exprs.Builtin(NUMBER, "max", (over, under))
        case "is not":
            return exprs.IfElse(NUMBER, exprs.Binary(TRUTH, "is", left, right), ONE, ZERO)
        case "<" | "<=":
            return exprs.Builtin(NUMBER, "max", (ZERO, over if op == "<=" else plus(over, ONE)))
    return exprs.Builtin(NUMBER, "max", (ZERO, under if op == ">=" else plus(under, ONE)))


def _is_number(e: Expr) -> bool:
    return isinstance(e.type, NumberType)


def _replaced(e: Expr, old: Expr, new: Expr) -> Expr:
    return new if e == old else rebuild(e, lambda part: _replaced(part, old, new))


def _element(source: Expr) -> Type:
    return source.type.of if isinstance(source.type, ListType) else source.type
