"""The tree of a `.cafe` file, part three: addresses and worked examples."""

from __future__ import annotations

from typing import Union

from rulekit.records import frozen
from rulekit.syntax.tree.expressions import Cites, Deed, Expr, Ident, Literal, Node
from rulekit.syntax.tree.statements import Tell


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


ExampleLine = Union[Seats, With, At, Given, When, Then, Tell]


@frozen
class Example(Node):
    name: Ident
    title: str
    lines: tuple[ExampleLine, ...]
    cites: Cites
