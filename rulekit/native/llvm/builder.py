"""Writing LLVM functions with loops and variables: a thin layer over llvmlite's builder.

`Unit` is the module in the making with all its functions and constants; `Fn` is one function in the making.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import define, field, frozen
from llvmlite import ir

from rulekit.native.state.layout import NONE

if TYPE_CHECKING:
    from rulekit.native.llvm.module import Unit

I1, I8, I32, I64 = ir.IntType(1), ir.IntType(8), ir.IntType(32), ir.IntType(64)
POINTER = ir.PointerType()
NOTHING = ir.VoidType()
# words of the context: what went wrong, what may still be tried, how deep, how many moves, the free part of its memory
TROUBLE, LEFT, VISITS, STEPS, DEPTH, MOVES, TOP, SEARCHING, PATH, TRAIL, DECISIONS, LONGEST, SERIAL, RECORDS = range(14)
SCRATCH = 16
Operand = ir.Value | int  # a word, or a number that is known


def number(value: int) -> ir.Value:
    """Return a constant word."""
    return ir.Constant(I32, int(value))


def _known(value: Operand) -> int | None:
    """Return the number that a word is for certain."""
    if isinstance(value, int):
        return value
    return value.constant if isinstance(value, ir.Constant) and value.type == I32 else None


def _as_value(word: Operand) -> ir.Value:
    return number(word) if isinstance(word, int) else word


def _wrapped(value: int) -> int:
    """Return a number in 32 bits."""
    return (value + 2**31) % 2**32 - 2**31


@frozen
class Loop:
    """Inside a loop: the number of the pass from 0, where the next pass begins, where the loop is left."""

    at: ir.Value
    again: ir.Block
    leave: ir.Block


ARITHMETIC = ("add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "zext", "sext", "trunc")
PLAIN = (*ARITHMETIC, "icmp", "select", "load", "getelementptr")
MOST_PLAIN = 48  # before anything is simplified


@frozen
class Aside:
    """Something that was written into blocks of its own: where it begins and ends, and what comes out."""

    first: ir.Block
    last: ir.Block
    value: ir.Value

    @property
    def is_plain(self) -> bool:
        """Whether it is short, and does no harm where it is not needed: indices are inside in every state (`Reader`)."""
        steps = self.first.instructions
        return self.first is self.last and len(steps) <= MOST_PLAIN and all(step.opname in PLAIN for step in steps)


@define
class Fn:
    """A function in the making. `state` and `context` are its first two arguments."""

    unit: Unit
    function: ir.Function
    uses_memory: bool = False  # since it was given back
    ever_memory: bool = False
    trailing: bool = False  # changes of the state are remembered
    sets: dict[int, ir.Value] = field(factory=dict)  # slots with lists of pieces, and where their bits are kept
    builder: ir.IRBuilder = field(init=False)
    entry: ir.Block = field(init=False)
    args: Sequence[ir.Value] = field(init=False)
    _addresses: dict[tuple[int, int], ir.Value] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.entry = self.function.append_basic_block("entry")
        self.builder = ir.IRBuilder(self.function.append_basic_block("body"))
        self.args = self.function.args

    @property
    def state(self) -> ir.Value:
        return self.args[0]

    @property
    def context(self) -> ir.Value:
        return self.args[1]

    def finish(self) -> None:
        """Close the block of variables."""
        ir.IRBuilder(self.entry).branch(self.function.blocks[1])

    # ---- variables and memory --------------------------------------------------------------------
    def variable(self, first: Operand | None = None, kind: ir.Type = I32, count: int = 1) -> ir.Value:
        """Return a place on the stack, with a first value."""
        slot = ir.IRBuilder(self.entry).alloca(kind, count)
        if first is not None:
            self.builder.store(first if not isinstance(first, int) else ir.Constant(kind, first), slot)
        return slot

    def load(self, pointer: ir.Value, kind: ir.Type = I32) -> ir.Value:
        return self.builder.load(pointer, typ=kind)

    def store(self, value: Operand, pointer: ir.Value) -> None:
        self.builder.store(_as_value(value), pointer)

    def set(self, value: Operand, pointer: ir.Value) -> None:
        """Change a word of the state."""
        if self.trailing:
            from rulekit.native.lookahead.trail import keep

            keep(self, pointer)
        self.store(value, pointer)

    def offset(self, pointer: ir.Value, index: Operand, kind: ir.Type = I32) -> ir.Value:
        """Return the address so many elements further on."""
        at = _known(index)
        if at == 0:
            return pointer
        if at is not None and kind is I32 and pointer in self.args[:2]:
            return self._fixed(pointer, at)
        return self.builder.gep(pointer, [_as_value(index if at is None else at)], inbounds=True, source_etype=kind)

    def _fixed(self, pointer: ir.Value, at: int) -> ir.Value:
        """Return the address of a word whose number is known, worked out once for the whole function."""
        key = (self.args.index(pointer), at)
        if key not in self._addresses:
            self._addresses[key] = ir.IRBuilder(self.entry).gep(pointer, [number(at)], inbounds=True, source_etype=I32)
        return self._addresses[key]

    def word(self, index: Operand, state: ir.Value | None = None) -> ir.Value:
        """Return the address of a word of the state."""
        return self.offset(self.state if state is None else state, index)

    def note(self, index: int) -> ir.Value:
        """Return the address of a word of the context."""
        return self.offset(self.context, index)

    def table(self, values: Sequence[int], kind: ir.Type = I32) -> ir.Value:
        """Return a constant table."""
        return self.unit.table(values, kind)

    def entry_of(self, table: ir.Value, index: Operand, kind: ir.Type = I32) -> ir.Value:
        """Return an entry of a constant table, as a word."""
        found = self.load(self.offset(table, index, kind), kind)
        return found if kind == I32 else self.builder.zext(found, I32)

    # ---- numbers and truths ----------------------------------------------------------------------
    def is_(self, op: str, left: Operand, right: Operand) -> ir.Value:
        """Return a signed comparison."""
        return self.builder.icmp_signed(op, *self._both(left, right))

    def below(self, left: Operand, right: Operand) -> ir.Value:
        """Left is at least 0 and less than right (which is not negative)."""
        return self.builder.icmp_unsigned("<", *self._both(left, right))

    def add(self, left: Operand, right: Operand) -> ir.Value:
        one, two = _known(left), _known(right)
        if one is not None and two is not None:
            return number(_wrapped(one + two))
        left, right = self._both(left, right)
        if one == 0 or two == 0:
            return right if one == 0 else left
        return self.builder.add(left, right)

    def sub(self, left: Operand, right: Operand) -> ir.Value:
        one, two = _known(left), _known(right)
        if one is not None and two is not None:
            return number(_wrapped(one - two))
        left, right = self._both(left, right)
        return left if two == 0 else self.builder.sub(left, right)

    def mul(self, left: Operand, right: Operand) -> ir.Value:
        one, two = _known(left), _known(right)
        if one is not None and two is not None:
            return number(_wrapped(one * two))
        left, right = self._both(left, right)
        if one == 1 or two == 1:
            return right if one == 1 else left
        return self.builder.mul(left, right)

    def select(self, test: ir.Value, yes: Operand, no: Operand) -> ir.Value:
        return self.builder.select(test, *self._both(yes, no))

    def wide(self, truth: ir.Value) -> ir.Value:
        """Return a truth as a word."""
        return self.builder.zext(truth, I32)

    def truth(self, word: Operand) -> ir.Value:
        """Return whether a word is true (neither false nor none)."""
        return self.is_("==", word, 1)

    def is_none(self, word: Operand) -> ir.Value:
        return self.is_("==", word, NONE)

    def both(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self.builder.and_(left, right)

    def either(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self.builder.or_(left, right)

    def negate(self, truth: ir.Value) -> ir.Value:
        return self.builder.not_(truth)

    def least(self, left: Operand, right: Operand) -> ir.Value:
        return self.select(self.is_("<", left, right), left, right)

    def most(self, left: Operand, right: Operand) -> ir.Value:
        return self.select(self.is_(">", left, right), left, right)

    def _both(self, left: Operand, right: Operand) -> tuple[ir.Value, ir.Value]:
        return _as_value(left), _as_value(right)

    # ---- flow ------------------------------------------------------------------------------------
    def block(self, name: str = "") -> ir.Block:
        return self.function.append_basic_block(name)

    def go(self, block: ir.Block) -> None:
        """Go on at a block, unless this one has ended."""
        if not self.builder.block.is_terminated:
            self.builder.branch(block)

    def fork(self, test: ir.Value, yes: ir.Block, no: ir.Block) -> None:
        self.builder.cbranch(test, yes, no)

    def at(self, block: ir.Block) -> None:
        """Write on in a block."""
        self.builder.position_at_end(block)

    @contextmanager
    def when(self, test: ir.Value, likely: bool | None = None) -> Iterator[None]:
        with self.builder.if_then(test, likely=likely):
            yield

    def choose(self, test: ir.Value, yes: Callable[[], ir.Value], no: Callable[[], ir.Value]) -> ir.Value:
        """Return one of two values: both are computed if that is cheap and changes nothing, else only one."""
        here, arms = self.builder.block, [self._aside(make) for make in (yes, no)]
        self.at(here)
        if all(arm.is_plain for arm in arms):
            for arm in arms:
                self._put_in_line(arm.first)
            return self._pick(test, *(arm.value for arm in arms))
        after = self.block()
        self.fork(test, arms[0].first, arms[1].first)
        for arm in arms:
            self.at(arm.last)
            self.go(after)
        self.at(after)
        phi = self.builder.phi(arms[0].value.type)
        for arm in arms:
            phi.add_incoming(arm.value, arm.last)
        return phi

    def _pick(self, test: ir.Value, yes: ir.Value, no: ir.Value) -> ir.Value:
        if no.type == I1 and isinstance(no, ir.Constant) and not no.constant:
            return self.both(test, yes)
        if yes.type == I1 and isinstance(yes, ir.Constant) and yes.constant:
            return self.either(test, no)
        return self.select(test, yes, no)

    def all_of(self, first: ir.Value, *rest: Callable[[], ir.Value]) -> ir.Value:
        """Return whether all tests hold; later ones may only be made where the earlier ones hold."""
        found = first
        for make in rest:
            found = self.choose(found, make, lambda: ir.Constant(I1, 0))
        return found

    def _aside(self, make: Callable[[], ir.Value]) -> Aside:
        """Write something into a block of its own."""
        first = self.block()
        self.at(first)
        value = make()
        return Aside(first, self.builder.block, value)

    def _put_in_line(self, block: ir.Block) -> None:
        """Move what stands in a block of its own to here."""
        for instruction in block.instructions:
            instruction.parent = self.builder.block
            self.builder.block.instructions.append(instruction)
        self.function.blocks.remove(block)
        self.at(self.builder.block)

    @contextmanager
    def loop(self, count: Operand, first: Operand = 0) -> Iterator[Loop]:
        """Passes from `first` to `count` - 1."""
        at = self.variable(first)
        head, body, again, leave = self.block(), self.block(), self.block(), self.block()
        self.go(head)
        self.at(head)
        now = self.load(at)
        self.fork(self.is_("<", now, count), body, leave)
        self.at(body)
        yield Loop(now, again, leave)
        self.go(again)
        self.at(again)
        self.store(self.add(now, 1), at)
        self.go(head)
        self.at(leave)

    @contextmanager
    def while_(self, test: Callable[[], ir.Value]) -> Iterator[ir.Block]:
        """Passes as long as the test holds; gives the block where the loop is left."""
        head, body, leave = self.block(), self.block(), self.block()
        self.go(head)
        self.at(head)
        self.fork(test(), body, leave)
        self.at(body)
        yield leave
        self.go(head)
        self.at(leave)

    # ---- what goes wrong, and memory -------------------------------------------------------------
    def trouble(self, test: ir.Value | None = None) -> None:
        """Note that this game cannot go on here (if the test holds): the reference engine has to say why."""
        if test is None:
            self.store(1, self.note(TROUBLE))
            return
        with self.when(test, likely=False):
            self.store(1, self.note(TROUBLE))

    def present(self, word: ir.Value) -> ir.Value:
        """Return a word that must not be none; if it is, that is trouble, and 0 stands for it."""
        none = self.is_none(word)
        self.trouble(none)
        return self.select(none, 0, word)

    def seat(self, word: ir.Value) -> ir.Value:
        """Return a player who has to be there; if there is none, that is trouble, and the first stands for it."""
        inside = self.below(word, self.unit.program.layout.players)
        self.trouble(self.negate(inside))
        return self.select(inside, word, 0)

    def spend(self, index: int, amount: Operand = 1) -> None:
        """Count something down; below 0 is trouble."""
        left = self.sub(self.load(self.note(index)), amount)
        self.store(left, self.note(index))
        self.trouble(self.is_("<", left, 0))

    def memory(self, words: int) -> tuple[ir.Value, ir.Value]:
        """Return words of the context's free memory, and the mark to give back afterwards; trouble if it is used up."""
        self.uses_memory = self.ever_memory = True
        mark = self.load(self.note(TOP))
        after = self.add(mark, words)
        full = self.is_(">", after, self.unit.memory)
        self.trouble(full)
        mark = self.select(full, SCRATCH, mark)
        self.store(self.add(mark, words), self.note(TOP))
        return self.offset(self.context, mark), mark

    def give_back(self, mark: ir.Value) -> None:
        self.store(mark, self.note(TOP))

    def call(self, function: ir.Function, *args: Operand) -> ir.Value:
        """Call another function of the module, with this state and context first."""
        self.unit.calls[function.name] += 1
        return self.builder.call(function, [self.state, self.context, *map(_as_value, args)])

    def copy(self, target: ir.Value, source: ir.Value, words: int) -> None:
        """Copy so many words; the two do not overlap."""
        self.builder.call(self.unit.memcpy, [target, source, ir.Constant(I64, 4 * words), ir.Constant(I1, 0)])
