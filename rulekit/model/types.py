"""The types of the language, as data. Bounds of numbers belong to declarations (`Domain`), not to types."""

from __future__ import annotations

from typing import Union

from rulekit.records import Record, frozen


@frozen
class NumberType(Record):
    pass


@frozen
class TruthType(Record):
    pass


@frozen
class PlayerType(Record):
    pass


@frozen
class NoneType(Record):
    """The type of `none` alone."""


@frozen
class KindType(Record):
    kind: str


@frozen
class PieceType(Record):
    sort: str


@frozen
class OptionType(Record):
    """The named values of one option."""

    option: str


@frozen
class DescriptionType(Record):
    """`tile(3, hot)`: what a piece may look like."""

    sort: str


@frozen
class PictureType(Record):
    sort: str


@frozen
class TextType(Record):
    pass


@frozen
class ListType(Record):
    of: Type


@frozen
class OptionalType(Record):
    """`T or none`, as declared or as a spot gives it."""

    of: Type


Type = Union[
    NumberType, TruthType, PlayerType, NoneType, KindType, PieceType, OptionType, DescriptionType, PictureType, TextType,
    ListType, OptionalType,
]  # fmt: skip


def innermost(kind: Type) -> Type:
    """Return what a list, or a value that may be none, consists of."""
    while isinstance(kind, ListType | OptionalType):
        kind = kind.of
    return kind


def is_piece(kind: Type) -> bool:
    """Return whether values of a type are pieces, perhaps several or none."""
    return isinstance(innermost(kind), PieceType)


def sort_of(kind: Type) -> str | None:
    """Return the sort of the pieces that values of a type are, perhaps several or none; None: they are no pieces."""
    inner = innermost(kind)
    return inner.sort if isinstance(inner, PieceType) else None


NUMBER = NumberType()
TRUTH = TruthType()
PLAYER = PlayerType()
NONE = NoneType()
TEXT = TextType()
