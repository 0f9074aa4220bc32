"""When two positions go on in the same way: they differ only in dead values, or in which of two alike pieces is which.

Comes in: a program. Goes out: a key for any cells; cells with equal keys have equally many continuations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import Any

import attrs

from rulekit.engine.engine import Engine
from rulekit.model.expr import Typed
from rulekit.model.types import ListType, OptionalType, PieceType
from rulekit.model.walk import everything
from rulekit.program import program as g
from rulekit.program.program import FROZEN, PC, successors

Key = tuple[Any, ...]


def live_cells(program: g.Program) -> tuple[int, ...]:
    """For each node the cells of the frame that may still be read from there on, as a set of bits."""
    reads = [_bits(_read(node)) for node in program.nodes]
    tries = [{e.trial for part in _exprs(node) for e in everything(part) if isinstance(e, g.Try)} for node in program.nodes]
    kills = [_bits(_written(node)) for node in program.nodes]
    told = [_bits(slot for _, slot in trial.args) for trial in program.trials]
    live = list(reads)
    changed = True
    while changed:
        changed = False
        for n, node in enumerate(program.nodes):
            after = reduce(or_, (live[s] for s in successors(node)), 0) & ~kills[n]
            tried = reduce(or_, (live[program.trials[t].entry] & ~told[t] for t in tries[n]), 0)
            now = reads[n] | after | tried
            if now != live[n]:
                live[n], changed = now, True
    return tuple(live)


def _bits(slots: Any) -> int:
    return reduce(or_, (1 << slot for slot in slots), 0)


def _exprs(node: Any) -> Iterator[Any]:
    """All expressions of a node."""
    for field in attrs.fields(type(node)):
        yield from _inside(getattr(node, field.name))


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _inside(item)
    elif isinstance(value, Typed):
        yield value
    elif isinstance(value, g.PickSpec | g.SlotRef):
        yield from _exprs(value)


def _read(node: Any) -> Iterator[int]:
    for part in _exprs(node):
        yield from (e.slot for e in everything(part) if isinstance(e, g.Cell))
    match node:
        case g.ForNext(list=source, at=at):
            yield from (source, at)
        case g.CountNext(counter=counter):
            yield counter
        case g.Start(told=told):
            yield from (slot for slot, _, _ in told)
        case g.TurnNext(coming=coming, first=first):
            yield from (coming, first)


def _written(node: Any) -> Iterator[int]:
    match node:
        case g.Let(slot=slot):
            yield slot
        case g.Choose(picks=picks) | g.Random(picks=picks):
            yield from (p.slot for p in picks)


def _piece_cells(program: g.Program) -> int:
    """The cells of the frame that may hold pieces."""
    found: set[int] = set()
    for node in program.nodes:
        match node:
            case g.Let(slot=slot, value=value) if _is_piece(value.type):
                found.add(slot)
            case g.Choose(picks=picks) | g.Random(picks=picks):
                found |= {p.slot for p in picks if _is_piece(p.type)}
    for node in program.nodes:
        if isinstance(node, g.ForNext) and node.list in found:
            found |= set(node.targets)
    for trial in program.trials:
        found |= {slot for _, slot in trial.args}
    return _bits(found)


def _is_piece(kind: Any) -> bool:
    return _is_piece(kind.of) if isinstance(kind, ListType | OptionalType) else isinstance(kind, PieceType)


def exact_key(engine: Engine) -> Callable[[list[Any]], Key]:
    """Cells without what nobody reads any more."""
    layout, live = engine.program.layout, live_cells(engine.program)
    end = layout.data[1]
    frame = range(end, layout.size)

    def key(cells: list[Any]) -> Key:
        read = live[cells[PC]]
        return (*cells[:end], *(cells[n] for n in frame if read >> n & 1))

    return key


def alike_key(engine: Engine) -> Callable[[list[Any]], Key]:
    """The same, with pieces that are alike taken for each other. Only where every outcome of chance is tried."""
    layout, live, tables = engine.program.layout, live_cells(engine.program), engine.code.tables
    exact = exact_key(engine)
    if any(_is_piece(m.type) for m in layout.markers):
        return exact
    pieces = _piece_cells(engine.program)
    held = {c for p in layout.places for c in range(p.base, p.base + p.size)} | {layout.box}
    changing = {a.base + i for s in layout.sorts for a in s.attrs if a.base is not None for i in range(s.count)}
    homes = tuple((c, tables.shape[c] in ("bag", "hand")) for c in sorted(held))
    others = tuple(n for n in range(layout.data[1]) if n not in held and n not in changing)
    frame = range(layout.data[1], layout.size)
    look = _looks(engine)

    def key(cells: list[Any]) -> Key:
        read = live[cells[PC]]
        if read & pieces or cells[FROZEN] is not None:
            return exact(cells)
        places = tuple(_contents(cells[c], look(cells), unordered) for c, unordered in homes)
        return (places, *(cells[n] for n in others), *(cells[n] for n in frame if read >> n & 1))

    return key


def _contents(items: Any, look: Callable[[int], Any], unordered: bool) -> Any:
    if items is None or isinstance(items, int):
        return None if items is None else look(items)
    seen = tuple(look(p) for p in items)
    return tuple(sorted(seen)) if unordered else seen


def _looks(engine: Engine) -> Callable[[list[Any]], Callable[[int], Any]]:
    """What tells a piece from others: its sort, its constant attributes, its changing ones as they are."""
    sort_of, alike, bases = engine.code.tables.sort_of, engine.code.tables.alike, engine.code.tables.cells
    plain = tuple(zip(sort_of, alike, strict=True))
    if not any(bases):
        return lambda cells: plain.__getitem__

    def looks(cells: list[Any]) -> Callable[[int], Any]:
        return lambda piece: (*plain[piece], *((repr(cells[base + piece])) for base in bases[sort_of[piece]]))

    return looks
