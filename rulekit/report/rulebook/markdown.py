"""A rulebook as Markdown: a `Book` comes in, one text goes out. Nothing of a rule file is taken for Markdown or HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import field, frozen

from rulekit.report.rulebook import parts
from rulekit.report.rulebook.parts import CODE, END, STRONG, Gallery, Item
from rulekit.report.table.svg import Drawer

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&])")
_MARKED = re.compile(f"{CODE}([^{END}]*){END}|{STRONG}([^{END}]*){END}")


def escaped(text: str) -> str:
    """Return a text in which nothing means anything to Markdown."""
    return _SPECIAL.sub(r"\\\1", text).replace("\n", " ")


def styled(text: str) -> str:
    """Return a text with formulas and bold names."""
    done, pieces = 0, []
    for found in _MARKED.finditer(text):
        pieces.append(escaped(_bare(text[done : found.start()])))
        code, bold = found.groups()
        pieces.append(f"`{code.replace('`', '´')}`" if code is not None else f"**{escaped(bold)}**")
        done = found.end()
    return "".join((*pieces, escaped(_bare(text[done:]))))


def _bare(text: str) -> str:
    return text.replace(CODE, "").replace(STRONG, "").replace(END, "")


@frozen
class _Writer:
    """Writes parts; citations become numbered notes, each once."""

    drawer: Drawer
    notes: dict[str, int] = field(factory=dict)

    def note(self, text: str) -> str:
        """Return the mark of a note."""
        if not text:
            return ""
        return f"[^{self.notes.setdefault(text, len(self.notes) + 1)}]"

    def part(self, part: parts.Part) -> Iterator[str]:
        """Yield the lines of a part, with an empty one behind it."""
        match part:
            case parts.Heading(level=level, text=text, note=note):
                yield f"{'#' * level} {styled(text)}{self.note(note)}"
            case parts.Paragraph(item=item):
                yield self.line(item)
            case parts.Listing(items=items):
                for number, item in enumerate(items, 1):
                    yield from self.item(item, 0, f"{number}." if part.numbered else "-")
            case Gallery():
                yield self.gallery(part)
            case parts.Grid():
                yield from self.grid(part)
            case parts.Box():
                yield from self.box(part)
        yield ""

    def line(self, item: Item) -> str:
        """Return one item in one line."""
        stop = "" if item.lead.endswith((".", "?", "!", ":")) else "."
        lead = f"**{escaped(parts.plain(item.lead))}{stop}** " if item.lead else ""
        return f"{lead}{styled(item.text)}{self.note(item.note)}".strip()

    def item(self, item: Item, depth: int, mark: str) -> Iterator[str]:
        """Yield an item of a list with what is under it."""
        yield f"{'   ' * depth}{mark} {self.line(item)}"
        for inner in item.inside:
            yield from self.item(inner, depth + 1, "-")

    def gallery(self, gallery: Gallery) -> str:
        """Return pieces in a row of text."""
        return " · ".join(f"{styled(p.count)} {escaped(self._piece(p, gallery))}".strip() for p in gallery.pieces)

    def _piece(self, shown: parts.Shown, gallery: Gallery) -> str:
        drawer = self.drawer.seated(shown.players)
        drawn = drawer.words(shown.piece)
        alike = any(p.text != shown.text and drawer.words(p.piece) == drawn for p in gallery.pieces)
        return f"{drawn} ({shown.text})" if alike else drawn

    def grid(self, grid: parts.Grid) -> Iterator[str]:
        """Yield a table; without a head the first row has empty ones."""
        width = max((len(row) for row in grid.rows), default=len(grid.head))
        head = grid.head or ("",) * width
        yield f"| {' | '.join(styled(h) for h in head)} |"
        yield f"|{'---|' * width}"
        for row in grid.rows:
            cells = (self.gallery(cell) if isinstance(cell, Gallery) else styled(cell) for cell in row)
            yield f"| {' | '.join(cells)} |"

    def box(self, box: parts.Box) -> Iterator[str]:
        """Write a box as a quotation."""
        yield f"> **{styled(box.title)}**{self.note(box.note)}"
        yield ">"
        lines = [line for part in box.parts for line in self.part(part)]
        while lines and not lines[-1]:
            lines.pop()
        yield from (f"> {line}".rstrip() for line in lines)


def to_markdown(book: parts.Book, drawer: Drawer, notes_title: str) -> str:
    """Return the whole book."""
    writer = _Writer(drawer)
    lines = [line for part in book.parts for line in writer.part(part)]
    if writer.notes:
        lines += [f"## {escaped(notes_title)}", ""]
        lines += [f"[^{number}]: {escaped(text)}" for text, number in writer.notes.items()]
    return "\n".join(lines).rstrip() + "\n"
