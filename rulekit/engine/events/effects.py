"""What one node of the flow changed: pieces that moved, tallies, markers, attributes, whose turn it is.

Comes in: the node, the cells before and after it. Goes out: plain data: all that happened; who may know of it is asked later.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.engine.runtime.constant_tables import owner_of
from rulekit.engine.said import Said, say
from rulekit.engine.view import may_see
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.program import program as prog
from rulekit.program.layout import combinations
from rulekit.program.program import ACTIVE, Cells, CellValue, as_number, pieces_held


@frozen
class Spot:
    """A cell that holds pieces, or a marker's or tally's value: its family, its indices, who sees it."""

    name: str
    indices: tuple[int, ...]
    sight: str
    owner: int | None

    def seen_by(self, viewer: int | None) -> bool:
        """Return whether somebody sees what is there."""
        return may_see(self.sight, self.owner, viewer)


@frozen
class Moved:
    """Pieces that went from one cell to another, in the order they lay there."""

    source: int
    target: int
    pieces: tuple[int, ...]


@frozen
class Counted:
    """A tally that is more or less than before."""

    cell: int
    more: int


@frozen
class Put:
    """A marker that was set."""

    cell: int
    was: CellValue
    value: CellValue


@frozen
class Turned:
    """An attribute of a piece that was set."""

    piece: int
    sort: str
    attr: str
    was: CellValue
    value: CellValue


@frozen
class Passed:
    """The turn went to a player, perhaps the same one."""

    player: int
    other: bool


@frozen
class Revealed:
    """Pieces of one place, or (`pieces` None) a marker, that were shown to a player, or to all."""

    cell: int
    pieces: tuple[int, ...] | None
    value: CellValue
    to: int | None


@frozen
class Announced:
    """A sentence, with the values in it, that was told to a player, or to all."""

    said: Said
    to: int | None


Effect = Moved | Counted | Put | Turned | Passed | Revealed | Announced


@define
class Board:
    """The cells of one program: what each is called, and who sees it."""

    engine: Engine
    spots: dict[int, Spot] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        layout = self.engine.program.layout
        families: tuple[prog.Family, ...] = (*layout.places, *layout.markers, *layout.tallies)
        for family in families:
            sight = "open" if isinstance(family, prog.TallyLayout) else family.sight
            for n, indices in enumerate(combinations(family.dims)):
                self.spots[family.base + n] = Spot(family.name, indices, sight, owner_of(family.dims, n))
        self.spots[layout.box] = Spot("box", (), "open", None)

    def home(self, cells: Cells, piece: int) -> int:
        """Return the cell in which a piece lies."""
        return self.engine.code.space["find"](cells, piece)  # type: ignore[no-any-return]

    # ---- effects ---------------------------------------------------------------------------------
    def named(self, node: prog.AnyNode, cells: Cells) -> tuple[int, ...]:
        """Return the pieces that a node names itself, before it moves them."""
        if isinstance(node, prog.Move):
            return tuple(pieces_in(self.engine._for_player(node.what, cells, 0)))
        if isinstance(node, prog.Reveal) and not isinstance(node.what, exprs.MarkerOf):
            return tuple(pieces_in(self.engine._for_player(node.what, cells, 0)))
        return pieces_held(self.engine._for_player(node.piece, cells, 0)) if isinstance(node, prog.SetAttr) else ()

    def effects(self, node: prog.AnyNode, named: tuple[int, ...], before: Cells, after: Cells) -> tuple[Effect, ...]:
        """Return what a node did; `named`: the pieces that it named."""
        match node:
            case prog.Move():
                return tuple(self.carried(named, before, after))
            case prog.Draw(source=source) | prog.Deal(source=source):
                return tuple(self._flowed(self.cell(source.place, source.indices, before), before, after))
            case prog.Gain(tally=name) | prog.Pay(tally=name):
                tally = next(t for t in self.engine.program.layout.tallies if t.name == name)
                cells = range(tally.base, tally.base + tally.size)
                return tuple(Counted(c, as_number(after[c]) - as_number(before[c])) for c in cells if after[c] != before[c])
            case prog.SetMarker(marker=name, indices=indices):
                cell = self.cell(name, indices, before)
                return () if cell is None else (Put(cell, before[cell], after[cell]),)
            case prog.SetAttr(sort=sort, attr=attr):
                base = self.engine.code.tables.changing[sort, attr]
                return tuple(Turned(p, sort, attr, before[base + p], after[base + p]) for p in named)
            case prog.TurnFirst() | prog.TurnNext():
                return (Passed(after[ACTIVE], after[ACTIVE] != before[ACTIVE]),)
            case prog.Reveal(to=to):
                return tuple(self._revealed(node, named, self._number(to, before), before))
            case prog.Announce(text=text, to=to):
                said = say(self.engine, text, before)
                return (Announced(said, self._number(to, before)),)
        return ()

    def _number(self, expr: Expr | None, cells: Cells) -> int | None:
        """Return a player, or an index; None: there is none."""
        value = None if expr is None else self.engine._for_player(expr, cells, 0)
        return None if value is None else as_number(value)

    def _revealed(self, node: prog.Reveal, named: tuple[int, ...], to: int | None, cells: Cells) -> Iterator[Revealed]:
        if isinstance(node.what, exprs.MarkerOf):
            cell = self.cell(node.what.marker, node.what.indices, cells)
            if cell is not None:
                yield Revealed(cell, None, cells[cell], to)
            return
        homes: dict[int, list[int]] = {}
        for piece in dict.fromkeys(named):
            homes.setdefault(self.home(cells, piece), []).append(piece)
        for home, pieces in sorted(homes.items()):
            yield Revealed(home, tuple(pieces), None, to)

    def cell(self, name: str, indices: tuple[Expr, ...], cells: Cells) -> int | None:
        """Return the cell that a rule means; None outside of the declared indices."""
        layout = self.engine.program.layout
        families: tuple[prog.Family, ...] = (*layout.places, *layout.markers)
        family = next((f for f in families if f.name == name), None)
        if family is None:
            return layout.box
        offset = 0
        for dim, index in zip(family.dims, indices, strict=True):
            at = self._number(index, cells)
            if at is None or not 0 <= at - dim.low < dim.size:
                return None
            offset = offset * dim.size + at - dim.low
        return family.base + offset

    def carried(self, pieces: tuple[int, ...], before: Cells, after: Cells) -> Iterator[Moved]:
        """Yield where the pieces of a `move` went, by the place they lay in."""
        groups: dict[tuple[int, int], list[int]] = {}
        for piece in dict.fromkeys(pieces):
            groups.setdefault((self.home(before, piece), self.home(after, piece)), []).append(piece)
        for (source, target), found in groups.items():
            yield Moved(source, target, tuple(found))

    def _flowed(self, source: int | None, before: Cells, after: Cells) -> Iterator[Moved]:
        """Yield where drawn pieces went. What a place is refilled with is told as going there, and only then as drawn: nobody
        can follow a single piece through it."""
        if source is None:
            return
        origin = self.engine.code.tables.refill.get(source)
        came = {piece: c for c in self.engine.code.tables.shape for piece in _new(before[c], after[c])}
        refilled = tuple(p for p in came if origin is not None and p in set(pieces_in(before[origin])))
        if origin is not None and refilled:
            yield Moved(origin, source, refilled)
        groups: dict[int, list[int]] = {}
        for piece, target in came.items():
            if target != source:
                groups.setdefault(target, []).append(piece)
        for target, pieces in groups.items():
            yield Moved(source, target, tuple(pieces))


def _new(before: CellValue, after: CellValue) -> Iterator[int]:
    """Yield the pieces that came."""
    if before is not after:
        were = set(pieces_in(before))
        yield from (piece for piece in pieces_in(after) if piece not in were)
