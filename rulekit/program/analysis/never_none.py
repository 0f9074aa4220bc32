"""What surely is there: expressions and slots that are never none, whatever the state. Everything else is looked at in play."""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.model.types import ListType, OptionalType, PictureType, Type
from rulekit.program import program as prog
from rulekit.program.analysis.expression_ranges import Ranges

Slots = frozenset[int]
CALLS = ("count", "sum", "next", "previous", "seat")


def is_present(layout: prog.Layout, ranges: Ranges, e: Expr, cells: Slots, bound: Slots) -> bool:
    """Return whether an expression always has a value (or play has stopped with a fault before)."""

    def there(inner: Expr) -> bool:
        return is_present(layout, ranges, inner, cells, bound)

    match e:
        case exprs.Const(value=value):
            return value is not None
        case prog.Cell(slot=slot):
            return slot in cells
        case exprs.Bound(index=index):
            return index in bound
        case prog.Within(of=of):
            return there(of)
        case exprs.Me() | exprs.Active() | exprs.Lookup() | exprs.TallyOf() | exprs.BankOf() | exprs.ScoreOf():
            return not is_list(e.type)
        case exprs.Builtin(function=function, args=args):
            return function in CALLS or (function in ("min", "max") and len(args) > 1)
        case exprs.Collect(function=function):
            return function in ("count", "sum", "any", "every")
        case exprs.Unary() | exprs.Binary(op="+" | "-" | "*" | "div" | "mod"):
            return True
        case exprs.IfElse(yes=yes, no=no):
            return there(yes) and there(no)
        case exprs.MarkerOf(marker=name, indices=indices):
            marker = next(k for k in layout.markers if k.name == name)
            inside = [_fits(ranges, d, i) and there(i) for d, i in zip(marker.dims, indices, strict=False)]
            return not marker.optional and len(inside) == len(marker.dims) and all(inside)
    return False


def is_list(kind: Type) -> bool:
    """Return whether values of a type are lists."""
    return isinstance(kind.of if isinstance(kind, OptionalType) else kind, ListType | PictureType)


def _fits(ranges: Ranges, dim: prog.DimSize, index: Expr) -> bool:
    known = ranges.of(index)
    return known is not None and dim.low <= known[0] and known[1] < dim.low + dim.size


def elements_present(layout: prog.Layout, source: Expr, cells: Slots) -> bool:
    """Return whether no element of a list is none."""
    match source:
        case exprs.Const(value=tuple() as values):
            return None not in values
        case exprs.Range() | exprs.Contents() | exprs.Players() | exprs.Winners():
            return True
        case exprs.Builtin(function="clockwise"):
            return True
        case prog.Cell(slot=slot):
            return slot in cells
        case exprs.Collect(function="list" | "distinct", value=exprs.Bound(index=index), binders=binders):
            return any(b.index == index and elements_present(layout, b.source, cells) for b in binders)
        case exprs.AttrOf(of=of, owner=owner, attr=attr) if not is_list(of.type):
            values = next((v for k in layout.kinds if k.name == owner for name, v in k.attrs if name == attr), (None,))
            return all(isinstance(v, tuple) and None not in v for v in values)
    return False


def present_cells(program: prog.Program, ranges: Ranges) -> Slots:
    """Return the slots that never hold none where they are read: all that writes them gives something. Of a slot with a list: no
    element is none."""
    writers: dict[int, list[tuple[str, Expr | int | None]]] = {prog.ME: [], prog.ACTIVE: []}
    for node in program.nodes:
        match node:
            case prog.Let(slot=slot, value=value):
                writers.setdefault(slot, []).append(("list" if is_list(value.type) else "value", value))
            case prog.Choose(picks=picks) | prog.Random(picks=picks):
                for pick in picks:
                    writers.setdefault(pick.slot, []).append(("list", pick.source))
            case prog.ForNext(list=items, targets=targets):
                for target in targets:
                    writers.setdefault(target, []).append(("slot", items) if len(targets) == 1 else ("never", None))
            case prog.CountNext(counter=counter):
                writers.setdefault(counter, []).append(("never", None))
            case prog.NextTurn(slot=slot):
                writers.setdefault(slot, []).append(("never", None))
            case prog.TurnFirst(coming=coming, first=first) | prog.TurnNext(coming=coming, first=first):
                for slot in (coming, first):
                    writers.setdefault(slot, []).append(("never", None))
    for trial in program.trials:
        for _, slot in trial.args:
            writers.setdefault(slot, []).append(("never", None))
    good = frozenset(writers)
    while True:
        kept = frozenset(s for s in good if all(_gives(program.layout, ranges, how, what, good) for how, what in writers[s]))
        if kept == good:
            return good
        good = kept


def _gives(layout: prog.Layout, ranges: Ranges, how: str, what: Expr | int | None, good: Slots) -> bool:
    if what is None:
        return False
    if isinstance(what, int):
        return what in good
    if how == "list":
        return elements_present(layout, what, good)
    return is_present(layout, ranges, what, good, frozenset())
