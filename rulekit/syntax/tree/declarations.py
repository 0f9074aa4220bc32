"""The tree of a `.cafe` file, part four: declarations, words, looks."""

from __future__ import annotations

from typing import Union

from rulekit.records import frozen
from rulekit.syntax.tree.examples import Address, Example
from rulekit.syntax.tree.expressions import (
    Cites,
    Dim,
    Expr,
    Ident,
    Literal,
    Node,
    Param,
    Row,
    Text,
    TypeExpr,
)
from rulekit.syntax.tree.statements import Block, Tell


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
    title: Text | None = None
    part_of: Ident | None = None
    tells: tuple[Tell, ...] = ()


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
    tells: tuple[Tell, ...] = ()


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
    tells: tuple[Tell, ...] = ()


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
    sentence: Text | None = None
    tells: tuple[Tell, ...] = ()


@frozen
class Tally(Node):
    name: Ident
    dims: tuple[Dim, ...]
    bank: Expr | None
    cites: Cites
    sentence: Text | None = None
    tells: tuple[Tell, ...] = ()


@frozen
class Marker(Node):
    name: Ident
    dims: tuple[Dim, ...]
    type: TypeExpr
    sight: str | None
    initial: Expr | None
    cites: Cites
    sentence: Text | None = None
    tells: tuple[Tell, ...] = ()


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
    tells: tuple[Tell, ...] = ()


@frozen
class Table(Node):
    name: Ident
    dims: tuple[Dim, ...]
    type: TypeExpr
    rows: tuple[Row, ...]
    cites: Cites
    tells: tuple[Tell, ...] = ()


@frozen
class Define(Node):
    name: Ident
    params: tuple[Param, ...]
    value: Expr
    cites: Cites
    sentence: Text | None = None
    tells: tuple[Tell, ...] = ()


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
    sentence: Text | None = None


@frozen
class Step(Node):
    name: Ident
    params: tuple[Param, ...]
    block: Block
    cites: Cites
    sentence: Text | None = None


@frozen
class ScoreLine(Node):
    name: Ident
    value: Expr
    cites: Cites
    tells: tuple[Tell, ...] = ()


@frozen
class Score(Node):
    player: Ident
    lines: tuple[ScoreLine, ...]
    cites: Cites
    tells: tuple[Tell, ...] = ()


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
    tells: tuple[Tell, ...] = ()


@frozen
class WordLine(Node):
    """`say buy "…"`: a text of another language with its address; `what`: say ask because tell title."""

    what: str
    address: Address
    text: Text
    cites: Cites


@frozen
class Words(Node):
    """`words fr [of game]`; the first row is the header."""

    language: Ident
    game: Ident | None
    rows: tuple[Row, ...]
    cites: Cites
    lines: tuple[WordLine, ...] = ()


@frozen
class Look(Node):
    game: Ident | None
    rows: tuple[Row, ...]
    cites: Cites


Decl = Union[Kind, Piece, Place, Tally, Marker, Option, Table, Define, Setup, Play, Action, Step, Score, Winner, Example]
