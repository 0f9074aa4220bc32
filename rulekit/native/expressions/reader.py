"""Expressions become code: words, truths and lists. What cannot be lowered is said (`Unlowered`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from attrs import evolve, frozen
from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.expressions import Value
from rulekit.model.faults import LIMIT
from rulekit.model.types import PieceType, Type
from rulekit.native.expressions import calls, comprehensions
from rulekit.native.expressions.lists import (
    Element,
    Held,
    Joined,
    Memory,
    Numbers,
    Seq,
    as_plain,
    constant_list,
    contents,
    word_of,
)
from rulekit.native.llvm.builder import I1, I64, Fn, Loop, number
from rulekit.native.llvm.module import Unlowered
from rulekit.native.lookahead.pending_effects import All, Dependent, One, Unknown
from rulekit.native.shortcuts import piece_sets
from rulekit.native.shortcuts.inlining import MOST
from rulekit.native.state.columns import attribute_values, single_family
from rulekit.native.state.layout import NONE, Family, element_type
from rulekit.program import program as prog
from rulekit.program.analysis.expression_ranges import Ranges
from rulekit.program.analysis.never_none import elements_present, is_list, is_present

SIGNS = {"is": "==", "is not": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


@frozen
class Reader:
    """Writes expressions into one function; `bound`: the variables inside comprehensions. What would be after some effects can
    be read too: `cells` and `markers` with other values, and pieces that would have been `moved`."""

    fn: Fn
    ranges: Ranges
    bound: Mapping[int, Held]
    present: frozenset[int] = frozenset()  # bound variables that are never none
    cells: Mapping[int, Element | Unknown] = {}
    moved: tuple[One | All, ...] = ()
    markers: Mapping[str, ir.Value] = {}  # with other values
    masks: Mapping[prog.Expr, ir.Value] = {}  # lists as bits, worked out before a loop

    def bind(self, index: int, value: Held, source: prog.Expr) -> Reader:
        """Inside a comprehension over `source`."""
        interval = self.ranges.element(source)
        kept = {k: v for k, v in self.ranges.bounds.items() if k != index}
        ranges = evolve(self.ranges, bounds=kept if interval is None else {**kept, index: interval})
        there = elements_present(self.fn.unit.program.layout, source, self.fn.unit.present)
        present = self.present | {index} if there else self.present - {index}
        return evolve(self, ranges=ranges, bound={**self.bound, index: value}, present=present)

    # ---- truths ----------------------------------------------------------------------------------
    def truth(self, e: prog.Expr) -> ir.Value:
        """Whether an expression is true."""
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
                return self._compare(e)
            case exprs.Binary(op="in" | "not in", left=left, right=right):
                found = self._contained(self.word(left), right)
                return found if e.op == "in" else fn.negate(found)
            case exprs.IsEmpty(of=of):
                return self._is_empty(of)
            case exprs.Collect(function="any" | "every"):
                return comprehensions.holds(self, e)
            case exprs.Matches() | exprs.AnyMatch() | exprs.Exactly() | prog.Try():
                return calls.test(self, e)
            case exprs.Builtin(function="any" | "every" | "shows"):
                return calls.test(self, e)
        return fn.truth(self.word(e))

    def _compare(self, e: exprs.Binary) -> ir.Value:
        fn = self.fn
        if is_list(e.left.type) or is_list(e.right.type):
            return self._same_lists(e)
        left, right = self.word(e.left), self.word(e.right)
        if e.op not in ("is", "is not"):
            left, right = self.needed(e.left, left), self.needed(e.right, right)
        return fn.is_(SIGNS[e.op], left, right)

    def is_present(self, e: prog.Expr) -> bool:
        """Whether an expression is never none."""
        unit = self.fn.unit
        return is_present(unit.program.layout, self.ranges, e, unit.present, self.present)

    def needed(self, e: prog.Expr, word: ir.Value) -> ir.Value:
        """A word that must be a number: unless it surely is there, none is trouble."""
        return word if self.is_present(e) else self.fn.present(word)

    def _same_lists(self, e: exprs.Binary) -> ir.Value:
        fn = self.fn
        if e.op not in ("is", "is not") or not (is_list(e.left.type) and is_list(e.right.type)):
            none = next((o for o in (e.left, e.right) if isinstance(o, exprs.Const) and o.value is None), None)
            if none is None:
                raise Unlowered(f"`{e.op}` between lists")
            absent = self.seq(e.right if none is e.left else e.left).is_none(fn)
            absent = ir.Constant(ir.IntType(1), 0) if absent is None else absent
            return absent if e.op == "is" else fn.negate(absent)
        left, right = self.seq(e.left), self.seq(e.right)
        if any(s.is_none(fn) is not None and not isinstance(s, Memory) for s in (left, right)):
            raise Unlowered("lists that may be none are compared")
        one, two = comprehensions.listed(self, left, e.left), comprehensions.listed(self, right, e.right)
        same = fn.variable(fn.wide(fn.is_("==", one.count, two.count)))  # both may be none
        with fn.when(fn.truth(fn.load(same))), fn.loop(one.length(fn)) as loop:
            alike = fn.is_("==", one.at(fn, loop.at), two.at(fn, loop.at))
            with fn.when(fn.negate(alike)):
                fn.store(0, same)
                fn.go(loop.leave)
        found = fn.truth(fn.load(same))
        return found if e.op == "is" else fn.negate(found)

    def _contained(self, word: ir.Value, right: prog.Expr) -> ir.Value:
        fn = self.fn
        if right in self.masks:
            return self._in_mask(word, self.masks[right])
        match right:
            case exprs.Const(value=tuple() as values) if _is_small(values):
                return self._in_mask(word, ir.Constant(I64, _mask(values)))
            case exprs.AttrOf(of=of, owner=owner, attr=attr) if (owner, attr) not in fn.unit.tables.changing and not is_list(
                of.type
            ):
                first, lists = attribute_values(fn.unit.program.layout, owner, attr)
                small = [v for v in lists if _is_small(v)]
                if len(small) == len(lists):
                    at = fn.sub(self.word(of), first)
                    inside = fn.below(at, len(lists))
                    fn.trouble(fn.negate(inside))
                    masks = fn.table([_mask(v) for v in small], I64)
                    return self._in_mask(word, fn.load(fn.offset(masks, fn.select(inside, at, 0), I64), I64))
            case exprs.Contents() if not self.moved and calls.is_place(self, right) and _is_of_pieces(right.type):
                family = self.family(right.place)
                member, within = self.member(family.layout.dims, right.indices)
                here = fn.both(fn.negate(fn.is_none(word)), fn.is_("==", self.home(word), fn.add(member, family.layout.base)))
                return here if within is None else fn.both(here, within)
            case exprs.Range(low=low, high=high):
                a, b = fn.present(self.word(low)), fn.present(self.word(high))
                return fn.both(fn.is_("<=", a, word), fn.is_("<=", word, b))
            case prog.Cell() | exprs.Bound() if (bits := piece_sets.bits_of(self, right)) is not None:
                return self._in_mask(word, bits)
        found, source = fn.variable(0), self.seq(right)
        absent = source.is_none(fn)
        if absent is not None:
            fn.trouble(absent)
        leave = fn.block()

        def look(element: ir.Value, loop: Loop) -> None:
            with fn.when(fn.is_("==", element, word)):
                fn.store(1, found)
                fn.go(leave)

        source.each_word(fn, look)
        fn.go(leave)
        fn.at(leave)
        return fn.truth(fn.load(found))

    def _in_mask(self, word: ir.Value, mask: ir.Value) -> ir.Value:
        """Whether the bit of a word is set."""
        fn, (known, at) = self.fn, piece_sets.place(self.fn, word)
        return fn.both(known, fn.builder.trunc(fn.builder.lshr(mask, at), I1))

    def mask_of(self, e: prog.Expr) -> ir.Value:
        """The elements of a list as bits; numbers that are too large are left out."""
        fn, b = self.fn, self.fn.builder
        known = piece_sets.bits_of(self, e)
        if known is not None:
            return known
        bits = fn.variable(kind=I64)
        b.store(ir.Constant(I64, 0), bits)

        def add(word: ir.Value, loop: Loop) -> None:
            b.store(b.or_(fn.load(bits, I64), piece_sets.bit(fn, word)), bits)

        source = self.seq(e)
        absent = source.is_none(fn)
        if absent is not None:
            fn.trouble(absent)
        source.each_word(fn, add)
        return fn.load(bits, I64)

    def _is_empty(self, of: prog.Expr) -> ir.Value:
        fn = self.fn
        if isinstance(of, exprs.Contents) and calls.is_place(self, of):
            return fn.is_("==", self.count(of.place, of.indices), 0)
        if is_list(of.type):
            return fn.is_("==", self.seq(of).length(fn), 0)
        return fn.is_none(self.word(of))

    # ---- words -----------------------------------------------------------------------------------
    def word(self, e: prog.Expr) -> ir.Value:
        """The value of an expression that is no list."""
        fn = self.fn
        match e:
            case exprs.Const(value=value):
                return number(word_of(fn, value, e.type))
            case prog.Cell(slot=slot):
                if slot not in self.cells:
                    return fn.load(fn.word(fn.unit.shape.word[slot]))
                held = self.cells[slot]
                if isinstance(held, Unknown):
                    raise Dependent
                return as_plain(held)
            case exprs.Bound(index=index):
                return as_plain(self.bound[index])
            case exprs.Me():
                return fn.load(fn.word(prog.ME))
            case exprs.Active():
                return fn.load(fn.word(prog.ACTIVE))
            case exprs.Unary(op="-", of=of):
                return fn.sub(0, self.needed(of, self.word(of)))
            case exprs.Binary(op="and", left=left, right=right):
                first = self.word(left)
                return fn.choose(fn.truth(first), lambda: self.word(right), lambda: first)
            case exprs.Binary(op="or", left=left, right=right):
                first = self.word(left)
                return fn.choose(fn.truth(first), lambda: first, lambda: self.word(right))
            case exprs.Binary(op="+" | "-" | "*" | "div" | "mod"):
                return self._arithmetic(e)
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
                return self._within(of, low, high)
            case (
                exprs.Collect(function="any" | "every")
                | exprs.Matches()
                | exprs.AnyMatch()
                | exprs.Exactly()
                | exprs.IsEmpty()
                | prog.Try()
            ):
                return fn.wide(self.truth(e))
            case exprs.Unary() | exprs.Binary():
                return fn.wide(self.truth(e))
            case exprs.Collect():
                return comprehensions.word(self, e)
        return calls.word(self, e)

    def _arithmetic(self, e: exprs.Binary) -> ir.Value:
        fn = self.fn
        left, right = self.needed(e.left, self.word(e.left)), self.needed(e.right, self.word(e.right))
        if e.op in ("div", "mod"):
            return self._divide(e, left, right)
        interval = self.ranges.of(e)
        if interval is not None and interval[0] >= -LIMIT and interval[1] <= LIMIT:
            return {"+": fn.add, "-": fn.sub, "*": fn.mul}[e.op](left, right)
        make = {"+": fn.builder.sadd_with_overflow, "-": fn.builder.ssub_with_overflow, "*": fn.builder.smul_with_overflow}
        pair = make[e.op](left, right)
        found = fn.builder.extract_value(pair, 0)
        outside = fn.either(fn.builder.extract_value(pair, 1), fn.is_none(found))
        fn.trouble(outside)
        return fn.select(outside, 0, found)

    def _divide(self, e: exprs.Binary, left: ir.Value, right: ir.Value) -> ir.Value:
        """Rounded down, as the reference engine does."""
        fn = self.fn
        known = self.ranges.of(e.right)
        if known is None or known[0] <= 0 <= known[1] or not self.is_present(e.right):
            zero = fn.is_("==", right, 0)
            fn.trouble(zero)
            right = fn.select(zero, 1, right)
        quotient, rest = fn.builder.sdiv(left, right), fn.builder.srem(left, right)
        other_sign = fn.is_("<", fn.builder.xor(rest, right), 0)
        down = fn.both(fn.is_("!=", rest, 0), other_sign)
        if e.op == "div":
            return fn.sub(quotient, fn.wide(down))
        return fn.select(down, fn.add(rest, right), rest)

    def _within(self, of: prog.Expr, low: int, high: int) -> ir.Value:
        known, word = self.ranges.of(of), self.word(of)
        if not (known and low <= known[0] and known[1] <= high):
            self.fn.trouble(self.fn.either(self.fn.is_("<", word, low), self.fn.is_(">", word, high)))
        return word

    def _item(self, of: prog.Expr, position: prog.Expr) -> ir.Value:
        fn = self.fn
        source = self.seq(of)
        if not isinstance(source, Memory | Numbers):
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
        """A family of places."""
        return self.fn.unit.shape.families[place]

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
        """An attribute of a piece or kind value; of none none."""
        fn = self.fn
        base = fn.unit.tables.changing.get((owner, attr))
        first, values = attribute_values(fn.unit.program.layout, owner, attr)
        at = fn.sub(owner_word, first)
        inside = fn.below(at, max(1, len(values)))
        at = fn.select(inside, at, 0)
        if base is not None:
            held = fn.load(fn.word(fn.add(at, fn.unit.shape.word[base + first])))
        else:
            held = fn.entry_of(fn.table([word_of(fn, v, None) for v in values] or [NONE]), at)
        return fn.select(inside, held, NONE)

    # ---- lists -----------------------------------------------------------------------------------
    def seq(self, e: prog.Expr) -> Seq:
        """An expression that is a list."""
        fn = self.fn
        match e:
            case exprs.Const(value=value):
                return constant_list(fn, (value,), e.type, number(0))
            case prog.Cell(slot=slot) if slot in self.cells:
                known = self.cells[slot]
                if not isinstance(known, Seq):
                    raise Dependent
                return known
            case prog.Cell(slot=slot):
                base = fn.word(fn.unit.shape.word[slot])
                return Memory(fn.offset(base, 1), fn.load(base), optional=True)
            case exprs.Bound(index=index):
                found = self.bound[index]
                assert isinstance(found, Seq)
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
                return Memory(fn.offset(fn.word(fn.unit.shape.word[first]), fn.mul(member, width)), number(width))
        return calls.seq(self, e)

    def _numbers(self, low: prog.Expr, high: prog.Expr) -> Seq:
        fn = self.fn
        a, b = self.needed(low, self.word(low)), self.needed(high, self.word(high))
        known = self.ranges.of(low), self.ranges.of(high)
        if known[0] is None or known[1] is None or known[1][1] - known[0][0] >= 4_096:
            fn.trouble(fn.is_(">", fn.builder.sub(fn.builder.sext(b, I64), fn.builder.sext(a, I64)), ir.Constant(I64, 4_095)))
        return Numbers(a, b)

    def _contents(self, place: str, indices: tuple[prog.Expr, ...]) -> Seq:
        fn, family = self.fn, self.family(place)
        dims = family.layout.dims
        if len(indices) < len(dims):
            member, inside = self.member(dims[: len(indices)], indices)
            if inside is not None:
                fn.trouble(fn.negate(inside))
            width = _width(dims[len(indices) :])
            return Joined(family, fn.mul(member, width), width)
        member, inside = self.member(dims, indices)
        found = contents(fn, family, member)
        if inside is None:
            return found
        return Memory(found.pointer, fn.select(inside, found.count, 0), found.step)

    def count(self, place: str, indices: tuple[prog.Expr, ...]) -> ir.Value:
        """How many pieces lie in a place, or would after the pieces were moved."""
        family = self.family(place)
        member, inside = self.member(family.layout.dims, indices)
        total = self.count_at(family, member)
        return total if inside is None else self.fn.select(inside, total, 0)

    def count_at(self, family: Family, member: ir.Value) -> ir.Value:
        """The same for a member of a family."""
        fn = self.fn
        total, cell = contents(fn, family, member).count, fn.add(member, family.layout.base)
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
        """The cell where a piece lies."""
        fn = self.fn
        there = fn.below(piece, fn.unit.pieces)
        return fn.load(fn.word(fn.add(fn.select(there, piece, 0), fn.unit.shape.where)))

    def _attributes(self, e: exprs.AttrOf) -> Seq:
        from rulekit.native.expressions.lists import Mapped

        fn = self.fn
        if is_list(e.of.type):
            return Mapped(self.seq(e.of), lambda word: self.attribute(word, e.owner, e.attr))
        first, values = attribute_values(fn.unit.program.layout, e.owner, e.attr)
        if (e.owner, e.attr) in fn.unit.tables.changing:
            raise Unlowered("a list as a changing attribute")
        at = fn.sub(self.word(e.of), first)
        inside = fn.below(at, max(1, len(values)))
        return constant_list(fn, (*values, None), e.type, fn.select(inside, at, len(values)))


def _is_of_pieces(kind: Type) -> bool:
    return isinstance(element_type(kind), PieceType)


def _is_small(values: Value) -> TypeGuard[tuple[int, ...]]:
    return isinstance(values, tuple) and all(isinstance(v, int) and 0 <= v < MOST for v in values)


def _mask(values: tuple[int, ...]) -> int:
    return sum(1 << v for v in {int(v) for v in values})


def _width(dims: tuple[prog.DimSize, ...]) -> int:
    width = 1
    for dim in dims:
        width *= dim.size
    return width


def reader(
    fn: Fn, bound: Mapping[int, Held] | None = None, bounds: Mapping[int, tuple[int, int]] | None = None, there: bool = False
) -> Reader:
    """A reader for a function's code; `there`: its bound variables are never none."""
    return Reader(fn, evolve(fn.unit.ranges, bounds=bounds or {}), bound or {}, frozenset(bound or ()) if there else frozenset())
