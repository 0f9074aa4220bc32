"""What a rulebook is made of, before it is written as Markdown or HTML: plain records, texts without any markup.

Inside a text, what stands between `CODE` and `END` is a formula, between `STRONG` and `END` a name to be seen at once.
"""

from __future__ import annotations

from typing import Union

from attrs import frozen

from rulekit.engine.view import SeenPiece

CODE, STRONG, END = "\ue000", "\ue001", "\ue002"


def code(text: str) -> str:
    """Return a text shown as a formula."""
    return f"{CODE}{plain(text)}{END}"


def strong(text: str) -> str:
    """Return a text shown bold."""
    return f"{STRONG}{plain(text)}{END}"


def plain(text: str) -> str:
    """Return a text without marks."""
    return text.replace(CODE, "").replace(STRONG, "").replace(END, "")


@frozen
class Item:
    """A sentence of the rules: a small heading before it, where it is written, and what belongs under it."""

    text: str
    lead: str = ""
    note: str = ""
    inside: tuple[Item, ...] = ()


@frozen
class Heading:
    level: int
    text: str
    note: str = ""


@frozen
class Paragraph:
    item: Item


@frozen
class Listing:
    """Items one after another; `numbered` where their order is the order of doing."""

    items: tuple[Item, ...]
    numbered: bool = False


@frozen
class Shown:
    """Pieces that look alike: how many (`3 ×`; empty: not told), what they are called, and the piece to draw."""

    count: str
    text: str
    piece: SeenPiece
    players: tuple[str, ...] = ()  # whose pieces they can be


@frozen
class Gallery:
    pieces: tuple[Shown, ...]


@frozen
class Grid:
    """A table; a cell is a text or drawn pieces."""

    head: tuple[str, ...]
    rows: tuple[tuple[str | Gallery, ...], ...]


@frozen
class Box:
    """An example, or a change, in a frame."""

    title: str
    parts: tuple[Part, ...]
    note: str = ""


Part = Union[Heading, Paragraph, Listing, Gallery, Grid, Box]


@frozen
class Book:
    """A whole rulebook: language, title, its head, a sheet of changes (of house rules only), and the rules."""

    language: str
    title: str
    head: tuple[Part, ...]
    sheet: tuple[Part, ...]
    rules: tuple[Part, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """Everything in order."""
        return (*self.head, *self.sheet, *self.rules)
