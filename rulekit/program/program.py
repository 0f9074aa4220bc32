"""The program: what both engines run. A state layout, constant tables, expressions without names, and a flat flow graph.

A state is a vector of cells. The first cells are fixed (`PC` … `FROZEN`); then come places (a tuple of piece numbers,
a spot: a piece or None), changing attributes, tallies, banks, markers, and the frame: locals, loop lists, counters.
Deeds are inlined where they are done, so that no stack is needed: there is no recursion.
"""

from __future__ import annotations

from attrs import field

from rulekit.diagnostics import NOWHERE, Span
from rulekit.model.expressions import Cell as Cell
from rulekit.model.expressions import Expr as Expr
from rulekit.model.expressions import Try as Try
from rulekit.model.expressions import Value
from rulekit.model.expressions import Within as Within
from rulekit.model.rules import Citation
from rulekit.model.types import Type
from rulekit.program.cells import *  # noqa: F403
from rulekit.program.nodes import *  # noqa: F403
from rulekit.program.nodes import AnyNode
from rulekit.records import Record, frozen

END, DONE = 0, 1  # the first two nodes of every program


@frozen
class Rule(Record):
    """Where a node comes from: address, citations, place in the text."""

    address: str
    cites: tuple[Citation, ...]
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class DimSize(Record):
    """An index of a family: its first value and how many there are."""

    name: str
    low: int
    size: int
    type: Type


@frozen
class PlaceLayout(Record):
    """A family of places: cells `base` to `base + size - 1`, the last index varying fastest."""

    name: str
    base: int
    size: int
    dims: tuple[DimSize, ...]
    shape: str
    sort: str
    sight: str
    refill: tuple[int, ...]  # for each member the cell it is refilled from, empty: never
    positional: bool  # the game uses positions on it
    capacity: int


@frozen
class TallyLayout(Record):
    name: str
    base: int
    size: int
    dims: tuple[DimSize, ...]
    bank: int | None  # first cell of the banks
    banks: int
    start: tuple[int, ...]


@frozen
class MarkerLayout(Record):
    name: str
    base: int
    size: int
    dims: tuple[DimSize, ...]
    type: Type
    low: int | None
    high: int | None
    optional: bool
    sight: str
    start: tuple[Value, ...]


Family = PlaceLayout | TallyLayout | MarkerLayout


@frozen
class AttrLayout(Record):
    """An attribute of a sort: a constant for each piece, or (changing) a cell each from `base` on."""

    name: str
    type: Type
    low: int | None
    high: int | None
    base: int | None
    values: tuple[Value, ...]


@frozen
class SortLayout(Record):
    """Pieces `first` to `first + count - 1`.

    `start[i]` is the cell each starts in, `alike[i]` is equal for pieces with equal constant attributes.
    """

    name: str
    first: int
    count: int
    attrs: tuple[AttrLayout, ...]
    start: tuple[int, ...]
    alike: tuple[int, ...]


@frozen
class KindLayout(Record):
    name: str
    values: tuple[str, ...]
    attrs: tuple[tuple[str, tuple[Value, ...]], ...]


Keys = int | tuple[int, ...]  # one key, or several


@frozen
class TableLayout(Record):
    """`entries`: full keys and values; `ranges`: entries with an open end: lowest key, highest key (several: tuples), value."""

    name: str
    address: str
    entries: tuple[tuple[tuple[Value, ...], Value], ...]
    ranges: tuple[tuple[Keys, Keys, Value], ...]


@frozen
class Layout(Record):
    players: int
    size: int
    data: tuple[int, int]  # cells of the game itself, between the fixed ones and the frame
    box: int
    places: tuple[PlaceLayout, ...]
    tallies: tuple[TallyLayout, ...]
    markers: tuple[MarkerLayout, ...]
    sorts: tuple[SortLayout, ...]
    kinds: tuple[KindLayout, ...]
    tables: tuple[TableLayout, ...]
    names: tuple[str, ...]  # of the cells of the frame, for people


@frozen
class DefineCode(Record):
    """A definition: parameters are Bounds."""

    name: str
    params: tuple[tuple[int, int | None, int | None], ...]  # Bound index and declared bounds
    type: Type
    body: Expr

    @property
    def bounds(self) -> dict[int, tuple[int, int]]:
        """What is declared of its parameters."""
        return {i: (low, high) for i, low, high in self.params if low is not None and high is not None}


@frozen
class Trial(Record):
    """A deed prepared for `can`: entry, the cells of its arguments by name."""

    deed: str
    entry: int
    args: tuple[tuple[str, int], ...]


@frozen
class Line(Record):
    """A line of the score sheet or a criterion of the winner; the player is Bound 0."""

    name: str
    value: Expr
    cites: tuple[Citation, ...]
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Unproven(Record):
    """What could not be proven, and why: a second engine has to refuse or check it."""

    what: str
    why: str


@frozen
class Program(Record):
    game: str
    digest: str
    options: tuple[tuple[str, Value], ...]
    layout: Layout
    rules: tuple[Rule, ...]
    nodes: tuple[AnyNode, ...]
    entry: int
    play: int
    deeds: tuple[tuple[str, str], ...]  # name, role
    entries: tuple[tuple[str, int], ...]  # address -> nodes where it begins, in order
    defines: tuple[DefineCode, ...]
    trials: tuple[Trial, ...]
    score: tuple[Line, ...]
    winner: tuple[Line, ...]
    bounds: tuple[tuple[int, int, int], ...]  # cell of the frame, low, high
    safe: tuple[bool, ...]
    unproven: tuple[Unproven, ...]
    extras: tuple[Expr, ...] = ()  # expressions of examples, lowered with the game
    steps: tuple[tuple[str, int, int], ...] = ()  # uses of steps: name, where it begins, where the play goes on after it
