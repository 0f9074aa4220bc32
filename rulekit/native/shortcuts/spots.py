"""Many spots at once: which of them hold a piece (of some sort of look), as bits, eight spots to an instruction."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import frozen
from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.model_walk import everything
from rulekit.native.expressions.lists import word_of
from rulekit.native.expressions.never_fails import is_sure
from rulekit.native.llvm.builder import I8, I32, I64, Fn, number
from rulekit.native.state.columns import attribute_values
from rulekit.native.state.layout import NONE, WIDE, Family
from rulekit.program import program as prog

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader

MOST_SPOTS = 64
LANES = ir.VectorType(I32, WIDE)


def held_bits(fn: Fn, family: Family, first: ir.Value, count: int) -> ir.Value:
    """Which of `count` spots from a member on hold a piece."""
    none = ir.Constant(LANES, [NONE] * WIDE)
    return _bits(fn, fn.add(first, family.word), count, lambda words: fn.builder.icmp_signed("!=", words, none))


@frozen
class Look:
    """Pieces with the same value of an attribute: their numbers, shifted and masked, lie from `low` on, so many."""

    low: ir.Value
    width: ir.Value
    first: int = 0
    shift: int = 0
    mask: int = -1

    def of(self, fn: Fn, piece: ir.Value) -> ir.Value:
        """Whether a piece is one of them."""
        at = fn.builder.and_(fn.builder.lshr(fn.sub(piece, self.first), number(self.shift)), number(self.mask))
        return fn.below(fn.sub(at, self.low), self.width)


def look_bits(fn: Fn, family: Family, look: Look) -> ir.Value:
    """Which spots of a family hold a piece with a look."""
    b, lows, widths = fn.builder, _spread(fn, look.low), _spread(fn, look.width)

    def test(words: ir.Value) -> ir.Value:
        if look.mask != -1:
            first, shift, mask = (ir.Constant(LANES, [n] * WIDE) for n in (look.first, look.shift, look.mask))
            words = b.and_(b.lshr(b.sub(words, first), shift), mask)
        return b.icmp_unsigned("<", b.sub(words, lows), widths)

    return _bits(fn, number(family.word), family.layout.size, test)


def where_bits(fn: Fn, sort: str, cell: ir.Value) -> ir.Value:
    """Which pieces of a sort lie in a cell, as bits by the numbers of all pieces."""
    b, cells = fn.builder, _spread(fn, cell)
    pieces = next(s for s in fn.unit.program.layout.sorts if s.name == sort)
    first = number(fn.unit.shape.where + pieces.first)
    bits = _bits(fn, first, pieces.count, lambda words: b.icmp_signed("==", words, cells))
    return b.shl(bits, ir.Constant(I64, pieces.first))


def look_of(read: Reader, test: prog.Expr, piece: int) -> Look | None:
    """The look that a test of a piece (a bound variable) asks for: `piece.attr is value`; None: it is another test. Of a spot
    without a piece the look tells nothing."""
    found = run_of(read, test, piece)
    if found is not None:
        return found
    asked = _asked(read, test, piece)
    if asked is None:
        return None
    first, words, value = asked
    block, values = next((n for n, w in enumerate(words) if w != words[0]), len(words)), list(dict.fromkeys(words))
    if any(n & (n - 1) for n in (block, len(values))) or any(w != values[n // block % len(values)] for n, w in enumerate(words)):
        return None
    fn, wanted = read.fn, read.word(value)
    known = fn.below(wanted, max(words) + 1)
    numbers = fn.table([values.index(w) if w in values else len(values) for w in range(max(words) + 1)])
    low = fn.select(known, fn.entry_of(numbers, fn.select(known, wanted, 0)), len(values))
    return Look(low, number(1), first, block.bit_length() - 1, len(values) - 1)


def run_of(read: Reader, test: prog.Expr, piece: int) -> Look | None:
    """The same if pieces with the same value have numbers in a row; no piece has the look of what is not there."""
    fn, asked = read.fn, _asked(read, test, piece)
    if asked is None:
        return None
    first, words, value = asked
    runs = {w: (words.index(w), words.count(w)) for w in words}
    if any(words[at : at + n] != [w] * n for w, (at, n) in runs.items()):
        return None
    every = range(max(words) + 1)
    wanted = read.word(value)
    known = fn.below(wanted, len(every))
    at = fn.select(known, wanted, 0)
    low = fn.entry_of(fn.table([first + runs.get(w, (0, 0))[0] for w in every]), at)
    width = fn.entry_of(fn.table([runs.get(w, (0, 0))[1] for w in every]), at)
    width = fn.select(known, width, 0)
    if read.is_present(value):
        return Look(low, width)
    none = fn.is_none(wanted)
    return Look(fn.select(none, NONE, low), fn.select(none, 1, width))


def _asked(read: Reader, test: prog.Expr, piece: int) -> tuple[int, list[int], prog.Expr] | None:
    """The first piece, the values of the attribute that a test of a piece asks for, and the value that it should have."""
    unit = read.fn.unit
    if "spots" not in unit.shortcuts:
        return None
    match test:
        case exprs.Binary(op="is", left=exprs.AttrOf(of=exprs.Bound(index=index), owner=owner, attr=attr), right=value) if (
            index == piece
        ):
            pass
        case _:
            return None
    own = any(isinstance(e, exprs.Bound) and e.index == piece for e in everything(value))
    if own or (owner, attr) in unit.tables.changing or not is_sure(read, value):
        return None
    first, values = attribute_values(unit.program.layout, owner, attr)
    words = [word_of(read.fn, v, None) for v in values]
    return (first, words, value) if words and 0 <= min(words) <= max(words) < 256 else None


def _spread(fn: Fn, word: ir.Value) -> ir.Value:
    lane = fn.builder.insert_element(ir.Constant(LANES, ir.Undefined), word, number(0))
    return fn.builder.shuffle_vector(lane, ir.Constant(LANES, ir.Undefined), ir.Constant(LANES, [0] * WIDE))


def _bits(fn: Fn, first: ir.Value, count: int, test: Callable[[ir.Value], ir.Value]) -> ir.Value:
    """For which of so many words of the state from one on a test holds."""
    b = fn.builder
    found: ir.Value = ir.Constant(I64, 0)
    for at in range(0, count, WIDE):
        words = b.load(fn.word(fn.add(first, at)), typ=LANES, align=4)
        bits = b.zext(b.bitcast(test(words), I8), I64)
        if count - at < WIDE:
            bits = b.and_(bits, ir.Constant(I64, (1 << (count - at)) - 1))
        found = b.or_(found, b.shl(bits, ir.Constant(I64, at)))
    return found
