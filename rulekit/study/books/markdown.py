"""A small part of Markdown as data: headings, paragraphs, lists, fenced blocks; in them code and emphasis.

Comes in: text. Goes out: parts in order, from which a page builds its own elements; never HTML. What is not known here
(tables, links, quotes) stays the text it is.
"""

from __future__ import annotations

import re
from typing import Union

from attrs import define, field, frozen

PLAIN, CODE, EMPHASIS, STRONG = "plain", "code", "emphasis", "strong"
_INLINE = re.compile(r"`(?P<code>[^`]+)`|\*\*(?P<strong>\S(?:.*?\S)?)\*\*|\*(?P<emphasis>[^\s*](?:[^*]*[^\s*])?)\*")
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
_FENCE = re.compile(r"(`{3,})\s*([^`]*)$")
_ITEM = re.compile(r"(?:[*-]|(\d+)\.)\s+(.*)")


@frozen
class Run:
    """Some words in one style: plain, code, emphasis or strong."""

    style: str
    text: str


@frozen
class Heading:
    """A heading; level 1 is the title."""

    level: int
    runs: tuple[Run, ...]


@frozen
class Paragraph:
    """A paragraph."""

    runs: tuple[Run, ...]


@frozen
class Listing:
    """A list of short paragraphs, with numbers or without."""

    ordered: bool
    items: tuple[tuple[Run, ...], ...]


@frozen
class Block:
    """A fenced block: the words behind its fence, its text, and the line of its first line (from 1)."""

    words: tuple[str, ...]
    text: str
    line: int


Part = Union[Heading, Paragraph, Listing, Block]


def runs_of(text: str) -> tuple[Run, ...]:
    """Cut a line of text into its styles.

    >>> [(run.style, run.text) for run in runs_of("say *why* in `serve`")]
    [('plain', 'say '), ('emphasis', 'why'), ('plain', ' in '), ('code', 'serve')]
    """
    runs, end = [], 0
    for found in _INLINE.finditer(text):
        runs.append(Run(PLAIN, text[end : found.start()]))
        style = found.lastgroup or PLAIN
        runs.append(Run(style, found[style]))
        end = found.end()
    runs.append(Run(PLAIN, text[end:]))
    return tuple(run for run in runs if run.text)


def plain(runs: tuple[Run, ...]) -> str:
    """The words alone."""
    return "".join(run.text for run in runs)


def parts_of(text: str) -> tuple[Part, ...]:
    """Cut a page into its parts. A fence that is not closed goes to the end."""
    reader = _Reader()
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        fence = _FENCE.match(lines[at])
        if fence is None:
            reader.line(lines[at])
            at += 1
            continue
        reader.close()
        end = next((n for n in range(at + 1, len(lines)) if lines[n].rstrip() == fence[1]), len(lines))
        body = "".join(f"{line}\n" for line in lines[at + 1 : end])
        reader.parts.append(Block(tuple(fence[2].split()), body, at + 2))
        at = end + 1
    reader.close()
    return tuple(reader.parts)


@define
class _Reader:
    """Collects lines until a part is whole."""

    parts: list[Part] = field(factory=list)
    words: list[str] = field(factory=list)  # of the paragraph or the item that is being read
    items: list[str] = field(factory=list)
    ordered: bool | None = None  # None: no list is being read

    def line(self, line: str) -> None:
        """Read a line outside of blocks."""
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if not line.strip():
            self.close()
        elif heading is not None:
            self.close()
            self.parts.append(Heading(len(heading[1]), runs_of(heading[2])))
        elif item is not None:
            self._item(item[1] is not None, item[2])
        else:
            self.words.append(line.strip())

    def _item(self, ordered: bool, text: str) -> None:
        if self.ordered is not ordered:
            self.close()
        elif self.words:
            self.items.append(" ".join(self.words))
        self.ordered, self.words = ordered, [text.strip()]

    def close(self) -> None:
        """End the paragraph or list."""
        words = " ".join(self.words)
        if self.ordered is not None:
            self.parts.append(Listing(self.ordered, tuple(runs_of(item) for item in (*self.items, words))))
        elif words:
            self.parts.append(Paragraph(runs_of(words)))
        self.words, self.items, self.ordered = [], [], None


def part_data(part: Part) -> dict[str, object]:
    """A part as plain data for JSON: `kind` is heading, paragraph, list or block."""
    match part:
        case Heading(level=level, runs=runs):
            return {"kind": "heading", "level": level, "runs": runs_data(runs)}
        case Paragraph(runs=runs):
            return {"kind": "paragraph", "runs": runs_data(runs)}
        case Listing(ordered=ordered, items=items):
            return {"kind": "list", "ordered": ordered, "items": [runs_data(item) for item in items]}
        case Block(words=words, text=text):
            return {"kind": "block", "language": "".join(words[:1]), "role": " ".join(words[1:]), "text": text}


def runs_data(runs: tuple[Run, ...]) -> list[dict[str, str]]:
    """Words as plain data for JSON."""
    return [{"style": run.style, "text": run.text} for run in runs]
