"""Expressions become code: words, truths and lists. What cannot be lowered is said (`Unlowered`)."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import assert_never

from attrs import evolve, frozen
from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.native.expressions import arithmetic, calls, comparisons, comprehensions, lists
from rulekit.native.llvm.builder import I1, I64, Fn, number
from rulekit.native.llvm.module import Unlowered
from rulekit.native.lookahead.pending_effects import All, Dependent, One, Unknown
from rulekit.native.state.columns import attribute_values, single_family
from rulekit.native.state.layout import NONE, Family
from rulekit.program import program as prog
from rulekit.program.analysis.expression_ranges import Ranges
from rulekit.program.analysis.never_none import elements_present, is_list, is_present


@frozen
class Reader:
    """Writes expressions into one function; `bound`: the variables inside comprehensions. What would be after some effects can
    be read too: `cells` and `markers` with other values, and pieces that would have been `moved`."""

    fn: Fn
    ranges: Ranges
    bound: Mapping[int, lists.Held]
    present: frozenset[int] = frozenset()  # bound variables that are never none
    cells: Mapping[int, lists.Element | Unknown] = {}
    moved: tuple[One | All, ...] = ()
    markers: Mapping[str, ir.Value] = {}  # with other values

    def bind(self, index: int, value: lists.Held, source: prog.Expr) -> Reader:
        """Inside a comprehension over `source`."""
        interval = self.ranges.element(source)
        kept = {k: v for k, v in self.ranges.bounds.items() if k != index}
        ranges = evolve(self.ranges, bounds=kept if interval is None else {**kept, index: interval})
        there = elements_present(self.fn.unit.program.layout, source, self.fn.unit.present)
        present = self.present | {index} if there else self.present - {index}
        return evolve(self, ranges=ranges, bound={**self.bound, index: value}, present=present)

    # ---- truths ----------------------------------------------------------------------------------
    def truth(self, e: prog.Expr) -> ir.Value:
        """Return whether an expression is true."""
        fn = self.fn
        match e:
            case exprs.Const(value=value):
                return ir.Constant(ir.IntType(1), int(value is True))
            case exprs.Unary(op="not", of=of):
                return fn.negate(self.truth(of))
            case exprs.Binary(op="and", left=left, right=right):
                return fn.choose(self.truth(left), lambda: self.truth(right), lambda: ir.Constant(ir.IntType(1), 0))
            case exprs.Binary(op="or", left=left, right=right):
                return fn.choose(self.truth(left), lambda: ir.Constant(ir.IntType(1), 1), lambda: self.truth(right))
            case exprs.Binary(op="is" | "is not" | "<" | "<=" | ">" | ">="):
                return comparisons.compare(self, e)
            case exprs.Binary(op="in" | "not in", left=left, right=right):
                found = comparisons.contained(self, self.word(left), right)
                return found if e.op == "in" else fn.negate(found)
            case exprs.IsEmpty(of=of):
                return comparisons.is_empty(self, of)
            case exprs.Collect(function="any" | "every"):
                return comprehensions.holds(self, e)
            case exprs.Matches() | exprs.AnyMatch() | exprs.Exactly() | prog.Try():
                return calls.test(self, e)
            case exprs.Builtin(function="any" | "every" | "shows"):
                return calls.test(self, e)
        return fn.truth(self.word(e))

    def is_present(self, e: prog.Expr) -> bool:
        """Return whether an expression is never none."""
        unit = self.fn.unit
        return is_present(unit.program.layout, self.ranges, e, unit.present, self.present)

    def needed(self, e: prog.Expr, word: ir.Value) -> ir.Value:
        """Return a word that must be a number: unless it surely is there, none is trouble."""
        return word if self.is_present(e) else self.fn.present(word)

    # ---- words -----------------------------------------------------------------------------------
    def word(self, e: prog.Expr) -> ir.Value:
        """Return the value of an expression that is no list."""
        fn = self.fn
        match e:
            case exprs.Const() | prog.Cell() | exprs.Bound() | exprs.Me() | exprs.Active():
                return self._given(e)
            case exprs.Unary(op="-", of=of):
                return fn.sub(0, self.needed(of, self.word(of)))
            case exprs.Binary(op="and", left=left, right=right):
                first = self.word(left)
                return fn.choose(fn.truth(first), lambda: self.word(right), lambda: first)
            case exprs.Binary(op="or", left=left, right=right):
                first = self.word(left)
                return fn.choose(fn.truth(first), lambda: first, lambda: self.word(right))
            case exprs.Binary(op="+" | "-" | "*" | "div" | "mod"):
                return arithmetic.arithmetic(self, e)
            case exprs.IfElse(test=test, yes=yes, no=no):
                return fn.choose(self.truth(test), lambda: self.word(yes), lambda: self.word(no))
            case exprs.Contents(place=place, indices=indices):
                return self._spot(place, indices)
            case exprs.PieceAt(place=place, indices=indices, position=position):
                return self._item(exprs.Contents(e.type, place, indices), position)
            case exprs.ItemAt(of=of, position=position):
                return self._item(of, position)
            case exprs.TallyOf() | exprs.BankOf() | exprs.MarkerOf():
                return self._single(e)
            case exprs.AttrOf(of=of, owner=owner, attr=attr):
                return self.attribute(self.word(of), owner, attr)
            case prog.Within(of=of, low=low, high=high):
                return arithmetic.within(self, of, low, high)
            case exprs.Collect(function="any" | "every") | exprs.Unary() | exprs.Binary() | exprs.IsEmpty():
                return fn.wide(self.truth(e))
            case exprs.Matches() | exprs.AnyMatch() | exprs.Exactly() | prog.Try():
                return fn.wide(self.truth(e))
            case exprs.Collect():
                return comprehensions.word(self, e)
        return calls.word(self, e)

    def _given(self, e: exprs.Const | prog.Cell | exprs.Bound | exprs.Me | exprs.Active) -> ir.Value:
        """Return what need not be worked out: a constant, a slot, a variable."""
        fn = self.fn
        match e:
            case exprs.Const(value=value):
                return number(lists.word_of(fn, value, e.type))
            case prog.Cell(slot=slot) if slot not in self.cells:
                return fn.load(fn.word(fn.unit.shape.word[slot]))
            case prog.Cell(slot=slot):
                held = self.cells[slot]
                if isinstance(held, Unknown):
                    raise Dependent
                return lists.as_plain(held)
            case exprs.Bound(index=index):
                return lists.as_plain(self.bound[index])
            case exprs.Me():
                return fn.load(fn.word(prog.ME))
            case exprs.Active():
                return fn.load(fn.word(prog.ACTIVE))
            case _:
                assert_never(e)

    def _item(self, of: prog.Expr, position: prog.Expr) -> ir.Value:
        fn = self.fn
        source = self.seq(of)
        if not isinstance(source, lists.Memory | lists.Numbers):
            source = comprehensions.listed(self, source, of)
        index = fn.sub(self.needed(position, self.word(position)), 1)
        inside = fn.below(index, source.length(fn))
        return fn.select(inside, source.at(fn, fn.select(inside, index, 0)), NONE)

    # ---- families --------------------------------------------------------------------------------
    def member(self, dims: tuple[prog.DimSize, ...], indices: tuple[prog.Expr, ...]) -> tuple[ir.Value, ir.Value | None]:
        """The number of a family's member, and (unless that is proven) whether all indices are inside; outside it is 0. An index
        that is proven can still be none: that is trouble."""
        fn = self.fn
        total, inside = number(0), None
        for dim, index in zip(dims, indices, strict=False):
            word = self.word(index)
            known = self.ranges.of(index)
            at = fn.sub(word, dim.low)
            if not (known is not None and dim.low <= known[0] and known[1] < dim.low + dim.size):
                fits = fn.below(at, dim.size)
                inside = fits if inside is None else fn.both(inside, fits)
            elif not self.is_present(index):
                fits = fn.below(at, dim.size)
                fn.trouble(fn.negate(fits))
                at = fn.select(fits, at, 0)
            total = fn.add(fn.mul(total, dim.size), at)
        return (total if inside is None else fn.select(inside, total, 0)), inside

    def family(self, place: str) -> Family:
        """Return a family of places."""
        return self.fn.unit.shape.families[place]

    def is_place(self, e: exprs.Contents) -> bool:
        """Return whether this is one place that holds several pieces."""
        family = self.family(e.place)
        return not family.is_spot and len(e.indices) == len(family.layout.dims)

    def _spot(self, place: str, indices: tuple[prog.Expr, ...]) -> ir.Value:
        fn, family = self.fn, self.family(place)
        member, inside = self.member(family.layout.dims, indices)
        held = fn.load(fn.word(fn.add(member, family.word)))
        for move in self.moved:
            if isinstance(move, One) and move.family.layout.sort == family.layout.sort:
                cell = fn.add(member, family.layout.base)
                there = fn.negate(fn.is_none(move.piece))
                held = fn.select(fn.both(there, fn.is_("==", move.home(), cell)), NONE, held)
                if move.family == family:
                    held = fn.select(fn.both(there, fn.is_("==", move.cell(), cell)), move.piece, held)
        return held if inside is None else fn.select(inside, held, NONE)

    def _single(self, e: exprs.TallyOf | exprs.BankOf | exprs.MarkerOf) -> ir.Value:
        fn, layout = self.fn, self.fn.unit.program.layout
        if isinstance(e, exprs.MarkerOf) and e.marker in self.markers:
            return self.markers[e.marker]
        base, dims, indices = single_family(layout, e)
        if base is None:
            return number(exprs.UNLIMITED)
        member, inside = self.member(dims, indices)
        held = fn.load(fn.word(fn.add(member, fn.unit.shape.word[base])))
        if inside is None:
            return held
        if isinstance(e, exprs.MarkerOf):
            return fn.select(inside, held, NONE)
        fn.trouble(fn.negate(inside))
        return held

    def attribute(self, owner_word: ir.Value, owner: str, attr: str) -> ir.Value:
        """Return an attribute of a piece or kind value; of none none."""
        fn = self.fn
        base = fn.unit.tables.changing.get((owner, attr))
        first, values = attribute_values(fn.unit.program.layout, owner, attr)
        at = fn.sub(owner_word, first)
        inside = fn.below(at, max(1, len(values)))
        at = fn.select(inside, at, 0)
        if base is not None:
            held = fn.load(fn.word(fn.add(at, fn.unit.shape.word[base + first])))
        else:
            held = fn.entry_of(fn.table([lists.word_of(fn, v, None) for v in values] or [NONE]), at)
        return fn.select(inside, held, NONE)

    # ---- lists -----------------------------------------------------------------------------------
    def seq(self, e: prog.Expr) -> lists.Seq:
        """Return an expression that is a list."""
        fn = self.fn
        match e:
            case exprs.Const(value=value):
                return lists.constant_list(fn, (value,), e.type, number(0))
            case prog.Cell(slot=slot) if slot in self.cells:
                known = self.cells[slot]
                if not isinstance(known, lists.Seq):
                    raise Dependent
                return known
            case prog.Cell(slot=slot):
                base = fn.word(fn.unit.shape.word[slot])
                return lists.Memory(fn.offset(base, 1), fn.load(base), optional=True)
            case exprs.Bound(index=index):
                found = self.bound[index]
                assert isinstance(found, lists.Seq)
                return found
            case exprs.Range(low=low, high=high):
                return self._numbers(low, high)
            case exprs.Contents(place=place, indices=indices):
                return self._contents(place, indices)
            case exprs.AttrOf():
                return self._attributes(e)
            case exprs.IfElse(test=test, yes=yes, no=no):
                return comprehensions.one_of(self, e, test, yes, no)
            case exprs.Items(items=items):
                return comprehensions.items(self, items)
            case exprs.Collect():
                return comprehensions.gathered(self, e)
            case exprs.TallyOf() | exprs.MarkerOf():
                first, dims, indices = single_family(fn.unit.program.layout, e)
                assert first is not None
                member, inside = self.member(dims[: len(indices)], indices)
                if inside is not None:
                    fn.trouble(fn.negate(inside))
                width = _width(dims[len(indices) :])
                return lists.Memory(fn.offset(fn.word(fn.unit.shape.word[first]), fn.mul(member, width)), number(width))
        return calls.seq(self, e)

    def _numbers(self, low: prog.Expr, high: prog.Expr) -> lists.Seq:
        fn = self.fn
        a, b = self.needed(low, self.word(low)), self.needed(high, self.word(high))
        known = self.ranges.of(low), self.ranges.of(high)
        if known[0] is None or known[1] is None or known[1][1] - known[0][0] >= 4_096:
            fn.trouble(fn.is_(">", fn.builder.sub(fn.builder.sext(b, I64), fn.builder.sext(a, I64)), ir.Constant(I64, 4_095)))
        return lists.Numbers(a, b)

    def _contents(self, place: str, indices: tuple[prog.Expr, ...]) -> lists.Seq:
        fn, family = self.fn, self.family(place)
        dims = family.layout.dims
        if len(indices) < len(dims):
            member, inside = self.member(dims[: len(indices)], indices)
            if inside is not None:
                fn.trouble(fn.negate(inside))
            width = _width(dims[len(indices) :])
            return lists.Joined(family, fn.mul(member, width), width)
        member, inside = self.member(dims, indices)
        found = lists.contents(fn, family, member)
        if inside is None:
            return found
        return lists.Memory(found.pointer, fn.select(inside, found.count, 0), found.step)

    def count(self, place: str, indices: tuple[prog.Expr, ...]) -> ir.Value:
        """Return how many pieces lie in a place, or would after the pieces were moved."""
        family = self.family(place)
        member, inside = self.member(family.layout.dims, indices)
        total = self.count_at(family, member)
        return total if inside is None else self.fn.select(inside, total, 0)

    def count_at(self, family: Family, member: ir.Value) -> ir.Value:
        """Return the same for a member of a family."""
        fn = self.fn
        total, cell = lists.contents(fn, family, member).count, fn.add(member, family.layout.base)
        for move in self.moved:
            if isinstance(move, All):
                here = ir.Constant(I1, 0) if move.family != move.source else fn.is_("==", move.home(), move.cell())
                goes = fn.negate(here)
                if move.family == family:
                    total = fn.add(total, fn.select(fn.both(goes, fn.is_("==", move.cell(), cell)), move.count, 0))
                if move.source == family:
                    total = fn.select(fn.both(goes, fn.is_("==", move.home(), cell)), 0, total)
            elif move.family.layout.sort == family.layout.sort:
                there = fn.negate(fn.is_none(move.piece))
                if move.family == family:
                    total = fn.add(total, fn.wide(fn.both(there, fn.is_("==", move.cell(), cell))))
                total = fn.sub(total, fn.wide(fn.both(there, fn.is_("==", move.home(), cell))))
        return total

    def home(self, piece: ir.Value) -> ir.Value:
        """Return the cell where a piece lies."""
        fn = self.fn
        there = fn.below(piece, fn.unit.pieces)
        return fn.load(fn.word(fn.add(fn.select(there, piece, 0), fn.unit.shape.where)))

    def _attributes(self, e: exprs.AttrOf) -> lists.Seq:
        fn = self.fn
        if is_list(e.of.type):
            return lists.Mapped(self.seq(e.of), lambda word: self.attribute(word, e.owner, e.attr))
        first, values = attribute_values(fn.unit.program.layout, e.owner, e.attr)
        if (e.owner, e.attr) in fn.unit.tables.changing:
            raise Unlowered("a list as a changing attribute")
        at = fn.sub(self.word(e.of), first)
        inside = fn.below(at, max(1, len(values)))
        return lists.constant_list(fn, (*values, None), e.type, fn.select(inside, at, len(values)))


def _width(dims: tuple[prog.DimSize, ...]) -> int:
    return prod(dim.size for dim in dims)


def reader(
    fn: Fn,
    bound: Mapping[int, lists.Held] | None = None,
    bounds: Mapping[int, tuple[int, int]] | None = None,
    there: bool = False,
) -> Reader:
    """Return a reader for a function's code; `there`: its bound variables are never none."""
    return Reader(fn, evolve(fn.unit.ranges, bounds=bounds or {}), bound or {}, frozenset(bound or ()) if there else frozenset())
