"""A rulebook as one HTML page: a `Book` comes in, a page goes out that needs nothing else and prints well.

Every text is escaped by `frame`; the only pictures are those that `svg` draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from attrs import field, frozen

from rulekit.report.pages.frame import Html, document, element, html, html_lines
from rulekit.report.rulebook.markdown import _MARKED
from rulekit.report.rulebook.parts import Book, Box, Gallery, Grid, Heading, Item, Listing, Paragraph, Part, Shown, plain
from rulekit.report.table.svg import Drawer

STYLE = """
:root{--ink:#2b2118;--line:#d9cbb5;--box:#faf5ea;--mark:#8a4b1f}
*{box-sizing:border-box}
body{font:16px/1.5 Georgia,'Times New Roman',serif;color:var(--ink);background:#fff;
max-width:46rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:2.3rem;line-height:1.1;margin:1rem 0 .3rem;color:var(--mark)}
h2{font-size:1.45rem;margin:2.2rem 0 .6rem;padding-bottom:.2rem;border-bottom:2px solid var(--line);color:var(--mark)}
h3{font-size:1.15rem;margin:1.5rem 0 .4rem}
h1,h2,h3{break-after:avoid}
ul,ol{padding-left:1.3rem;margin:.4rem 0}
li{margin:.25rem 0}
nav{columns:2;font-size:.95rem;margin:1rem 0}
nav a{color:inherit;display:block;text-decoration:none;padding:.1rem 0}
nav a.level3{padding-left:1rem;font-size:.9em}
.lead{font-weight:bold}
code{font:.85em/1.4 ui-monospace,Menlo,Consolas,monospace;background:#f3ede2;
border-radius:3px;padding:0 .2em;overflow-wrap:anywhere}
sup a{color:var(--mark);text-decoration:none;font-size:.75em;padding:0 .1em}
.pieces{display:flex;flex-wrap:wrap;gap:.5rem .6rem;align-items:flex-end;margin:.3rem 0 .8rem}
.pieces figure{margin:0;text-align:center;break-inside:avoid}
.pieces .what{min-width:8.5rem;align-self:center}
.pieces figcaption{font-size:.75rem;max-width:8rem}
svg.piece{display:block;margin:0 auto;
font-family:system-ui,'Segoe UI Symbol','Noto Sans Symbols2','Noto Color Emoji',sans-serif;font-weight:600}
table{border-collapse:collapse;margin:.5rem 0 1rem;width:auto;max-width:100%}
th,td{border:1px solid var(--line);padding:.25rem .55rem;text-align:left;vertical-align:middle}
th{background:#f3ede2}
.box{border:1.5px solid var(--line);border-left:6px solid var(--mark);border-radius:6px;
background:var(--box);padding:.5rem .9rem;margin:.9rem 0;break-inside:avoid}
.box h4{margin:.2rem 0 .4rem;font-size:1rem}
.box table{font-size:.92rem;background:#fff}
.box svg.piece{zoom:.8}
td .pieces{margin:0;gap:.3rem}
.wide{overflow-x:auto}
.notes{font-size:.8rem;columns:2 16rem}
.notes li{break-inside:avoid}
@page{size:A4;margin:16mm 15mm}
@media print{body{font-size:10.5pt;max-width:none;padding:0}nav a{color:#000}.sheet{break-after:page}}
@media(max-width:30rem){body{font-size:15px}nav{columns:1}h1{font-size:1.8rem}}
"""


def styled(text: str) -> Html:
    """Return a text with formulas and bold names."""
    done, parts = 0, []
    for found in _MARKED.finditer(text):
        formula, bold = found.groups()
        parts += [plain(text[done : found.start()]), element("strong", bold) if formula is None else element("code", formula)]
        done = found.end()
    return html(*parts, plain(text[done:]))


@frozen
class _Writer:
    """Writes parts; citations become numbered notes, each once."""

    drawer: Drawer
    notes: dict[str, int] = field(factory=dict)

    def note(self, text: str) -> Html:
        """Return the mark of a note."""
        if not text:
            return Html("")
        number = self.notes.setdefault(text, len(self.notes) + 1)
        return element("sup", element("a", str(number), href=f"#note-{number}"))

    def part(self, part: Part, anchor: str = "") -> Html:
        """Return a part of the book."""
        match part:
            case Heading(level=level, text=text, note=note):
                return element(f"h{level}", styled(text), self.note(note), id=anchor)
            case Paragraph(item=item):
                return element("p", self.line(item))
            case Listing(items=items, numbered=numbered):
                return self.listing(items, "ol" if numbered else "ul")
            case Gallery():
                return self.gallery(part)
            case Grid():
                return self.grid(part)
            case Box(title=title, note=note):
                head = element("h4", styled(title), self.note(note))
                return element("section", head, "\n", html_lines(map(self.part, part.parts)), class_="box")

    def line(self, item: Item) -> Html:
        """Return one item in one line."""
        stop = "" if plain(item.lead).endswith((".", "?", "!", ":")) else "."
        lead = html(element("span", styled(item.lead), stop, class_="lead"), " ") if item.lead else ""
        return html(lead, styled(item.text), self.note(item.note))

    def listing(self, items: tuple[Item, ...], tag: str) -> Html:
        """Items with what is under them."""
        inside = (element("li", self.line(i), self.listing(i.inside, "ul") if i.inside else "") for i in items)
        return element(tag, "\n", html_lines(inside), "\n")

    def gallery(self, gallery: Gallery) -> Html:
        """Return pieces as pictures with their numbers under them; what only the colour tells stands before each colour."""
        if not any(p.count for p in gallery.pieces):
            return self._row("", gallery.pieces, gallery)
        groups = groupby(gallery.pieces, key=lambda p: " ".join(self.drawer.by_colour(p.piece)))
        return html(*(self._row(told, pieces, gallery) for told, pieces in groups))

    def _row(self, told: str, pieces: Iterable[Shown], gallery: Gallery) -> Html:
        label = element("span", told, class_="what") if told else ""
        return element("div", label, *(self._figure(p, gallery) for p in pieces), class_="pieces")

    def _figure(self, shown: Shown, gallery: Gallery) -> Html:
        """Return a picture; under it how many, and in words what the picture does not tell."""
        drawer = self.drawer.seated(shown.players)
        face = drawer.face(shown.piece)
        alike = any(p.text != shown.text and drawer.face(p.piece) == face for p in gallery.pieces)
        told = [t for t in (styled(shown.count), html(shown.text if alike else "")) if t]
        caption = element("figcaption", Html(" ".join(told))) if told else ""
        return element("figure", Html(drawer.picture(shown.piece)), caption)

    def grid(self, grid: Grid) -> Html:
        """Return a table that scrolls on a narrow screen."""
        head = element("tr", *(element("th", styled(h)) for h in grid.head)) if grid.head else ""
        return element("div", element("table", html_lines((head, *map(self._cells, grid.rows)))), class_="wide")

    def _cells(self, row: tuple[str | Gallery, ...]) -> Html:
        """Return a row of a table; one with nothing behind its first cell is one wide cell."""
        if len(row) == 2 and row[1] == "":
            return element("tr", element("td", self._cell(row[0]), colspan=2))
        return element("tr", *(element("td", self._cell(cell)) for cell in row))

    def _cell(self, cell: str | Gallery) -> Html:
        return self.gallery(cell) if isinstance(cell, Gallery) else styled(cell)


def _links(book: Book) -> Iterator[Html]:
    for number, part in enumerate(book.parts):
        if isinstance(part, Heading) and part.level > 1:
            yield element("a", styled(part.text), class_=f"level{part.level}", href=f"#s{number}")


def to_html(book: Book, drawer: Drawer, notes_title: str) -> str:
    """Return the whole page."""
    writer = _Writer(drawer)
    body = [writer.part(part, f"s{number}") for number, part in enumerate(book.parts)]
    head, sheet = len(book.head), len(book.head) + len(book.sheet)
    parts = [*body[:head]]
    parts += [element("section", html_lines(body[head:sheet]), class_="sheet")] if book.sheet else []
    parts += [element("nav", html_lines(_links(book))), *body[sheet:]]
    if writer.notes:
        notes = (element("li", text, id=f"note-{number}") for text, number in writer.notes.items())
        parts += [element("h2", notes_title), element("ol", html_lines(notes), class_="notes")]
    return document(book.title, parts, book.language, STYLE, script="")
