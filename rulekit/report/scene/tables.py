"""A table of the rules as a card: keys down the side, and across the top if there are two."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.model.types import KindType, TruthType, Type
from rulekit.program.program import CellValue, TableLayout
from rulekit.report.scene.scene import Table
from rulekit.report.words import Namer

MOST_ROWS = 40


def table_card(namer: Namer, name: str) -> Table | None:
    """Return a table of the rules with its words; None for one whose keys have no end."""
    laid = next((t for t in namer.layout.tables if t.name == name), None)
    model = next((t for t in namer.model.tables if t.name == name), None)
    if laid is None or model is None or laid.ranges or not laid.entries:
        return None
    types = [dim.domain.type for dim in model.dims]
    down = list(dict.fromkeys(keys[0] for keys, _ in laid.entries))[:MOST_ROWS]
    if len(types) == 1:
        values = dict(laid.entries)
        rows = [(_key(namer, types[0], key), namer.value(model.domain.type, values[key,])) for key in down]
        return Table(name, ("", ""), tuple(rows))
    return _matrix(namer, laid, types, down, model.domain.type)


def _matrix(namer: Namer, laid: TableLayout, types: list[Type], down: Sequence[CellValue], kind: Type) -> Table:
    across = list(dict.fromkeys(keys[1] for keys, _ in laid.entries))[:MOST_ROWS]
    values = dict(laid.entries)
    head = ("", *(_key(namer, types[1], key) for key in across))
    rows = [(_key(namer, types[0], key), *(_entry(namer, kind, values.get((key, other))) for other in across)) for key in down]
    return Table(laid.name, head, tuple(rows))


def _key(namer: Namer, kind: Type, key: CellValue) -> str:
    return namer.value(kind, key) if isinstance(kind, KindType | TruthType) else str(key)


def _entry(namer: Namer, kind: Type, value: CellValue) -> str:
    return "" if value is None else namer.value(kind, value)
