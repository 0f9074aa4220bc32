"""A scene on a printed page: grids as grids, pieces as small pictures, numbers and headings as text.

Comes in: a grid and a drawer of pieces. Goes out: HTML. Texts are escaped by `frame`; what is in a style is a number or a colour
that `looks` knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import frozen

from rulekit.engine.view import SeenPiece
from rulekit.report.pages.frame import Html, Styles, element, html, html_lines
from rulekit.report.scene.scene import Cell, Drawn, Grid, Number, Part, Picture, Pieces, Spot, Table, Words
from rulekit.report.table.svg import SEATS, Drawer

_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}")
MOST_PIECES = 12
FEW = 8  # pieces that stand in one row
STYLE = """
.laid{display:inline-grid;gap:.25rem .5rem;align-items:center;justify-items:center;padding:.3rem;max-width:100%}
.laid .laid{padding:.15rem;gap:.2rem .35rem}
.laid.board,.laid.cloth,.laid.paper{border:1.5px solid var(--line);border-radius:8px;background:#f7efe0;padding:.5rem}
.laid .cell{text-align:center;font-size:.75rem;line-height:1.25}
.laid .low{align-self:end}
.laid .heading{color:var(--mark)}
.laid b{font-size:.95rem}
.laid .name{margin-top:.1rem}
.laid .lies{display:flex;gap:.12rem;align-items:center;justify-content:center;flex-wrap:wrap}
.laid .few{flex-wrap:nowrap}
.laid .upwards{flex-direction:column-reverse;flex-wrap:nowrap}
.laid svg.piece{height:2.6rem;width:auto}
.laid .slot,.laid .back{min-width:1.7rem;min-height:1.7rem;border:1px dashed var(--line);border-radius:5px;padding:.1rem .25rem;
font-size:.65rem;color:#8b7a63;display:inline-flex;align-items:center;justify-content:center}
.laid .back{border-style:solid;background:#e9dcc4;color:var(--ink)}
.laid table{margin:0;font-size:.75rem}
.laid th,.laid td{padding:.05rem .35rem}
.laid svg.worded{zoom:1;height:auto}
@media(max-width:30rem){.laid{zoom:.8;gap:.25rem .2rem}.laid .laid{zoom:1}.laid.apart{display:flex;flex-wrap:wrap;gap:.4rem .8rem}
.laid.apart .few{flex-wrap:wrap}}
.laid th.before{text-align:right}
"""


def grid_html(grid: Grid, drawer: Drawer, styles: Styles) -> Html:
    """Return a grid as it is printed; where its cells stand is added to the styles of the page."""
    return _Writer(drawer, styles).grid(grid)


@frozen
class _Writer:
    drawer: Drawer
    styles: Styles

    def grid(self, grid: Grid) -> Html:
        """Return a grid with its cells."""
        cells = html_lines(self._cell(cell) for cell in grid.cells)
        ground = grid.look.shape if grid.look.shape in ("board", "cloth", "paper") else ""
        across = self.styles.name(f"grid-template-columns:repeat({grid.columns},auto)")
        return element("div", cells, class_=" ".join(filter(None, ("laid" if grid.whole else "laid apart", ground, across))))

    def _cell(self, cell: Cell) -> Html:
        area = f"grid-area:{cell.row + 1}/{cell.column + 1}/span {cell.rows}/span {cell.columns}"
        low = isinstance(cell.part, Spot) and cell.part.lies == "upwards"
        return element("div", self._part(cell.part), class_=f"cell{' low' if low else ''} {self.styles.name(area)}")

    def _part(self, part: Part) -> Html:
        match part:
            case Grid():
                return self.grid(part)
            case Words(text=text, heading=heading):
                return element("span", text, class_="heading") if heading else html(text)
            case Number():
                return self._number(part)
            case Spot():
                return self._spot(part)
            case Pieces(pieces=pieces):
                return self._row(map(self._piece, pieces))
            case Picture(cells=cells):
                return self._row(self._row(map(self._piece, cell or ())) for cell in cells)
            case Table():
                return self._table(part)

    def _number(self, number: Number) -> Html:
        if number.seen is None:
            return element("b", number.text)
        namer = self.drawer.namer
        word = namer.word(number.name, 2)
        name = namer.say("bank", what=word) if number.seen.bank else word
        return html(element("b", number.text), element("div", name, class_="name"))

    # ---- places ----------------------------------------------------------------------------------
    def _spot(self, spot: Spot) -> Html:
        lying = self._lying(spot)
        return html(lying, element("div", self.drawer.namer.place(spot.seen.place), class_="name")) if spot.named else lying

    def _lying(self, spot: Spot) -> Html:
        pieces, at = spot.seen.pieces, spot.position
        if pieces is None:
            told = f"×{spot.seen.count}" if spot.seen.count and at is None else ""
            return element("span", told, class_="back" if spot.seen.count >= (at or 1) else "slot")
        if at is not None:
            return self._piece(pieces[at - 1]) if at <= len(pieces) else self._slot(spot, None)
        drawn = [self._piece(piece) for piece in pieces[-MOST_PIECES:]]
        if spot.lies == "stack" and drawn:
            return html(drawn[-1], *((f" ×{spot.seen.count}",) if spot.seen.count > 1 else ()))
        empty = [self._slot(spot, words) for words in (spot.printed or ())[len(drawn) :]] or (
            [] if drawn else [self._slot(spot, None)]
        )
        how = "upwards" if spot.lies == "upwards" else "few" if len(drawn) <= FEW else ""
        return self._row([*drawn, *empty], how)

    def _slot(self, spot: Spot, words: Words | None) -> Html:
        return element("span", "" if words is None else words.text, class_=f"slot {self._edge(spot.look)}".strip())

    def _edge(self, look: Drawn) -> str:
        """Return the class for the colour of an outline; only colours that are known get into a style."""
        colour = SEATS.get(look.colour, look.colour)
        return self.styles.name(f"border-color:{colour}" if _COLOUR.fullmatch(colour) else "")

    def _piece(self, piece: SeenPiece) -> Html:
        return Html(self.drawer.picture(piece))

    def _row(self, parts: Iterable[Html], how: str = "") -> Html:
        return element("div", *parts, class_=f"lies {how}".strip())

    def _table(self, table: Table) -> Html:
        before = "before" if any(table.head[1:]) else ""
        corner, *across = table.head
        head = (
            element("tr", element("th", corner, class_=before), *(element("th", text) for text in across))
            if any(table.head)
            else ""
        )
        rows = (element("tr", *(element("td", text) for text in row)) for row in table.rows)
        return html(
            element("b", self.drawer.namer.word(table.name)), element("table", html_lines((head, *rows) if head else rows))
        )
