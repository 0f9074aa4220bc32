"""Layouts that cannot be drawn: they tell what the looker does not see, contain themselves, lay a place twice, have areas that
are no rectangles; and layouts that nothing uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from rulekit.diagnostics import Diagnostic, Label, Severity, finding
from rulekit.model import expressions as exprs
from rulekit.model.analysis.folding import folder_of
from rulekit.model.analysis.game_index import Names, deep, names_of, sight_label
from rulekit.model.analysis.laid_out import MOST_CELLS, TooLarge, expand
from rulekit.model.analysis.visibility import unseen
from rulekit.model.expressions import Const, Expr
from rulekit.model.layouts import AREA, FACE, PLAYER, VIEWER, Layout, LayoutCell, LayoutRow, cells_of, worked_out
from rulekit.model.model import GameModel
from rulekit.model.model_walk import everything, family
from rulekit.model.types import PLAYER as SEATED
from rulekit.model.types import KindType, ListType
from rulekit.wording import sentence

DIRECT = (exprs.Contents, exprs.PieceAt, exprs.TallyOf, exprs.BankOf, exprs.MarkerOf)


def check_layouts(model: GameModel) -> list[Diagnostic]:
    """Check all layouts of a game."""
    game = names_of(model)
    found = [one for layout in model.layouts for one in (*_told(game, layout), *_areas(layout), *_joined(model, layout))]
    return [*found, *_too_large(model), *_circles(model), *_twice(model), *_unused(model)]


# ---- what the looker does not see ----------------------------------------------------------------
def _told(game: Names, layout: Layout) -> Iterator[Diagnostic]:
    for cell in cells_of(layout.lines):
        shown = [part for part in (cell.value, cell.turned, *cell.args) if part is not None]
        if layout.of == FACE and any(family(part) for value in shown for part in deep(game, value)):
            message = sentence("this cell tells of the table, not of the piece")
            yield finding(
                "RK421",
                cell.span,
                message,
                "the face of a piece shows its attributes, and what follows from them; an `if` may ask for the table",
            )
            continue
        mine = frozenset({VIEWER}) | (frozenset(_viewers(cell.test)) if cell.test is not None else frozenset())
        names = [name for part in worked_out(cell) for name in unseen(game, part, frozenset(), frozenset(), mine)]
        if names:
            yield finding(
                "RK421",
                cell.span,
                "this cell tells of `{name}`, which the player who looks may not see",
                "`if p is viewer` shows it to its owner alone; a place itself can be drawn: it shows backs",
                related=sight_label(game, names[0]),
                name=names[0],
            )


def _viewers(test: Expr) -> Iterator[int]:
    """Yield the bound players that are the viewer where a condition holds."""
    if isinstance(test, exprs.Binary) and test.op == "and":
        yield from _viewers(test.left)
        yield from _viewers(test.right)
    if isinstance(test, exprs.Binary) and test.op == "is":
        sides = (test.left, test.right)
        if any(isinstance(side, exprs.Bound) and side.index == VIEWER for side in sides):
            yield from (side.index for side in sides if isinstance(side, exprs.Bound))


# ---- areas ---------------------------------------------------------------------------------------
def _areas(layout: Layout) -> Iterator[Diagnostic]:
    """Yield areas that are no rectangles, as far as rows that follow each other tell, and columns spread in two ways."""
    rows = [line for line in layout.lines if isinstance(line, LayoutRow)]
    spots: dict[LayoutCell, list[tuple[int, int]]] = {}
    for row, line in enumerate(rows):
        for column, cell in enumerate(line.cells):
            if cell.what != "gap" and cell.each is None:
                spots.setdefault(cell, []).append((row, column))
    for cell, at in spots.items():
        high = max(r for r, _ in at) - min(r for r, _ in at) + 1
        wide = max(c for _, c in at) - min(c for _, c in at) + 1
        if high * wide != len(at):
            hint = sentence("the same cell beside or below itself is one larger area")
            yield finding("RK425", cell.span, "the cells that are alike here are no rectangle", hint)
    for column in range(max((len(row.cells) for row in rows), default=0)):
        spread = [row.cells[column] for row in rows if column < len(row.cells) and row.cells[column].each is not None]
        other = next((c for c in spread if c.each is not None and spread[0].each is not None and not _alike(c, spread[0])), None)
        if other is not None:
            related = (Label(spread[0].span, sentence("the other one")),)
            message = sentence("cells of one column that stand for different indices do not line up")
            yield finding("RK425", other.span, message, "put them into layouts of their own", related=related)


def _alike(one: LayoutCell, other: LayoutCell) -> bool:
    return one.each is not None and other.each is not None and one.each.domain == other.each.domain


def _joined(model: GameModel, layout: Layout) -> Iterator[Diagnostic]:
    """Yield a `joined by` that names no list of values of a kind."""
    if not layout.joined:
        return
    lists = [a.name for kind in model.kinds for a in kind.attributes if _joins(a.domain.type)]
    if layout.joined not in lists:
        message = sentence("`{name}` is no list of places that a place is joined with", name=layout.joined)
        hint = sentence("lines follow an attribute such as `touches: list of stand` of the kind that a place stands for")
        yield finding("RK425", layout.span, message, hint)


def _joins(kind: object) -> bool:
    return isinstance(kind, KindType) or (isinstance(kind, ListType) and isinstance(kind.of, KindType))


def _too_large(model: GameModel) -> Iterator[Diagnostic]:
    """Yield layouts with more cells than are drawn, at the largest table; those inside them count too."""
    folder = folder_of(model, model.players[1], {option.name: option.value for option in model.options})
    within = _within(model)
    try:
        order = {name: n for n, name in enumerate(TopologicalSorter(within).static_order())}
    except CycleError:
        return  # told by others
    sizes: dict[str, int] = {}
    for layout in sorted(model.layouts, key=lambda one: order.get(one.name, -1) if one.of == AREA else len(order)):
        told = {VIEWER: Const(SEATED, 0)} | {p.index: Const(p.domain.type, 0) for p in layout.params}
        try:
            cells = [area.cell for area in expand(layout, folder, told).areas]
        except TooLarge:
            cells = [LayoutCell("gap")] * (MOST_CELLS + 1)
        size = sum(sizes.get(cell.name, 1) if cell.what == "layout" else 1 for cell in cells)
        if size > MOST_CELLS:
            message = sentence("this layout has more than {most} cells", most=MOST_CELLS)
            yield finding("RK425", layout.span, message, "what is drawn has to fit on a table: use fewer `each`")
            size = 1  # once is enough
        if layout.of == AREA:
            sizes[layout.name] = size


# ---- between layouts -----------------------------------------------------------------------------
def _within(model: GameModel) -> dict[str, tuple[str, ...]]:
    return {
        layout.name: tuple(cell.name for cell in cells_of(layout.lines) if cell.what == "layout")
        for layout in model.layouts
        if layout.of == AREA
    }


def _circles(model: GameModel) -> Iterator[Diagnostic]:
    areas = {layout.name: layout for layout in model.layouts if layout.of == AREA}
    try:
        TopologicalSorter(_within(model)).prepare()
    except CycleError as circle:
        name = next(name for name in circle.args[1] if name in areas)
        message = sentence("the layout `{name}` contains itself", name=name)
        yield finding("RK423", areas[name].span, message, "a layout is drawn inside another one, not inside itself")


def _twice(model: GameModel) -> Iterator[Diagnostic]:
    """Yield places that are laid at two cells of the table."""
    seen: dict[Expr, LayoutCell] = {}
    for layout in model.layouts:
        here: set[Expr] = set()
        for cell in cells_of(layout.lines) if layout.of not in (FACE, PLAYER) else ():
            value = cell.value
            if not isinstance(value, DIRECT) or value in here or _is_open(value):
                continue
            here.add(value)
            first = seen.setdefault(value, cell)
            if first is not cell and first.test is None and cell.test is None:
                related = (Label(first.span, sentence("here it is laid, too")),)
                yield finding("RK424", cell.span, "this is laid at two cells", "a place lies at one", related=related)


def _is_open(value: Expr) -> bool:
    """Return whether it depends on a loop or a parameter which of several is meant."""
    return any(isinstance(part, exprs.Bound) for part in everything(value))


def _unused(model: GameModel) -> Iterator[Diagnostic]:
    used = Counter(cell.name for layout in model.layouts for cell in cells_of(layout.lines) if cell.what == "layout")
    for layout in model.layouts:
        if layout.of == AREA and not used[layout.name]:
            yield finding(
                "RK422",
                layout.span,
                "the layout `{name}` is drawn nowhere",
                "its name in a cell of another layout draws it there",
                severity=Severity.WARNING,
                name=layout.name,
            )
