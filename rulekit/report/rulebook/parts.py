"""What a rulebook is made of, before it is written as Markdown or HTML: plain records, texts without any markup.

Inside a text, what stands between `STRONG` and `END` is to be seen at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Union

from attrs import frozen

from rulekit.engine.view import SeenPiece
from rulekit.report.scene import scene
from rulekit.report.table.looks import Sign

STRONG, END = "\ue001", "\ue002"
_MARKED = re.compile(f"{STRONG}([^{END}]*){END}")
_STARRED = re.compile(r"\*([^*]+)\*")


def strong(text: str) -> str:
    """Return a text shown bold."""
    return f"{STRONG}{plain(text)}{END}"


def starred(text: str) -> str:
    """Return a text of an author, in which `*…*` is bold."""
    return _STARRED.sub(lambda found: strong(found.group(1)), text)


def plain(text: str) -> str:
    """Return a text without marks."""
    return text.replace(STRONG, "").replace(END, "")


def runs(text: str) -> list[tuple[str, bool]]:
    """Return a text in pieces, each with whether it is bold."""
    return [(plain(piece), number % 2 == 1) for number, piece in enumerate(_MARKED.split(text)) if piece]


@frozen
class Item:
    """A point of a list: a small heading before it, and what belongs under it."""

    text: str
    lead: str = ""
    inside: tuple[Item, ...] = ()
    below: tuple[Block, ...] = ()


@frozen
class Heading:
    """A small heading inside a section."""

    text: str


@frozen
class Paragraph:
    text: str


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
    """An example in a frame."""

    title: str
    blocks: tuple[Block, ...]


@frozen
class Zone:
    """A part of the table: the middle, or what lies before a player. `rows`: places with what is seen of them.

    `laid`: what the game's file lays out.
    """

    name: str
    rows: tuple[tuple[str, str | Gallery], ...]
    boards: tuple[tuple[str, Grid], ...] = ()
    laid: scene.Grid | None = None


@frozen
class Picture:
    """The table laid out, with what its signs stand for; `key` stands before those."""

    caption: str
    zones: tuple[Zone, ...]
    key: str = ""
    signs: tuple[Sign, ...] = ()


Block = Union[Heading, Paragraph, Listing, Gallery, Grid, Box, Picture]


@frozen
class Section:
    """A titled part of the book; `card`: the summary, which stands in a frame on the last page."""

    title: str
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...] = ()
    card: bool = False


@frozen
class Book:
    """A whole rulebook. `sheet`: what a house rule changes; `note`: what a sign in the text means.

    `said`: by key, the section and the text of everything that is told, to hold two books against each other.
    `is_told`: the author has told something; `untold`: addresses of rules that nobody has told; `untranslated`: those of
    texts that are in another language.
    """

    language: str
    title: str
    facts: tuple[str, ...]
    sections: tuple[Section, ...]
    sheet: Section | None = None
    note: str = ""
    said: Mapping[str, tuple[str, str]] = {}
    is_told: bool = False
    untold: tuple[str, ...] = ()
    untranslated: tuple[str, ...] = ()


def texts_in(sections: tuple[Section, ...]) -> Iterator[str]:
    """Yield all that is printed."""
    for section in sections:
        yield section.title
        yield from (text for block in section.blocks for text in _block_texts(block))
        yield from texts_in(section.sections)


def _block_texts(block: Block) -> Iterator[str]:
    match block:
        case Listing(items=items):
            yield from (text for item in items for text in _item_texts(item))
        case Grid(rows=rows):
            yield from (cell for row in rows for cell in row if isinstance(cell, str))
        case Box(blocks=blocks):
            yield from (text for inner in blocks for text in _block_texts(inner))
        case Picture():
            pass
        case _:
            yield from (getattr(block, "text", ""), *(shown.count for shown in getattr(block, "pieces", ())))


def _item_texts(item: Item) -> Iterator[str]:
    yield item.text
    yield from (text for inner in item.inside for text in _item_texts(inner))
    yield from (text for block in item.below for text in _block_texts(block))
