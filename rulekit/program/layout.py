"""Laying out a game's state for one number of players: cells for places, attributes, tallies, banks and markers.

In: a model and a Folder. Out: a Layout without the frame, which lowering adds. Refuses what cannot be laid out.
"""

from __future__ import annotations

from itertools import product

from attrs import define, field

from rulekit.diagnostics import Span
from rulekit.model import model
from rulekit.model.analysis.folding import EMPTY, Bounds, Folder
from rulekit.model.expressions import Expr, Value
from rulekit.model.faults import Impossible, Unknown
from rulekit.model.types import DescriptionType, KindType, ListType, PictureType, PlayerType
from rulekit.program import program as prog
from rulekit.program.analysis.positions import positional_places
from rulekit.program.refused import Refused
from rulekit.wording import sentence

MOST_PIECES = 10_000
MOST_CELLS = 50_000
Laid = tuple[int, int, tuple[prog.DimSize, ...]]  # the first cell of a family, how many there are, its indices
WHOLE = (ListType, PictureType, DescriptionType)  # values that are tuples themselves


@define
class Cells:
    """Hands out cells of the state vector."""

    size: int = prog.FIXED
    names: list[str] = field(factory=list)

    def take(self, count: int, span: Span, what: str) -> int:
        """Reserve so many cells; the first one's number."""
        if self.size + count > MOST_CELLS:
            raise Refused("RK503", span, "{what} needs more room than a game may have ({most} cells)", what=what, most=MOST_CELLS)
        base = self.size
        self.size += count
        return base


def known(folder: Folder, expr: Expr, span: Span, what: str, bounds: Bounds = EMPTY.bounds) -> Value:
    """Return a value that has to be known before the game begins."""
    try:
        return folder.value(expr, bounds)
    except Impossible as impossible:
        code, message, hint = impossible.why
        raise Refused(code, span, "{what} cannot be worked out: {message}", hint, what=what, message=message) from None
    except Unknown:
        raise Refused(
            "RK501",
            span,
            "{what} has to be known before the game begins",
            "it may use options, tables and the number of players, but nothing that changes in play",
            what=what,
        ) from None


def number(folder: Folder, expr: Expr | None, span: Span, what: str, bounds: Bounds = EMPTY.bounds) -> int:
    """Return a whole number that has to be known before the game begins."""
    value = None if expr is None else known(folder, expr, span, what, bounds)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise Refused("RK501", span, "{what} has to be a number that is known before the game begins", what=what)


def dim_size(folder: Folder, dim: model.Dim, span: Span) -> prog.DimSize:
    """Return how far an index goes."""
    low, size = domain_size(folder, dim.domain, span, f"the index `{dim.name}`")
    return prog.DimSize(dim.name, low, size, dim.domain.type)


def domain_size(folder: Folder, domain: model.Domain, span: Span, what: str) -> tuple[int, int]:
    """First value and number of values of a domain."""
    match domain.type:
        case PlayerType():
            return 0, folder.players
        case KindType(kind=name):
            return 0, len(next(k.values for k in folder.model.kinds if k.name == name))
    low = number(folder, domain.low, span, what)
    high = number(folder, domain.high, span, what)
    return low, max(0, high - low + 1)


def combinations(dims: tuple[prog.DimSize, ...]) -> list[tuple[int, ...]]:
    """Return all index tuples of a family, the last index varying fastest."""
    return list(product(*(range(d.low, d.low + d.size) for d in dims)))


def _family(folder: Folder, decl: model.Place | model.Tally | model.Marker, cells: Cells) -> Laid:
    dims = tuple(dim_size(folder, d, decl.span) for d in decl.dims)
    size = 1
    for dim in dims:
        size *= dim.size
    return cells.take(size, decl.span, f"`{decl.name}`"), size, dims


def lay_places(folder: Folder, cells: Cells) -> tuple[prog.PlaceLayout, ...]:
    """Return cells for all places; refills are found when all have theirs."""
    positional = positional_places(folder.model)
    bases = {p.name: _family(folder, p, cells) for p in folder.model.places}
    return tuple(_place(folder, p, bases, p.name in positional) for p in folder.model.places)


def _place(folder: Folder, place: model.Place, bases: dict[str, Laid], positional: bool) -> prog.PlaceLayout:
    base, size, dims = bases[place.name]
    refill: list[int] = []
    if place.refill is not None:
        for combination in combinations(dims):
            bounds = {d.index: v for d, v in zip(place.dims, combination, strict=True)}
            indices = tuple(known(folder, i, place.span, sentence("a refill's index"), bounds) for i in place.refill.indices)
            refill.append(cell_of(bases[place.refill.place], indices, place.span))
    return prog.PlaceLayout(place.name, base, size, dims, place.shape, place.sort, place.sight, tuple(refill), positional, 0)


def cell_of(family: Laid, indices: tuple[Value, ...], span: Span) -> int:
    """Return the cell of one member of a family."""
    base, _, dims = family
    offset = 0
    for dim, index in zip(dims, indices, strict=True):
        if not isinstance(index, int) or not dim.low <= index < dim.low + dim.size:
            raise Refused("RK502", span, "{index} is outside the index `{dim}`", index=index, dim=dim.name)
        offset = offset * dim.size + index - dim.low
    return base + offset


def lay_tallies(folder: Folder, cells: Cells) -> tuple[prog.TallyLayout, ...]:
    """Return cells for tallies and their banks, which hold everything at the start."""
    found = []
    for tally in folder.model.tallies:
        base, size, dims = _family(folder, tally, cells)
        banks = combinations(dims[1:])
        start: list[int] = []
        for combination in banks if tally.bank is not None else ():
            bounds = {d.index: v for d, v in zip(tally.dims[1:], combination, strict=True)}
            amount = number(folder, tally.bank, tally.span, f"the bank of `{tally.name}`", bounds)
            if amount < 0:
                hint = sentence("a bank holds 0 or more")
                raise Refused(
                    "RK433", tally.span, "the bank of `{name}` would hold {amount}", hint, name=tally.name, amount=amount
                )
            start.append(amount)
        bank = cells.take(len(start), tally.span, sentence("the bank of `{name}`", name=tally.name)) if start else None
        found.append(prog.TallyLayout(tally.name, base, size, dims, bank, len(start), tuple(start)))
    return tuple(found)


def lay_markers(folder: Folder, cells: Cells) -> tuple[prog.MarkerLayout, ...]:
    """Return cells for markers with their first values."""
    found = []
    for marker in folder.model.markers:
        base, size, dims = _family(folder, marker, cells)
        low, high = bounds_of(folder, marker.domain, marker.span)
        start = []
        for combination in combinations(dims):
            bounds = {d.index: v for d, v in zip(marker.dims, combination, strict=True)}
            value = None
            if marker.initial is not None:
                value = known(
                    folder, marker.initial, marker.span, sentence("the first value of `{name}`", name=marker.name), bounds
                )
            if isinstance(value, int) and low is not None and high is not None and not low <= value <= high:
                raise Refused(
                    "RK505",
                    marker.span,
                    "`{name}` would begin with {value}, outside {low}..{high}",
                    name=marker.name,
                    value=value,
                    low=low,
                    high=high,
                )
            start.append(value)
        found.append(
            prog.MarkerLayout(
                marker.name, base, size, dims, marker.domain.type, low, high, marker.domain.optional, marker.sight, tuple(start)
            )
        )
    return tuple(found)


def bounds_of(folder: Folder, domain: model.Domain, span: Span) -> tuple[int | None, int | None]:
    """Return the bounds of a declared number, None without."""
    if domain.low is None or domain.high is None:
        return None, None
    return number(folder, domain.low, span, "a bound"), number(folder, domain.high, span, "a bound")


def lay_kinds(folder: Folder) -> tuple[prog.KindLayout, ...]:
    """Constant tables of the kinds' attributes."""
    found = []
    for kind in folder.model.kinds:
        attrs = []
        for attr in kind.attributes:
            values = tuple(
                known(folder, v, kind.span, sentence("`{arg}` of `{name}`", arg=attr.name, name=kind.name)) for v in attr.values
            )
            attrs.append((attr.name, values))
        found.append(prog.KindLayout(kind.name, kind.values, tuple(attrs)))
    return tuple(found)


def lay_tables(folder: Folder) -> tuple[prog.TableLayout, ...]:
    """Tables with all keys written out, but for entries with an open end."""
    return tuple(_table(folder, table) for table in folder.model.tables)


def _table(folder: Folder, table: model.Table) -> prog.TableLayout:
    entries: list[tuple[tuple[Value, ...], Value]] = []
    ranges: list[tuple[prog.Keys, prog.Keys, Value]] = []
    for entry in table.entries:
        if entry.value is None:
            continue
        value = known(folder, entry.value, table.span, f"`{entry.address}`")
        keys = [_key(folder, dim, pair, table.span) for dim, pair in zip(table.dims, entry.keys, strict=True)]
        if any(high - low > 1000 for low, high in keys):
            lows, highs = zip(*keys, strict=True)
            ranges.append((*keys[0], value) if len(keys) == 1 else (lows, highs, value))
        else:
            entries.extend((key, value) for key in product(*(range(a, b + 1) for a, b in keys)))
        if len(entries) > MOST_CELLS:
            raise Refused("RK503", table.span, "the table `{table}` is too large", table=table.name)
    return prog.TableLayout(table.name, table.name, tuple(entries), tuple(ranges))


def _spread(values: list[Value]) -> list[Value]:
    """Alternatives one by one: a range or `each` stands for all its values."""
    return [v for value in values for v in (value if isinstance(value, tuple) else (value,))]


def _key(folder: Folder, dim: model.Dim, pair: tuple[Expr, Expr], span: Span) -> tuple[int, int]:
    low, high = (number(folder, end, span, "a key") for end in pair)
    return low, min(high, folder.players - 1) if isinstance(dim.domain.type, PlayerType) else high


@define
class PieceMaker:
    """Makes all pieces, row by row."""

    folder: Folder
    cells: Cells
    bases: dict[str, Laid]
    made: int = 0

    def sorts(self) -> tuple[prog.SortLayout, ...]:
        """Return all sorts, with pieces numbered on from sort to sort."""
        return tuple(self._sort(s) for s in self.folder.model.sorts)

    def _sort(self, sort: model.Sort) -> prog.SortLayout:
        pieces: list[tuple[Value, ...]] = []
        for row in sort.rows:
            pieces.extend(self._row(sort, row))
            if self.made + len(pieces) > MOST_PIECES:
                raise Refused("RK431", sort.span, "`{name}` makes more than {most} pieces", name=sort.name, most=MOST_PIECES)
        self._total(sort, len(pieces))
        first = self.made
        self.made += len(pieces)
        attrs = tuple(self._attr(sort, a, i, pieces) for i, a in enumerate(sort.attributes))
        constant = [i for i, a in enumerate(sort.attributes) if a.initial is None]
        classes: dict[tuple[Value, ...], int] = {}
        alike = tuple(classes.setdefault(tuple(p[i] for i in constant), len(classes)) for p in pieces)
        start = tuple(self._start(sort, p) for p in pieces)
        return prog.SortLayout(sort.name, first, len(pieces), attrs, start, alike)

    def _row(self, sort: model.Sort, row: model.PieceRow) -> list[tuple[Value, ...]]:
        copies = number(self.folder, row.copies, sort.span, f"the number of copies in `{row.address}`")
        if copies < 0:
            hint = sentence("a number of copies is 0 or more")
            raise Refused("RK433", sort.span, "`{address}` would make {copies} copies", hint, address=row.address, copies=copies)
        columns = []
        for attr, alternatives in zip(sort.attributes, row.values, strict=True):
            if alternatives is None:
                alternatives = (attr.initial,) if attr.initial is not None else ()
            values = [
                known(self.folder, a, sort.span, sentence("`{attr}` in `{address}`", attr=attr.name, address=row.address))
                for a in alternatives
            ]
            columns.append(values if isinstance(attr.domain.type, WHOLE) else _spread(values))
        size = copies
        for column in columns:
            size *= len(column)
        if size > MOST_PIECES:
            raise Refused("RK431", sort.span, "`{name}` makes more than {most} pieces", name=row.address, most=MOST_PIECES)
        return [combination for combination in product(*columns) for _ in range(copies)]

    def _total(self, sort: model.Sort, count: int) -> None:
        if sort.total is None:
            return
        total = known(self.folder, sort.total, sort.span, sentence("the total of `{name}`", name=sort.name))
        if total != count:
            raise Refused(
                "RK430",
                sort.span,
                "`{name}` says total {total}, but its table makes {count}",
                name=sort.name,
                total=total,
                count=count,
            )

    def _attr(self, sort: model.Sort, attr: model.SortAttribute, at: int, pieces: list[tuple[Value, ...]]) -> prog.AttrLayout:
        low, high = bounds_of(self.folder, attr.domain, sort.span)
        values = tuple(p[at] for p in pieces)
        base = self.cells.take(len(pieces), sort.span, f"`{attr.name}`") if attr.initial is not None else None
        return prog.AttrLayout(attr.name, attr.domain.type, low, high, base, values)

    def _start(self, sort: model.Sort, piece: tuple[Value, ...]) -> int:
        bounds = {a.index: v for a, v in zip(sort.attributes, piece, strict=True)}
        indices = tuple(
            known(self.folder, i, sort.span, sentence("where `{name}` starts", name=sort.name), bounds)
            for i in sort.start.indices
        )
        if sort.start.place == "box":
            return prog.FIXED
        return cell_of(self.bases[sort.start.place], indices, sort.span)
