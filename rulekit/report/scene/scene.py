"""A scene: what somebody sees of a table, as a tree of grids. Sizes and colours of screens belong to who draws it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Union

from attrs import field, frozen

from rulekit.engine.view import SeenNumber, SeenPiece, SeenPlace
from rulekit.report.table.arranged import Elsewhere


@frozen
class Drawn:
    """How something looks beside its words; a colour is that of a seat, or #rrggbb; each may be empty."""

    text: str = ""
    icon: str = ""
    colour: str = ""
    shape: str = ""


@frozen
class Words:
    """A text, a heading or a value: in words, and how it looks. `heading`: a name, not a value; `seen`: of which marker."""

    text: str
    look: Drawn = Drawn()
    heading: bool = False
    seen: SeenNumber | None = None


@frozen
class Number:
    """A tally, a bank, a marker, or what a definition or a score line comes to; `seen` is set for the first three."""

    name: str
    text: str
    look: Drawn
    seen: SeenNumber | None = None
    owner: int | None = None


@frozen
class Spot:
    """A place with its pieces, or one position of it (from 1; `position`)."""

    seen: SeenPlace
    look: Drawn
    lies: str
    printed: tuple[Words, ...] | None = None
    position: int | None = None
    named: bool = False


@frozen
class Pieces:
    """Pieces that are the value of an expression, or of a marker."""

    pieces: tuple[SeenPiece, ...]
    seen: SeenNumber | None = None


@frozen
class Picture:
    """What a picture of the rules shows, cell by cell: pieces, perhaps not known in full; None: nothing may lie there."""

    cells: tuple[tuple[SeenPiece, ...] | None, ...]


@frozen
class Table:
    """A table of the rules, as a card: its name, the words above its columns, its rows, and how the first word of each row looks.

    The first of the words above says what the keys across the top are, or, if there are none, those down the side.
    """

    name: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    looks: tuple[Drawn, ...]


@frozen
class Cell:
    """A part of a grid, with the rows and columns it takes; `seat`: it lies towards this player, among others that lie around."""

    row: int
    column: int
    rows: int
    columns: int
    part: Part
    seat: int | None = None


@frozen
class Grid:
    """`whole`: it means nothing taken apart. `name`: the layout or family (empty: none). `lines`: pairs of places, by position
    in `cells`. `lies`: how the members of a family lie (`around`)."""

    cells: tuple[Cell, ...]
    rows: int
    columns: int
    name: str = ""
    look: Drawn = Drawn()
    whole: bool = True
    lines: tuple[tuple[SeenPlace, SeenPlace], ...] = ()
    lies: str = ""


Part = Union[Words, Number, Spot, Pieces, Picture, Table, Grid]


@frozen
class Scene:
    """`seat`: from where the table is looked at. `areas`: what lies before each player, by seat.

    `hidden`: what is never drawn, or only under a condition: `("place", name)`, `("bank", name)`, `("number", name)`.
    `without`: those that are never drawn. `faces`: what is on pieces whose layout asks for the table.
    """

    seat: int
    middle: Grid | None
    areas: tuple[tuple[int, Grid], ...]
    hidden: frozenset[tuple[str, str]]
    without: frozenset[tuple[str, str]]
    faces: Mapping[SeenPiece, Grid] = field(factory=dict, eq=False)

    @property
    def elsewhere(self) -> Elsewhere:
        """What is not drawn below the layouts."""
        grids = [area for _, area in self.areas] + ([] if self.middle is None else [self.middle])
        return Elsewhere(self.hidden, frozenset(key for grid in grids for key in _members(grid)))


def leaves(part: Part) -> Iterator[Part]:
    """Yield the parts of a scene that are no grids."""
    if isinstance(part, Grid):
        for cell in part.cells:
            yield from leaves(cell.part)
    else:
        yield part


def weight(part: Part) -> int:
    """Return how much of a scene a part takes beside itself: its pieces, and a hundred letters as much as one of them."""
    match part:
        case Words() | Number():
            return len(part.text) // 100
        case Spot():
            return len(part.seen.pieces or ()) + sum(len(words.text) // 100 + 1 for words in part.printed or ())
        case Pieces():
            return len(part.pieces)
        case Picture():
            return sum(1 + len(cell or ()) for cell in part.cells)
        case Table():
            return sum(len(text) // 100 + 1 for row in (part.head, *part.rows) for text in row) // 10
        case Grid():
            return sum(1 + weight(cell.part) for cell in part.cells)


def _members(grid: Grid) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    for leaf in leaves(grid):
        if isinstance(leaf, Spot):
            yield "place", leaf.seen.place, leaf.seen.indices
        elif isinstance(leaf, Number | Words | Pieces) and leaf.seen is not None:
            yield "bank" if leaf.seen.bank else "number", leaf.seen.name, leaf.seen.indices
