"""How pieces and values look in a terminal: icons, short texts and colours from the game's `look` tables.

Comes in: a namer and a piece that is seen. Goes out: rich Texts (never markup: rule files are not trusted).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from attrs import frozen
from rich.text import Text

from rulekit.colours import colour
from rulekit.drawings import is_drawing
from rulekit.engine.view import Inside, SeenPiece
from rulekit.model.model import Look
from rulekit.model.types import KindType, OptionalType, PlayerType, Type
from rulekit.program.program import CellValue, as_number
from rulekit.report.text import clean
from rulekit.report.words import Namer

SEATS = ("cyan", "magenta", "green", "yellow", "blue", "red", "bright_cyan", "bright_magenta")
FIELD = re.compile(r"\{([^{}]*)\}")


@frozen
class Drawn:
    """How a piece looks: icon, text, colour (a name or #rrggbb) and the name of a drawing; each may be empty.

    Where there is a drawing, the icon is what stands for it in a line of text.
    """

    icon: str
    text: str
    colour: str
    drawing: str = ""


@frozen
class Sign:
    """What stands for a word: in letters, and the name of the drawing that pictures have in its place, if any.

    `drawn`: pictures have it too.
    """

    text: str
    word: str
    drawing: str = ""
    drawn: bool = True


@frozen
class Painter:
    """Draws pieces and values in the looks of a game."""

    namer: Namer
    looks: dict[str, Look]
    coloured: bool  # else what only a colour would tell is said

    def drawn(self, piece: SeenPiece, told: Collection[tuple[Type, CellValue]] = ()) -> Drawn:
        """Return a piece for a table with room: what its look says; without a look, what tells it from others."""
        look = self.looks.get(piece.sort)
        if look is None or not (look.icon or look.text):
            return Drawn("", " ".join(self.namer.marks(piece, told)), self._style(look, piece))
        icon, text = self._fill(look.icon, piece, "icon"), self._fill(look.text, piece, "text")
        return Drawn(icon, text, self._style(look, piece), self._drawing(look, piece))

    def piece(self, piece: SeenPiece, told: Collection[tuple[Type, CellValue]] = ()) -> Text:
        """Return a piece in short: icon and text, in its colour; values that stand before it already are not said again."""
        look = self.looks.get(piece.sort)
        if look is None or not (look.icon or look.text):
            drawn = " ".join(self.namer.marks(piece, told)) or self.namer.word(piece.sort)
        else:
            icon, text = self._fill(look.icon, piece, "icon"), self._fill(look.text, piece, "text")
            drawn = f"{icon}{' ' if len(icon) > 2 and text else ''}{text}" or self.namer.word(piece.sort)
            drawn = " ".join((*self._uncoloured(look, piece, told), drawn))
        return Text(drawn, self._style(look, piece))

    def signs(self, piece: SeenPiece) -> Iterator[Sign]:
        """Yield what `piece` writes or shows in place of words; some are those words themselves."""
        look, kinds = self.looks.get(piece.sort), self.namer.kinds(piece.sort)
        if look is None:
            return
        for column, pattern in (("icon", look.icon), ("text", look.text)):
            if pattern and "{" not in pattern and not is_drawing(pattern):
                yield Sign(clean(pattern), self.namer.word(piece.sort))
            for name, value in piece.attrs:
                if f"{{{name}}}" in pattern and value is not None and not self.namer.is_idle(piece, name):
                    number = self.looks.get(f"{name}.{value}")
                    drawn = getattr(number, column) if number is not None else ""
                    sign = clean(drawn or self._value(kinds[name], value, column))
                    drawing = self._drawing(look, piece) if column == "icon" and pattern == f"{{{name}}}" else ""
                    yield Sign(sign, self.namer.value(kinds[name], value), drawing)

    def _uncoloured(self, look: Look, piece: SeenPiece, told: Collection[tuple[Type, CellValue]]) -> list[str]:
        field = FIELD.fullmatch(look.colour)
        if self.coloured or field is None or f"{{{field.group(1)}}}" in look.icon + look.text:
            return []
        kinds = self.namer.kinds(piece.sort)
        said = [(n, v) for n, v in piece.attrs if n == field.group(1) and (kinds[n], v) not in told]
        return [text for n, v in said if (text := self.namer.attribute(piece.sort, n, v))]

    def players_shown(self, piece: SeenPiece) -> list[tuple[Type, CellValue]]:
        """Return the players in whose colour a piece is drawn and whose name its marks would say once more."""
        look = self.looks.get(piece.sort)
        kinds, marks = self.namer.kinds(piece.sort), self.namer.marks(piece)
        styled = [(n, v) for n, v in piece.attrs if self.value_style(kinds[n], v)]
        field = FIELD.fullmatch(look.colour) if look is not None and look.colour else None
        shown = styled[:1] if look is None or not look.colour else [(n, v) for n, v in styled if field and n == field.group(1)]
        named = [(n, v) for n, v in shown if self.namer.attribute(piece.sort, n, v) in marks]
        return [(kinds[n], v) for n, v in named if isinstance(kinds[n], PlayerType)]

    def _style(self, look: Look | None, piece: SeenPiece) -> str:
        if look is not None and look.colour:
            return self._colour(look.colour, piece)
        kinds = self.namer.kinds(piece.sort)
        named = (self.value_style(kinds[n], v) for n, v in piece.attrs)
        return next((style for style in named if style), "")

    def _colour(self, wanted: str, piece: SeenPiece) -> str:
        field = FIELD.fullmatch(wanted)
        if field is None:
            return colour(wanted)
        kinds = self.namer.kinds(piece.sort)
        name = field.group(1)
        return self.value_style(kinds[name], dict(piece.attrs).get(name)) if name in kinds else ""

    def _fill(self, pattern: str, piece: SeenPiece, column: str) -> str:
        kinds, values = self.namer.kinds(piece.sort), dict(piece.attrs)

        def one(found: re.Match[str]) -> str:
            name = found.group(1)
            if name not in kinds:
                return found.group(0)
            if name not in values:
                return ""  # a piece of which not all is known
            number = self.looks.get(f"{name}.{values.get(name)}")
            if number is not None and getattr(number, column):
                return str(getattr(number, column))
            silent = name not in values or self.namer.is_idle(piece, name)  # of a description not everything is known
            return "" if silent else self._value(kinds[name], values.get(name), column)

        return "" if is_drawing(pattern) else clean(FIELD.sub(one, pattern))

    def _drawing(self, look: Look, piece: SeenPiece) -> str:
        """Return the drawing on a piece: the one that its look names, or that of the value which is its icon."""
        field = FIELD.fullmatch(look.icon)
        if field is None:
            return look.icon if is_drawing(look.icon) else ""
        kind = self.namer.kinds(piece.sort).get(field.group(1))
        of_value = None if kind is None else self._look_of(kind, dict(piece.attrs).get(field.group(1)))
        return of_value.icon if of_value is not None and is_drawing(of_value.icon) else ""

    def _value(self, kind: Type, value: CellValue, column: str) -> str:
        look = self._look_of(kind, value)
        drawn = (look.icon if column == "icon" else look.text) if look else ""
        if look and column == "icon" and is_drawing(drawn):
            drawn = look.text
        return drawn or self.namer.value(kind, value)

    def _look_of(self, kind: Type, value: Inside) -> Look | None:
        kind = kind.of if isinstance(kind, OptionalType) else kind
        if not isinstance(kind, KindType) or value is None:
            return None
        values = next(k.values for k in self.namer.layout.kinds if k.name == kind.kind)
        return self.looks.get(values[as_number(value)])

    def value_style(self, kind: Type, value: Inside) -> str:
        """Return the colour of a value: of a player the seat's."""
        kind = kind.of if isinstance(kind, OptionalType) else kind
        if isinstance(kind, PlayerType) and value is not None:
            return SEATS[as_number(value) % len(SEATS)]
        look = self._look_of(kind, value)
        return colour(look.colour) if look and look.colour else ""


def painter(namer: Namer, coloured: bool = False) -> Painter:
    """Return a painter for a game."""
    return Painter(namer, dict(namer.model.looks), coloured)
