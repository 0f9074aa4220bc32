"""What a player knows of a state, as a state: everything that the player does not see is wiped out.

Two states that look the same to a player give the same `Known`, so nothing that is made from it can profit from hidden truth:

* unseen pieces lie in the order of their numbers, sort by sort, where unseen pieces lie: how many lie anywhere is known to all;
* unseen markers and changing attributes of unseen pieces have the values they began with;
* the seed is 0, chance has not been asked, and what running rules do not need any more is gone;
* in `everyone secretly` it is the state in which nobody has chosen yet, with the player's own choices beside it.

A player who once saw a piece and sees it no more does not remember it: views have no memory.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.runtime.constant_tables import owner_of, sees
from rulekit.engine.state import State
from rulekit.model import expressions as exprs
from rulekit.model.model_walk import closure
from rulekit.model.types import KindType, NumberType, OptionalType, PieceType, PlayerType, TruthType, Type
from rulekit.program import program as prog
from rulekit.program.analysis.liveness import live_cells, live_names
from rulekit.program.program import (
    COUNTER,
    DECIDER,
    FORCED,
    FROZEN,
    LOG,
    ME,
    PC,
    SEED,
    Cells,
    CellValue,
    Family,
    KeptCells,
    as_number,
    as_pieces,
    as_several,
    pieces_held,
)

MOST_OWN = 2_000  # positions looked at to find the player's own choices again


@frozen
class Unseen:
    """Unseen pieces of one sort: the cells where they lie with how many, and the pieces in order."""

    cells: tuple[tuple[int, int], ...]
    pieces: tuple[int, ...]


@frozen
class Known:
    """A wiped state. `markers`: unseen cells with their possible values; `mine`: the player's choices (numbers in the menus)
    since all began to choose in secret, None if nobody does."""

    player: int
    cells: KeptCells = field(converter=KeptCells)
    unseen: tuple[Unseen, ...]
    markers: tuple[tuple[int, tuple[CellValue, ...]], ...]
    mine: tuple[int, ...] | None


@define
class Eyes:
    """Looks at states of one game. By node: cells of the frame that are `live`, and those that name pieces of a sort."""

    engine: Engine
    live: tuple[frozenset[int], ...] = field(init=False)
    names: tuple[frozenset[tuple[int, str]], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.live, self.names = live_cells(self.engine.program), live_names(self.engine.program)

    def known(self, state: State, player: int) -> Known | None:
        """Return what the player knows; None if the secret choices that are under way cannot be taken back."""
        cells, mine = Cells(state.cells), None
        if cells[FROZEN] is not None:
            found = before_secrets(self.engine, cells, player)
            if found is None:
                return None
            cells, mine = found
        for cell in range(self.engine.program.layout.data[1], len(cells)):
            if cell not in self.live[cells[PC]]:
                cells[cell] = None
        groups = self._unseen(cells, player)
        self._wipe(cells, {a: b for _, pieces in groups for a, b in zip(pieces, sorted(pieces), strict=True)})
        markers = tuple(self._markers(player))
        for cell, _, start in markers:
            self.write(cells, cell, start)
        unseen = tuple(Unseen(tuple(where), tuple(sorted(pieces))) for where, pieces in groups)
        return Known(player, tuple(cells), unseen, tuple((c, values) for c, values, _ in markers), mine)

    # ---- pieces ----------------------------------------------------------------------------------
    def _unseen(self, cells: Cells, player: int) -> list[tuple[list[tuple[int, int]], list[int]]]:
        """By sort: cells with the number of unseen pieces in each, and the pieces."""
        tables, seen = self.engine.code.tables, self._seen(cells, player)
        found: dict[int, tuple[list[tuple[int, int]], list[int]]] = {}
        for cell in sorted(tables.sight):
            hidden = [p for p in pieces_held(cells[cell]) if p not in seen]
            if hidden:
                where, pieces = found.setdefault(tables.sort_of[hidden[0]], ([], []))
                where.append((cell, len(hidden)))
                pieces.extend(hidden)
        return [found[sort] for sort in sorted(found)]

    def _seen(self, cells: Cells, player: int) -> set[int]:
        layout = self.engine.program.layout
        before = cells[FROZEN]
        seen = set[int]()
        for cell, sight in self.engine.code.tables.sight.items():
            if sight[player]:
                seen.update(pieces_held(cells[cell]), pieces_held(before[cell - layout.data[0]] if before is not None else None))
        for marker in layout.markers:
            if isinstance(_bare(marker.type), PieceType):
                open_to = [n for n in range(marker.size) if sees(marker.sight, owner_of(marker.dims, n), player)]
                seen.update(p for n in open_to for p in pieces_held(cells[marker.base + n]))
        return seen

    def _wipe(self, cells: Cells, other: dict[int, int]) -> None:
        """Rename unseen pieces, give them the attributes they began with, and forget chance."""
        self.rename(cells, other)
        for piece in other:
            sort = self.engine.program.layout.sorts[self.engine.code.tables.sort_of[piece]]
            for attr in sort.attrs:
                if attr.base is not None:
                    self.write(cells, attr.base + piece - sort.first, attr.values[piece - sort.first])
        cells[SEED], cells[COUNTER], cells[DECIDER], cells[FORCED], cells[LOG] = 0, 0, -1, None, None

    def rename(self, cells: Cells, other: dict[int, int]) -> None:
        """Exchange pieces wherever they stand: in places and in what running rules have named."""
        low, before = self.engine.program.layout.data[0], cells[FROZEN]
        copy = None if before is None else list(before)
        for cell, shape in self.engine.code.tables.shape.items():
            cells[cell] = _put(cells[cell], other, shape)
            if copy is not None:
                copy[cell - low] = _put(copy[cell - low], other, shape)
        for cell, _ in self.names[cells[PC]]:
            cells[cell] = _put(cells[cell], other, "row")
        cells[FROZEN] = None if copy is None else tuple(copy)

    def write(self, cells: Cells, cell: int, value: CellValue) -> None:
        """Write a cell of the game, and the copy that secret choices keep of it."""
        cells[cell] = value
        if cells[FROZEN] is not None:
            at = cell - self.engine.program.layout.data[0]
            cells[FROZEN] = (*cells[FROZEN][:at], value, *cells[FROZEN][at + 1 :])

    # ---- markers ---------------------------------------------------------------------------------
    def _markers(self, player: int) -> Iterator[tuple[int, tuple[CellValue, ...], CellValue]]:
        """Markers that the player does not see: cell, possible values, first value."""
        for marker in self.engine.program.layout.markers:
            for n in range(marker.size):
                if not sees(marker.sight, owner_of(marker.dims, n), player):
                    start = marker.start[n]
                    yield marker.base + n, _values(self.engine.program, marker) or (start,), start


def _put(value: CellValue, other: dict[int, int], shape: str) -> CellValue:
    if not isinstance(value, tuple):
        return None if value is None else other.get(as_number(value), value)
    pieces = tuple(other.get(p, p) for p in as_pieces(value))
    return tuple(sorted(pieces)) if shape in ("bag", "hand") else pieces


def _bare(kind: Type) -> Type:
    return kind.of if isinstance(kind, OptionalType) else kind


def _values(program: prog.Program, marker: prog.MarkerLayout) -> tuple[CellValue, ...]:
    none = (None,) if marker.optional else ()
    match _bare(marker.type):
        case TruthType():
            return (*none, False, True)
        case PlayerType():
            return (*none, *range(program.layout.players))
        case KindType(kind=name):
            return (*none, *range(len(next(k.values for k in program.layout.kinds if k.name == name))))
        case NumberType() if marker.low is not None and marker.high is not None:
            return (*none, *range(marker.low, marker.high + 1))
    return ()


# ---- secret choices ------------------------------------------------------------------------------
def before_secrets(engine: Engine, cells: Cells, player: int) -> tuple[Cells, tuple[int, ...]] | None:
    """Return the state at the first choice of `everyone secretly`, and what the player has chosen since."""
    node = _freezing(engine.program, cells[PC])
    if node is None:
        return None
    low, high = engine.program.layout.data
    first = Cells(cells)
    first[low:high] = as_several(cells[FROZEN])
    first[PC], first[FROZEN], first[ME] = node, None, cells[_me_before(engine.program, node)]
    first[FORCED] = first[LOG] = None
    try:
        engine.machine.settle(first)
        mine = _own_choices(engine, first, cells, player)
    except Fault:
        return None
    return None if mine is None else (first, mine)


def _freezing(program: prog.Program, inside: int) -> int | None:
    """Return the node that began the secret choices in which a node stands."""
    nodes = program.nodes
    for number, node in enumerate(nodes):
        if isinstance(node, prog.Freeze) and node.on:
            part = closure([number], lambda n: (f for f in prog.successors(nodes[n]) if not isinstance(nodes[f], prog.Freeze)))
            if inside in part:
                return number
    return None


def _me_before(program: prog.Program, freeze: int) -> int:
    """Return the cell that keeps who `me` was before the secret choices."""
    node = program.nodes[freeze]
    while not isinstance(node, prog.ForNext):
        node = program.nodes[prog.successors(node)[0]]
    node = program.nodes[node.body]
    assert isinstance(node, prog.Let) and isinstance(node.value, exprs.Me)
    return node.slot


def _own_choices(engine: Engine, first: Cells, cells: Cells, player: int) -> tuple[int, ...] | None:
    """Return how the player came from the first choice to this state: secret choices do not depend on those of others."""
    own = _own_cells(engine.program, player)
    todo: list[tuple[Cells, tuple[int, ...]]] = [(first, ())]
    for _ in range(MOST_OWN):
        if not todo:
            return None
        here, made = todo.pop(0)
        menu = engine.machine.settle(here)
        if not menu or here[FROZEN] is None:
            continue
        if here[ME] != player:
            todo.append((menu[0][1], made))
        elif here[PC] == cells[PC] and all(here[c] == cells[c] for c in own):
            return made
        else:
            todo.extend((after, (*made, n)) for n, (_, after, _) in enumerate(menu))
    return None


def _own_cells(program: prog.Program, player: int) -> tuple[int, ...]:
    """Return the cells of places, tallies and markers that belong to a player."""
    layout = program.layout
    families: list[Family] = [*layout.places, *layout.tallies, *layout.markers]
    return tuple(f.base + n for f in families for n in range(f.size) if owner_of(f.dims, n) == player)
