"""Kinds with attributes, and lookup tables: rows → values and entries; missing, double and outlying keys are reported."""

from __future__ import annotations

from rulekit.diagnostics import Label, Span
from rulekit.model.declare.cells import Entry, each, entries, entry_value, single, word
from rulekit.model.declare.headers import fresh, head
from rulekit.model.expressions import UNLIMITED, Const, Expr, Range, number_of
from rulekit.model.model import Cited, Dim, Domain, Kind, KindAttribute, Table, TableEntry
from rulekit.model.names import Located, citations
from rulekit.model.rules import Citation
from rulekit.model.scope import AttributeHead, World, is_unknown
from rulekit.model.types import KindType, NumberType, PlayerType, TruthType
from rulekit.syntax import ast
from rulekit.wording import Keyword, sentence

Key = tuple[Expr, Expr, Span, str]


# ---- kinds ---------------------------------------------------------------------------------------
def header_words(row: ast.Row) -> tuple[str, ...]:
    """Return the words of a header row."""
    return tuple(word(entries(cell)[0]) if entries(cell) else "" for cell in row.cells)


def same_width(w: World, rows: tuple[ast.Row, ...]) -> bool:
    """Report rows that are longer or shorter than the first."""
    wide = len(rows[0].cells) if rows else 0
    wrong = [row for row in rows if len(row.cells) != wide]
    for row in wrong:
        w.report("RK323", row.span, "this row has {cells} cells, the first row {wide}", cells=len(row.cells), wide=wide)
    return not wrong


def columns(w: World, header: ast.Row, attributes: tuple[AttributeHead, ...], owner: str, extra: str) -> dict[str, int]:
    """Return which column holds which attribute; unknown headers are reported. `extra` is the first column or `copies`."""
    known = [a.name for a in attributes]
    found: dict[str, int] = {}
    for i, name in enumerate(header_words(header)):
        if name in found:
            w.report("RK217", header.cells[i].span, "there are two columns `{name}`", name=name)
        elif name in known or name == extra:
            found[name] = i
        elif name not in w.lost:
            hint = w.did_you_mean(name, [*known, extra])
            w.report("RK217", header.cells[i].span, "`{owner}` has no attribute `{name}`", hint, owner=owner, name=name)
    return found


def kind(w: World, there: Located, node: ast.Kind) -> Kind:
    """Return a kind with its values and attributes."""
    name = node.name.text
    heads = head(w, name).attributes
    for attribute in node.attributes:
        if attribute.initial is not None:
            w.report("RK314", attribute.initial.span, "attributes of a kind never change; only pieces have changing ones")
    cites = citations(w, there.section, node.cites, *(a.cites for a in node.attributes))
    w.addresses.setdefault(name, node.name.span)
    for value in w.kinds.get(name, ()):
        w.addresses.setdefault(f"{name}.{value}", node.span)
    made = _kind_attributes(w, node, heads) if node.rows and same_width(w, node.rows) else ()
    return Kind(name, w.kinds.get(name, ()), made, _kind_rows(w, there, node), cites=cites, span=node.span)


def _kind_rows(w: World, there: Located, node: ast.Kind) -> tuple[Cited, ...]:
    """Return where each value comes from; the header's own citations are looked at only for mistakes."""
    cites = [citations(w, there.section, *(c.cites for c in row.cells), row.cites) for row in node.rows]
    named = zip(w.kinds.get(node.name.text, ()), cites[1:], node.rows[1:], strict=False)
    return tuple(Cited(f"{node.name.text}.{value}", of, row.span) for value, of, row in named)


def _kind_attributes(w: World, node: ast.Kind, heads: tuple[AttributeHead, ...]) -> tuple[KindAttribute, ...]:
    first = header_words(node.rows[0])[0] if node.rows[0].cells else ""
    found = columns(w, node.rows[0], heads, node.name.text, first)
    made = []
    for attribute in heads:
        at = found.get(attribute.name)
        if at is None:
            w.report("RK217", attribute.span, "the table has no column for the attribute `{name}`", name=attribute.name)
            continue
        what = f"`{attribute.name}`"
        values = tuple(single(w, row.cells[at], attribute.domain, what) for row in node.rows[1:])
        made.append(KindAttribute(attribute.name, attribute.domain, values))
    return tuple(made)


# ---- lookup tables -------------------------------------------------------------------------------
def table(w: World, there: Located, node: ast.Table) -> Table:
    """Return a lookup table: one key a row, or two keys as a matrix with a header row."""
    name, found = node.name.text, head(w, node.name.text)
    cites = citations(w, there.section, node.cites)
    w.addresses.setdefault(name, node.name.span)
    made: tuple[TableEntry, ...] = ()
    if not 1 <= len(found.dims) <= 2:
        w.report("RK324", node.name.span, "a table has one key or two, not {dims}", dims=len(found.dims))
    elif node.rows and same_width(w, node.rows):
        read = _rows if len(found.dims) == 1 else _matrix
        made = read(w, there, node, found.dims, found.domain)
    return Table(name, found.dims, found.domain, made, cites=cites, span=node.span)


def _rows(w: World, there: Located, node: ast.Table, dims: tuple[Dim, ...], domain: Domain) -> tuple[TableEntry, ...]:
    made, keys = [], []
    rows = node.rows[1:] if _is_header(w, node, dims[0]) else node.rows
    for row in rows:
        if len(row.cells) != 2:
            w.report("RK323", row.span, "a row of this table has two cells: the key and the value")
            return ()
        found = row_keys(w, row.cells[0], dims[0])
        address = f"{node.name.text}.{found[0][3]}" if found else node.name.text
        cites = citations(w, there.section, row.cites, row.cells[0].cites, row.cells[1].cites)
        value = _value(w, row.cells[1], domain, node.name.text)
        w.addresses.setdefault(address, row.span)
        keys += found
        made += [TableEntry(address, ((low, high),), value, cites, row.span) for low, high, _, _ in found]
    covered(w, node.name.text, dims[0], keys, node.name.span)
    return tuple(made)


def _is_header(w: World, node: ast.Table, dim: Dim) -> bool:
    """Let a one-key table begin with the key's and the table's (or any) name."""
    cells = node.rows[0].cells
    first = entries(cells[0])[0] if cells and entries(cells[0]) else None
    return isinstance(first, ast.Ident) and first.text == dim.name and first.text not in w.values


def _matrix(w: World, there: Located, node: ast.Table, dims: tuple[Dim, ...], domain: Domain) -> tuple[TableEntry, ...]:
    across = [row_keys(w, cell, dims[1]) for cell in node.rows[0].cells[1:]]
    covered(w, node.name.text, dims[1], [k for keys in across for k in keys], node.rows[0].span)
    made: list[TableEntry] = []
    down, width = [], sum(map(len, across))
    for row in node.rows[1:]:
        found = row_keys(w, row.cells[0], dims[0])
        down += found
        address = f"{node.name.text}.{found[0][3]}" if found else node.name.text
        w.addresses.setdefault(address, row.span)
        shared = citations(w, there.section, row.cites, row.cells[0].cites)
        if not w.spells_out(len(found) * width, row.span):
            return ()
        for cell, columns_of in zip(row.cells[1:], across, strict=True):
            made += _cell(w, there, node, cell, domain, address, found, columns_of, shared)
    covered(w, node.name.text, dims[0], down, node.name.span)
    return tuple(made)


def _cell(
    w: World,
    there: Located,
    node: ast.Table,
    cell: ast.Cell,
    domain: Domain,
    row: str,
    down: list[Key],
    across: list[Key],
    shared: tuple[Citation, ...],
) -> list[TableEntry]:
    value = _value(w, cell, domain, node.name.text)
    cites = shared + citations(w, there.section, cell.cites)
    address = f"{row}.{across[0][3]}" if across else row
    w.addresses.setdefault(address, cell.span)
    return [TableEntry(address, (a[:2], b[:2]), value, cites, cell.span) for a in down for b in across]


def _value(w: World, cell: ast.Cell, domain: Domain, name: str) -> Expr | None:
    return None if isinstance(cell.special, ast.Hole) else single(w, cell, domain, f"`{name}`")


def row_keys(w: World, cell: ast.Cell, dim: Dim) -> list[Key]:
    """Return the keys a cell names: (first, last, where, as written)."""
    what = sentence("the key `{dim}`", dim=dim.name) if dim.name else sentence("the key")
    if isinstance(cell.special, ast.Each):
        values = each(w, cell, dim.domain, what)
        if values and not isinstance(values[0], Const):
            return [(Const(dim.domain.type, 0), Const(dim.domain.type, UNLIMITED), cell.span, "each")]
        return [(v, v, cell.span, "each") for v in values]
    if not entries(cell) or cell.special is not None:
        w.report("RK321", cell.span, "{what} is missing here", what=what)
        return []
    return [key for entry in entries(cell) if (key := _key(w, entry, dim, what)) is not None]


def _key(w: World, entry: Entry, dim: Dim, what: str) -> Key | None:
    if not (isinstance(entry, ast.Binary) and entry.op == ".."):
        value = entry_value(w, entry, dim.domain, what)
        return None if is_unknown(value.type) else (value, value, entry.span, word(entry))
    span = w.expr(fresh(), entry)
    if not isinstance(span, Range):
        return None
    if not isinstance(dim.domain.type, NumberType):
        if not is_unknown(dim.domain.type):
            w.report("RK301", entry.span, "{what} is no number, so a range cannot stand here", what=what)
        return None
    low = entry_value(w, entry.left, dim.domain, what)
    high = entry_value(w, entry.right, dim.domain, what)
    return None if is_unknown(low.type) or is_unknown(high.type) else (low, high, entry.span, word(entry))


def _limits(w: World, dim: Dim) -> tuple[int, int] | None:
    kind_type, low, high = dim.domain.type, dim.domain.low, dim.domain.high
    if isinstance(kind_type, KindType):
        return 0, len(w.kinds.get(kind_type.kind, ())) - 1
    if isinstance(kind_type, TruthType):
        return 0, 1
    if low is None or high is None or is_unknown(low.type) or is_unknown(high.type):
        return None
    least, most = number_of(low), number_of(high)
    return None if least is None or most is None else (least, most)


def covered(w: World, name: str, dim: Dim, keys: list[Key], span: Span) -> None:
    """Report keys that are missing or there twice, as far as they are constants."""
    limits = _limits(w, dim)
    numbers = [(number_of(low), number_of(high), at) for low, high, at, _ in keys]
    ends = [(low, high, at) for low, high, at in numbers if low is not None and high is not None]
    if limits is None or len(ends) < len(keys) or not keys or isinstance(dim.domain.type, PlayerType):
        return
    ends.sort(key=lambda e: (e[0], e[2].start))
    reached, before = limits[0] - 1, span
    for low, high, at in ends:
        if low <= reached:
            w.report(
                "RK311",
                at,
                "`{name}` has two rows or columns for {shown}",
                related=(Label(before, sentence("also here")),),
                name=name,
                shown=_shown(w, dim, low),
            )
        elif low > reached + 1:
            _missing(w, name, dim, reached + 1, low - 1, span)
        reached, before = max(reached, high), at
    if reached < limits[1]:
        _missing(w, name, dim, reached + 1, limits[1], span)


def _missing(w: World, name: str, dim: Dim, low: int, high: int, span: Span) -> None:
    shown, last = _shown(w, dim, low), _shown(w, dim, high)
    shown = shown if low == high else sentence("{low} to {high}", low=shown, high=last)
    w.report("RK310", span, "`{name}` says nothing for {shown}", "an intended gap is written `-`", name=name, shown=shown)


def _shown(w: World, dim: Dim, value: int) -> str:
    if isinstance(dim.domain.type, KindType):
        return f"`{w.kinds[dim.domain.type.kind][value]}`"
    if isinstance(dim.domain.type, TruthType):
        return Keyword("yes") if value else Keyword("no")
    return Keyword("unlimited") if value == UNLIMITED else str(value)
