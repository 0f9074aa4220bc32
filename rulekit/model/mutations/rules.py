"""What an expression or a statement can be changed into, one thing at a time.

Comes in: a node and the node above it. Goes out: alternatives. What cannot be meant (less than nothing) or would say the
same as another change is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.model.mutations.declared_names import Alternative, Known
from rulekit.syntax import ast

FLIPPED = {
    "<": ("<=", "comparison"), "<=": ("<", "comparison"), ">": (">=", "comparison"), ">=": (">", "comparison"),
    "is": ("is not", "comparison"), "is not": ("is", "comparison"), "in": ("not in", "comparison"),
    "not in": ("in", "comparison"), "and": ("or", "logic"), "or": ("and", "logic"), "+": ("-", "sum"), "-": ("+", "sum"),
}  # fmt: skip
NEIGHBOURS = ("next", "previous")
PAIRS = (("min", "max"), ("any", "every"), ("top", "bottom"), NEIGHBOURS)
OTHER = {a: b for pair in PAIRS for a, b in (pair, pair[::-1])}
UP, DOWN = 1, -1
COVERED = {"<": UP, "<=": DOWN, ">": DOWN, ">=": UP}
"""`x < 3` with 4 is `x <= 3`: that change of the number is made by the other sign."""
PLACED: dict[type[ast.Node], tuple[tuple[str, bool, str], ...]] = {
    ast.Move: (("what", False, "to"), ("to", True, "what")), ast.Draw: (("source", False, "to"), ("to", True, "source")),
    ast.Fill: (("place", False, "source"), ("source", False, "place")),
    ast.Deal: (("source", False, "to"), ("to", False, "source")), ast.Shuffle: (("place", False, ""),),
    ast.Pick: (("source", False, ""),), ast.Piece: (("start", False, ""),), ast.Place: (("refill", False, "name"),),
}  # fmt: skip
"""Where a place can be swapped for another: the field, whether pieces go there, the field with the other end."""


def alternatives(node: Any, above: object, known: Known) -> Iterator[Alternative]:
    """Yield everything a node can be changed into."""
    yield from _expression(node, above, known)
    yield from _statement(node, above)
    for field, target, beside in PLACED.get(type(node), ()):
        other = known.other_place(getattr(node, field), target, getattr(node, beside) if beside else None)
        if other is not None:
            yield Alternative(attrs.evolve(node, **{field: other}), "place")
    if isinstance(node, ast.Move | ast.Draw) and known.has_order(node.to):
        yield Alternative(attrs.evolve(node, under=not node.under), "order")
    if getattr(node, "where", None) is not None and not (isinstance(node, ast.Collect) and node.name.text in ("any", "every")):
        yield Alternative(attrs.evolve(node, where=None), "filter")


# ---- expressions ---------------------------------------------------------------------------------
def _expression(node: object, above: object, known: Known) -> Iterator[Alternative]:
    match node:
        case ast.Number():
            yield from numbers(node, above)
        case ast.Truth():
            yield Alternative(attrs.evolve(node, value=not node.value), "value")
        case ast.Ident(std=False):
            yield from _value(node, above, known)
        case ast.Field(of=ast.Ident(text=kind), name=name) if name.text in known.kinds.get(kind, ()):
            values = known.kinds[kind]
            other = values[(values.index(name.text) + 1) % len(values)]
            yield Alternative(attrs.evolve(node, name=attrs.evolve(name, text=other)), "value")
        case ast.Described(words=words):
            for n, word in enumerate(words):
                for changed in _value(word, node, known):
                    yield Alternative(attrs.evolve(node, words=(*words[:n], changed.new, *words[n + 1 :])), "value")
        case ast.Binary(op=op) if op in FLIPPED:
            yield Alternative(attrs.evolve(node, op=FLIPPED[op][0]), FLIPPED[op][1])
        case ast.Unary(op="not", of=of):
            yield Alternative(of, "logic")
        case ast.Can():
            yield Alternative(attrs.evolve(node, able=not node.able), "comparison")
        case ast.Call(name=name) | ast.Collect(name=name) if name.std:
            yield from _called(node, name, known)
        case ast.Conditional(test=test):
            yield Alternative(node.yes, "branch", "always", test)
            yield Alternative(node.no, "branch", "never", test)


def _called(node: ast.Call | ast.Collect, name: ast.Ident, known: Known) -> Iterator[Alternative]:
    alike = name.text in NEIGHBOURS and known.most_players <= 2
    if name.text in OTHER and not alike:
        yield Alternative(attrs.evolve(node, name=attrs.evolve(name, text=OTHER[name.text])), "function")
    if name.text == "reversed" and isinstance(node, ast.Call) and len(node.arguments) == 1:
        yield Alternative(node.arguments[0], "order")


def numbers(node: ast.Number, above: object, low: int = 0, high: int | None = None) -> Iterator[Alternative]:
    """Yield one more and one less, within limits, unless a changed sign of comparison says the same."""
    covered = COVERED.get(above.op) if isinstance(above, ast.Binary) else None
    if covered is not None and isinstance(above, ast.Binary) and above.left is node:
        covered = -covered
    least = 1 if isinstance(above, ast.Draw | ast.Deal | ast.Gain | ast.Pay) else low  # none at all: the effect is removed
    for step in (UP, DOWN):
        value = node.value + step
        if value >= least and (high is None or value <= high) and step != covered:
            yield Alternative(attrs.evolve(node, value=value), "number")


def _value(node: ast.Ident, above: object, known: Known) -> Iterator[Alternative]:
    """Yield another value of the kind, unless the name is an answer of the option it is compared with.

    Of two values the other one is what a changed sign of comparison says.
    """
    sides = (above.left, above.right) if isinstance(above, ast.Binary) else ()
    is_answer = any(isinstance(side, ast.Ident) and side.text in known.options for side in sides)
    is_compared = isinstance(above, ast.Binary) and above.op in ("is", "is not") and len(known.kind_of(node.text)) == 2
    other = known.other_value(node.text)
    if other is not None and not is_answer and not is_compared:
        yield Alternative(attrs.evolve(node, text=other), "value")


# ---- statements ----------------------------------------------------------------------------------
def _statement(node: object, above: object) -> Iterator[Alternative]:
    match node:
        case ast.Statement(act=ast.OnlyIf() as act):
            always = attrs.evolve(act, test=ast.Truth(act.test.span, True))
            yield Alternative(attrs.evolve(node, act=always), "requirement", "without", node)
        case ast.Statement(act=act) if isinstance(act, ast.Effect | ast.May) and not _is_all(node, above):
            yield Alternative(attrs.evolve(node, act=ast.Group(act.span, ())), "effect", "without", node)
        case ast.OneOf(bullets=bullets) if len(bullets) > 1:
            for n, bullet in enumerate(bullets):
                yield Alternative(attrs.evolve(node, bullets=bullets[:n] + bullets[n + 1 :]), "effect", "without", bullet)
        case ast.If():
            yield from _branches(node)
        case ast.Winner(criteria=lines) if len(lines) > 1:
            for n, line in enumerate(lines):
                yield Alternative(attrs.evolve(node, criteria=lines[:n] + lines[n + 1 :]), "requirement", "without", line)
        case ast.Criterion(how="most" | "fewest" as how):
            yield Alternative(attrs.evolve(node, how="fewest" if how == "most" else "most"), "function")
        case ast.Turns(until=until) if until is not None:  # without an end there is no difference
            yield Alternative(attrs.evolve(node, whole=not node.whole), "order")
        case ast.May(often="repeatedly"):
            yield Alternative(attrs.evolve(node, often="once"), "number")
        case ast.Do(if_able=True):
            yield Alternative(attrs.evolve(node, if_able=False), "requirement")
        case ast.Place(refill=refill) if refill is not None:
            yield Alternative(attrs.evolve(node, refill=None), "effect")


def _is_all(node: ast.Statement, above: object) -> bool:
    """Return whether this is all there is to a bullet or an offer: then the bullet or the offer is left out."""
    return isinstance(above, ast.Bullet | ast.May) and above.block == (node,)


def _branches(node: ast.If) -> Iterator[Alternative]:
    """Yield each branch taken always, and never. A lone branch with one effect is left out by removing that effect."""
    block = node.branches[0][1]
    lone = len(node.branches) == 1 and not node.otherwise and len(block) == 1 and isinstance(block[0].act, ast.Effect)
    for n, (test, inside) in enumerate(node.branches):
        for always in (True, False):
            if lone and not always:
                continue
            taken = (ast.Truth(test.span, always), inside)
            branches = (*node.branches[:n], taken, *node.branches[n + 1 :])
            yield Alternative(attrs.evolve(node, branches=branches), "branch", "always" if always else "never", test)
