"""A rulebook as Markdown: a `Book` comes in, one text goes out. Nothing of a rule file is taken for Markdown or HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import frozen

from rulekit.report.rulebook import parts
from rulekit.report.rulebook.parts import Gallery, Item, runs
from rulekit.report.scene.as_text import grid_lines
from rulekit.report.scene.legend import in_letters
from rulekit.report.sentences import book_words
from rulekit.report.table.svg import Drawer
from rulekit.report.text import counted_alike

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&])")


def escaped(text: str) -> str:
    """Return a text in which nothing means anything to Markdown."""
    return _SPECIAL.sub(r"\\\1", text).replace("\n", " ")


def styled(text: str) -> str:
    """Return a text with its bold words."""
    return "".join(f"**{escaped(run)}**" if bold else escaped(run) for run, bold in runs(text))


@frozen
class _Writer:
    """Writes blocks."""

    drawer: Drawer
    colon: str

    def section(self, section: parts.Section, level: int) -> Iterator[str]:
        """Yield the lines of a section and its parts."""
        yield f"{'#' * level} {styled(section.title)}"
        yield ""
        yield from self.blocks(section.blocks)
        for part in section.sections:
            yield from self.section(part, level + 1)

    def blocks(self, blocks: Iterable[parts.Block]) -> Iterator[str]:
        """Yield the lines of blocks, with an empty one behind each."""
        for block in blocks:
            yield from self.block(block)
            yield ""

    def block(self, block: parts.Block) -> Iterator[str]:
        """Yield the lines of a block."""
        match block:
            case parts.Heading(text=text):
                yield f"### {styled(text)}"
            case parts.Paragraph(text=text):
                yield styled(text)
            case parts.Listing(items=items):
                for number, item in enumerate(items, 1):
                    yield from self.item(item, 0, f"{number}." if block.numbered else "-")
            case Gallery():
                yield self.gallery(block)
            case parts.Grid():
                yield from self.grid(block)
            case parts.Box():
                yield from self.box(block)
            case parts.Picture():
                yield from self.picture(block)

    def item(self, item: Item, depth: int, mark: str) -> Iterator[str]:
        """Yield an item of a list with what is under it."""
        stop = "" if item.lead.endswith((".", "?", "!", ":")) else "."
        lead = f"**{escaped(parts.plain(item.lead))}{stop}** " if item.lead else ""
        yield f"{'   ' * depth}{mark} {lead}{styled(item.text)}".rstrip()
        for inner in item.inside:
            yield from self.item(inner, depth + 1, "-")
        if item.below:
            yield ""
            yield from (f"{'   ' * (depth + 1)}{line}".rstrip() for line in self.blocks(item.below))

    def gallery(self, gallery: Gallery) -> str:
        """Return pieces in a row of text."""
        return " · ".join(f"{styled(p.count)} {escaped(self._piece(p, gallery))}".strip() for p in gallery.pieces)

    def _piece(self, shown: parts.Shown, gallery: Gallery) -> str:
        drawn = self.drawer.words(shown.piece)
        alike = any(p.text != shown.text and self.drawer.words(p.piece) == drawn for p in gallery.pieces)
        return f"{drawn} ({shown.text})" if alike else drawn

    def grid(self, grid: parts.Grid) -> Iterator[str]:
        """Yield a table."""
        yield f"| {' | '.join(styled(h) for h in grid.head)} |"
        yield f"|{'---|' * len(grid.head)}"
        for row in grid.rows:
            cells = (self.gallery(cell) if isinstance(cell, Gallery) else styled(cell) for cell in row)
            yield f"| {' | '.join(cells)} |"

    def box(self, box: parts.Box) -> Iterator[str]:
        """Write a box as a quotation, its title before its first words."""
        first, *rest = box.blocks
        title = f"**{escaped(parts.plain(box.title))}{'' if box.title.endswith(('.', '?', '!')) else '.'}**"
        begins = isinstance(first, parts.Paragraph)
        yield f"> {title} {styled(first.text)}" if isinstance(first, parts.Paragraph) else f"> {title}"
        lines = list(self.blocks(rest if begins else box.blocks))
        yield from ((f"> {line}".rstrip() for line in ("", *lines[:-1])) if lines else ())

    def picture(self, picture: parts.Picture) -> Iterator[str]:
        """Yield the table laid out, in words."""
        yield f"*{escaped(picture.caption)}*"
        for zone in picture.zones:
            yield ""
            yield f"**{escaped(zone.name)}**"
            yield ""
            if zone.laid is not None:
                yield from ("```text", *(line.plain for line in grid_lines(zone.laid, self.drawer, None) or ()), "```", "")
            for name, board in zone.boards:
                yield f"{escaped(name)}{self.colon}"
                yield ""
                yield from (*self.grid(board), "")
            for name, what in zone.rows:
                told = ", ".join(counted_alike([p.text for p in what.pieces])) if isinstance(what, Gallery) else parts.plain(what)
                yield f"- {escaped(f'{name}{self.colon} {told}' if name else told)}"
        told = in_letters(picture.signs) if any(zone.laid is not None for zone in picture.zones) else ""
        yield from ("", escaped(f"{picture.key} {told}")) if told else ()


def to_markdown(book: parts.Book, drawer: Drawer) -> str:
    """Return the whole book."""
    writer = _Writer(drawer, book_words(book.language)("colon"))
    lines = [f"# {escaped(book.title)}", "", f"_{escaped(' '.join(book.facts))}_", ""]
    for section in (*((book.sheet,) if book.sheet is not None else ()), *book.sections):
        lines += writer.section(section, 2)
    if book.note:
        lines += ["---", "", escaped(book.note)]
    return "\n".join(lines).rstrip() + "\n"
