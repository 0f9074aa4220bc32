"""A scene: what somebody sees of a table, as a tree of grids. Sizes and colours of screens belong to who draws it."""

from __future__ import annotations

from typing import Union

from attrs import frozen

from rulekit.engine.view import SeenNumber, SeenPiece, SeenPlace


@frozen
class Drawn:
    """How something looks beside its words; a colour is that of a seat, or #rrggbb; each may be empty."""

    text: str = ""
    icon: str = ""
    colour: str = ""
    shape: str = ""


@frozen
class Words:
    """A text, a heading or a value: in words, and how it looks. `heading`: a name, not a value."""

    text: str
    look: Drawn = Drawn()
    heading: bool = False


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
    """Pieces that are the value of an expression."""

    pieces: tuple[SeenPiece, ...]


@frozen
class Picture:
    """What a picture of the rules shows, cell by cell: pieces, perhaps not known in full; None: nothing may lie there."""

    cells: tuple[tuple[SeenPiece, ...] | None, ...]


@frozen
class Table:
    """A table of the rules, as a card: its name, the words above its columns (the first above the rows), its rows."""

    name: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Cell:
    """A part of a grid, with the rows and columns it takes."""

    row: int
    column: int
    rows: int
    columns: int
    part: Part


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

    `laid`: what has its place in a layout, `without`: what is never drawn (`("place", name)`, `("bank", …)`, `("number", …)`).
    """

    seat: int
    middle: Grid | None
    areas: tuple[tuple[int, Grid], ...]
    laid: frozenset[tuple[str, str]]
    without: frozenset[tuple[str, str]]

    @property
    def elsewhere(self) -> frozenset[tuple[str, str]]:
        """What is not drawn below the layouts."""
        return self.laid | self.without
