"""The tree of a `.cafe` file, part four: declarations, words, looks."""

from __future__ import annotations

from typing import Union

from rulekit.records import frozen
from rulekit.syntax.tree.examples import Address, Example
from rulekit.syntax.tree.expressions import (
    Cited,
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
from rulekit.syntax.tree.layouts import Layout, LayoutOf
from rulekit.syntax.tree.statements import Block, Tell


# ---- declarations --------------------------------------------------------------------------------
@frozen
class By(Cited):
    names: tuple[str, ...]


@frozen
class PlayersLine(Cited):
    low: int
    high: int


@frozen
class Age(Cited):
    years: int


@frozen
class Minutes(Cited):
    minutes: int


@frozen
class Source(Cited):
    name: Ident
    title: str


@frozen
class Why(Cited):
    text: str


@frozen
class Over(Cited):
    name: Ident


HeadLine = Union[By, PlayersLine, Age, Minutes, Source, Why, Over]


@frozen
class Game(Cited):
    name: Ident
    title: str
    head: tuple[HeadLine, ...]


@frozen
class OverlayHead(Cited):
    """`variant x of game "…"` or `reading x of game "…"` (`role`)."""

    role: str
    name: Ident
    game: Ident
    title: str
    head: tuple[HeadLine, ...]


@frozen
class Heading(Cited):
    source: Ident
    title: str


@frozen
class Section(Cited):
    name: Ident
    headings: tuple[Heading, ...]
    title: Text | None = None
    part_of: Ident | None = None
    tells: tuple[Tell, ...] = ()


@frozen
class Remark(Cited):
    text: str


@frozen
class Attribute(Cited):
    name: Ident
    type: TypeExpr | None
    initial: Expr | None


@frozen
class Kind(Cited):
    """`kind side: milk, coffee`: `values`; with a table: `attributes` and `rows`, the first row being the header."""

    name: Ident
    values: tuple[Ident, ...]
    attributes: tuple[Attribute, ...]
    rows: tuple[Row, ...]
    tells: tuple[Tell, ...] = ()


@frozen
class Total(Cited):
    value: Expr


@frozen
class Piece(Cited):
    name: Ident
    start: Expr
    attributes: tuple[Attribute, ...]
    rows: tuple[Row, ...]
    total: Total | None
    tells: tuple[Tell, ...] = ()


@frozen
class Place(Cited):
    """`shape`: bag deck pile hand row spot; `sight`: open private hidden others, None = the shape's own."""

    name: Ident
    dims: tuple[Dim, ...]
    shape: str
    sort: Ident
    sight: str | None
    refill: Expr | None
    sentence: Text | None = None
    tells: tuple[Tell, ...] = ()


@frozen
class Tally(Cited):
    name: Ident
    dims: tuple[Dim, ...]
    bank: Expr | None
    sentence: Text | None = None
    tells: tuple[Tell, ...] = ()


@frozen
class Marker(Cited):
    name: Ident
    dims: tuple[Dim, ...]
    type: TypeExpr
    sight: str | None
    initial: Expr | None
    sentence: Text | None = None
    tells: tuple[Tell, ...] = ()


@frozen
class OptionValue(Node):
    """A value or (with `high`) a range of values an option may have."""

    low: Literal
    high: int | None


@frozen
class Answer(Cited):
    value: Literal
    meaning: str | None


@frozen
class Option(Cited):
    name: Ident
    question: str
    default: Literal
    among: tuple[OptionValue, ...]
    answers: tuple[Answer, ...]
    tells: tuple[Tell, ...] = ()


@frozen
class Table(Cited):
    name: Ident
    dims: tuple[Dim, ...]
    type: TypeExpr
    rows: tuple[Row, ...]
    tells: tuple[Tell, ...] = ()


@frozen
class Define(Cited):
    name: Ident
    params: tuple[Param, ...]
    value: Expr
    sentence: Text | None = None
    tells: tuple[Tell, ...] = ()


@frozen
class Setup(Cited):
    block: Block


@frozen
class Play(Cited):
    block: Block


@frozen
class Action(Cited):
    name: Ident
    params: tuple[Param, ...]
    block: Block
    sentence: Text | None = None


@frozen
class Step(Cited):
    name: Ident
    params: tuple[Param, ...]
    block: Block
    sentence: Text | None = None


@frozen
class ScoreLine(Cited):
    name: Ident
    value: Expr
    tells: tuple[Tell, ...] = ()


@frozen
class Score(Cited):
    player: Ident
    lines: tuple[ScoreLine, ...]
    tells: tuple[Tell, ...] = ()


@frozen
class Criterion(Cited):
    """`how`: most, fewest, only_if."""

    how: str
    value: Expr


@frozen
class Winner(Cited):
    player: Ident
    criteria: tuple[Criterion, ...]
    tells: tuple[Tell, ...] = ()


@frozen
class WordLine(Cited):
    """`say buy "…"`: a text of another language with its address; `what`: say ask because tell title."""

    what: str
    address: Address
    text: Text


@frozen
class Words(Cited):
    """`words fr [of game]`; the first row is the header."""

    language: Ident
    game: Ident | None
    rows: tuple[Row, ...]
    lines: tuple[WordLine, ...] = ()


@frozen
class Look(Cited):
    game: Ident | None
    rows: tuple[Row, ...]


Decl = Union[
    Kind, Piece, Place, Tally, Marker, Option, Table, Define, Setup, Play, Action, Step, Score, Winner, Example, Layout, LayoutOf,
]  # fmt: skip
