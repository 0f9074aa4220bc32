"""A state and the game's layouts → the scene that somebody sees. What the looker does not see is never worked out.

Places, tallies and markers come from the looker's view; other expressions are worked out only if all they read is seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, evolve, field, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.said import Said, Shown, shown
from rulekit.engine.state import State
from rulekit.engine.view import OPEN, SeenNumber, SeenPiece, SeenPlace, View, seen_cells, view
from rulekit.model import expressions as exprs
from rulekit.model.analysis.folding import MOST_FOLDING, Effort, Folder, folder_of
from rulekit.model.analysis.laid_out import Area, Expanded, TooLarge, expand
from rulekit.model.expressions import Const, Expr
from rulekit.model.layouts import AROUND, FACE, MIDDLE, PLAYER, VIEWER, Layout, LayoutCell
from rulekit.model.model_walk import leaves as leaves_of
from rulekit.model.types import PLAYER as SEATED
from rulekit.program.analysis.visibility import Belongs, Condition
from rulekit.program.layout import combinations
from rulekit.program.program import Cells, CellValue
from rulekit.report.scene.families import around, half_turn, laid_at
from rulekit.report.scene.layout_facts import asks_who_looks, drawn_sometimes, faces_that_ask, never_drawn
from rulekit.report.scene.scene import Cell, Grid, Part, Pieces, Scene, Spot, Table, Words, leaves, weight
from rulekit.report.scene.scene_looks import SceneLooks
from rulekit.report.scene.tables import table_card
from rulekit.report.told.texts import tell_parts
from rulekit.report.words import Namer

DEEPEST = 8
MOST_GRIDS, MOST_FACES = 1_000, 5_000  # that are remembered
MOST_PARTS = 20_000  # of one scene: cells, places, pieces, and each hundred letters of a text


@frozen
class Known:
    """What a scene is made from: whose eyes see it, from which seat."""

    looker: int | None
    seat: int
    cells: Cells
    places: Mapping[tuple[str, tuple[int, ...]], SeenPlace]
    numbers: Mapping[tuple[str, tuple[int, ...], bool], SeenNumber]
    room: Effort = field(factory=lambda: Effort(MOST_PARTS, TooLarge))  # parts that are still drawn


@frozen
class Ready:
    """An expression of a layout, ready to be worked out; under each of the conditions it reads what somebody may not see."""

    of: Expr
    expr: Expr
    hidden: tuple[Condition, ...]


@define
class SceneMaker:
    """Makes the scenes of one game in one language; how layouts expand is remembered for each looker."""

    engine: Engine
    namer: Namer
    folder: Folder = field(init=False)
    looks: SceneLooks = field(init=False)
    hidden: frozenset[tuple[str, str]] = field(init=False)
    without: frozenset[tuple[str, str]] = field(init=False)
    faces: dict[str, Layout] = field(init=False)
    living: frozenset[str] = field(init=False)
    by_seat: bool = field(init=False)  # whether it makes a difference to a scene from which seat it is looked at
    _faces: dict[SeenPiece, Grid | None] = field(factory=dict)
    _grids: dict[tuple[str, str, tuple[Expr, ...], int], Expanded | None] = field(factory=dict)
    _ready: dict[int, Ready] = field(factory=dict)  # by the identity of expressions, which are kept with them
    _tables: dict[str, Table | None] = field(factory=dict)
    _headings: dict[str, Words] = field(factory=dict)
    _joined: dict[tuple[str, tuple[tuple[str, tuple[int, ...]], ...]], tuple[tuple[int, int], ...]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        model, program = self.namer.model, self.engine.program
        self.folder = folder_of(model, program.layout.players, dict(program.options))
        self.looks = SceneLooks(self.namer, self.folder)
        self.without = never_drawn(model)
        self.hidden = drawn_sometimes(model) | self.without
        self.faces = {layout.name: layout for layout in model.layouts if layout.of == FACE}
        self.living, self.by_seat = faces_that_ask(model), asks_who_looks(model)

    def scene(self, state: State, looker: int | None, seat: int | None = None, seen: View | None = None) -> Scene | None:
        """Return what somebody (a seat, `OPEN` or None) sees; None: the file does not say how the table looks.

        `seat`: from where; if nothing is said, the looker's own, that of the starter for who only watches. `seen`: the looker's
        view, if it is known.
        """
        if not any(layout.of in (MIDDLE, PLAYER) for layout in self.namer.model.layouts):
            return None
        seen = seen or view(self.engine, state, looker)
        places = {(place.place, place.indices): place for place in seen.places}
        numbers = {(n.name, n.indices, n.bank): n for n in (*seen.tallies, *seen.markers)}
        self.folder.effort.left = MOST_FOLDING  # for each scene anew
        at = seat if seat is not None else looker if looker is not None and looker != OPEN else 0
        try:
            return _Scene(self, Known(looker, at, seen_cells(self.engine, state, looker), places, numbers)).made()
        except TooLarge:
            return None

    def face(self, piece: SeenPiece) -> Grid | None:
        """Return what is on a piece, where the file says it: all that follows from the piece alone."""
        if piece not in self._faces:
            if len(self._faces) >= MOST_FACES:
                self._faces.clear()
            self._faces[piece] = _Scene(self, Known(None, 0, Cells(), {}, {})).face(piece)
        return self._faces[piece]

    def expanded(self, layout: Layout, args: tuple[Expr, ...], seat: int) -> Expanded | None:
        """Return the grid of a layout, None for one that is too large to be drawn."""
        key = (layout.of, layout.name, args, seat)
        if key not in self._grids:
            if len(self._grids) >= MOST_GRIDS:
                self._grids.clear()
                self._ready.clear()
            told: dict[int, Expr] = {VIEWER: Const(SEATED, seat)} | {
                p.index: a for p, a in zip(layout.params, args, strict=False)
            }
            try:
                self._grids[key] = expand(layout, self.folder, told)
            except TooLarge:
                self._grids[key] = None
        return self._grids[key]

    def ready(self, expr: Expr) -> Ready:
        """Return an expression of a layout that can be worked out, and when it reads what not everybody sees."""
        known = self._ready.get(id(expr))
        if known is None:
            folded = self.folder.fold(expr)
            conditions = self.engine.code.emitter.hidden_reads.conditions(folded)
            known = self._ready[id(expr)] = Ready(expr, folded, conditions)
        return known

    def table(self, name: str) -> Table | None:
        """Return a table of the rules as a card."""
        if name not in self._tables:
            self._tables[name] = table_card(self.looks, name)
        return self._tables[name]

    def joined(self, attribute: str, spots: tuple[SeenPlace, ...]) -> tuple[tuple[int, int], ...]:
        """Return the pairs of places that an attribute joins, by their position; it is found out once for the same places."""
        key = (attribute, tuple((spot.place, spot.indices) for spot in spots))
        if key not in self._joined:
            self._joined[key] = tuple(self._pairs(attribute, spots))
        return self._joined[key]

    def _pairs(self, attribute: str, spots: tuple[SeenPlace, ...]) -> Iterator[tuple[int, int]]:
        done: set[frozenset[int]] = set()
        for n, one in enumerate(spots):
            for kind, values in self.looks.listed(one, attribute):
                for m, other in enumerate(spots):
                    dims = zip(self.namer.dims(other.place), other.indices, strict=True)
                    meant = next((value for dim, value in dims if dim.type == kind), None)
                    if meant in values and n != m and frozenset({n, m}) not in done:
                        done.add(frozenset({n, m}))
                        yield n, m

    def heading(self, name: str) -> Words:
        """Return the name of a thing."""
        if name not in self._headings:
            self._headings[name] = self.looks.heading(name)
        return self._headings[name]


@frozen
class _Scene:
    maker: SceneMaker
    known: Known

    def made(self) -> Scene:
        layouts = self.maker.namer.model.layouts
        middle = next((layout for layout in layouts if layout.of == MIDDLE), None)
        before = next((layout for layout in layouts if layout.of == PLAYER), None)
        seats = range(self.maker.engine.program.layout.players) if before is not None else ()
        areas = [(seat, self.grid(before, (Const(SEATED, seat),))) for seat in seats if before is not None]
        grid = None if middle is None else self.grid(middle, ())
        drawn, maker = tuple((s, a) for s, a in areas if a is not None), self.maker
        faces = dict(self._faces([a for _, a in drawn] if grid is None else [grid, *(a for _, a in drawn)]))
        return Scene(self.known.seat, grid, drawn, maker.hidden, maker.without, faces)

    def _faces(self, grids: list[Grid]) -> Iterator[tuple[SeenPiece, Grid]]:
        """Yield what is on the pieces that are seen, where that asks for the table."""
        for leaf in (leaf for grid in grids if self.maker.living for leaf in leaves(grid)):
            pieces = leaf.pieces if isinstance(leaf, Pieces) else leaf.seen.pieces if isinstance(leaf, Spot) else None
            for piece in pieces or ():
                if piece.sort in self.maker.living and (face := self.face(piece)) is not None:
                    yield piece, face

    def face(self, piece: SeenPiece) -> Grid | None:
        """Return what is on a piece; None if the file does not say it, or not all of the piece is known."""
        layout = self.maker.faces.get(piece.sort)
        if layout is None or len(piece.attrs) != len(layout.params):
            return None
        told = tuple(Const(p.domain.type, value) for p, (_, value) in zip(layout.params, piece.attrs, strict=True))
        return self.grid(layout, told)

    def grid(self, layout: Layout, args: tuple[Expr, ...], depth: int = 0) -> Grid | None:
        """Return a layout as somebody sees it."""
        expanded = self.maker.expanded(layout, args, self.known.seat)
        if expanded is None or depth > DEEPEST:
            return None
        named = layout.of in (MIDDLE, PLAYER)
        cells = tuple(cell for area in expanded.areas if (cell := self._cell(area, depth, named)) is not None)
        look = self.maker.looks.of(layout.name) if not named else self.maker.looks.of("")
        whole = not named or expanded.spread
        grid = Grid(cells, expanded.rows, expanded.columns, "" if named else layout.name, look, whole)
        return evolve(grid, lines=tuple(self._lines(layout.joined.name, grid))) if layout.joined is not None else grid

    def _cell(self, area: Area, depth: int, named: bool) -> Cell | None:
        self.known.room.spend()
        test = area.cell.test
        if test is not None and not self._holds(test):
            return None
        part = self._part(area.cell, depth)
        if part is None:
            return None
        if not isinstance(part, Grid):
            self.known.room.spend(weight(part))
        if named and area.cell.each is None and isinstance(part, Spot):
            part = evolve(part, named=True)
        if area.cell.turned is not None and isinstance(part, Grid) and self._holds(area.cell.turned):
            part = half_turn(part)
        return Cell(area.row, area.column, area.rows, area.columns, part)

    def _holds(self, test: Expr) -> bool:
        """Return whether a condition holds; who only watches is nobody there."""
        return bool(self._value(test))

    def _value(self, expr: Expr) -> CellValue:
        if isinstance(expr, Const):
            return expr.value
        found = self._shown(expr)
        return None if found is None else found.plain

    def _shown(self, expr: Expr) -> Shown | None:
        """Work an expression out; None if it reads what the looker does not see, or cannot be worked out."""
        ready = self.maker.ready(expr)
        if not self.known.cells and not isinstance(ready.expr, Const):
            return None  # on the face of a piece, what is no part of it
        if ready.hidden and self.known.looker is not None and any(map(self._is_dark, ready.hidden)):
            return None
        found = shown(self.maker.engine, ready.expr, self.known.cells)
        return None if found.fault else found

    def _is_dark(self, condition: Condition) -> bool:
        """Return whether the looker does not see something, when it is read under this condition."""
        if not isinstance(condition, Belongs) or self.known.looker == OPEN:
            return True
        owner = shown(self.maker.engine, condition.player, self.known.cells)
        return bool(owner.fault) or (owner.value == self.known.looker) == condition.to

    # ---- what a cell is --------------------------------------------------------------------------
    def _part(self, cell: LayoutCell, depth: int) -> Part | None:
        match cell.what:
            case "layout":
                inner = next((one for one in self.maker.namer.model.layouts if one.of == "area" and one.name == cell.name), None)
                args = tuple(Const(arg.type, self._value(arg)) for arg in cell.args)
                return None if inner is None else self.grid(inner, args, depth + 1)
            case "table":
                return self.maker.table(cell.name)
            case "word":
                return self.maker.heading(cell.name)
        return None if cell.value is None else self._drawn(cell.value)

    def _drawn(self, value: Expr) -> Part | None:
        match value:
            case exprs.Contents(place=name, indices=indices):
                return self._places(name, self._numbers(indices))
            case exprs.PieceAt(place=name, indices=indices, position=position):
                return self._position(name, self._numbers((*indices, position)))
            case exprs.TallyOf(tally=name, indices=indices) | exprs.MarkerOf(marker=name, indices=indices):
                return self._number(name, self._numbers(indices), False)
            case exprs.BankOf(tally=name, indices=indices):
                return self._number(name, self._numbers(indices), True)
        return self._worked_out(value)

    def _numbers(self, indices: tuple[Expr, ...]) -> tuple[int, ...] | None:
        values = [self._value(index) for index in indices]
        known = tuple(v for v in values if isinstance(v, int))
        return known if len(known) == len(values) else None

    def _places(self, name: str, indices: tuple[int, ...] | None) -> Part | None:
        if indices is None:
            return None
        dims = self.maker.namer.dims(name)
        if len(indices) == len(dims):
            seen = self.known.places.get((name, indices))
            return None if seen is None else self.maker.looks.spot(seen)
        return self._family(name, indices)

    def _family(self, name: str, begun: tuple[int, ...]) -> Grid | None:
        """Return several places: those of one index in a row, those of two as a board, the first index across, the second up."""
        rest, looks = self.maker.namer.dims(name)[len(begun) :], self.maker.looks
        if looks.family_lies(name) == AROUND and [dim.type for dim in rest] == [SEATED]:
            return self._around(name, begun, rest[0].size)
        across, up = rest[-2:] if len(rest) > 1 else (rest[0], None)
        lies, sizes = looks.family_lies(name), (across.size, 1 if up is None else up.size)
        cells = []
        for more in combinations(rest):
            at = (more[-2] - across.low, more[-1] - up.low) if up is not None else (more[-1] - across.low, 0)
            row, column, wide = laid_at(lies, at, sizes)
            seen = self.known.places.get((name, begun + more))
            if seen is None:
                return None  # an index that there is not
            spot = looks.spot(seen)
            self.known.room.spend(1 + weight(spot))
            cells.append(Cell(row, column, 1, wide, spot))
        rows, columns = max(c.row for c in cells) + 1, max(c.column + c.columns for c in cells)
        return Grid(tuple(cells), rows, columns, name, looks.of(name), True, lies=lies)

    def _around(self, name: str, begun: tuple[int, ...], players: int) -> Grid:
        """Return a family by player: each of its places lies towards its player."""
        looks = self.maker.looks
        sides = enumerate(around(players, self.known.seat))
        cells = tuple(Cell(*at, looks.spot(self.known.places[name, (*begun, p)]), p) for p, at in sides)
        rows, columns = max(c.row for c in cells) + 1, max(c.column + c.columns for c in cells)
        return Grid(cells, rows, columns, name, looks.of(name), True, lies=AROUND)

    def _position(self, name: str, at: tuple[int, ...] | None) -> Part | None:
        seen = None if at is None else self.known.places.get((name, at[:-1]))
        return None if at is None or seen is None else evolve(self.maker.looks.spot(seen), position=at[-1])

    def _number(self, name: str, indices: tuple[int, ...] | None, bank: bool) -> Part | None:
        seen = None if indices is None else self.known.numbers.get((name, indices, bank))
        return None if seen is None else self.maker.looks.number(seen)

    def _worked_out(self, value: Expr) -> Part | None:
        if isinstance(value, exprs.Text):
            return Words("".join(part if isinstance(part, str) else self._said(value, part) for part in value.parts))
        found = self._shown(value)
        return Words("?") if found is None else self.maker.looks.value(value, found.type, found.plain, self.known.cells)

    def _said(self, text: exprs.Text, part: Expr | exprs.AnyTextPart) -> str:
        if not isinstance(part, exprs.TextPart):
            found = self._shown(part)
            return "?" if found is None else self.maker.namer.value(found.type, found.plain, self.known.cells)
        alone = evolve(text, parts=(part,))
        values = [found for leaf in leaves_of(alone) if (found := self._shown(leaf)) is not None]
        if len(values) < len(leaves_of(alone)):
            return "?"
        return "".join(tell_parts(self.maker.namer, Said(alone, tuple(values))) or ())

    # ---- lines -----------------------------------------------------------------------------------
    def _lines(self, attribute: str, grid: Grid) -> Iterator[tuple[SeenPlace, SeenPlace]]:
        """Yield the pairs of places that a list of an index's kind joins, each once."""
        spots = tuple(part.seen for part in leaves(grid) if isinstance(part, Spot))
        return ((spots[one], spots[other]) for one, other in self.maker.joined(attribute, spots))
