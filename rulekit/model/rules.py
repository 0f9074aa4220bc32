"""Statements of the model: resolved, typed, each with the address of its rule and its citations.

A statement without a label of its own bears the address of the nearest one around it (label or deed); a requirement
without label is `deed.1`, `deed.2` …; subjects (`p gains …`) have become `As`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from attrs import field

from rulekit.diagnostics import NOWHERE, Span
from rulekit.model.expressions import Argument, Expr, Text
from rulekit.records import Record

if TYPE_CHECKING:
    from attrs import frozen
else:
    from rulekit.records import frozen


@frozen
class Citation(Record):
    """`how`: cited, assumed, ruling.

    A pointer has a source (None: all), a section (None: none is open) and a place; the others have a reason.
    """

    how: str
    source: str | None = None
    section: str | None = None
    place: str | None = None
    why: str | None = None


@frozen
class Stated(Record):
    """What every statement has."""

    address: str
    cites: tuple[Citation, ...] = field(kw_only=True, default=())
    span: Span = field(kw_only=True, default=NOWHERE, eq=False, repr=False)


@frozen
class PlaceRef(Record):
    """One place of a family: all indices are given."""

    place: str
    indices: tuple[Expr, ...]


@frozen
class Pick(Record):
    """One `x in S` of a choose; `several`: the local is a list of `low` to `high` elements (high None: all there are)."""

    local: int
    name: str
    source: Expr
    low: Expr | None = None
    high: Expr | None = None
    several: bool = False


@frozen
class Choose(Stated):
    picks: tuple[Pick, ...]
    where: Expr | None
    at_random: bool


@frozen
class OnlyIf(Stated):
    test: Expr
    reason: Text | None


@frozen
class Let(Stated):
    local: int
    name: str
    value: Expr


@frozen
class SetMarker(Stated):
    marker: str
    indices: tuple[Expr, ...]
    value: Expr


@frozen
class SetAttr(Stated):
    piece: Expr
    sort: str
    attr: str
    value: Expr


@frozen
class MovePieces(Stated):
    """`what` is a piece, a piece or none, or a list of pieces."""

    what: Expr
    to: PlaceRef
    under: bool


@frozen
class Draw(Stated):
    """Also `fill P to n from Q`."""

    count: Expr
    source: PlaceRef
    to: PlaceRef
    under: bool


@frozen
class Deal(Stated):
    """`count` None: until the source is empty. `to` is a family indexed by player alone."""

    count: Expr | None
    source: PlaceRef
    to: str


@frozen
class Shuffle(Stated):
    place: PlaceRef


@frozen
class Gain(Stated):
    """`me` gains; indices without the player."""

    count: Expr
    tally: str
    indices: tuple[Expr, ...]


@frozen
class Pay(Stated):
    """`me` pays to the bank, or to a player."""

    count: Expr
    tally: str
    indices: tuple[Expr, ...]
    to: Expr | None


@frozen
class Do(Stated):
    """Arguments are named here: parameters and bound choices."""

    deed: str
    args: tuple[Argument, ...]
    if_able: bool


@frozen
class As(Stated):
    """A statement with a subject: inside, `me` is that player."""

    player: Expr
    block: Block


@frozen
class NextTurn(Stated):
    player: Expr


@frozen
class EndGame(Stated):
    pass


@frozen
class Branch(Record):
    test: Expr
    block: Block


@frozen
class If(Stated):
    branches: tuple[Branch, ...]
    otherwise: Block


@frozen
class Loop(Record):
    """`x in S` of a `for each`: local and frozen list."""

    local: int
    name: str
    source: Expr


@frozen
class ForEach(Stated):
    """Several binders: the last varies fastest; the combinations that satisfy `where` are frozen at the start."""

    binders: tuple[Loop, ...]
    where: Expr | None
    block: Block


@frozen
class Bullet(Record):
    """`address`: its label's, else the surrounding `one of`'s address with its number (`turn.choice#2`)."""

    address: str
    labelled: bool
    cites: tuple[Citation, ...]
    block: Block
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class OneOf(Stated):
    bullets: tuple[Bullet, ...]


@frozen
class May(Stated):
    """`often`: once, repeatedly, upto (with `limit`)."""

    often: str
    limit: Expr | None
    block: Block


@frozen
class Repeat(Stated):
    until: Expr | None
    times: Expr | None
    block: Block


@frozen
class Turns(Stated):
    """`whole`: `rounds`. In `where` and `until` the candidate is `active`."""

    whole: bool
    start: Expr
    where: Expr | None
    until: Expr | None
    block: Block


@frozen
class Secretly(Stated):
    block: Block


@frozen
class Group(Stated):
    block: Block


Statement = Union[
    Choose,
    OnlyIf,
    Let,
    SetMarker,
    SetAttr,
    MovePieces,
    Draw,
    Deal,
    Shuffle,
    Gain,
    Pay,
    Do,
    As,
    NextTurn,
    EndGame,
    If,
    ForEach,
    OneOf,
    May,
    Repeat,
    Turns,
    Secretly,
    Group,
]
Block = tuple[Statement, ...]
