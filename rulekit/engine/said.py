"""Texts with their values: what a sentence spoke of, as it was when it was said. Readers get it in words later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from attrs import frozen

from rulekit.engine.engine import Engine
from rulekit.engine.machine import CAUGHT
from rulekit.engine.view import Inside, SeenPiece, describe
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr, Text
from rulekit.model.model import GameModel
from rulekit.model.model_walk import everything, leaves
from rulekit.model.types import ListType, OptionalType, PieceType, Type
from rulekit.program.program import PC, Cell, Cells, CellValue
from rulekit.program.texts import ProgramTexts, lower_texts
from rulekit.records import by_identity

NOT_CHOSEN = "not chosen"
UNSEEN = "unseen"  # stands for a piece that the reader does not see


@frozen
class Shown:
    """A value with its type, and the expression it is the value of; `fault`: the code of what keeps it from having one.

    `sign` is printed behind it.
    """

    type: Type
    value: Inside
    expr: Expr | None = None
    fault: str = ""
    sign: str = ""

    @property
    def plain(self) -> CellValue:
        """The value as it was worked out: its pieces are numbers, and not yet told by their looks."""
        return cast(CellValue, self.value)


@frozen
class Said:
    """A text, the values in it in the order of its `leaves`, and the pieces among them as they were."""

    text: Text
    values: tuple[Shown, ...]
    pieces: tuple[tuple[int, SeenPiece], ...] = ()


def texts_of(engine: Engine, model: GameModel) -> ProgramTexts:
    """Return the texts of a game for an engine's program, made ready once."""
    if "texts" not in engine.memory:
        engine.memory["texts"] = lower_texts(model, engine.program)
    found: ProgramTexts = engine.memory["texts"]
    return found


@frozen
class Chosen:
    """The choices of a move by their names, and how many pieces each choice is that the reader does not know."""

    known: Mapping[str, CellValue]
    unknown: Mapping[str, int] = {}


def texts_below(text: Text) -> Iterator[str | Expr | exprs.AnyTextPart]:
    """Yield the parts of a text, and those of what may be left out in it."""
    for part in text.parts:
        yield part
        if isinstance(part, exprs.Maybe):
            yield from texts_below(part.text)


def say(engine: Engine, text: Text, cells: Cells, chosen: Chosen | None = None) -> Said:
    """Work out the values of a text. `chosen`: the choices made so far; without it the cells hold them already."""
    cells = Cells(cells)
    values = tuple(_shown(engine, leaf, cells, chosen) for leaf in leaves(text))
    pieces = {p: describe(engine, cells, p) for shown in values for p in _pieces(shown)}
    return Said(text, values, tuple(pieces.items()))


@by_identity
def _asked(expr: Expr) -> tuple[Cell, ...]:
    """Return the choices that an expression names."""
    return tuple(part for part in everything(expr) if isinstance(part, Cell))


def _shown(engine: Engine, expr: Expr, cells: Cells, chosen: Chosen | None) -> Shown:
    for cell in _asked(expr) if chosen is not None else ():
        assert chosen is not None
        if cell is expr and cell.name in chosen.unknown:
            count = chosen.unknown[cell.name]
            return Shown(expr.type, (UNSEEN,) * count if isinstance(expr.type, ListType) else UNSEEN, expr)
        if cell.name not in chosen.known:
            return Shown(expr.type, None, expr, NOT_CHOSEN)
        cells[cell.slot] = chosen.known[cell.name]
    return shown(engine, expr, cells)


def shown(engine: Engine, expr: Expr, cells: Cells) -> Shown:
    """Work out one value; an answer that lacks one value is better than none."""
    try:
        return Shown(expr.type, engine._for_player(expr, cells, 0), expr)
    except CAUGHT as problem:
        return Shown(expr.type, None, expr, engine.machine.fault(problem, cells[PC]).code)


def _pieces(shown: Shown) -> tuple[int, ...]:
    kind = shown.type.of if isinstance(shown.type, OptionalType | ListType) else shown.type
    if shown.value is None or not isinstance(kind, PieceType):
        return ()
    found = shown.value if isinstance(shown.value, tuple) else (shown.value,)
    return tuple(piece for piece in found if isinstance(piece, int))  # the others are not seen
