"""Arranging a position: each `given` of a worked example is made true, in order, by exchanging pieces.

Pieces are looked for in hidden places first, then the others, the box last; what an earlier fact fixed stays.
"""

from __future__ import annotations

from attrs import define, field

from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.model.types import DescriptionType
from rulekit.program.program import Cells, CellValue, Description, DimSize, as_description, as_number, pieces_held
from rulekit.wording import Sentence, sentence


class CannotArrange(Exception):
    """A fact that cannot be made true, and why."""

    def __init__(self, said: Sentence) -> None:
        super().__init__(said)
        self.said = said


@define
class Arranger:
    """Works on the cells of one state."""

    engine: Engine
    cells: Cells
    fixed: set[int] = field(factory=set)  # places that a fact has fixed
    kept: set[int] = field(factory=set)  # pieces that a fact has fixed

    def make(self, fact: Expr) -> None:
        """Make one fact true."""
        match fact:
            case exprs.Exactly(pieces=exprs.Contents() as contents, items=items):
                self._fill(self._cell(contents), [self._wanted(i) for i in items], fact)
            case exprs.Matches(piece=exprs.Contents() as contents, description=description):
                self._fill(self._cell(contents), [self._wanted(description)], fact)
            case exprs.IsEmpty(of=exprs.Contents() as contents):
                self._fill(self._cell(contents), [], fact)
            case exprs.Matches(piece=exprs.PieceAt() as at, description=description):
                self._exchange(self._cell(at), as_number(self._value(at.position)), self._wanted(description))
            case exprs.Matches(piece=exprs.MarkerOf() as marker, description=description):
                self.cells[self._marker_cell(marker)] = self._first_like(self._wanted(description))
            case exprs.Binary(op="is", left=exprs.TallyOf() as tally, right=value):
                self._tally(tally, self._value(value))
            case exprs.Binary(op="is", left=exprs.MarkerOf() as marker, right=value):
                self._set(self._marker_cell(marker), value)
            case exprs.Binary(op="is", left=exprs.AttrOf(of=of, owner=owner, attr=attr), right=value):
                self._attribute(of, owner, attr, value)
            case exprs.Binary(op="is", left=exprs.Contents() as contents, right=value):
                self._fill(self._cell(contents), [] if self._value(value) is None else [self._wanted(value)], fact)
            case _:
                if not self._value(fact):
                    raise CannotArrange(sentence("this condition does not hold, and it is no fact that can be arranged"))

    # ---- helpers ---------------------------------------------------------------------------------
    def _value(self, expr: Expr) -> CellValue:
        return self.engine.value(State(tuple(self.cells)), expr)

    def _seek(self, base: int, dims: tuple[DimSize, ...], indices: tuple[Expr, ...]) -> int:
        values = tuple(self._value(i) for i in indices)
        if len(values) != len(dims):
            raise CannotArrange(sentence("name one place, with all its indices"))
        cell = self.engine.code.space["seek"](base, tuple((d.low, d.size) for d in dims), values)
        if cell < 0:
            raise CannotArrange(sentence("there is no such place: an index is outside the declared ones"))
        return int(cell)

    def _cell(self, contents: exprs.Contents | exprs.PieceAt) -> int:
        layout = self.engine.program.layout
        if contents.place == "box":
            return layout.box
        place = next(p for p in layout.places if p.name == contents.place)
        return self._seek(place.base, place.dims, contents.indices)

    def _marker_cell(self, marker: exprs.MarkerOf) -> int:
        layout = next(k for k in self.engine.program.layout.markers if k.name == marker.marker)
        return self._seek(layout.base, layout.dims, marker.indices)

    def _wanted(self, expr: Expr) -> Description | int:
        """Return a description (a tuple of attributes) or one certain piece."""
        value = self._value(expr)
        return value if isinstance(value, int) else as_description(value)

    def _held(self, cell: int) -> tuple[int, ...]:
        return pieces_held(self.cells[cell])

    def _store(self, cell: int, pieces: tuple[int, ...]) -> None:
        shape = self.engine.code.tables.shape[cell]
        if shape == "spot":
            if len(pieces) > 1:
                raise CannotArrange(sentence("a spot holds one piece"))
            self.cells[cell] = pieces[0] if pieces else None
        else:
            self.cells[cell] = tuple(sorted(pieces)) if shape in ("bag", "hand") else pieces

    def _like(self, piece: int, wanted: Description | int) -> bool:
        """Return whether a piece has the wanted constant attributes; changing ones are set afterwards."""
        if isinstance(wanted, int):
            return piece == wanted
        sort = self._sort_name(piece)
        constant = tuple((n, v) for n, v in wanted if (sort, n) not in self.engine.code.tables.changing)
        return all((sort, n) in self.engine.code.tables.attr for n, _ in constant) and bool(
            self.engine.code.space["match"](self.cells, piece, constant)
        )

    def _sort_name(self, piece: int) -> str:
        return self.engine.program.layout.sorts[self.engine.code.tables.sort_of[piece]].name

    def _change(self, piece: int, wanted: Description | int) -> None:
        if not isinstance(wanted, int):
            sort = self._sort_name(piece)
            for name, value in wanted:
                if (sort, name) in self.engine.code.tables.changing:
                    self.cells[self.engine.code.tables.changing[sort, name] + piece] = value

    def _order(self, own: int) -> list[int]:
        """Places to look in: this one, hidden ones, others, the box."""
        layout, sight = self.engine.program.layout, self.engine.code.tables.sight
        cells = [c for p in layout.places for c in range(p.base, p.base + p.size) if c != own]
        hidden = [c for c in cells if not any(sight[c])]
        others = [c for c in cells if any(sight[c])]
        return [own, *hidden, *others, layout.box]

    def _homes(self, own: int) -> set[int]:
        layout = self.engine.program.layout
        place = next((p for p in layout.places if p.base <= own < p.base + p.size), None)
        if place is None:
            return set(range(len(self.engine.code.tables.sort_of)))
        sort = next(s for s in layout.sorts if s.name == place.sort)
        return set(range(sort.first, sort.first + sort.count))

    def _find(self, own: int, wanted: Description | int, taken: set[int]) -> int:
        allowed = self._homes(own)
        for cell in self._order(own):
            if cell in self.fixed and cell != own:
                continue
            for piece in self._held(cell):
                if piece in allowed and piece not in taken and piece not in self.kept and self._like(piece, wanted):
                    return piece
        raise CannotArrange(sentence("no piece like this is left: earlier facts hold them all, or there are not so many"))

    def _first_like(self, wanted: Description | int) -> int:
        """Return the first piece like a description, wherever it lies."""
        for piece in range(len(self.engine.code.tables.sort_of)):
            if self._like(piece, wanted):
                return piece
        raise CannotArrange(sentence("there is no such piece"))

    # ---- pieces ----------------------------------------------------------------------------------
    def _fill(self, cell: int, wanted: list[Description | int], fact: Expr) -> None:
        if self._value(fact):
            self._fix(cell)
            return
        chosen: list[int] = []
        for want in wanted:
            chosen.append(self._find(cell, want, set(chosen)))
        left = [p for p in self._held(cell) if p not in chosen]
        for piece in chosen:
            if piece not in self._held(cell):
                self._replace(piece, left.pop(0) if left else None)
        self._store(cell, tuple(chosen))
        for piece in left:
            self._home(piece, cell)
        for piece, want in zip(chosen, wanted, strict=True):
            self._change(piece, want)
        self._fix(cell)

    def _fix(self, cell: int) -> None:
        self.fixed.add(cell)
        self.kept.update(self._held(cell))

    def _replace(self, piece: int, by: int | None) -> None:
        home = self.engine.code.space["find"](self.cells, piece)
        held = self._held(home)
        at = held.index(piece)
        self._store(home, (*held[:at], *(() if by is None else (by,)), *held[at + 1 :]))

    def _home(self, piece: int, own: int) -> None:
        layout = self.engine.program.layout
        sort = layout.sorts[self.engine.code.tables.sort_of[piece]]
        start = sort.start[piece - sort.first]
        target = layout.box if start == own or start in self.fixed else start
        if self.engine.code.tables.shape[target] == "spot" and self.cells[target] is not None:
            target = layout.box
        self.engine.code.space["put"](self.cells, target, piece, True)

    def _exchange(self, cell: int, position: int, wanted: Description | int) -> None:
        held = self._held(cell)
        if 0 < position <= len(held) and self._like(held[position - 1], wanted):
            self._change(held[position - 1], wanted)
            self.kept.add(held[position - 1])
            return
        if not 0 < position <= len(held) + 1:
            raise CannotArrange(sentence("the place has only {held} pieces", held=len(held)))
        found = self._find(cell, wanted, set())
        if position == len(held) + 1:
            self._replace(found, None)
            self._store(cell, (*self._held(cell), found))
        elif found in held:
            swapped = [found if p == held[position - 1] else held[position - 1] if p == found else p for p in held]
            self._store(cell, tuple(swapped))
        else:
            self._replace(found, held[position - 1])
            self._store(cell, (*held[: position - 1], found, *held[position:]))
        self._change(found, wanted)
        self.kept.add(found)

    # ---- numbers ---------------------------------------------------------------------------------
    def _tally(self, tally: exprs.TallyOf, value: CellValue) -> None:
        layout = next(t for t in self.engine.program.layout.tallies if t.name == tally.tally)
        cell = self._seek(layout.base, layout.dims, tally.indices)
        if not isinstance(value, int) or value < 0:
            raise CannotArrange(sentence("a tally holds 0 or more"))
        if layout.bank is not None:
            bank = layout.bank + (cell - layout.base) % max(1, layout.banks)
            left, had = as_number(self.cells[bank]), as_number(self.cells[cell])
            if left + had < value:
                raise CannotArrange(sentence("the bank has only {cells} left", cells=left))
            self.cells[bank] = left + had - value
        self.cells[cell] = value

    def _set(self, cell: int, value: Expr) -> None:
        marker = next(k for k in self.engine.program.layout.markers if k.base <= cell < k.base + k.size)
        wanted = self._value(value)
        if isinstance(value.type, DescriptionType):
            raise CannotArrange(sentence("a marker holds one certain piece, not a description"))
        if wanted is None and not marker.optional:
            raise CannotArrange(sentence("this marker is never none"))
        if (
            marker.low is not None
            and marker.high is not None
            and isinstance(wanted, int)
            and not marker.low <= wanted <= marker.high
        ):
            raise CannotArrange(sentence("the marker is declared {low}..{high}", low=marker.low, high=marker.high))
        self.cells[cell] = wanted

    def _attribute(self, of: Expr, owner: str, attr: str, value: Expr) -> None:
        piece, key = self._value(of), (owner, attr)
        if key not in self.engine.code.tables.changing or piece is None:
            if self._value(exprs.AttrOf(value.type, of, owner, attr)) != self._value(value):
                raise CannotArrange(sentence("this attribute never changes"))
            return
        self.cells[self.engine.code.tables.changing[key] + as_number(piece)] = self._value(value)
