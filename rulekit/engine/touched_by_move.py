"""What a move touches, as far as the player who makes it can know: the pieces it moves, where they come to, what it costs.

Comes in: cells where a path through a menu ends. The rules are run on a copy up to the next decision, or to where chance or
something hidden decides. A requirement that fails can be passed over, to see what a refused move would have touched.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulekit.engine.compiling.compiler import DECISION, DONE
from rulekit.engine.engine import Engine
from rulekit.engine.machine import CAUGHT
from rulekit.engine.moves import Part
from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.model import expressions as exprs
from rulekit.model.types import is_piece
from rulekit.program import program as prog
from rulekit.program.program import DECIDER, FORCED, LOG, ME, Cells, CellValue, as_number

MOST_STRETCHES = 500  # stretches of rules


@frozen
class Begin:
    """Where a move begins that moves nothing which its player sees; not what comes of it."""

    pieces: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    banks: tuple[str, ...] = ()


@frozen
class Touched:
    """Pieces that are chosen or moved, and the cells of the places that pieces come to; each once, in order.

    `tallies`: what the player has more or less of then. `begins`: where a move that touches nothing else begins: the piece that
    it takes first, the cell that it draws from, the banks that something is taken from.
    """

    pieces: tuple[int, ...]
    places: tuple[int, ...]
    tallies: tuple[tuple[str, int], ...] = ()
    begins: Begin = Begin()


def touched(engine: Engine, before: Cells, cells: Cells, pc: int, parts: tuple[Part, ...], insist: bool = False) -> Touched:
    """Return what a path touches that ends at a node with these cells; `insist`: requirements that fail are passed over."""
    after = cells.copy()
    after[DECIDER], after[LOG], after[FORCED] = before[ME], None, None
    _run(engine, after, pc, insist)
    pieces, places = _moved(engine.program.layout, before, after)
    tallies = tuple(_gained(engine.program.layout, before, after, before[ME]))
    found = tuple(dict.fromkeys((*_chosen(parts), *pieces)))
    declined = not parts or parts[-1].what == "decline"
    begins = Begin() if found or places or declined else _begin(engine, before, cells, after, pc)
    return Touched(found, tuple(places), tallies, begins)


def _run(engine: Engine, cells: Cells, pc: int, insist: bool) -> None:
    """Go on to where the player does not know what comes; a fault of the rules is not of interest here."""
    code, nodes = engine.code, engine.program.nodes
    try:
        for _ in range(MOST_STRETCHES):
            if pc < -1 and insist:
                pc = getattr(nodes[-2 - pc], "next", -1)
            if pc < 0 or code.kinds[pc] == DECISION or code.kinds[pc] >= DONE:
                return
            pc = code.run[pc](cells)  # type: ignore[misc]
    except CAUGHT:
        return


def _begin(engine: Engine, before: Cells, cells: Cells, after: Cells, pc: int) -> Begin:
    """Return where a path begins to do something that its player does not foresee, or what it takes from the banks."""
    layout = engine.program.layout
    node = engine.program.nodes[pc] if pc >= 0 else None
    if isinstance(node, prog.Move):
        return Begin(pieces=tuple(pieces_in(_read(node.what, cells, before[ME]))))
    if isinstance(node, prog.Draw):
        return Begin(cells=tuple(_cell(layout, node.source, cells, before[ME])))
    alone = [tally for tally in layout.tallies if tally.bank is not None and tally.banks == 1]
    return Begin(
        banks=tuple(t.name for t in alone if t.bank is not None and as_number(after[t.bank]) < as_number(before[t.bank]))
    )


def _cell(layout: prog.Layout, place: prog.SlotRef, cells: Cells, me: CellValue) -> Iterator[int]:
    """Yield the cell of a place whose indices are known."""
    found = next((p for p in layout.places if p.name == place.place), None)
    indices = [_read(index, cells, me) for index in place.indices]
    if found is None or not all(isinstance(index, int) for index in indices):
        return
    offset = 0
    for dim, index in zip(found.dims, indices, strict=True):
        offset = offset * dim.size + as_number(index) - dim.low
    yield found.base + offset


def _read(expr: exprs.Expr, cells: Cells, me: CellValue) -> CellValue:
    """Return the value of an expression that only names one; none for others."""
    match expr:
        case exprs.Const(value=value):
            return value
        case exprs.Cell(slot=slot):
            return cells[slot]
        case exprs.Me():
            return me
    return None


def _gained(layout: prog.Layout, before: Cells, after: Cells, player: int) -> Iterator[tuple[str, int]]:
    """Yield what a player has more or less of."""
    for tally in layout.tallies:
        own = tally.size // layout.players
        cells = range(tally.base + player * own, tally.base + (player + 1) * own)
        more = sum(as_number(after[c]) - as_number(before[c]) for c in cells)
        if more:
            yield tally.name, more


def _chosen(parts: tuple[Part, ...]) -> list[int]:
    """Return the pieces that are chosen by name."""
    picks = [p.pick for p in parts if p.pick is not None]
    return [piece for pick in picks if is_piece(pick.type) for piece in pieces_in(pick.value)]


def _moved(layout: prog.Layout, before: Cells, after: Cells) -> tuple[list[int], list[int]]:
    """Return the pieces that lie elsewhere now, and the places they came to."""
    pieces: dict[int, None] = {}
    places: dict[int, None] = {}
    for cell in (c for p in layout.places for c in range(p.base, p.base + p.size)):
        if before[cell] is not after[cell] and before[cell] != after[cell]:
            were = set(pieces_in(before[cell]))
            came = [p for p in pieces_in(after[cell]) if p not in were]
            pieces.update(dict.fromkeys(came))
            if came:
                places[cell] = None
    return list(pieces), list(places)
