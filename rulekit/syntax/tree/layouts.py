"""The tree of a `.cafe` file, part five: layouts, how the table looks."""

from __future__ import annotations

from typing import Union

from rulekit.records import frozen
from rulekit.syntax.tree.expressions import Binder, Cited, Expr, Ident, Node, Param


@frozen
class LayoutCell(Node):
    """What is drawn there (None: a gap); `each`: a heading, once for each value. `turned_if`: half a turn only then."""

    value: Expr | None
    each: bool = False
    test: Expr | None = None
    turned: bool = False
    turned_if: Expr | None = None


@frozen
class LayoutRow(Cited):
    cells: tuple[LayoutCell, ...]


@frozen
class LayoutLoop(Cited):
    """`for each row in 1..5`, with the rows below it."""

    binders: tuple[Binder, ...]
    where: Expr | None
    lines: tuple[LayoutLine, ...]


@frozen
class Joined(Cited):
    attribute: Ident


@frozen
class Without(Cited):
    names: tuple[Ident, ...]


LayoutLine = Union[LayoutRow, LayoutLoop, Joined, Without]


@frozen
class Layout(Cited):
    """`layout floor: table_at, guest_on`: an area with a name; values alone are places of the families."""

    name: Ident
    params: tuple[Param, ...]
    families: tuple[Ident, ...]
    lines: tuple[LayoutLine, ...]


@frozen
class LayoutOf(Cited):
    """`layout`: the middle of the table; `layout of player p`; `layout of card`: the face of a sort."""

    of: Ident | None
    player: Ident | None
    lines: tuple[LayoutLine, ...]
