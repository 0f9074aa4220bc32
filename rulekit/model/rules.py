"""Statements of the model: resolved, typed, each with the address of its rule and its citations.

A statement without a label of its own bears the address of the nearest one around it (label or deed); a requirement
without label is `deed.1`, `deed.2` …; subjects (`p gains …`) have become `As`.
"""

from __future__ import annotations

from typing import Union, assert_never

from attrs import field

from rulekit.diagnostics import NOWHERE, Span
from rulekit.model.expressions import Argument, Expr, Me, Text
from rulekit.model.types import PLAYER
from rulekit.records import Record, frozen


@frozen
class Citation(Record):
    """`how`: cited, assumed, ruling; in an answer of a reading also arguable, slip.

    A pointer has a source (None: all of the game's own file), a section (None: none is open) and a
    place; the others have a reason.
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
class Effect(Stated):
    """A statement on one line that changes the game and goes on; `does` tells what it changes."""


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
    private: bool = False


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
class SetMarker(Effect):
    marker: str
    indices: tuple[Expr, ...]
    value: Expr


@frozen
class SetAttr(Effect):
    piece: Expr
    sort: str
    attr: str
    value: Expr


@frozen
class MovePieces(Effect):
    """`what` is a piece, a piece or none, or a list of pieces."""

    what: Expr
    to: PlaceRef
    under: bool


@frozen
class Draw(Effect):
    """Also `fill P to n from Q`."""

    count: Expr
    source: PlaceRef
    to: PlaceRef
    under: bool


@frozen
class Deal(Effect):
    """`count` None: until the source is empty. `to` is a family indexed by player alone."""

    count: Expr | None
    source: PlaceRef
    to: str


@frozen
class Shuffle(Effect):
    place: PlaceRef


@frozen
class Gain(Effect):
    """`me` gains; indices without the player."""

    count: Expr
    tally: str
    indices: tuple[Expr, ...]


@frozen
class Pay(Effect):
    """`me` pays to the bank, or to a player."""

    count: Expr
    tally: str
    indices: tuple[Expr, ...]
    to: Expr | None


@frozen
class Reveal(Effect):
    """`what` names pieces, or is a marker; `to` None: it is shown to everybody."""

    what: Expr
    to: Expr | None


@frozen
class Announce(Effect):
    """A sentence for the log of everybody, or of one player."""

    text: Text
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
class NextTurn(Effect):
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


AnyEffect = Union[SetMarker, SetAttr, MovePieces, Draw, Deal, Shuffle, Gain, Pay, Reveal, Announce, NextTurn]
Statement = Union[
    Choose, OnlyIf, Let, AnyEffect, Do, As, EndGame, If, ForEach, OneOf, May, Repeat, Turns, Secretly, Group
]  # fmt: skip
Block = tuple[Statement, ...]


# ---- what statements do --------------------------------------------------------------------------
@frozen
class Change(Record):
    """What is changed: `what` is `place`, `marker`, `tally` or `attr` (then `sort` owns it).

    `whose`: indices that may say whose it is. `way`: whether pieces come `in` or go `out`.
    """

    what: str
    name: str
    whose: tuple[Expr, ...] = ()
    way: str = ""
    sort: str = ""


@frozen
class Does(Record):
    """What a statement does itself, not by the blocks in it.

    `count`: how often or how many, a number that is there and not negative. `chance`: it asks the dice, wherever pieces lie.
    `asks`: a player decides (whether the start of a deed is a decision, the deed tells).
    """

    changes: tuple[Change, ...] = ()
    count: Expr | None = None
    chance: bool = False
    asks: bool = False


NOTHING, CHANCE, DECISION = Does(), Does(chance=True), Does(asks=True)
MINE = (Me(PLAYER),)


def does(s: Statement) -> Does:
    """Tell what a statement does itself; of moved pieces only where they go."""
    match s:
        case Choose(at_random=at_random):
            return CHANCE if at_random else DECISION
        case SetMarker(marker=marker, indices=indices):
            return Does((Change("marker", marker, indices),))
        case SetAttr(sort=sort, attr=attr):
            return Does((Change("attr", attr, sort=sort),))
        case MovePieces(to=to):
            return Does((_place(to, "in"),))
        case Draw(count=count, source=source, to=to):
            return Does((_place(to, "in"), _place(source, "out")), count)
        case Deal(count=count, source=source, to=family):
            return Does((Change("place", family, way="in"), _place(source, "out")), count)
        case Shuffle(place=place):
            return Does((_place(place, ""),), chance=True)
        case Gain(count=count, tally=tally):
            return Does((Change("tally", tally, MINE),), count)
        case Pay(count=count, tally=tally, to=to):
            return Does((Change("tally", tally, MINE if to is None else (to,)),), count)
        case May(limit=limit):
            return Does(count=limit, asks=True)
        case Repeat(times=times):
            return Does(count=times)
        case OneOf():
            return DECISION
        case Reveal() | Announce():
            return NOTHING
        case OnlyIf() | Let() | Do() | As() | NextTurn() | EndGame() | If() | ForEach() | Turns() | Secretly() | Group():
            return NOTHING
        case _:
            assert_never(s)


def _place(ref: PlaceRef, way: str) -> Change:
    return Change("place", ref.place, ref.indices, way)
