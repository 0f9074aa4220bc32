"""What an expression, a statement, an answer, a range or a cell of a table can be changed into, one thing at a time.

Comes in: a node and the node above it. Goes out: alternatives. What cannot be meant (less than nothing) or would say the
same as another change is left out. Promises that only the checker looks at (`total`, `among`, the keys of a table) stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
from attrs import frozen

from rulekit.model.mutations.declared_names import Alternative, Known, has_each, number_range, range_of
from rulekit.model.overlays.addresses import Tabled, column_names, has_header
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import below

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


# ---- data: answers of options, ends of ranges, cells of tables -----------------------------------
INWARD, BOTH = (1, -1), (1, -1, -1, 1)


# ---- options -------------------------------------------------------------------------------------
def answers(node: object, known: Known) -> Iterator[Alternative]:
    """Yield another answer to an option: its default, or what a file of changes says."""
    if isinstance(node, ast.Option) and node.name.text not in known.answered:
        for other in _other_answers(node, node.default):
            yield Alternative(attrs.evolve(node, default=other), "option")
    if isinstance(node, ast.With) and node.option.text in known.options:
        option = known.options[node.option.text]
        for other in _other_answers(option, node.value):
            if other != option.default:
                yield Alternative(attrs.evolve(node, value=other), "option")


def _other_answers(option: ast.Option, value: ast.Literal) -> Iterator[ast.Literal]:
    listed = [a.value for a in option.answers] or [v.low for v in option.among if v.high is None]
    ranges = [(v.low.value, v.high) for v in option.among if isinstance(v.low, ast.Number) and v.high is not None]
    if value in listed:
        yield from [listed[(listed.index(value) + 1) % len(listed)]] if len(listed) > 1 else []
    elif isinstance(value, ast.Truth):
        yield attrs.evolve(value, value=not value.value)
    elif isinstance(value, ast.Number):
        for other in numbers(value, None):
            if not option.among or any(low <= other.new.value <= high for low, high in ranges):
                yield other.new


# ---- ranges --------------------------------------------------------------------------------------
def ranges(node: object, above: object) -> Iterator[Alternative]:
    """Yield the ends of the range of an index, a marker or an attribute.

    A wider range changes nothing for a marker, and for an attribute only if some cell says `each`.
    """
    match node:
        case ast.Dim(type=plain) if not isinstance(above, ast.Table):
            yield from (Alternative(attrs.evolve(node, type=new), "number") for new in _ends(plain, BOTH))
        case ast.Marker(type=type_):
            new = (attrs.evolve(type_, plain=plain) for plain in _ends(type_.plain, INWARD))
            yield from (Alternative(attrs.evolve(node, type=type_), "number") for type_ in new)
        case ast.Attribute(type=type_) if type_ is not None:
            wide = isinstance(above, ast.Kind | ast.Piece) and has_each(above, node.name.text)
            steps = BOTH if wide else INWARD if node.initial is not None else ()
            new = (attrs.evolve(type_, plain=plain) for plain in _ends(type_.plain, steps))
            yield from (Alternative(attrs.evolve(node, type=type_), "number") for type_ in new)


def _ends(plain: ast.PlainType, steps: tuple[int, ...]) -> Iterator[ast.RangeType]:
    """Yield the range with its lower end moved by the first step, its upper by the second, and so on in turn."""
    ends = number_range(plain)
    if ends is None or not isinstance(plain, ast.RangeType):
        return
    for n, step in enumerate(steps):
        field, value = ("low", ends[0] + step) if n % 2 == 0 else ("high", ends[1] + step)
        moved = attrs.evolve(plain, **{field: attrs.evolve(getattr(plain, field), value=value)})
        left = number_range(moved)
        if value >= 0 and left is not None and left[0] <= left[1]:
            yield moved


# ---- tables --------------------------------------------------------------------------------------
@frozen
class Entry:
    """A cell that holds data: row and column, the rest of its address, the numbers it can hold."""

    row: int
    column: int
    address: tuple[str, ...]
    limits: tuple[int, int] | None


def entries(table: Tabled, rows: tuple[ast.Row, ...], first: int = -1) -> Iterator[Entry]:
    """Yield the cells of rows of a table that are neither header nor key; `first` where the header is not among the rows."""
    names = column_names(table)
    start = (1 if has_header(table) else 0) if first < 0 else first
    keyed = 0 if isinstance(table, ast.Piece) else 1
    for n, row in enumerate(rows):
        for column in range(keyed, len(row.cells)) if n >= start else ():
            name = names[column] if column < len(names) else ""
            own = (str(n),) if isinstance(table, ast.Piece) else tuple(_first_word(row))
            yield Entry(n, column, (*own, name) if name else own, None if name == "copies" else range_of(table, name))


def _first_word(row: ast.Row) -> Iterator[str]:
    for node in below(row.cells[0].layers):
        if isinstance(node, ast.Ident | ast.Number):
            yield node.text if isinstance(node, ast.Ident) else str(node.value)
            return
