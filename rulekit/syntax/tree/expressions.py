"""The tree of a `.cafe` file, part one: what every node has, citations, expressions, types, tables."""

from __future__ import annotations

from typing import Union

from attrs import field

from rulekit.diagnostics import Span
from rulekit.records import Record, frozen


@frozen
class Node(Record):
    """What every part of the tree has: its place in the text."""

    span: Span = field(eq=False, repr=False)


@frozen
class Ident(Node):
    """A word of the author's, or (`std`) a standard name in its canonical spelling."""

    text: str
    std: bool = False


@frozen
class Cite(Node):
    """One pointer `@en 3`: source (None: every source), section (None: the current one), place (`3`, `b1`, `c2`, `x4`)."""

    source: str | None
    section: str | None
    place: str


@frozen
class Assumed(Node):
    """`@assumed "why"`."""

    why: str


@frozen
class Ruling(Node):
    """`@ruling "why"`."""

    why: str


@frozen
class Arguable(Node):
    """`@arguable "why"`: the book can be taken so."""

    why: str


@frozen
class Slip(Node):
    """`@slip "why"`: the book says so, and cannot mean it."""

    why: str


Citation = Union[Cite, Assumed, Ruling, Arguable, Slip]
Cites = tuple[Citation, ...]


@frozen
class Cited(Node):
    """What has citations of its own."""

    cites: Cites = field(kw_only=True, default=())


# ---- expressions ---------------------------------------------------------------------------------
@frozen
class Number(Node):
    value: int


@frozen
class Text(Node):
    """A string; `parts` are plain text, expressions that stood in braces, and what else texts can say."""

    parts: tuple[str | Expr | TextPart, ...]


@frozen
class Beside(Node):
    """`{the token}`, `{income coins}`: a little word or a number (`lead`, and what it is as an expression) beside a value."""

    lead: str
    number: Expr | None
    value: Expr


@frozen
class ByValue(Node):
    """`{must_act: you must/you may}`: a choice of words."""

    value: Expr
    forms: tuple[Text, ...]


@frozen
class Fitting(Node):
    """`{drink fits servi/servie}`: forms that agree with a word; `word` is where the keyword stands."""

    value: Expr
    forms: tuple[Text, ...]
    word: Span = field(eq=False, repr=False)


@frozen
class ToAndOf(Node):
    """`{buy/buys}`: told to a player, told of a player."""

    to: Text
    of: Text


@frozen
class Maybe(Node):
    """`[ with {cubes sugar}]`: left out if a value in it is not there."""

    text: Text


@frozen
class NumberSign(Node):
    """`#` in a form: the number that the form was taken by."""


@frozen
class Truth(Node):
    value: bool


@frozen
class NoneValue(Node):
    pass


@frozen
class Empty(Node):
    pass


@frozen
class Me(Node):
    pass


@frozen
class Unlimited(Node):
    pass


@frozen
class ListLiteral(Node):
    items: tuple[Expr, ...]


@frozen
class Index(Node):
    of: Expr
    indices: tuple[Expr, ...]


@frozen
class Field(Node):
    """`x.attr`, `kind.value`, `score(p).line`; a number (`menu.latte.3`) is kept as its digits."""

    of: Expr
    name: Ident


@frozen
class Named(Node):
    """An argument with its name: `row: 3`."""

    name: Ident
    value: Expr


@frozen
class Call(Node):
    name: Ident
    arguments: tuple[Expr | Named, ...]


@frozen
class Binder(Node):
    """`x in S`, or a kind's name alone (`source` None)."""

    name: Ident
    source: Expr | None


@frozen
class Collect(Node):
    """`count(value for x in S, y in T where c)`; in the short form `count(x in S where c)` the value is None."""

    name: Ident
    value: Expr | None
    binders: tuple[Binder, ...]
    where: Expr | None


@frozen
class Unary(Node):
    """`op`: `-`, `not`."""

    op: str
    of: Expr


@frozen
class Binary(Node):
    """`op`: `+ - * div mod .. and or is`, `is not`, `in`, `not in`, `< <= > >=`."""

    op: str
    left: Expr
    right: Expr


@frozen
class Conditional(Node):
    test: Expr
    yes: Expr
    no: Expr


@frozen
class Deed(Node):
    """A named action or step with arguments: `buy(milk, 3)`."""

    name: Ident
    arguments: tuple[Expr | Named, ...]


@frozen
class Can(Node):
    """`p can buy(…)`; `able` False: `cannot`."""

    player: Expr
    deed: Deed
    able: bool


TextPart = Beside | ByValue | Fitting | ToAndOf | Maybe | NumberSign
Expr = (
    Number | Text | Truth | NoneValue | Empty | Me | Unlimited | Ident | ListLiteral | Index | Field | Call | Collect
    | Unary | Binary | Conditional | Can
)  # fmt: skip


# ---- types ---------------------------------------------------------------------------------------
@frozen
class NamedType(Node):
    name: Ident


@frozen
class RangeType(Node):
    low: Expr
    high: Expr


@frozen
class ListType(Node):
    of: Ident


@frozen
class PictureType(Node):
    of: Ident


PlainType = Union[NamedType, RangeType, ListType, PictureType]


@frozen
class TypeExpr(Node):
    plain: PlainType
    optional: bool


@frozen
class Dim(Node):
    """An index of a family: `column: 1..3`, `player`, `1..5`."""

    name: Ident | None
    type: PlainType


@frozen
class Param(Node):
    name: Ident
    type: TypeExpr | None


# ---- tables --------------------------------------------------------------------------------------
@frozen
class Described(Node):
    """Juxtaposed words in a cell: `cup caramel`."""

    words: tuple[Ident, ...]


@frozen
class Hole(Node):
    """`-`: a hole on purpose."""


@frozen
class Each(Node):
    """`each`: every value of the column's type."""


@frozen
class Cell(Cited):
    """Layers are divided by `/`, entries by `,`. An empty cell has no layers."""

    layers: tuple[tuple[Expr | Described, ...], ...]
    special: Hole | Each | None


@frozen
class Row(Cited):
    cells: tuple[Cell, ...]


Literal = Union[Ident, Number, Truth, Unlimited]
