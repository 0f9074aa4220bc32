"""Layouts that cannot be drawn: they tell what the looker does not see, contain themselves, have areas that are no rectangles, go
through what only play decides; and layouts that nothing uses. What is laid twice is found by `laid_places`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from rulekit.diagnostics import Diagnostic, Label, Severity, Span, finding
from rulekit.model import expressions as exprs
from rulekit.model.analysis.folding import folder_of
from rulekit.model.analysis.game_index import BOX, Names, deep, names_of, sight_label
from rulekit.model.analysis.laid_out import MOST_CELLS, TooLarge, expand
from rulekit.model.analysis.visibility import unseen
from rulekit.model.checks.laid_places import laid_twice, outside
from rulekit.model.expressions import Const, Expr, Typed
from rulekit.model.layouts import (
    AREA,
    FACE,
    PLAYER,
    VIEWER,
    Layout,
    LayoutCell,
    LayoutRow,
    Said,
    cells_of,
    lines_of,
    looped,
    loops_of,
    worked_out,
)
from rulekit.model.model import GameModel, Marker, Place
from rulekit.model.model_walk import everything, family, records
from rulekit.model.types import PLAYER as SEATED
from rulekit.model.types import KindType, ListType, PlayerType, innermost
from rulekit.suggestions import Suggestions
from rulekit.wording import Sentence, sentence

JOINED = sentence("lines follow an attribute such as `touches: list of stand` of the kind that a place stands for")
WORD = re.compile(r"[^\W\d_]{2,}")
PLAYED = (exprs.Active, exprs.Me, exprs.Winners, exprs.Can, exprs.ScoreOf, exprs.Try, exprs.Within)  # nobody knows them before


def check_layouts(model: GameModel) -> list[Diagnostic]:
    """Check all layouts of a game."""
    game, areas = names_of(model), {layout.name: layout for layout in model.layouts if layout.of == AREA}
    found = [
        one
        for layout in model.layouts
        for one in (
            *_told(game, layout),
            *_areas(layout),
            *_joined(game, areas, layout),
            *_unknown(game, layout),
            *_unnamed(layout),
            *_lettered(layout),
        )
    ]
    circles = [*_circles(model)]
    found += [
        *_too_large(model),
        *_printed(game, model),
        *_printed_letters(model),
        *outside(model),
        *circles,
        *_unused(model),
        *_without(model),
    ]
    return found if circles else [*found, *laid_twice(model, found)]


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
                _seen_by(game, names[0]),
                related=sight_label(game, names[0]),
                name=names[0],
            )


def _seen_by(game: Names, name: str) -> Sentence:
    """Return how what not everybody sees can be drawn: by its owner, if it has one."""
    declared: Place | Marker | None = game.places.get(name) or game.markers.get(name)
    if declared is not None and not any(isinstance(dim.domain.type, PlayerType) for dim in declared.dims):
        return sentence("a place itself can be drawn: it shows backs")
    return sentence("`if p is viewer` shows it to its owner alone; a place itself can be drawn: it shows backs")


def _viewers(test: Expr) -> Iterator[int]:
    """Yield the bound players that are the viewer where a condition holds."""
    if isinstance(test, exprs.Binary) and test.op == "and":
        yield from _viewers(test.left)
        yield from _viewers(test.right)
    if isinstance(test, exprs.Binary) and test.op == "is":
        sides = (test.left, test.right)
        if any(isinstance(side, exprs.Bound) and side.index == VIEWER for side in sides):
            yield from (side.index for side in sides if isinstance(side, exprs.Bound))


# ---- what only play decides ----------------------------------------------------------------------
def _unknown(game: Names, layout: Layout) -> Iterator[Diagnostic]:
    """Yield loops and turns that cannot be known before a game: nothing would be drawn there."""
    for loop in loops_of(layout.lines):
        if any(_is_played(game, part) for part in looped(loop)):
            message = sentence("what a layout goes through has to be known before the game begins")
            hint = sentence("a place is drawn with all its pieces; `for each` goes through values, numbers and players")
            yield finding("RK426", loop.span, message, hint)
    for cell in cells_of(layout.lines):
        if cell.each is not None and cell.turned is not None and _is_played(game, cell.turned):
            message = sentence("which way round cells with `each` stand has to be known before the game begins")
            yield finding("RK426", cell.span, message, "a layout with these cells can be turned at any time")


def _printed(game: Names, model: GameModel) -> Iterator[Diagnostic]:
    """Yield what is printed on places although it changes in play."""
    for _, look in model.looks:
        parts = () if look.printed is None else look.printed.parts
        if any(isinstance(part, Typed) and _is_played(game, part) for part in parts):
            message = sentence("what is printed on a place cannot change in play")
            hint = sentence("`printed` knows the place's index and what the rules say of it; what changes is a cell of a layout")
            yield finding("RK426", look.span, message, hint)


def _is_played(game: Names, start: Expr) -> bool:
    return any(isinstance(part, PLAYED) or family(part) for part in deep(game, start))


# ---- letters -------------------------------------------------------------------------------------
def _lettered(layout: Layout) -> Iterator[Diagnostic]:
    """Note texts with words in them."""
    for cell in cells_of(layout.lines):
        if cell.value is not None and (words := _words(cell.value)):
            yield _same_in_every_language(cell.span, words)


def _printed_letters(model: GameModel) -> Iterator[Diagnostic]:
    for _, look in model.looks:
        if look.printed is not None and (words := _words(look.printed)):
            yield _same_in_every_language(look.span, words)


def _words(value: Expr) -> str:
    """Return the first word that a text says itself; a single letter is a sign."""
    texts = (one for one in records(value) if isinstance(one, exprs.Text))
    said = (WORD.search(part) for one in texts for part in one.parts if isinstance(part, str))
    return next((found.group() for found in said if found), "")


def _same_in_every_language(span: Span, word: str) -> Diagnostic:
    message = sentence("“{word}” is said like this in every language", word=word)
    hint = sentence('what stands in `words` is translated: `coins` alone in a cell, or a number of them, `"{coins[p] coins}"`')
    return finding("RK428", span, message, hint, severity=Severity.NOTE)


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
    yield from _columns([line for line in lines_of(layout.lines) if isinstance(line, LayoutRow)])


def _columns(rows: Sequence[LayoutRow]) -> Iterator[Diagnostic]:
    """Yield columns that are spread in two ways, in loops too."""
    for column in range(max((len(row.cells) for row in rows), default=0)):
        spread = [row.cells[column] for row in rows if column < len(row.cells) and row.cells[column].each is not None]
        other = next((cell for cell in spread if not _alike(cell, spread[0])), None)
        if other is not None:
            related = (Label(spread[0].span, sentence("the other one")),)
            message = sentence("cells of one column that stand for different indices do not line up")
            yield finding("RK425", other.span, message, "put them into layouts of their own", related=related)


def _alike(one: LayoutCell, other: LayoutCell) -> bool:
    return one.each is not None and other.each is not None and one.each.domain == other.each.domain


def _joined(game: Names, layouts: Mapping[str, Layout], layout: Layout) -> Iterator[Diagnostic]:
    """Yield a `joined by` that names no list of places that lie in this layout."""
    if layout.joined is None:
        return
    name, span = layout.joined.name, layout.joined.span
    dims = [dim for place in _families(layouts, layout) for dim in game.places[place].dims]
    kinds = {dim.domain.type.kind for dim in dims if isinstance(dim.domain.type, KindType)}
    lists = [a for kind in kinds for a in game.kinds[kind].attributes if _joins(a.domain.type)]
    named = [innermost(a.domain.type) for a in lists if a.name == name]
    if not named:
        hint = Suggestions().hint(name, sorted({a.name for a in lists})) or JOINED
        yield finding("RK425", span, "`{name}` is no list of places that a place is joined with", hint, name=name)
    elif not any(isinstance(kind, KindType) and kind.kind in kinds for kind in named):
        yield finding("RK425", span, "nothing that `{name}` lists has a place in this layout", JOINED, name=name)


def _families(layouts: Mapping[str, Layout], layout: Layout) -> set[str]:
    """Return the families of places that lie in a layout and in those inside it."""
    found: set[str] = set()
    seen, todo = {layout.name}, [layout]
    while todo:
        cells = list(cells_of(todo.pop().lines))
        found |= {cell.value.place for cell in cells if isinstance(cell.value, exprs.Contents | exprs.PieceAt)} - {BOX}
        inner = {cell.name for cell in cells if cell.what == "layout"} & layouts.keys() - seen
        seen |= inner
        todo += [layouts[name] for name in inner]
    return found


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


def _unnamed(layout: Layout) -> Iterator[Diagnostic]:
    """Yield a player, or another value that a layout is told, that it never names."""
    cells = list(cells_of(layout.lines))
    if layout.of not in (PLAYER, AREA) or all(cell.what == "gap" for cell in cells):
        return
    told = [part for cell in cells for part in (cell.value, cell.test, cell.turned, *cell.args)]
    told += [part for loop in loops_of(layout.lines) for part in looped(loop)]
    used = {part.index for one in told if one is not None for part in everything(one) if isinstance(part, exprs.Bound)}
    for param in layout.params:
        if param.index not in used:
            message = sentence("`{name}` is named nowhere in this layout", name=param.name)
            hint = sentence("so it is the same for everyone; the hand of one player is `hand[{name}]`", name=param.name)
            other = sentence("take it away, or draw something of it")
            yield finding("RK427", layout.span, message, hint if layout.of == PLAYER else other, severity=Severity.WARNING)


def _without(model: GameModel) -> Iterator[Diagnostic]:
    """Yield what a layout says is never drawn although it is drawn as a whole, and what it says twice."""
    drawn = {
        cell.value.marker if isinstance(cell.value, exprs.MarkerOf) else cell.value.place: cell
        for layout in model.layouts
        for cell in cells_of(layout.lines)
        if isinstance(cell.value, exprs.Contents | exprs.MarkerOf) and not cell.value.indices and layout.of != FACE
    }
    for layout in model.layouts:
        said: dict[str, Said] = {}
        for one in layout.without:
            first = said.setdefault(one.name, one)
            if first is not one:
                related = (Label(first.span, sentence("first written here")),)
                message = sentence("`{name}` stands here twice", name=one.name)
                yield finding("RK427", one.span, message, severity=Severity.WARNING, related=related)
            elif one.name in drawn:
                related = (Label(drawn[one.name].span, sentence("here it is drawn")),)
                message = sentence("`{name}` is drawn, so `without` does nothing", name=one.name)
                yield finding(
                    "RK427", one.span, message, "take it away in one of the two", severity=Severity.WARNING, related=related
                )


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
