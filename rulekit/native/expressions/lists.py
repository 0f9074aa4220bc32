"""Lists while code is being made: each kind knows how to write a loop over itself, its length, and one element.

An element is a word, or a list again. None of this exists when a game runs: only the loops do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Union

from attrs import frozen
from llvmlite import ir

from rulekit.model.expressions import Value
from rulekit.model.types import DescriptionType, Type
from rulekit.native.llvm.builder import I32, Fn, Loop, number
from rulekit.native.llvm.module import Unlowered, as_word
from rulekit.native.state.layout import Family, bare, element_type
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list

Element = Union[ir.Value, "Seq"]
Body = Callable[[Element, Loop], None]
WordBody = Callable[[ir.Value, Loop], None]


@frozen
class Seq:
    """A list of words or lists."""

    def each(self, fn: Fn, body: Body) -> None:
        """A loop over all elements."""
        with fn.loop(self.length(fn)) as loop:
            body(self.at(fn, loop.at), loop)

    def each_word(self, fn: Fn, body: WordBody) -> None:
        """The same over elements that are words."""
        self.each(fn, lambda element, loop: body(as_plain(element), loop))

    def length(self, fn: Fn) -> ir.Value:
        raise NotImplementedError

    def at(self, fn: Fn, index: ir.Value) -> Element:
        """An element by its number from 0, which must be inside."""
        raise NotImplementedError

    def is_none(self, fn: Fn) -> ir.Value | None:
        """Whether there is no list at all."""
        return None


@frozen
class TheLine:
    """Stands for a line of a board while a test of it is taken apart (`boards`)."""


Held = Element | TheLine  # what a variable inside an expression is


def as_plain(element: Held) -> ir.Value:
    """What has to be a word."""
    if isinstance(element, Seq | TheLine):
        raise Unlowered("a list stands where a single value is expected")
    return element


@frozen
class Memory(Seq):
    """Words in memory: the address of the first, how many (none: no list), and the way to the next (1 or -1). `bits`: what writes
    the same as a set of bits, if that takes no loop."""

    pointer: ir.Value
    count: ir.Value
    step: int = 1
    optional: bool = False
    bits: Callable[[], ir.Value | None] | None = None

    def length(self, fn: Fn) -> ir.Value:
        return fn.most(self.count, 0) if self.optional else self.count

    def at(self, fn: Fn, index: ir.Value) -> ir.Value:
        return fn.load(fn.offset(self.pointer, index if self.step == 1 else fn.sub(0, index)))

    def is_none(self, fn: Fn) -> ir.Value | None:
        return fn.is_none(self.count) if self.optional else None

    def first(self, count: ir.Value) -> Memory:
        """Its first so many, which there must be."""
        return Memory(self.pointer, count, self.step)

    def last(self, fn: Fn, count: ir.Value) -> Memory:
        """Its last so many, which there must be."""
        skipped = fn.sub(self.count, count)
        return Memory(fn.offset(self.pointer, skipped if self.step == 1 else fn.sub(0, skipped)), count, self.step)

    def reversed(self, fn: Fn) -> Memory:
        """The same from the other end."""
        end = fn.sub(self.length(fn), 1)
        return Memory(fn.offset(self.pointer, end if self.step == 1 else fn.sub(0, end)), self.length(fn), -self.step)


@frozen
class Numbers(Seq):
    """The numbers from low to high."""

    low: ir.Value
    high: ir.Value

    def length(self, fn: Fn) -> ir.Value:
        return fn.most(fn.add(fn.sub(self.high, self.low), 1), 0)

    def at(self, fn: Fn, index: ir.Value) -> ir.Value:
        return fn.add(self.low, index)


@frozen
class Mapped(Seq):
    """Each element of another list, changed."""

    source: Seq
    change: Callable[[ir.Value], ir.Value]

    def each(self, fn: Fn, body: Body) -> None:
        self.source.each(fn, lambda element, loop: body(self.change(as_plain(element)), loop))

    def length(self, fn: Fn) -> ir.Value:
        return self.source.length(fn)

    def at(self, fn: Fn, index: ir.Value) -> ir.Value:
        return self.change(as_plain(self.source.at(fn, index)))


@frozen
class Reversed(Seq):
    """Another list from its end."""

    source: Seq

    def length(self, fn: Fn) -> ir.Value:
        return self.source.length(fn)

    def at(self, fn: Fn, index: ir.Value) -> Element:
        return self.source.at(fn, fn.sub(fn.sub(self.source.length(fn), 1), index))


@frozen
class Joined(Seq):
    """All pieces of a run of places, from the member numbered `first` on."""

    family: Family
    first: ir.Value
    members: int

    def each(self, fn: Fn, body: Body) -> None:
        with fn.loop(number(self.members)) as outer:
            member = fn.add(self.first, outer.at)
            if self.family.is_spot:
                piece = fn.load(fn.word(fn.add(member, self.family.word)))
                with fn.when(fn.negate(fn.is_none(piece))):
                    body(piece, outer)
            else:
                contents(fn, self.family, member).each(fn, body)

    def length(self, fn: Fn) -> ir.Value:
        from rulekit.native.shortcuts.spots import MOST_SPOTS, held_bits

        if self.family.is_spot and self.members <= MOST_SPOTS and "spots" in fn.unit.shortcuts:
            return fn.builder.trunc(fn.builder.ctpop(held_bits(fn, self.family, self.first, self.members)), I32)
        total = fn.variable(0)
        with fn.loop(number(self.members)) as loop:
            member = fn.add(self.first, loop.at)
            if self.family.is_spot:
                more = fn.wide(fn.negate(fn.is_none(fn.load(fn.word(fn.add(member, self.family.word))))))
            else:
                more = contents(fn, self.family, member).count
            fn.store(fn.add(fn.load(total), more), total)
        return fn.load(total)

    def at(self, fn: Fn, index: ir.Value) -> Element:
        raise Unlowered("an element of several places together is asked for by its number")


@frozen
class Runs(Seq):
    """Straight runs of a family's members of one length, each a list of what lies there; `by_length`: all there are."""

    family: Family
    by_length: Sequence[Sequence[Sequence[int]]]  # numbers of members
    size: ir.Value

    def _safe(self, fn: Fn) -> ir.Value:
        return fn.select(fn.below(self.size, len(self.by_length)), self.size, 0)

    def length(self, fn: Fn) -> ir.Value:
        return fn.entry_of(fn.table([len(runs) for runs in self.by_length]), self._safe(fn))

    def at(self, fn: Fn, index: ir.Value) -> Element:
        flat = [[m for run in runs for m in run] for runs in self.by_length]
        starts = [sum(map(len, flat[:n])) for n in range(len(flat))]
        first = fn.add(fn.entry_of(fn.table(starts), self._safe(fn)), fn.mul(index, self.size))
        return Run(self.family, fn.table([m for members in flat for m in members]), first, self.size)


def straight_runs(place: prog.PlaceLayout, length: int) -> list[list[int]]:
    """All straight runs of members: across, up, both diagonals, in the order of the reference engine."""
    sizes = [d.size for d in place.dims]
    if not 1 <= length <= max(sizes):
        return []
    if len(sizes) == 1:
        return [list(range(i, i + length)) for i in range(sizes[0] - length + 1)]
    across, up = sizes
    found = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)) if length > 1 else ((1, 0),):
        for a in range(across):
            for b in range(up):
                if 0 <= a + dx * (length - 1) < across and 0 <= b + dy * (length - 1) < up:
                    found.append([(a + dx * k) * up + b + dy * k for k in range(length)])
    return found


@frozen
class Run(Seq):
    """One straight run: a piece of a constant table of members."""

    family: Family
    table: ir.Value
    first: ir.Value
    size: ir.Value

    def length(self, fn: Fn) -> ir.Value:
        return self.size

    def at(self, fn: Fn, index: ir.Value) -> Element:
        member = fn.entry_of(self.table, fn.add(self.first, index))
        if self.family.is_spot:
            return fn.load(fn.word(fn.add(member, self.family.word)))
        return contents(fn, self.family, member)


@frozen
class Constants(Seq):
    """One of several constant lists of lists, by its number."""

    values: tuple[Value, ...]
    type: Type  # of the elements
    which: ir.Value

    def _lists(self) -> list[tuple[Value, ...]]:
        return _lists(self.values)

    def length(self, fn: Fn) -> ir.Value:
        return fn.entry_of(fn.table([len(v) for v in self._lists()]), self.which)

    def is_none(self, fn: Fn) -> ir.Value | None:
        if None not in self.values:
            return None
        return fn.truth(fn.entry_of(fn.table([int(v is None) for v in self.values]), self.which))

    def at(self, fn: Fn, index: ir.Value) -> Element:
        lists = self._lists()
        starts = [sum(map(len, lists[:n])) for n in range(len(lists))]
        inner = tuple(e for v in lists for e in v)
        place = fn.add(fn.entry_of(fn.table(starts), self.which), index)
        return constant_list(fn, inner, self.type, place)


def _lists(values: tuple[Value, ...]) -> list[tuple[Value, ...]]:
    """Constant lists; none is an empty one."""
    return [v if isinstance(v, tuple) else () for v in values]


def constant_list(fn: Fn, values: tuple[Value, ...], kind: Type, which: ir.Value) -> Seq:
    """One of several constant lists of a type, by its number; a list of words lies in memory."""
    element = element_type(kind)
    if is_list(element):
        return Constants(values, element, which)
    lists = _lists(values)
    flat = [word_of(fn, e, element) for v in lists for e in v]
    starts = [sum(map(len, lists[:n])) for n in range(len(lists))]
    counts = [as_word(None) if v is None else len(items) for v, items in zip(values, lists, strict=True)]
    start, count = fn.entry_of(fn.table(starts), which), fn.entry_of(fn.table(counts), which)
    return Memory(fn.offset(fn.table([*flat, 0]), start), count, optional=None in values)  # an empty list can be read at 0 too


def word_of(fn: Fn, value: Value, kind: Type | None) -> int:
    """A constant as a word; a description is its number."""
    plain = None if kind is None else bare(kind)
    if isinstance(plain, DescriptionType):
        return as_word(None) if value is None else fn.unit.description(plain.sort, value)
    if isinstance(value, tuple):
        raise Unlowered("a list stands where a single value is expected")
    return as_word(value)


def contents(fn: Fn, family: Family, member: ir.Value, state: ir.Value | None = None) -> Memory:
    """The pieces of a place, position 1 first."""
    base = fn.offset(fn.word(family.word, state), fn.mul(member, family.stride))
    count = fn.load(base)
    if family.is_reversed:
        return Memory(fn.offset(base, count), count, -1)
    return Memory(fn.offset(base, 1), count)
