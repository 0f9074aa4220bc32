"""Constant tables of a program, as running rules want them: attributes, kinds, sight, neighbours, lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from attrs import frozen

from rulekit.model.types import PlayerType
from rulekit.program import program as prog
from rulekit.program.program import Cells, CellValue, Layout, Place, PlaceLayout

Getter = Callable[[Cells], tuple[CellValue, ...]]
Function = Callable[..., object]  # that generated code calls
Space = dict[str, Any]  # what generated code sees, by name


@frozen
class Tables:
    """`sight[cell]`: which players see it; `shape[cell]`; `places[sort]`: the cells a piece of a sort can lie in."""

    sight: dict[int, tuple[bool, ...]]
    shape: dict[int, str]
    refill: dict[int, Place]
    sort_of: tuple[int, ...]
    homes: tuple[tuple[Place, ...], ...]
    alike: tuple[int, ...]
    unordered: frozenset[int]
    attr: dict[tuple[str, str], dict[int | None, CellValue]]
    changing: dict[tuple[str, str], int]
    cells: tuple[tuple[int, ...], ...]  # by sort: bases of the changing attributes


def make_tables(layout: Layout) -> Tables:
    """Return all tables of a layout."""
    sight, shape, unordered = {layout.box: (True,) * layout.players}, {layout.box: "bag"}, {layout.box}
    refill: dict[int, Place] = {}
    for place in layout.places:
        for offset in range(place.size):
            cell = place.base + offset
            sight[cell] = _sight(place, offset, layout.players)
            shape[cell] = place.shape
            if place.refill:
                refill[cell] = Place(place.refill[offset])
            if place.shape in ("bag", "hand") or not place.positional:
                unordered.add(cell)
    sort_of = tuple(n for n, s in enumerate(layout.sorts) for _ in range(s.count))
    homes = tuple(
        (*(Place(c) for p in layout.places if p.sort == s.name for c in range(p.base, p.base + p.size)), Place(layout.box))
        for s in layout.sorts
    )
    alike = tuple(a for s in layout.sorts for a in s.alike)
    attr, changing = _attributes(layout)
    cells = tuple(tuple(base for (name, _), base in changing.items() if name == s.name) for s in layout.sorts)
    return Tables(sight, shape, refill, sort_of, homes, alike, frozenset(unordered), attr, changing, cells)


def _sight(place: PlaceLayout, offset: int, players: int) -> tuple[bool, ...]:
    owner = owner_of(place.dims, offset)
    return tuple(sees(place.sight, owner, p) for p in range(players))


def sees(sight: str, owner: int | None, player: int) -> bool:
    """Return whether a player sees what has this sight and owner."""
    if sight in ("open", "hidden"):
        return sight == "open"
    return (owner == player) == (sight == "private")


def owner_of(dims: tuple[prog.DimSize, ...], offset: int) -> int | None:
    """Return the player of the first player index of a family's member."""
    for at, dim in enumerate(dims):
        if isinstance(dim.type, PlayerType):
            below = 1
            for later in dims[at + 1 :]:
                below *= later.size
            return int(offset // below % dim.size)
    return None


def _attributes(layout: Layout) -> tuple[dict[tuple[str, str], dict[int | None, CellValue]], dict[tuple[str, str], int]]:
    attr: dict[tuple[str, str], dict[int | None, CellValue]] = {}
    changing = {}
    for sort in layout.sorts:
        for a in sort.attrs:
            if a.base is None:
                attr[sort.name, a.name] = {None: None} | {sort.first + i: v for i, v in enumerate(a.values)}
            else:
                changing[sort.name, a.name] = a.base - sort.first
    for kind in layout.kinds:
        for name, values in kind.attrs:
            attr[kind.name, name] = {None: None} | dict(enumerate(values))
    return attr, changing


def member_reader(base: int, dims: tuple[prog.DimSize, ...], outside: CellValue) -> Function:
    """Return a function that reads a member of a family by its indices; outside the declared ones there is `outside`."""
    if len(dims) == 2:
        (a, width), (b, height) = ((d.low, d.size) for d in dims)

        def two(state: Cells, i: int | None, j: int | None) -> CellValue:
            if i is None or j is None or not (0 <= i - a < width and 0 <= j - b < height):
                return outside
            return state[base + (i - a) * height + j - b]

        return two

    def many(state: Cells, *indices: int | None) -> CellValue:
        offset = 0
        for dim, index in zip(dims, indices, strict=True):
            if index is None or not 0 <= index - dim.low < dim.size:
                return outside
            offset = offset * dim.size + index - dim.low
        return state[base + offset]

    return many


def line_getters(place: PlaceLayout, lengths: Sequence[int]) -> dict[int, list[Getter]]:
    """For these lengths the getters of all straight runs: across, up, both diagonals, each in index order."""
    sizes = [d.size for d in place.dims]
    if len(sizes) == 1:
        return {n: [_getter(range(place.base + i, place.base + i + n)) for i in range(sizes[0] - n + 1)] for n in lengths}
    across, up = sizes
    found: dict[int, list[Getter]] = {}
    for n in lengths:
        found[n] = []
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)) if n > 1 else ((1, 0),):
            for x in range(across):
                for y in range(up):
                    ends = (x + dx * (n - 1), y + dy * (n - 1))
                    if 0 <= ends[0] < across and 0 <= ends[1] < up:
                        found[n].append(_getter([place.base + (x + dx * k) * up + y + dy * k for k in range(n)]))
    return found


def _getter(cells: Sequence[int]) -> Getter:
    if len(cells) == 1:
        only = cells[0]
        return lambda state: (state[only],)
    return itemgetter(*cells)
