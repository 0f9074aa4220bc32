"""What declarations have in common: their types with bounds, their indices, their parameters."""

from __future__ import annotations

from attrs import field

from rulekit.diagnostics import NOWHERE, Span
from rulekit.model.expressions import Expr
from rulekit.model.rules import Citation
from rulekit.model.types import Type
from rulekit.records import Record, frozen


@frozen
class Domain(Record):
    """A declared type: numbers may have bounds, anything may be `or none`."""

    type: Type
    low: Expr | None = None
    high: Expr | None = None
    optional: bool = False


@frozen
class Declared(Record):
    """What every declaration has. Its address is its name."""

    name: str
    cites: tuple[Citation, ...] = field(kw_only=True, default=())
    span: Span = field(kw_only=True, default=NOWHERE, eq=False, repr=False)


@frozen
class Dim(Record):
    """An index of a family. In expressions of the declaration it is the Bound with this index."""

    name: str
    index: int
    domain: Domain


@frozen
class Parameter(Record):
    """Of a definition: the Bound's index; of a deed: the Local's."""

    index: int
    name: str
    domain: Domain
