"""What only served a removed or replaced rule goes with it.

Comes in: the items of a game before and after each file of changes. Goes out: the last of them without the options,
definitions, steps, actions, places … that were in use before and are no more, without words for what is gone (a thing, or
the reason of a requirement), and without examples for numbers of players that are no longer allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import attrs

from rulekit.model.model_walk import closure
from rulekit.model.overlays.addresses import addresses, declaration_key, find
from rulekit.model.overlays.tellings import places, without_old_lines
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import DEEDS, names_below, rewrite, statements

Items = tuple[ast.Item, ...]
ROOTS = (ast.Setup, ast.Play, ast.Score, ast.Winner, ast.Piece, ast.Kind)
SERVING = (ast.Option, ast.Define, ast.Step, ast.Action, ast.Place, ast.Marker, ast.Tally, ast.Table)
NAMING: tuple[tuple[type, str], ...] = (
    (ast.Field, "name"), (ast.Named, "name"), (ast.Binder, "name"), (ast.Pick, "name"), (ast.Let, "name"), (ast.Param, "name"),
    (ast.Attribute, "name"), (ast.Statement, "label"), (ast.Bullet, "label"), (ast.Dim, "name"), (ast.ScoreLine, "name"),
    (ast.Score, "player"), (ast.Winner, "player"), (ast.With, "option"),
)  # fmt: skip


@cache
def _fields(cls: Any) -> tuple[str, ...]:
    naming = {name for owner, name in NAMING if owner is cls}
    if cls in (*SERVING, ast.Kind, ast.Piece, ast.Example):
        naming.add("name")
    return tuple(name for name in names_below(cls) if name not in naming and name != "cites")


def used_names(node: object) -> Iterator[str]:
    """Yield the names a part of the tree refers to (also those of locals: that only keeps more)."""
    if isinstance(node, ast.Ident):
        yield node.text
    elif isinstance(node, tuple):
        for item in node:
            yield from used_names(item)
    elif isinstance(node, ast.Node):
        cls: Any = type(node)
        for name in _fields(cls):
            yield from used_names(getattr(node, name))


def _closure(items: Items, start: Iterable[object]) -> set[str]:
    """Return the names in use, from some parts on."""
    serving = {item.name.text: item for item in items if isinstance(item, SERVING)}
    begun = (name for part in start for name in used_names(part))
    return closure(serving.keys() & begun, lambda name: serving.keys() & used_names(serving[name]))


def in_use(items: Items) -> set[str]:
    """Return the names that the rules of a game use."""
    return _closure(items, (item for item in items if isinstance(item, ROOTS)))


def leave_out(states: tuple[Items, ...]) -> Items:
    """Leave out of the last state what the changes made useless."""
    items = _fitting_examples(states[-1])
    before = set().union(*(in_use(state) for state in states[:-1]))
    dead = before - in_use(items) - _closure(items, (item for item in items if isinstance(item, ast.Example)))
    items = tuple(item for item in items if not (isinstance(item, SERVING) and item.name.text in dead))
    known = set().union(*(_words_known(state) for state in states))
    gone = known - _words_known(items)
    kept = tuple(_without(item, gone, dead) for item in items)
    kept = without_old_lines(kept, set().union(*map(places, states)), gone)
    return _without_old_reasons(kept, {pair for state in states for pair in _reasons(state)})


# ---- examples ------------------------------------------------------------------------------------
def _fitting_examples(items: Items) -> Items:
    """Drop the examples that have too few or too many players for what another file says of the players."""
    line = next((x for item in items if isinstance(item, ast.Game) for x in item.head if isinstance(x, ast.PlayersLine)), None)
    if line is None:
        return items

    def fits(item: ast.Item) -> bool:
        if not isinstance(item, ast.Example) or item.span.path == line.span.path:
            return True
        seats = next((x for x in item.lines if isinstance(x, ast.Seats)), None)
        return seats is None or line.low <= len(seats.names) <= line.high

    return tuple(item for item in items if fits(item))


# ---- words ---------------------------------------------------------------------------------------
def _words_known(items: Items) -> set[str]:
    values = {value.text for item in items if isinstance(item, ast.Kind) for value in item.values}
    return values | set(addresses(items))


def address_of_cell(cell: ast.Cell) -> str | None:
    """Return the name or address in the first cell of a row of words."""
    if len(cell.layers) != 1 or len(cell.layers[0]) != 1:
        return None
    node = cell.layers[0][0]
    parts: list[str] = []
    while isinstance(node, ast.Field):
        parts.append(node.name.text)
        node = node.of
    return ".".join((node.text, *reversed(parts))) if isinstance(node, ast.Ident) else None


def _names(row: ast.Row, gone: set[str]) -> bool:
    """Return whether a row of words is for something that is gone, or for a part of it (an answer, a choice)."""
    address = address_of_cell(row.cells[0]) if row.cells else None
    return address is not None and (address in gone or address.partition(".")[0] in gone)


def _reasons(items: Items) -> Iterator[tuple[str, str]]:
    """Yield the requirements with a reason, by address, and the file each stands in."""
    for item in items:
        name = ".".join(declaration_key(item) or ())
        for node in statements(item.block) if isinstance(item, DEEDS) else ():
            act = node.block[0].act if isinstance(node, ast.Bullet) and node.block else getattr(node, "act", None)
            if node.label and isinstance(act, ast.OnlyIf) and act.reason is not None:
                yield f"{name}.{node.label.text}", act.span.path


def _without_old_reasons(items: Items, before: set[tuple[str, str]]) -> Items:
    """Drop the words of a file for its own reasons that another file replaced; where no reason is left, those of all others."""
    now = set(_reasons(items))
    replaced = before - now
    none_now = {address for address, _ in before} - {address for address, _ in now}

    def kept(row: ast.Row) -> bool:
        address = address_of_cell(row.cells[0]) if row.cells else None
        if address is None or (address, row.span.path) in replaced:
            return address is None
        found = find(items, tuple(address.split("."))) if address in none_now else None
        return found is None or found.part.span.path == row.span.path

    return tuple(
        attrs.evolve(item, rows=(*item.rows[:1], *filter(kept, item.rows[1:]))) if isinstance(item, ast.Words) else item
        for item in items
    )


def _without(item: ast.Item, gone: set[str], dead: set[str]) -> ast.Item:
    if isinstance(item, ast.Words | ast.Look):
        return attrs.evolve(item, rows=(*item.rows[:1], *(row for row in item.rows[1:] if not _names(row, gone))))
    if isinstance(item, ast.Example):
        lines = tuple(line for line in item.lines if not (isinstance(line, ast.With) and line.option.text in dead))
        return attrs.evolve(item, lines=lines)
    if isinstance(item, ast.Layout | ast.LayoutOf):
        return rewrite(item, lambda node: _drawn(node, gone))
    return item


def _drawn(node: ast.Node, gone: set[str]) -> ast.Node:
    """Return a part of a layout without what is gone."""
    if isinstance(node, ast.LayoutCell) and not gone.isdisjoint(used_names((node.value, node.test, node.turned_if))):
        return ast.LayoutCell(node.span, None)
    if isinstance(node, ast.Without):
        return attrs.evolve(node, names=tuple(name for name in node.names if name.text not in gone))
    return node
