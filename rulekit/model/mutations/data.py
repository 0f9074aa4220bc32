"""What the data of a game can be changed into: answers of options, ends of ranges, cells of tables.

Promises that only the checker looks at (`total`, `among`, the keys of a table) are left as they are.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from attrs import frozen

from rulekit.model.mutations.declared_names import Alternative, Known, has_each, number_range, range_of
from rulekit.model.mutations.rules import numbers
from rulekit.model.overlays.addresses import Tabled, column_names, has_header
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import below

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
