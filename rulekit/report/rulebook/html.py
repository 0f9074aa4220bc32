"""A rulebook as one HTML page: a `Book` comes in, a page goes out that needs nothing else and prints well.

Every text is escaped by `frame`; the only pictures are those that `svg` draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from attrs import field, frozen

from rulekit.drawings import SIDE, drawings
from rulekit.report.pages.frame import Html, Styles, document, element, html, html_lines
from rulekit.report.rulebook.parts import (
    Block,
    Book,
    Box,
    Gallery,
    Grid,
    Heading,
    Item,
    Listing,
    Paragraph,
    Picture,
    Section,
    Shown,
    Zone,
    plain,
    runs,
)
from rulekit.report.scene.as_html import STYLE as LAID
from rulekit.report.scene.as_html import grid_html
from rulekit.report.sentences import book_words
from rulekit.report.table.looks import Sign
from rulekit.report.table.svg import DRAWN, Drawer

STYLE = """
:root{--ink:#2b2118;--line:#d9cbb5;--box:#faf5ea;--mark:#8a4b1f}
*{box-sizing:border-box}
body{font:16px/1.5 Georgia,'Times New Roman',serif;color:var(--ink);background:#fff;
max-width:52rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:2.5rem;line-height:1.1;margin:1rem 0 .3rem;color:var(--mark)}
h2{font-size:1.45rem;margin:2rem 0 .6rem;padding-bottom:.2rem;border-bottom:2px solid var(--line);color:var(--mark);clear:both}
h3{font-size:1.15rem;margin:1.4rem 0 .4rem;color:var(--mark);clear:both}
h1,h2,h3{break-after:avoid}
p{margin:.5rem 0}
.facts{font-style:italic;margin:0 0 1rem}
ul,ol{padding-left:1.4rem;margin:.4rem 0}
li{margin:.3rem 0}
li::marker{color:var(--mark)}
.lead{font-weight:bold}
.beside{display:grid;grid-template-columns:minmax(0,1fr) 17rem;gap:0 1.4rem;align-items:start}
.pieces{display:flex;flex-wrap:wrap;gap:.3rem;align-items:flex-end;margin:.2rem 0}
.pieces figure{margin:0;text-align:center;break-inside:avoid}
.pieces .what{min-width:8.5rem;align-self:center}
.pieces figcaption{font-size:.75rem;max-width:8rem}
svg.piece{display:block;margin:0 auto;overflow:visible;
font-family:system-ui,'Segoe UI Symbol','Noto Sans Symbols2','Noto Color Emoji',sans-serif;font-weight:600}
table{border-collapse:collapse;margin:.5rem 0 1rem;width:auto;max-width:100%;break-inside:avoid}
th,td{border:1px solid var(--line);padding:.25rem .55rem;text-align:left;vertical-align:middle}
th{background:#f3ede2}
.box{border:1.5px solid var(--line);border-left:6px solid var(--mark);border-radius:6px;
background:var(--box);padding:.4rem .8rem;margin:.5rem 0 .9rem;break-inside:avoid;font-size:.92rem;line-height:1.4}
.box h4{margin:.2rem 0 .2rem;font-size:1rem;color:var(--mark)}
.box svg.piece,.table svg.piece,td svg.piece{zoom:.62}
.table{clear:both;margin:1rem 0;padding:.6rem .9rem;
border:1.5px solid var(--line);border-radius:12px;background:#f4efe4;break-inside:avoid}
.signs{font-style:normal;margin-left:1.2rem}
.sign{white-space:nowrap}
.sign svg{width:1em;height:1em;vertical-align:-.12em;fill:var(--ink)}
.table>figcaption{font-style:italic;font-size:.9rem}
.zones{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.6rem;margin-top:.6rem}
.zone{background:#fffdf8;border:1px solid var(--line);border-radius:8px;padding:.4rem .7rem}
.zone.middle{grid-column:1/-1}
.places{display:flex;flex-wrap:wrap;gap:.1rem 1.6rem;align-items:flex-end}
.zone h4{margin:.1rem 0 .3rem;font-size:.95rem;color:var(--mark)}
.zone .place{margin:.25rem 0;font-size:.85rem;break-inside:avoid}
.zone .place>span{opacity:.8}
.card{border:2px solid var(--mark);border-radius:12px;padding:.2rem 1.2rem .8rem;margin-top:2rem;
background:var(--box);break-inside:avoid}
.card h2{border:0;margin:.6rem 0 .2rem}
.sheet td{vertical-align:top;width:38%}
.sheet td:first-child{width:24%;font-weight:bold}
.wide{overflow-x:auto}
p:has(+.wide),p:has(+ul){break-after:avoid}
.note{break-before:avoid;font-size:.85rem;border-top:1px solid var(--line);margin-top:2rem;padding-top:.6rem}
@page{size:A4;margin:16mm 15mm}
@media print{body{font-size:10.5pt;max-width:none;padding:0}.sheet{break-after:page}
.beside{display:block}.several{columns:2;column-gap:1.2rem}.several .box{margin-top:0}.box{margin:.5rem 0}}
@media(max-width:44rem){.beside{display:block}}
@media(max-width:30rem){body{font-size:15px}h1{font-size:1.8rem}.table{padding:.4rem}.zone{padding:.3rem}.signs{display:block;margin:0}}
"""


def styled(text: str) -> Html:
    """Return a text with its bold words."""
    return html(*(element("strong", run) if bold else run for run, bold in runs(text)))


def _sign(one: Sign) -> Html:
    """Return a sign in a line of text, as pieces show it."""
    if not one.drawing:
        return html(one.text)
    path = element("path", d=drawings()[one.drawing], class_="drawing")
    return element("svg", path, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {SIDE} {SIDE}", aria_hidden="true")


@frozen
class _Writer:
    """Writes blocks."""

    drawer: Drawer
    colon: str
    styles: Styles = field(factory=Styles)

    def section(self, section: Section, level: int = 2) -> Html:
        """Return a section: its text, its example boxes beside it, its parts."""
        text = [block for block in section.blocks if not isinstance(block, Box | Picture)]
        boxes = [block for block in section.blocks if isinstance(block, Box)]
        body = html_lines(map(self.block, text))
        if text and boxes:
            aside = element("aside", html_lines(map(self.block, boxes)), class_="several" if len(boxes) > 1 else "")
            body = element("div", element("div", body), "\n", aside, class_="beside")
        elif boxes:
            body = html_lines(map(self.block, boxes))
        drawn = html_lines(self.block(block) for block in section.blocks if isinstance(block, Picture))
        inner = html_lines(self.section(part, level + 1) for part in section.sections)
        return element("section", element(f"h{level}", styled(section.title)), "\n", body, "\n", drawn, inner,
                       class_="card" if section.card else "")  # fmt: skip

    def block(self, block: Block) -> Html:
        """Return a block of the book."""
        match block:
            case Heading(text=text):
                return element("h3", styled(text))
            case Paragraph(text=text):
                return element("p", styled(text))
            case Listing(items=items, numbered=numbered):
                return self.listing(items, "ol" if numbered else "ul")
            case Gallery():
                return self.gallery(block)
            case Grid():
                return self.grid(block)
            case Box(title=title, blocks=blocks):
                return element("section", element("h4", styled(title)), "\n", html_lines(map(self.block, blocks)), class_="box")
            case Picture(caption=caption, zones=zones):
                drawn = (self.zone(zone, number == 0) for number, zone in enumerate(zones))
                inside = element("div", html_lines(drawn), class_="zones")
                return element("figure", element("figcaption", caption, self.signs(block)), inside, class_="table")

    def signs(self, picture: Picture) -> Html:
        """Return what the signs on the pieces stand for."""
        drawn = [one for one in picture.signs if one.drawn]
        told = (element("span", _sign(one), " ", one.word, class_="sign") for one in drawn)
        return element("span", picture.key, " ", Html(" · ".join(told)), class_="signs") if drawn else Html("")

    def zone(self, zone: Zone, middle: bool) -> Html:
        """Return a part of the table."""
        boards = (element("div", element("span", name), self.grid(board), class_="place") for name, board in zone.boards)
        rows = (
            element("div", element("span", self._label(name, what)), self._cell(what), class_="place") for name, what in zone.rows
        )
        name = "zone middle" if middle or zone.laid is not None else "zone"
        laid = () if zone.laid is None else (grid_html(zone.laid, self.drawer, self.styles),)
        inside = element("div", html_lines((*laid, *boards, *rows)), class_="places")
        return element("section", element("h4", zone.name), inside, class_=name)

    def _label(self, name: str, what: str | Gallery) -> str:
        return name if isinstance(what, Gallery) or not name else f"{name}{self.colon} "

    def listing(self, items: tuple[Item, ...], tag: str) -> Html:
        """Items with what is under them."""
        return element(tag, "\n", html_lines(map(self.item, items)), "\n")

    def item(self, item: Item) -> Html:
        """Return one item."""
        stop = "" if plain(item.lead).endswith((".", "?", "!", ":")) else "."
        lead = html(element("span", styled(item.lead), stop, class_="lead"), " ") if item.lead else ""
        inside = self.listing(item.inside, "ul") if item.inside else ""
        return element("li", lead, styled(item.text), inside, html_lines(map(self.block, item.below)))

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
        drawer = self.drawer
        face = drawer.face(shown.piece)
        alike = any(p.text != shown.text and drawer.face(p.piece) == face for p in gallery.pieces)
        told = [t for t in (styled(shown.count), html(shown.text if alike else "")) if t]
        caption = element("figcaption", Html(" ".join(told))) if told else ""
        return element("figure", Html(drawer.picture(shown.piece)), caption)

    def grid(self, grid: Grid) -> Html:
        """Return a table that scrolls on a narrow screen."""
        head = element("tr", *(element("th", styled(h)) for h in grid.head))
        rows = (element("tr", *(element("td", self._cell(cell)) for cell in row)) for row in grid.rows)
        return element("div", element("table", html_lines((head, *rows))), class_="wide")

    def _cell(self, cell: str | Gallery) -> Html:
        return self.gallery(cell) if isinstance(cell, Gallery) else styled(cell)


def to_html(book: Book, drawer: Drawer) -> str:
    """Return the whole page."""
    writer = _Writer(drawer, book_words(book.language)("colon"))
    body = [element("h1", book.title), element("p", " ".join(book.facts), class_="facts")]
    body += [element("div", writer.section(book.sheet), class_="sheet")] if book.sheet is not None else []
    body += map(writer.section, book.sections)
    body += [element("p", book.note, class_="note")] if book.note else []
    if any(DRAWN in part for part in body):
        body.append(element("p", book_words(book.language)("drawings_by"), class_="note"))
    return document(book.title, body, book.language, STYLE + LAID + writer.styles.text(), script="")
