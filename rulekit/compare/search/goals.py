"""What a play may aim at: the places of the flow where two games differ, and how near to them a position is.

Comes in: two games in lock-step. Goes out: goals; each gives a number for the cells of the first game: the smaller, the nearer.
It adds up the tests that still stand in the way, each with how far it is from coming out right, and how far the values that
differ there are from differing. That is a hint and nothing more: what a goal cannot measure, it leaves to chance.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from contextlib import suppress
from difflib import SequenceMatcher

from attrs import define, field, frozen

from rulekit.compare.lockstep.lockstep import Pair
from rulekit.compare.rules.canonical import Canon
from rulekit.compare.search.distance import FIRST_LOCAL, NUMBER, PLAYER, PLAYERS, TRUTH, ZERO, Measure, TooLong, plus
from rulekit.compare.search.preconditions import Ways
from rulekit.engine.compiling.compiler import HORIZON
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.machine import CAUGHT
from rulekit.engine.state import State
from rulekit.model import expressions as exprs
from rulekit.model.analysis.references import unknown
from rulekit.model.expressions import Expr
from rulekit.model.model_walk import everything, expressions, fields, rebuild
from rulekit.model.types import ListType, NumberType
from rulekit.program import program as prog
from rulekit.program.program import PC, Cells, as_number, as_several
from rulekit.records import Record

MOST_GOALS = 12
MOST_SPOTS = 40  # places that differ: with more of them, the games were written independently
MOST_STEPS = 20_000  # between two decisions
FAR = float("inf")
NOT_COMPARED = ("reason", "told", "rules", "bullets", "slot", "type", "cites")


@frozen
class Spot:
    """A node of the first game that differs, and the expressions there that do: pairs of one and the other."""

    node: int
    pairs: tuple[tuple[Expr, Expr], ...] = ()


@define
class Goal:
    """A node to reach (None: any) with numbers that should be small there."""

    engine: Engine
    ways: Ways
    measure: Measure
    node: int | None
    small: tuple[Expr, ...]
    _there: Expr = field(init=False)
    _asked: dict[int, tuple[int, Expr] | None] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._there = exprs.Items(ListType(NUMBER), self.small)

    def far(self, cells: Cells, weight: float = 1.0) -> float:
        """How far these cells are, at a decision or at the end of the game; `weight`: of what should be small at the node."""
        pc = cells[PC]
        if pc not in self._asked:
            self._asked[pc] = self.asked(pc)
        asked = self._asked[pc]
        return FAR if asked is None else asked[0] + self._sum(cells, asked[1], weight)

    def ahead(self, cells: Cells, weight: float = 1.0) -> float:
        """Run these cells to the next decision: how far it is then; 0 if all was right when the node was passed on the way."""
        code, pc, met = self.engine.code, cells[PC], False
        try:
            for _ in range(MOST_STEPS):
                if code.kinds[pc] > HORIZON:
                    cells[PC] = pc
                    return 0.0 if met else self.far(cells, weight)
                met = met or (pc == self.node and self._sum(cells, self._there, weight) == 0)
                pc = code.fine[pc](cells)  # type: ignore[misc]
                if pc < 0:
                    break
        except CAUGHT:
            pass
        return FAR

    def _sum(self, cells: Cells, numbers: Expr, weight: float) -> float:
        try:
            found = self.engine.value(State(tuple(cells)), numbers)
        except Fault:
            return FAR
        parts = [1.0 if n is None else as_number(n) / (as_number(n) + 1) for n in as_several(found)]
        tests = len(parts) - len(self.small)
        return sum(parts[:tests]) + weight * sum(parts[tests:])

    def asked(self, pc: int) -> tuple[int, exprs.Items] | None:
        """How many tests are in the way from a node, and the numbers that tell how far they are; None: no way leads there."""
        gates = () if self.node is None else self.ways.gates(pc, self.node)
        if gates is None:
            return None
        with suppress(TooLong):
            parts = [self.measure.free(far) for gate in gates for far in self.measure.parts(gate.test, gate.holds)]
            known = tuple(part for part in parts if part is not None)
            return len(gates), exprs.Items(ListType(NUMBER), (*known, *self.small))
        return None


def goals(pair: Pair) -> tuple[Goal, ...]:
    """Return all that can be aimed at, each once."""
    finder, first = _Finder(pair), pair.start(0).a
    found: dict[Canon, Goal] = {}
    with suppress(TooLong, Fault, RecursionError):  # what is found before an expression that is too long or too deep
        pair.a.engine.machine.advance(first)
        for node, small in (*finder.spots(), *finder.ends(), *finder.banks()):
            known = tuple(e for e in small if not any(unknown(pair.a.model, e)))
            goal = Goal(pair.a.engine, finder.ways, finder.a, node, known)
            asked = goal.asked(pair.a.program.play)
            if asked is not None and asked[1].items and goal.far(first) < FAR:  # it tells positions apart
                found.setdefault((asked[0], _said(pair.a.engine, asked[1])), goal)
            if len(found) == MOST_GOALS:
                break
    return tuple(found.values())


def _said(engine: Engine, e: Expr) -> str:
    """What is asked of the first game, whatever new variables are called."""
    return re.sub(rf"\bb{FIRST_LOCAL // 1000}\d+", "new", engine.code.emitter.expr(e, engine.code.emitter.env()))


@define
class _Finder:
    pair: Pair
    a: Measure = field(init=False)
    b: Measure = field(init=False)
    ways: Ways = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.a, self.b = Measure(self.pair.a.program), Measure(self.pair.b.program)
        self.b.fresh = self.a.fresh
        self.ways = Ways(self.pair.a.program)

    # ---- the flow --------------------------------------------------------------------------------
    def spots(self) -> Iterator[tuple[int, tuple[Expr, ...]]]:
        """Yield the nodes of the flow that differ, in themselves or in a definition or table they use."""
        program = self.pair.a.program
        changed = changed_names(program, self.pair.b.program)
        reached = self.ways.reached(program.play)
        found = [s for s in (*differing(program, self.pair.b.program), *_using(program, changed)) if s.node in reached]
        if len(found) > MOST_SPOTS:
            return
        for spot in found:
            unlike = (self._unlike(one, two, changed) for one, two in spot.pairs)
            small = tuple(far for far in unlike if far is not None)
            yield spot.node, small
            if not small:
                yield from self._ways_on(spot.node)

    def _ways_on(self, node: int) -> Iterator[tuple[int, tuple[Expr, ...]]]:
        """Yield where it is not known what shows a difference: perhaps a rare way that play goes from there."""
        for n in self.ways.tests(node):
            test = self.pair.a.program.nodes[n]
            assert isinstance(test, prog.Test)
            for holds in (True, False):
                parts = (self.a.free(far) for far in self.a.parts(test.test, holds))
                yield n, tuple(far for far in parts if far is not None)

    def _unlike(self, one: Expr, two: Expr, changed: frozenset[str]) -> Expr | None:
        one, two = self.a.inlined(one, changed), self.b.inlined(two, changed)
        far = None if one == two else self.a.unlike(one, two)
        return None if far is None else self.a.free(far)

    # ---- the end ---------------------------------------------------------------------------------
    def ends(self) -> Iterator[tuple[int, tuple[Expr, ...]]]:
        """Yield the end of the game, where scores or winners are told in another way."""
        a, b = self.pair.a.program, self.pair.b.program
        if [(s.name, s.value) for s in a.score] != [(s.name, s.value) for s in b.score]:
            yield prog.END, ()
        one, two = ([(line.name, line.value) for line in p.winner] for p in (a, b))
        if one != two:
            at = next((n for n, (p, q) in enumerate(zip(one, two, strict=False)) if p != q), min(len(one), len(two)))
            tie = self._tie(one, two, at)
            yield prog.END, () if tie is None else (tie,)

    def _tie(self, one: list[tuple[str, Expr]], two: list[tuple[str, Expr]], at: int) -> Expr | None:
        """Return how far two players are from a tie that the line after it breaks in another way."""
        if any(not isinstance(value.type, NumberType) for _, value in (*one[: at + 1], *two[at : at + 1])):
            return None
        p, q = (exprs.Bound(PLAYER, next(self.a.fresh), "") for _ in range(2))
        far: Expr = ZERO
        for line in one[:at]:
            equal = exprs.Binary(TRUTH, "is", self._standing(line, p), self._standing(line, q))
            far = plus(far, self.a.far(equal))
        for lines, wanted in ((one, True), (two, len(one) == at)):
            for line in lines[at : at + 1]:
                ahead = exprs.Binary(TRUTH, ">", self._standing(line, p), self._standing(line, q))
                far = plus(far, self.a.far(ahead, wanted))
        everybody = exprs.Const(PLAYERS, tuple(range(self.pair.a.program.layout.players)))
        binders = tuple(exprs.Binding(v.index, "", everybody) for v in (p, q))
        return exprs.Collect(NUMBER, "min", far, binders, exprs.Binary(TRUTH, "is not", p, q))

    def _standing(self, line: tuple[str, Expr], player: Expr) -> Expr:
        value = self.a.put(line[1], {0: player})
        return value if line[0] == "most" else exprs.Unary(NUMBER, "-", value)

    # ---- what can run out ------------------------------------------------------------------------
    def banks(self) -> Iterator[tuple[None, tuple[Expr, ...]]]:
        """Banks that hold more in one game: how much is left of the smaller one."""
        other = {t.name: t for t in self.pair.b.program.layout.tallies}
        for tally in self.pair.a.program.layout.tallies:
            if tally.name not in other or len(tally.dims) != 1:
                continue
            held = [exprs.UNLIMITED if t.bank is None else t.start[0] for t in (tally, other[tally.name])]
            if held[0] != held[1]:
                out = exprs.Builtin(NUMBER, "sum", (exprs.TallyOf(ListType(NUMBER), tally.name, ()),))
                yield None, (self.a.far(exprs.Binary(TRUTH, ">=", out, exprs.Const(NUMBER, min(held)))),)


# ---- what differs --------------------------------------------------------------------------------
def differing(a: prog.Program, b: prog.Program) -> Iterator[Spot]:
    """Yield the nodes of the first program that are not in the second, with what stands there instead."""
    numbers: dict[Hashable, int] = {}
    one, two = ([numbers.setdefault(_form(node), len(numbers)) for node in p.nodes] for p in (a, b))
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if tag == "insert":
            yield Spot(min(i1, len(one) - 1))
        elif tag != "equal":
            yield from (Spot(n, _pairs(a.nodes[n], b.nodes[j1 + n - i1]) if i2 - i1 == j2 - j1 else ()) for n in range(i1, i2))


def changed_names(a: prog.Program, b: prog.Program) -> frozenset[str]:
    """Definitions and tables that differ, and definitions that use them."""
    other = {d.name: d.body for d in b.defines}
    tables = {t.name: t for t in b.layout.tables}
    found = {d.name for d in a.defines if other.get(d.name) != d.body}
    found |= {t.name for t in a.layout.tables if t.name in tables and tables[t.name] != t}
    while True:
        more = {d.name for d in a.defines if d.name not in found and _names(d.body) & found}
        if not more:
            return frozenset(found)
        found |= more


def _using(program: prog.Program, changed: frozenset[str]) -> Iterator[Spot]:
    """Nodes that use what has changed."""
    for n, node in enumerate(program.nodes if changed else ()):
        used = [e for e in expressions(node) if _names(e) & changed]
        if used:
            yield Spot(n, tuple((e, e) for e in used))


def _names(e: Expr) -> set[str]:
    parts = list(everything(e))
    return {p.define for p in parts if isinstance(p, exprs.Apply)} | {p.table for p in parts if isinstance(p, exprs.Lookup)}


def _form(part: object) -> Hashable:
    """Return a node, or a part of it, without numbers of rules, cells and other nodes."""
    if isinstance(part, tuple):
        return tuple(map(_form, part))
    if isinstance(part, prog.Cell):
        return part.name
    if not isinstance(part, Record):
        return part
    kept = (v for n, v in fields(part) if n not in NOT_COMPARED and not (isinstance(part, prog.Node) and isinstance(v, int)))
    return (type(part).__name__, *map(_form, kept))


def _pairs(one: prog.AnyNode, two: prog.AnyNode) -> tuple[tuple[Expr, Expr], ...]:
    """Return the expressions of two nodes of one sort that differ, the second with the variables of the first."""
    if type(one) is not type(two):
        return ()
    both: list[tuple[Expr | int, Expr | int]] = [
        (p, q) for (_, p), (_, q) in zip(fields(one), fields(two), strict=True) if _form(p) != _form(q)
    ]
    return tuple((p, _renamed(q, _cells(p))) for p, q in both if isinstance(p, exprs.Typed) and isinstance(q, exprs.Typed))


def _cells(e: Expr) -> dict[str, prog.Cell]:
    return {part.name: part for part in everything(e) if isinstance(part, prog.Cell)}


def _renamed(e: Expr, cells: Mapping[str, prog.Cell]) -> Expr:
    if isinstance(e, prog.Cell):
        return cells.get(e.name, e)
    return rebuild(e, lambda part: _renamed(part, cells))
