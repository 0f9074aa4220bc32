"""Addresses in an AST: `buy.sugar`, `menu.latte.3`, `score.sugar`, `example.luna`.

Comes in: items of a game and an address. Goes out: what stands there, under a key that is the same however the
address was spelled. While changes are made, requirements without label bear their number as label (`number_rules`,
undone by `plain_rules`), and what was removed leaves a `Removed` behind, so that no address shifts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import attrs
from attrs import frozen

from rulekit.suggestions import Suggestions
from rulekit.syntax import ast
from rulekit.syntax.keywords import languages, vocabulary
from rulekit.syntax.tree.walking import DEEDS, NAMED, Deed, edit, label_of, statements
from rulekit.wording import Sentence, quoted, sentence

Key = tuple[str, ...]
MOST_LABELS = 6
Tabled = ast.Kind | ast.Piece | ast.Table


@frozen
class Removed(ast.Group):
    """Where a rule stood that a change removed: insertions beside it still find their place."""


@frozen
class Found:
    """What stands at an address. `item` is its number in the file; `part` the declaration, rule, bullet, row, cell or line.

    `inside` are the keys of what lies within, where the key's own beginning does not tell.
    """

    key: Key
    item: int
    part: ast.Node
    inside: frozenset[Key] = frozenset()
    row: int = -1
    column: int = -1


def declaration_key(decl: ast.Item) -> Key | None:
    """Return the address of a declaration; None for what has none (sections, remarks, words, looks)."""
    if isinstance(decl, ast.Setup | ast.Play | ast.Score | ast.Winner):
        return (type(decl).__name__.lower(),)
    if isinstance(decl, ast.Example):
        return ("example", decl.name.text)
    if isinstance(decl, ast.LayoutOf):
        return ("layout", "middle" if decl.of is None else decl.of.text)
    return (decl.name.text,) if isinstance(decl, NAMED) else None


def find(items: tuple[ast.Item, ...], address: Key) -> Found | None:
    """Look an address up."""
    for number, item in enumerate(items):
        key = declaration_key(item)
        if key is None or address[: len(key)] != key:
            continue
        rest = address[len(key) :]
        if not rest:
            return Found(key, number, item)
        found = _within(item, rest)
        if found:
            return attrs.evolve(found, key=key + found.key, item=number, inside=frozenset(key + k for k in found.inside))
    return None


def _within(item: ast.Item, rest: Key) -> Found | None:
    if isinstance(item, DEEDS) and len(rest) == 1:
        return _rule(item, rest[0])
    if isinstance(item, ast.Kind | ast.Piece | ast.Table):
        return _cell(item, rest)
    if isinstance(item, ast.Score) and len(rest) == 1:
        return next((Found(rest, -1, line) for line in item.lines if line.name.text == rest[0]), None)
    return None


def _rule(deed: Deed, label: str) -> Found | None:
    for node in statements(deed.block):
        if label_of(node) == label:
            block = node.block if isinstance(node, ast.Bullet) else (node,)
            inner = {label_of(n) for n in statements(block)} - {label, None}
            return Found((label,), -1, node, frozenset((text,) for text in inner if text))
    return None


# ---- tables --------------------------------------------------------------------------------------
def has_header(table: Tabled) -> bool:
    """Return whether the first row names the columns."""
    return not isinstance(table, ast.Table) or len(table.dims) > 1


def column_names(table: Tabled) -> tuple[str, ...]:
    """Return the words of the header; a table with one key has none."""
    return (
        tuple(_texts(cell)[0] if _texts(cell) else "" for cell in table.rows[0].cells) if has_header(table) and table.rows else ()
    )


def row_names(row: ast.Row) -> tuple[str, ...]:
    """Return the words by which a row of a kind or table is addressed."""
    return _texts(row.cells[0]) if row.cells else ()


def _texts(cell: ast.Cell) -> tuple[str, ...]:
    return tuple(text for layer in cell.layers for entry in layer for text in _entry(entry))


def _entry(entry: ast.Expr | ast.Described) -> tuple[str, ...]:
    match entry:
        case ast.Ident():
            return (entry.text,)
        case ast.Number():
            return (str(entry.value),)
        case ast.Truth():
            return ("yes" if entry.value else "no",)
        case ast.Binary(op="..", left=ast.Number() as low, right=ast.Number() as high) if high.value - low.value < 1000:
            return tuple(str(n) for n in range(low.value, high.value + 1))
        case ast.Binary(op="..", left=ast.Number() as low):
            return (str(low.value),)
    return ()


def _cell(table: Tabled, rest: Key) -> Found | None:
    number = _row_number(table, rest[0])
    if number is None or len(rest) > 2:
        return None
    row = table.rows[number]
    key = (f"{rest[0] if isinstance(table, ast.Kind) else f'row {number}'}",)
    if len(rest) == 1:
        return Found(key, -1, row, row=number)
    names = column_names(table)
    if rest[1] not in names or names.index(rest[1]) >= len(row.cells):
        return None
    column = names.index(rest[1])
    return Found((*key, rest[1]), -1, row.cells[column], row=number, column=column)


def _row_number(table: Tabled, word: str) -> int | None:
    """Rows of pieces are counted; where their first attribute tells them apart it may be used instead."""
    if isinstance(table, ast.Piece) and word.isdigit():
        return int(word) if 1 <= int(word) < len(table.rows) and table.rows[int(word)].cells else None
    first = 1 if has_header(table) else 0
    column = 1 if isinstance(table, ast.Piece) and column_names(table)[:1] == ("copies",) else 0
    hits = [n for n, row in enumerate(table.rows) if n >= first and len(row.cells) > column and word in _texts(row.cells[column])]
    return hits[0] if len(hits) == 1 or (hits and not isinstance(table, ast.Piece)) else None


# ---- all addresses -------------------------------------------------------------------------------
def addresses(items: tuple[ast.Item, ...]) -> Iterator[str]:
    """Yield every address there is (of cells only the rows), to suggest one and to see what is gone."""
    for item in items:
        key = declaration_key(item)
        if key is None:
            continue
        name = ".".join(key)
        yield name
        if isinstance(item, DEEDS):
            there = (node for node in statements(item.block) if not isinstance(getattr(node, "act", None), Removed))
            yield from (f"{name}.{label_of(node)}" for node in there if label_of(node))
        if isinstance(item, ast.Piece):
            yield from (f"{name}.{number}" for number, row in enumerate(item.rows) if number and row.cells)
        if isinstance(item, ast.Kind | ast.Table):
            rows = item.rows[1:] if has_header(item) else item.rows
            yield from (f"{name}.{_texts(row.cells[0])[0]}" for row in rows if row.cells and _texts(row.cells[0]))
        if isinstance(item, ast.Score):
            yield from (f"{name}.{line.name.text}" for line in item.lines)


def near_address(items: tuple[ast.Item, ...], text: str, suggestions: Suggestions) -> Sentence:
    """Return what was meant by an address: one like it, else what there is in the same declaration."""
    if text in _tables_of_words():
        return sentence("write `look` or `words` alone: a row there takes the place of the one that the game has")
    everything = tuple(dict.fromkeys(addresses(items)))
    owner, _, label = text.rpartition(".")
    within = [a.removeprefix(f"{owner}.") for a in everything if owner and a.startswith(f"{owner}.")]
    if owner not in everything:
        hint = suggestions.hint(text, everything, most=1)
        return hint or sentence("a rule is addressed by its label, `action.label`, a row by its first cell")
    near = suggestions.nearest(label, within)
    if near:
        return sentence("did you mean `{owner}.{near}`?", owner=owner, near=near[0])
    if not within:
        return sentence("nothing in `{owner}` has an address of its own; give the whole one, `{owner}`", owner=owner)
    if len(within) == 1:
        return sentence("in `{owner}` there is `{owner}.{name}`", owner=owner, name=within[0])
    some = quoted(f"{owner}.{name}" for name in within[:MOST_LABELS])
    return sentence("in `{owner}` there are {some}", owner=owner, some=(*some, "…") if len(within) > MOST_LABELS else some)


@cache
def _tables_of_words() -> frozenset[str]:
    """Return how `look` and `words` are written, in all languages: tables without an address."""
    spellings = (vocabulary(language).spellings for language in languages())
    return frozenset(word for some in spellings for terminal in ("LOOK", "WORDS") for word in some[terminal])


# ---- numbers of requirements ---------------------------------------------------------------------
def number_rules(items: tuple[ast.Item, ...]) -> tuple[ast.Item, ...]:
    """Give every requirement without label its number as label; numbers once given stay.

    The first line of a labelled bullet bears the bullet's label, so it has no number.
    """
    return tuple(_number_deed(item) if isinstance(item, DEEDS) else item for item in items)


def _number_deed(deed: Deed) -> Deed:
    parts = list(statements(deed.block))
    named = {id(node.block[0].act) for node in parts if isinstance(node, ast.Bullet) and node.label and node.block}

    def is_bare(node: ast.Statement | ast.Bullet) -> bool:
        is_rule = isinstance(node, ast.Statement) and isinstance(node.act, ast.OnlyIf) and id(node.act) not in named
        return is_rule and node.label is None

    if not any(map(is_bare, parts)):
        return deed
    count = max((int(text) for text in map(label_of, parts) if text and text.isdigit()), default=0)

    def rule(statement: ast.Statement) -> ast.Block:
        nonlocal count
        if is_bare(statement):
            count += 1
            return (attrs.evolve(statement, label=ast.Ident(statement.span, str(count))),)
        return (statement,)

    return attrs.evolve(deed, block=edit(deed.block, rule, lambda bullet: (bullet,)))


def plain_rules(items: tuple[ast.Item, ...]) -> tuple[ast.Item, ...]:
    """Take the numbers off again, and drop what was removed: rules, and rows of tables."""
    return tuple(_plain_deed(item) if isinstance(item, DEEDS) else _with_filled_rows(item) for item in items)


def _with_filled_rows(item: ast.Item) -> ast.Item:
    if isinstance(item, ast.Kind | ast.Piece | ast.Table) and any(not row.cells for row in item.rows):
        return attrs.evolve(item, rows=tuple(row for row in item.rows if row.cells))
    return item


def _plain_deed(deed: Deed) -> Deed:
    def rule(statement: ast.Statement) -> ast.Block:
        if isinstance(statement.act, Removed):
            return ()
        if statement.label and statement.label.text.isdigit():
            return (attrs.evolve(statement, label=None),)
        return (statement,)

    return attrs.evolve(deed, block=edit(deed.block, rule, lambda bullet: (bullet,)))


def new_numbers(items: tuple[ast.Item, ...]) -> dict[Key, Key]:
    """Return where numbered requirements will be found after `plain_rules`: `buy.3` may have become `buy.2`."""
    moved: dict[Key, Key] = {}
    for item in items:
        key = declaration_key(item)
        if key is None or not isinstance(item, DEEDS):
            continue
        count = 0
        for node in statements(item.block):
            text = label_of(node)
            if isinstance(node, ast.Statement) and text and text.isdigit() and isinstance(node.act, ast.OnlyIf):
                count += 1
                moved[(*key, text)] = (*key, str(count))
    return moved
