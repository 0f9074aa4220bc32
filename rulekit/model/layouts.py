"""How the table looks, as data: grids of cells, each an expression, a heading, a table of the rules or another layout.

Bounds in them: the parameters of an area, the player of `layout of player p`, the attributes of a card's face (by their number
in the sort), names that loops bind, `each` of a cell, and the player who looks (`VIEWER`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Union

from attrs import field

from rulekit.diagnostics import NOWHERE, Span
from rulekit.model.declared import Declared, Dim, Parameter
from rulekit.model.expressions import BankOf, Binding, Contents, Expr, MarkerOf, PieceAt, TallyOf
from rulekit.records import Record, frozen

VIEWER = -1  # the Bound that stands for whoever looks
MIDDLE, PLAYER, FACE, AREA = "middle", "player", "face", "area"
AROUND = "around"
OF_FAMILIES = (AROUND, "winding", "hexagonal")  # how the places of a family lie to each other


@frozen
class LayoutCell(Record):
    """`what`: gap, value, word (a heading: the name of a thing), table (of the rules) or layout (an area, with `args`).

    `each`: the cell stands there once for each value of this index. `turned`: when it is shown the other way round.
    """

    what: str
    value: Expr | None = None
    name: str = ""
    args: tuple[Expr, ...] = ()
    each: Dim | None = None
    test: Expr | None = None
    turned: Expr | None = None
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class LayoutRow(Record):
    cells: tuple[LayoutCell, ...]
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class LayoutLoop(Record):
    bindings: tuple[Binding, ...]
    where: Expr | None
    lines: tuple[LayoutLine, ...]
    span: Span = field(default=NOWHERE, eq=False, repr=False)


LayoutLine = Union[LayoutRow, LayoutLoop]


@frozen
class Said(Record):
    """A name in a line of a layout, and where it is written."""

    name: str
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Layout(Declared):
    """`of`: the middle of the table, what lies before a player, the face of a sort (its name), or an area with a name.

    `joined`: the attribute that says what each place is joined with; `without`: things that are never drawn.
    """

    of: str
    params: tuple[Parameter, ...]
    lines: tuple[LayoutLine, ...]
    joined: Said | None = None
    without: tuple[Said, ...] = ()


def worked_out(cell: LayoutCell) -> tuple[Expr, ...]:
    """Return what has to be worked out for a cell: places, tallies and markers themselves are shown as the looker sees them."""
    value = cell.value
    shown: tuple[Expr, ...] = () if value is None else (value,)
    if isinstance(value, PieceAt):
        shown = (*value.indices, value.position)
    elif isinstance(value, Contents | TallyOf | BankOf | MarkerOf):
        shown = value.indices
    return (*shown, *(part for part in (cell.test, cell.turned, *cell.args) if part is not None))


def lines_of(lines: tuple[LayoutLine, ...]) -> Iterator[LayoutLine]:
    """Yield the lines of a layout, loops before what is in them."""
    for line in lines:
        yield line
        if isinstance(line, LayoutLoop):
            yield from lines_of(line.lines)


def cells_of(lines: tuple[LayoutLine, ...]) -> Iterator[LayoutCell]:
    """Yield the cells of a layout, those of its loops once."""
    for line in lines_of(lines):
        yield from line.cells if isinstance(line, LayoutRow) else ()


def loops_of(lines: tuple[LayoutLine, ...]) -> Iterator[LayoutLoop]:
    """Yield the loops of a layout, also those in others."""
    return (line for line in lines_of(lines) if isinstance(line, LayoutLoop))


def looped(loop: LayoutLoop) -> tuple[Expr, ...]:
    """Return what decides how often a loop is gone through."""
    return (*(binding.source for binding in loop.bindings), *(() if loop.where is None else (loop.where,)))
