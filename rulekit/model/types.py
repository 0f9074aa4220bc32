"""The types of the language, as data. Bounds of numbers belong to declarations (`Domain`), not to types."""

from __future__ import annotations

from typing import Union

from attrs import frozen


@frozen
class NumberType:
    pass


@frozen
class TruthType:
    pass


@frozen
class PlayerType:
    pass


@frozen
class NoneType:
    """The type of `none` alone."""


@frozen
class KindType:
    kind: str


@frozen
class PieceType:
    sort: str


@frozen
class OptionType:
    """The named values of one option."""

    option: str


@frozen
class DescriptionType:
    """`tile(3, hot)`: what a piece may look like."""

    sort: str


@frozen
class PictureType:
    sort: str


@frozen
class TextType:
    pass


@frozen
class ListType:
    of: Type


@frozen
class OptionalType:
    """`T or none`, as declared or as a spot gives it."""

    of: Type


Type = Union[
    NumberType, TruthType, PlayerType, NoneType, KindType, PieceType, OptionType, DescriptionType, PictureType, TextType,
    ListType, OptionalType,
]

NUMBER = NumberType()
TRUTH = TruthType()
PLAYER = PlayerType()
NONE = NoneType()
TEXT = TextType()
