"""Pieces as small pictures (SVG), from the `look` tables: a piece that is seen comes in, the text of a picture goes out.

Everything that comes from a rule file is escaped; colours are only those that `looks` knows.
"""

from __future__ import annotations

import re
from html import escape
from textwrap import wrap
from typing import Any

from attrs import evolve, frozen

from rulekit.drawings import SIDE, drawings, is_drawing
from rulekit.engine.view import SeenPiece
from rulekit.report.table.looks import FIELD, Painter
from rulekit.report.text import clean, width
from rulekit.report.words import Namer

PAPER = "#fbf7ef"
DRAWN = 'class="drawing"'
PICTURE = 30  # how wide and high a drawing is on a piece
SMALL = 10  # letters of whole words; made smaller, nobody reads them
SEATS = {
    "cyan": "#4cc3d9",
    "magenta": "#d16ba5",
    "green": "#5aa469",
    "yellow": "#f2c14e",
    "blue": "#5b7db1",
    "red": "#d9534f",
    "bright_cyan": "#9be3ee",
    "bright_magenta": "#f0a6ca",
}


@frozen
class Face:
    """What is on a piece: a sign, a short text, a colour (`#rrggbb`), a drawing (else empty) in place of the sign."""

    icon: str
    text: str
    colour: str
    drawing: str = ""


@frozen
class Drawer(Painter):
    """Draws pieces of a game; attributes that are not known stay blank."""

    def face(self, piece: SeenPiece) -> Face:
        """Return what is on a piece."""
        look = self.looks.get(piece.sort)
        icon, text = (self._blank(look.icon, piece, "icon"), self._blank(look.text, piece, "text")) if look else ("", "")
        drawing = self._drawing(look, piece) if look else ""
        if not icon and not text and not drawing:
            text = " ".join(self.namer.marks(piece)) or self.namer.word(piece.sort)
        found = self._style(look, piece)
        return Face(icon, text, SEATS.get(found, found) or PAPER, drawing)

    def _blank(self, pattern: str, piece: SeenPiece, column: str) -> str:
        kinds, values = self.namer.kinds(piece.sort), dict(piece.attrs)

        def one(found: re.Match[str]) -> str:
            name = found.group(1)
            if name not in kinds:
                return found.group(0)
            idle = values.get(name) is None or self.namer.is_idle(piece, name)
            return "" if idle else self._value(kinds[name], values[name], column)

        return "" if is_drawing(pattern) else clean(FIELD.sub(one, pattern)).strip("+ ")

    def words(self, piece: SeenPiece) -> str:
        """Return a piece in a line of text: its sign and text, and in words what only the colour would tell."""
        face = self.face(piece)
        drawn = f"{face.icon}{' ' if len(face.icon) > 2 and face.text else ''}{face.text}"
        return " ".join((*self.by_colour(piece), drawn or self.namer.word(piece.sort)))

    def by_colour(self, piece: SeenPiece) -> list[str]:
        """In words what only the colour of a piece tells."""
        look = self.looks.get(piece.sort)
        return evolve(self, coloured=False)._uncoloured(look, piece, ()) if look else []

    def picture(self, piece: SeenPiece) -> str:
        """Return a piece as an SVG picture; its name is the picture's title."""
        return svg(self.face(piece), self.namer.seen(piece))


def drawer(namer: Namer) -> Drawer:
    """Return a drawer for a game."""
    return Drawer(namer, dict(namer.model.looks), True)


def svg(face: Face, title: str) -> str:
    """Return a picture of a face: a rounded card with the sign above the text."""
    if face.drawing:
        face = evolve(face, icon="")
    icon_lines = [face.icon] if width(face.icon) <= 4 else wrap(face.icon, 15)
    text_lines = [face.text] if width(face.text) <= 6 else wrap(face.text, 15)
    lines = [(line, 24 if width(line) <= 4 else SMALL) for line in icon_lines if line]
    lines += [(line, (16 if face.icon or face.drawing else 20) if width(line) <= 6 else SMALL) for line in text_lines if line][:6]
    wide = max((_wide(line, size) for line, size in lines), default=0)
    across = max(44, min(120, int(wide) + 14))
    above = PICTURE if face.drawing else 0
    down = max(56, int(sum(size * 1.2 for _, size in lines)) + 18 + above)
    size, edge = f'viewBox="0 0 {across} {down}" width="{across}" height="{down}"', _shade(face.colour)
    worded = " worded" if any(size == SMALL for _, size in lines) else ""
    return "".join(
        (
            f'<svg class="piece{worded}" xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect x="1" y="1" width="{across - 2}" height="{down - 2}" rx="7" fill="{face.colour}" stroke="{edge}"/>',
            _drawn(face, across, (down - above - sum(size * 1.2 for _, size in lines)) / 2),
            *_texts(lines, across, down + above, ink(face.colour)),
            "</svg>",
        )
    )


def _drawn(face: Face, across: int, top: float) -> str:
    if not face.drawing:
        return ""
    place = f"translate({(across - PICTURE) / 2:g} {top:.1f}) scale({PICTURE / SIDE:g})"
    return f'<path {DRAWN} transform="{place}" fill="{ink(face.colour)}" d="{drawings()[face.drawing]}"/>'


def _wide(line: str, size: int) -> float:
    return width(line) * size * 0.62


def _texts(lines: list[tuple[str, int]], across: int, down: int, colour: str) -> list[str]:
    whole = sum(size * 1.2 for _, size in lines)
    at = (down - whole) / 2
    drawn = []
    for line, size in lines:
        at += size * 1.2
        place = f'x="{across / 2:g}" y="{at - size * 0.3:.1f}"'
        drawn.append(f'<text {place} font-size="{size}" text-anchor="middle" fill="{colour}">{escape(line)}</text>')
    return drawn


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def ink(colour: str) -> str:
    """Dark or light letters, whichever can be read on the colour.

    >>> ink("#fffff0"), ink("#4a2f1b")
    ('#2b2118', '#ffffff')
    """
    red, green, blue = _parts(colour)
    return "#2b2118" if 0.299 * red + 0.587 * green + 0.114 * blue > 120 else "#ffffff"


def _shade(colour: str) -> str:
    values: Any = (int(part * 0.62) for part in _parts(colour))
    return "#" + "".join(f"{v:02x}" for v in values)
