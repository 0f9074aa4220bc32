"""Cells of tables → values of the column's type: one value, several, `each`, a list, descriptions, pictures."""

from __future__ import annotations

from rulekit.model import types
from rulekit.model.declare.headers import fresh, in_range, value_type
from rulekit.model.expressions import Const, Expr, Items, Range, Value, number_of
from rulekit.model.model import Domain
from rulekit.model.scope import NOTHING, World, fits, is_unknown, say
from rulekit.model.typing.descriptions import described
from rulekit.model.typing.names import ALL_PLAYERS
from rulekit.syntax import ast
from rulekit.wording import sentence

Entry = ast.Expr | ast.Described


def entries(cell: ast.Cell) -> tuple[Entry, ...]:
    """Return the entries of a cell without layers."""
    return tuple(entry for layer in cell.layers for entry in layer)


def entry_value(w: World, entry: Entry, domain: Domain, what: str) -> Expr:
    """Return one entry of a cell as a value of the domain."""
    kind = domain.type
    if isinstance(kind, types.DescriptionType):
        return (
            Const(types.NONE, None)
            if isinstance(entry, ast.NoneValue) and domain.optional
            else described(w, fresh(), kind.sort, entry)
        )
    if isinstance(entry, ast.Described):
        return w.fail("RK321", entry.span, "{what} takes one value here, not several words", what=what)
    if isinstance(kind, types.KindType) and isinstance(entry, ast.Ident) and kind.kind in w.values.get(entry.text, {}):
        return Const(kind, w.values[entry.text][kind.kind].index)
    value = w.expr(fresh(), entry, kind)
    if is_unknown(value.type) or is_unknown(kind):
        return NOTHING
    wanted = value_type(domain)
    if not fits(value.type, wanted):
        return w.fail(
            "RK301",
            entry.span,
            "{what} has to be {wanted}; this is {value}",
            what=what,
            wanted=say(wanted),
            value=say(value.type),
        )
    return in_range(w, value, domain, entry.span, what)


def _flat(w: World, cell: ast.Cell, what: str) -> bool:
    if len(cell.layers) > 1:
        w.report("RK321", cell.span, "`/` divides the cells of a picture, and {what} is none", what=what)
    return len(cell.layers) <= 1


def every_value(domain: Domain) -> tuple[Expr, ...] | None:
    """`each`: all values a column's type has, if they can be listed."""
    kind = domain.type
    if isinstance(kind, types.PlayerType):
        return (ALL_PLAYERS,)
    if isinstance(kind, types.TruthType):
        return (Const(types.TRUTH, True), Const(types.TRUTH, False))
    if isinstance(kind, types.NumberType) and domain.low is not None and domain.high is not None:
        low, high = domain.low, domain.high
        ends = [end.value for end in (low, high) if isinstance(end, Const) and isinstance(end.value, int)]
        if len(ends) == 2 and ends[1] - ends[0] < 10_000:
            return tuple(Const(types.NUMBER, n) for n in range(ends[0], ends[1] + 1))
        return (Range(types.ListType(types.NUMBER), low, high),)
    return None


def each(w: World, cell: ast.Cell, domain: Domain, what: str) -> tuple[Expr, ...]:
    """`each` in a cell."""
    if w.spelled_out < 0:
        return ()
    if isinstance(domain.type, types.KindType):
        many = len(w.kinds.get(domain.type.kind, ()))
        return tuple(Const(domain.type, i) for i in range(many)) if w.spells_out(many, cell.span) else ()
    values = every_value(domain)
    if values is not None and not w.spells_out(len(values), cell.span):
        return ()
    if values is None:
        if not is_unknown(domain.type):
            w.report(
                "RK321",
                cell.span,
                "`each` cannot be used: {what} is {domain}, which has no end",
                what=what,
                domain=say(domain.type),
            )
        return ()
    return values


def alternatives(w: World, cell: ast.Cell, domain: Domain, what: str) -> tuple[Expr, ...]:
    """Return several values: one set of pieces each. A list that cannot be written out stands for its elements."""
    if isinstance(cell.special, ast.Each):
        return each(w, cell, domain, what)
    if isinstance(cell.special, ast.Hole) or not entries(cell):
        w.report("RK321", cell.span, "{what} is missing here", what=what)
        return ()
    if not _flat(w, cell, what):
        return ()
    out: list[Expr] = []
    for entry in entries(cell):
        if isinstance(entry, ast.Binary) and entry.op == "..":
            out += _spread(w, entry, domain, what)
        else:
            out.append(entry_value(w, entry, domain, what))
    return tuple(value for value in out if not is_unknown(value.type))


def _spread(w: World, entry: ast.Binary, domain: Domain, what: str) -> list[Expr]:
    span = w.expr(fresh(), entry)
    if not isinstance(span, Range):
        return []
    if not isinstance(domain.type, types.NumberType):
        w.report("RK301", entry.span, "{what} has to be {domain}; this is a range of numbers", what=what, domain=say(domain.type))
        return []
    low = in_range(w, span.low, domain, entry.left.span, what)
    high = in_range(w, span.high, domain, entry.right.span, what)
    if is_unknown(low.type) or is_unknown(high.type):
        return []
    least, most = number_of(low), number_of(high)
    if least is not None and most is not None and most - least < 10_000:
        many = range(least, most + 1)
        return [Const(types.NUMBER, n) for n in many] if w.spells_out(len(many), entry.span) else []
    return [span]


def list_value(w: World, cell: ast.Cell, domain: Domain, what: str) -> Expr:
    """Return a cell of a list column: its entries are the list, an empty cell the empty list."""
    assert isinstance(domain.type, types.ListType)
    inner = Domain(domain.type.of)
    if not _flat(w, cell, what):
        return NOTHING
    if isinstance(cell.special, ast.Each):
        values = each(w, cell, inner, what)
    elif isinstance(cell.special, ast.Hole) or not entries(cell):
        values = ()
    else:
        values = tuple(entry_value(w, entry, inner, what) for entry in entries(cell))
    return NOTHING if any(is_unknown(v.type) for v in values) else Items(domain.type, values)


def picture(w: World, cell: ast.Cell, kind: types.PictureType) -> Expr:
    """`cup caramel, saucer white / cup brown`: cells from left to right; `none` = must be empty."""
    out: list[Value] = []
    for layer in cell.layers:
        if len(layer) == 1 and isinstance(layer[0], ast.NoneValue):
            out.append(None)
            continue
        found = [described(w, fresh(), kind.sort, entry) for entry in layer]
        if any(not isinstance(d, Const) or is_unknown(d.type) for d in found):
            return NOTHING
        out.append(tuple(d.value for d in found if isinstance(d, Const)))
    if not out:
        return w.fail("RK321", cell.span, "a picture is missing here")
    return Const(kind, tuple(out))


def single(w: World, cell: ast.Cell, domain: Domain, what: str) -> Expr:
    """Return a cell that holds one value of any type."""
    kind: types.Type = domain.type
    if isinstance(kind, types.ListType):
        return list_value(w, cell, domain, what)
    if isinstance(kind, types.PictureType):
        return picture(w, cell, kind)
    if cell.special is not None or not entries(cell):
        if domain.optional and cell.special is None:
            return Const(types.NONE, None)
        hint = sentence("an intended gap is written `-`") if cell.special is None else None
        return w.fail("RK321", cell.span, "{what} needs one value here", hint, what=what)
    if len(entries(cell)) > 1:
        return w.fail("RK321", cell.span, "{what} takes one value here, not several", what=what)
    return entry_value(w, entries(cell)[0], domain, what)


def word(entry: Entry) -> str:
    """Return how a key or header is written in an address: its name or number, of a range the first."""
    match entry:
        case ast.Ident(text=text):
            return text
        case ast.Number(value=number):
            return str(number)
        case ast.Truth(value=value):
            return "yes" if value else "no"
        case ast.Binary(op="..", left=left):
            return word(left)
        case ast.Unary(op="-", of=of):
            return "-" + word(of)
        case ast.Field(name=name):
            return name.text
        case ast.Text(parts=parts):
            return "".join(p for p in parts if isinstance(p, str))
        case _:
            return ""
