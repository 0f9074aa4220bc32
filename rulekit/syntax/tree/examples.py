"""The tree of a `.cafe` file, part three: addresses and worked examples."""

from __future__ import annotations

from typing import Union

from rulekit.records import frozen
from rulekit.syntax.tree.expressions import Cited, Deed, Expr, Ident, Literal, Node
from rulekit.syntax.tree.statements import Tell


@frozen
class Address(Node):
    """`buy.sugar`, `menu.latte.3`, `example.luna`."""

    parts: tuple[str, ...]


@frozen
class Seats(Cited):
    names: tuple[Ident, ...]


@frozen
class With(Cited):
    option: Ident
    value: Literal


@frozen
class At(Cited):
    address: Address


@frozen
class Fact(Cited):
    value: Expr


@frozen
class Given(Node):
    facts: tuple[Fact, ...]


@frozen
class Event(Cited):
    player: Expr
    deed: Deed


@frozen
class When(Node):
    events: tuple[Event, ...]


@frozen
class Check(Cited):
    value: Expr
    because: Address | None


@frozen
class Then(Node):
    """`at`: judge on reaching that address, None = where the play stands."""

    at: Address | None
    checks: tuple[Check, ...]


ExampleLine = Union[Seats, With, At, Given, When, Then, Tell]


@frozen
class Example(Cited):
    name: Ident
    title: str
    lines: tuple[ExampleLine, ...]
