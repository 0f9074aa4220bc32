"""When two positions go on in the same way: they differ only in dead values, or in which of two alike pieces is which.

Comes in: a program. Goes out: a key for any cells; cells with equal keys have equally many continuations.
"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.engine.engine import Engine
from rulekit.model.types import PieceType
from rulekit.program.analysis.liveness import live_cells, live_names
from rulekit.program.program import FROZEN, PC, Cells, CellValue, as_pieces

Key = tuple[CellValue, ...]
Look = tuple[int | str, ...]


def exact_key(engine: Engine) -> Callable[[Cells], Key]:
    """Return cells without what nobody reads any more."""
    end, frame = engine.program.layout.data[1], _frames(engine)

    def key(cells: Cells) -> Key:
        return (*cells[:end], *(cells[n] for n in frame[cells[PC]]))

    return key


def _frames(engine: Engine) -> list[tuple[int, ...]]:
    """For each node the cells of the frame that may still be read from there on."""
    end = engine.program.layout.data[1]
    return [tuple(sorted(slot for slot in cells if slot >= end)) for cells in live_cells(engine.program)]


def alike_key(engine: Engine) -> Callable[[Cells], Key]:
    """Return the same, with pieces that are alike taken for each other. Only where every outcome of chance is tried."""
    layout, tables, frame = engine.program.layout, engine.code.tables, _frames(engine)
    exact = exact_key(engine)
    if any(isinstance(m.type, PieceType) for m in layout.markers):
        return exact
    names = live_names(engine.program)
    held = {c for p in layout.places for c in range(p.base, p.base + p.size)} | {layout.box}
    changing = {a.base + i for s in layout.sorts for a in s.attrs if a.base is not None for i in range(s.count)}
    homes = tuple((c, tables.shape[c] in ("bag", "hand")) for c in sorted(held))
    others = tuple(n for n in range(layout.data[1]) if n not in held and n not in changing)
    look = _looks(engine)

    def key(cells: Cells) -> Key:
        if names[cells[PC]] or cells[FROZEN] is not None:
            return exact(cells)
        places = tuple(_contents(cells[c], look(cells), unordered) for c, unordered in homes)
        return (places, *(cells[n] for n in others), *(cells[n] for n in frame[cells[PC]]))

    return key


def _contents(items: CellValue, look: Callable[[int], Look], unordered: bool) -> CellValue:
    if items is None or isinstance(items, int):
        return None if items is None else look(items)
    seen = tuple(look(p) for p in as_pieces(items))
    return tuple(sorted(seen)) if unordered else seen


def _looks(engine: Engine) -> Callable[[Cells], Callable[[int], Look]]:
    """Return what tells a piece from others: its sort, its constant attributes, its changing ones as they are."""
    sort_of, alike, bases = engine.code.tables.sort_of, engine.code.tables.alike, engine.code.tables.cells
    plain = tuple(zip(sort_of, alike, strict=True))
    if not any(bases):
        return lambda cells: plain.__getitem__

    def looks(cells: Cells) -> Callable[[int], Look]:
        return lambda piece: (*plain[piece], *((repr(cells[base + piece])) for base in bases[sort_of[piece]]))

    return looks
