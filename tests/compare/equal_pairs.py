"""Pairs of equal rule sets that are written differently: whoever compares them must find nothing.

Comes in: a number of pairs and a seed. Goes out: for each pair the name of a game, its text, an equal text, and what was done.
Here are names, order, rows and the language; `equal_rules` has expressions, statements and definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import attrs
from attrs import frozen

from rulekit.model.declare.words import MARKS
from rulekit.model.names import OWN_ADDRESSES, value_names
from rulekit.syntax import ast
from rulekit.syntax.parse import parse
from rulekit.syntax.printing.printer import to_text
from rulekit.syntax.tree.walking import below, rewrite
from tests.compare import equal_definitions, equal_rules

ROOT = Path(__file__).parents[2]
LARGE = tuple(f"rules/{name}.cafe" for name in ("bon-appetit", "cafe-del-gatto", "cafe-international", "espresso-doppio"))
GAMES = LARGE + tuple(sorted(f"examples/games/{path.name}" for path in (ROOT / "examples/games").glob("*.cafe")))
LANGUAGES = ("en", "en", "en", "fr", "it", "de")
Rewriting = Callable[[Random, ast.File, list[str]], ast.File]
"""Dice and a tree come in, an equal tree goes out; what was done is added to the list."""


@frozen
class Pair:
    """Two texts of one game."""

    name: str
    text_a: str
    text_b: str
    rewritings: tuple[str, ...]


def pairs(count: int = 200, seed: int = 1) -> Iterator[Pair]:
    """Pairs over all games in turn; the same count and seed give the same pairs."""
    return (numbered(number, seed) for number in range(count))


def numbered(number: int, seed: int = 1) -> Pair:
    """One of these pairs."""
    return pair(GAMES[number % len(GAMES)], seed * 1_000_000 + number)


def pair(path: str, seed: int, only: tuple[Rewriting, ...] | None = None) -> Pair:
    """A game and the same game written differently, by some of all rewritings or by just these."""
    dice, done = Random(seed), list[str]()
    text = (ROOT / path).read_text(encoding="utf-8")
    file = attrs.evolve(_tree(path), comments=())
    for rewriting in only or tuple(r for r in REWRITINGS if dice.random() < 0.6):
        file = rewriting(dice, file, done)
    file = file if done or only else renamed(dice, file, done)
    language = dice.choice(LANGUAGES) if only is None else "en"
    how = sorted({*done, *({f"in {language}"} if language != "en" else ())})
    return Pair(f"{Path(path).stem} {seed}", text, to_text(file, language), tuple(how))


@cache
def _tree(path: str) -> ast.File:
    file = parse((ROOT / path).read_text(encoding="utf-8"), path).value
    assert file is not None
    return file


# ---- names ---------------------------------------------------------------------------------------
DRAWN = ("colour", "shape")  # columns of looks with words of rulekit


def renamed(dice: Random, file: ast.File, done: list[str]) -> ast.File:
    """Call about two thirds of all things by other names, everywhere; what shared a name goes on sharing one."""
    standard = {n.text for n in below(file.items) if isinstance(n, ast.Ident) and n.std} | {*OWN_ADDRESSES, "question"}
    names = sorted(set(_declared_names(file)) - standard)
    chosen = [name for name in names if dice.random() < 0.67]
    numbers = dice.sample(range(len(chosen)), len(chosen))
    new = {name: f"x{number}_{name[0]}" for name, number in zip(chosen, numbers, strict=True)}
    sections = {node.span: node.section for node in below(file.items) if isinstance(node, ast.Tell)}  # they keep their names
    done.append("renamed")

    def change(node: Any) -> Any:
        if isinstance(node, ast.Ident) and not node.std:
            return attrs.evolve(node, text=new.get(node.text, node.text))
        if isinstance(node, ast.Beside) and isinstance(node.number, ast.Ident) and node.number.text != node.lead:
            return attrs.evolve(node, lead="")
        if isinstance(node, ast.Tell):
            return attrs.evolve(node, section=sections.get(node.span))
        if isinstance(node, ast.Address) and node.parts[0] != "section":
            own = node.parts[0] in OWN_ADDRESSES
            return attrs.evolve(node, parts=(*node.parts[:own], *(new.get(p, p) for p in node.parts[own:])))
        return node

    return attrs.evolve(file, items=tuple(_renamed_item(item, change) for item in file.items))


def _renamed_item(item: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(item, ast.Game):
        return item
    if isinstance(item, ast.Section):
        return attrs.evolve(item, title=rewrite(item.title, change), tells=rewrite(item.tells, change))
    if isinstance(item, ast.Words):
        rows = tuple(_renamed_row(row, item.rows[0], change, ("grammar",)) for row in item.rows)
        return attrs.evolve(item, rows=rows, lines=rewrite(item.lines, change))
    if isinstance(item, ast.Look):
        return attrs.evolve(item, rows=tuple(_renamed_row(row, item.rows[0], change, DRAWN) for row in item.rows))
    return rewrite(item, change)


def _renamed_row(row: ast.Row, header: ast.Row, change: Callable[[Any], Any], own: tuple[str, ...]) -> ast.Row:
    """A colour or a shape is no name of the game's, unless it stands in braces, and a mark of grammar is none."""
    names = [cell.layers[0][0] for cell in header.cells]
    kept = {n for n, name in enumerate(names) if isinstance(name, ast.Ident) and name.text in own}
    entries = {n: {e.text for layer in row.cells[n].layers for e in layer if isinstance(e, ast.Ident)} for n in kept}
    plain = {n for n, found in entries.items() if found and (own == DRAWN or found & {*MARKS})}
    return attrs.evolve(row, cells=tuple(c if n in plain else rewrite(c, change) for n, c in enumerate(row.cells)))


def _declared_names(file: ast.File) -> Iterator[str]:
    """Every name the game gives to something."""
    named = (ast.Kind, ast.Attribute, ast.Piece, ast.Place, ast.Tally, ast.Marker, ast.Option, ast.Table, ast.Define, ast.Action)
    inside = (ast.Step, ast.Dim, ast.Param, ast.Pick, ast.Let, ast.Binder, ast.ScoreLine, ast.Example)
    for node in below(file.items):
        found: tuple[ast.Expr | None, ...]
        match node:
            case ast.Statement() | ast.Bullet():
                found = (node.label,)
            case ast.Score() | ast.Winner():
                found = (node.player,)
            case ast.Seats():
                found = node.names
            case ast.Answer():
                found = (node.value,)
            case _:
                found = (node.name,) if isinstance(node, named + inside) else ()
        found += value_names(node) if isinstance(node, ast.Kind) else ()
        yield from (ident.text for ident in found if isinstance(ident, ast.Ident) and not ident.std)


# ---- order ---------------------------------------------------------------------------------------
def reordered(dice: Random, file: ast.File, done: list[str]) -> ast.File:
    """Put sections, the declarations of each, and the rows of words, looks and tables in another order."""
    parts: list[list[Any]] = [[]]
    for item in file.items:
        if isinstance(item, ast.Section):
            parts.append([])
        parts[-1].append(_reordered_rows(dice, item))
    (head, *rest) = (_shuffled(dice, part) for part in parts)
    dice.shuffle(rest)
    done.append("reordered")
    return attrs.evolve(file, items=tuple(item for part in (head, *rest) for item in part))


def _shuffled(dice: Random, part: list[Any]) -> list[Any]:
    """The game's head or the section stays in front."""
    fixed = part[:1] if part and isinstance(part[0], ast.Game | ast.Section) else []
    rest = part[len(fixed) :]
    return [*fixed, *dice.sample(rest, len(rest))]


def _reordered_rows(dice: Random, item: Any) -> Any:
    if isinstance(item, ast.Table) and len(item.dims) == 1:
        return attrs.evolve(item, rows=tuple(dice.sample(item.rows, len(item.rows))))
    if isinstance(item, ast.Table | ast.Words | ast.Look):
        return attrs.evolve(item, rows=(item.rows[0], *dice.sample(item.rows[1:], len(item.rows) - 1)))
    return item


# ---- rows of pieces ------------------------------------------------------------------------------
def rows(dice: Random, file: ast.File, done: list[str]) -> ast.File:
    """Cut a row of pieces into several, by copies or by the values of one cell, or join two; the pieces stay in their order."""
    kinds = {name: value_names(kind) for name, kind in equal_rules.declared(file, ast.Kind).items()}

    def cut(row: ast.Row, piece: ast.Piece) -> tuple[ast.Row, ...]:
        return (_by_copies(dice, row, piece) or _by_values(row, piece, kinds) or (row,)) if dice.random() < 0.6 else (row,)

    def change(item: Any) -> Any:
        if not isinstance(item, ast.Piece):
            return item
        whole = _joined(item.rows[1:]) if dice.random() < 0.5 else item.rows[1:]
        new = attrs.evolve(item, rows=(item.rows[0], *(new for row in whole for new in cut(row, item))))
        done.extend(["rows"] if new != item else [])
        return new

    return attrs.evolve(file, items=tuple(change(item) for item in file.items))


def _several(cell: ast.Cell) -> bool:
    ranges = any(isinstance(entry, ast.Binary) and entry.op == ".." for layer in cell.layers for entry in layer)
    return cell.special is not None or ranges or sum(len(layer) for layer in cell.layers) > 1


def _by_copies(dice: Random, row: ast.Row, piece: ast.Piece) -> tuple[ast.Row, ...] | None:
    at = next(n for n, cell in enumerate(piece.rows[0].cells) if _entry(cell) == "copies")
    copies = row.cells[at].layers[0][0]
    if any(map(_several, row.cells)) or not isinstance(copies, ast.Number) or copies.value < 2:
        return None
    first = dice.randint(1, copies.value - 1)
    return tuple(_with_entries(row, at, (ast.Number(copies.span, n),)) for n in (first, copies.value - first))


def _by_values(row: ast.Row, piece: ast.Piece, kinds: dict[str, tuple[ast.Ident, ...]]) -> tuple[ast.Row, ...] | None:
    """One row for each value in the first cell that has several: that cell varies slowest."""
    at = next((n for n, cell in enumerate(row.cells) if _several(cell)), None)
    if at is None or len(row.cells[at].layers) > 1:
        return None
    cell, name = row.cells[at], _entry(piece.rows[0].cells[at])
    column = next((a for a in piece.attributes if a.name.text == name), None)
    each = kinds.get(name, ()) if isinstance(cell.special, ast.Each) and column is not None and column.type is None else ()
    entries = cell.layers[0] if cell.layers else each
    return tuple(_with_entries(row, at, (entry,)) for entry in entries) if len(entries) > 1 else None


def _joined(found: tuple[ast.Row, ...]) -> tuple[ast.Row, ...]:
    """Two neighbours that differ in one cell and have one value in all others become one row."""
    for n, (one, two) in enumerate(pairwise(found)):
        unlike = [at for at, (a, b) in enumerate(zip(one.cells, two.cells, strict=True)) if a.layers != b.layers]
        others = [c for at, c in enumerate(one.cells) if at not in unlike]
        if len(unlike) == 1 and unlike != [0] and not any(map(_several, others)) and one.cells[unlike[0]].special is None:
            entries = one.cells[unlike[0]].layers[0] + two.cells[unlike[0]].layers[0]
            whole = attrs.evolve(_with_entries(one, unlike[0], entries), cites=one.cites + two.cites)
            return (*found[:n], whole, *found[n + 2 :])
    return found


def _entry(cell: ast.Cell) -> str:
    entry = cell.layers[0][0] if cell.layers else None
    return entry.text if isinstance(entry, ast.Ident) else ""


def _with_entries(row: ast.Row, at: int, entries: tuple[Any, ...]) -> ast.Row:
    cell = attrs.evolve(row.cells[at], layers=(entries,), special=None)
    return attrs.evolve(row, cells=(*row.cells[:at], cell, *row.cells[at + 1 :]))


# ---- numbers of pieces ---------------------------------------------------------------------------
def renumbered(dice: Random, file: ast.File, done: list[str]) -> ast.File:
    """Declare the pieces of a sort in another order, where no rule can tell: they begin in a bag, or are shuffled first.

    The examples are left out then: they begin with what seed 0 deals, which is something else now.
    """

    def change(item: Any) -> Any:
        if not isinstance(item, ast.Piece) or len(item.rows) < 3 or not _orderless(file, item):
            return item
        new = attrs.evolve(item, rows=(item.rows[0], *dice.sample(item.rows[1:], len(item.rows) - 1)))
        done.extend(["renumbered"] if new != item else [])
        return new

    items = tuple(change(item) for item in file.items)
    if items == file.items:
        return file
    return attrs.evolve(file, items=tuple(map(_without_stories, (item for item in items if not isinstance(item, ast.Example)))))


def _without_stories(item: Any) -> Any:
    """Words without what they say of examples."""
    if not isinstance(item, ast.Words):
        return item
    return attrs.evolve(item, lines=tuple(line for line in item.lines if line.address.parts[0] != "example"))


def _orderless(file: ast.File, piece: ast.Piece) -> bool:
    """Whether the order of declaration of these pieces decides nothing: no list of them is made from a place without order."""
    places = equal_rules.declared(file, ast.Place)
    start = piece.start.text if isinstance(piece.start, ast.Ident) else ""
    setup = next((item.block for item in file.items if isinstance(item, ast.Setup)), ())
    shuffled = any(isinstance(s.act, ast.Shuffle) and s.act.place == piece.start for s in setup)
    if start not in places or not (places[start].shape == "bag" or shuffled):
        return False
    without = {n for n, p in places.items() if p.sort.text == piece.name.text and p.shape in ("bag", "hand")} | {"box", start}
    return not any(equal_rules.reached(file, listed) & without for listed in _listed(file, without))


def _listed(file: ast.File, without: set[str]) -> Iterator[Any]:
    """What is gone through, or moved, in order; moving to a place without order does not count."""
    ordering = ("first", "list", "distinct", "top", "bottom", "reversed", "position")
    rules = tuple(item for item in file.items if isinstance(item, equal_rules.RULES))
    moves = [n for n in below(rules) if isinstance(n, ast.Move)]
    harmless = {id(n) for m in moves if equal_rules.reached(file, m.to) & without for n in below(m.what)}
    for node in below(rules):
        if isinstance(node, ast.ForEach | ast.Collect) and (isinstance(node, ast.ForEach) or node.name.text in ordering):
            yield from (b.source for b in node.binders if id(node) not in harmless)
        elif isinstance(node, ast.Call) and node.name.text in ordering and id(node) not in harmless:
            yield node.arguments
        elif isinstance(node, ast.Move) and id(node.what) not in harmless:
            yield node.what


REWRITINGS: tuple[Rewriting, ...] = (
    equal_definitions.inline,
    equal_rules.lets,
    equal_rules.expressions,
    equal_definitions.extract,
    equal_rules.blocks,
    rows,
    renumbered,
    reordered,
    renamed,
)
"""All of them, in the order in which they are done: new names come last."""
CHANCE = ("bullets", "renumbered")
"""Rewritings after which a seed gives another game: menus or bags are in another order."""
