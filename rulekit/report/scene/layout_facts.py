"""What the layouts of a game say whatever the position: what they never draw, what they draw sometimes, what they ask for."""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model.analysis.game_index import deep, names_of
from rulekit.model.layouts import AROUND, FACE, VIEWER, LayoutCell, cells_of
from rulekit.model.model import GameModel
from rulekit.model.model_walk import everything, family


def never_drawn(model: GameModel) -> frozenset[tuple[str, str]]:
    """Return what a layout says is never drawn."""
    without = {one.name for layout in model.layouts for one in layout.without}
    return frozenset((what, name) for name in without for what in ("place", "bank", "number"))


def drawn_sometimes(model: GameModel) -> frozenset[tuple[str, str]]:
    """Return what has its place in a layout of the table under a condition."""
    layouts = [layout for layout in model.layouts if layout.of != FACE]
    cells = (cell for layout in layouts for cell in cells_of(layout.lines) if cell.test is not None)
    return frozenset(key for cell in cells if (key := _drawn_by(cell)))


def faces_that_ask(model: GameModel) -> frozenset[str]:
    """Return the sorts on whose pieces something stands under a condition of the table."""
    game, found = names_of(model), set[str]()
    for layout in model.layouts:
        tests = (cell.test for cell in cells_of(layout.lines) if layout.of == FACE and cell.test is not None)
        if any(family(part) for test in tests for part in deep(game, test)):
            found.add(layout.name)
    return frozenset(found)


def _drawn_by(cell: LayoutCell) -> tuple[str, str] | None:
    match cell.value:
        case exprs.Contents(place=name) | exprs.PieceAt(place=name):
            return "place", name
        case exprs.BankOf(tally=name):
            return "bank", name
        case exprs.TallyOf(tally=name) | exprs.MarkerOf(marker=name):
            return "number", name
    return None


def asks_who_looks(model: GameModel) -> bool:
    """Return whether something in a layout depends on who looks, as everything does that lies around."""
    if any(look.laid == AROUND for _, look in model.looks):
        return True
    cells = (cell for layout in model.layouts for cell in cells_of(layout.lines))
    values = (value for cell in cells for value in (cell.value, cell.test, cell.turned, *cell.args) if value is not None)
    return any(isinstance(part, exprs.Bound) and part.index == VIEWER for value in values for part in everything(value))
