"""A small part of Markdown as data: headings, paragraphs, lists, fenced blocks; in them code and emphasis.

Comes in: text. Goes out: parts in order, from which a page builds its own elements; never HTML. What is not known here
(tables, links, quotes) stays the text it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Union

from attrs import frozen
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

PLAIN, CODE, EMPHASIS, STRONG = "plain", "code", "emphasis", "strong"
_READER = MarkdownIt("zero").enable(["heading", "list", "fence", "backticks", "emphasis"])
_STYLES = {"em_open": EMPHASIS, "strong_open": STRONG}


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
    return _runs(_READER.parseInline(text))


def _runs(tokens: Sequence[Token]) -> tuple[Run, ...]:
    """Return the words of inline tokens; styles inside of styles are told as the innermost."""
    found, styles = [], [PLAIN]
    for token in (child for inline in tokens for child in inline.children or ()):
        if token.nesting == 1:
            styles.append(_STYLES[token.type])
        elif token.nesting == -1:
            styles.pop()
        else:
            found.append(Run(CODE if token.type == "code_inline" else styles[-1], token.content.replace("\n", " ")))
    joined = [Run(style, "".join(run.text for run in same)) for style, same in groupby(found, lambda run: run.style)]
    return tuple(run for run in joined if run.text)


def plain(runs: tuple[Run, ...]) -> str:
    """Return the words alone."""
    return "".join(run.text for run in runs)


def parts_of(text: str) -> tuple[Part, ...]:
    """Cut a page into its parts. A fence that is not closed goes to the end."""
    return tuple(_part(node) for node in SyntaxTreeNode(_READER.parse(text)).children)


def _part(node: SyntaxTreeNode) -> Part:
    match node.type:
        case "heading":
            return Heading(len(node.markup), _words(node))
        case "bullet_list" | "ordered_list":
            return Listing(node.type == "ordered_list", tuple(_words(item) for item in node.children))
        case "fence":
            return Block(tuple(node.info.split()), node.content, (node.map or (0, 0))[0] + 2)
        case _:
            return Paragraph(_words(node))


def _words(node: SyntaxTreeNode) -> tuple[Run, ...]:
    return _runs([token for token in node.to_tokens() if token.type == "inline"])


def part_data(part: Part) -> dict[str, object]:
    """Return a part as plain data for JSON: `kind` is heading, paragraph, list or block."""
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
    """Return words as plain data for JSON."""
    return [{"style": run.style, "text": run.text} for run in runs]
