"""Layouts → grids whose cells know all but the state: loops are gone through, `each` is spread, equal cells are joined.

Comes in: a layout, a folder (which knows options, kinds and the number of players) and what bound names stand for. Goes out:
cells with their rows and columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from attrs import evolve, frozen

from rulekit.model.analysis.folding import Folder
from rulekit.model.expressions import Const, Expr, Value
from rulekit.model.faults import Impossible, Unknown
from rulekit.model.layouts import Layout, LayoutCell, LayoutLine, LayoutLoop, LayoutRow
from rulekit.model.model_walk import put_in
from rulekit.model.types import KindType, NumberType, PlayerType, innermost

MOST_CELLS = 4_000
Told = Mapping[int, Expr]


class TooLarge(Exception):
    """A layout with more cells than are drawn; never leaves whoever expands it."""


@frozen
class Area:
    """A cell of a layout and the rows and columns it takes."""

    row: int
    column: int
    rows: int
    columns: int
    cell: LayoutCell


@frozen
class Expanded:
    areas: tuple[Area, ...]
    rows: int
    columns: int
    spread: bool


def expand(layout: Layout, folder: Folder, told: Told) -> Expanded:
    """Return the grid of a layout."""
    rows = [_told(row, told) for row in islice(_rows(layout.lines, folder, {}, told), MOST_CELLS + 1)]
    if sum(map(len, rows)) > MOST_CELLS:
        raise TooLarge
    grid, spread = _spread(rows, folder)
    columns = max((len(row) for row in grid), default=0)
    return Expanded(tuple(_joined(grid, columns)), len(grid), columns, spread)


def _rows(lines: tuple[LayoutLine, ...], folder: Folder, bound: Told, told: Told) -> Iterator[tuple[LayoutCell, ...]]:
    for line in lines:
        if isinstance(line, LayoutRow):
            yield _told(line.cells, bound)
        else:
            for found in _passes(line, folder, bound, told):
                yield from _rows(line.lines, folder, found, told)


def _passes(loop: LayoutLoop, folder: Folder, bound: Told, told: Told, at: int = 0) -> Iterator[Told]:
    """Yield what the names of a loop stand for, pass by pass; what only the state knows is left out."""
    if at == len(loop.bindings):
        if loop.where is None or value_of(loop.where, folder, {**told, **bound}):
            yield bound
        return
    binding = loop.bindings[at]
    items = value_of(binding.source, folder, {**told, **bound})
    kind = innermost(binding.source.type)
    for item in items if isinstance(items, tuple) else ():
        yield from _passes(loop, folder, {**bound, binding.index: Const(kind, item)}, told, at + 1)


def value_of(expr: Expr, folder: Folder, told: Told) -> Value:
    """Return a value that is known before the game begins; none if it is not."""
    try:
        return folder.value(put_in(expr, told))
    except (Unknown, Impossible):
        return None


def _told(cells: tuple[LayoutCell, ...], told: Told) -> tuple[LayoutCell, ...]:
    return tuple(put_into(cell, told) for cell in cells)


def put_into(cell: LayoutCell, told: Told) -> LayoutCell:
    """Return a cell with others in the place of bound names."""

    def put(expr: Expr | None) -> Expr | None:
        return None if expr is None else put_in(expr, told)

    args = tuple(put_in(arg, told) for arg in cell.args)
    return evolve(cell, value=put(cell.value), args=args, test=put(cell.test), turned=put(cell.turned))


# ---- each ----------------------------------------------------------------------------------------
def _spread(rows: list[tuple[LayoutCell, ...]], folder: Folder) -> tuple[list[list[LayoutCell]], bool]:
    """Write cells with `each` out, once for each value; cells in the same column line up."""
    made = [[_each(cell, folder) for cell in row] for row in rows]
    wide = [max((len(row[n]) for row in made if n < len(row)), default=1) for n in range(max(map(len, made), default=0))]
    if len(made) * sum(wide) > MOST_CELLS:
        raise TooLarge
    grid = [[cell for cells, count in zip(row, wide, strict=False) for cell in _wide(cells, count)] for row in made]
    return grid, any(cell.each is not None for row in rows for cell in row)


def _wide(cells: list[LayoutCell], count: int) -> list[LayoutCell]:
    return cells * count if len(cells) == 1 else [*cells, *[LayoutCell("gap")] * (count - len(cells))]


def _each(cell: LayoutCell, folder: Folder) -> list[LayoutCell]:
    if cell.each is None:
        return [cell]
    kind = cell.each.domain.type
    values = _values(cell, folder)
    if cell.turned is not None and value_of(cell.turned, folder, {}):
        values = values[::-1]
    told = [{cell.each.index: Const(kind, value)} for value in values]
    return [evolve(put_into(cell, one), turned=None) for one in told] or [LayoutCell("gap")]


def _values(cell: LayoutCell, folder: Folder) -> tuple[Value, ...]:
    assert cell.each is not None
    domain = cell.each.domain
    match domain.type:
        case PlayerType():
            return tuple(range(folder.players))
        case KindType(kind=name):
            return tuple(range(len(next(k.values for k in folder.model.kinds if k.name == name))))
        case NumberType() if domain.low is not None and domain.high is not None:
            low, high = value_of(domain.low, folder, {}), value_of(domain.high, folder, {})
            if isinstance(low, int) and isinstance(high, int) and high - low < MOST_CELLS:
                return tuple(range(low, high + 1))
    return ()


# ---- larger areas --------------------------------------------------------------------------------
def _joined(grid: list[list[LayoutCell]], columns: int) -> Iterator[Area]:
    """Yield the areas of a grid: the same cell beside or below itself is one."""
    taken: set[tuple[int, int]] = set()
    for row, cells in enumerate(grid):
        for column, cell in enumerate(cells):
            if cell.what == "gap" or (row, column) in taken:
                continue
            wide = next((n for n in range(column, len(cells)) if cells[n] != cell or (row, n) in taken), len(cells)) - column
            high = next((n for n in range(row, len(grid)) if not _same(grid[n], column, wide, cell)), len(grid)) - row
            taken |= {(r, c) for r in range(row, row + high) for c in range(column, column + wide)}
            yield Area(row, column, high, wide, cell)


def _same(cells: list[LayoutCell], column: int, wide: int, cell: LayoutCell) -> bool:
    return len(cells) >= column + wide and all(other == cell for other in cells[column : column + wide])
