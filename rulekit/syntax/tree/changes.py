"""The tree of a `.cafe` file, part five: changes, and the whole file."""

from __future__ import annotations

from typing import Union

from attrs import field

from rulekit.records import frozen
from rulekit.syntax.tree.declarations import Decl, Game, Look, OverlayHead, Remark, ScoreLine, Section, Words
from rulekit.syntax.tree.examples import Address, With
from rulekit.syntax.tree.expressions import Cites, Expr, Node, Row
from rulekit.syntax.tree.statements import Block, Bullet, Tell


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
    """`tells`: of the new line of a score; a cell of a table has none."""

    address: Address
    value: Expr
    cites: Cites
    tells: tuple[Tell, ...] = ()


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
Item = Union[Game, OverlayHead, Section, Remark, Decl, Change, Words, Look, Tell]


@frozen
class Comment(Node):
    text: str


@frozen
class File(Node):
    """A whole file: the language of its keywords, its items in order, and its comments (which do not count for equality)."""

    language: str = field(eq=False)
    items: tuple[Item, ...]
    comments: tuple[Comment, ...] = field(eq=False, default=())
