"""Texts of other languages live and die with what they tell, as the texts do that stand beside the rules.

Comes in: the items of a game before and after changes. Goes out: its tables of words without lines for texts that are gone,
that another file has replaced, or that a later table says anew.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulekit.model.overlays.addresses import Removed, declaration_key
from rulekit.model.tree_walk import DEEDS
from rulekit.syntax import ast

Items = tuple[ast.Item, ...]
Place = tuple[str, str, str]  # what kind of text it is, its address, and the file it stands in


def texts(items: Items) -> Iterator[Place]:
    """Yield where the texts of a game stand; a choice can be asked for, and an example has a title, in any case."""
    for item in items:
        address = ".".join(declaration_key(item) or ())
        if isinstance(item, ast.Section):
            address = f"section.{item.name.text}"
            yield "title", address, item.span.path
        if isinstance(item, ast.Example):
            yield "title", address, item.span.path
            yield from (("tell", address, line.span.path) for line in item.lines if isinstance(line, ast.Tell))
        if getattr(item, "sentence", None) is not None:
            yield "say", address, item.span.path
        yield from (("tell", address, tell.span.path) for tell in getattr(item, "tells", ()))
        if isinstance(item, DEEDS):
            yield from _block(address, address, item.block)
        for line in item.lines if isinstance(item, ast.Score) else ():
            yield from (("tell", f"score.{line.name.text}", tell.span.path) for tell in line.tells)


def _block(deed: str, address: str, block: ast.Block) -> Iterator[Place]:
    for node in block:
        here = f"{deed}.{node.label.text}" if node.label else address
        yield from _statement(deed, here, node)


def _statement(deed: str, address: str, node: ast.Statement) -> Iterator[Place]:
    act, path = node.act, node.span.path
    match act:
        case Removed():
            return
        case ast.Tell():
            yield "tell", address, path
        case ast.Choose(picks=picks):
            yield from (("ask", f"{deed}.{pick.name.text}", path) for pick in picks)
        case ast.OnlyIf(reason=reason) if reason is not None:
            yield "because", address, path
        case _ if node.text is not None:
            yield "say", address, path
    yield from (("tell", address, tell.span.path) for tell in node.tells)
    match act:
        case ast.If(branches=branches, otherwise=otherwise):
            for block in (*(b for _, b in branches), otherwise):
                yield from _block(deed, address, block)
        case ast.OneOf(bullets=bullets, tells=tells):
            yield from (("tell", address, tell.span.path) for tell in tells)
            for bullet in bullets:
                yield from _block(deed, f"{deed}.{bullet.label.text}" if bullet.label else address, bullet.block)
        case ast.May() | ast.Group() | ast.ForEach() | ast.Repeat() | ast.Turns() | ast.Secretly():
            if isinstance(act, ast.May) and act.declined is not None:
                yield "say", f"{address}.not", path
            yield from _block(deed, address, act.block)
        case _:
            pass


def without_old_lines(items: Items, before: set[Place], gone: set[str]) -> Items:
    """Drop the lines for what is gone, for a file's own texts that another file replaced, and for texts that nobody has left."""
    now = set(texts(items))
    replaced = before - now
    nowhere = {place[:2] for place in before} - {place[:2] for place in now}

    def kept(line: ast.WordLine) -> bool:
        parts = line.address.parts
        address = ".".join(parts)
        if any(".".join(parts[:length]) in gone for length in range(1, len(parts) + 1)):
            return False
        return (line.what, address) not in nowhere and (line.what, address, line.span.path) not in replaced

    return tuple(
        attrs.evolve(item, lines=tuple(filter(kept, item.lines))) if isinstance(item, ast.Words) else item for item in items
    )


def without_old_words(items: Items, new: ast.Words | ast.Look) -> Items:
    """Return the items with a name or a text said anew: the older row or line goes."""
    names = {row.cells[0].layers for row in new.rows[1:] if row.cells}
    said = {(line.what, line.address.parts) for line in new.lines} if isinstance(new, ast.Words) else set()

    def kept(item: ast.Item) -> ast.Item:
        if isinstance(item, ast.Words) and isinstance(new, ast.Words) and item.language.text == new.language.text:
            lines = tuple(line for line in item.lines if (line.what, line.address.parts) not in said)
            return attrs.evolve(item, rows=_other_rows(item.rows, names), lines=lines)
        if isinstance(item, ast.Look) and isinstance(new, ast.Look):
            return attrs.evolve(item, rows=_other_rows(item.rows, names))
        return item

    return tuple(kept(item) for item in items)


def _other_rows(rows: tuple[ast.Row, ...], names: set[tuple[tuple[ast.Expr | ast.Described, ...], ...]]) -> tuple[ast.Row, ...]:
    return tuple(row for n, row in enumerate(rows) if n == 0 or not row.cells or row.cells[0].layers not in names)
