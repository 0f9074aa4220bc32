"""The tree of a `.cafe` file, part six: changes, and the whole file."""

from __future__ import annotations

from typing import Union

from attrs import field

from rulekit.records import frozen
from rulekit.syntax.tree.declarations import Decl, Game, Look, OverlayHead, Remark, ScoreLine, Section, Words
from rulekit.syntax.tree.examples import Address, With
from rulekit.syntax.tree.expressions import Cited, Expr, Node, Row
from rulekit.syntax.tree.layouts import Layout, LayoutOf
from rulekit.syntax.tree.statements import Block, Bullet, Tell


@frozen
class Replace(Cited):
    decl: Decl


@frozen
class ReplaceRule(Cited):
    address: Address
    block: Block


@frozen
class ReplaceRow(Cited):
    address: Address
    row: Row


@frozen
class ReplaceValue(Cited):
    """`tells`: of the new line of a score; a cell of a table has none."""

    address: Address
    value: Expr
    tells: tuple[Tell, ...] = ()


@frozen
class Remove(Cited):
    address: Address


@frozen
class Insert(Cited):
    """`before`/`after address` + block."""

    after: bool
    address: Address
    block: Block


@frozen
class AddTo(Cited):
    """Exactly one of the three is not empty."""

    address: Address
    bullets: tuple[Bullet, ...]
    rows: tuple[Row, ...]
    lines: tuple[ScoreLine, ...]


@frozen
class AddToLayout(Cited):
    """More lines of a layout that is there."""

    layout: Layout | LayoutOf


Change = Union[With, Replace, ReplaceRule, ReplaceRow, ReplaceValue, Remove, Insert, AddTo, AddToLayout]
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
