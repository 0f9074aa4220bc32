"""Every change of one thing in the rules of a game, to see whether anything notices it.

Comes in: the trees of a game and of its readings and variants. Goes out: mutations, each with the address of its rule, its
place in the text and what it changes in plain words. Words, looks, titles, remarks, examples, and what the head says are
never changed. A mutated game goes the way of any game: it is checked and played like the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve, frozen

from rulekit.diagnostics import Span
from rulekit.model.mutations.declared_names import Alternative, Known, known_of
from rulekit.model.mutations.rules import alternatives, answers, entries, numbers, ranges
from rulekit.model.mutations.wording import Telling
from rulekit.model.overlays.addresses import number_rules
from rulekit.model.overlays.conflicts import spelled
from rulekit.records import names_of_fields
from rulekit.syntax import ast
from rulekit.syntax.parse import parse
from rulekit.syntax.tree.walking import rewrite

Path = tuple[str | int, ...]
Tree = Any  # a node, a tuple of them, or what stands in a field: a path may lead to any of these
Trees = tuple[ast.File, ...]
QUIET = (
    ast.Game, ast.OverlayHead, ast.Section, ast.Remark, ast.Example, ast.Words, ast.Look, ast.Text, ast.Param, ast.TypeExpr,
    ast.NamedType, ast.RangeType, ast.ListType, ast.PictureType, ast.Layout, ast.LayoutOf, ast.AddToLayout,
)  # fmt: skip
SKIPPED = frozenset({
    "span", "cites", "label", "reason", "name", "question", "default", "among", "answers", "total", "address", "option", "tally",
    "sort", "values", "rows", "row",
})  # fmt: skip
WHOLE = (ast.Option, ast.With)
NEIGHBOURS = 32  # of an item of a list, before and after it: more than a line shows
CHANGES = (ast.With, ast.Replace, ast.ReplaceRule, ast.ReplaceRow, ast.ReplaceValue, ast.Remove, ast.Insert, ast.AddTo)


@frozen
class Mutation:
    """One changed thing: what now stands at a path of a file. `text` tells it in plain words, unlike any other of its rule."""

    file: int
    address: str
    sort: str
    text: str
    span: Span
    path: Path
    new: Tree


@frozen
class Spot:
    """A node on the way through a file: its path, the nodes above it with their depths, and the address of its rule."""

    node: Tree
    path: Path
    above: tuple[tuple[int, ast.Node], ...]
    address: tuple[str, ...]
    limits: tuple[int, int] | None = None

    def down(self, step: str | int, node: Tree) -> Spot:
        """Return the node one step below."""
        above = (*self.above, (len(self.path), self.node)) if isinstance(self.node, ast.Node) else self.above
        return Spot(node, (*self.path, step), above, self.address)


def read_trees(sources: Sequence[tuple[str, str]]) -> Trees:
    """Trees to be mutated, of sound texts with their paths.

    Requirements bear their numbers, so that no address shifts; citations, which change nothing, are left out, but not how
    strongly a reading says something.
    """
    trees = (parse(text, path).value for text, path in sources)
    return tuple(evolve(tree, items=number_rules(rewrite(tree.items, _uncited))) for tree in trees if tree is not None)


def _uncited(node: Tree) -> Tree:
    if isinstance(node, ast.With):  # whether its book states it decides whether it is in force
        return evolve(node, cites=tuple(cite for cite in node.cites if isinstance(cite, ast.Arguable | ast.Slip)))
    return evolve(node, cites=()) if getattr(node, "cites", ()) else node


def mutations(trees: Trees, settings: tuple[str, ...] = ()) -> tuple[Mutation, ...]:
    """List every change of one thing in some trees (see `read_trees`), in the order of the text.

    `settings` are the options that are answered from outside.
    """
    known = known_of(trees, settings)
    seen: Counter[tuple[int, str, str]] = Counter()
    told = []
    found = [m for n, tree in enumerate(trees) for m in _of_file(n, tree, known)]
    for mutation in sorted(found, key=lambda m: (m.file, m.span.start)):
        key = (mutation.file, mutation.address, mutation.text)
        seen[key] += 1
        count = seen[key]
        told.append(mutation if count == 1 else evolve(mutation, text=f"{mutation.text} ({count})"))
    return tuple(told)


def mutated(trees: Trees, mutation: Mutation) -> Trees:
    """Return the trees with one thing changed."""
    return tuple(_put(tree, mutation.path, mutation.new) if n == mutation.file else tree for n, tree in enumerate(trees))


def _put(node: Tree, path: Path, new: Tree) -> Tree:
    if not path:
        return new
    step = path[0]
    if isinstance(step, int):
        return (*node[:step], _put(node[step], path[1:], new), *node[step + 1 :])
    return evolve(node, **{step: _put(getattr(node, step), path[1:], new)})


# ---- one file ------------------------------------------------------------------------------------
def _of_file(number: int, tree: ast.File, known: Known) -> Iterator[Mutation]:
    telling = Telling(tree.language)
    several = sum(_changes_rules(item) for item in tree.items) > 1
    for n, item in enumerate(tree.items):
        start = Spot(item, ("items", n), (), _address(item))
        if several and _changes_rules(item):
            left = tree.items[:n] + tree.items[n + 1 :]
            yield Mutation(number, ".".join(start.address), "change", telling.without(item), item.span, ("items",), left)
        for spot in _walk(start, known):
            nodes = (*spot.above, (len(spot.path), spot.node))
            for other in _others(spot, known):
                text = telling.told(_before_and_after(nodes, spot.path, other.new), other)
                span = (spot.node if other.part is None else other.part).span
                yield Mutation(number, ".".join(spot.address), other.sort, text, span, spot.path, other.new)


def _before_and_after(nodes: Sequence[tuple[int, Tree]], path: Path, new: Tree) -> Iterator[tuple[Tree, Tree]]:
    """Yield the nodes on a path as they are and with what lies at its end changed, the innermost first.

    Of a long list only the neighbours of what changes are looked at: they are more than a line shows.
    """
    inner = len(path)
    for depth, node in reversed(nodes):
        steps = path[depth:inner]
        if isinstance(node, ast.ListLiteral) and len(steps) > 1 and isinstance(at := steps[1], int):
            first = max(0, at - NEIGHBOURS)
            node = evolve(node, items=node.items[first : at + NEIGHBOURS + 1])
            steps = (steps[0], at - first, *steps[2:])
        new, inner = _put(node, steps, new), depth
        yield node, new


def _changes_rules(item: ast.Item) -> bool:
    """Return whether this line of a reading or variant changes what is played."""
    match item:
        case ast.Replace(decl=ast.Example()):
            return False
        case ast.Remove(address=address):
            return address.parts[0] != "example"
    return isinstance(item, CHANGES)


def _address(item: ast.Item) -> tuple[str, ...]:
    return item.address.parts[:1] if isinstance(item, ast.Insert) else spelled(item) or ()


# ---- all nodes -----------------------------------------------------------------------------------
_names = names_of_fields(*SKIPPED)


def _walk(spot: Spot, known: Known) -> Iterator[Spot]:
    node = spot.node
    if isinstance(node, tuple):
        for n, part in enumerate(node):
            yield from _walk(spot.down(n, part), known)
    if not isinstance(node, ast.Node) or isinstance(node, QUIET):
        return
    spot = _addressed(spot)
    yield spot
    yield from _cells(spot, known)
    for name in _names(type(node)) if type(node) not in WHOLE else ():
        yield from _walk(spot.down(name, getattr(node, name)), known)


def _addressed(spot: Spot) -> Spot:
    match spot.node:
        case ast.Statement(label=ast.Ident(text=label)) | ast.Bullet(label=ast.Ident(text=label)):
            return evolve(spot, address=(*spot.address[:1], label))
        case ast.ScoreLine(name=name):
            return evolve(spot, address=(*spot.address[:1], name.text))
    return spot


def _cells(spot: Spot, known: Known) -> Iterator[Spot]:
    """Yield what stands in the cells of a table, and all that lies below it."""
    node = spot.node
    match node:
        case ast.Kind() | ast.Piece() | ast.Table():
            table, rows, step, first = node, node.rows, "rows", -1
        case ast.AddTo(rows=rows) | ast.ReplaceRow(row=rows) if spot.address[0] in known.tables:
            table, step, first = known.tables[spot.address[0]], "rows" if isinstance(node, ast.AddTo) else "row", 0
        case _:
            return
    for entry in entries(table, rows if isinstance(rows, tuple) else (rows,), first):
        at: Path = (step, entry.row) if step == "rows" else (step,)
        cell = (rows[entry.row] if isinstance(rows, tuple) else rows).cells[entry.column]
        for n, layer in enumerate(cell.layers):
            for m, part in enumerate(layer):
                path = (*spot.path, *at, "cells", entry.column, "layers", n, m)
                above = (*spot.above, (len(spot.path), node))
                yield from _walk(Spot(part, path, above, (*spot.address[:1], *entry.address), entry.limits), known)


def _others(spot: Spot, known: Known) -> Iterator[Alternative]:
    above = spot.above[-1][1] if spot.above else None
    if isinstance(spot.node, ast.Number) and spot.limits is not None:
        yield from numbers(spot.node, above, *spot.limits)
        return
    yield from alternatives(spot.node, above, known)
    yield from answers(spot.node, known)
    yield from ranges(spot.node, above)
