"""The program: what both engines run. A state layout, constant tables, expressions without names, and a flat flow graph.

A state is a vector of cells. The first cells are fixed (`PC` … `FROZEN`); then come places (a tuple of piece numbers,
a spot: a piece or None), changing attributes, tallies, banks, markers, and the frame: locals, loop lists, counters.
Deeds are inlined where they are done, so that no stack is needed: there is no recursion.
"""

from __future__ import annotations

from typing import Any, Union

from attrs import field, frozen

from rulekit.diagnostics import NOWHERE, Span
from rulekit.model.expr import Text, Typed, Value
from rulekit.model.rules import Citation
from rulekit.model.types import Type

PC, ME, ACTIVE, SEED, COUNTER, DECIDER, FORCED, LOG, FROZEN = range(9)
FIXED = 9
Expr = Any  # an expression of the model without locals, or a Cell, Try or Within
END, DONE = 0, 1  # the first two nodes of every program


@frozen
class Cell(Typed):
    """The value of a cell of the frame, with the name it has in the rules."""

    slot: int
    name: str = field(default="", eq=False)


@frozen
class Try(Typed):
    """`p can …`: a prepared trial (its index) with its arguments."""

    player: Expr
    trial: int
    args: tuple[Expr, ...]


@frozen
class Within(Typed):
    """A number that play has to hold against declared bounds: they could not be proven."""

    of: Expr
    low: int
    high: int


@frozen
class Rule:
    """Where a node comes from: address, citations, place in the text."""

    address: str
    cites: tuple[Citation, ...]
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class DimSize:
    """An index of a family: its first value and how many there are."""

    name: str
    low: int
    size: int
    type: Type


@frozen
class PlaceLayout:
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
class TallyLayout:
    name: str
    base: int
    size: int
    dims: tuple[DimSize, ...]
    bank: int | None  # first cell of the banks
    banks: int
    start: tuple[int, ...]


@frozen
class MarkerLayout:
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


@frozen
class AttrLayout:
    """An attribute of a sort: a constant for each piece, or (changing) a cell each from `base` on."""

    name: str
    type: Type
    low: int | None
    high: int | None
    base: int | None
    values: tuple[Value, ...]


@frozen
class SortLayout:
    """Pieces `first` to `first + count - 1`; `start[i]` is the cell each starts in, `alike[i]` equal for pieces with equal constant attributes."""

    name: str
    first: int
    count: int
    attrs: tuple[AttrLayout, ...]
    start: tuple[int, ...]
    alike: tuple[int, ...]


@frozen
class KindLayout:
    name: str
    values: tuple[str, ...]
    attrs: tuple[tuple[str, tuple[Value, ...]], ...]


@frozen
class TableLayout:
    """`entries`: full keys and values; `ranges`: entries with an open end (one key)."""

    name: str
    address: str
    entries: tuple[tuple[tuple[Value, ...], Value], ...]
    ranges: tuple[tuple[int, int, Value], ...]


@frozen
class Layout:
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


# ---- nodes ---------------------------------------------------------------------------------------
@frozen
class Node:
    rule: int


@frozen
class Let(Node):
    slot: int
    value: Expr
    next: int


@frozen
class Test(Node):
    """Which way to go. If it reads what the decider does not see, it is a horizon."""

    test: Expr
    yes: int
    no: int


@frozen
class Require(Node):
    test: Expr
    reason: Text | None
    next: int


@frozen
class ForNext(Node):
    """Bind the next element of a frozen list, or leave the loop."""

    list: int
    at: int
    targets: tuple[int, ...]
    body: int
    exit: int


@frozen
class CountNext(Node):
    counter: int
    body: int
    exit: int


@frozen
class Guard(Node):
    """Stop a loop whose passes leave the game as it was."""

    seen: int
    count: int
    next: int


@frozen
class PickSpec:
    """`several`: the local is a list of `low` to `high` elements."""

    slot: int
    name: str
    type: Type
    source: Expr
    several: bool
    low: Expr | None
    high: Expr | None


@frozen
class Choose(Node):
    """A player's choice. In `where` and later sources, earlier picks are read from their cells."""

    picks: tuple[PickSpec, ...]
    where: Expr | None
    next: int


@frozen
class Random(Node):
    """`choose … at random`: chance."""

    picks: tuple[PickSpec, ...]
    where: Expr | None
    next: int


@frozen
class Start(Node):
    """A player begins an action."""

    action: str
    next: int


@frozen
class Fork(Node):
    """`one of`: where each bullet begins, and its rule."""

    bullets: tuple[int, ...]
    rules: tuple[int, ...]


@frozen
class Offer(Node):
    accept: int
    decline: int


@frozen
class SlotRef:
    """A place: the cell is computed from the indices; `place` is a family's name or `box`."""

    place: str
    indices: tuple[Expr, ...]


@frozen
class SetMarker(Node):
    marker: str
    indices: tuple[Expr, ...]
    value: Expr
    next: int


@frozen
class SetAttr(Node):
    sort: str
    attr: str
    piece: Expr
    value: Expr
    next: int


@frozen
class Move(Node):
    what: Expr
    to: SlotRef
    under: bool
    next: int


@frozen
class Draw(Node):
    count: Expr
    source: SlotRef
    to: SlotRef
    under: bool
    next: int


@frozen
class Deal(Node):
    count: Expr | None
    source: SlotRef
    to: str
    next: int


@frozen
class Shuffle(Node):
    place: SlotRef
    next: int


@frozen
class Gain(Node):
    count: Expr
    tally: str
    indices: tuple[Expr, ...]
    next: int


@frozen
class Pay(Node):
    count: Expr
    tally: str
    indices: tuple[Expr, ...]
    to: Expr | None
    next: int


@frozen
class NextTurn(Node):
    slot: int
    player: Expr
    next: int


@frozen
class TurnFirst(Node):
    """Begin `turns`: the first player for whom `where` holds becomes active."""

    start: Expr
    where: Expr | None
    coming: int
    first: int
    next: int
    exit: int


@frozen
class TurnNext(Node):
    """The next player becomes active; `tested` where `until` is tested, `body` where it is not (within a round)."""

    where: Expr | None
    whole: bool
    coming: int
    first: int
    tested: int
    body: int
    exit: int


@frozen
class Horizon(Node):
    """The end of a turn or part: search goes no further."""

    next: int


@frozen
class Freeze(Node):
    """Begin (`on`) or end `everyone secretly`: others see a player's cells as they were."""

    on: bool
    next: int


@frozen
class End(Node):
    """The game is over."""


@frozen
class Done(Node):
    """The end of a deed that was only tried (`can`)."""


AnyNode = Union[
    Let, Test, Require, ForNext, CountNext, Guard, Choose, Random, Start, Fork, Offer, SetMarker, SetAttr, Move, Draw, Deal, Shuffle,
    Gain, Pay, NextTurn, TurnFirst, TurnNext, Horizon, Freeze, End, Done,
]
PURE_NODES = (Let, Test, Require, ForNext, CountNext, Guard)
DECISIONS = (Choose, Start, Fork, Offer)


@frozen
class DefineCode:
    """A definition: parameters are Bounds."""

    name: str
    params: tuple[tuple[int, int | None, int | None], ...]  # Bound index and declared bounds
    type: Type
    body: Expr


@frozen
class Trial:
    """A deed prepared for `can`: entry, the cells of its arguments by name."""

    deed: str
    entry: int
    args: tuple[tuple[str, int], ...]


@frozen
class Line:
    """A line of the score sheet or a criterion of the winner; the player is Bound 0."""

    name: str
    value: Expr
    cites: tuple[Citation, ...]


@frozen
class Unproven:
    """What could not be proven, and why: a second engine has to refuse or check it."""

    what: str
    why: str


@frozen
class Program:
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


def successors(node: Any) -> tuple[int, ...]:
    """The nodes that may come next."""
    match node:
        case Test(yes=yes, no=no):
            return (yes, no)
        case ForNext(body=body, exit=leave) | CountNext(body=body, exit=leave):
            return (body, leave)
        case Fork(bullets=bullets):
            return bullets
        case Offer(accept=accept, decline=decline):
            return (decline, accept)
        case TurnFirst(next=following, exit=leave):
            return (following, leave)
        case TurnNext(tested=tested, body=body, exit=leave):
            return (tested, body, leave)
        case End() | Done():
            return ()
        case _:
            return (node.next,)
