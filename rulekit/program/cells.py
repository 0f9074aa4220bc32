"""The cells of a state, and what stands in them.

What a cell holds, only the layout tells by its number. The fixed cells are known by name: for type checkers, `Cells` and
`KeptCells` are a list and a tuple that know what stands there; at work they are the list and the tuple themselves, for
nothing may be called when rules run. Whoever reads another cell and knows from the layout what it holds says so with `as_number`,
`as_several`, `as_pieces` or `pieces_held`: a value of another kind is a TypeError, as in any rule that counts on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal, NewType, SupportsIndex, cast, overload

from rulekit.model.expressions import Value

CellValue = Value  # text stands only inside of descriptions of pieces

PC: Final = 0
ME: Final = 1
ACTIVE: Final = 2
SEED: Final = 3
COUNTER: Final = 4
DECIDER: Final = 5
FORCED: Final = 6
LOG: Final = 7
FROZEN: Final = 8
FIXED = 9

Pieces = tuple[int, ...]
Held = int | Pieces | None  # what lies in a place: a spot has a piece or none, every other place its pieces
Description = tuple[tuple[str, CellValue], ...]  # what pieces look like: values by the names of attributes
Picture = tuple[tuple[Description, ...] | None, ...]  # of each cell in a line what lies there, or that it is empty
Place = NewType("Place", int)  # the number of a cell that is a place
Pile = NewType("Pile", Place)  # of a place that is no spot
Spot = NewType("Spot", Place)
Count = NewType("Count", int)  # the number of a cell of the frame where the engine notes a number, or none yet

if TYPE_CHECKING:
    Numbers = Literal[0, 1, 2, 3, 4, 5]  # PC … DECIDER
    OfChance = Literal[6, 7]  # FORCED, LOG: while a move is made, each chance keeps there what it needs

    class Cells(list[CellValue]):
        @overload  # type: ignore[no-overload-impl, override]
        def __getitem__(self, cell: Numbers, /) -> int: ...  # type: ignore[overload-overlap]
        @overload
        def __getitem__(self, cell: OfChance, /) -> object: ...  # type: ignore[overload-overlap]
        @overload
        def __getitem__(self, cell: Literal[8], /) -> tuple[CellValue, ...] | None: ...  # type: ignore[overload-overlap]
        @overload
        def __getitem__(self, cell: Pile, /) -> Pieces: ...
        @overload
        def __getitem__(self, cell: Spot | Count, /) -> int | None: ...
        @overload
        def __getitem__(self, cell: Place, /) -> Held: ...
        @overload
        def __getitem__(self, cell: SupportsIndex, /) -> CellValue: ...
        @overload
        def __getitem__(self, cells: slice[Pile, Pile, None], /) -> list[Pieces]: ...
        @overload
        def __getitem__(self, cells: slice[Spot, Spot, None], /) -> list[int | None]: ...
        @overload
        def __getitem__(self, cells: slice, /) -> list[CellValue]: ...
        @overload  # type: ignore[no-overload-impl]
        def __setitem__(self, cell: OfChance, value: object, /) -> None: ...
        @overload
        def __setitem__(self, cell: SupportsIndex, value: CellValue, /) -> None: ...
        @overload
        def __setitem__(self, cells: slice, values: Iterable[CellValue], /) -> None: ...
        def copy(self) -> Cells: ...

    class KeptCells(tuple[CellValue, ...]):
        def __new__(cls, cells: Iterable[CellValue] = ..., /) -> KeptCells: ...
        @overload  # type: ignore[no-overload-impl, override]
        def __getitem__(self, cell: Numbers, /) -> int: ...
        @overload
        def __getitem__(self, cell: OfChance, /) -> object: ...  # type: ignore[overload-overlap]
        @overload
        def __getitem__(self, cell: Literal[8], /) -> tuple[CellValue, ...] | None: ...  # type: ignore[overload-overlap]
        @overload
        def __getitem__(self, cell: Place, /) -> Held: ...
        @overload
        def __getitem__(self, cell: SupportsIndex, /) -> CellValue: ...
        @overload
        def __getitem__(self, cells: slice, /) -> tuple[CellValue, ...]: ...
else:
    Cells, KeptCells = list, tuple


def as_number(value: object) -> int:
    """Return a value that is a number, a truth, a player, a piece."""
    if isinstance(value, int):
        return value
    raise TypeError(value)


def as_several(value: CellValue) -> tuple[CellValue, ...]:
    """Return a value that is a list."""
    if isinstance(value, tuple):
        return value
    raise TypeError(value)


def as_pieces(value: CellValue) -> Pieces:
    """Return what lies in a place that is no spot, or a list of numbers."""
    return cast(Pieces, as_several(value))


def pieces_held(value: CellValue) -> Pieces:
    """Return what lies in a place, or what a cell says of one piece, several or none."""
    return () if value is None else as_pieces(value) if isinstance(value, tuple) else (as_number(value),)


def as_description(value: object) -> Description:
    """Return a value that is a description of pieces; what fits all pieces is an empty one."""
    if isinstance(value, tuple):
        return value
    raise TypeError(value)


def as_picture(value: object) -> Picture:
    """Return a value that is a picture."""
    if isinstance(value, tuple):
        return value
    raise TypeError(value)
