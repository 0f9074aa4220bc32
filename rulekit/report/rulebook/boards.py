"""Boards in examples: pieces on spots with two numbers become a picture of the board; other facts are lines of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from rulekit.model import expressions as exprs
from rulekit.model.model import Domain, Place
from rulekit.model.types import NumberType
from rulekit.report.rulebook.parts import Gallery, Grid
from rulekit.report.rulebook.prose.conditions import Teller

WIDEST = 12


@frozen
class Board:
    """A place with two numbers: how wide and how high it is."""

    place: Place
    across: range
    up: range


def board_of(voice: Teller, fact: exprs.Expr) -> tuple[str, int, int, exprs.Describe] | None:
    """Return the place, column, row and description of a fact about a piece on a board."""
    match fact:
        case exprs.Matches(
            piece=exprs.Contents(place=name, indices=(exprs.Const(value=int() as column), exprs.Const(value=int() as row))),
            description=exprs.Describe() as described,
        ):
            return (name, column, row, described) if _board(voice, name) is not None else None
    return None


def _board(voice: Teller, name: str) -> Board | None:
    place = next((p for p in voice.model.places if p.name == name), None)
    if place is None or len(place.dims) != 2 or place.shape != "spot":
        return None
    across, up = (_side(dim.domain) for dim in place.dims)
    return Board(place, across, up) if across and up and max(len(across), len(up)) <= WIDEST else None


def _side(domain: Domain) -> range:
    low, high = exprs.number_of(domain.low), exprs.number_of(domain.high)
    known = isinstance(domain.type, NumberType) and low is not None and high is not None
    return range(low, high + 1) if known and low is not None and high is not None else range(0)


def boards(voice: Teller, facts: Sequence[exprs.Expr], drawn: Callable[[Sequence[exprs.Describe]], Gallery]) -> Iterator[Grid]:
    """Yield a picture of each board that facts speak of; `drawn` makes a gallery of a description."""
    found = [spot for fact in facts if (spot := board_of(voice, fact)) is not None]
    for name in dict.fromkeys(spot[0] for spot in found):
        board = _board(voice, name)
        if board is not None:
            cells = {(column, row): drawn((piece,)) for place, column, row, piece in found if place == name}
            yield _picture(voice, board, cells)


def _picture(voice: Teller, board: Board, cells: dict[tuple[int, int], Gallery]) -> Grid:
    """Return the highest row first, as a board is seen."""
    head = (voice.say.sentence(voice.one(board.place.name)), *map(str, board.across))
    rows = tuple((str(row), *(cells.get((column, row), "") for column in board.across)) for row in reversed(board.up))
    return Grid(head, rows)
