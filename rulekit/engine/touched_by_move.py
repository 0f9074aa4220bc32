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
from rulekit.model.types import is_piece
from rulekit.program import program as prog
from rulekit.program.program import DECIDER, FORCED, LOG, ME, Cells

MOST_STRETCHES = 500  # stretches of rules


@frozen
class Touched:
    """Pieces that are chosen or moved, and the cells of the places that pieces come to; each once, in order.

    `tallies`: what the player has more or less of then.
    """

    pieces: tuple[int, ...]
    places: tuple[int, ...]
    tallies: tuple[tuple[str, int], ...] = ()


def touched(engine: Engine, before: Cells, cells: Cells, pc: int, parts: tuple[Part, ...], insist: bool = False) -> Touched:
    """Return what a path touches that ends at a node with these cells; `insist`: requirements that fail are passed over."""
    after = cells.copy()
    after[DECIDER], after[LOG], after[FORCED] = before[ME], None, None
    _run(engine, after, pc, insist)
    pieces, places = _moved(engine.program.layout, before, after)
    tallies = tuple(_gained(engine.program.layout, before, after, before[ME]))
    return Touched(tuple(dict.fromkeys((*_chosen(parts), *pieces))), tuple(places), tallies)


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


def _gained(layout: prog.Layout, before: Cells, after: Cells, player: int) -> Iterator[tuple[str, int]]:
    """Yield what a player has more or less of."""
    for tally in layout.tallies:
        own = tally.size // layout.players
        cells = range(tally.base + player * own, tally.base + (player + 1) * own)
        more = sum(after[c] - before[c] for c in cells)
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
