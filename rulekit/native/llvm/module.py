"""The module in the making: its functions, made when they are first asked for, and its constant tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from attrs import define, field
from llvmlite import ir

from rulekit.engine.machine import MOST_MOVES
from rulekit.engine.runtime.constant_tables import Tables, make_tables
from rulekit.model.expressions import Value
from rulekit.model.model_walk import described
from rulekit.native.llvm.builder import I1, I8, I32, I64, NOTHING, POINTER, Fn
from rulekit.native.lookahead.trail import TRAIL_WORDS
from rulekit.native.shortcuts import SHORTCUTS
from rulekit.native.state.layout import NONE, Shape, Sizes, make_shape
from rulekit.native.state.noted_paths import MOST_PATH
from rulekit.program import program as prog
from rulekit.program.analysis.expression_ranges import Ranges, ranges_of
from rulekit.program.analysis.never_none import present_cells

if TYPE_CHECKING:
    from rulekit.native.program_facts import Plan

SHORT, LONG = 40, 2_000  # instructions of a function that is put where it is called: anywhere, or if it is called once
WORDS_OF_MEMORY = 1 << 20  # words of a context for lists and copies of states
Write = Callable[[Fn], None]


class Unlowered(Exception):
    """What the native engine cannot do: at which rule, and why."""

    def __init__(self, reason: str, address: str = "") -> None:
        super().__init__(reason)
        self.reason, self.address = reason, address


@define
class Unit:
    """One program on its way to machine code; `paths`: menus note the way to each move."""

    program: prog.Program
    paths: bool = False
    shortcuts: frozenset[str] = SHORTCUTS  # that are taken
    module: ir.Module = field(init=False)
    shape: Shape = field(init=False)
    tables: Tables = field(init=False)
    sizes: Sizes = field(init=False)
    ranges: Ranges = field(init=False)
    present: frozenset[int] = field(init=False)  # slots that are never none
    memcpy: ir.Function = field(init=False)
    memmove: ir.Function = field(init=False)
    plan: Plan = field(init=False)
    heads: frozenset[int] = field(init=False)
    searched: set[int] = field(init=False)  # nodes where a search may begin
    bundled: set[int] = field(factory=set)  # choices whose candidates are noted together
    live: tuple[frozenset[tuple[int, str]], ...] | None = None
    stride: int = 0
    memory: int = WORDS_OF_MEMORY
    functions: dict[str, ir.Function] = field(factory=dict)
    calls: Counter[str] = field(factory=Counter)  # how many places call a function
    _todo: list[tuple[ir.Function, Write]] = field(factory=list)
    _late: list[tuple[ir.Function, Write]] = field(factory=list)
    _tables: dict[tuple[tuple[int, ...], str], ir.GlobalVariable] = field(factory=dict)
    _descriptions: dict[tuple[str, Value], int] = field(factory=dict)
    _looks: ir.GlobalVariable | None = None
    _memo: int = 0

    def __attrs_post_init__(self) -> None:
        program = self.program
        self.module = ir.Module("rules")
        self.shape, self.tables = make_shape(program), make_tables(program.layout)
        self.sizes = self.shape.sizes
        self.ranges = ranges_of(program.layout, program.bounds, program.defines)
        self.present = present_cells(program, self.ranges)
        kinds = [POINTER, POINTER, I64, I1]
        self.memcpy = ir.Function(self.module, ir.FunctionType(NOTHING, kinds), "llvm.memcpy.p0.p0.i64")
        self.memmove = ir.Function(self.module, ir.FunctionType(NOTHING, kinds), "llvm.memmove.p0.p0.i64")

    @property
    def pieces(self) -> int:
        """How many pieces there are."""
        return sum(s.count for s in self.program.layout.sorts)

    @property
    def path_at(self) -> int:
        """Where in the context the path in the making is noted."""
        return self.memory

    @property
    def moves_at(self) -> int:
        """Where in the context the records of moves begin."""
        return self.memory + MOST_PATH + 8

    @property
    def trail_at(self) -> int:
        """Where in the context the trail of a search begins."""
        return self.moves_at + (MOST_MOVES + 1) * self.stride

    @property
    def context_size(self) -> int:
        """Words of a context."""
        return self.trail_at + TRAIL_WORDS + self._memo

    def memo(self, words: int) -> int:
        """Return where in the context so many words are kept from one use to the next."""
        self._memo += words
        return self.trail_at + TRAIL_WORDS + self._memo - words

    def function(
        self, name: str, result: ir.Type, args: Sequence[ir.Type], write: Write, inner: bool = True, late: bool = False
    ) -> ir.Function:
        """Return a function with state, context and these arguments, written once; `late`: after all others."""
        if name not in self.functions:
            made = ir.Function(self.module, ir.FunctionType(result, [POINTER, POINTER, *args]), name)
            made.attributes.add("nounwind")
            for pointer in made.args[:2]:  # state and context do not overlap
                pointer.add_attribute("noalias")
            if inner:
                made.linkage = "internal"
            self.functions[name] = made
            (self._late if late else self._todo).append((made, write))
        return self.functions[name]

    def finish(self) -> None:
        """Write everything that was asked for."""
        while self._todo or self._late:
            made, write = (self._todo or self._late).pop()
            fn = Fn(self, made)
            write(fn)
            fn.finish()
        if self._looks is not None:
            self._fill_looks(self._looks)
        self._inline()

    def _inline(self) -> None:
        """Functions that are short, or called from one place, are put where they are called."""
        for name, made in ((n, f) for n, f in self.functions.items() if f.linkage == "internal"):
            size = sum(len(block.instructions) for block in made.blocks)
            if size <= SHORT or (self.calls[name] == 1 and size <= LONG):
                made.attributes.add("alwaysinline")

    def table(self, values: Sequence[int], kind: ir.Type = I32) -> ir.Value:
        """Return a constant table in the module."""
        key = (tuple(values), str(kind))
        if key not in self._tables:
            shown = ir.ArrayType(kind, max(1, len(values)))
            made = ir.GlobalVariable(self.module, shown, f"table{len(self._tables)}")
            made.linkage, made.global_constant = "internal", True
            made.initializer = ir.Constant(shown, list(values) or [0])
            self._tables[key] = made
        return self._tables[key]

    def description(self, sort: str, value: Value) -> int:
        """Return the number of a constant description."""
        key = (sort, value)
        return self._descriptions.setdefault(key, len(self._descriptions))

    @property
    def looks(self) -> ir.GlobalVariable:
        """The table of which piece fits which description, filled in at the end."""
        if self._looks is None:
            self._looks = ir.GlobalVariable(self.module, I8, "looks")
            self._looks.linkage, self._looks.global_constant = "internal", True
        return self._looks

    def _fill_looks(self, looks: ir.GlobalVariable) -> None:
        layout = self.program.layout
        bits: list[int] = []
        for sort, description in self._descriptions:
            fields = list(described(description))
            found = next(s for s in layout.sorts if s.name == sort)
            attrs = {a.name: a for a in found.attrs}
            if any(attrs[name].base is not None for name, _ in fields):
                raise Unlowered("a description of an attribute that changes, kept in a list or table")
            row = [0] * sum(s.count for s in layout.sorts)
            for n in range(found.count):
                row[found.first + n] = int(all(attrs[name].values[n] == value for name, value in fields))
            bits += row
        shown = ir.ArrayType(I8, max(1, len(bits)))
        looks.value_type, looks.initializer = shown, ir.Constant(shown, bits or [0])

    def define_of(self, name: str) -> tuple[int, prog.DefineCode]:
        """Return a definition and its number."""
        return next((n, d) for n, d in enumerate(self.program.defines) if d.name == name)


def as_word(value: Value) -> int:
    """Return a plain value as a word."""
    assert value is None or isinstance(value, int)
    return NONE if value is None else int(value)
