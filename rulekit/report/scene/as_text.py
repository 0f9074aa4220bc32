"""A scene for a terminal: a grid stays a grid where the width allows; else it is taken apart, if it may be, or not drawn at all.

Comes in: a grid of a scene, a painter, a width. Goes out: lines of text in colours, none wider; None if it does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from attrs import evolve, frozen
from rich.text import Text

from rulekit.engine.view import SeenPiece
from rulekit.model.types import KindType
from rulekit.report.line_wrap import fold
from rulekit.report.scene.scene import Cell, Drawn, Grid, Number, Part, Picture, Pieces, Spot, Table, Words
from rulekit.report.table.looks import Painter
from rulekit.report.table.table import pieces_line
from rulekit.report.text import clean, width

ROOMY, TIGHT = (2, 4), (1, 3)  # columns between cells, and where layouts stand beside each other
MOST_PIECES = 12
NEWEST = {"stack": 1, "heap": 6}  # how many are shown of what lies so
HIDDEN, TILTED = "▒", "↷"
Block = list[Text]


def grid_lines(grid: Grid, painter: Painter, wide: int | None) -> list[Text] | None:
    """Return a grid as lines; where it is too wide with less room between columns, then with some columns below others."""
    for gaps in (ROOMY, TIGHT):
        block = _stripped(_Drawer(painter, gaps).part(grid))
        if wide is None or _wide(block) <= wide:
            return block
    if grid.whole:
        return None
    bands = _bands(grid)
    if len(bands) == 1:
        return _apart(grid, painter, wide or 0)
    found: Block = []
    while bands:
        count = 1
        while count < len(bands) and _fits(_side_by_side(grid, bands[: count + 1]), painter, wide or 0):
            count += 1
        lines = grid_lines(_side_by_side(grid, bands[:count]), painter, wide)
        if lines is None:
            return None
        found, bands = found + lines, bands[count:]
    return found


def _fits(grid: Grid, painter: Painter, wide: int) -> bool:
    return _wide(_stripped(_Drawer(painter, ROOMY).part(grid))) <= wide


def _stripped(block: Block) -> Block:
    for line in block:
        line.rstrip()
    return block


def _bands(grid: Grid) -> list[tuple[int, int]]:
    """Return the columns that can be drawn below others, from and to: no cell reaches over the end of such a band."""
    spans = [(cell.column, cell.column + cell.columns) for cell in grid.cells]
    cuts = [at for at in range(1, grid.columns) if not any(left < at < right for left, right in spans)]
    return list(pairwise([0, *cuts, grid.columns]))


def _side_by_side(grid: Grid, bands: Sequence[tuple[int, int]]) -> Grid:
    """Return some columns of a grid, without the rows that are empty then."""
    left, right = bands[0][0], bands[-1][1]
    cells = tuple(evolve(cell, column=cell.column - left) for cell in grid.cells if left <= cell.column < right)
    return evolve(grid, cells=cells, columns=right - left, lines=())


def _apart(grid: Grid, painter: Painter, wide: int) -> list[Text] | None:
    """Return the cells of a grid one below the other; None if one is a whole that does not fit."""
    found: Block = []
    for cell in sorted(grid.cells, key=lambda cell: (cell.row, cell.column)):
        part = cell.part
        lines = grid_lines(part, painter, wide) if isinstance(part, Grid) else _folded(_Drawer(painter, TIGHT).part(part), wide)
        if lines is None:
            return None
        found += lines
    return found


def _folded(block: Block, wide: int) -> Block:
    return [part for line in block for part in fold(line, wide)]


def _wide(block: Sequence[Text]) -> int:
    return max((width(line.plain) for line in block), default=0)


@frozen
class _Drawer:
    painter: Painter
    gaps: tuple[int, int]

    def part(self, part: Part) -> Block:
        """Return a part as lines of equal meaning; they may be of different length."""
        match part:
            case Grid():
                return self._grid(part)
            case Words():
                return [self._words(part)]
            case Number():
                return [self._number(part)]
            case Spot():
                return self._spot(part)
            case Pieces():
                return [Text(" ").join(self.painter.piece(piece) for piece in part.pieces[:MOST_PIECES])]
            case Picture():
                return [Text(" ").join(Text("").join(map(self.painter.piece, cell or ())) for cell in part.cells)]
            case Table():
                return self._table(part)

    # ---- leaves ----------------------------------------------------------------------------------
    def _words(self, words: Words) -> Text:
        name = Text("" if words.seen is None else f"{clean(self.painter.namer.word(words.seen.name, 2))} ", "dim")
        return name.append(Text(clean(words.text), f"{words.look.colour} {'dim' if words.heading else ''}".strip()))

    def _number(self, number: Number) -> Text:
        if number.seen is None:
            return Text(clean(number.text), number.look.colour)
        namer, bank = self.painter.namer, number.seen.bank
        word = namer.word(number.name, 2)
        name = namer.say("bank", what=word) if bank else word
        return Text(f"{clean(name)} ", "dim").append(Text(clean(number.text), number.look.colour))

    def _spot(self, spot: Spot) -> Block:
        name = Text(f"{clean(self.painter.namer.place(spot.seen.place))} ", "dim") if spot.named else Text()
        if spot.position is not None:
            return [self._at(spot)]
        if spot.lies == "upwards":
            return self._upwards(spot, name)
        return [name.append(self._inside(spot))]

    def _at(self, spot: Spot) -> Text:
        pieces, at = spot.seen.pieces, spot.position or 0
        if pieces is None:
            return Text(f"[{HIDDEN}]" if at <= spot.seen.count else "[ ]", "dim")
        return self._boxed(self._piece(spot, pieces[at - 1]) if at <= len(pieces) else None, spot.look)

    def _boxed(self, piece: Text | None, look: Drawn) -> Text:
        if piece is None:
            return Text("[ ]", f"{look.colour} dim".strip())
        return Text("[", look.colour).append_text(piece).append("]", look.colour)

    def _inside(self, spot: Spot) -> Text:
        seen, shape = spot.seen, self._shape(spot)
        if seen.pieces is None:
            return Text(f"{HIDDEN}×{seen.count}" if seen.count else "–", "dim")
        if shape == "spot":
            if seen.pieces or not spot.printed:
                return self._boxed(self._piece(spot, seen.pieces[0]) if seen.pieces else None, spot.look)
            return Text("[", spot.look.colour).append_text(self._words(spot.printed[0])).append("]", spot.look.colour)
        if spot.lies == "inside":
            inner = Text(" ").join(self._piece(spot, piece) for piece in seen.pieces) if seen.count else Text(" ")
            return Text("[", spot.look.colour).append_text(inner).append("]", spot.look.colour)
        if not seen.count:
            return Text(" ").join(map(self._words, spot.printed)) if spot.printed else Text("–", "dim")
        if shape in ("bag", "hand"):
            drawn = [self._piece(spot, piece) for piece in seen.pieces]
            return pieces_line(self.painter.namer, drawn, shape == "bag", NEWEST["heap"] if shape == "bag" else MOST_PIECES, " ")
        newest = seen.pieces[-NEWEST.get(spot.lies, MOST_PIECES) :]
        line = Text(" ").join(self._piece(spot, piece) for piece in newest)
        rest = seen.count - len(newest)
        return line.append(self.painter.namer.say("more", what="", count=rest), "dim") if rest else line

    def _piece(self, spot: Spot, piece: SeenPiece) -> Text:
        """Return a piece; what its place stands for is not said again."""
        dims = zip(self.painter.namer.dims(spot.seen.place), spot.seen.indices, strict=True)
        drawn = self.painter.piece(piece, [(dim.type, index) for dim, index in dims if isinstance(dim.type, KindType)])
        look = self.painter.looks.get(piece.sort)
        return drawn.append(TILTED) if look is not None and dict(piece.attrs).get(look.tilted) else drawn

    def _shape(self, spot: Spot) -> str:
        return next((p.shape for p in self.painter.namer.layout.places if p.name == spot.seen.place), "")

    def _upwards(self, spot: Spot, name: Text) -> Block:
        """Return a place from the top down: what is printed where nothing lies yet, then the pieces, the first one lowest."""
        pieces = [self._boxed(self._piece(spot, piece), spot.look) for piece in spot.seen.pieces or ()]
        cells = [*pieces, *(self._printed(words, spot.look) for words in (spot.printed or ())[len(pieces) :])]
        below = [name] if name.plain else []
        return [*reversed(cells or [Text("–", "dim")]), *below]

    def _printed(self, words: Words, look: Drawn) -> Text:
        return Text(" ", look.colour).append(short(words), f"{words.look.colour} dim".strip()).append(" ")

    def _table(self, table: Table) -> Block:
        rows = [table.head, *table.rows] if any(table.head) else [*table.rows]
        wide = [max(width(clean(row[n])) for row in rows) for n in range(len(rows[0]))]
        across = any(table.head[1:])  # then the first word stands before those of the columns, not above those of the rows
        made = [
            Text(" ").join(
                Text(_fitted(clean(text), w, n > 0 or (across and row is table.head)))
                for n, (text, w) in enumerate(zip(row, wide, strict=True))
            )
            for row in rows
        ]
        for line, look in zip(made[-len(table.rows) :], table.looks, strict=True):
            line.stylize(look.colour, 0, wide[0])
        return [Text(clean(self.painter.namer.word(table.name)), "bold"), *made]

    # ---- grids -----------------------------------------------------------------------------------
    def _gap(self, grid: Grid) -> int:
        """Return how many columns stay free: things side by side that are no table never stand tight."""
        between, apart = self.gaps
        return apart if _holds_layouts(grid) else between if grid.whole else ROOMY[0]

    def _grid(self, grid: Grid) -> Block:
        blocks = [(cell, self.part(cell.part)) for cell in grid.cells]
        gap = 1 if grid.lies or _is_family(grid) else self._gap(grid)
        wide = _sizes([(c.column, c.columns, _wide(b)) for c, b in blocks], grid.columns, gap)
        high = _sizes([(c.row, c.rows, len(b)) for c, b in blocks], grid.rows, 0)
        lines = [Text() for _ in range(sum(high))]
        for cell, block in sorted(blocks, key=lambda found: found[0].column):
            _place(lines, cell, block, wide, high, gap)
        return [line for line in lines if line.plain.strip()] if not grid.whole else lines


def _is_family(grid: Grid) -> bool:
    """Return whether places alone stand together: a family, or the cells of a board."""
    return grid.whole and bool(grid.cells) and all(isinstance(cell.part, Spot) for cell in grid.cells)


def _holds_layouts(grid: Grid) -> bool:
    """Return whether a whole layout stands beside something else: its columns shall not be taken for columns of that."""
    return grid.columns > 1 and any(isinstance(cell.part, Grid) and not _is_family(cell.part) for cell in grid.cells)


def short(words: Words) -> str:
    """Return the letter that stands for what is printed where nothing lies yet."""
    return clean(words.look.text or words.text)[:1]


def _sizes(parts: list[tuple[int, int, int]], count: int, gap: int) -> list[int]:
    """Return how wide columns (or how high rows) have to be; parts that take several share what they need more."""
    sizes = [0] * count
    for at, span, need in sorted(parts, key=lambda part: part[1]):
        missing = need - sum(sizes[at : at + span]) - gap * (span - 1)
        for n in range(at, at + span):
            share = -(-max(0, missing) // (at + span - n))
            sizes[n] += share
            missing -= share
    return sizes


def _place(lines: Block, cell: Cell, block: Block, wide: list[int], high: list[int], gap: int) -> None:
    left = sum(wide[: cell.column]) + gap * cell.column
    room = sum(wide[cell.column : cell.column + cell.columns]) + gap * (cell.columns - 1)
    top = sum(high[: cell.row])
    space = sum(high[cell.row : cell.row + cell.rows]) - len(block)
    top += space if isinstance(cell.part, Spot) and cell.part.lies == "upwards" else space // 2
    inner = _wide(block)
    for number, line in enumerate(block):
        target = lines[top + number]
        start = left + (room - inner) // 2
        target.append(" " * (start - width(target.plain))).append_text(line)


def _fitted(text: str, wide: int, right: bool) -> str:
    blank = " " * (wide - width(text))
    return blank + text if right else text + blank
