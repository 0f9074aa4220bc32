"""The tree of a `.cafe` file: one frozen class a grammar rule, each with its span.

Spans do not count for equality: two texts with the same meaning have equal trees.
Every keyword is gone; standard names are in their canonical (English) spelling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from attrs import field

from rulekit.diagnostics import Span
from rulekit.records import Record

if TYPE_CHECKING:
    from attrs import frozen
else:
    from rulekit.records import frozen


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


Citation = Union[Cite, Assumed, Ruling]
Cites = tuple[Citation, ...]


# ---- expressions ---------------------------------------------------------------------------------
@frozen
class Number(Node):
    value: int


@frozen
class Text(Node):
    """A string; `parts` alternate plain text and the expressions that stood in braces."""

    parts: tuple[str | Expr, ...]


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


Expr = Union[
    Number, Text, Truth, NoneValue, Empty, Me, Unlimited, Ident, ListLiteral, Index, Field, Call, Collect, Unary, Binary, Conditional, Can
]


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
class Cell(Node):
    """Layers are divided by `/`, entries by `,`. An empty cell has no layers."""

    layers: tuple[tuple[Expr | Described, ...], ...]
    special: Hole | Each | None
    cites: Cites


@frozen
class Row(Node):
    cells: tuple[Cell, ...]
    cites: Cites


# ---- statements ----------------------------------------------------------------------------------
@frozen
class Amount(Node):
    """How many a pick takes: `kind` is `some`, `upto`, `exactly`, `between`."""

    kind: str
    low: Expr | None
    high: Expr | None


@frozen
class Pick(Node):
    amount: Amount | None
    name: Ident
    source: Expr | None


@frozen
class Choose(Node):
    subject: Expr | None
    picks: tuple[Pick, ...]
    where: Expr | None
    at_random: bool


@frozen
class OnlyIf(Node):
    test: Expr
    reason: Text | None


@frozen
class Let(Node):
    name: Ident
    value: Expr


@frozen
class Set(Node):
    target: Expr
    value: Expr


@frozen
class Move(Node):
    subject: Expr | None
    what: Expr
    under: bool
    to: Expr


@frozen
class Draw(Node):
    subject: Expr | None
    count: Expr
    source: Expr
    under: bool
    to: Expr


@frozen
class Fill(Node):
    """`fill P to n from Q`: draw as many as are missing."""

    place: Expr
    to: Expr
    source: Expr


@frozen
class Deal(Node):
    """`deal n from P to hand`; `count` None: `all`."""

    count: Expr | None
    source: Expr
    to: Ident


@frozen
class Shuffle(Node):
    place: Expr


@frozen
class Gain(Node):
    subject: Expr | None
    count: Expr
    tally: Ident
    indices: tuple[Expr, ...]


@frozen
class Pay(Node):
    subject: Expr | None
    count: Expr
    tally: Ident
    indices: tuple[Expr, ...]
    to: Expr | None


@frozen
class Do(Node):
    subject: Expr | None
    deed: Deed
    if_able: bool


@frozen
class NextTurn(Node):
    player: Expr


@frozen
class EndGame(Node):
    pass


@frozen
class If(Node):
    """`branches`: (test, block), the first that holds; `otherwise` empty without `else`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block


@frozen
class ForEach(Node):
    binders: tuple[Binder, ...]
    where: Expr | None
    block: Block


@frozen
class Bullet(Node):
    """One `-` line of `one of`; `block` holds its statements, the first one on the bullet's own line."""

    label: Ident | None
    cites: Cites
    block: Block


@frozen
class OneOf(Node):
    subject: Expr | None
    bullets: tuple[Bullet, ...]


@frozen
class May(Node):
    """`often`: `once`, `repeatedly`, `upto` (then `limit`)."""

    subject: Expr | None
    often: str
    limit: Expr | None
    block: Block


@frozen
class Repeat(Node):
    """`until` or `times`, or neither."""

    until: Expr | None
    times: Expr | None
    block: Block


@frozen
class Turns(Node):
    """`turns`/`rounds` (`whole` True) `from p where c until d`."""

    whole: bool
    start: Expr
    where: Expr | None
    until: Expr | None
    block: Block


@frozen
class Secretly(Node):
    block: Block


@frozen
class Group(Node):
    """A label with a block: `moves:` and its statements."""

    block: Block


Act = Union[
    Choose, OnlyIf, Let, Set, Move, Draw, Fill, Deal, Shuffle, Gain, Pay, Do, NextTurn, EndGame,
    If, ForEach, OneOf, May, Repeat, Turns, Secretly, Group,
]


@frozen
class Statement(Node):
    """A statement with its label and citations. `label:` alone is a Group with an empty block."""

    label: Ident | None
    act: Act
    cites: Cites


Block = tuple[Statement, ...]


# ---- declarations --------------------------------------------------------------------------------
@frozen
class By(Node):
    names: tuple[str, ...]
    cites: Cites


@frozen
class PlayersLine(Node):
    low: int
    high: int
    cites: Cites


@frozen
class Age(Node):
    years: int
    cites: Cites


@frozen
class Minutes(Node):
    minutes: int
    cites: Cites


@frozen
class Source(Node):
    name: Ident
    title: str
    cites: Cites


@frozen
class Why(Node):
    text: str
    cites: Cites


@frozen
class Over(Node):
    name: Ident
    cites: Cites


HeadLine = Union[By, PlayersLine, Age, Minutes, Source, Why, Over]


@frozen
class Game(Node):
    name: Ident
    title: str
    head: tuple[HeadLine, ...]
    cites: Cites


@frozen
class OverlayHead(Node):
    """`variant x of game "…"` or `reading x of game "…"` (`role`)."""

    role: str
    name: Ident
    game: Ident
    title: str
    head: tuple[HeadLine, ...]
    cites: Cites


@frozen
class Heading(Node):
    source: Ident
    title: str
    cites: Cites


@frozen
class Section(Node):
    name: Ident
    headings: tuple[Heading, ...]
    cites: Cites


@frozen
class Remark(Node):
    text: str
    cites: Cites


@frozen
class Attribute(Node):
    name: Ident
    type: TypeExpr | None
    initial: Expr | None
    cites: Cites


@frozen
class Kind(Node):
    """`kind side: milk, coffee`: `values`; with a table: `attributes` and `rows`, the first row being the header."""

    name: Ident
    values: tuple[Ident, ...]
    attributes: tuple[Attribute, ...]
    rows: tuple[Row, ...]
    cites: Cites


@frozen
class Total(Node):
    value: Expr
    cites: Cites


@frozen
class Piece(Node):
    name: Ident
    start: Expr
    attributes: tuple[Attribute, ...]
    rows: tuple[Row, ...]
    total: Total | None
    cites: Cites


@frozen
class Place(Node):
    """`shape`: bag deck pile hand row spot; `sight`: open private hidden others, None = the shape's own."""

    name: Ident
    dims: tuple[Dim, ...]
    shape: str
    sort: Ident
    sight: str | None
    refill: Expr | None
    cites: Cites


@frozen
class Tally(Node):
    name: Ident
    dims: tuple[Dim, ...]
    bank: Expr | None
    cites: Cites


@frozen
class Marker(Node):
    name: Ident
    dims: tuple[Dim, ...]
    type: TypeExpr
    sight: str | None
    initial: Expr | None
    cites: Cites


Literal = Union[Ident, Number, Truth, Unlimited]


@frozen
class OptionValue(Node):
    """A value or (with `high`) a range of values an option may have."""

    low: Literal
    high: int | None


@frozen
class Answer(Node):
    value: Literal
    meaning: str | None
    cites: Cites


@frozen
class Option(Node):
    name: Ident
    question: str
    default: Literal
    among: tuple[OptionValue, ...]
    answers: tuple[Answer, ...]
    cites: Cites


@frozen
class Table(Node):
    name: Ident
    dims: tuple[Dim, ...]
    type: TypeExpr
    rows: tuple[Row, ...]
    cites: Cites


@frozen
class Define(Node):
    name: Ident
    params: tuple[Param, ...]
    value: Expr
    cites: Cites


@frozen
class Setup(Node):
    block: Block
    cites: Cites


@frozen
class Play(Node):
    block: Block
    cites: Cites


@frozen
class Action(Node):
    name: Ident
    params: tuple[Param, ...]
    block: Block
    cites: Cites


@frozen
class Step(Node):
    name: Ident
    params: tuple[Param, ...]
    block: Block
    cites: Cites


@frozen
class ScoreLine(Node):
    name: Ident
    value: Expr
    cites: Cites


@frozen
class Score(Node):
    player: Ident
    lines: tuple[ScoreLine, ...]
    cites: Cites


@frozen
class Criterion(Node):
    """`how`: most, fewest, only_if."""

    how: str
    value: Expr
    cites: Cites


@frozen
class Winner(Node):
    player: Ident
    criteria: tuple[Criterion, ...]
    cites: Cites


# ---- examples, words, looks ----------------------------------------------------------------------
@frozen
class Address(Node):
    """`buy.sugar`, `menu.latte.3`, `example.luna`."""

    parts: tuple[str, ...]


@frozen
class Seats(Node):
    names: tuple[Ident, ...]
    cites: Cites


@frozen
class With(Node):
    option: Ident
    value: Literal
    cites: Cites


@frozen
class At(Node):
    address: Address
    cites: Cites


@frozen
class Fact(Node):
    value: Expr
    cites: Cites


@frozen
class Given(Node):
    facts: tuple[Fact, ...]


@frozen
class Event(Node):
    player: Expr
    deed: Deed
    cites: Cites


@frozen
class When(Node):
    events: tuple[Event, ...]


@frozen
class Check(Node):
    value: Expr
    because: Address | None
    cites: Cites


@frozen
class Then(Node):
    """`at`: judge on reaching that address, None = where the play stands."""

    at: Address | None
    checks: tuple[Check, ...]


ExampleLine = Union[Seats, With, At, Given, When, Then]


@frozen
class Example(Node):
    name: Ident
    title: str
    lines: tuple[ExampleLine, ...]
    cites: Cites


@frozen
class Words(Node):
    """`words fr [of game]`; the first row is the header."""

    language: Ident
    game: Ident | None
    rows: tuple[Row, ...]
    cites: Cites


@frozen
class Look(Node):
    game: Ident | None
    rows: tuple[Row, ...]
    cites: Cites


Decl = Union[Kind, Piece, Place, Tally, Marker, Option, Table, Define, Setup, Play, Action, Step, Score, Winner, Example]


# ---- changes -------------------------------------------------------------------------------------
@frozen
class Replace(Node):
    decl: Decl
    cites: Cites


@frozen
class ReplaceRule(Node):
    address: Address
    block: Block
    cites: Cites


@frozen
class ReplaceRow(Node):
    address: Address
    row: Row
    cites: Cites


@frozen
class ReplaceValue(Node):
    address: Address
    value: Expr
    cites: Cites


@frozen
class Remove(Node):
    address: Address
    cites: Cites


@frozen
class Insert(Node):
    """`before`/`after address` + block."""

    after: bool
    address: Address
    block: Block
    cites: Cites


@frozen
class AddTo(Node):
    """Exactly one of the three is not empty."""

    address: Address
    bullets: tuple[Bullet, ...]
    rows: tuple[Row, ...]
    lines: tuple[ScoreLine, ...]
    cites: Cites


Change = Union[With, Replace, ReplaceRule, ReplaceRow, ReplaceValue, Remove, Insert, AddTo]
Item = Union[Game, OverlayHead, Section, Remark, Decl, Change, Words, Look]


@frozen
class Comment(Node):
    text: str


@frozen
class File(Node):
    """A whole file: the language of its keywords, its items in order, and its comments (which do not count for equality)."""

    language: str = field(eq=False)
    items: tuple[Item, ...]
    comments: tuple[Comment, ...] = field(eq=False, default=())
