"""Many spots at once: which of them hold a piece (of some sort of look), as bits, eight spots to an instruction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir

from rulekit.model import expr as x
from rulekit.native.build import I8, I32, I64, Fn, number
from rulekit.native.columns import attribute_values
from rulekit.native.shape import NONE, WIDE, Family
from rulekit.native.values import word_of

if TYPE_CHECKING:
    from rulekit.native.reader import Reader

MOST_SPOTS = 64
LANES = ir.VectorType(I32, WIDE)


def held_bits(fn: Fn, family: Family, first: Any, count: int) -> Any:
    """Which of `count` spots from a member on hold a piece."""
    none = ir.Constant(LANES, [NONE] * WIDE)
    return _bits(fn, family, first, count, lambda words: fn.builder.icmp_signed("!=", words, none))


def bits_between(fn: Fn, family: Family, low: Any, width: Any) -> Any:
    """Which spots of a family hold one of `width` pieces from `low` on."""
    lows, widths = _spread(fn, low), _spread(fn, width)
    b = fn.builder
    return _bits(
        fn, family, number(0), family.layout.size, lambda words: b.icmp_unsigned("<", b.sub(words, lows), widths)
    )


def pieces_with(read: Reader, test: Any, piece: int) -> tuple[Any, Any] | None:
    """The first piece and the number of pieces for which a test of a piece (a bound variable) holds: `piece.attr is value`,
    where pieces with the same value have numbers in a row; None: it is another test."""
    fn = read.fn
    match test:
        case x.Binary(op="is", left=x.AttrOf(of=x.Bound(index=index), owner=owner, attr=attr), right=value) if index == piece:
            pass
        case _:
            return None
    if (owner, attr) in fn.unit.tables.changing or not isinstance(value, x.Bound | x.Const | x.Me | x.Active):
        return None
    if isinstance(value, x.Bound) and value.index == piece:
        return None
    first, values = attribute_values(fn.unit.program.layout, owner, attr)
    words = [word_of(fn, v, None) for v in values]
    runs = {w: (words.index(w), words.count(w)) for w in words}
    if not words or any(words[at : at + n] != [w] * n for w, (at, n) in runs.items()) or not 0 <= min(words) <= max(words) < 256:
        return None
    every = range(max(words) + 1)
    wanted = read.word(value)
    known = fn.below(wanted, len(every))
    at = fn.select(known, wanted, 0)
    low = fn.entry_of(fn.table([first + runs.get(w, (0, 0))[0] for w in every]), at)
    width = fn.entry_of(fn.table([runs.get(w, (0, 0))[1] for w in every]), at)
    width = fn.select(known, width, 0)
    if read.is_present(value):
        return low, width
    none = fn.is_none(wanted)  # what is not there has no look
    return fn.select(none, NONE, low), fn.select(none, 1, width)


def _spread(fn: Fn, word: Any) -> Any:
    lane = fn.builder.insert_element(ir.Constant(LANES, ir.Undefined), word, number(0))
    return fn.builder.shuffle_vector(lane, ir.Constant(LANES, ir.Undefined), ir.Constant(LANES, [0] * WIDE))


def _bits(fn: Fn, family: Family, first: Any, count: int, test: Any) -> Any:
    b, found = fn.builder, ir.Constant(I64, 0)
    for at in range(0, count, WIDE):
        words = b.load(fn.word(fn.add(fn.add(first, at), family.word)), typ=LANES, align=4)
        bits = b.zext(b.bitcast(test(words), I8), I64)
        if count - at < WIDE:
            bits = b.and_(bits, ir.Constant(I64, (1 << (count - at)) - 1))
        found = b.or_(found, b.shl(bits, ir.Constant(I64, at)))
    return found
