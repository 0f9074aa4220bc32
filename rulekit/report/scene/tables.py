"""A table of the rules as a card: keys down the side, and across the top if there are two."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.model.model import Dim
from rulekit.model.types import KindType, NumberType, TruthType, Type
from rulekit.program.program import CellValue, TableLayout
from rulekit.report.scene.scene import Table
from rulekit.report.scene.scene_looks import SceneLooks
from rulekit.report.words import Namer

MOST_ROWS = 40


def table_card(looks: SceneLooks, name: str) -> Table | None:
    """Return a table of the rules with its words; None for one whose keys have no end."""
    namer = looks.namer
    laid = next((t for t in namer.layout.tables if t.name == name), None)
    model = next((t for t in namer.model.tables if t.name == name), None)
    if laid is None or model is None or laid.ranges or not laid.entries:
        return None
    types = [dim.domain.type for dim in model.dims]
    down = list(dict.fromkeys(keys[0] for keys, _ in laid.entries))[:MOST_ROWS]
    drawn = tuple(looks.value_look(types[0], key) for key in down)
    corner = _counted(namer, name, model.dims[-1])
    if len(types) == 1:
        values = dict(laid.entries)
        pairs = tuple((_key(namer, types[0], key), namer.value(model.domain.type, values[key,])) for key in down)
        return Table(name, (corner, ""), pairs, drawn)
    across, rows = _matrix(namer, laid, types, down, model.domain.type)
    return Table(name, (corner, *across), rows, drawn)


def _counted(namer: Namer, name: str, dim: Dim) -> str:
    """Return what the numbers of an index count; kinds tell by their values what they are."""
    return namer.within(name, dim.name, 2) if dim.name and isinstance(dim.domain.type, NumberType) else ""


def _matrix(
    namer: Namer, laid: TableLayout, types: list[Type], down: Sequence[CellValue], kind: Type
) -> tuple[list[str], tuple[tuple[str, ...], ...]]:
    across = list(dict.fromkeys(keys[1] for keys, _ in laid.entries))[:MOST_ROWS]
    values = dict(laid.entries)
    rows = [(_key(namer, types[0], key), *(_entry(namer, kind, values.get((key, other))) for other in across)) for key in down]
    return [_key(namer, types[1], key) for key in across], tuple(rows)


def _key(namer: Namer, kind: Type, key: CellValue) -> str:
    return namer.value(kind, key) if isinstance(kind, KindType | TruthType) else str(key)


def _entry(namer: Namer, kind: Type, value: CellValue) -> str:
    return "" if value is None else namer.value(kind, value)
