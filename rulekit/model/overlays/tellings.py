"""Texts of other languages live and die with what they tell, as the texts do that stand beside the rules.

`spoken` says where texts stand. Comes in: the items of a game before and after changes. Goes out: its tables of words without
lines for texts that are gone, that another file has replaced, or that a later table says anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs
from attrs import frozen

from rulekit.model.overlays.addresses import declaration_key
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import inner_blocks

Items = tuple[ast.Item, ...]
Place = tuple[str, str, str]  # what kind of text it is, its address, and the file it stands in


@frozen
class Spoken:
    """A text, what it tells, and what it stands in or beside. `text` None: there is none, but there could be."""

    what: str
    address: str
    node: ast.Item | ast.Statement
    text: ast.Text | None


def spoken(item: ast.Item) -> Iterator[Spoken]:
    """Yield the texts of an item in order; a choice can be asked for, and an example has a title, in any case."""
    address = f"section.{item.name.text}" if isinstance(item, ast.Section) else ".".join(declaration_key(item) or ())
    sentence = getattr(item, "sentence", None)
    if sentence is not None:
        yield Spoken("say", address, item, sentence)
    if isinstance(item, ast.Section | ast.Example):
        yield Spoken("title", address, item, item.title if isinstance(item, ast.Section) else None)
    yield from _tells(address, getattr(item, "tells", ()))
    match item:
        case ast.Example(lines=lines):
            yield from _tells(address, (line for line in lines if isinstance(line, ast.Tell)))
        case ast.Score(lines=lines):
            for line in lines:
                yield from _tells(f"score.{line.name.text}", line.tells)
        case ast.Setup() | ast.Play() | ast.Action() | ast.Step():
            yield from _block(address, address, item.block)


def _tells(address: str, tells: Iterable[ast.Tell]) -> Iterator[Spoken]:
    return (Spoken("tell", address, tell, tell.text) for tell in tells)


def _block(deed: str, address: str, block: ast.Block) -> Iterator[Spoken]:
    for node in block:
        yield from _statement(deed, f"{deed}.{node.label.text}" if node.label else address, node)


def _statement(deed: str, address: str, node: ast.Statement) -> Iterator[Spoken]:
    match node.act:
        case ast.Tell() as tell:
            yield from _tells(address, (tell,))
        case ast.Choose(picks=picks):
            yield from (Spoken("ask", f"{deed}.{pick.name.text}", node, None if n else node.text) for n, pick in enumerate(picks))
        case ast.OnlyIf(reason=reason) if reason is not None:
            yield Spoken("because", address, node, reason)
        case ast.May(declined=declined) if declined is not None:
            yield Spoken("say", f"{address}.not", node, declined)
        case ast.Announce(text=text) if node.label is not None:
            yield Spoken("say", address, node, text)
        case _ if node.text is not None:
            yield Spoken("say", address, node, node.text)
    yield from _tells(address, (*node.tells, *getattr(node.act, "tells", ())))
    for label, block in inner_blocks(node.act):
        yield from _block(deed, f"{deed}.{label.text}" if label else address, block)


def places(items: Items) -> set[Place]:
    """Return where the texts of a game stand."""
    return {(one.what, one.address, one.node.span.path) for item in items for one in spoken(item)}


def without_old_lines(items: Items, before: set[Place], gone: set[str]) -> Items:
    """Drop the lines for what is gone, for a file's own texts that another file replaced, and for texts that nobody has left."""
    now = places(items)
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
