"""Typed expressions of the model: every name is resolved to what it means, every node has its type.

Values: a number is an int, a truth a bool, a player a seat from 0, a kind value and a named option value their
position from 0, `none` None, a list a tuple, a description a tuple of (attribute, value), a picture a tuple of cells:
None (must be empty) or a tuple of descriptions. `unlimited` is the number UNLIMITED.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

from attrs import field

from rulekit.model.types import Type
from rulekit.records import Record, frozen

UNLIMITED = 2**31 - 1
if TYPE_CHECKING:
    Value = None | bool | int | str | tuple["Value", ...]  # a string is an attribute of a description
else:
    Value = Any  # read from a file by hand


@frozen
class Typed(Record):
    type: Type


@frozen
class Const(Typed):
    value: Value


@frozen
class Local(Typed):
    """A variable of the running rule: parameter, choice, `let`, loop variable. The index is unique in its deed."""

    index: int
    name: str


@frozen
class Bound(Typed):
    """A variable inside an expression: binder of a comprehension, parameter of a definition, index or attribute of
    the declaration it stands in, the player of `score`/`winner`. The index is unique in its declaration or deed."""

    index: int
    name: str


@frozen
class Me(Typed):
    pass


@frozen
class Active(Typed):
    pass


@frozen
class Starter(Typed):
    pass


@frozen
class Players(Typed):
    pass


@frozen
class Winners(Typed):
    pass


@frozen
class OptionRef(Typed):
    option: str


@frozen
class Cell(Typed):
    """The value of a cell of the frame, with the name it has in the rules."""

    slot: int
    name: str = field(default="", eq=False)


def number_of(expr: Expr | None) -> int | None:
    """Return the number that an expression is for certain."""
    return expr.value if isinstance(expr, Const) and isinstance(expr.value, int) else None


@frozen
class TextPart(Record):
    """What a text can say beside plain words and values; no expression itself."""


@frozen
class Little(TextPart):
    """A little word that is made to fit a value: `{the token}`."""

    word: str
    value: Expr


@frozen
class Counted(TextPart):
    """A number of things: of what has a name (`{income coins}`), or of a value of a kind (`{missing sex}`: 3 women)."""

    number: Expr
    name: str
    value: Expr | None


@frozen
class ByValue(TextPart):
    """A choice of words. `keys`: the values that the forms are for; empty: by the number, one and many, or none, one and many."""

    value: Expr
    forms: tuple[Text, ...]
    keys: tuple[Value, ...]


@frozen
class Fitting(TextPart):
    """A form that agrees with the word of a value: masculine, feminine, neuter."""

    value: Expr
    forms: tuple[Text, ...]


@frozen
class ToAndOf(TextPart):
    """What is told to a player, and what is told of one."""

    to: Text
    of: Text


@frozen
class Maybe(TextPart):
    """What is left out if a value in it is not there."""

    text: Text


@frozen
class NumberSign(TextPart):
    """The number that a form was chosen by."""


AnyTextPart = Union[Little, Counted, ByValue, Fitting, ToAndOf, Maybe, NumberSign]


@frozen
class Text(Typed):
    """A sentence with values in it."""

    parts: tuple[str | Expr | AnyTextPart, ...]


@frozen
class Unary(Typed):
    """`-`, `not`."""

    op: str
    of: Expr


@frozen
class Binary(Typed):
    """`+ - * div mod and or is`, `is not`, `in`, `not in`, `< <= > >=`; `is` and `in` compare plain values here."""

    op: str
    left: Expr
    right: Expr


@frozen
class IfElse(Typed):
    test: Expr
    yes: Expr
    no: Expr


@frozen
class Range(Typed):
    """The list of numbers from low to high."""

    low: Expr
    high: Expr


@frozen
class Items(Typed):
    items: tuple[Expr, ...]


@frozen
class Contents(Typed):
    """The pieces of a place; with fewer indices of all places with that beginning. A fully indexed spot is its piece or none."""

    place: str
    indices: tuple[Expr, ...]


@frozen
class PieceAt(Typed):
    """The piece at a position (from 1) of a place, or none."""

    place: str
    indices: tuple[Expr, ...]
    position: Expr


@frozen
class ItemAt(Typed):
    """The n-th element (from 1) of a list, or none."""

    of: Expr
    position: Expr


@frozen
class TallyOf(Typed):
    """A tally's number (with fewer indices the list of them)."""

    tally: str
    indices: tuple[Expr, ...]


@frozen
class BankOf(Typed):
    """What is left in a bank; indices without the player."""

    tally: str
    indices: tuple[Expr, ...]


@frozen
class MarkerOf(Typed):
    marker: str
    indices: tuple[Expr, ...]


@frozen
class AttrOf(Typed):
    """An attribute of a piece or kind value (`owner` names the sort or kind); of a list the list of them; of none none."""

    of: Expr
    owner: str
    attr: str


@frozen
class Lookup(Typed):
    table: str
    keys: tuple[Expr, ...]


@frozen
class Apply(Typed):
    define: str
    args: tuple[Expr, ...]


@frozen
class Binding(Record):
    """`x in S` of a comprehension: the Bound's index and the list it runs over."""

    index: int
    name: str
    source: Expr


@frozen
class Collect(Typed):
    """`function`: count sum min max any every list distinct first. `value` is evaluated for every combination that
    satisfies `where` (for any and every the value is the condition and `where` None, unless the long form had one)."""

    function: str
    value: Expr
    binders: tuple[Binding, ...]
    where: Expr | None


@frozen
class Builtin(Typed):
    """`function`: count sum min max any every list distinct first (of a list, or several numbers for min and max),
    top bottom (of a list[, n]) reversed position next previous clockwise seat, shows(line, picture[, description])."""

    function: str
    args: tuple[Expr, ...]


@frozen
class Lines(Typed):
    """`lines(P, n)`: every straight run of n neighbours in a family with range indices, each a list of contents."""

    place: str
    length: Expr


@frozen
class Describe(Typed):
    """`tile(3, hot)`."""

    sort: str
    fields: tuple[tuple[str, Expr], ...]


@frozen
class Matches(Typed):
    """`piece is description`."""

    piece: Expr
    description: Expr


@frozen
class AnyMatch(Typed):
    """`description in P`."""

    description: Expr
    pieces: Expr


@frozen
class Exactly(Typed):
    """`P is [d, d]`: exactly these (descriptions, or pieces), in order if `ordered`."""

    pieces: Expr
    items: tuple[Expr, ...]
    ordered: bool


@frozen
class IsEmpty(Typed):
    """`x is empty` for places and lists; for a spot: `is none`."""

    of: Expr


@frozen
class Argument(Record):
    """What a deed is told: the parameter's or choice's name (None: by position, for examples only)."""

    name: str | None
    value: Expr


@frozen
class Can(Typed):
    """`p can deed(…)`."""

    player: Expr
    deed: str
    args: tuple[Argument, ...]


@frozen
class ScoreOf(Typed):
    """`score(p)` (line None) or `score(p).line`."""

    player: Expr
    line: str | None


# ---- in programs only, where names and rules have become cells and nodes ------------------------


@frozen
class Try(Typed):
    """`p can …`: a prepared trial (its index) with its arguments; `deed` is what is tried."""

    player: Expr
    trial: int
    args: tuple[Expr, ...]
    deed: str = ""


@frozen
class Within(Typed):
    """A number that play has to hold against declared bounds: they could not be proven."""

    of: Expr
    low: int
    high: int


Expr = Union[
    Const, Text, Local, Bound, Me, Active, Starter, Players, Winners, OptionRef, Unary, Binary, IfElse, Range, Items,
    Contents, PieceAt, ItemAt, TallyOf, BankOf, MarkerOf, AttrOf, Lookup, Apply, Collect, Builtin, Lines, Describe,
    Matches, AnyMatch, Exactly, IsEmpty, Can, ScoreOf, Cell, Try, Within,
]  # fmt: skip
LOWERED = (Cell, Try, Within)
