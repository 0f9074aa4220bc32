"""The simplest expressions: values, names, and what stands for somebody. `expressions` has the others, and all of them.

Values: a number is an int, a truth a bool, a player a seat from 0, a kind value and a named option value their
position from 0, `none` None, a list a tuple, a description a tuple of (attribute, value), a picture a tuple of cells:
None (must be empty) or a tuple of descriptions. `unlimited` is the number UNLIMITED.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import field

from rulekit.model.types import Type
from rulekit.records import Record, frozen

UNLIMITED = 2**31 - 1
if TYPE_CHECKING:
    Value = None | bool | int | str | tuple["Value", ...]  # a string is an attribute of a description
else:
    Value = Any  # read from a file by hand


def described(value: Value) -> Iterator[tuple[str, Value]]:
    """Yield the attributes that a description names, with their values."""
    for part in value if isinstance(value, tuple) else ():
        match part:
            case (str() as name, wanted):
                yield name, wanted


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
