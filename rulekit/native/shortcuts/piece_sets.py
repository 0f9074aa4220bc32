"""Lists of pieces as sets of bits, in programs with few pieces: whether a piece is in a list, or two lists share an attribute,
is asked of bits and not in loops. In a walk, slots that are asked for that way have their bits beside them (`Fn.sets`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeGuard

from attrs import frozen
from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.model_walk import children, everything, expressions
from rulekit.model.types import ListType, PieceType, Type
from rulekit.native.expressions.lists import Memory
from rulekit.native.llvm.builder import I64, Fn, Loop, number
from rulekit.native.llvm.module import as_word
from rulekit.native.shortcuts.inlining import BITS_OF_VALUES, has_small_values, is_short, shared_values
from rulekit.native.shortcuts.sieved_lists import conjuncts
from rulekit.native.shortcuts.spots import where_bits
from rulekit.native.state.columns import attribute_values
from rulekit.program import program as prog

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader

FEW_VALUES = 8  # values of an attribute that are looked for one by one
NOTHING = 1 << BITS_OF_VALUES  # the bit of none


@frozen
class Asked:
    """`at[node]`: slots with lists of pieces that a node asks for as sets; `only`: those that nothing asks for otherwise."""

    at: tuple[frozenset[int], ...]
    only: frozenset[int]


def asked_slots(program: prog.Program, shortcuts: frozenset[str]) -> Asked:
    """Look at all expressions of a program."""
    if sum(s.count for s in program.layout.sorts) > BITS_OF_VALUES or not {"inlining", "piece_sets"} <= shortcuts:
        return Asked((frozenset(),) * len(program.nodes), frozenset())
    uses = [[u for outer in expressions(node) for u in _uses(program, outer)] for node in program.nodes]
    others = {slot for found in uses for slot, as_set in found if not as_set}
    others |= {e.slot for d in program.defines for e in everything(d.body) if isinstance(e, prog.Cell)}
    at = tuple(frozenset(slot for slot, as_set in found if as_set and isinstance(slot, int)) for found in uses)
    return Asked(at, frozenset().union(*at) - others)


def _uses(program: prog.Program, e: prog.Expr) -> Iterator[tuple[int | tuple[int], bool]]:
    """Yield what an expression reads (slots, and parameters by `(index,)`), and whether as a set of pieces."""
    sets, rest = _parts(program, e)
    for part in sets:
        if _is_pieces(part.type):
            yield (part.slot if isinstance(part, prog.Cell) else (part.index,)), True
        else:
            rest.append(part)
    for other in rest:
        if isinstance(other, prog.Cell | exprs.Bound):
            yield (other.slot if isinstance(other, prog.Cell) else (other.index,)), False
        else:
            yield from _uses(program, other)


def _parts(program: prog.Program, e: prog.Expr) -> tuple[list[prog.Cell | exprs.Bound], list[prog.Expr]]:
    """Return the slots and parameters in an expression that it asks for as sets, and all its other parts."""
    match e:
        case exprs.Binary(op="in" | "not in", left=left, right=prog.Cell() | exprs.Bound() as right):
            return [right], [left]
        case exprs.Apply(define=name, args=args):
            define = next(d for d in program.defines if d.name == name)
            if not is_short(program, define.body):  # it is handed lists, not bits
                return [], list(args)
            others = {used for used, as_set in _uses(program, define.body) if not as_set}
            told = {p[0]: a for p, a in zip(define.params, args, strict=True)}
            sets = {p: a for p, a in told.items() if isinstance(a, prog.Cell) and (p,) not in others}
            return list(sets.values()), [a for p, a in told.items() if p not in sets]
        case prog.Cell() | exprs.Bound():
            return [], [e]
    shared = shared_values(e)
    if shared is not None and all(has_small_values(program, part, FEW_VALUES) for part in shared):
        plain = [part.of for part in shared]
        return [p for p in plain if isinstance(p, prog.Cell | exprs.Bound)], [
            p for p in plain if not isinstance(p, prog.Cell | exprs.Bound)
        ]
    return [], list(children(e))


def _is_pieces(kind: Type) -> bool:
    return isinstance(kind, ListType) and isinstance(kind.of, PieceType)


def bits_of(read: Reader, e: prog.Expr) -> ir.Value | None:
    """Return the pieces of a list, or the values of an attribute of them, as bits, if that takes no loop."""
    fn = read.fn
    if fn.unit.pieces > BITS_OF_VALUES or read.moved or "piece_sets" not in fn.unit.shortcuts:
        return None
    match e:
        case prog.Cell(slot=slot) if slot in fn.sets and slot not in read.cells:
            return fn.load(fn.sets[slot], I64)
        case exprs.Bound(index=index):
            held = read.bound[index]
            return held.bits() if isinstance(held, Memory) and held.bits is not None else None
        case exprs.Contents(place=place, indices=indices) if _is_pieces(e.type) and "spots" in fn.unit.shortcuts:
            family = read.family(place)
            if family.is_spot or len(indices) < len(family.layout.dims):
                return None
            member, inside = read.member(family.layout.dims, indices)
            cell = fn.add(member, family.layout.base)
            return where_bits(fn, family.layout.sort, cell if inside is None else fn.select(inside, cell, -1))
        case exprs.AttrOf(of=of) if has_small_values(fn.unit.program, e, FEW_VALUES):
            return _values(read, e, bits_of(read, of))
        case exprs.Collect(
            function="list", binders=(exprs.Binding(index=index, source=source),), value=exprs.Bound(index=of)
        ) if of == index:
            return _sifted(read, index, source, e.where)
    return None


def mask_of(read: Reader, e: prog.Expr) -> ir.Value:
    """Return the elements of a list as bits; numbers that are too large are left out."""
    fn, b = read.fn, read.fn.builder
    known = bits_of(read, e)
    if known is not None:
        return known
    bits = fn.variable(kind=I64)
    b.store(ir.Constant(I64, 0), bits)

    def add(word: ir.Value, loop: Loop) -> None:
        b.store(b.or_(fn.load(bits, I64), bit(fn, word)), bits)

    source = read.seq(e)
    absent = source.is_none(fn)
    if absent is not None:
        fn.trouble(absent)
    source.each_word(fn, add)
    return fn.load(bits, I64)


def _values(read: Reader, e: exprs.AttrOf, pieces: ir.Value | None) -> ir.Value | None:
    fn, b = read.fn, read.fn.builder
    first, values = attribute_values(fn.unit.program.layout, e.owner, e.attr)
    if pieces is None:
        return None
    found = b.and_(pieces, ir.Constant(I64, NOTHING))
    for value in sorted(map(as_word, set(values))):
        having = sum(1 << (first + n) for n, v in enumerate(values) if v == value)
        some = b.icmp_unsigned("!=", b.and_(pieces, ir.Constant(I64, having)), ir.Constant(I64, 0))
        found = b.or_(found, b.shl(b.zext(some, I64), ir.Constant(I64, value)))
    return found


def _sifted(read: Reader, index: int, source: prog.Expr, where: prog.Expr | None) -> ir.Value | None:
    """Return pieces of a list that are in other lists, or not."""
    b = read.fn.builder
    every = list(conjuncts(where))
    tests = [t for t in every if _is_membership(t, index)]
    if len(tests) < len(every):
        return None
    parts = [bits_of(read, part) for part in (source, *(t.right for t in tests))]
    found = [bits for bits in parts if bits is not None]
    if len(found) < len(parts):
        return None
    left = found[0]
    for test, bits in zip(tests, found[1:], strict=True):
        left = b.and_(left, bits if test.op == "in" else b.not_(bits))
    return left


def _is_membership(test: prog.Expr, index: int) -> TypeGuard[exprs.Binary]:
    match test:
        case exprs.Binary(op="in" | "not in", left=exprs.Bound(index=of), right=right):
            inside = {p.index for p in everything(right) if isinstance(p, exprs.Bound)}
            return of == index and index not in inside and _is_pieces(right.type)
    return False


def bit(fn: Fn, word: ir.Value) -> ir.Value:
    """Return the bit of a piece or value, or of none."""
    known, at = place(fn, word)
    return fn.builder.shl(fn.builder.zext(known, I64), at)


def place(fn: Fn, word: ir.Value) -> tuple[ir.Value, ir.Value]:
    """Return whether there is a bit for a word, and which."""
    b, none = fn.builder, fn.is_none(word)
    at = fn.select(none, BITS_OF_VALUES, b.and_(word, number(BITS_OF_VALUES)))
    return fn.either(none, fn.below(word, BITS_OF_VALUES)), b.zext(at, I64)


def listed_bits(fn: Fn, slot: int) -> ir.Value:
    """Return the bits of the pieces listed in a slot."""
    bits, base = fn.variable(0, I64), fn.word(fn.unit.shape.word[slot])
    with fn.loop(fn.load(base)) as loop:
        piece = fn.load(fn.offset(base, fn.add(loop.at, 1)))
        fn.builder.store(fn.builder.or_(fn.load(bits, I64), bit(fn, piece)), bits)
    return fn.load(bits, I64)
