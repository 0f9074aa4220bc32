"""Where the cells of a grid stand to each other: members of a family, and a grid that is looked at from the other side."""

from __future__ import annotations

import math

from attrs import evolve

from rulekit.report.scene.scene import Cell, Grid


def laid_at(lies: str, at: tuple[int, int], sizes: tuple[int, int]) -> tuple[int, int, int]:
    """Return the row and column of a place in its family, and how many columns it takes.

    Hexagons: each row is shifted by half a place against the one above. A winding track goes to and fro.

    >>> laid_at("", (2, 0), (3, 2)), laid_at("hexagonal", (2, 1), (3, 2)), laid_at("hexagonal", (2, 0), (3, 2))
    ((1, 2, 1), (0, 4, 2), (1, 5, 2))
    >>> [laid_at("winding", (n, 0), (8, 1))[:2] for n in range(8)]
    [(1, 0), (1, 1), (1, 2), (1, 3), (0, 3), (0, 2), (0, 1), (0, 0)]
    """
    (x, y), (wide, high) = at, sizes
    row = high - 1 - y
    if lies == "hexagonal":
        return row, 2 * x + row, 2
    if lies == "winding" and high == 1:
        length = max(2, math.isqrt(2 * wide))
        back, along = divmod(x, length)
        return -(-wide // length) - 1 - back, length - 1 - along if back % 2 else along, 1
    return row, x, 1


def half_turn(grid: Grid) -> Grid:
    """Return a grid seen from the other side; what lies in it stays upright."""

    def turned(cell: Cell) -> Cell:
        row, column = grid.rows - cell.row - cell.rows, grid.columns - cell.column - cell.columns
        return evolve(cell, row=row, column=column)

    return evolve(grid, cells=tuple(map(turned, grid.cells)))


def around(count: int, viewer: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return row, column, rows and columns of what lies before each player, by seat: the viewer's is below the others, who follow
    in the order of turns from the left across the top to the right.

    >>> around(2, 0), around(3, 1)
    (((1, 0, 1, 1), (0, 0, 1, 1)), ((0, 2, 1, 1), (1, 1, 1, 1), (0, 0, 1, 1)))
    >>> around(4, 0)
    ((2, 1, 1, 1), (1, 0, 1, 1), (0, 1, 1, 1), (1, 2, 1, 1))
    """
    others = count - 1
    above = [(0, n) for n in range(others)]
    low = min(others, 1) if others < 3 else 2
    if others == 2:
        above = [(0, 0), (0, 2)]
    if others > 2:  # the first and the last sit at the sides
        above = [(1, 0), *above[1:-1], (1, others - 1)]
    wide = others - 2 if others > 2 else 1
    own = (low, 1 if others > 1 else 0, 1, wide)
    return tuple(own if n == 0 else (*above[n - 1], 1, 1) for n in ((seat - viewer) % count for seat in range(count)))
