"""What is laid at two cells of the table, also by a family, a loop or a layout inside another one, and what is laid although
its index does not exist.

Comes in: a game whose layouts end. Goes out: findings; of what is laid twice each stands where the ways to both cells part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field, frozen

from rulekit.diagnostics import Diagnostic, Label, Span, finding
from rulekit.model import expressions as exprs
from rulekit.model.analysis.folding import Effort, Folder, folder_of
from rulekit.model.analysis.laid_out import MOST_CELLS, TooLarge, expand, value_of
from rulekit.model.expressions import Const, Expr
from rulekit.model.layouts import AREA, MIDDLE, PLAYER, VIEWER, Layout, LayoutCell
from rulekit.model.model import Dim, GameModel
from rulekit.model.types import PLAYER as SEATED
from rulekit.wording import sentence

Key = tuple[object, ...]
Way = tuple[LayoutCell, ...]  # from the table to a cell, through the layouts it stands in
SEATS = 2  # enough to see that something lies before two players
DEEPEST = 8


def laid_twice(model: GameModel, told_already: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return what is laid at two cells, where no condition decides which; what is told already is left out."""
    spans = {one.span for one in told_already}
    table = _Table(model, folder_of(model, model.players[1], {option.name: option.value for option in model.options}))
    try:
        return [one for one in table.twice() if spans.isdisjoint({one.span, *(label.span for label in one.related)})]
    except TooLarge:
        return []  # told by others


def outside(model: GameModel) -> Iterator[Diagnostic]:
    """Yield cells at an index that does not exist, whatever the options and however many play."""
    folder = folder_of(model, 0, {})
    dims: dict[str, tuple[Dim, ...]] = {place.name: place.dims for place in model.places}
    dims |= {tally.name: tally.dims for tally in model.tallies} | {marker.name: marker.dims for marker in model.markers}
    for layout in model.layouts:
        told: set[Span] = set()
        for cell in _surely_drawn(layout, folder):
            found = None if cell.span in told else _outside(cell, folder, dims)
            if found is not None:
                told.add(cell.span)
                yield found


def _surely_drawn(layout: Layout, folder: Folder) -> Iterator[LayoutCell]:
    """Yield the cells of a layout that no condition leaves out."""
    try:
        areas = expand(layout, folder, {}).areas
    except TooLarge:
        return  # told by others
    yield from (area.cell for area in areas if area.cell.test is None or value_of(area.cell.test, folder, {}) is True)


def _outside(cell: LayoutCell, folder: Folder, dims: Mapping[str, tuple[Dim, ...]]) -> Diagnostic | None:
    name, indices = _family(cell.value)
    for n, (index, dim) in enumerate(zip(indices, dims.get(name, ()), strict=False)):
        if dim.domain.low is None or dim.domain.high is None:
            continue
        number, low, high = (value_of(one, folder, {}) for one in (index, dim.domain.low, dim.domain.high))
        if isinstance(number, int) and isinstance(low, int) and isinstance(high, int) and not low <= number <= high:
            what = sentence("index {i} of `{name}`", i=n + 1, name=name)
            message = "{what} goes from {low} to {high}; {number} is outside"
            return finding("RK312", cell.span, message, what=what, low=str(low), high=str(high), number=number)
    return None


def _family(value: Expr | None) -> tuple[str, tuple[Expr, ...]]:
    """Return what a cell lays, and at which indices."""
    match value:
        case exprs.Contents(place=name, indices=indices) | exprs.PieceAt(place=name, indices=indices):
            return name, indices
        case exprs.TallyOf(tally=name, indices=indices) | exprs.MarkerOf(marker=name, indices=indices):
            return name, indices
    return "", ()


@frozen
class _Laid:
    """Something that lies at a cell: its key, and the way there. `number`: a tally, a bank or a marker, not a place."""

    key: Key
    way: Way
    number: bool


@define
class _Table:
    model: GameModel
    folder: Folder
    room: Effort = field(factory=lambda: Effort(2 * MOST_CELLS, TooLarge))

    def twice(self) -> Iterator[Diagnostic]:
        """Yield what lies at two cells, each pair of cells once."""
        laid: dict[Key, _Laid] = {}  # by its key, and by all that begins it: a place lies where its family lies
        whole: dict[Key, _Laid] = {}
        told: set[tuple[object, object]] = set()
        for one in self._everything():
            begun = [one.key[:n] for n in range(2, len(one.key) + 1)]
            first = laid.get(one.key) or next((whole[key] for key in begun if key in whole), None)
            if first is not None:
                found = _told(first.way, one.way)
                if (found.span, found.related) not in told:
                    told.add((found.span, found.related))
                    yield found
                continue
            whole[one.key] = one
            for key in begun:
                laid.setdefault(key, one)

    def _everything(self) -> Iterator[_Laid]:
        for layout in self.model.layouts:
            if layout.of == MIDDLE:
                yield from self._inside(layout, (), ())
        for layout in self.model.layouts:
            for seat in range(min(SEATS, self.model.players[1])) if layout.of == PLAYER else ():
                inside = self._inside(layout, (Const(SEATED, seat),), ())
                yield from (one for one in inside if not one.number)

    def _inside(self, layout: Layout, args: Sequence[Expr], way: Way) -> Iterator[_Laid]:
        told: dict[int, Expr] = {VIEWER: Const(SEATED, 0)} | {p.index: a for p, a in zip(layout.params, args, strict=False)}
        for area in expand(layout, self.folder, told).areas:
            self.room.spend()
            test = area.cell.test
            if test is None or value_of(test, self.folder, {}) is True:
                yield from self._cell(area.cell, (*way, area.cell))

    def _cell(self, cell: LayoutCell, way: Way) -> Iterator[_Laid]:
        if cell.what == "layout" and len(way) <= DEEPEST:
            inner = next((one for one in self.model.layouts if one.of == AREA and one.name == cell.name), None)
            args = [Const(arg.type, value_of(arg, self.folder, {})) for arg in cell.args]
            yield from () if inner is None else self._inside(inner, args, way)
        elif cell.value is not None:
            yield from self._laid(cell.value, way)

    def _laid(self, value: Expr, way: Way) -> Iterator[_Laid]:
        match value:
            case exprs.Contents(place=name, indices=indices):
                found, number = self._key("place", name, indices), False
            case exprs.PieceAt(place=name, indices=indices, position=position):
                found, number = self._key("place", name, indices), False
                at = value_of(position, self.folder, {})
                found = None if found is None or not isinstance(at, int) else (*found, f"at {at}")
            case exprs.TallyOf(tally=name, indices=indices) | exprs.MarkerOf(marker=name, indices=indices):
                found, number = self._key("number", name, indices), True
            case exprs.BankOf(tally=name, indices=indices):
                found, number = self._key("bank", name, indices), True
            case _:
                return
        if found is not None:
            yield _Laid(found, way, number)

    def _key(self, what: str, name: str, indices: Sequence[Expr]) -> Key | None:
        """Return what is laid, None if it changes in play."""
        values = [value_of(index, self.folder, {}) for index in indices]
        return (what, name, *values) if all(isinstance(value, int) for value in values) else None


def _told(first: Way, second: Way) -> Diagnostic:
    """Tell of it where the ways to both cells part."""
    pairs = zip(first, second, strict=False)
    one, other = next(((a, b) for a, b in pairs if a.span != b.span), (second[-1], second[-1]))
    related = () if one is other else (Label(one.span, sentence("here it is laid, too")),)
    return finding("RK424", other.span, "this is laid at two cells", "a place lies at one", related=related)
