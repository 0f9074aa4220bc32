"""What a player sees as a vector of whole numbers of one length, for programs that learn.

Comes in: a program, then views of its states. Goes out: columns (name and bounds of every number) and the numbers.
Pieces are told by their look: alike pieces have the same. A place tells how many pieces it holds; then, where order matters
or pieces change, the look at every position, else how many pieces there are of every look. What is not seen is 0 there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, frozen

from rulekit.diagnostics import NOWHERE, Diagnostic, finding
from rulekit.engine.runtime.constant_tables import make_tables
from rulekit.engine.view import SeenNumber, SeenPiece, SeenPlace, View
from rulekit.model.types import KindType, OptionalType, PieceType, PlayerType, TruthType, Type
from rulekit.program.layout import combinations
from rulekit.program.program import AttrLayout, CellValue, Layout, MarkerLayout, PlaceLayout, SortLayout, TallyLayout, as_number
from rulekit.wording import sentence

MOST_COLUMNS = 1_000_000
LEAST, GREATEST = -(2**31), 2**31 - 1
UNSEEN, NONE, VALUE = range(3)  # what the number before a value says of it


@frozen
class Column:
    """One number of an observation."""

    name: str
    low: int
    high: int


@frozen
class Looks:
    """The looks of one sort: pieces with the same constant attributes. Number 0 is no piece."""

    sort: SortLayout
    numbers: dict[tuple[CellValue, ...], int]
    changing: tuple[tuple[int, AttrLayout], ...]

    def of(self, piece: SeenPiece) -> int:
        """Return the number of a piece's look."""
        return self.numbers[tuple(piece.attrs[i][1] for i, a in enumerate(self.sort.attrs) if a.base is None)]

    def names(self) -> list[str]:
        """Return what each look is, from number 1 on: `card rank=1 suit=0`."""
        constant = [a.name for a in self.sort.attrs if a.base is None]
        pairs = [" ".join(f"{n}={v}" for n, v in zip(constant, values, strict=True)) for values in self.numbers]
        return [f"{self.sort.name} {pair}".strip() for pair in pairs]


@define
class Observer:
    """Makes observations of views of one program; `all_seen`: of views that hide nothing."""

    layout: Layout
    columns: tuple[Column, ...]
    looks: dict[str, Looks]
    slots: frozenset[str]  # the places whose pieces are told one by one
    unordered: frozenset[str]
    all_seen: bool

    def numbers(self, view: View) -> list[int]:
        """Return the view, a number for every column."""
        found = [-1 if view.player is None else view.player, view.active, -1 if view.decider is None else view.decider]
        places = iter(view.places)
        for place in self.layout.places:
            for _ in range(place.size):
                found += self._place(place, next(places))
        found += self._box(next(places))
        found += [as_number(number.value) for number in view.tallies]
        markers = iter(view.markers)
        for marker in self.layout.markers:
            for _ in range(marker.size):
                found += self._value(next(markers), _may_miss(marker.optional, marker.sight))
        return found

    def _place(self, place: PlaceLayout, seen: SeenPlace) -> list[int]:
        head = [] if place.shape == "spot" and place.sight == "open" else [seen.count]
        if place.sight == "hidden" and not self.all_seen:
            return head
        looks, pieces = self.looks[place.sort], seen.pieces or ()
        if place.name not in self.slots:
            return head + _counts(looks, pieces)
        each = [self._piece(looks, piece) for piece in pieces]
        if place.name in self.unordered:
            each.sort()
        flat = [number for numbers in each for number in numbers]
        return head + flat + [0] * (_room(place, looks) * _width(looks) - len(flat))

    def _piece(self, looks: Looks, piece: SeenPiece) -> list[int]:
        found = [looks.of(piece)]
        for at, _ in looks.changing:
            found += _encoded(self.looks, piece.attrs[at][1], True)
        return found

    def _box(self, seen: SeenPlace) -> list[int]:
        by_sort: dict[str, list[SeenPiece]] = {name: [] for name in self.looks}
        for piece in seen.pieces or ():
            by_sort[piece.sort].append(piece)
        return [n for name, looks in self.looks.items() for n in _counts(looks, by_sort[name])]

    def _value(self, number: SeenNumber, marked: bool) -> list[int]:
        if number.hidden:
            return [UNSEEN, 0]
        return _encoded(self.looks, number.value, marked)


def _counts(looks: Looks, pieces: Sequence[SeenPiece]) -> list[int]:
    found = [0] * len(looks.numbers)
    for piece in pieces:
        found[looks.of(piece) - 1] += 1
    return found


def _encoded(looks: dict[str, Looks], value: CellValue | SeenPiece, marked: bool) -> list[int]:
    """Return a value as one number, or (marked) two: whether there is one, and which."""
    match value:
        case None:
            number = 0
        case SeenPiece(sort=sort):
            number = looks[sort].of(value)
        case tuple():
            number = len(value)
        case _:
            number = int(as_number(value))
    return [NONE if value is None else VALUE, number] if marked else [number]


# ---- columns -------------------------------------------------------------------------------------
def make_observer(layout: Layout, all_seen: bool = False) -> Observer | Diagnostic:
    """Return the columns of a program's observations; or that there would be too many."""
    looks = {sort.name: _looks(sort) for sort in layout.sorts}
    unordered = make_tables(layout).unordered
    loose = frozenset(p.name for p in layout.places if p.base in unordered and p.shape != "spot")
    slots = frozenset(p.name for p in layout.places if p.name not in loose or looks[p.sort].changing)
    columns: list[Column] = []
    for column in _columns(layout, looks, slots, all_seen):
        columns.append(column)
        if len(columns) > MOST_COLUMNS:
            message = sentence("what a player sees of this game does not fit into {most} numbers", most=MOST_COLUMNS)
            return finding("RK620", NOWHERE, message, "declare fewer places or fewer pieces")
    return Observer(layout, tuple(columns), looks, slots, loose, all_seen)


def _looks(sort: SortLayout) -> Looks:
    numbers: dict[tuple[CellValue, ...], int] = {}
    for piece in range(sort.count):
        numbers.setdefault(tuple(a.values[piece] for a in sort.attrs if a.base is None), len(numbers) + 1)
    return Looks(sort, numbers, tuple((i, a) for i, a in enumerate(sort.attrs) if a.base is not None))


def _columns(layout: Layout, looks: dict[str, Looks], slots: frozenset[str], all_seen: bool) -> Iterator[Column]:
    seats = layout.players - 1
    yield from (Column("player", -1, seats), Column("active", 0, seats), Column("decider", -1, seats))
    for place in layout.places:
        for indices in combinations(place.dims):
            yield from _place_columns(layout, looks, place, _named(place.name, indices), place.name in slots, all_seen)
    for sort in looks.values():
        yield from (Column(f"box: {name}", 0, sort.sort.count) for name in sort.names())
    for tally in layout.tallies:
        yield from _tally_columns(tally)
    for marker in layout.markers:
        for indices in combinations(marker.dims):
            yield from _marker_columns(layout, looks, marker, _named(marker.name, indices))


def _place_columns(
    layout: Layout, looks: dict[str, Looks], place: PlaceLayout, name: str, one_by_one: bool, all_seen: bool
) -> Iterator[Column]:
    of = looks[place.sort]
    if not (place.shape == "spot" and place.sight == "open"):
        yield Column(f"{name}: pieces", 0, of.sort.count)
    if place.sight == "hidden" and not all_seen:
        return
    if not one_by_one:
        yield from (Column(f"{name}: {look}", 0, of.sort.count) for look in of.names())
        return
    for at in range(1, _room(place, of) + 1):
        yield Column(f"{name}: look at {at}", 0, len(of.numbers))
        for _, attr in of.changing:
            low, high = _bounds(layout, looks, attr.type, attr.low, attr.high)
            yield Column(f"{name}: whether {attr.name} at {at}", UNSEEN, VALUE)
            yield Column(f"{name}: {attr.name} at {at}", low, high)


def _tally_columns(tally: TallyLayout) -> Iterator[Column]:
    for indices in combinations(tally.dims):
        yield Column(_named(tally.name, indices), 0, GREATEST)
    if tally.bank is not None:
        for indices in combinations(tally.dims[1:]):
            yield Column(_named(f"bank of {tally.name}", indices), 0, GREATEST)


def _marker_columns(layout: Layout, looks: dict[str, Looks], marker: MarkerLayout, name: str) -> Iterator[Column]:
    if _may_miss(marker.optional, marker.sight):
        yield Column(f"whether {name}", UNSEEN, VALUE)
    yield Column(name, *_bounds(layout, looks, marker.type, marker.low, marker.high))


def _bounds(layout: Layout, looks: dict[str, Looks], kind: Type, low: int | None, high: int | None) -> tuple[int, int]:
    """Return the least and greatest number of a value; 0 is always between them."""
    match kind:
        case _ if low is not None and high is not None:
            return min(low, 0), max(high, 0)
        case OptionalType(of=of):
            return _bounds(layout, looks, of, low, high)
        case TruthType():
            return 0, 1
        case PlayerType():
            return 0, layout.players - 1
        case KindType(kind=name):
            return 0, max(0, next(len(k.values) for k in layout.kinds if k.name == name) - 1)
        case PieceType(sort=name):
            return 0, len(looks[name].numbers)
    return LEAST, GREATEST


def _may_miss(optional: bool, sight: str) -> bool:
    return optional or sight != "open"


def _room(place: PlaceLayout, looks: Looks) -> int:
    return 1 if place.shape == "spot" else min(place.capacity, looks.sort.count)


def _width(looks: Looks) -> int:
    return 1 + 2 * len(looks.changing)


def _named(name: str, indices: tuple[int, ...]) -> str:
    return f"{name}[{', '.join(map(str, indices))}]" if indices else name
